/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules by the file that defines them. rules.c puts them in order. */
#ifndef RULES_TABLE_H
#define RULES_TABLE_H

#include "rules/rule.h"

/* busyness.c */
extern const struct rule rule_better_under_load;

/* cache-controller.c */
extern const struct rule rule_write_allocate;
extern const struct rule rule_l2c310_errata;

/* command-line.c */
extern const struct rule rule_cmdline_unknown;
extern const struct rule rule_cmdline_conflict;
extern const struct rule rule_boot_script;

/* cores.c */
extern const struct rule rule_smt;
extern const struct rule rule_mixed_cores;

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

/* imported-rows.c */
extern const struct rule rule_two_layers;
extern const struct rule rule_memory_contention;

/* imported-streams.c */
extern const struct rule rule_late_thread;
extern const struct rule rule_smi_columns;
extern const struct rule rule_hardware_gaps;

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
extern const struct rule rule_one_cpu;
extern const struct rule rule_throttling_gaps;

/* stages.c */
extern const struct rule rule_irq_late;

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

/* boards.c */
extern const struct rule rule_raspberry_pi_power;
extern const struct rule rule_secure_random;
extern const struct rule rule_tpm_random;
extern const struct rule rule_secure_world;

/* clocks.c */
extern const struct rule rule_clock_source;
extern const struct rule rule_paravirtual_clock;
extern const struct rule rule_tsc_check;

/* container.c */
extern const struct rule rule_cpu_quota;
extern const struct rule rule_memory_limit;
extern const struct rule rule_locked_memory;

/* debugging.c */
extern const struct rule rule_debug_kernel;
extern const struct rule rule_tracing;
extern const struct rule rule_mitigations;
extern const struct rule rule_console;
extern const struct rule rule_selinux_cache;
extern const struct rule rule_split_lock;
extern const struct rule rule_cpu_hotplug;
extern const struct rule rule_interrupt_storm;

/* devices.c */
extern const struct rule rule_pcie_power;
extern const struct rule rule_pcie_errors;
extern const struct rule rule_usb_fiq;
extern const struct rule rule_usb_hotplug;
extern const struct rule rule_sd_card;

/* graphics.c */
extern const struct rule rule_graphics_power;
extern const struct rule rule_graphics_memory;
extern const struct rule rule_nvidia;

/* hardware.c */
extern const struct rule rule_machine_check;
extern const struct rule rule_memory_errors;

/* kernel-work.c */
extern const struct rule rule_rcu_callbacks;
extern const struct rule rule_workqueues;
extern const struct rule rule_network_softirqs;
extern const struct rule rule_workqueue_hog;
extern const struct rule rule_kernel_stalls;
extern const struct rule rule_long_nmi;

/* memory.c */
extern const struct rule rule_page_faults;
extern const struct rule rule_swap;
extern const struct rule rule_huge_pages;
extern const struct rule rule_compaction;
extern const struct rule rule_page_merging;
extern const struct rule rule_numa_balancing;
extern const struct rule rule_vmstat_interval;

/* network.c */
extern const struct rule rule_network_driver;
extern const struct rule rule_network_moderation;
extern const struct rule rule_wifi;
extern const struct rule rule_connection_tracking;

/* run-clocks.c */
extern const struct rule rule_clock_step;
extern const struct rule rule_timer_slack;

/* thermal.c */
extern const struct rule rule_thermal_throttling;
extern const struct rule rule_cooling;
extern const struct rule rule_uncore;
extern const struct rule rule_cache_sharing;

/* timers.c */
extern const struct rule rule_high_resolution_timers;
extern const struct rule rule_timer_interrupt_took;
extern const struct rule rule_timer_migration;

/* together.c */
extern const struct rule rule_all_at_once;

/* virtual.c */
extern const struct rule rule_steal;
extern const struct rule rule_host_scheduling;
extern const struct rule rule_nx_huge_pages;
extern const struct rule rule_emulated_console;
extern const struct rule rule_virtual_disk;

#endif
