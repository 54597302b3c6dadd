/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about the kernel, its command line, budgets, watchdogs and isolation. */
#include "rule-cases.h"

#define CPU "/sys/devices/system/cpu/"
#define KERNEL "/proc/sys/kernel/"
#define VERSION(release, build)                                                   \
	{                                                                         \
		"/proc/version",                                                  \
			"Linux version " release " (op@bench1) (gcc) " build "\n" \
	}
#define RT VERSION("6.1.0-rt5", "#1 SMP PREEMPT_RT Thu Jan 1 00:00:00 UTC 2026")
#define COBALT                                     \
	{                                          \
		"/proc/xenomai/version", "3.2.1\n" \
	}
#define INTEL                                                  \
	{                                                      \
		"/proc/cpuinfo", "vendor_id\t: GenuineIntel\n" \
	}
#define PIPE                                 \
	{                                    \
		"/proc/ipipe/version", "1\n" \
	}
#define BOOT_LOG "[    0.0] Linux version 5.10.0\n"
#define INIT "[    2.0] Run /sbin/init as init process\n"

/* A Xenomai log with so many mode switches. */
static void add_xenomai(struct rule_input *input, struct arena *arena, int64_t switches)
{
	struct foreign_stream *stream = arena_alloc(arena, sizeof(*stream));
	struct run_foreign *foreign = arena_alloc(arena, sizeof(*foreign));

	*stream = (struct foreign_stream){
		.cpu = 0,
		.priority = 99,
		.period_ns = RUN_UNKNOWN,
		.context = "user",
		.policy = "fifo",
		.wake = "timer",
		.name = "",
		.avg_ns = RUN_UNKNOWN,
		.max_ns = RUN_UNKNOWN,
		.mode_switches = switches,
	};
	*foreign = (struct run_foreign){
		.tool = "xenomai-latency",
		.streams = stream,
		.stream_count = 1,
	};
	input->foreign = foreign;
}

static void add_switching(struct rule_input *input, struct arena *arena)
{
	add_xenomai(input, arena, 3);
}

static void add_steady(struct rule_input *input, struct arena *arena)
{
	add_xenomai(input, arena, 0);
}

static void add_cyclictest(struct rule_input *input, struct arena *arena)
{
	add_xenomai(input, arena, RUN_UNKNOWN);
	((struct run_foreign *)(uintptr_t)input->foreign)->tool = "cyclictest";
}

static void add_without_column(struct rule_input *input, struct arena *arena)
{
	add_xenomai(input, arena, RUN_UNKNOWN);
}

/* clang-format off */
static const struct rule_case cases[] = {
	{"preempt-rt", RULE_BAD, "'dynamic', not PREEMPT_RT|debug/sched/preempt",
	 {VERSION("6.1.0-25-amd64", "#1 SMP PREEMPT_DYNAMIC Debian 6.1.106-3 (2024-08-26)")}},
	{"preempt-rt", RULE_OK, "PREEMPT_RT", {RT}},
	{"preempt-rt", RULE_OK, "'PREEMPT RT'", {VERSION("3.12.31-rt45", "#1 PREEMPT RT Sun Nov 9")}},
	{"preempt-rt", RULE_BAD, "'full'|not PREEMPT_RT", {VERSION("6.1.0", "#1 SMP PREEMPT Thu Jan 1")}},
	/* A missing /sys/kernel/realtime proves nothing, and a 1 there alone is not asked. */
	{"preempt-rt", RULE_BAD, "'voluntary'|debugfs",
	 {VERSION("6.1.0", "#1 SMP PREEMPT_DYNAMIC Debian"),
	  {"/sys/kernel/debug/sched/preempt", "none (voluntary) full\n"}}},
	{"preempt-rt", RULE_BAD, "'full'|command line",
	 {VERSION("6.1.0", "#1 SMP PREEMPT_DYNAMIC Debian"), {"/proc/cmdline", "preempt=full\n"}}},
	{"preempt-rt", RULE_BAD, "'none'|CONFIG_PREEMPT_NONE=y",
	 {VERSION("5.15.0", "#1 SMP Thu Jan 1"), {"/boot/config-5.15.0", "CONFIG_PREEMPT_NONE=y\n"}}},
	{"preempt-rt", RULE_UNKNOWN, "neither", {VERSION("5.15.0", "#1 SMP Thu Jan 1")}},
	{"preempt-rt", RULE_NOT_APPLICABLE, "cobalt", {VERSION("5.10.0", "#1 SMP PREEMPT x"), COBALT}},
	/* I-pipe with Xenomai's own tool; with Linux's alone; and that tool on an unknown kernel. */
	{"preempt-rt", RULE_NOT_APPLICABLE, "second kernel (ipipe)", {VERSION("3.4.6", "#1 SMP PREEMPT x"), PIPE}, add_steady},
	{"preempt-rt", RULE_BAD, "not PREEMPT_RT", {VERSION("3.4.6", "#1 SMP PREEMPT x"), PIPE}},
	{"preempt-rt", RULE_UNKNOWN, "unless xenomai-latency ran", {VERSION("3.4.6", "#1 SMP PREEMPT x")}, add_steady},
	{"preempt-rt", RULE_BAD, "not PREEMPT_RT",
	 {VERSION("6.1.0", "#1 SMP PREEMPT x"), {"/dmesg.txt", BOOT_LOG INIT}}, add_steady},

	{"dual-kernel", RULE_OK, "xenomai-latency measures", {PIPE}, add_steady},
	{"dual-kernel", RULE_BAD, "on which side cyclictest ran", {PIPE}, add_cyclictest, .is_note = true},
	{"dual-kernel", RULE_BAD, "cobalt|/proc/xenomai", {COBALT}, .is_note = true},
	{"dual-kernel", RULE_BAD, "ipipe", {{"/proc/ipipe/version", "1\n"}}, .is_note = true},
	{"dual-kernel", RULE_BAD, "dovetail|dmesg", {{"/dmesg.txt", "[ 0.1] IRQ pipeline enabled\n"}}, .is_note = true},
	{"dual-kernel", RULE_OK, "alone", {RT}},
	{"dual-kernel", RULE_UNKNOWN, "neither all of a log", {{"/proc/uptime", "1.0 2.0\n"}}},

	{"mode-switches", RULE_BAD, "3 switches", {RT}, add_switching},
	{"mode-switches", RULE_OK, "msw 0", {RT}, add_steady},
	{"mode-switches", RULE_UNKNOWN, "no msw column", {RT}, add_without_column},
	{"mode-switches", RULE_NOT_APPLICABLE, "no log", {RT}},

	{"xenomai-smi", RULE_BAD, "workaround disabled",
	 {COBALT, {"/dmesg.txt", BOOT_LOG "[Xenomai] SMI-enabled chipset found, but SMI workaround disabled\n"}}},
	{"xenomai-smi", RULE_OK, "names no", {COBALT, {"/dmesg.txt", BOOT_LOG "[Xenomai] Cobalt v3.2.1\n" INIT}}},
	{"xenomai-smi", RULE_UNKNOWN, "no log", {COBALT}},
	{"xenomai-smi", RULE_UNKNOWN, "begin", {COBALT, {"/dmesg.txt", "[Xenomai] Cobalt v3.2.1\n"}}},
	{"xenomai-smi", RULE_NOT_APPLICABLE, "no Cobalt", {RT}},

	{"rt-throttling", RULE_BAD, "it acted|RT throttling activated|950000 of 1000000",
	 {{KERNEL "sched_rt_runtime_us", "950000\n"}, {KERNEL "sched_rt_period_us", "1000000\n"},
	  {"/dmesg.txt", "[   23.4] sched: RT throttling activated\n"}}, .weight = RULE_CERTAIN},
	{"rt-throttling", RULE_BAD, "950000 of 1000000 us|no sign that it acted",
	 {{KERNEL "sched_rt_runtime_us", "950000\n"}, {KERNEL "sched_rt_period_us", "1000000\n"}}, .is_note = true},
	/* Switching it off without PREEMPT_RT can hang the machine. */
	{"rt-throttling", RULE_BAD, "it acted",
	 {VERSION("6.1.0", "#1 SMP PREEMPT Thu"), {KERNEL "sched_rt_runtime_us", "950000\n"},
	  {"/dmesg.txt", "sched: RT throttling activated\n"}}, .advice = "let the task wait|may hang"},
	{"rt-throttling", RULE_OK, "off", {{KERNEL "sched_rt_runtime_us", "-1\n"}}},
	{"rt-throttling", RULE_UNKNOWN, "not there", {RT}},

	{"runtime-share", RULE_BAD, "cannot borrow",
	 {{"/sys/kernel/debug/sched/features", "PLACE_LAG NO_RT_RUNTIME_SHARE HRTICK\n"}}, .is_note = true},
	{"runtime-share", RULE_OK, "borrow", {{"/sys/kernel/debug/sched/features", "RT_RUNTIME_SHARE\n"}}},
	{"runtime-share", RULE_OK, "before 5.10", {VERSION("4.19.0", "#1 SMP")}},
	{"runtime-share", RULE_UNKNOWN, "features", {RT}},
	{"runtime-share", RULE_NOT_APPLICABLE, "off", {RT, {KERNEL "sched_rt_runtime_us", "-1\n"}}},

	{"fair-server", RULE_BAD, "50.00 ms",
	 {VERSION("6.12.0", "#1"), {CPU "online", "0\n"},
	  {"/sys/kernel/debug/sched/fair_server/cpu0/runtime", "50000000\n"}}, .is_note = true},
	{"fair-server", RULE_OK, "off",
	 {VERSION("6.12.0", "#1"), {CPU "online", "0\n"}, {"/sys/kernel/debug/sched/fair_server/cpu0/runtime", "0\n"}}},
	{"fair-server", RULE_UNKNOWN, "of some CPUs",
	 {VERSION("6.12.0", "#1"), {CPU "online", "0-1\n"},
	  {"/sys/kernel/debug/sched/fair_server/cpu0/runtime", "0\n"},
	  {"/sys/kernel/debug/sched/fair_server/cpu1/runtime", "none\n"}}},
	{"fair-server", RULE_UNKNOWN, "cannot be read", {VERSION("6.12.0", "#1"), {CPU "online", "0\n"}}},
	{"fair-server", RULE_NOT_APPLICABLE, "before 6.12", {RT}},

	{"cmdline-unknown", RULE_BAD, "'pcie_asmp=off'|pcie_aspm", {{"/proc/cmdline", "ro pcie_asmp=off\n"}},
	 .weight = RULE_LIKELY},
	{"cmdline-unknown", RULE_BAD, "rcu_nohz=1|log says so",
	 {{"/proc/cmdline", "rcu_nohz=1\n"},
	  {"/dmesg.txt", "Unknown kernel command line parameters \"rcu_nohz=1\", will be passed to user space.\n"}}},
	{"cmdline-unknown", RULE_BAD, "idle=poll|arm64|nohlt",
	 {{"/proc/cpuinfo", "Features\t: fp asimd evtstrm\n"}, {"/proc/cmdline", "idle=poll\n"}}},
	{"cmdline-unknown", RULE_BAD, "myapp.mode=1",
	 {{"/proc/cmdline", "ro myapp.mode=1\n"},
	  {"/dmesg.txt", "Unknown kernel command line parameters \"myapp.mode=1\", will be passed to user space.\n"}},
	 .is_note = true},
	{"cmdline-unknown", RULE_OK, "no word", {INTEL, {"/proc/cmdline", "BOOT_IMAGE=/vmlinuz root=/dev/sda1 ro quiet "
		"nosmp nosmt nohz=on idle=poll isolcpus=1 systemd.unit=x rd.lvm.lv=a/b mitigations=off\n"}}},
	{"cmdline-unknown", RULE_OK, "no word",
	 {{"/proc/cmdline", "BOOT_IMAGE=/vmlinuz splash\n"},
	  {"/dmesg.txt", "Unknown kernel command line parameters \"BOOT_IMAGE=/vmlinuz splash\", will be passed to user space.\n"}}},
	{"cmdline-unknown", RULE_UNKNOWN, "/proc/cmdline", {RT}},

	{"cmdline-conflict", RULE_BAD, "CPU 1|isolcpus= isolates", {{"/proc/cmdline", "irqaffinity=0,1 isolcpus=1\n"}}},
	{"cmdline-conflict", RULE_BAD, "'isolcpus=1' and 'isolcpus=2'", {{"/proc/cmdline", "isolcpus=1 isolcpus=2\n"}}},
	{"cmdline-conflict", RULE_BAD, "CPU 4-7|does not have",
	 {{"/proc/cmdline", "isolcpus=domain,2-7\n"}, {CPU "possible", "0-3\n"}}},
	{"cmdline-conflict", RULE_BAD, "every CPU", {{"/proc/cmdline", "isolcpus=0-3\n"}, {CPU "possible", "0-3\n"}}},
	{"cmdline-conflict", RULE_BAD, "nohz=off", {{"/proc/cmdline", "nohz=off nohz_full=1\n"}}},
	{"cmdline-conflict", RULE_OK, "no contradiction",
	 {{"/proc/cmdline", "console=tty0 console=ttyS0 irqaffinity=0 isolcpus=managed_irq,domain,1 isolcpus=managed_irq,domain,1\n"}}},
	{"cmdline-conflict", RULE_UNKNOWN, "/proc/cmdline", {RT}},

	{"boot-script", RULE_BAD, "writes -1|sched_rt_period_us|1000000 now",
	 {{"/etc/rc.d/rc.local", "#!/bin/sh\nswapoff -a\necho 0 > /proc/sys/kernel/watchdog\n"
	   "echo -1 > /proc/sys/kernel/sched_rt_period_us\n"},
	  {KERNEL "watchdog", "0\n"}, {KERNEL "sched_rt_period_us", "1000000\n"}}},
	{"boot-script", RULE_OK, "in force",
	 {{"/etc/rc.local", "echo performance > /sys/module/pcie_aspm/parameters/policy\n"},
	  {"/sys/module/pcie_aspm/parameters/policy", "default [performance] powersave\n"}}},
	{"boot-script", RULE_UNKNOWN, "no rc.local", {RT}},

	{"nmi-watchdog", RULE_BAD, "on", {{KERNEL "nmi_watchdog", "1\n"}}},
	{"nmi-watchdog", RULE_OK, "off", {{KERNEL "nmi_watchdog", "0\n"}}},
	{"nmi-watchdog", RULE_UNKNOWN, "not there", {RT}},

	{"soft-watchdog", RULE_BAD, "online CPU 0-1",
	 {{CPU "online", "0-1\n"}, {KERNEL "watchdog", "1\n"}, {KERNEL "watchdog_cpumask", "0-1\n"}}},
	{"soft-watchdog", RULE_BAD, "isolated CPU 1",
	 {{CPU "isolated", "1\n"}, {KERNEL "watchdog", "1\n"}, {KERNEL "watchdog_cpumask", "0-1\n"}},
	 .advice = "kernel.watchdog_cpumask=0;|kernel.watchdog_cpumask=0-1"},
	{"soft-watchdog", RULE_OK, "CPU 0 only",
	 {{CPU "isolated", "1\n"}, {KERNEL "watchdog", "1\n"}, {KERNEL "watchdog_cpumask", "0\n"}}},
	{"soft-watchdog", RULE_OK, "off", {{KERNEL "watchdog", "0\n"}}},
	{"soft-watchdog", RULE_UNKNOWN, "not there", {RT}},

	{"nohz-full", RULE_BAD, "nohz_full=1-3|not in force on CPU 1-3",
	 {{"/proc/cmdline", "nohz_full=1-3\n"}, {CPU "nohz_full", "  (null)\n"}}},
	{"nohz-full", RULE_OK, "CPU 1", {{"/proc/cmdline", "nohz_full=1\n"}, {CPU "nohz_full", "1\n"}}},
	{"nohz-full", RULE_UNKNOWN, "not there", {{"/proc/cmdline", "nohz_full=1\n"}}},
	{"nohz-full", RULE_NOT_APPLICABLE, "not on the command line", {{"/proc/cmdline", "quiet\n"}}},

	{"isolated-balance", RULE_BAD, "CPU 2-3", {{CPU "isolated", "2-3\n"}}, .is_note = true},
	{"isolated-balance", RULE_OK, "no CPU", {{CPU "isolated", "\n"}}},
	{"isolated-balance", RULE_UNKNOWN, "not there", {RT}},

	{"isolation-few-cpus", RULE_BAD, "CPU 1 of 2", {{CPU "isolated", "1\n"}, {CPU "online", "0-1\n"}}},
	{"isolation-few-cpus", RULE_BAD, "CPU 1-3 of 4", {{CPU "isolated", "1-3\n"}, {CPU "online", "0-3\n"}}},
	{"isolation-few-cpus", RULE_BAD, "CPU 1-7 of 8", {{CPU "isolated", "1-7\n"}, {CPU "online", "0-7\n"}}, .is_note = true},
	{"isolation-few-cpus", RULE_OK, "2 of 4", {{CPU "isolated", "2-3\n"}, {CPU "online", "0-3\n"}}},
	{"isolation-few-cpus", RULE_UNKNOWN, "not known", {{CPU "online", "0-3\n"}}},
	{"isolation-few-cpus", RULE_NOT_APPLICABLE, "no CPU", {{CPU "isolated", "\n"}, {CPU "online", "0-3\n"}}},

	{"skew-tick", RULE_BAD, "24 CPUs", {{CPU "online", "0-23\n"}, {"/proc/cmdline", "quiet\n"}}},
	{"skew-tick", RULE_OK, "skew_tick=1", {{CPU "online", "0-23\n"}, {"/proc/cmdline", "skew_tick=1\n"}}},
	{"skew-tick", RULE_UNKNOWN, "unknown", {{CPU "online", "0-23\n"}}},
	{"skew-tick", RULE_NOT_APPLICABLE, "4 CPUs", {{CPU "online", "0-3\n"}, {"/proc/cmdline", "quiet\n"}}},
	{0},
};
/* clang-format on */

static const struct rule_cannot cannot[] = {
	{0},
};

const struct rule_case_table rule_cases_kernel = {cases, cannot};
