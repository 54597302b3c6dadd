/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of wake sources. */
#include "measure/wake.h"

#include <stddef.h>
#include <string.h>

#include "measure/wake-ops.h"

const struct wake_ops *const wake_sources[] = {
	&wake_nanosleep, &wake_timerfd, &wake_spin, &wake_kmod, NULL,
};

void wake_add_names(struct str *out)
{
	for (size_t i = 0; wake_sources[i]; i++)
		str_addf(out, "%s%s", i ? ", " : "", wake_sources[i]->name);
}

const struct wake_ops *wake_find(const char *name)
{
	for (size_t i = 0; wake_sources[i]; i++)
		if (!strcmp(wake_sources[i]->name, name))
			return wake_sources[i];
	return NULL;
}
