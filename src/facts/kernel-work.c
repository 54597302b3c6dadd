/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Work that the kernel does on its own account: watchdogs, work queues, RCU, soft interrupts. */
#include <ctype.h>
#include <string.h>

#include "base/cpuset.h"
#include "base/saturate.h"
#include "facts/files.h"
#include "facts/topics.h"
#include "facts/value.h"

/* clang-format off */
static const struct facts_file files[] = {
	{"/proc/sys/kernel/watchdog_thresh", "watchdog.threshold", FORM_INTEGER, "s"},
	{"/proc/sys/kernel/hung_task_timeout_secs", "watchdog.hung_task", FORM_INTEGER, "s"},
	{"/sys/module/workqueue/parameters/power_efficient", "workqueue.power_efficient",
	 FORM_BOOL},
	{"/sys/kernel/rcu_normal", "rcu.normal", FORM_BOOL},
	{"/sys/kernel/rcu_expedited", "rcu.expedited", FORM_BOOL},
	{"/sys/module/rcutree/parameters/kthread_prio", "rcu.priority", FORM_INTEGER, ""},
	{"/sys/module/rcutree/parameters/use_softirq", "rcu.softirq", FORM_BOOL},
};
/* clang-format on */

/* "ff,00000003": the last digit holds CPUs 0 to 3. false when it is no mask. */
static bool read_mask(const char *line, struct cpuset *set)
{
	static const char digits[] = "0123456789abcdef";
	int cpu = 0;

	for (size_t i = strlen(line); i-- > 0;) {
		const char *digit = strchr(digits, tolower((unsigned char)line[i]));

		if (line[i] == ',')
			continue;
		if (!digit || cpu + 4 > CPUSET_CPUS)
			return false;
		for (int bit = 0; bit < 4; bit++)
			if ((digit - digits) >> bit & 1)
				cpuset_add(set, cpu + bit);
		cpu += 4;
	}
	return cpu;
}

static void put_mask(struct facts *facts, const struct setup *setup, const char *path,
		     const char *name)
{
	CLEANUP(str_free) struct str list = {0};
	const char *line = facts_line_of(facts, setup, path);
	struct cpuset set = {0};

	if (!line || !read_mask(line, &set)) {
		facts_put_missing(facts, setup, path, name);
		return;
	}
	cpuset_add_text(&list, &set);
	facts_put_text(facts, path, name, str_text(&list));
}

/* "NET_RX:  12  7": all CPUs together since the start. */
static void put_softirqs(struct facts *facts, const struct setup *setup)
{
	static const char path[] = "/proc/softirqs";
	static const char *const names[][2] = {
		{"NET_RX", "softirq.net_rx"}, {"NET_TX", "softirq.net_tx"},
		{"TIMER", "softirq.timer"},   {"RCU", "softirq.rcu"},
		{"SCHED", "softirq.sched"},   {"BLOCK", "softirq.block"},
	};
	const char *text = setup_text(setup, path);

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *at = text ? facts_value(facts, text, names[i][0]) : NULL;
		int64_t sum = 0, value;

		if (!at) {
			facts_put_missing(facts, setup, path, names[i][1]);
			continue;
		}
		while (facts_number(at, &value)) {
			sum = saturate_add(sum, value);
			at += strspn(at, " ");
			at += strcspn(at, " ");
		}
		facts_put_integer(facts, path, names[i][1], sum, "count");
	}
}

void facts_topic_kernel_work(struct facts *facts, const struct setup *setup)
{
	facts_put_files(facts, setup, files, sizeof(files) / sizeof(files[0]));
	put_mask(facts, setup, "/sys/devices/virtual/workqueue/cpumask",
		 "workqueue.cpus");
	put_softirqs(facts, setup);
}
