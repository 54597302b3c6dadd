/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "capture/sources.h"

#define CPU "/sys/devices/system/cpu/"
#define EACH_CPU CPU "cpu#/"
#define CPUSET \
	"cpuset.cpus cpuset.cpus.effective cpuset.cpus.partition cpuset.cpus.exclusive "
#define BUDGET "cpu.rt_runtime_us cpu.rt_period_us cpu.cfs_quota_us cpu.cfs_period_us "
#define TRACING                                                            \
	"current_tracer tracing_on events/enable kprobe_events "           \
	"uprobe_events instances/*/current_tracer instances/*/tracing_on " \
	"instances/*/events/enable"

/* clang-format off */
const struct source sources[] = {
	/* Kernel. */
	{"/proc/", "cmdline version consoles swaps", SOURCE_WATCHED},
	{"/proc/", "cpuinfo interrupts", SOURCE_VARIES | SOURCE_LARGE},
	{"/proc/", "config.gz", SOURCE_LARGE},
	{"/boot/", "config-*", SOURCE_LARGE | SOURCE_OF_KERNEL},
	{"/lib/modules/*/build/", ".config", SOURCE_LARGE | SOURCE_OF_KERNEL},
	{"/proc/", "meminfo modules softirqs stat timer_list uptime loadavg vmstat",
	 SOURCE_VARIES},
	{"/sys/kernel/", "realtime rcu_expedited rcu_normal profiling", 0},
	{"/sys/kernel/debug/sched/", "preempt features fair_server/cpu*/runtime "
	 "fair_server/cpu*/period", SOURCE_WATCHED},
	{"/sys/kernel/debug/", "sched_features kprobes/list", 0},
	{"/sys/kernel/tracing/", TRACING, 0},
	{"/sys/kernel/debug/tracing/", TRACING, 0},
	{"/proc/ipipe/", "*", 0},
	{"/proc/xenomai/", "version hal affinity latency clock/* sched/threads", SOURCE_VARIES},
	{"/sys/class/evl/control/", "*", 0},
	{"/", "dmesg.txt", SOURCE_COLLECTED | SOURCE_LARGE | SOURCE_VARIES},

	/* What sysctl sets. */
	{"/proc/sys/kernel/",
	 "sched_rt_runtime_us sched_rt_period_us nmi_watchdog watchdog soft_watchdog "
	 "watchdog_thresh watchdog_cpumask timer_migration numa_balancing printk "
	 "ftrace_enabled tainted perf_cpu_time_max_percent", SOURCE_WATCHED},
	{"/proc/sys/kernel/",
	 "sched_* osrelease version hung_task_timeout_secs "
	 "printk_* tracepoint_printk "
	 "perf_event_max_sample_rate bpf_stats_enabled dmesg_restrict "
	 "split_lock_mitigate", 0},
	{"/proc/sys/kernel/", "hostname", SOURCE_PRIVATE},
	{"/proc/sys/vm/",
	 "stat_interval swappiness compaction_proactiveness "
	 "zone_reclaim_mode nr_hugepages dirty_* watermark_* min_free_kbytes", 0},
	{"/proc/sys/net/core/", "busy_* netdev_budget* rps_default_mask", 0},
	{"/proc/sys/net/netfilter/", "nf_conntrack_count", SOURCE_VARIES},
	{"/proc/sys/net/netfilter/", "nf_conntrack_max", 0},

	/* CPUs. */
	{CPU, "online", SOURCE_WATCHED},
	{CPU, "possible present offline isolated nohz_full kernel_max smt/active smt/control "
	 "cpuidle/* vulnerabilities/* cpufreq/boost", 0},
	{CPU, "intel_pstate/* amd_pstate/* intel_uncore_frequency/*/*", SOURCE_WATCHED},
	{EACH_CPU, "online cpu_capacity microcode/version regs/identification/midr_el1 "
	 "topology/*_id topology/*_list", 0},
	{EACH_CPU "cache/index#/", "level type size shared_cpu_list ways_of_associativity "
	 "coherency_line_size id write_policy allocation_policy", 0},
	{EACH_CPU "cpuidle/state#/", "name desc latency residency default_status", 0},
	{EACH_CPU "cpuidle/state#/", "disable", SOURCE_WATCHED},
	{EACH_CPU "cpuidle/state#/", "usage time above below rejected", SOURCE_VARIES},
	{EACH_CPU "cpufreq/", "scaling_governor scaling_min_freq scaling_max_freq "
	 "energy_performance_preference", SOURCE_WATCHED},
	{EACH_CPU "cpufreq/", "scaling_driver cpuinfo_min_freq cpuinfo_max_freq "
	 "cpuinfo_transition_latency scaling_available_governors base_frequency bios_limit "
	 "affected_cpus", 0},
	{EACH_CPU "cpufreq/", "stats/total_trans stats/time_in_state", SOURCE_VARIES},
	{EACH_CPU "power/", "pm_qos_resume_latency_us energy_perf_bias", SOURCE_WATCHED},
	{EACH_CPU "thermal_throttle/", "*_throttle_count",
	 SOURCE_VARIES},
	{"/sys/devices/", "cpu_core/cpus cpu_atom/cpus cpu_lowpower/cpus", 0},
	{"/sys/devices/system/node/", "online possible node#/cpulist node#/distance", 0},
	{"/sys/devices/system/machinecheck/machinecheck#/",
	 "check_interval ignore_ce", 0},
	{"/sys/devices/system/edac/mc/mc#/", "mc_name sdram_scrub_rate", 0},
	{"/sys/devices/system/edac/mc/mc#/", "ce_count ue_count", SOURCE_VARIES},
	{"/dev/", "cpu_dma_latency", SOURCE_WATCHED | SOURCE_NUMBER},

	/* Time. */
	{"/sys/devices/system/clocksource/clocksource0/",
	 "current_clocksource available_clocksource", SOURCE_WATCHED},
	{"/sys/devices/system/clockevents/", "clockevent#/current_device "
	 "broadcast/current_device", 0},

	/* Interrupts and workqueues. */
	{"/proc/irq/", "default_smp_affinity #/smp_affinity_list #/effective_affinity_list",
	 SOURCE_WATCHED},
	{"/sys/kernel/irq/", "#/actions #/chip_name #/type #/name", 0},
	{"/sys/devices/virtual/workqueue/", "cpumask cpumask_requested cpumask_isolated "
	 "*/cpumask */nice", SOURCE_WATCHED},

	/* Memory. */
	{"/sys/kernel/mm/transparent_hugepage/", "enabled defrag khugepaged/defrag", SOURCE_WATCHED},
	{"/sys/kernel/mm/ksm/", "run sleep_millisecs", SOURCE_WATCHED},
	{"/sys/kernel/mm/", "lru_gen/enabled numa/demotion_enabled", 0},
	{"/sys/fs/resctrl/", "schemata cpus_list mode size */schemata */cpus_list */mode "
	 "info/*/*", 0},

	/* Modules with something to set. */
	{"/sys/module/", "pcie_aspm/parameters/policy intel_idle/parameters/* "
	 "processor/parameters/* *haltpoll/parameters/* cpuidle/parameters/* "
	 "kvm*/parameters/* rcu*/parameters/* workqueue/parameters/* "
	 "printk/parameters/* zswap/parameters/enabled i915/parameters/* "
	 "xeno*/parameters/* dwc_otg/parameters/* edac_core/parameters/* "
	 "usbcore/parameters/autosuspend", 0},
	{"/proc/driver/nvidia/", "version", 0},

	/* Devices. */
	{"/sys/bus/pci/devices/*/", "class vendor device uevent numa_node local_cpulist "
	 "power/control link/*", 0},
	{"/sys/bus/pci/devices/*/power/", "runtime_status", SOURCE_VARIES},
	{"/sys/class/net/*/", "type uevent operstate threaded gro_flush_timeout "
	 "napi_defer_hard_irqs device/uevent queues/rx-#/rps_cpus queues/tx-#/xps_cpus", 0},
	{"/sys/class/net/*/", "address", SOURCE_PRIVATE},
	{"/sys/bus/mmc/devices/*/", "name type", 0},
	{"/sys/bus/usb/devices/*/", "product", 0},
	{"/sys/class/rfkill/rfkill#/", "type name state", 0},
	{"/sys/block/*/queue/", "scheduler", 0},
	{"/sys/class/misc/hw_random/", "rng_current rng_available rng_quality", 0},
	{"/sys/class/tee/*/", "implementation_id revision", 0},

	/* Heat and power. */
	{"/sys/class/thermal/", "thermal_zone#/type thermal_zone#/policy thermal_zone#/mode "
	 "thermal_zone#/trip_point_* cooling_device#/type cooling_device#/max_state", 0},
	{"/sys/class/thermal/", "thermal_zone#/temp cooling_device#/cur_state",
	 SOURCE_VARIES},
	{"/sys/devices/platform/soc/soc:firmware/", "get_throttled", SOURCE_WATCHED},
	{"/sys/bus/platform/devices/", "*firmware/get_throttled", SOURCE_WATCHED},
	{"/sys/class/hwmon/hwmon#/", "name in0_lcrit_alarm", SOURCE_WATCHED},
	{"/sys/firmware/acpi/", "pm_profile platform_profile", 0},

	/* Firmware, boot loader, what kind of machine. */
	{"/sys/class/dmi/id/", "sys_vendor product_name product_version board_vendor "
	 "board_name bios_* ec_firmware_release", 0},
	{"/sys/firmware/efi/", "fw_platform_size", 0},
	{"/proc/device-tree/", "model compatible chosen/bootargs chosen/*version* "
	 "psci/compatible psci/method firmware/optee/compatible firmware/optee/method "
	 "*cache-controller*/* soc/*cache*/* soc*/*/*cache-controller* cpus/*/compatible "
	 "cpus/*/enable-method cpus/*/capacity-dmips-mhz cpus/idle-states/*/*", 0},
	{"/proc/device-tree/", "serial-number", SOURCE_PRIVATE},
	{"/sys/hypervisor/", "type properties/features", 0},

	/* Limits: ours, and of control groups. */
	{"/proc/self/", "status", SOURCE_VARIES},
	{"/proc/self/", "limits cgroup cpuset timerslack_ns uid_map", 0},
	{"/proc/1/", "cgroup comm", 0},
	{"/", ".dockerenv run/.containerenv run/systemd/container", 0},
	{"/sys/fs/cgroup/", CPUSET "cgroup.controllers cgroup.type */cpuset.cpus "
	 "*/cpuset.cpus.partition */cpu.max */cpuset.cpus.effective", SOURCE_WATCHED},
	{"/sys/fs/cgroup/cpu/", BUDGET "*/cpu.rt_runtime_us */cpu.rt_period_us "
	 "*/cpu.cfs_quota_us", 0},
	{"/sys/fs/cgroup/cpu,cpuacct/", BUDGET "*/cpu.rt_runtime_us */cpu.cfs_quota_us", 0},
	{"/sys/fs/cgroup/cpuset/", "cpuset.cpus cpuset.cpu_exclusive cpuset.sched_load_balance "
	 "*/cpuset.cpus */cpuset.cpu_exclusive */cpuset.sched_load_balance", 0},
	{"/sys/fs/selinux/", "enforce avc/cache_threshold", 0},

	/* Of collected trees: what here is asked of the kernel, or is nobody's business. */
	{"/proc/#/", "stat status comm cmdline limits cgroup task/#/stat task/#/status "
	 "task/#/comm", SOURCE_COLLECTED},
	{"/", "ps ps.txt", SOURCE_COLLECTED | SOURCE_VARIES},
	{"/etc/", "rc.local rc.d/rc.local", SOURCE_COLLECTED},
	{"/whylate/", "msr programs", SOURCE_COLLECTED | SOURCE_VARIES},
	{"/whylate/", "* */* */*/* */*/*/*", SOURCE_COLLECTED},
};
/* clang-format on */

const size_t source_count = sizeof(sources) / sizeof(sources[0]);
