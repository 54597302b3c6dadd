/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about memory: faults, swap, huge pages, merging, NUMA. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "rules/asks.h"
#include "rules/cpus.h"
#include "rules/evidence.h"
#include "rules/table.h"

static enum rule_verdict judge_page_faults(const struct rule_input *input,
					   struct rule_finding *finding)
{
	int64_t minor = 0, major = 0;
	bool has_minor = ask_counter(input, "minor_faults", &minor);
	bool has_major = ask_counter(input, "major_faults", &major);

	if (!input->run)
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"without a run no thread was measured");
	if (major > 0)
		finding->weight = RULE_LIKELY;
	if (major > 0 || minor > 0)
		return rule_say(finding, RULE_BAD,
				"the measured threads had %" PRId64 " minor and %" PRId64
				" major page faults",
				minor, major);
	if (!has_minor || !has_major)
		return rule_say(finding, RULE_UNKNOWN, "page faults: %s",
				rule_why_not_counted(input, "minor_faults"));
	return rule_say(finding, RULE_OK, "the measured threads had no page fault");
}

const struct rule rule_page_faults = {
	.id = "page-faults",
	.title = "Page faults of the measured threads",
	.weight = RULE_POSSIBLE,
	.looks_at = "the run's counters 'minor_faults' and 'major_faults'",
	.effect = "10 us for a minor fault, ms for one that reads from disk",
	.fix = "mlockall(MCL_CURRENT | MCL_FUTURE) in the task, and touch stack and heap "
	       "before the real-time part begins",
	.undo = "none needed",
	.prove =
		"faults beside spikes in the run's slices; the same run under memory load",
	.find_out = "a run of whylate counts them",
	.basis = RULE_SEEN,
	.judge = judge_page_faults,
};

static enum rule_verdict judge_swap(const struct rule_input *input,
				    struct rule_finding *finding)
{
	int64_t areas, swapped;

	if (rule_growth(input, "memory.seen.swapped_in", &swapped) && swapped > 0) {
		finding->weight = RULE_LIKELY;
		return rule_say(finding, RULE_BAD,
				"%" PRId64 " pages were swapped in during the run",
				swapped);
	}
	if (!rule_get_integer(input, finding, "memory.swap.areas", &areas))
		return RULE_UNKNOWN;
	if (areas)
		return rule_say(finding, RULE_BAD,
				"/proc/swaps lists %" PRId64 " swap area%s", areas,
				areas == 1 ? "" : "s");
	return rule_say(finding, RULE_OK, "/proc/swaps lists no swap area");
}

const struct rule rule_swap = {
	.id = "swap",
	.title = "Swap",
	.weight = RULE_POSSIBLE,
	.looks_at = "/proc/swaps; growth of pswpin in /proc/vmstat during a run",
	.effect = "ms to seconds for a page that is not locked",
	.fix = "swapoff -a, and mlockall() in the task",
	.undo = "swapon -a",
	.prove = "a run under memory load with and without swap; pswpin must stand still",
	.find_out = "cat /proc/swaps",
	.basis = RULE_SEEN,
	.judge = judge_swap,
};

static enum rule_verdict judge_huge_pages(const struct rule_input *input,
					  struct rule_finding *finding)
{
	const char *value;

	if (!rule_get_text(input, finding, "memory.huge_pages", &value))
		return RULE_UNKNOWN;
	return rule_say(finding, strcmp(value, "always") ? RULE_OK : RULE_BAD,
			"/sys/kernel/mm/transparent_hugepage/enabled is [%s]", value);
}

const struct rule rule_huge_pages = {
	.id = "huge-pages",
	.title = "Transparent huge pages",
	.weight = RULE_POSSIBLE,
	.looks_at = "/sys/kernel/mm/transparent_hugepage/enabled",
	.effect = "100 us to 100 ms while the kernel clears, moves or splits huge pages",
	.fix = "echo never > /sys/kernel/mm/transparent_hugepage/enabled (or madvise)",
	.undo = "echo always > /sys/kernel/mm/transparent_hugepage/enabled",
	.prove = "A-B; thp_fault_alloc and compact_stall of /proc/vmstat in both",
	.find_out =
		"cat /sys/kernel/mm/transparent_hugepage/enabled; without that folder "
		"the kernel has none",
	.basis = RULE_SEEN,
	.judge = judge_huge_pages,
};

static enum rule_verdict judge_compaction(const struct rule_input *input,
					  struct rule_finding *finding)
{
	int64_t value, stalls;

	if (rule_growth(input, "memory.seen.compaction_stalls", &stalls) && stalls > 0) {
		finding->weight = RULE_POSSIBLE;
		return rule_say(finding, RULE_BAD,
				"%" PRId64
				" allocations waited for compaction during the run",
				stalls);
	}
	if (!rule_get_integer(input, finding, "memory.compaction", &value))
		return RULE_UNKNOWN;
	return rule_say(finding, value ? RULE_BAD : RULE_OK,
			"/proc/sys/vm/compaction_proactiveness is %" PRId64, value);
}

const struct rule rule_compaction = {
	.id = "compaction",
	.title = "Memory compaction",
	.weight = RULE_NOTE,
	.looks_at = "/proc/sys/vm/compaction_proactiveness; growth of compact_stall in "
		    "/proc/vmstat during a run",
	.effect = "100 us to ms while kcompactd moves pages",
	.fix = "sysctl vm.compaction_proactiveness=0",
	.undo = "sysctl vm.compaction_proactiveness=20, or the value in the evidence",
	.prove = "A-B on a machine whose memory is in pieces; compact_stall in both",
	.find_out = "cat /proc/sys/vm/compaction_proactiveness (since kernel 5.9)",
	.basis = RULE_SEEN,
	.judge = judge_compaction,
};

static enum rule_verdict judge_merging(const struct rule_input *input,
				       struct rule_finding *finding)
{
	int64_t value;

	if (!rule_get_integer(input, finding, "memory.merging", &value))
		return RULE_UNKNOWN;
	return rule_say(finding, value == 1 ? RULE_BAD : RULE_OK,
			"/sys/kernel/mm/ksm/run is %" PRId64, value);
}

const struct rule rule_page_merging = {
	.id = "page-merging",
	.title = "Merging of equal pages (KSM)",
	.weight = RULE_POSSIBLE,
	.looks_at = "/sys/kernel/mm/ksm/run",
	.effect = "10 to 100 us where ksmd runs, and a page fault when a merged page is "
		  "written",
	.fix = "echo 2 > /sys/kernel/mm/ksm/run (stops and unmerges); stop ksmtuned",
	.undo = "echo 1 > /sys/kernel/mm/ksm/run",
	.prove = "A-B",
	.find_out =
		"cat /sys/kernel/mm/ksm/run; without that folder the kernel has no KSM",
	.basis = RULE_SEEN,
	.judge = judge_merging,
};

/* "0" or "0-3": more than one node? */
static enum rule_verdict judge_numa(const struct rule_input *input,
				    struct rule_finding *finding)
{
	struct cpuset nodes;
	int64_t value;

	if (rule_cpu_list(input, "memory.numa.nodes", &nodes) && cpuset_count(&nodes) < 2)
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"the machine has one memory node");
	if (!rule_get_integer(input, finding, "memory.numa.balancing", &value))
		return RULE_UNKNOWN;
	return rule_say(finding, value ? RULE_BAD : RULE_OK,
			"/proc/sys/kernel/numa_balancing is %" PRId64
			", memory nodes are %s",
			value, facts_text(input->facts, "memory.numa.nodes", "unknown"));
}

const struct rule rule_numa_balancing = {
	.id = "numa-balancing",
	.title = "Automatic NUMA balancing",
	.weight = RULE_POSSIBLE,
	.looks_at = "/proc/sys/kernel/numa_balancing, /sys/devices/system/node/online",
	.effect = "10 to 200 us: pages are unmapped on purpose, and faults move them",
	.fix = "sysctl kernel.numa_balancing=0; bind the task's memory (numactl -m)",
	.undo = "sysctl kernel.numa_balancing=1",
	.prove = "A-B; numa_hint_faults of /proc/vmstat must stand still",
	.find_out = "cat /proc/sys/kernel/numa_balancing; it is absent where the kernel "
		    "lacks CONFIG_NUMA_BALANCING",
	.basis = RULE_SEEN,
	.judge = judge_numa,
};

static enum rule_verdict judge_vmstat(const struct rule_input *input,
				      struct rule_finding *finding)
{
	int64_t seconds;

	if (!rule_get_integer(input, finding, "memory.stat_interval", &seconds))
		return RULE_UNKNOWN;
	return rule_say(finding, seconds < 10 ? RULE_BAD : RULE_OK,
			"/proc/sys/vm/stat_interval is %" PRId64 " s", seconds);
}

const struct rule rule_vmstat_interval = {
	.id = "vmstat-interval",
	.title = "How often the kernel sums up memory counters",
	.weight = RULE_NOTE,
	.looks_at = "/proc/sys/vm/stat_interval",
	.effect = "about 10 us on each CPU once per interval",
	.fix = "sysctl vm.stat_interval=120",
	.undo = "sysctl vm.stat_interval=1",
	.prove = "a trace of workqueue_execute_start on the CPU: vmstat_update goes away",
	.find_out = "cat /proc/sys/vm/stat_interval",
	.basis = RULE_SEEN,
	.judge = judge_vmstat,
};
