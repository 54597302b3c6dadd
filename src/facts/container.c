/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What this process may use: control groups of both versions, its CPUs, its limits. The
 * tightest limit on the way up to the root counts, as it does for the kernel.
 */
#include <string.h>

#include "base/str.h"
#include "facts/files.h"
#include "facts/topics.h"
#include "facts/value.h"

static const char own_group[] = "/proc/self/cgroup";

/* What one file of a control group says about CPU time. */
struct quota {
	const char *path;
	int64_t quota_us, period_us; /* quota < 0: no limit */
};

/*
 * The line "ID:controllers:/path" with this controller; for version 2 "" stands for it.
 * NULL: there is none.
 */
static const char *group_of(struct facts *facts, const struct setup *setup,
			    const char *controller)
{
	const char *at = setup_text(setup, own_group), *line;

	while ((line = facts_next_line(facts, &at))) {
		const char *names = strchr(line, ':');
		const char *path = names ? strchr(names + 1, ':') : NULL;
		size_t length = strlen(controller);

		if (!path)
			continue;
		for (const char *name = names + 1; name <= path; name++) {
			size_t have = strcspn(name, ",:");

			if (have == length && !strncmp(name, controller, length))
				return path[1] == '/' && !path[2] ? "" : path + 1;
			name += have;
			if (*name == ':')
				break;
		}
	}
	return NULL;
}

/* The group above: cuts the last part of the path off; false at the root. */
static bool go_up(struct str *path)
{
	char *slash = path->length ? strrchr(path->text, '/') : NULL;

	if (slash)
		*slash = '\0';
	return slash;
}

static bool is_tighter(const struct quota *a, const struct quota *b)
{
	if (a->quota_us < 0 || a->period_us <= 0)
		return false;
	return b->quota_us < 0 || (double)a->quota_us / (double)a->period_us <
					  (double)b->quota_us / (double)b->period_us;
}

/* "max 100000" or "50000 100000" of cpu.max. */
static bool read_cpu_max(struct facts *facts, const struct setup *setup,
			 const char *group, struct quota *quota)
{
	const char *line;

	quota->path = facts_format(facts, "/sys/fs/cgroup%s/cpu.max", group);
	line = facts_line_of(facts, setup, quota->path);
	quota->quota_us = -1;
	if (!line)
		return false;
	facts_number(strchr(line, ' '), &quota->period_us);
	if (!str_starts(line, "max"))
		facts_number(line, &quota->quota_us);
	return true;
}

/* Version 1 has the same in two files, below a folder of one of two names. */
static bool read_cfs_quota(struct facts *facts, const struct setup *setup,
			   const char *group, struct quota *quota)
{
	static const char *const folders[] = {"cpu,cpuacct", "cpu"};

	for (size_t i = 0; i < 2; i++) {
		const char *folder =
			facts_format(facts, "/sys/fs/cgroup/%s%s", folders[i], group);

		quota->path = facts_format(facts, "%s/cpu.cfs_quota_us", folder);
		if (!facts_number(facts_line_of(facts, setup, quota->path),
				  &quota->quota_us))
			continue;
		facts_number(facts_line_of(facts, setup,
					   facts_format(facts, "%s/cpu.cfs_period_us",
							folder)),
			     &quota->period_us);
		return true;
	}
	return false;
}

static void put_quota(struct facts *facts, const struct quota *quota)
{
	bool limited = quota->quota_us >= 0;

	facts_put_bool(facts, quota->path, "container.cpu.limited", limited);
	if (!limited)
		return;
	facts_put_integer(facts, quota->path, "container.cpu.quota", quota->quota_us,
			  "us");
	facts_put_integer(facts, quota->path, "container.cpu.period", quota->period_us,
			  "us");
}

static void put_cpu_limit(struct facts *facts, const struct setup *setup)
{
	const char *two = group_of(facts, setup, "");
	const char *one = group_of(facts, setup, "cpu");
	CLEANUP(str_free) struct str group = {0};
	struct quota tightest = {.quota_us = -1}, quota = {0};
	bool any = false, is_two = !one;
	const char *missing = NULL;

	if (!one && !two) {
		facts_put_missing(facts, setup, own_group, "container.cpu.limited");
		return;
	}
	str_add(&group, one ? one : two);
	do {
		if (!(is_two ? read_cpu_max(facts, setup, str_text(&group), &quota)
			     : read_cfs_quota(facts, setup, str_text(&group), &quota))) {
			/* Above a group with such a file each has one, but for the root. */
			if (any && str_text(&group)[0] && !missing)
				missing = quota.path;
			continue;
		}
		if (!any || is_tighter(&quota, &tightest))
			tightest = quota;
		any = true;
	} while (go_up(&group));
	if (missing && tightest.quota_us < 0)
		facts_put_missing(facts, setup, missing, "container.cpu.limited");
	else if (any)
		put_quota(facts, &tightest);
	else
		facts_put_unknown(facts, own_group, "container.cpu.limited",
				  "no file of its control group tells");
}

static void put_group(struct facts *facts, const struct setup *setup)
{
	static const struct facts_row rows[] = {
		{"nr_throttled", "container.cpu.throttled", "count"},
		{"nr_periods", "container.cpu.periods", "count"},
	};
	const char *group = group_of(facts, setup, "");
	const char *folder;

	if (!group)
		return;
	facts_put_text(facts, own_group, "container.group", *group ? group : "/");
	folder = facts_format(facts, "/sys/fs/cgroup%s", group);
	facts_put_rows(facts, setup, facts_format(facts, "%s/cpu.stat", folder), rows, 2);
	facts_put_files(facts, setup,
			(const struct facts_file[]){
				{facts_format(facts, "%s/cpuset.cpus.effective", folder),
				 "container.cpus", FORM_TEXT},
				{facts_format(facts, "%s/cpuset.cpus.partition", folder),
				 "container.partition", FORM_TEXT},
				{facts_format(facts, "%s/memory.max", folder),
				 "container.memory.max", FORM_TEXT},
				{facts_format(facts, "%s/memory.high", folder),
				 "container.memory.high", FORM_TEXT},
			},
			4);
}

/* "Max locked memory         65536                65536                bytes". */
static void put_limit(struct facts *facts, const struct setup *setup, const char *row,
		      const char *name, const char *unit)
{
	static const char path[] = "/proc/self/limits";
	const char *text = setup_text(setup, path);
	const char *value = text ? facts_value(facts, text, row) : NULL;
	int64_t number;

	if (value && str_starts(value, "unlimited"))
		facts_put_text(facts, path, name, "unlimited");
	else if (facts_number(value, &number))
		facts_put_integer(facts, path, name, number, unit);
	else
		facts_put_missing(facts, setup, path, name);
}

static void put_process(struct facts *facts, const struct setup *setup)
{
	static const char path[] = "/proc/self/status";
	static const struct facts_row rows[] = {
		{"Seccomp", "process.seccomp", ""},
		{"VmLck", "process.locked", "KiB"},
	};
	const char *text = setup_text(setup, path);
	const char *cpus = text ? facts_value(facts, text, "Cpus_allowed_list") : NULL;

	facts_put_rows(facts, setup, path, rows, 2);
	if (cpus)
		facts_put_text(facts, path, "process.cpus", cpus);
	else
		facts_put_missing(facts, setup, path, "process.cpus");
	put_limit(facts, setup, "Max locked memory", "process.limit.locked", "bytes");
	put_limit(facts, setup, "Max realtime priority", "process.limit.priority", "");
	put_limit(facts, setup, "Max realtime timeout", "process.limit.rt_time", "us");
}

/* Files that only containers have, and names of groups that managers of them give. */
static void put_kind(struct facts *facts, const struct setup *setup)
{
	static const char *const signs[] = {"docker", "kubepods", "libpod", "lxc",
					    "containerd"};
	const char *text = setup_text(setup, own_group);
	const char *told = facts_line_of(facts, setup, "/run/systemd/container");

	if (told && *told)
		facts_put_text(facts, "/run/systemd/container", "container.kind", told);
	else if (setup_text(setup, "/.dockerenv"))
		facts_put_text(facts, "/.dockerenv", "container.kind", "docker");
	else if (setup_text(setup, "/run/.containerenv"))
		facts_put_text(facts, "/run/.containerenv", "container.kind", "podman");
	for (size_t i = 0; text && i < sizeof(signs) / sizeof(signs[0]); i++)
		if (strstr(text, signs[i]) && !facts_known(facts, "container.kind"))
			facts_put_text(facts, own_group, "container.kind", signs[i]);
}

void facts_topic_container(struct facts *facts, const struct setup *setup)
{
	put_kind(facts, setup);
	put_group(facts, setup);
	put_cpu_limit(facts, setup);
	put_process(facts, setup);
}
