/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory: swap, huge pages, merging, NUMA, compaction, the kernel's own counting. */
#include <string.h>

#include "base/str.h"
#include "facts/files.h"
#include "facts/topics.h"
#include "facts/value.h"

/* clang-format off */
static const struct facts_file files[] = {
	{"/sys/kernel/mm/transparent_hugepage/enabled", "memory.huge_pages", FORM_CHOICE},
	{"/sys/kernel/mm/transparent_hugepage/defrag", "memory.huge_pages.defrag", FORM_CHOICE},
	{"/sys/kernel/mm/transparent_hugepage/khugepaged/defrag", "memory.huge_pages.collapse",
	 FORM_BOOL},
	{"/sys/kernel/mm/ksm/run", "memory.merging", FORM_INTEGER, ""},
	{"/sys/kernel/mm/lru_gen/enabled", "memory.lru_gen", FORM_TEXT},
	{"/proc/sys/kernel/numa_balancing", "memory.numa.balancing", FORM_INTEGER, ""},
	{"/sys/devices/system/node/online", "memory.numa.nodes", FORM_TEXT},
	{"/proc/sys/vm/zone_reclaim_mode", "memory.numa.zone_reclaim", FORM_INTEGER, ""},
	{"/proc/sys/vm/stat_interval", "memory.stat_interval", FORM_INTEGER, "s"},
	{"/proc/sys/vm/compaction_proactiveness", "memory.compaction", FORM_INTEGER, ""},
	{"/proc/sys/vm/swappiness", "memory.swappiness", FORM_INTEGER, ""},
};
static const struct facts_row meminfo[] = {
	{"MemTotal", "memory.total", "KiB"},
	{"SwapTotal", "memory.swap.total", "KiB"},
	{"SwapFree", "memory.swap.free", "KiB"},
};
/* Since the start of the kernel: what matters is how they grow during a run. */
static const struct facts_row vmstat[] = {
	{"pswpin", "memory.seen.swapped_in", "count"},
	{"pswpout", "memory.seen.swapped_out", "count"},
	{"pgmajfault", "memory.seen.major_faults", "count"},
	{"compact_stall", "memory.seen.compaction_stalls", "count"},
	{"thp_fault_alloc", "memory.seen.huge_page_faults", "count"},
	{"numa_hint_faults", "memory.seen.numa_hint_faults", "count"},
};
/* clang-format on */

static void put_swaps(struct facts *facts, const struct setup *setup)
{
	static const char path[] = "/proc/swaps";
	const char *at = setup_text(setup, path), *line;
	int64_t areas = 0;

	if (!at) {
		facts_put_missing(facts, setup, path, "memory.swap.areas");
		return;
	}
	while ((line = facts_next_line(facts, &at)))
		areas += *line && !str_starts(line, "Filename");
	facts_put_integer(facts, path, "memory.swap.areas", areas, "count");
}

void facts_topic_memory(struct facts *facts, const struct setup *setup)
{
	facts_put_files(facts, setup, files, sizeof(files) / sizeof(files[0]));
	facts_put_rows(facts, setup, "/proc/meminfo", meminfo, 3);
	facts_put_rows(facts, setup, "/proc/vmstat", vmstat,
		       sizeof(vmstat) / sizeof(vmstat[0]));
	put_swaps(facts, setup);
}
