/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of verbs, in the order of --help. A new verb is one line here. */
#include "commands.h"

#include <stddef.h>
#include <string.h>

extern const struct command command_run, command_load, command_snapshot;
#ifdef WHYLATE_HOST
extern const struct command command_compare, command_doctor, command_import,
	command_l2c310, command_model, command_show;
#endif

const struct command *const commands[] = {
	&command_run,
	&command_load,
	&command_snapshot,
#ifdef WHYLATE_HOST
	&command_show,
	&command_compare,
	&command_import,
	&command_doctor,
	&command_l2c310,
	&command_model,
#endif
	NULL,
};

const struct command *command_find(const char *name)
{
	for (size_t i = 0; commands[i]; i++)
		if (!strcmp(commands[i]->name, name))
			return commands[i];
	return NULL;
}
