/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Counters of disturbances: a table of what there is, and one function for each file that
 * tells. Each file is read once per reading, whatever the number of CPUs.
 */
#include "sys/counters.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "sys/cgroup.h"
#include "sys/clock.h"

const char *const counter_scope_names[] = {
	[SCOPE_CPU] = "cpu",
	[SCOPE_STREAM] = "stream",
	[SCOPE_MACHINE] = "machine",
};

const struct counter_row counter_rows[COUNTERS] = {
	[COUNTER_STEAL] = {"steal", "ns", SCOPE_CPU, true,
			   "/proc/stat has no steal column"},
	[COUNTER_INTERRUPTS] = {"interrupts", "count", SCOPE_CPU, true,
				"/proc/interrupts is not readable"},
	[COUNTER_TIMER_INTERRUPTS] = {"timer_interrupts", "count", SCOPE_CPU, true,
				      "/proc/interrupts names no timer"},
	[COUNTER_IPIS] = {"ipis", "count", SCOPE_CPU, true,
			  "/proc/interrupts lists no inter-processor interrupts"},
	[COUNTER_THERMAL_THROTTLE] = {"thermal_throttle", "count", SCOPE_CPU, true,
				      "the kernel has no thermal_throttle counters here"},
	[COUNTER_SMI] = {"smi", "count", SCOPE_CPU, false,
			 "needs an Intel processor, root and the msr module"},
	[COUNTER_MINOR_FAULTS] = {"minor_faults", "count", SCOPE_STREAM, true,
				  "/proc/self/task is not readable"},
	[COUNTER_MAJOR_FAULTS] = {"major_faults", "count", SCOPE_STREAM, true,
				  "/proc/self/task is not readable"},
	[COUNTER_VOLUNTARY_SWITCHES] = {"voluntary_switches", "count", SCOPE_STREAM, true,
					"/proc/self/task is not readable"},
	[COUNTER_INVOLUNTARY_SWITCHES] = {"involuntary_switches", "count", SCOPE_STREAM,
					  true, "/proc/self/task is not readable"},
	[COUNTER_CPU_TIME] = {"cpu_time", "ns", SCOPE_STREAM, true,
			      "the kernel has no schedstat"},
	[COUNTER_CONTEXT_SWITCHES] = {"context_switches", "count", SCOPE_MACHINE, true,
				      "/proc/stat is not readable"},
	[COUNTER_FORKS] = {"forks", "count", SCOPE_MACHINE, true,
			   "/proc/stat is not readable"},
	[COUNTER_CGROUP_THROTTLED] = {"cgroup_throttled", "count", SCOPE_MACHINE, true,
				      "no CPU limit is visible for this control group"},
	[COUNTER_RECORDER_CPU] = {"recorder_cpu", "ns", SCOPE_MACHINE, true,
				  "no CPU-time clock"},
};

struct counters {
	struct root root;
	uint32_t cpu_count, tid_count, first[COUNTERS + 1];
	int *cpus;
	pid_t *tids;
	int64_t *values;
	struct str text;
	char cgroup_path[512]; /* of cpu.stat; "" when there is none */
	int64_t tick_ns;
	bool smi_possible;
};

static void set(struct counters *counters, enum counter_id id, uint32_t instance,
		int64_t value)
{
	counters->values[counters->first[id] + instance] = value;
}

static void add(struct counters *counters, enum counter_id id, uint32_t instance,
		int64_t value)
{
	int64_t *place = &counters->values[counters->first[id] + instance];

	*place = *place == COUNTER_UNKNOWN ? value : *place + value;
}

/* Among the CPUs that we count for; -1: not one of them. */
static int index_of_cpu(const struct counters *counters, int cpu)
{
	int from = 0, to = (int)counters->cpu_count;

	while (from < to) {
		int middle = (from + to) / 2;

		if (counters->cpus[middle] == cpu)
			return middle;
		if (counters->cpus[middle] < cpu)
			from = middle + 1;
		else
			to = middle;
	}
	return -1;
}

/* The number that is word i, 0 and up, of the line at `at`. false: it has none there. */
static bool word_number(const char *at, int i, int64_t *value)
{
	char *end;

	for (; i > 0; i--) {
		at += strspn(at, " ");
		at += strcspn(at, " \n");
	}
	at += strspn(at, " ");
	*value = strtoll(at, &end, 10);
	return *at != '\n' && end > at;
}

/* "cpuN user nice system idle iowait irq softirq steal ..." in ticks. */
static void read_stat_cpu(struct counters *counters, const char *line)
{
	int64_t cpu, steal_ticks;
	int index;

	/* "cpu " is the sum. */
	if (!str_starts(line, "cpu") || line[3] == ' ' ||
	    !word_number(line + 3, 0, &cpu) || !word_number(line, 8, &steal_ticks) ||
	    (index = index_of_cpu(counters, (int)cpu)) < 0)
		return;
	set(counters, COUNTER_STEAL, (uint32_t)index, steal_ticks * counters->tick_ns);
}

static const char *next_line(const char *line)
{
	const char *end = strchr(line, '\n');

	return end ? end + 1 : line + strlen(line);
}

static void read_stat(struct counters *counters)
{
	if (root_read(&counters->root, &counters->text, "/proc/stat") < 0)
		return;
	for (const char *line = str_text(&counters->text); *line;
	     line = next_line(line)) {
		int64_t value;

		read_stat_cpu(counters, line);
		if (str_starts(line, "ctxt ") && word_number(line, 1, &value))
			set(counters, COUNTER_CONTEXT_SWITCHES, 0, value);
		if (str_starts(line, "processes ") && word_number(line, 1, &value))
			set(counters, COUNTER_FORKS, 0, value);
	}
}

/* Which counter a row of /proc/interrupts belongs to besides the sum; COUNTERS: none. */
static enum counter_id kind_of_interrupt(const char *name, const char *description)
{
	static const struct {
		const char *start;
		enum counter_id id;
	} names[] = {
		{"LOC:", COUNTER_TIMER_INTERRUPTS}, /* x86 */
		{"RES:", COUNTER_IPIS},
		{"CAL:", COUNTER_IPIS},
		{"TLB:", COUNTER_IPIS},
		{"IPI", COUNTER_IPIS}, /* arm, arm64, riscv */
	};
	size_t length = strcspn(description, "\n");

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (str_starts(name, names[i].start))
			return names[i].id;
	/* "arch_timer", "twd", "riscv-timer": the per-CPU timers of the other machines. */
	for (size_t i = 0; i + 5 <= length; i++)
		if (!memcmp(description + i, "timer", 5) ||
		    !memcmp(description + i, "twd", 3))
			return COUNTER_TIMER_INTERRUPTS;
	return COUNTERS;
}

/* Reads one row: name, a column for each online CPU, description. */
static void read_interrupt_row(struct counters *counters, const char *line,
			       const int *columns, uint32_t column_count, int64_t *row)
{
	const char *name = line + strspn(line, " ");
	const char *at = strchr(name, ':');
	enum counter_id kind;
	uint32_t have = 0;
	char *end;

	if (!at || at > name + strcspn(name, "\n"))
		return;
	for (at++; have < column_count; have++) {
		at += strspn(at, " ");
		if (*at < '0' || *at > '9')
			break;
		row[have] = strtoll(at, &end, 10);
		at = end;
	}
	kind = kind_of_interrupt(name, at);
	/* Rows such as ERR and MIS have one column that is no CPU's. */
	for (uint32_t i = 0; have == column_count && i < have; i++) {
		if (columns[i] < 0)
			continue;
		add(counters, COUNTER_INTERRUPTS, (uint32_t)columns[i], row[i]);
		if (kind != COUNTERS)
			add(counters, kind, (uint32_t)columns[i], row[i]);
	}
}

/*
 * "           CPU0       CPU2": which CPU each column is; columns may be NULL. Returns how
 * many there are.
 */
static uint32_t read_interrupt_columns(const struct counters *counters, const char *line,
				       int *columns)
{
	const char *end = line + strcspn(line, "\n");
	uint32_t count = 0;

	for (const char *at = strstr(line, "CPU"); at && at < end;
	     at = strstr(at + 3, "CPU"), count++)
		if (columns)
			columns[count] = index_of_cpu(counters, atoi(at + 3));
	return count;
}

static void read_interrupts(struct counters *counters)
{
	CLEANUP(scope_free) int *columns = NULL;
	CLEANUP(scope_free) int64_t *row = NULL;
	const char *line;
	uint32_t column_count;

	if (root_read(&counters->root, &counters->text, "/proc/interrupts") < 0)
		return;
	line = str_text(&counters->text);
	column_count = read_interrupt_columns(counters, line, NULL);
	columns = mem_alloc(column_count * sizeof(*columns));
	row = mem_alloc(column_count * sizeof(*row));
	read_interrupt_columns(counters, line, columns);
	for (line = next_line(line); *line; line = next_line(line))
		read_interrupt_row(counters, line, columns, column_count, row);
}

static void read_thermal(struct counters *counters)
{
	for (uint32_t i = 0; i < counters->cpu_count; i++) {
		int64_t value;

		if (!root_read_integer(&counters->root, &value,
				       "/sys/devices/system/cpu/cpu%d/thermal_throttle/"
				       "core_throttle_count",
				       counters->cpus[i]))
			set(counters, COUNTER_THERMAL_THROTTLE, i, value);
	}
}

/* MSR_SMI_COUNT, Intel SDM volume 4. Reading it interrupts the CPU that it belongs to. */
static void read_smi(struct counters *counters)
{
	enum { MSR_SMI_COUNT = 0x34 };
	char path[64];

	for (uint32_t i = 0; counters->smi_possible && i < counters->cpu_count; i++) {
		uint64_t value;

		snprintf(path, sizeof(path), "/dev/cpu/%d/msr", counters->cpus[i]);
		CLEANUP(scope_close) int fd = root_open(&counters->root, O_RDONLY, path);

		if (fd >= 0 &&
		    pread(fd, &value, sizeof(value), MSR_SMI_COUNT) == sizeof(value))
			set(counters, COUNTER_SMI, i, (int64_t)(value & UINT32_MAX));
	}
}

/* proc(5): fields 10 and 12 of stat; the name in field 2 may hold spaces. */
static void read_thread_stat(struct counters *counters, uint32_t i)
{
	int64_t minor, major;
	const char *rest;

	if (root_read(&counters->root, &counters->text, "/proc/%d/task/%d/stat",
		      (int)counters->tids[i], (int)counters->tids[i]) < 0)
		return;
	rest = strrchr(str_text(&counters->text), ')');
	if (!rest || !word_number(rest + 1, 10 - 3, &minor) ||
	    !word_number(rest + 1, 12 - 3, &major))
		return;
	set(counters, COUNTER_MINOR_FAULTS, i, minor);
	set(counters, COUNTER_MAJOR_FAULTS, i, major);
}

static void read_thread_status(struct counters *counters, uint32_t i)
{
	static const struct {
		const char *key;
		enum counter_id id;
	} lines[] = {
		{"\nvoluntary_ctxt_switches:", COUNTER_VOLUNTARY_SWITCHES},
		{"\nnonvoluntary_ctxt_switches:", COUNTER_INVOLUNTARY_SWITCHES},
	};

	if (root_read(&counters->root, &counters->text, "/proc/%d/task/%d/status",
		      (int)counters->tids[i], (int)counters->tids[i]) < 0)
		return;
	for (size_t k = 0; k < sizeof(lines) / sizeof(lines[0]); k++) {
		const char *at = strstr(str_text(&counters->text), lines[k].key);

		if (at)
			set(counters, lines[k].id, i, atoll(at + strlen(lines[k].key)));
	}
}

static void read_threads(struct counters *counters)
{
	for (uint32_t i = 0; i < counters->tid_count; i++) {
		int64_t value;

		if (!counters->tids[i])
			continue;
		read_thread_stat(counters, i);
		read_thread_status(counters, i);
		if (root_read(&counters->root, &counters->text,
			      "/proc/%d/task/%d/schedstat", (int)counters->tids[i],
			      (int)counters->tids[i]) == 0) {
			value = atoll(str_text(&counters->text));
			set(counters, COUNTER_CPU_TIME, i, value);
		}
	}
}

static void read_cgroup(struct counters *counters)
{
	const char *at;

	if (!counters->cgroup_path[0] ||
	    root_read(&counters->root, &counters->text, "%s", counters->cgroup_path) < 0)
		return;
	at = strstr(str_text(&counters->text), "nr_throttled ");
	if (at)
		set(counters, COUNTER_CGROUP_THROTTLED, 0, atoll(at + 13));
}

static void read_recorder(struct counters *counters)
{
	int64_t cpu_ns = clock_read_ns(CLOCK_THREAD_CPUTIME_ID);

	if (cpu_ns >= 0)
		set(counters, COUNTER_RECORDER_CPU, 0, cpu_ns);
}

static const struct {
	void (*read)(struct counters *counters);
	bool per_slice;
} sources[] = {
	{read_stat, true},    {read_interrupts, true}, {read_thermal, true},
	{read_threads, true}, {read_cgroup, true},     {read_recorder, true},
	{read_smi, false},
};

void counters_read(struct counters *counters, bool whole_run)
{
	for (int id = 0; id < COUNTERS; id++)
		if (counter_rows[id].per_slice || whole_run)
			for (uint32_t i = counters->first[id];
			     i < counters->first[id + 1]; i++)
				counters->values[i] = COUNTER_UNKNOWN;
	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++)
		if (sources[i].per_slice || whole_run)
			sources[i].read(counters);
}

static void find_cgroup(struct counters *counters)
{
	char folder[256];

	if (cgroup_find(&counters->root, "cpu", folder, sizeof(folder)) ||
	    cgroup_find(&counters->root, "", folder, sizeof(folder)))
		snprintf(counters->cgroup_path, sizeof(counters->cgroup_path),
			 "%s/cpu.stat", folder);
}

uint32_t counters_instances(const struct counters *counters, enum counter_id id)
{
	switch (counter_rows[id].scope) {
	case SCOPE_CPU:
		return counters->cpu_count;
	case SCOPE_STREAM:
		return counters->tid_count;
	case SCOPE_MACHINE:
		return 1;
	}
	return 0;
}

static void copy_cpus(struct counters *counters, const struct cpuset *cpus)
{
	counters->cpus = mem_alloc(sizeof(int) * (size_t)cpuset_count(cpus));
	for (int cpu = cpuset_next(cpus, 0); cpu >= 0; cpu = cpuset_next(cpus, cpu + 1))
		counters->cpus[counters->cpu_count++] = cpu;
}

struct counters *counters_open(const struct root *root, const struct cpuset *cpus,
			       const pid_t *tids, uint32_t tid_count)
{
	struct counters *counters = mem_alloc(sizeof(*counters));

	counters->root = *root;
	counters->tick_ns = CLOCK_NS_PER_S / sysconf(_SC_CLK_TCK);
	copy_cpus(counters, cpus);
	counters->tid_count = tid_count;
	counters->tids = mem_alloc(sizeof(*tids) * tid_count);
	if (tid_count)
		memcpy(counters->tids, tids, sizeof(*tids) * tid_count);
	for (int id = 0; id < COUNTERS; id++)
		counters->first[id + 1] =
			counters->first[id] +
			counters_instances(counters, (enum counter_id)id);
	counters->values = mem_alloc(sizeof(int64_t) * counters->first[COUNTERS]);
	counters->smi_possible = !root_read(root, &counters->text, "/proc/cpuinfo") &&
				 strstr(str_text(&counters->text), "GenuineIntel");
	find_cgroup(counters);
	return counters;
}

void counters_close(struct counters *counters)
{
	if (!counters)
		return;
	str_free(&counters->text);
	free(counters->cpus);
	free(counters->tids);
	free(counters->values);
	free(counters);
}

int64_t counters_get(const struct counters *counters, enum counter_id id,
		     uint32_t instance)
{
	return counters->values[counters->first[id] + instance];
}
