/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about the clocks of the CPUs. */
#include <string.h>

#include "rules/cpus.h"
#include "rules/table.h"

/* With a driver of its own, "powersave" picks frequencies by the hardware's preference. */
static bool has_own_governors(const struct rule_input *input)
{
	const char *driver = facts_text(input->facts, "cpu.0.cpufreq.driver", "");

	return !strcmp(driver, "intel_pstate") || !strcmp(driver, "amd-pstate-epp");
}

static enum rule_verdict judge_governor(const struct rule_input *input,
					struct rule_finding *finding)
{
	struct rule_cpus cpus = rule_cpus_of(input);
	struct cpuset other = rule_cpus_with(input, &cpus.set, "cpufreq.governor",
					     "performance", false);
	struct cpuset good =
		rule_cpus_with(input, &cpus.set, "cpufreq.governor", "performance", true);
	int cpu = cpuset_next(&other, 0);
	const char *name;

	if (cpu < 0 && cpuset_count(&good) < cpuset_count(&cpus.set))
		return rule_say(finding, RULE_UNKNOWN,
				"no cpufreq directory on %s; firmware may change clocks "
				"unseen, or the driver is not loaded",
				cpuset_count(&good) ? "some CPUs" : "any CPU");
	if (!cpuset_count(&cpus.set))
		return rule_say(finding, RULE_UNKNOWN, "which CPUs there are is unknown");
	if (cpu < 0)
		return rule_say(finding, RULE_OK, "performance on %s CPUs %s", cpus.what,
				rule_cpu_text(finding, &good));
	name = facts_text(input->facts,
			  rule_text(finding, "cpu.%d.cpufreq.governor", cpu), "");
	if (has_own_governors(input) && !strcmp(name, "powersave"))
		return rule_say(
			finding, RULE_NOT_APPLICABLE,
			"'powersave' of the driver %s alone says nothing: see epp",
			facts_text(input->facts, "cpu.0.cpufreq.driver", ""));
	return rule_say(finding, RULE_BAD,
			"governor '%s' on %s CPU %s, not 'performance'", name, cpus.what,
			rule_cpu_text(finding, &other));
}

const struct rule rule_governor = {
	.id = "governor",
	.title = "CPU frequency governor",
	.weight = RULE_LIKELY,
	.looks_at = "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor of every CPU",
	.effect =
		"average 1.5 to 3 times as high, worst case tens to hundreds of us more",
	.fix = "cpupower frequency-set -g performance",
	.undo = "cpupower frequency-set -g with the name in the evidence",
	.prove = "run as it is, with 'performance', and as it was again (A-B-A); "
		 "cpufreq/stats/total_trans must stand still in B",
	.find_out =
		"look for a cpufreq driver (modprobe acpi_cpufreq, cpufreq-dt), or ask "
		"the vendor's tool at which clock the CPUs run",
	.basis = RULE_SEEN,
	.judge = judge_governor,
};
