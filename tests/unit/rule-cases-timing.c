/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about clocks, virtual machines and containers. */
#include <string.h>

#include "rule-cases.h"

#define CLOCKSOURCE "/sys/devices/system/clocksource/clocksource0/"
#define CURRENT CLOCKSOURCE "current_clocksource"
#define AVAILABLE CLOCKSOURCE "available_clocksource"
#define BEGIN "[    0.000000] Linux version 6.1.0\n"
#define START BEGIN "[    1.200000] Run /sbin/init as init process\n"
#define FLAGS(flags)                                                                 \
	{                                                                            \
		"/proc/cpuinfo", "vendor_id\t: GenuineIntel\nflags\t\t: " flags "\n" \
	}
#define GUEST FLAGS("fpu hypervisor")
#define PC FLAGS("fpu tsc")

/* A run with one counter of one instance. */
static struct summary *run_with(struct rule_input *input, struct arena *arena,
				const char *name, int64_t value)
{
	struct summary *run = arena_alloc(arena, sizeof(*run));

	run->counters = arena_array(arena, 1, sizeof(*run->counters));
	run->counters[0].what = (struct run_counter){name, "count", "machine", "", true};
	run->counters[0].value = arena_array(arena, 1, sizeof(int64_t));
	run->counters[0].value[0] = value;
	run->counters[0].instances = 1;
	run->head.counter_count = 1;
	run->has_slice_counts = run->has_end = true;
	input->run = run;
	return run;
}

static void add_steal(struct rule_input *input, struct arena *arena)
{
	run_with(input, arena, "steal", 12345678);
}

static void add_no_steal(struct rule_input *input, struct arena *arena)
{
	run_with(input, arena, "steal", 0);
}

static void add_throttled_group(struct rule_input *input, struct arena *arena)
{
	run_with(input, arena, "cgroup_throttled", 7);
}

static void add_step(struct rule_input *input, struct arena *arena)
{
	struct summary *run = run_with(input, arena, "x", 0);

	run->events = arena_array(arena, 1, sizeof(*run->events));
	run->events[0].kind = "clock-step";
	run->events[0].text = "the wall clock stepped by 2 s";
	run->event_count = 1;
}

static void add_cut_off(struct rule_input *input, struct arena *arena)
{
	run_with(input, arena, "x", 0)->has_end = false;
}

static void add_full_events(struct rule_input *input, struct arena *arena)
{
	run_with(input, arena, "x", 0)->events_not_kept = 3;
}

static void add_stream(struct rule_input *input, struct arena *arena, const char *policy,
		       int64_t priority)
{
	struct foreign_stream *stream = arena_alloc(arena, sizeof(*stream));
	struct run_foreign *run = arena_alloc(arena, sizeof(*run));

	*stream = (struct foreign_stream){.context = "user",
					  .policy = policy,
					  .wake = "timer",
					  .name = "T: 0",
					  .priority = priority,
					  .smis = RUN_UNKNOWN};
	*run = (struct run_foreign){.tool = "cyclictest",
				    .streams = stream,
				    .stream_count = 1};
	input->foreign = run;
}

static void add_ordinary(struct rule_input *input, struct arena *arena)
{
	add_stream(input, arena, "other", 0);
}

static void add_fifo(struct rule_input *input, struct arena *arena)
{
	add_stream(input, arena, "fifo", 80);
}

static void add_unnamed(struct rule_input *input, struct arena *arena)
{
	add_stream(input, arena, "", RUN_UNKNOWN);
}

/* clang-format off */
static const struct rule_case cases[] = {
	{"clock-source", RULE_BAD, "hpet|offered are hpet acpi_pm|no kernel log to say why",
	 {{CURRENT, "hpet\n"}, {AVAILABLE, "hpet acpi_pm \n"}}},
	{"clock-source", RULE_BAD, "acpi_pm|unsynchronized|0.940994 s|while the machine started",
	 {{CURRENT, "acpi_pm\n"},
	  {SETUP_LOG, "[    0.247866] tsc: Marking TSC unstable due to TSCs unsynchronized\n"
		      "[    0.940994] clocksource: Switched to clocksource acpi_pm\n"}},
	 .weight = RULE_CERTAIN},
	{"clock-source", RULE_OK, "tsc", {{CURRENT, "tsc\n"}}},
	{"clock-source", RULE_OK, "arch_sys_counter", {{CURRENT, "arch_sys_counter\n"}}},
	{"clock-source", RULE_UNKNOWN, "not there", {{AVAILABLE, "tsc \n"}}},
	{"clock-source", RULE_UNKNOWN, "odd_timer", {{CURRENT, "odd_timer\n"}}},
	{"clock-source", RULE_NOT_APPLICABLE, "kvm-clock", {{CURRENT, "kvm-clock\n"}}},

	{"paravirtual-clock", RULE_BAD, "kvm-clock", {{CURRENT, "kvm-clock\n"}, GUEST}},
	{"paravirtual-clock", RULE_OK, "kvm-clock",
	 {{CURRENT, "kvm-clock\n"}, FLAGS("hypervisor constant_tsc nonstop_tsc")}},
	{"paravirtual-clock", RULE_UNKNOWN, "flags are unknown", {{CURRENT, "kvm-clock\n"}}},
	{"paravirtual-clock", RULE_NOT_APPLICABLE, "tsc", {{CURRENT, "tsc\n"}}},

	{"high-resolution-timers", RULE_BAD, "4000000 ns",
	 {{"/proc/timer_list", "  .resolution: 4000000 nsecs\n"}}},
	{"high-resolution-timers", RULE_BAD, "highres=off", {{"/proc/cmdline", "ro highres=off\n"}}},
	{"high-resolution-timers", RULE_BAD, "CONFIG_HIGH_RES_TIMERS",
	 {{"/boot/config-6.1.0", "CONFIG_HZ=250\n# CONFIG_HIGH_RES_TIMERS is not set\n"},
	  {"/proc/version", "Linux version 6.1.0 (x) #1 SMP\n"}}},
	{"high-resolution-timers", RULE_OK, "precise",
	 {{"/proc/timer_list", "  .resolution: 1 nsecs\n  .hres_active    : 1\n"}}},
	{"high-resolution-timers", RULE_UNKNOWN, "not there", {{"/proc/cmdline", "ro\n"}}},

	{"tsc-check", RULE_BAD, "10 minutes", {{CURRENT, "tsc\n"}, {"/proc/cmdline", "ro quiet\n"}},
	 .is_note = true},
	{"tsc-check", RULE_OK, "tsc=reliable",
	 {{CURRENT, "tsc\n"}, {"/proc/cmdline", "ro tsc=reliable\n"}}},
	{"tsc-check", RULE_UNKNOWN, "command line", {{CURRENT, "tsc\n"}}},
	{"tsc-check", RULE_NOT_APPLICABLE, "hpet", {{CURRENT, "hpet\n"}, {"/proc/cmdline", "\n"}}},

	{"timer-interrupt-took", RULE_BAD, "6.663395 ms|318.007426 s",
	 {{SETUP_LOG, "[  318.007426] hrtimer: interrupt took 6663395 ns\n"}}},
	{"timer-interrupt-took", RULE_BAD, "0.005350 ms",
	 {{SETUP_LOG, "[    9.000000] hrtimer: interrupt took 5350 ns\n"}}, .is_note = true},
	{"timer-interrupt-took", RULE_OK, "no such line", {{SETUP_LOG, START}}},
	{"timer-interrupt-took", RULE_UNKNOWN, "first program", {{SETUP_LOG, BEGIN}}},
	{"timer-interrupt-took", RULE_UNKNOWN, "beginning is missing",
	 {{SETUP_LOG, "[  400.000000] other\n"}}},

	{"timer-migration", RULE_BAD, "1, and CPUs 2-3",
	 {{"/proc/sys/kernel/timer_migration", "1\n"}, {"/proc/cmdline", "isolcpus=2-3\n"},
	  {"/sys/devices/system/cpu/isolated", "2-3\n"}}, .is_note = true},
	{"timer-migration", RULE_BAD, "0 with nohz_full",
	 {{"/proc/sys/kernel/timer_migration", "0\n"}, {"/proc/cmdline", "nohz_full=2-3\n"}},
	 .is_note = true},
	{"timer-migration", RULE_OK, "is 0",
	 {{"/proc/sys/kernel/timer_migration", "0\n"}, {"/proc/cmdline", "ro\n"}}},
	{"timer-migration", RULE_UNKNOWN, "nohz_full",
	 {{"/proc/sys/kernel/timer_migration", "0\n"}}},
	{"timer-migration", RULE_UNKNOWN, "not there", {{"/proc/cmdline", "x\n"}}},
	{"timer-migration", RULE_NOT_APPLICABLE, "test both",
	 {{"/proc/sys/kernel/timer_migration", "1\n"}, {"/proc/cmdline", "ro\n"}}},

	{"clock-step", RULE_BAD, "stepped by 2 s", {{0}}, add_step, .is_note = true},
	{"clock-step", RULE_OK, "no step", {{0}}, add_steal},
	{"clock-step", RULE_UNKNOWN, "3 events", {{0}}, add_full_events},
	{"clock-step", RULE_UNKNOWN, "its end is missing", {{0}}, add_cut_off},
	{"timer-slack", RULE_BAD, "cyclictest", {{0}}, add_ordinary},
	{"timer-slack", RULE_OK, "real-time policy", {{0}}, add_fifo},
	{"timer-slack", RULE_UNKNOWN, "does not name", {{0}}, add_unnamed},

	{"steal", RULE_BAD, "12.345 ms", {GUEST}, add_steal},
	{"steal", RULE_BAD, "55 ticks", {GUEST, {"/proc/stat", "cpu  1 2 3 4 5 6 7 55 0 0\n"}},
	 .weight = RULE_POSSIBLE},
	{"steal", RULE_OK, "no steal", {GUEST}, add_no_steal},
	{"steal", RULE_UNKNOWN, "not there", {GUEST}},
	{"steal", RULE_UNKNOWN, "need not", {GUEST, {"/proc/stat", "cpu  1 2 3 4 5 6 7 0 0 0\n"}}},
	{"steal", RULE_NOT_APPLICABLE, "not a virtual", {PC}},
	{"host-scheduling", RULE_UNKNOWN, "cannot be seen", {GUEST}},
	{"host-scheduling", RULE_NOT_APPLICABLE, "not a virtual", {PC}},
	{"nx-huge-pages", RULE_BAD, "is Y", {{"/sys/module/kvm/parameters/nx_huge_pages", "Y\n"}}},
	{"nx-huge-pages", RULE_OK, "is N", {{"/sys/module/kvm/parameters/nx_huge_pages", "N\n"}}},
	{"nx-huge-pages", RULE_UNKNOWN, "not there", {{"/proc/cmdline", "x\n"}}},
	{"nx-huge-pages", RULE_NOT_APPLICABLE, "not loaded",
	 {{"/sys/module/printk/parameters/time", "Y\n"}}},
	{"emulated-console", RULE_BAD, "ttyS0",
	 {GUEST, {"/proc/consoles", "ttyS0  -W- (EC p a)    4:64\n"}}},
	{"emulated-console", RULE_OK, "no console",
	 {GUEST, {"/proc/consoles", "tty0   -WU (EC p  )    4:1\n"}}},
	{"emulated-console", RULE_UNKNOWN, "not there", {GUEST}},
	{"emulated-console", RULE_NOT_APPLICABLE, "not a virtual",
	 {PC, {"/proc/consoles", "ttyS0  -W- (EC p a)    4:64\n"}}},
	{"virtual-disk", RULE_BAD, "virtio_blk", {GUEST, {"/proc/modules", "virtio_blk 1 0 - Live\n"}},
	 .is_note = true},
	{"virtual-disk", RULE_OK, "no driver", {GUEST, {"/proc/modules", "ext4 1 0 - Live\n"}}},
	{"virtual-disk", RULE_UNKNOWN, "unknown", {GUEST}},

	{"cpu-quota", RULE_BAD, "/sys/fs/cgroup/a/cpu.max|50000 us|100000 us|9 times",
	 {{"/proc/self/cgroup", "0::/a\n"}, {"/sys/fs/cgroup/a/cpu.max", "50000 100000\n"},
	  {"/sys/fs/cgroup/a/cpu.stat", "nr_periods 40\nnr_throttled 9\n"}}},
	{"cpu-quota", RULE_BAD, "7 times during the run", {{0}}, add_throttled_group,
	 .weight = RULE_CERTAIN},
	{"cpu-quota", RULE_OK, "no CPU limit",
	 {{"/proc/self/cgroup", "0::/a\n"}, {"/sys/fs/cgroup/a/cpu.max", "max 100000\n"}}},
	{"cpu-quota", RULE_UNKNOWN, "/sys/fs/cgroup/a/cpu.max",
	 {{"/proc/self/cgroup", "0::/a/b\n"}, {"/sys/fs/cgroup/a/b/cpu.max", "max 100000\n"}}},
	{"cpu-quota", RULE_UNKNOWN, "no file", {{"/proc/self/cgroup", "0::/a\n"}}},
	{"memory-limit", RULE_BAD, "memory.max|104857600",
	 {{"/proc/self/cgroup", "0::/a\n"}, {"/sys/fs/cgroup/a/memory.max", "104857600\n"}},
	 .is_note = true},
	{"memory-limit", RULE_OK, "neither",
	 {{"/proc/self/cgroup", "0::/a\n"}, {"/sys/fs/cgroup/a/memory.max", "max\n"},
	  {"/sys/fs/cgroup/a/memory.high", "max\n"}}},
	{"memory-limit", RULE_UNKNOWN, "not told", {{"/proc/self/cgroup", "0::/\n"}}},
	{"locked-memory", RULE_BAD, "65536 bytes",
	 {{"/proc/self/limits", "Max locked memory   65536   65536   bytes\n"}}},
	{"locked-memory", RULE_OK, "unlimited",
	 {{"/proc/self/limits", "Max locked memory   unlimited   unlimited   bytes\n"}}},
	{"locked-memory", RULE_UNKNOWN, "/proc/self/limits", {{"/proc/cmdline", "x\n"}}},
	{"locked-memory", RULE_OK, "3365 has CAP_IPC_LOCK|65536 kB",
	 {{"/proc/3365/status", "VmLck:\t   65536 kB\nCapEff:\t0000000000004000\n"},
	  {"/proc/3365/limits", "Max realtime priority   99   99\n"}}},
	{"locked-memory", RULE_BAD, "no CAP_IPC_LOCK|65536 bytes",
	 {{"/proc/3365/status", "CapEff:\t0000000000800000\n"},
	  {"/proc/3365/limits",
	   "Max locked memory   65536   65536   bytes\nMax realtime priority   99   99\n"}}},
	{"locked-memory", RULE_UNKNOWN, "not known",
	 {{"/proc/3365/limits", "Max realtime priority   99   99\n"}}},
	{0},
};

static const struct rule_cannot cannot[] = {
	{"host-scheduling", RULE_BAD, "only the host can tell"},
	{"host-scheduling", RULE_OK, "only the host can tell"},
	{0},
};
/* clang-format on */

const struct rule_case_table rule_cases_timing = {cases, cannot};
