/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about the clocks of the CPUs. */
#include <string.h>

#include "rules/asks.h"
#include "rules/cpus.h"
#include "rules/table.h"

/* Linux has one at a time, so whichever CPU tells it tells it of all. NULL: unknown. */
static const char *driver_of(const struct rule_input *input)
{
	const struct fact *fact;
	size_t at = 0;

	while ((fact = facts_next(input->facts, "cpu.*.cpufreq.driver", &at)))
		if (fact->kind == FACT_TEXT)
			return fact->text;
	return NULL;
}

/* With a driver of its own, "powersave" picks frequencies by the hardware's preference. */
static bool has_own_governors(const struct rule_input *input)
{
	const char *driver = driver_of(input);

	return driver &&
	       (!strcmp(driver, "intel_pstate") || !strcmp(driver, "amd-pstate-epp"));
}

/* Which CPUs are online is unknown: what is good holds for the CPUs that tell. */
static enum rule_verdict judge_known_governors(const struct rule_input *input,
					       struct rule_finding *finding)
{
	struct cpuset all = {0}, good, other;

	for (int cpu = 0; cpu < CPUSET_CPUS; cpu++)
		cpuset_add(&all, cpu);
	good = rule_cpus_with(input, &all, "cpufreq.governor", "performance", true);
	other = rule_cpus_with(input, &all, "cpufreq.governor", "performance", false);
	if (!cpuset_count(&good) || cpuset_count(&other))
		return rule_say(finding, RULE_UNKNOWN, "which CPUs there are is unknown");
	return rule_say(finding, RULE_OK,
			"performance on CPU %s, for which alone this holds: which other "
			"CPUs there are is unknown; firmware may still cap the frequency",
			rule_cpu_text(finding, &good));
}

/* One command for each governor that was there. */
static const char *undo_governors(const struct rule_input *input,
				  struct rule_finding *finding,
				  const struct cpuset *other)
{
	CLEANUP(str_free) struct str out = {0};
	struct cpuset left = *other;

	while (cpuset_count(&left)) {
		const char *name;
		struct cpuset alike =
			rule_cpus_alike(input, &left, "cpufreq.governor", &name);

		str_addf(&out, "%scpupower -c %s frequency-set -g %s",
			 out.length ? "; " : "", rule_cpu_text(finding, &alike), name);
	}
	return arena_copy(finding->arena, str_text(&out));
}

/* Of whatever CPU, and be it nothing that could be read. */
static bool is_told(const struct rule_input *input)
{
	size_t at = 0;

	return facts_next(input->facts, "cpu.*.cpufreq.governor", &at);
}

static enum rule_verdict judge_governor(const struct rule_input *input,
					struct rule_finding *finding)
{
	static const char rest[] = "cpufreq.governor";
	struct rule_cpus cpus = rule_cpus_of(input);
	struct cpuset known = rule_cpus_known(input, &cpus.set, rest);
	struct cpuset good = rule_cpus_with(input, &cpus.set, rest, "performance", true);
	struct cpuset other =
		rule_cpus_with(input, &cpus.set, rest, "performance", false);
	struct cpuset own = {0};

	if (has_own_governors(input))
		own = rule_cpus_with(input, &cpus.set, rest, "powersave", true);
	other = cpuset_minus(&other, &own);
	if (!cpuset_count(&cpus.set))
		return judge_known_governors(input, finding);
	if (cpuset_count(&other)) {
		finding->undo = undo_governors(input, finding, &other);
		return rule_say(finding, RULE_BAD,
				"governor %s of the %s CPUs, not 'performance'",
				rule_text_by_cpu(input, finding, &other, rest),
				cpus.what);
	}
	if (cpuset_count(&known) < cpuset_count(&cpus.set))
		return rule_say(finding, RULE_UNKNOWN,
				"%s CPU%s; firmware may change clocks unseen, or the "
				"driver is not loaded",
				is_told(input) ? "no governor can be read on some"
					       : "no cpufreq directory on any",
				is_told(input) ? "s" : "");
	if (cpuset_count(&own))
		return rule_say(
			finding, RULE_NOT_APPLICABLE,
			"'powersave' of the driver %s alone says nothing: see epp",
			driver_of(input));
	return rule_say(finding, RULE_OK, "performance on %s CPUs %s", cpus.what,
			rule_cpu_text(finding, &good));
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

static enum rule_verdict judge_default(const struct rule_input *input,
				       struct rule_finding *finding)
{
	enum tristate wanted =
		ask_config(input, "CONFIG_CPU_FREQ_DEFAULT_GOV_PERFORMANCE");
	const char *asked =
		facts_text(input->facts, "cmdline.cpufreq_default_governor", "");
	struct rule_cpus cpus = rule_cpus_of(input);
	struct cpuset other = rule_cpus_with(input, &cpus.set, "cpufreq.governor",
					     "performance", false);
	struct cpuset good =
		rule_cpus_with(input, &cpus.set, "cpufreq.governor", "performance", true);

	if (!strcmp(asked, "performance"))
		wanted = YES;
	if (wanted == UNKNOWN)
		return rule_say(finding, RULE_UNKNOWN,
				"the kernel's configuration is unknown");
	if (wanted == NO)
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"the kernel does not start with 'performance'");
	if (cpuset_count(&other))
		return rule_say(finding, RULE_BAD,
				"the kernel starts with 'performance', but CPU %s has "
				"another governor now: a service changed it",
				rule_cpu_text(finding, &other));
	if (!cpuset_count(&good) || cpuset_count(&good) < cpuset_count(&cpus.set))
		return rule_say(finding, RULE_UNKNOWN, "of %s the governor is unknown",
				cpuset_count(&good) ? "some CPUs" : "all CPUs");
	return rule_say(finding, RULE_OK, "still 'performance', as the kernel started");
}

const struct rule rule_governor_reset = {
	.id = "governor-reset",
	.title = "A service that resets the governor",
	.weight = RULE_LIKELY,
	.looks_at =
		"CONFIG_CPU_FREQ_DEFAULT_GOV_PERFORMANCE, cpufreq.default_governor= and "
		"the governors in force",
	.effect = "as the governor's; comes back after every boot",
	.fix = "find the service and stop it: systemctl disable --now ondemand cpufrequtils "
	       "power-profiles-daemon tuned (those that are there)",
	.undo = "systemctl enable --now with the same names",
	.prove = "boot, read the governors at once and after 60 s",
	.find_out = "read /proc/config.gz or /boot/config-$(uname -r)",
	.basis = RULE_SEEN,
	.judge = judge_default,
};

static const char preference_file[] =
	"/sys/devices/system/cpu/cpu*/cpufreq/energy_performance_preference";

/* One command for each preference that was there. */
static const char *undo_preferences(const struct rule_input *input,
				    struct rule_finding *finding,
				    const struct cpuset *other)
{
	CLEANUP(str_free) struct str out = {0};
	struct cpuset left = *other;

	while (cpuset_count(&left)) {
		const char *word;
		struct cpuset alike = rule_cpus_alike(input, &left, "cpufreq.epp", &word);

		if (!out.length && !cpuset_count(&left))
			return rule_text(finding, "echo %s | tee %s", word,
					 preference_file);
		str_addf(&out, "%secho %s to the file of each CPU of %s",
			 out.length ? "; " : "", word, rule_cpu_text(finding, &alike));
	}
	return arena_copy(finding->arena, str_text(&out));
}

static enum rule_verdict judge_preference(const struct rule_input *input,
					  struct rule_finding *finding)
{
	static const char rest[] = "cpufreq.epp";
	struct rule_cpus cpus = rule_cpus_of(input);
	struct cpuset other =
		rule_cpus_with(input, &cpus.set, rest, "performance", false);
	struct cpuset good = rule_cpus_with(input, &cpus.set, rest, "performance", true);
	const char *driver = driver_of(input);

	if (!driver)
		return rule_say(finding, RULE_UNKNOWN, "no frequency driver is known");
	if (!has_own_governors(input))
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"driver %s has no preference", driver);
	if (cpuset_count(&other)) {
		finding->undo = undo_preferences(input, finding, &other);
		return rule_say(finding, RULE_BAD,
				"energy_performance_preference %s of the %s CPUs",
				rule_text_by_cpu(input, finding, &other, rest),
				cpus.what);
	}
	if (!cpuset_count(&good) || cpuset_count(&good) < cpuset_count(&cpus.set))
		return rule_say(finding, RULE_UNKNOWN,
				"no energy_performance_preference can be read%s",
				cpuset_count(&good) ? " of some CPUs" : "");
	return rule_say(finding, RULE_OK, "'performance' on CPU %s",
			rule_cpu_text(finding, &good));
}

const struct rule rule_energy_preference = {
	.id = "energy-preference",
	.title = "Hardware's energy preference (intel_pstate, amd-pstate)",
	.weight = RULE_LIKELY,
	.looks_at = "/sys/devices/system/cpu/cpu*/cpufreq/energy_performance_preference "
		    "where the driver is intel_pstate or amd-pstate-epp",
	.effect = "average up, worst case 20 to 200 us more",
	.fix = "echo performance | tee "
	       "/sys/devices/system/cpu/cpu*/cpufreq/energy_performance_preference",
	.undo = "write the old word back",
	.prove = "A-B-A with the old word, 'performance' and the old word",
	.find_out =
		"read cpufreq/scaling_driver; it is missing where firmware alone decides",
	.basis = RULE_DOCUMENTED,
	.judge = judge_preference,
};

/*
 * How often clocks changed during the run, over all CPUs that matter; *all: each of them tells.
 * -1: none does.
 */
static int64_t changes_during_run(const struct rule_input *input,
				  struct rule_finding *finding, struct cpuset *cpus,
				  bool *all)
{
	int64_t total = -1;

	*all = true;
	for (int cpu = cpuset_next(cpus, 0); input->after && cpu >= 0;
	     cpu = cpuset_next(cpus, cpu + 1)) {
		const char *name = rule_text(finding, "cpu.%d.cpufreq.changes", cpu);
		int64_t before = facts_integer(input->facts, name, -1);
		int64_t after = facts_integer(input->after, name, -1);

		if (before >= 0 && after >= before)
			total = (total < 0 ? 0 : total) + after - before;
		else
			*all = false;
	}
	return total;
}

/* Limits of a CPU; false: they are not told. */
static bool limits_of(const struct rule_input *input, struct rule_finding *finding,
		      int cpu, int64_t *low, int64_t *high)
{
	const struct fact *min = ask_cpu(input, finding, cpu, "cpufreq.min_khz");
	const struct fact *max = ask_cpu(input, finding, cpu, "cpufreq.max_khz");

	*low = min->integer;
	*high = max->integer;
	return min->kind == FACT_INTEGER && max->kind == FACT_INTEGER;
}

static enum tristate is_turbo_on(const struct rule_input *input)
{
	const struct fact *off = facts_get(input->facts, "cpufreq.intel_pstate.no_turbo");
	const struct fact *boost = facts_get(input->facts, "cpufreq.boost");

	if (off->kind == FACT_BOOL)
		return off->integer ? NO : YES;
	if (boost->kind == FACT_BOOL)
		return boost->integer ? YES : NO;
	return UNKNOWN;
}

static enum rule_verdict judge_limits(const struct rule_input *input,
				      struct rule_finding *finding, struct cpuset *cpus)
{
	enum tristate turbo = is_turbo_on(input);
	const char *fixed = NULL;
	int64_t low, high;
	bool all = true;

	for (int cpu = cpuset_next(cpus, 0); cpu >= 0; cpu = cpuset_next(cpus, cpu + 1)) {
		if (!limits_of(input, finding, cpu, &low, &high)) {
			all = false;
			continue;
		}
		if (low != high || turbo == YES) {
			finding->weight = RULE_NOTE;
			return rule_say(finding, RULE_BAD,
					"CPU %d may run at %lld to %lld kHz%s", cpu,
					(long long)low, (long long)high,
					turbo == YES ? ", and turbo is on" : "");
		}
		fixed = fixed ? fixed
			      : rule_text(finding, "CPU %d stays at %lld kHz", cpu,
					  (long long)low);
	}
	if (!fixed || !all)
		return rule_say(finding, RULE_UNKNOWN,
				"no limits of frequency are known%s",
				fixed ? " of some CPUs" : "");
	return rule_say(finding, RULE_OK, "%s%s", fixed,
			cpuset_count(cpus) > 1 ? ", and every other one at its own" : "");
}

static enum rule_verdict judge_changes(const struct rule_input *input,
				       struct rule_finding *finding)
{
	struct rule_cpus cpus = rule_cpus_of(input);
	bool all;
	int64_t changes = changes_during_run(input, finding, &cpus.set, &all);

	if (changes > 0)
		return rule_say(finding, RULE_BAD,
				"%lld changes of frequency during the run on %s CPUs",
				(long long)changes, cpus.what);
	if (!changes && all)
		return rule_say(finding, RULE_OK,
				"no change of frequency during the run");
	return judge_limits(input, finding, &cpus.set);
}

const struct rule rule_frequency_changes = {
	.id = "frequency-changes",
	.title = "Changes of frequency and turbo",
	.weight = RULE_POSSIBLE,
	.looks_at = "cpufreq/stats/total_trans before and after a run; scaling_min_freq, "
		    "scaling_max_freq, intel_pstate/no_turbo, cpufreq/boost",
	.effect = "10 to 500 us at each change",
	.fix = "cpupower frequency-set with the same frequency for --min and --max; "
	       "echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo, or "
	       "echo 0 > /sys/devices/system/cpu/cpufreq/boost",
	.undo = "the old limits, and 0 or 1 back",
	.prove =
		"compare the growth of total_trans with the count of spikes; do not poll "
		"scaling_cur_freq meanwhile, which disturbs",
	.find_out = "look for cpufreq/stats (CONFIG_CPU_FREQ_STAT)",
	.basis = RULE_SEEN,
	.judge = judge_changes,
};
