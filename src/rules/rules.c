/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "rules/rules.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "rules/table.h"

const struct rule *const rules[] = {
	/* What makes figures meaningless. */
	&rule_measuring_error,
	&rule_overload,
	&rule_missed_periods,
	&rule_rt_group,
	&rule_task_above,
	&rule_rt_throttling,
	&rule_throttling_gaps,
	&rule_preempt_rt,
	&rule_dual_kernel,
	&rule_mode_switches,
	/* Milliseconds. */
	&rule_rt_privilege,
	&rule_task_class,
	&rule_seccomp,
	&rule_cpuset,
	/* Tens to hundreds of us. */
	&rule_all_at_once,
	&rule_one_cpu,
	&rule_smi,
	&rule_xenomai_smi,
	&rule_firmware_updater,
	&rule_idle_states,
	&rule_idle_states_arm,
	&rule_idle_poll,
	&rule_write_allocate,
	&rule_l2c310_errata,
	&rule_governor,
	&rule_governor_reset,
	&rule_energy_preference,
	&rule_frequency_changes,
	&rule_smt,
	&rule_irq_affinity,
	&rule_cmdline_unknown,
	&rule_cmdline_conflict,
	&rule_boot_script,
	&rule_isolation_few,
	&rule_irqbalance,
	&rule_managed_irq,
	&rule_isolated_balance,
	&rule_irq_threads,
	&rule_runtime_share,
	&rule_fair_server,
	/* Tens of us and less. */
	&rule_time_grid,
	&rule_goes_with,
	&rule_ipis,
	&rule_nohz_full,
	&rule_nmi_watchdog,
	&rule_soft_watchdog,
	&rule_skew_tick,
	&rule_stalld,
	&rule_mixed_cores,
	&rule_tool_cures,
	NULL,
};

static const char *keep(struct rule_finding *finding, const char *format, va_list values)
	PRINTF_LIKE(2, 0);

static const char *keep(struct rule_finding *finding, const char *format, va_list values)
{
	const char *kept;
	char *text = NULL;

	if (vasprintf(&text, format, values) < 0)
		mem_exhausted();
	kept = arena_copy(finding->arena, text);
	free(text);
	return kept;
}

enum rule_verdict rule_say(struct rule_finding *finding, enum rule_verdict verdict,
			   const char *format, ...)
{
	va_list values;

	va_start(values, format);
	finding->evidence = keep(finding, format, values);
	va_end(values);
	return verdict;
}

const char *rule_text(struct rule_finding *finding, const char *format, ...)
{
	const char *text;
	va_list values;

	va_start(values, format);
	text = keep(finding, format, values);
	va_end(values);
	return text;
}

const struct rule_result *rules_ask(const struct rule_input *input, struct arena *arena,
				    size_t *count)
{
	struct rule_result *results;

	for (*count = 0; rules[*count]; (*count)++)
		;
	results = arena_array(arena, *count, sizeof(*results));
	for (size_t i = 0; i < *count; i++) {
		results[i] = (struct rule_result){
			.rule = rules[i],
			.finding = {.weight = rules[i]->weight,
				    .evidence = "",
				    .fix = rules[i]->fix,
				    .undo = rules[i]->undo,
				    .arena = arena},
		};
		results[i].finding.verdict = rules[i]->judge(input, &results[i].finding);
	}
	return results;
}
