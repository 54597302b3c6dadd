/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which CPUs are kept free, as asked on the command line and as it is in force. */
#include <ctype.h>
#include <string.h>

#include "base/cpuset.h"
#include "base/str.h"
#include "facts/files.h"
#include "facts/log.h"
#include "facts/topics.h"

#define CPU "/sys/devices/system/cpu/"

/* clang-format off */
static const struct facts_file files[] = {
	{CPU "isolated", "isolation.isolated", FORM_TEXT, ""},
	{CPU "nohz_full", "isolation.nohz_full", FORM_TEXT, ""},
	{"/sys/devices/virtual/workqueue/cpumask", "isolation.workqueues", FORM_TEXT, ""},
};
/* clang-format on */

/* "(null)" is how the kernel prints that there is none. */
static void take_null(struct facts *facts)
{
	const struct fact *fact = facts_get(facts, "isolation.nohz_full");

	if (fact->kind == FACT_TEXT && !strcmp(fact->text, "(null)"))
		facts_put_text(facts, fact->source, "isolation.nohz_full", "");
}

/* "managed_irq,domain,1-3": flags, then the list. */
static void put_isolcpus(struct facts *facts, const char *value)
{
	const char *list = value;

	while (*list && !isdigit((unsigned char)*list)) {
		const char *comma = strchr(list, ',');

		list = comma ? comma + 1 : "";
	}
	facts_put_text(facts, "/proc/cmdline", "isolation.isolcpus", list);
	facts_put_text(facts, "/proc/cmdline", "isolation.isolcpus_flags",
		       facts_format(facts, "%.*s",
				    (int)(list > value && *list ? list - value - 1 : 0),
				    value));
}

static void put_asked(struct facts *facts)
{
	static const struct {
		const char *parameter, *name;
	} rows[] = {
		{"cmdline.nohz_full", "isolation.nohz_full_asked"},
		{"cmdline.rcu_nocbs", "isolation.rcu_nocbs"},
		{"cmdline.irqaffinity", "isolation.irqaffinity"},
	};
	const char *isolcpus = facts_text(facts, "cmdline.isolcpus", NULL);

	if (!facts_known(facts, "cmdline.line"))
		return;
	put_isolcpus(facts, isolcpus ? isolcpus : "");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		facts_put_text(facts, "/proc/cmdline", rows[i].name,
			       facts_text(facts, rows[i].parameter, ""));
}

/* Without /sys the log still says which CPUs have no tick. */
static void put_by_log(struct facts *facts, const struct setup *setup)
{
	static const char words[] = "NO_HZ: Full dynticks CPUs: ";
	const char *log = log_last_boot(setup);
	const char *at = log ? strstr(log, words) : NULL;

	if (!at || facts_known(facts, "isolation.nohz_full"))
		return;
	at += strlen(words);
	facts_put_text(facts, "dmesg", "isolation.nohz_full",
		       facts_format(facts, "%.*s", (int)strcspn(at, ".\n"), at));
}

void facts_topic_isolation(struct facts *facts, const struct setup *setup)
{
	facts_put_files(facts, setup, files, sizeof(files) / sizeof(files[0]));
	take_null(facts);
	put_asked(facts);
	put_by_log(facts, setup);
}
