/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The scheduler's own settings: throttling, the fair server, watchdogs, budgets of groups. */
#include <string.h>

#include "base/str.h"
#include "facts/files.h"
#include "facts/log.h"
#include "facts/topics.h"

#define KERNEL "/proc/sys/kernel/"

/* clang-format off */
static const struct facts_file files[] = {
	{KERNEL "sched_rt_runtime_us", "sched.rt_runtime_us", FORM_INTEGER, "us"},
	{KERNEL "sched_rt_period_us", "sched.rt_period_us", FORM_INTEGER, "us"},
	{KERNEL "nmi_watchdog", "watchdog.nmi", FORM_BOOL, ""},
	{KERNEL "watchdog", "watchdog.on", FORM_BOOL, ""},
	{KERNEL "soft_watchdog", "watchdog.soft", FORM_BOOL, ""},
	{KERNEL "watchdog_cpumask", "watchdog.cpus", FORM_TEXT, ""},
	{KERNEL "watchdog_thresh", "watchdog.threshold_s", FORM_INTEGER, ""},
	{KERNEL "sched_autogroup_enabled", "sched.autogroup", FORM_BOOL, ""},
	{"/sys/kernel/debug/sched/features", "sched.features", FORM_TEXT, ""},
	{"/sys/kernel/debug/sched/fair_server/cpu#/runtime", "cpu.*.fair_server_ns", FORM_INTEGER, "ns"},
};
/* clang-format on */

/* No such line: of a log that is not all there, that says nothing. */
static void put_not_throttled(struct facts *facts, const struct setup *setup)
{
	struct log_line gap;
	const char *missing = log_missing(setup, &gap);

	if (missing)
		facts_put_unknown(facts, "dmesg", "sched.throttled", missing);
	else
		facts_put_bool(facts, "dmesg", "sched.throttled", false);
}

/* Lines of the log that say that real-time tasks were stopped for their budget. */
static void put_throttled(struct facts *facts, const struct setup *setup)
{
	static const char words[] = "RT throttling activated";
	const char *log = log_last_boot(setup);
	const char *at = log ? strstr(log, words) : NULL, *begin = at;

	if (!log) {
		facts_put_unknown(facts, "dmesg", "sched.throttled", "no log");
		return;
	}
	if (!at) {
		put_not_throttled(facts, setup);
		return;
	}
	facts_put_bool(facts, "dmesg", "sched.throttled", true);
	while (begin > log && begin[-1] != '\n')
		begin--;
	facts_put_text(facts, "dmesg", "sched.throttled.line",
		       facts_format(facts, "%.*s", (int)strcspn(begin, "\n"), begin));
}

/* "4:cpu,cpuacct:/user.slice": the path of the group that has the cpu controller. */
static const char *cpu_group(struct facts *facts, const char *text)
{
	const char *line;

	while ((line = facts_next_line(facts, &text))) {
		const char *list = strchr(line, ':');
		const char *path = list ? strchr(list + 1, ':') : NULL;

		if (!path)
			continue;
		for (const char *at = list + 1; at < path; at += strcspn(at, ",:") + 1)
			if (str_starts(at, "cpu") && (at[3] == ',' || at[3] == ':'))
				return path + 1;
	}
	return NULL;
}

static const char *const group_roots[] = {"/sys/fs/cgroup/cpu",
					  "/sys/fs/cgroup/cpu,cpuacct",
					  "/dev/cgroup/cpu"};

static const struct setup_file *budget_file(struct facts *facts,
					    const struct setup *setup, const char *group)
{
	for (size_t i = 0; i < sizeof(group_roots) / sizeof(group_roots[0]); i++) {
		const char *path =
			facts_format(facts, "%s%s/cpu.rt_runtime_us", group_roots[i],
				     strcmp(group, "/") ? group : "");
		const struct setup_file *file = setup_find(setup, path);

		if (file && !file->error)
			return file;
	}
	return NULL;
}

/* Of each process whose group was read: that group, and how much it may use. */
static void put_budgets(struct facts *facts, const struct setup *setup)
{
	const struct setup_file *file;
	size_t at = 0;

	while ((file = setup_next(setup, "/proc/*/cgroup", &at))) {
		const char *process =
			facts_format(facts, "%.*s", (int)strcspn(file->path + 6, "/"),
				     file->path + 6);
		const char *group = file->error ? NULL : cpu_group(facts, file->text);
		const struct setup_file *budget =
			group ? budget_file(facts, setup, group) : NULL;
		struct facts_file row = {.form = FORM_INTEGER, .unit = "us"};

		if (!group)
			continue;
		facts_put_text(facts, file->path,
			       facts_format(facts, "rt_group.%s.path", process), group);
		row.name = facts_format(facts, "rt_group.%s.runtime_us", process);
		row.path = budget ? budget->path : "cpu.rt_runtime_us";
		facts_put_files(facts, setup, &row, 1);
	}
}

void facts_topic_sched(struct facts *facts, const struct setup *setup)
{
	facts_put_files(facts, setup, files, sizeof(files) / sizeof(files[0]));
	put_throttled(facts, setup);
	put_budgets(facts, setup);
}
