/* SPDX-License-Identifier: GPL-2.0-or-later */
/* facts/: what the topics about clocks, devices, memory, log ... make of the files' text. */
#include <errno.h>

#include "facts/facts.h"
#include "facts/log.h"
#include "facts/value.h"
#include "test.h"

/* Up to six files, and what a fact then is: "unknown", "true", "12 us" or its text. */
struct row {
	struct {
		const char *path, *text;
	} files[6];
	const char *fact, *is;
};

static void put(struct setup *setup, const char *path, const char *text)
{
	setup_put(setup, &(struct setup_file){.path = path,
					      .text = text,
					      .length = strlen(text)});
}

static const char *told(const struct fact *fact, char *out, size_t room)
{
	const char *unit = fact->unit;

	switch (fact->kind) {
	case FACT_UNKNOWN:
		return "unknown";
	case FACT_TEXT:
		return fact->text;
	case FACT_BOOL:
		return fact->integer ? "true" : "false";
	case FACT_INTEGER:
		snprintf(out, room, "%" PRId64 "%s%s", fact->integer, *unit ? " " : "",
			 unit);
		return out;
	}
	return "";
}

static void check_rows(const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct setup setup = {0};
		struct facts *facts;
		char number[64];

		for (size_t j = 0; j < 6 && rows[i].files[j].path; j++)
			put(&setup, rows[i].files[j].path, rows[i].files[j].text);
		facts = facts_of(&setup);
		if (strcmp(told(facts_get(facts, rows[i].fact), number, sizeof(number)),
			   rows[i].is))
			printf("row %zu, %s:\n", i, rows[i].fact);
		CHECK_TEXT(told(facts_get(facts, rows[i].fact), number, sizeof(number)),
			   rows[i].is);
		facts_free(facts);
		setup_free(&setup);
	}
}

#define CHECK_ROWS(rows) check_rows(rows, sizeof(rows) / sizeof((rows)[0]))

/* clang-format off */
#define CPUINFO(flags) "processor\t: 0\nvendor_id\t: GenuineIntel\nflags\t\t: " flags "\n\nprocessor\t: 1\n"
#define FIRMWARE "/sys/devices/platform/soc/soc:firmware/get_throttled"
#define MODEL {"/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4"}

static void clocks(void)
{
	static const struct row rows[] = {
		{{{0}}, "clock.source", "unknown"},
		{{{"/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n"}},
		 "clock.source", "hpet"},
		{{{"/sys/devices/system/clocksource/clocksource0/available_clocksource",
		   "hpet acpi_pm \n"}}, "clock.available", "hpet acpi_pm"},
		{{{"/proc/timer_list", "cpu: 0\n clock 0:\n  .resolution: 4000000 nsecs\n"}},
		 "clock.resolution", "4000000 ns"},
		{{{"/proc/timer_list", "  .hres_active    : 1\n"}}, "clock.high_resolution", "true"},
		{{{"/proc/timer_list", "  .hres_active    : 0\n"}}, "clock.high_resolution", "false"},
		{{{"/proc/timer_list", "x\n"}}, "clock.high_resolution", "unknown"},
		{{{"/proc/self/timerslack_ns", "50000\n"}}, "clock.timer_slack", "50000 ns"},
		{{{"/proc/cpuinfo", CPUINFO("tsc constant_tsc")}}, "clock.tsc.constant", "true"},
		{{{"/proc/cpuinfo", CPUINFO("tsc constant_tsc")}}, "clock.tsc.nonstop", "false"},
		{{{"/proc/cpuinfo", "processor: 0\n"}}, "clock.tsc.constant", "unknown"},
	};

	CHECK_ROWS(rows);
}

static void virtual_machines(void)
{
	static const struct row rows[] = {
		{{{0}}, "virtual.guest", "unknown"},
		{{{"/proc/cpuinfo", CPUINFO("fpu hypervisor tsc")}}, "virtual.guest", "true"},
		{{{"/proc/cpuinfo", CPUINFO("fpu hypervisors tsc")}}, "virtual.guest", "false"},
		{{{"/proc/cpuinfo", "processor : 0\n"}}, "virtual.guest", "unknown"},
		{{MODEL}, "virtual.guest", "false"},
		{{{"/proc/device-tree/model", "linux,dummy-virt"}}, "virtual.guest", "true"},
		{{{SETUP_LOG, "[    0.000000] Hypervisor detected: KVM\n"}}, "virtual.guest", "true"},
		{{{"/proc/stat", "cpu  1 2 3 4 5 6 7 88 9 0\ncpu0 1 2 3 4 5 6 7 88 9 0\n"}},
		 "virtual.steal", "88 ticks"},
		{{{"/proc/stat", "cpu  1 2 3\n"}}, "virtual.steal", "unknown"},
		{{{"/sys/module/kvm/parameters/nx_huge_pages", "Y\n"}}, "virtual.host.kvm", "true"},
		{{{"/sys/module/printk/parameters/time", "Y\n"}}, "virtual.host.kvm", "false"},
		{{{0}}, "virtual.host.kvm", "unknown"},
	};

	CHECK_ROWS(rows);
}

static void control_groups(void)
{
	static const struct row rows[] = {
		{{{0}}, "container.cpu.limited", "unknown"},
		{{{"/proc/self/cgroup", "0::/\n"}}, "container.cpu.limited", "unknown"},
		{{{"/proc/self/cgroup", "0::/b\n"}, {"/sys/fs/cgroup/b/cpu.max", "max 100000\n"}},
		 "container.cpu.limited", "false"},
		/* Nothing is known of the group above. */
		{{{"/proc/self/cgroup", "0::/a/b\n"}, {"/sys/fs/cgroup/a/b/cpu.max", "max 100000\n"}},
		 "container.cpu.limited", "unknown"},
		/* The one above is tighter: half a CPU against two. */
		{{{"/proc/self/cgroup", "0::/a/b\n"}, {"/sys/fs/cgroup/a/b/cpu.max", "200000 100000\n"},
		  {"/sys/fs/cgroup/a/cpu.max", "25000 50000\n"}}, "container.cpu.quota", "25000 us"},
		{{{"/proc/self/cgroup", "0::/a/b\n"}, {"/sys/fs/cgroup/a/b/cpu.max", "max 100000\n"},
		  {"/sys/fs/cgroup/a/cpu.max", "25000 50000\n"}}, "container.cpu.period", "50000 us"},
		{{{"/proc/self/cgroup", "0::/\n"}, {"/sys/fs/cgroup/cpu.max", "50000 100000\n"}},
		 "container.cpu.limited", "true"},
		{{{"/proc/self/cgroup", "4:cpu,cpuacct:/x\n0::/\n"},
		  {"/sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_quota_us", "-1\n"},
		  {"/sys/fs/cgroup/cpu,cpuacct/x/cpu.cfs_period_us", "100000\n"}},
		 "container.cpu.limited", "false"},
		{{{"/proc/self/cgroup", "4:cpu:/\n"},
		  {"/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "30000\n"},
		  {"/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n"}},
		 "container.cpu.quota", "30000 us"},
		/* cpuset is not cpu. */
		{{{"/proc/self/cgroup", "4:cpuset:/x\n"}}, "container.cpu.limited", "unknown"},
		{{{"/proc/self/cgroup", "0::/a\n"},
		  {"/sys/fs/cgroup/a/cpu.stat", "usage_usec 5\nnr_periods 40\nnr_throttled 7\n"}},
		 "container.cpu.throttled", "7 count"},
		{{{"/proc/self/cgroup", "0::/system.slice/docker-12ab.scope\n"}}, "container.kind",
		 "docker"},
		{{{"/proc/self/limits", "Max locked memory         65536                65536"
		   "                bytes     \n"}}, "process.limit.locked", "65536 bytes"},
		{{{"/proc/self/limits", "Max locked memory         unlimited            unlimited"
		   "            bytes\n"}}, "process.limit.locked", "unlimited"},
		{{{"/proc/self/status", "Name:\tx\nCpus_allowed_list:\t0-1\nSeccomp:\t2\n"}},
		 "process.cpus", "0-1"},
		{{{"/proc/self/status", "Name:\tx\nSeccomp:\t2\n"}}, "process.seccomp", "2"},
	};

	CHECK_ROWS(rows);
}

static void memory(void)
{
	static const struct row rows[] = {
		{{{"/proc/swaps", "Filename\t\tType\t\tSize\tUsed\tPriority\n"}}, "memory.swap.areas",
		 "0 count"},
		{{{"/proc/swaps", "Filename\tType\n/dev/sda2 partition 1 0 -2\n/x file 1 0 -3\n"}},
		 "memory.swap.areas", "2 count"},
		{{{0}}, "memory.swap.areas", "unknown"},
		{{{"/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n"}},
		 "memory.huge_pages", "madvise"},
		{{{"/proc/vmstat", "nr_free 4\npswpin 12\n"}}, "memory.seen.swapped_in", "12 count"},
		{{{"/proc/vmstat", "nr_free 4\n"}}, "memory.seen.swapped_in", "unknown"},
		{{{"/proc/meminfo", "MemTotal:        2035104 kB\n"}}, "memory.total", "2035104 KiB"},
	};

	CHECK_ROWS(rows);
}

static void kernel_work(void)
{
	static const struct row rows[] = {
		{{{"/sys/devices/virtual/workqueue/cpumask", "3\n"}}, "workqueue.cpus", "0-1"},
		{{{"/sys/devices/virtual/workqueue/cpumask", "00000001,00000000\n"}},
		 "workqueue.cpus", "32"},
		{{{"/sys/devices/virtual/workqueue/cpumask", "xyz\n"}}, "workqueue.cpus", "unknown"},
		{{{"/proc/softirqs", "     CPU0 CPU1\n  NET_RX:   5   7\n     RCU: 1 2\n"}},
		 "softirq.net_rx", "12 count"},
		{{{"/proc/sys/kernel/nmi_watchdog", "0\n"}}, "watchdog.nmi", "false"},
	};

	CHECK_ROWS(rows);
}

static void devices(void)
{
	static const struct row rows[] = {
		{{{"/sys/bus/pci/devices/0000:00:02.0/uevent", "DRIVER=i915\nPCI_CLASS=30000\n"}},
		 "pci.0000:00:02_0.driver", "i915"},
		{{{"/sys/bus/pci/devices/0000:00:02.0/uevent", "PCI_CLASS=30000\n"}},
		 "pci.0000:00:02_0.driver", "none"},
		{{{"/sys/bus/pci/devices/0000:00:02.0/class", "0x030000\n"}}, "pci.0000:00:02_0.class",
		 "196608 hex"},
		{{{"/sys/module/pcie_aspm/parameters/policy", "[default] performance powersave \n"}},
		 "pci.aspm.policy", "default"},
		{{{"/proc/modules", "i915 3 0 - Live 0x0\nnf_conntrack 1 2 - Live 0x0\n"}},
		 "module.nf_conntrack", "true"},
		{{{"/proc/modules", "i915 3 0 - Live 0x0\n"}}, "module.nf_conntrack", "unknown"},
		{{{"/sys/class/net/wlan0/uevent", "DEVTYPE=wlan\nINTERFACE=wlan0\n"}},
		 "net.wlan0.kind", "wlan"},
		{{{"/sys/class/net/eth0/device/uevent", "DRIVER=r8169\n"}}, "net.eth0.driver", "r8169"},
		{{{"/proc/consoles", "tty0   -WU (EC  p  )    4:7\nttyS0  -W- (E  p a)    4:64\n"}},
		 "console.serial", "ttyS0"},
		{{{"/proc/consoles", "tty0   -WU (EC  p  )    4:7\nttyS0  -W- (   p a)    4:64\n"}},
		 "console.serial", "none"},
		{{{0}}, "console.serial", "unknown"},
		{{{"/proc/sys/kernel/printk", "7\t4\t1\t7\n"}}, "console.loglevel", "7"},
		{{{"/sys/kernel/debug/tracing/current_tracer", "function\n"}}, "tracing.tracer",
		 "function"},
		{{{"/sys/kernel/debug/tracing/current_tracer", "function\n"},
		  {"/sys/kernel/tracing/current_tracer", "nop\n"}}, "tracing.tracer", "nop"},
		{{{"/sys/devices/system/machinecheck/machinecheck0/check_interval", "12c\n"}},
		 "machine_check.0.interval", "300 s"},
	};

	CHECK_ROWS(rows);
}

/* Values and meaning from the firmware's documentation: 0x50005 has bits 0, 2, 16 and 18. */
static void raspberry_pi(void)
{
	static const struct row rows[] = {
		{{MODEL}, "raspberry_pi.flags", "unknown"},
		{{{"/proc/device-tree/model", "Other board"}}, "raspberry_pi.is_one", "false"},
		{{MODEL, {FIRMWARE, "50005\n"}}, "raspberry_pi.flags", "327685 hex"},
		{{MODEL, {"/whylate/vcgencmd/get_throttled", "throttled=0x50005\n"}},
		 "raspberry_pi.flags", "327685 hex"},
		{{MODEL, {FIRMWARE, "50005\n"}}, "raspberry_pi.now.under_voltage", "true"},
		{{MODEL, {FIRMWARE, "50005\n"}}, "raspberry_pi.now.capped", "false"},
		{{MODEL, {FIRMWARE, "50000\n"}}, "raspberry_pi.now.throttled", "false"},
		{{MODEL, {FIRMWARE, "50000\n"}}, "raspberry_pi.since_start.throttled", "true"},
		{{MODEL, {FIRMWARE, "80000\n"}}, "raspberry_pi.since_start.soft_limit", "true"},
		{{MODEL, {FIRMWARE, "80000\n"}}, "raspberry_pi.since_start.under_voltage", "false"},
		{{MODEL, {FIRMWARE, "0\n"}}, "raspberry_pi.since_start.soft_limit", "false"},
		{{MODEL, {FIRMWARE, "zz\n"}}, "raspberry_pi.flags", "unknown"},
		{{MODEL, {FIRMWARE, "\n"}}, "raspberry_pi.flags", "unknown"},
		{{MODEL, {"/sys/class/hwmon/hwmon1/name", "rpi_volt\n"},
		  {"/sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n"}}, "raspberry_pi.alarm", "true"},
	};

	CHECK_ROWS(rows);
}

#define HPET_LOG \
	"[  312.480117] clocksource: timekeeping watchdog on CPU3: Marking clocksource 'tsc' as unstable because ...\n" \
	"[  312.480131] tsc: Marking TSC unstable due to clocksource watchdog\n" \
	"[  312.512944] clocksource: Switched to clocksource hpet\n" \
	"[  318.007426] hrtimer: interrupt took 6663395 ns\n"

static void logs(void)
{
	static const struct row rows[] = {
		{{{0}}, "log.read", "unknown"},
		{{{0}}, "log.tsc_unstable.count", "unknown"},
		{{{SETUP_LOG, ""}}, "log.read", "unknown"},
		{{{SETUP_LOG, "x\n"}}, "log.tsc_unstable.count", "0 count"},
		{{{SETUP_LOG, HPET_LOG}}, "log.tsc_unstable.count", "2 count"},
		{{{SETUP_LOG, HPET_LOG}}, "log.tsc_unstable.first_time", "312480117 us"},
		{{{SETUP_LOG, HPET_LOG}}, "log.tsc_unstable.last",
		 "tsc: Marking TSC unstable due to clocksource watchdog"},
		{{{SETUP_LOG, HPET_LOG}}, "log.hrtimer_interrupt.longest", "6663395 ns"},
		{{{SETUP_LOG, HPET_LOG}}, "log.from_start", "false"},
		{{{SETUP_LOG, "[    0.000000] Linux version 6.1\n"}}, "log.from_start", "true"},
		{{{SETUP_LOG, "<4>[    1.000000][    T0] sched: RT throttling activated\n"}},
		 "log.rt_throttling.first", "sched: RT throttling activated"},
		{{{SETUP_LOG, "sched: RT throttling activated\n"}}, "log.rt_throttling.first_time",
		 "unknown"},
		{{{SETUP_LOG, "[    1.5] sched: RT throttling activated\n"}},
		 "log.rt_throttling.first_time", "unknown"},
		{{{SETUP_LOG, "[    0.412800] optee: revision 4.2 (0a1b2c3d)\n"}}, "log.optee.first",
		 "optee: revision 4.2 (0a1b2c3d)"},
		{{{SETUP_LOG, "[   92.871100] hwmon hwmon1: Undervoltage detected!\n"}},
		 "log.under_voltage.first_time", "92871100 us"},
		{{{SETUP_LOG, "smpboot: CPU 3 is now offline\n"}}, "log.cpu_offline.count", "1 count"},
		{{{SETUP_LOG, "BUG: scheduling while atomic: irq/16-nvidia/412\n"}},
		 "log.atomic_nvidia.count", "1 count"},
	};

	CHECK_ROWS(rows);
}

#define PS "    PID     TID    PPID CLS RTPRIO PSR COMMAND\n" \
	"      2       2       0  TS      -   3 kthreadd\n" \
	"     17      17       2  FF     99   0 migration/0\n" \
	"    389     401       1  RR     99   2 two words\n" \
	"    389     389       1  TS      -   2 multipathd\n"

/* What ps printed, where there is no /proc/PID. */
static void listings_of_ps(void)
{
	static const struct row rows[] = {
		{{{"/ps.txt", PS}}, "task.listed", "true"},
		{{{"/ps", PS}}, "task.listed", "true"},
		{{{"/ps.txt", PS}}, "task.17.is_kernel", "true"},
		{{{"/ps.txt", PS}}, "task.401.is_kernel", "false"},
		{{{"/ps.txt", PS}}, "task.401.policy", "rr"},
		{{{"/ps.txt", PS}}, "task.401.priority", "99"},
		{{{"/ps.txt", PS}}, "task.401.pid", "389"},
		{{{"/ps.txt", PS}}, "task.401.comm", "two words"},
		{{{"/ps.txt", PS}}, "task.389.policy", "unknown"},
		{{{"/ps.txt", PS}}, "program.multipathd", "true"},
		/* Its own columns: the class as a number, names in brackets, no threads. */
		{{{"/ps.txt", "SCH RTPRIO PID CMD\n0 - 2 [kthreadd]\n1 50 81 [irq/16-x]\n2 9 99 a\n"}},
		 "task.81.is_kernel", "true"},
		{{{"/ps.txt", "SCH RTPRIO PID CMD\n0 - 2 [kthreadd]\n1 50 81 [irq/16-x]\n2 9 99 a\n"}},
		 "task.99.policy", "rr"},
		/* Without a sign of the kernel's own threads they would all be blamed. */
		{{{"/ps.txt", "PID CLS RTPRIO COMMAND\n17 FF 99 migration/0\n"}}, "task.listed", "unknown"},
		{{{"/ps.txt", "PID CLS RTPRIO COMMAND\n17 FF 99 migration/0\n"}}, "task.17.comm", "unknown"},
		{{{"/ps.txt", "hello\n"}}, "task.listed", "unknown"},
		{{{"/ps.txt", "PID PPID CLS RTPRIO COMMAND\n17 2\n"}}, "task.listed", "false"},
		/* A tree knows better. */
		{{{"/ps.txt", PS}, {"/proc/7/stat", "7 (x) S 1 7"}}, "task.401.policy", "unknown"},
	};

	CHECK_ROWS(rows);
}

#define BOOT_1 "[    0.000000] Linux version 5.1\n[   99.000000] sched: RT throttling activated\n"
#define BOOT_2 "[    0.000000] Booting Linux on physical CPU 0x0\n" \
	"[    0.000000] Linux version 6.2\n[    0.000000] Command line: quiet\n" \
	"[    1.900000] systemd[1]: Detected architecture x86-64.\n"
#define TSC(seconds, name)                    \
	"[    0.000000] Linux version 6.2\n[    " seconds "00000] clocksource: " \
	"Switched to clocksource " name "\n"

/* Of several boots the last one counts, and only all of it can tell what is absent. */
static void boots_of_logs(void)
{
	static const struct row rows[] = {
		{{{SETUP_LOG, BOOT_1}}, "log.boots", "1 count"},
		{{{SETUP_LOG, BOOT_2}}, "log.boots", "1 count"},
		{{{SETUP_LOG, BOOT_1}}, "log.rt_throttling.count", "1 count"},
		{{{SETUP_LOG, BOOT_1}}, "sched.throttled", "true"},
		{{{SETUP_LOG, BOOT_1 BOOT_2}}, "log.boots", "2 count"},
		{{{SETUP_LOG, BOOT_1 BOOT_2}}, "log.rt_throttling.count", "0 count"},
		{{{SETUP_LOG, BOOT_1 BOOT_2}}, "sched.throttled", "false"},
		{{{SETUP_LOG, BOOT_1 BOOT_2}}, "log.from_start", "true"},
		{{{SETUP_LOG, BOOT_1 BOOT_2}}, "log.missing", "unknown"},
		{{{SETUP_LOG, BOOT_1 BOOT_2}}, "kernel.release", "6.2"},
		{{{SETUP_LOG, BOOT_2 BOOT_1}}, "kernel.release", "5.1"},
		{{{SETUP_LOG, BOOT_2 BOOT_1}}, "cmdline.quiet", "unknown"},
		/* The second boot's first lines are lost. */
		{{{SETUP_LOG, BOOT_1 "[    3.000000] x\n"}}, "log.boots", "2 count"},
		{{{SETUP_LOG, BOOT_1 "[    3.000000] x\n"}}, "log.from_start", "false"},
		{{{SETUP_LOG, BOOT_1 "[    3.000000] x\n"}}, "log.missing", "its beginning is missing"},
		{{{SETUP_LOG, BOOT_1 "[    3.000000] x\n"}}, "sched.throttled", "unknown"},
		/* CPUs print out of order by less than that. */
		{{{SETUP_LOG, BOOT_1 "[   98.900000] x\n"}}, "log.boots", "1 count"},
		/* x86 says this before its version, and a boot loader before a kernel. */
		{{{SETUP_LOG, BOOT_1 "[    0.000000] microcode: early\n" BOOT_1}}, "log.boots", "2 count"},
		{{{SETUP_LOG, "U-Boot 2023.01\n" BOOT_2}}, "log.boots", "1 count"},
		{{{SETUP_LOG, "Jan 01 00:00:03 h kernel: Linux version 5.1\n"
			      "Jan 01 00:09:03 h kernel: Linux version 6.2\n"}}, "log.boots", "2 count"},
		{{{SETUP_LOG, BOOT_2 "** 23 printk messages dropped **\n"}}, "log.missing",
		 "lines are missing in it ('** 23 printk messages dropped **')"},
		{{{SETUP_LOG, BOOT_2 "[...]\n"}}, "log.missing", "lines are missing in it ('[...]')"},
		{{{SETUP_LOG, BOOT_2 "[...]\n"}}, "sched.throttled", "unknown"},
		{{{SETUP_LOG, BOOT_1 "[...]\n" BOOT_2}}, "log.missing", "unknown"},
		{{{SETUP_LOG, "x\n"}}, "log.missing", "its beginning is missing"},
		/* Cut before the first program, or within a line. */
		{{{SETUP_LOG, BOOT_1}}, "log.missing", "it does not reach the start of the first program"},
		{{{SETUP_LOG, "[    0.000000] Linux version 6.2\n"}}, "sched.throttled", "unknown"},
		{{{SETUP_LOG, "[    0.000000] Linux version 6.2\n"}}, "kernel.dual", "unknown"},
		{{{SETUP_LOG, BOOT_2}}, "kernel.dual", "none"},
		{{{SETUP_LOG, BOOT_2 "[    2.000000] usb 1"}}, "log.missing", "its last line has no end"},
		{{{SETUP_LOG, BOOT_1 "[    99.100000] PAT[1]: x\n[   99.200000] x: [1]: y[]: z\n"}},
		 "log.missing", "it does not reach the start of the first program"},
		{{{SETUP_LOG, BOOT_1 "[   99.100000] Freeing init memory: 236K\n"}}, "log.missing", "unknown"},
		{{{SETUP_LOG, "Jan 01 00:00:03 h kernel: Linux version 5.1\n"
			      "Jan 01 00:00:05 h systemd[1]: Started x\n"}}, "log.missing", "unknown"},
		/* Files of a machine on which programs ran: the log beside them is cut all the same. */
		{{{SETUP_LOG, BOOT_1}, {"/proc/uptime", "1.0 2.0\n"}}, "log.missing",
		 "it does not reach the start of the first program"},
		{{{SETUP_LOG, TSC("1.8", "tsc")}, {"/proc/uptime", "1.0 2.0\n"}}, "log.missing", "unknown"},
		{{{SETUP_LOG, TSC("0.3", "tsc")}, {"/proc/uptime", "1.0 2.0\n"}}, "log.missing",
		 "it does not reach the start of the first program"},
		{{{SETUP_LOG, TSC("1.8", "tsc-early")}, {"/proc/uptime", "1.0 2.0\n"}}, "log.missing",
		 "it does not reach the start of the first program"},
		{{{SETUP_LOG, TSC("1.8", "tsc")}}, "log.missing",
		 "it does not reach the start of the first program"},
	};

	CHECK_ROWS(rows);
}
/* clang-format on */

/* What was cut off behind may hold any line, and another boot. */
static void a_cut_log_is_not_all_there(void)
{
	struct setup setup = {0};
	struct facts *facts;

	setup_put(&setup, &(struct setup_file){.path = SETUP_LOG,
					       .text = BOOT_2,
					       .length = strlen(BOOT_2),
					       .cut = true});
	facts = facts_of(&setup);
	CHECK_INT(facts_integer(facts, "log.from_start", -1), 0);
	CHECK_TEXT(facts_text(facts, "log.missing", ""), "its end is cut off");
	CHECK(!facts_known(facts, "sched.throttled"));
	facts_free(facts);
	setup_free(&setup);
}

/* A file that could not be read is unknown, with the reason. */
static void tells_why_it_does_not_know(void)
{
	struct setup setup = {0};
	struct facts *facts;

	setup_put(&setup,
		  &(struct setup_file){.path = SETUP_LOG, .text = "", .error = EPERM});
	facts = facts_of(&setup);
	CHECK_TEXT(facts_get(facts, "log.read")->text, "Operation not permitted");
	CHECK_TEXT(facts_get(facts, "clock.source")->text, "not there");
	facts_free(facts);
	setup_free(&setup);
}

static const struct test tests[] = {
	{"clocks", clocks},
	{"virtual_machines", virtual_machines},
	{"control_groups", control_groups},
	{"memory", memory},
	{"kernel_work", kernel_work},
	{"devices", devices},
	{"raspberry_pi", raspberry_pi},
	{"logs", logs},
	{"listings_of_ps", listings_of_ps},
	{"boots_of_logs", boots_of_logs},
	{"a_cut_log_is_not_all_there", a_cut_log_is_not_all_there},
	{"tells_why_it_does_not_know", tells_why_it_does_not_know},
};

TEST_MAIN(tests)
