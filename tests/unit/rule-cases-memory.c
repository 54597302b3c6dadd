/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about memory, the kernel's own work, debugging and printing. */
#include <string.h>

#include "rule-cases.h"

#define NOT(option) "# CONFIG_" option " is not set\n"
#define BEGIN "[    0.000000] Linux version 6.1.0\n"
#define START BEGIN "[    1.200000] Freeing unused kernel image (initmem) memory: 2048K\n"
#define PART "[  400.000000] other\n"
#define VM "/proc/sys/vm/"
#define ISOLATED                                            \
	{                                                   \
		"/sys/devices/system/cpu/isolated", "2-3\n" \
	}
#define ONLINE                                            \
	{                                                 \
		"/sys/devices/system/cpu/online", "0-3\n" \
	}

static struct summary *empty_run(struct rule_input *input, struct arena *arena)
{
	struct summary *run = arena_alloc(arena, sizeof(*run));

	input->run = run;
	return run;
}

static void add_empty(struct rule_input *input, struct arena *arena)
{
	empty_run(input, arena);
}

static void add_faults(struct rule_input *input, struct arena *arena, int64_t minor,
		       int64_t major)
{
	static const char *const names[] = {"minor_faults", "major_faults"};
	const int64_t values[] = {minor, major};
	struct summary *run = empty_run(input, arena);

	run->counters = arena_array(arena, 2, sizeof(*run->counters));
	run->head.counter_count = 2;
	run->has_slice_counts = true;
	for (int i = 0; i < 2; i++) {
		run->counters[i].what =
			(struct run_counter){names[i], "count", "machine", "", true};
		run->counters[i].value = arena_array(arena, 1, sizeof(int64_t));
		run->counters[i].value[0] = values[i];
		run->counters[i].instances = 1;
	}
}

static void add_minor_faults(struct rule_input *input, struct arena *arena)
{
	add_faults(input, arena, 3, 0);
}

static void add_major_faults(struct rule_input *input, struct arena *arena)
{
	add_faults(input, arena, 3, 1);
}

static void add_no_faults(struct rule_input *input, struct arena *arena)
{
	add_faults(input, arena, 0, 0);
}

/* Cut off before its counters were read once: nothing is not zero. */
static void add_faults_unread(struct rule_input *input, struct arena *arena)
{
	add_faults(input, arena, 0, 0);
	((struct summary *)(uintptr_t)input->run)->has_slice_counts = false;
}

/* Behind the run one fact is another. They are kept to the end of the test program. */
static void add_after(struct rule_input *input, struct arena *arena, const char *name,
		      int64_t value)
{
	static struct facts *kept[16];
	static size_t count;
	struct facts *facts = facts_open(facts_setup(input->facts));

	facts_put_integer(facts, "/proc", name, value, "count");
	if (count < sizeof(kept) / sizeof(kept[0]))
		kept[count++] = facts;
	empty_run(input, arena)->last_ns = INT64_C(10000000000);
	input->after = facts;
}

static void add_packets(struct rule_input *input, struct arena *arena)
{
	add_after(input, arena, "softirq.net_rx", 20100);
}

static void add_few_packets(struct rule_input *input, struct arena *arena)
{
	add_after(input, arena, "softirq.net_rx", 150);
}

static void add_swapping(struct rule_input *input, struct arena *arena)
{
	add_after(input, arena, "memory.seen.swapped_in", 40);
}

static void add_compaction(struct rule_input *input, struct arena *arena)
{
	add_after(input, arena, "memory.seen.compaction_stalls", 6);
}

/* clang-format off */
static const struct rule_case cases[] = {
	{"page-faults", RULE_BAD, "3 minor and 0 major", {{0}}, add_minor_faults,
	 .weight = RULE_POSSIBLE},
	{"page-faults", RULE_BAD, "1 major", {{0}}, add_major_faults, .weight = RULE_LIKELY},
	{"page-faults", RULE_OK, "no page fault", {{0}}, add_no_faults},
	{"page-faults", RULE_UNKNOWN, "did not count", {{0}}, add_empty},
	{"page-faults", RULE_UNKNOWN, "was not read", {{0}}, add_faults_unread},

	{"swap", RULE_BAD, "1 swap area",
	 {{"/proc/swaps", "Filename\tType\n/dev/sda2 partition 1 0 -2\n"}}},
	{"swap", RULE_BAD, "28 pages", {{"/proc/vmstat", "pswpin 12\n"}}, add_swapping,
	 .weight = RULE_LIKELY},
	{"swap", RULE_OK, "no swap area", {{"/proc/swaps", "Filename\tType\n"}}},
	{"swap", RULE_UNKNOWN, "/proc/swaps", {{"/proc/cmdline", "x\n"}}},
	{"huge-pages", RULE_BAD, "[always]",
	 {{"/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n"}}},
	{"huge-pages", RULE_OK, "[madvise]",
	 {{"/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n"}}},
	{"huge-pages", RULE_UNKNOWN, "not there", {{"/proc/cmdline", "x\n"}}},
	{"compaction", RULE_BAD, "is 20", {{VM "compaction_proactiveness", "20\n"}}, .is_note = true},
	{"compaction", RULE_BAD, "6 allocations",
	 {{"/proc/vmstat", "compact_stall 0\n"}}, add_compaction, .weight = RULE_POSSIBLE},
	{"compaction", RULE_OK, "is 0", {{VM "compaction_proactiveness", "0\n"}}},
	{"compaction", RULE_UNKNOWN, "not there", {{"/proc/cmdline", "x\n"}}},
	{"page-merging", RULE_BAD, "is 1", {{"/sys/kernel/mm/ksm/run", "1\n"}}},
	{"page-merging", RULE_OK, "is 0", {{"/sys/kernel/mm/ksm/run", "0\n"}}},
	{"page-merging", RULE_UNKNOWN, "not there", {{"/proc/cmdline", "x\n"}}},
	{"numa-balancing", RULE_BAD, "is 1|0-1",
	 {{"/sys/devices/system/node/online", "0-1\n"}, {"/proc/sys/kernel/numa_balancing", "1\n"}}},
	{"numa-balancing", RULE_OK, "is 0", {{"/proc/sys/kernel/numa_balancing", "0\n"}}},
	{"numa-balancing", RULE_UNKNOWN, "not there",
	 {{"/sys/devices/system/node/online", "0-1\n"}}},
	{"numa-balancing", RULE_NOT_APPLICABLE, "one memory node",
	 {{"/sys/devices/system/node/online", "0\n"}, {"/proc/sys/kernel/numa_balancing", "1\n"}}},
	{"vmstat-interval", RULE_BAD, "1 s", {{VM "stat_interval", "1\n"}}, .is_note = true},
	{"vmstat-interval", RULE_OK, "120 s", {{VM "stat_interval", "120\n"}}},
	{"vmstat-interval", RULE_UNKNOWN, "not there", {{"/proc/cmdline", "x\n"}}},

	{"rcu-callbacks", RULE_BAD, "isolated CPUs 3",
	 {ISOLATED, {"/proc/cmdline", "isolcpus=2-3 rcu_nocbs=2\n"}}},
	{"rcu-callbacks", RULE_OK, "isolated", {ISOLATED, {"/proc/cmdline", "rcu_nocbs=2-3\n"}}},
	{"rcu-callbacks", RULE_OK, "isolated",
	 {ISOLATED, {"/sys/devices/system/cpu/nohz_full", "2-3\n"}, {"/proc/cmdline", "x\n"}}},
	{"rcu-callbacks", RULE_UNKNOWN, "unknown", {ISOLATED}},
	{"rcu-callbacks", RULE_UNKNOWN, "which CPUs are isolated", {ONLINE}},
	{"rcu-callbacks", RULE_NOT_APPLICABLE, "nowhere else", {ONLINE, {"/proc/cmdline", "x\n"}}},
	{"workqueues", RULE_BAD, "isolated CPUs 2-3",
	 {ISOLATED, {"/sys/devices/virtual/workqueue/cpumask", "f\n"}}},
	{"workqueues", RULE_OK, "0-1", {ISOLATED, {"/sys/devices/virtual/workqueue/cpumask", "3\n"}}},
	{"workqueues", RULE_UNKNOWN, "not there", {ISOLATED}},
	{"network-softirqs", RULE_BAD, "20000 soft interrupts|10 s",
	 {{"/proc/softirqs", " NET_RX: 60 40\n"}}, add_packets},
	{"network-softirqs", RULE_OK, "50 soft interrupts", {{"/proc/softirqs", " NET_RX: 60 40\n"}},
	 add_few_packets},
	{"network-softirqs", RULE_UNKNOWN, "before and after", {{0}}, add_empty},

	{"workqueue-hog", RULE_BAD, "hogged",
	 {{SETUP_LOG, "[    9.000000] workqueue: psi_avgs_work hogged CPU for >10000us 4 times\n"}}},
	{"workqueue-hog", RULE_OK, "no such line", {{SETUP_LOG, START}}},
	{"workqueue-hog", RULE_UNKNOWN, "first program", {{SETUP_LOG, BEGIN}}},
	{"workqueue-hog", RULE_UNKNOWN, "beginning", {{SETUP_LOG, PART}}},
	{"kernel-stalls", RULE_BAD, "stuck for 23s",
	 {{SETUP_LOG, "watchdog: BUG: soft lockup - CPU#1 stuck for 23s! [x:12]\n"}}},
	{"kernel-stalls", RULE_OK, "no such line", {{SETUP_LOG, START}}},
	{"kernel-stalls", RULE_UNKNOWN, "first program", {{SETUP_LOG, BEGIN}}},
	{"kernel-stalls", RULE_UNKNOWN, "beginning", {{SETUP_LOG, PART}}},
	{"long-nmi", RULE_BAD, "6.221",
	 {{SETUP_LOG, "INFO: NMI handler (perf_event_nmi_handler) took too long to run: 6.221 msecs\n"}}},
	{"long-nmi", RULE_BAD, "interrupt took too long",
	 {{SETUP_LOG, "perf: interrupt took too long (2506 > 2500), lowering ...\n"}}},
	{"long-nmi", RULE_OK, "no such line", {{SETUP_LOG, START}}},
	{"long-nmi", RULE_UNKNOWN, "first program", {{SETUP_LOG, BEGIN}}},
	{"long-nmi", RULE_UNKNOWN, "beginning", {{SETUP_LOG, PART}}},

	{"debug-kernel", RULE_BAD, "CONFIG_PROVE_LOCKING",
	 {{"/boot/config-6.1.0", "CONFIG_HZ=250\nCONFIG_PROVE_LOCKING=y\n"},
	  {"/proc/version", "Linux version 6.1.0 (x) #1 SMP\n"}}},
	{"debug-kernel", RULE_BAD, "trace_printk", {{SETUP_LOG, "** trace_printk() being used. **\n"}}},
	{"debug-kernel", RULE_UNKNOWN, "the part of it|CONFIG_",
	 {{"/boot/config-6.1.0", "CONFIG_HZ=250\n# CONFIG_PROVE_LOCKING is not set\n"},
	  {"/proc/version", "Linux version 6.1.0 (x) #1 SMP\n"}}},
	{"debug-kernel", RULE_OK, "no costly",
	 {{"/boot/config-6.1.0", NOT("PROVE_LOCKING") NOT("LOCK_STAT") NOT("KASAN") NOT("KCSAN")
	   NOT("DEBUG_PREEMPT") NOT("DEBUG_OBJECTS") NOT("SLUB_DEBUG_ON") NOT("DEBUG_KMEMLEAK")
	   NOT("DEBUG_MUTEXES") NOT("DEBUG_ATOMIC_SLEEP")},
	  {"/proc/version", "Linux version 6.1.0 (x) #1 SMP\n"}}},
	{"debug-kernel", RULE_UNKNOWN, "configuration", {{SETUP_LOG, START}}},
	{"tracing", RULE_BAD, "'function'", {{"/sys/kernel/tracing/current_tracer", "function\n"}}},
	{"tracing", RULE_BAD, "all events",
	 {{"/sys/kernel/tracing/current_tracer", "nop\n"},
	  {"/sys/kernel/tracing/events/enable", "1\n"}}},
	{"tracing", RULE_OK, "no event",
	 {{"/sys/kernel/tracing/current_tracer", "nop\n"},
	  {"/sys/kernel/tracing/events/enable", "0\n"}}},
	{"tracing", RULE_UNKNOWN, "not there", {{SETUP_LOG, START}}},
	{"mitigations", RULE_BAD, "1 of 2",
	 {{"/sys/devices/system/cpu/vulnerabilities/meltdown", "Mitigation: PTI\n"},
	  {"/sys/devices/system/cpu/vulnerabilities/l1tf", "Not affected\n"}}, .is_note = true},
	{"mitigations", RULE_OK, "0 of 1",
	 {{"/sys/devices/system/cpu/vulnerabilities/meltdown", "Vulnerable\n"}}},
	{"mitigations", RULE_UNKNOWN, "not read", {{SETUP_LOG, START}}},
	{"console", RULE_BAD, "level 7|ttyS0",
	 {{"/proc/sys/kernel/printk", "7\t4\t1\t7\n"},
	  {"/proc/consoles", "ttyS0  -W- (EC p a)    4:64\n"}}},
	{"console", RULE_OK, "4", {{"/proc/sys/kernel/printk", "4\t4\t1\t7\n"}}},
	{"console", RULE_OK, "no console",
	 {{"/proc/sys/kernel/printk", "7\t4\t1\t7\n"}, {"/proc/consoles", "tty0 -WU (EC p ) 4:1\n"}}},
	{"console", RULE_UNKNOWN, "/proc/consoles", {{"/proc/sys/kernel/printk", "7\t4\t1\t7\n"}}},
	{"selinux-cache", RULE_BAD, "512", {{"/sys/fs/selinux/avc/cache_threshold", "512\n"}},
	 .is_note = true},
	{"selinux-cache", RULE_OK, "8192", {{"/sys/fs/selinux/avc/cache_threshold", "8192\n"}}},
	{"selinux-cache", RULE_UNKNOWN, "not there", {{SETUP_LOG, START}}},
	{"split-lock", RULE_BAD, "split_lock",
	 {{SETUP_LOG, "[    9.000000] x86/split lock detection: #AC: a.out/77 took a split_lock trap\n"}}},
	{"split-lock", RULE_OK, "no such line", {{SETUP_LOG, START}}},
	{"split-lock", RULE_UNKNOWN, "first program", {{SETUP_LOG, BEGIN}}},
	{"split-lock", RULE_UNKNOWN, "beginning", {{SETUP_LOG, PART}}},
	{"cpu-hotplug", RULE_BAD, "CPU 3 is now offline|9.000000 s",
	 {{SETUP_LOG, "[    9.000000] smpboot: CPU 3 is now offline\n"}}, .is_note = true},
	{"cpu-hotplug", RULE_OK, "no such line", {{SETUP_LOG, START}}},
	{"cpu-hotplug", RULE_UNKNOWN, "first program", {{SETUP_LOG, BEGIN}}},
	{"cpu-hotplug", RULE_UNKNOWN, "beginning", {{SETUP_LOG, PART}}},
	{"interrupt-storm", RULE_BAD, "irq 16",
	 {{SETUP_LOG, "irq 16: nobody cared (try booting with the \"irqpoll\" option)\n"}}},
	{"interrupt-storm", RULE_OK, "no such line", {{SETUP_LOG, START}}},
	{"interrupt-storm", RULE_UNKNOWN, "first program", {{SETUP_LOG, BEGIN}}},
	{"interrupt-storm", RULE_UNKNOWN, "beginning", {{SETUP_LOG, PART}}},
	{0},
};

static const struct rule_cannot cannot[] = {{0}};
/* clang-format on */

const struct rule_case_table rule_cases_memory = {cases, cannot};
