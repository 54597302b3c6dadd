/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the kernel prints to, and how much of its talk goes there. */
#include <string.h>

#include "base/str.h"
#include "facts/files.h"
#include "facts/topics.h"
#include "facts/value.h"

static const char path[] = "/proc/consoles";

/* Names of consoles whose every character takes time: a serial line in front or behind. */
static bool is_serial(const char *name)
{
	static const char *const starts[] = {"ttyS",   "ttyAMA", "ttymxc", "ttyO",
					     "ttyPS",  "ttySC",  "ttyLP",  "ttySTM",
					     "ttyTHS", "ttyMSM", "ttyHS",  "ttySAC"};

	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
		if (str_starts(name, starts[i]))
			return true;
	return false;
}

/* "ttyS0                -W- (EC p a)    4:64": E is "enabled". */
void facts_topic_console(struct facts *facts, const struct setup *setup)
{
	const char *at = setup_text(setup, path), *line;
	int64_t loglevel;
	int count = 0;

	facts_put_missing(facts, setup, path, "console.serial");
	if (at)
		facts_put_text(facts, path, "console.serial", "none");
	while ((line = facts_next_line(facts, &at))) {
		const char *name =
			facts_format(facts, "%.*s", (int)strcspn(line, " \t"), line);
		const char *flags = strchr(line, '(');

		if (!*name || (flags && !memchr(flags, 'E', strcspn(flags, ")"))))
			continue;
		facts_put_text(facts, path,
			       facts_format(facts, "console.%d.name", count++), name);
		if (is_serial(name))
			facts_put_text(facts, path, "console.serial", name);
	}
	if (facts_number(setup_text(setup, "/proc/sys/kernel/printk"), &loglevel))
		facts_put_integer(facts, "/proc/sys/kernel/printk", "console.loglevel",
				  loglevel, "");
	else
		facts_put_missing(facts, setup, "/proc/sys/kernel/printk",
				  "console.loglevel");
}
