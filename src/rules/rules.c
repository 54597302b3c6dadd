/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "rules/rules.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "rules/table.h"

/* clang-format off */
const struct rule *const rules[] = {
	/* What makes figures meaningless. */
	&rule_overload,
	&rule_measuring_error,
	&rule_missed_periods,
	&rule_high_resolution_timers,
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
	&rule_cpu_quota,
	&rule_locked_memory,
	&rule_page_faults,
	&rule_swap,
	&rule_timer_slack,
	&rule_steal,
	&rule_host_scheduling,
	&rule_timer_interrupt_took,
	&rule_kernel_stalls,
	&rule_interrupt_storm,
	&rule_split_lock,
	&rule_console,
	&rule_emulated_console,
	&rule_tpm_random,
	&rule_nvidia,
	&rule_usb_fiq,
	/* Tens to hundreds of us, and all that is slower. */
	&rule_smi_columns,
	&rule_hardware_gaps,
	&rule_late_thread,
	&rule_two_layers,
	&rule_all_at_once,
	&rule_irq_late,
	&rule_one_cpu,
	&rule_smi,
	&rule_xenomai_smi,
	&rule_raspberry_pi_power,
	&rule_thermal_throttling,
	&rule_cooling,
	&rule_clock_source,
	&rule_debug_kernel,
	&rule_firmware_updater,
	&rule_better_under_load,
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
	&rule_graphics_power,
	&rule_secure_random,
	&rule_huge_pages,
	&rule_numa_balancing,
	&rule_page_merging,
	&rule_nx_huge_pages,
	&rule_workqueues,
	&rule_rcu_callbacks,
	&rule_network_softirqs,
	&rule_workqueue_hog,
	&rule_long_nmi,
	&rule_pcie_power,
	&rule_pcie_errors,
	&rule_memory_errors,
	&rule_wifi,
	&rule_tracing,
	/* Tens of us and less, or seldom. */
	&rule_memory_contention,
	&rule_time_grid,
	&rule_goes_with,
	&rule_ipis,
	&rule_paravirtual_clock,
	&rule_nohz_full,
	&rule_nmi_watchdog,
	&rule_soft_watchdog,
	&rule_skew_tick,
	&rule_stalld,
	&rule_mixed_cores,
	&rule_tool_cures,
	&rule_memory_limit,
	&rule_virtual_disk,
	&rule_sd_card,
	&rule_graphics_memory,
	&rule_cache_sharing,
	&rule_compaction,
	&rule_network_driver,
	&rule_network_moderation,
	&rule_timer_migration,
	&rule_secure_world,
	&rule_usb_hotplug,
	&rule_cpu_hotplug,
	&rule_machine_check,
	&rule_uncore,
	&rule_connection_tracking,
	&rule_selinux_cache,
	&rule_vmstat_interval,
	&rule_mitigations,
	&rule_tsc_check,
	&rule_clock_step,
	NULL,
};
/* clang-format on */

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
