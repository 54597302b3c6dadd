/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules by the file that defines them. rules.c puts them in order. */
#ifndef RULES_TABLE_H
#define RULES_TABLE_H

#include "rules/rule.h"

/* command-line.c */
extern const struct rule rule_cmdline_unknown;
extern const struct rule rule_cmdline_conflict;
extern const struct rule rule_boot_script;

/* cores.c */
extern const struct rule rule_smt;
extern const struct rule rule_mixed_cores;

/* cache-controller.c */
extern const struct rule rule_write_allocate;
extern const struct rule rule_l2c310_errata;

/* cpu-frequency.c */
extern const struct rule rule_governor;
extern const struct rule rule_governor_reset;
extern const struct rule rule_energy_preference;
extern const struct rule rule_frequency_changes;

/* firmware.c */
extern const struct rule rule_smi;
extern const struct rule rule_firmware_updater;

/* idle.c */
extern const struct rule rule_idle_states;
extern const struct rule rule_idle_states_arm;
extern const struct rule rule_idle_poll;
extern const struct rule rule_tool_cures;

/* interrupts.c */
extern const struct rule rule_irq_affinity;
extern const struct rule rule_irqbalance;
extern const struct rule rule_managed_irq;

/* isolation.c */
extern const struct rule rule_nohz_full;
extern const struct rule rule_isolated_balance;
extern const struct rule rule_isolation_few;
extern const struct rule rule_skew_tick;

/* kernel.c */
extern const struct rule rule_preempt_rt;
extern const struct rule rule_dual_kernel;
extern const struct rule rule_mode_switches;
extern const struct rule rule_xenomai_smi;

/* rhythm.c */
extern const struct rule rule_time_grid;
extern const struct rule rule_goes_with;

/* rights.c */
extern const struct rule rule_rt_group;
extern const struct rule rule_rt_privilege;
extern const struct rule rule_seccomp;
extern const struct rule rule_task_class;
extern const struct rule rule_cpuset;

/* run.c */
extern const struct rule rule_overload;
extern const struct rule rule_missed_periods;
extern const struct rule rule_measuring_error;
extern const struct rule rule_ipis;

/* signatures.c */
extern const struct rule rule_all_at_once;
extern const struct rule rule_one_cpu;
extern const struct rule rule_throttling_gaps;

/* tasks.c */
extern const struct rule rule_task_above;
extern const struct rule rule_irq_threads;
extern const struct rule rule_stalld;

/* throttling.c */
extern const struct rule rule_rt_throttling;
extern const struct rule rule_runtime_share;
extern const struct rule rule_fair_server;

/* watchdogs.c */
extern const struct rule rule_nmi_watchdog;
extern const struct rule rule_soft_watchdog;

#endif
