/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about rights, other tasks and interrupts. */
#include "rule-cases.h"

#define CPU "/sys/devices/system/cpu/"
#define KTHREADD                                  \
	{                                         \
		"/whylate/programs", "kthreadd\n" \
	}
#define TASKS(rows)                                                         \
	{                                                                   \
		"/whylate/rt-tasks", "17 17 2 fifo 99 0 migration/0\n" rows \
	}
#define PROGRAMS(rows)                                          \
	{                                                       \
		"/whylate/programs", "systemd\nkthreadd\n" rows \
	}
#define NOBODY_LIMITS                                                        \
	{                                                                    \
		"/proc/self/limits",                                         \
			"Max realtime priority     0                    0\n" \
	}
#define ROOT_STATUS                                                          \
	{                                                                    \
		"/proc/self/status",                                         \
			"Name:\tx\nCapEff:\t000001ffffffffff\nSeccomp:\t0\n" \
	}
#define INTERRUPTS                                                                         \
	{                                                                                  \
		"/proc/interrupts",                                                        \
			"           CPU0       CPU1\n"                                     \
			" 24:          0         12   IR-PCI-MSI  512-edge      eth0\n"    \
			" 25:          3          0   IR-PCI-MSI  513-edge      nvme0q1\n" \
			"LOC:          5          5   Local timer interrupts\n"            \
	}
#define GROUPS(runtime)                                                                 \
	{"/boot/config-6.6.0", "CONFIG_RT_GROUP_SCHED=y\n"},                            \
		{"/proc/3365/cgroup", "4:cpu,cpuacct:/user.slice\n0::/user.slice/a\n"}, \
	{                                                                               \
		"/sys/fs/cgroup/cpu/user.slice/cpu.rt_runtime_us", runtime              \
	}

/* A run of one FIFO stream that got, or did not get, its class. */
static void add_run_with(struct rule_input *input, struct arena *arena, const char *got)
{
	struct summary_stream *stream = arena_alloc(arena, sizeof(*stream));
	struct summary *run = arena_alloc(arena, sizeof(*run));

	stream->what = (struct run_stream){.cpu = 1,
					   .period_ns = 1000000,
					   .policy = "fifo",
					   .got_policy = got,
					   .priority = 95};
	run->has_head = run->has_obtained = true;
	run->head.stream_count = 1;
	run->head.plan.priority = 95;
	run->head.plan.hold_dma_latency_us = -1;
	run->streams = stream;
	input->run = run;
}

static void add_refused(struct rule_input *input, struct arena *arena)
{
	add_run_with(input, arena, "other");
}

static void add_granted(struct rule_input *input, struct arena *arena)
{
	add_run_with(input, arena, "fifo");
}

/* clang-format off */
static const struct rule_case cases[] = {
	{"rt-group", RULE_BAD, "/user.slice|3365|cpu.rt_runtime_us 0", {GROUPS("0\n")}, .weight = RULE_CERTAIN},
	{"rt-group", RULE_OK, "has a budget", {GROUPS("50000\n")}},
	{"rt-group", RULE_OK, "no RT_GROUP_SCHED", {{"/boot/config-6.6.0", "# CONFIG_RT_GROUP_SCHED is not set\n"}}},
	{"rt-group", RULE_UNKNOWN, "no group's", {{"/boot/config-6.6.0", "CONFIG_RT_GROUP_SCHED=y\n"}}},
	{"rt-group", RULE_UNKNOWN, "extract", {{"/boot/config-6.6.0", "CONFIG_SMP=y\n"}}},

	{"rt-privilege", RULE_BAD, "no CAP_SYS_NICE|priority is 0",
	 {NOBODY_LIMITS, {"/proc/self/status", "CapEff:\t0000000000000000\n"}}},
	{"rt-privilege", RULE_OK, "000001ffffffffff", {NOBODY_LIMITS, ROOT_STATUS}},
	{"rt-privilege", RULE_OK, "up to 99",
	 {{"/proc/self/limits", "Max realtime priority     99                   99\n"},
	  {"/proc/self/status", "CapEff:\t0000000000000000\n"}}},
	{"rt-privilege", RULE_UNKNOWN, "not known", {NOBODY_LIMITS}},
	{"rt-privilege", RULE_UNKNOWN, "too many",
	 {{"/proc/12/limits", "Max realtime priority     0 0\n"}, {"/proc/13/limits", "Max realtime priority     0 0\n"}}},

	{"seccomp", RULE_BAD, "Seccomp 2|may refuse", {NOBODY_LIMITS, {"/proc/self/status", "Seccomp:\t2\n"}}, .is_note = true},
	{"seccomp", RULE_BAD, "was refused", {NOBODY_LIMITS, {"/proc/self/status", "Seccomp:\t2\n"}}, add_refused, RULE_LIKELY},
	{"seccomp", RULE_OK, "got its class", {NOBODY_LIMITS, {"/proc/self/status", "Seccomp:\t2\n"}}, add_granted},
	{"seccomp", RULE_OK, "no filter", {NOBODY_LIMITS, ROOT_STATUS}},
	{"seccomp", RULE_UNKNOWN, "known", {NOBODY_LIMITS}},

	{"task-class", RULE_BAD, "3365|SCHED_OTHER",
	 {{"/proc/3365/limits", "Max realtime priority     99 99\n"},
	  {"/proc/3365/stat", "3365 (rtapi_app) S 3360 3360 3360 0 -1 4194560 812 0 0 0 1 2 0 0 20 0 3 0 91244 1 1 1 "
	   "0 0 0 0 0 0 0 0 0 0 0 0 17 7 0 0 0\n"}}},
	{"task-class", RULE_OK, "3365 runs as fifo",
	 {{"/proc/3365/limits", "Max realtime priority     99 99\n"},
	  {"/proc/3365/stat", "3365 (a) b) S 3360 3360 3360 0 -1 4194560 812 0 0 0 1 2 0 0 -99 0 3 0 91244 1 1 1 "
	   "0 0 0 0 0 0 0 0 0 0 0 0 17 7 98 1 0\n"}}},
	{"task-class", RULE_UNKNOWN, "no task", {{CPU "online", "0\n"}}},
	{"task-class", RULE_NOT_APPLICABLE, "no single task", {NOBODY_LIMITS}},

	{"cpuset", RULE_BAD, "only CPU 0|online CPU 1-3",
	 {{CPU "online", "0-3\n"}, {"/proc/self/status", "Cpus_allowed_list:\t0\n"}}},
	/* Isolated CPUs are not in anybody's default list. */
	{"cpuset", RULE_OK, "CPU 0-1 allowed",
	 {{CPU "online", "0-3\n"}, {CPU "isolated", "2-3\n"}, {"/proc/self/status", "Cpus_allowed_list:\t0-1\n"}}},
	{"cpuset", RULE_UNKNOWN, "not known", {{CPU "online", "0-3\n"}}},

	{"task-above", RULE_BAD, "multipathd|pid 389|2 threads|rr 99|priority 95",
	 {KTHREADD, TASKS("389 389 1 rr 99 0-3 multipathd\n389 390 1 rr 99 0-3 multipathd\n71 71 2 fifo 50 0 irq/26-mmc0\n")}},
	{"task-above", RULE_BAD, "sporadic|deadline", {KTHREADD, TASKS("7 7 1 deadline 0 0-3 sporadic\n")}},
	/* The kernel's own are never a fault, nor is what cannot come to these CPUs. */
	{"task-above", RULE_OK, "95 or more on isolated",
	 {{CPU "isolated", "2\n"}, KTHREADD, TASKS("389 389 1 rr 99 0-1 multipathd\n500 500 1 fifo 80 0-3 app\n")}},
	/* In a container nobody but its own is seen. */
	{"task-above", RULE_UNKNOWN, "not listed", {{"/whylate/programs", "sh\n"}, {"/whylate/rt-tasks", ""}}},
	{"task-above", RULE_UNKNOWN, "not listed", {{CPU "isolated", "2\n"}}},

	{"irq-threads", RULE_BAD, "app (10)", {KTHREADD, TASKS("500 500 1 fifo 10 0-3 app\n")}, .is_note = true},
	{"irq-threads", RULE_OK, "no real-time task", {KTHREADD, TASKS("500 500 1 fifo 80 0-3 app\n")}},
	{"irq-threads", RULE_UNKNOWN, "not listed", {{CPU "online", "0\n"}}},

	{"stalld", RULE_BAD, "is running", {PROGRAMS("stalld\n")}, .is_note = true},
	{"stalld", RULE_OK, "not running", {PROGRAMS("")}},
	{"stalld", RULE_UNKNOWN, "not known", {{CPU "online", "0\n"}}},

	{"firmware-updater", RULE_BAD, "is running", {PROGRAMS("fwupd\n")}},
	{"firmware-updater", RULE_OK, "not running", {PROGRAMS("")}},
	{"firmware-updater", RULE_UNKNOWN, "not known", {{CPU "online", "0\n"}}},

	{"irqbalance", RULE_BAD, "is running", {PROGRAMS("irqbalance\n")}},
	{"irqbalance", RULE_OK, "not running", {PROGRAMS("")}},
	{"irqbalance", RULE_OK, "not running", {{"/proc/2/comm", "kthreadd\n"}}},
	{"irqbalance", RULE_UNKNOWN, "not known", {{"/proc/3365/comm", "rtapi_app\n"}}},

	{"irq-affinity", RULE_BAD, "1 interrupts|24|eth0|isolated",
	 {{CPU "online", "0-1\n"}, {CPU "isolated", "1\n"}, INTERRUPTS, {"/proc/irq/24/smp_affinity_list", "0-1\n"},
	  {"/proc/irq/24/effective_affinity_list", "1\n"}, {"/proc/irq/25/smp_affinity_list", "0\n"}},
	 .weight = RULE_LIKELY, .advice = "echo 0 > /proc/irq/N/smp_affinity_list"},
	{"irq-affinity", RULE_BAD, "no CPU is set aside",
	 {{CPU "online", "0-1\n"}, INTERRUPTS, {"/proc/irq/24/smp_affinity_list", "0-1\n"}}, .is_note = true},
	{"irq-affinity", RULE_OK, "isolated CPU 1",
	 {{CPU "online", "0-1\n"}, {CPU "isolated", "1\n"}, INTERRUPTS, {"/proc/irq/24/smp_affinity_list", "0\n"}}},
	{"irq-affinity", RULE_UNKNOWN, "/proc/irq", {{CPU "online", "0-1\n"}, {CPU "isolated", "1\n"}}},

	{"managed-irq", RULE_BAD, "without managed_irq|nvme0q1",
	 {{CPU "isolated", "1\n"}, INTERRUPTS, {"/proc/irq/25/smp_affinity_list", "1\n"}, {"/proc/cmdline", "isolcpus=1\n"}}},
	{"managed-irq", RULE_OK, "managed_irq,domain", {{CPU "isolated", "1\n"}, {"/proc/cmdline", "isolcpus=managed_irq,domain,1\n"}}},
	{"managed-irq", RULE_OK, "no device has a queue",
	 {{CPU "isolated", "1\n"}, INTERRUPTS, {"/proc/irq/24/smp_affinity_list", "1\n"}}},
	{"managed-irq", RULE_UNKNOWN, "no interrupt's", {{CPU "isolated", "1\n"}}},
	{"managed-irq", RULE_NOT_APPLICABLE, "no CPU is isolated", {{CPU "isolated", "\n"}}},
	{0},
};
/* clang-format on */

static const struct rule_cannot cannot[] = {
	{0},
};

const struct rule_case_table rule_cases_tasks = {cases, cannot};
