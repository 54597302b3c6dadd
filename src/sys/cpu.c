/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CPU lists of /sys/devices/system/cpu. */
#include "sys/cpu.h"

static int read_list(const struct root *root, const char *path, struct cpuset *cpus,
		     struct err *err)
{
	CLEANUP(str_free) struct str text = {0};

	if (root_read(root, &text, "%s", path) < 0)
		return err_errno(err, "cannot read %s", path);
	if (cpuset_parse(str_text(&text), cpus, err) < 0)
		return err_prefix(err, "%s", path);
	return 0;
}

int cpu_read_online(const struct root *root, struct cpuset *online, struct err *err)
{
	return read_list(root, "/sys/devices/system/cpu/online", online, err);
}

int cpu_read_isolated(const struct root *root, struct cpuset *isolated, struct err *err)
{
	return read_list(root, "/sys/devices/system/cpu/isolated", isolated, err);
}
