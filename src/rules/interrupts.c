/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about interrupts of devices on CPUs that are meant for real-time work. */
#include <string.h>

#include "base/str.h"
#include "rules/asks.h"
#include "rules/cpus.h"
#include "rules/table.h"

enum { NAMES_SHOWN = 6 };

/* Where the interrupt is served now, or may be. */
static bool cpus_of_irq(const struct rule_input *input, struct rule_finding *finding,
			const char *number, struct cpuset *set)
{
	return rule_cpu_list(input, rule_text(finding, "irq.%s.effective", number),
			     set) &&
			       cpuset_count(set)
		       ? true
		       : rule_cpu_list(input,
				       rule_text(finding, "irq.%s.affinity", number),
				       set);
}

/* Per-CPU timers and the like have to be where they are. */
static bool must_be_there(const char *name)
{
	static const char *const words[] = {"timer", "IPI",     "pmu",
					    "PMU",   "cascade", "rtc"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strstr(name, words[i]))
			return true;
	return false;
}

struct found {
	struct str names;
	int count;      /* on these CPUs */
	int listed;     /* whose CPUs are known */
	bool has_queue; /* one of a device with a queue for each CPU */
};

static bool is_queue(const char *name)
{
	return strstr(name, "nvme") || strstr(name, "-TxRx-") ||
	       strstr(name, "mlx5_comp") || strstr(name, "virtio") ||
	       strstr(name, "megasas") || strstr(name, "mpt3sas");
}

static struct found find_irqs(const struct rule_input *input,
			      struct rule_finding *finding, const struct cpuset *cpus,
			      bool queues_only)
{
	struct found found = {0};
	const struct fact *fact;
	size_t at = 0;

	while ((fact = facts_next(input->facts, "irq.*.affinity", &at))) {
		const char *number =
			rule_text(finding, "%.*s", (int)strcspn(fact->name + 4, "."),
				  fact->name + 4);
		const char *name =
			facts_text(input->facts,
				   rule_text(finding, "irq.%s.name", number), "");
		const char *served =
			facts_text(input->facts,
				   rule_text(finding, "irq.%s.served", number), "?");
		struct cpuset set, both;

		if (!cpus_of_irq(input, finding, number, &set))
			continue;
		found.listed++;
		both = cpuset_and(&set, cpus);
		/* An interrupt that never came disturbs nobody. */
		if (!cpuset_count(&both) || must_be_there(name) || !*served ||
		    (queues_only && !is_queue(name)))
			continue;
		found.has_queue |= is_queue(name);
		if (found.count++ < NAMES_SHOWN)
			str_addf(&found.names, "%s%s (%s) on CPU %s",
				 found.names.length ? ", " : "", number,
				 *name ? name : "name unknown",
				 rule_cpu_text(finding, &both));
	}
	if (found.count > NAMES_SHOWN)
		str_addf(&found.names, " and %d more", found.count - NAMES_SHOWN);
	return found;
}

static enum rule_verdict judge_affinity(const struct rule_input *input,
					struct rule_finding *finding)
{
	struct rule_cpus cpus = rule_cpus_of(input);
	struct found found = find_irqs(input, finding, &cpus.set, false);
	CLEANUP(str_free) struct str names = found.names;
	struct cpuset online, left;

	if (!found.listed)
		return rule_say(finding, RULE_UNKNOWN,
				"no interrupt's affinity is known (/proc/irq)");
	if (!found.count)
		return rule_say(finding, RULE_OK, "no device's interrupt is on %s CPU %s",
				cpus.what, rule_cpu_text(finding, &cpus.set));
	rule_cpu_list(input, "cpu.online", &online);
	left = cpuset_minus(&online, &cpus.set);
	if (!cpuset_count(&left)) {
		finding->weight = RULE_NOTE;
		return rule_say(
			finding, RULE_BAD,
			"no CPU is set aside, so that devices interrupt the %s ones: "
			"%s",
			cpus.what, str_text(&names));
	}
	finding->fix =
		rule_text(finding,
			  "echo %s > /proc/irq/N/smp_affinity_list for each of them; "
			  "stop irqbalance first",
			  rule_cpu_text(finding, &left));
	return rule_say(finding, RULE_BAD, "%d interrupts of devices on %s CPUs: %s",
			found.count, cpus.what, str_text(&names));
}

const struct rule rule_irq_affinity = {
	.id = "irq-affinity",
	.title = "Device interrupts on real-time CPUs",
	.weight = RULE_LIKELY,
	.looks_at =
		"/proc/irq/*/effective_affinity_list (or smp_affinity_list), names and counts "
		"of /proc/interrupts",
	.effect = "2 to 100 us each",
	.fix = "echo the list of other CPUs > /proc/irq/N/smp_affinity_list for each of them",
	.undo = "the old list back",
	.prove = "the columns of these CPUs in /proc/interrupts stand still; A-B-A",
	.find_out = "grep . /proc/irq/*/effective_affinity_list; cat /proc/interrupts",
	.basis = RULE_SEEN,
	.judge = judge_affinity,
};

static enum rule_verdict judge_balancer(const struct rule_input *input,
					struct rule_finding *finding)
{
	if (facts_known(input->facts, "program.irqbalance"))
		return rule_say(finding, RULE_BAD, "irqbalance is running");
	if (facts_integer(input->facts, "program.listed", 0))
		return rule_say(finding, RULE_OK, "irqbalance is not running");
	return rule_say(finding, RULE_UNKNOWN, "which programs run is not known");
}

const struct rule rule_irqbalance = {
	.id = "irqbalance",
	.title = "irqbalance moves interrupts",
	.weight = RULE_POSSIBLE,
	.looks_at = "the list of running programs",
	.effect =
		"sudden change in the middle of a run; a stall of about 1 s when it restarts",
	.fix = "systemctl disable --now irqbalance, or IRQBALANCE_BANNED_CPULIST= with the "
	       "real-time CPUs",
	.undo = "systemctl enable --now irqbalance",
	.prove = "columns of /proc/interrupts over time: none changes its CPU",
	.find_out = "systemctl is-active irqbalance, or pgrep irqbalance",
	.basis = RULE_SEEN,
	.judge = judge_balancer,
};

static enum rule_verdict judge_managed(const struct rule_input *input,
				       struct rule_finding *finding)
{
	struct cpuset isolated;
	const char *flags = facts_text(input->facts, "isolation.isolcpus_flags", "");
	struct found found;

	if (!rule_cpu_list(input, "isolation.isolated", &isolated))
		return rule_say(finding, RULE_UNKNOWN, "%s",
				ask_why(input, finding, "isolation.isolated"));
	if (!cpuset_count(&isolated))
		return rule_say(finding, RULE_NOT_APPLICABLE, "no CPU is isolated");
	if (strstr(flags, "managed_irq"))
		return rule_say(finding, RULE_OK, "isolcpus=%s,... keeps them away",
				flags);
	found = find_irqs(input, finding, &isolated, true);
	if (found.count)
		rule_say(finding, RULE_BAD,
			 "isolated CPU %s without managed_irq, and queues of devices are "
			 "there, which smp_affinity cannot move: %s",
			 rule_cpu_text(finding, &isolated), str_text(&found.names));
	str_free(&found.names);
	if (found.count)
		return RULE_BAD;
	if (!found.listed)
		return rule_say(finding, RULE_UNKNOWN,
				"no interrupt's affinity is known");
	return rule_say(finding, RULE_OK, "no device has a queue on isolated CPU %s",
			rule_cpu_text(finding, &isolated));
}

const struct rule rule_managed_irq = {
	.id = "managed-irq",
	.title = "Interrupts that the kernel alone places",
	.weight = RULE_POSSIBLE,
	.looks_at = "isolcpus= flags, interrupts of devices with a queue for each CPU",
	.effect = "2 to 100 us each; writing smp_affinity fails with EIO",
	.fix = "isolcpus=managed_irq,domain,LIST, or fewer queues (ethtool -L, driver options)",
	.undo = "the old command line or number of queues",
	.prove =
		"echo a list > /proc/irq/N/smp_affinity_list fails now; counts stand still then",
	.find_out = "try to write smp_affinity_list of the interrupt; "
		    "/sys/kernel/debug/irq/irqs/N names IRQD_AFFINITY_MANAGED",
	.basis = RULE_SEEN,
	.judge = judge_managed,
};
