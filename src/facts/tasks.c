/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Real-time tasks, and what processes may do: from the list that a capture makes
 * (/whylate/rt-tasks: "pid tid ppid policy priority allowed-cpus comm"), from /proc/PID of a
 * collected tree, or, where neither is there, from what ps printed.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "facts/files.h"
#include "facts/task.h"
#include "facts/topics.h"

enum { KTHREADD = 2 };

void task_put(struct facts *facts, const char *source, const struct task *task)
{
	const struct {
		const char *rest, *text;
	} texts[] = {
		{"comm", task->comm},
		{"policy", task->policy},
		{"cpus", task->cpus},
	};
	const char *name = facts_format(facts, "task.%ld", task->tid);

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		facts_put_text(facts, source,
			       facts_format(facts, "%s.%s", name, texts[i].rest),
			       texts[i].text);
	facts_put_integer(facts, source, facts_format(facts, "%s.priority", name),
			  task->priority, "");
	facts_put_integer(facts, source, facts_format(facts, "%s.pid", name), task->pid,
			  "");
	facts_put_bool(facts, source, facts_format(facts, "%s.is_kernel", name),
		       task->is_kernel || task->pid == KTHREADD);
}

/* "fifo" or 1, as the list has it. */
static const char *policy_name(const char *word)
{
	static const char *const names[] = {"other", "fifo", "rr",      "batch",
					    "",      "idle", "deadline"};

	if (isdigit((unsigned char)*word) && *word - '0' < 7)
		return names[*word - '0'];
	return word;
}

static bool put_listed(struct facts *facts, const struct setup *setup)
{
	static const char path[] = SETUP_ASKED "rt-tasks";
	const char *at = setup_text(setup, path), *line;

	if (!at)
		return false;
	while ((line = facts_next_line(facts, &at))) {
		char policy[16], cpus[1024];
		struct task task = {.policy = policy, .cpus = cpus};
		long parent;
		int comm = 0;

		if (sscanf(line, "%ld %ld %ld %15s %ld %1023s %n", &task.pid, &task.tid,
			   &parent, policy, &task.priority, cpus, &comm) < 6)
			continue;
		task.is_kernel = parent == KTHREADD;
		task.policy = policy_name(policy);
		task.comm = comm ? line + comm : "";
		task.cpus = strcmp(cpus, "-") ? cpus : "";
		task_put(facts, path, &task);
	}
	return true;
}

/*
 * proc(5): the name in parentheses is field 2 and may hold anything, so that the fields are
 * counted from the last ")". 4: parent, 40: priority, 41: policy.
 */
static bool parse_stat(struct facts *facts, const char *text, struct task *task)
{
	const char *open = strchr(text, '('), *close = strrchr(text, ')');
	const char *at = close ? close + 1 : NULL;
	long value[42] = {0};

	if (!open || !close || close < open)
		return false;
	task->tid = strtol(text, NULL, 10);
	task->comm = facts_format(facts, "%.*s", (int)(close - open - 1), open + 1);
	for (int field = 3; field <= 41; field++) {
		at += strspn(at, " ");
		value[field] = strtol(at, NULL, 10);
		at += strcspn(at, " ");
	}
	task->is_kernel = value[4] == KTHREADD;
	task->priority = value[40];
	task->policy = value[41] < 0 || value[41] > 6
			       ? "?"
			       : policy_name((char[]){(char)('0' + value[41]), 0});
	return true;
}

static const char *allowed_cpus(struct facts *facts, const struct setup *setup,
				const char *stat_path)
{
	size_t length = strlen(stat_path) - strlen("stat");
	const char *status = setup_text(setup, facts_format(facts, "%.*sstatus",
							    (int)length, stat_path));
	const char *at = status ? strstr(status, "Cpus_allowed_list:") : NULL;

	if (!at)
		return "";
	at += strlen("Cpus_allowed_list:");
	return facts_next_line(facts, &at);
}

/* Real-time ones are kept. */
static void put_by_stat(struct facts *facts, const struct setup *setup,
			const char *pattern)
{
	const struct setup_file *file;
	size_t at = 0;

	while ((file = setup_next(setup, pattern, &at))) {
		struct task task = {0};

		if (!isdigit((unsigned char)file->path[6]) || file->error ||
		    !parse_stat(facts, file->text, &task))
			continue;
		task.pid = strtol(file->path + 6, NULL, 10);
		task.cpus = allowed_cpus(facts, setup, file->path);
		if (!strcmp(task.policy, "fifo") || !strcmp(task.policy, "rr") ||
		    !strcmp(task.policy, "deadline"))
			task_put(facts, file->path, &task);
		facts_put_text(facts, file->path,
			       facts_format(facts, "proc.%ld.policy", task.tid),
			       task.policy);
	}
}

static void put_number_behind(struct facts *facts, const struct setup_file *file,
			      const char *words, const char *name, int base)
{
	const char *at = file->error ? NULL : strstr(file->text, words);
	char *end;
	long long value;

	if (!at)
		return;
	at += strlen(words);
	at += strspn(at, " \t:");
	if (str_starts(at, "unlimited"))
		value = INT64_MAX;
	else
		value = strtoll(at, &end, base);
	facts_put_integer(facts, file->path, name, value, base == 16 ? "hex" : "");
}

/* What a process may do: rights, limits, filters of system calls. */
static void put_rights(struct facts *facts, const struct setup *setup)
{
	static const struct {
		const char *pattern, *words, *name;
		int base;
	} rows[] = {
		{"/proc/*/limits", "Max realtime priority", "rt_priority_limit", 10},
		{"/proc/*/limits", "Max locked memory", "locked_memory_limit", 10},
		{"/proc/*/status", "CapEff:", "capabilities", 16},
		{"/proc/*/status", "Seccomp:", "seccomp", 10},
		{"/proc/*/status", "VmLck:", "locked_kb", 10},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct setup_file *file;
		size_t at = 0;

		while ((file = setup_next(setup, rows[i].pattern, &at))) {
			int length = (int)strcspn(file->path + 6, "/");

			put_number_behind(facts, file, rows[i].words,
					  facts_format(facts, "proc.%.*s.%s", length,
						       file->path + 6, rows[i].name),
					  rows[i].base);
		}
	}
}

static void put_own_cpus(struct facts *facts, const struct setup *setup)
{
	const struct setup_file *file;
	size_t at = 0;

	while ((file = setup_next(setup, "/proc/*/status", &at))) {
		const char *words =
			file->error ? NULL : strstr(file->text, "Cpus_allowed_list:");
		int length = (int)strcspn(file->path + 6, "/");

		if (!words)
			continue;
		words += strlen("Cpus_allowed_list:");
		facts_put_text(facts, file->path,
			       facts_format(facts, "proc.%.*s.cpus", length,
					    file->path + 6),
			       facts_next_line(facts, &words));
	}
}

void task_put_program(struct facts *facts, const char *source, const char *comm)
{
	CLEANUP(str_free) struct str name = {0};

	str_add(&name, "program.");
	for (; *comm; comm++)
		str_add_char(&name, *comm == '.' ? '_' : *comm);
	facts_put_bool(facts, source, str_text(&name), true);
}

/* Names of all processes: a capture's list, or those of a collected tree. */
static void put_programs(struct facts *facts, const struct setup *setup)
{
	static const char path[] = SETUP_ASKED "programs";
	const char *list = setup_text(setup, path), *line;
	const struct setup_file *file;
	size_t at = 0;

	while (list && (line = facts_next_line(facts, &list)))
		task_put_program(facts, path, line);
	while ((file = setup_next(setup, "/proc/*/comm", &at))) {
		const char *text = file->text;

		line = file->error ? NULL : facts_next_line(facts, &text);
		if (line && isdigit((unsigned char)file->path[6]))
			task_put_program(facts, file->path, line);
	}
}

/* Of others than the one that looks. */
static bool has_processes(const struct setup *setup)
{
	const struct setup_file *file;
	size_t at = 0;

	while ((file = setup_next(setup, "/proc/*/stat", &at)))
		if (isdigit((unsigned char)file->path[6]))
			return true;
	return false;
}

void facts_topic_tasks(struct facts *facts, const struct setup *setup)
{
	bool listed = put_listed(facts, setup), is_told;

	put_by_stat(facts, setup, "/proc/*/stat");
	if (!listed)
		put_by_stat(facts, setup, "/proc/*/task/*/stat");
	put_rights(facts, setup);
	put_own_cpus(facts, setup);
	put_programs(facts, setup);
	is_told = listed || has_processes(setup) || task_put_ps(facts, setup);
	/* Where the kernel's own threads are not seen, in a container, others are not either. */
	listed = facts_known(facts, "program.kthreadd");
	if (is_told)
		facts_put_bool(facts, "/proc", "task.listed", listed);
	facts_put_bool(facts, "/proc", "program.listed", listed);
}
