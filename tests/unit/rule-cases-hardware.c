/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about devices, the network, firmware, heat and boards. */
#include <string.h>

#include "rule-cases.h"

#define BEGIN "[    0.000000] Linux version 6.1.0\n"
#define START BEGIN "[    1.200000] Freeing unused kernel image (initmem) memory: 2048K\n"
#define PART "[  400.000000] other\n"
#define PCI "/sys/bus/pci/devices/0000:00:02.0/"
#define CARD "/sys/bus/pci/devices/0000:00:1f.6/"
#define ETH "/sys/class/net/eth0/"
#define NIC "/whylate/nic/eth0/"
#define THERMAL "/sys/class/thermal/cooling_device0/"
#define UNCORE "/sys/devices/system/cpu/intel_uncore_frequency/package_00_die_00/"
#define THROTTLED "/sys/devices/platform/soc/soc:firmware/get_throttled"
#define PI                                                                  \
	{                                                                   \
		"/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4" \
	}
#define OLD_PI                                                              \
	{                                                                   \
		"/proc/device-tree/model", "Raspberry Pi 3 Model B Rev 1.2" \
	}
#define BOARD                                           \
	{                                               \
		"/proc/device-tree/model", "Some Board" \
	}
#define INTEL(flags)                                                                 \
	{                                                                            \
		"/proc/cpuinfo", "vendor_id\t: GenuineIntel\nflags\t\t: " flags "\n" \
	}
#define AMD                                                                    \
	{                                                                      \
		"/proc/cpuinfo", "vendor_id\t: AuthenticAMD\nflags\t\t: fpu\n" \
	}
#define RT_KERNEL                                                                \
	{                                                                        \
		"/proc/version", "Linux version 6.1.0 (x) #1 SMP PREEMPT_RT x\n" \
	}

static void add_counter(struct rule_input *input, struct arena *arena, const char *name,
			int64_t value)
{
	struct summary *run = arena_alloc(arena, sizeof(*run));

	run->counters = arena_array(arena, 1, sizeof(*run->counters));
	run->counters[0].what = (struct run_counter){name, "count", "cpu", "", true};
	run->counters[0].value = arena_array(arena, 2, sizeof(int64_t));
	run->counters[0].value[0] = run->counters[0].value[1] = value;
	run->counters[0].instances = 2;
	run->head.counter_count = 1;
	run->has_slice_counts = run->has_whole_counts = true;
	input->run = run;
}

static void add_smis(struct rule_input *input, struct arena *arena)
{
	add_counter(input, arena, "smi", 2);
}

static void add_no_smi(struct rule_input *input, struct arena *arena)
{
	add_counter(input, arena, "smi", 0);
}

static void add_heat(struct rule_input *input, struct arena *arena)
{
	add_counter(input, arena, "thermal_throttle", 3);
}

static void add_report(struct rule_input *input, struct arena *arena, int64_t count,
		       int64_t max_ns, int64_t smis)
{
	struct foreign_stream *stream = arena_alloc(arena, sizeof(*stream));
	struct run_foreign *run = arena_alloc(arena, sizeof(*run));

	*stream = (struct foreign_stream){.context = "",
					  .policy = "",
					  .wake = "spin",
					  .name = "",
					  .count = count,
					  .max_ns = max_ns,
					  .smis = smis};
	*run = (struct run_foreign){.tool = "hwlatdetect",
				    .streams = stream,
				    .stream_count = 1};
	input->foreign = run;
}

static void add_foreign_smis(struct rule_input *input, struct arena *arena)
{
	add_report(input, arena, 1, 20000000, 2);
}

/* clang-format off */
static const struct rule_case cases[] = {
	{"graphics-power", RULE_BAD, "0000:00:02.0|i915|auto",
	 {{PCI "class", "0x030000\n"}, {PCI "uevent", "DRIVER=i915\n"}, {PCI "power/control", "auto\n"},
	  {CARD "class", "0x020000\n"}, {CARD "power/control", "auto\n"}}},
	{"graphics-power", RULE_OK, "on",
	 {{PCI "class", "0x030000\n"}, {PCI "uevent", "DRIVER=i915\n"}, {PCI "power/control", "on\n"}}},
	{"graphics-power", RULE_UNKNOWN, "power/control",
	 {{PCI "class", "0x030000\n"}, {PCI "uevent", "DRIVER=i915\n"}}},
	{"graphics-power", RULE_NOT_APPLICABLE, "no PCI device",
	 {{CARD "class", "0x020000\n"}, {CARD "uevent", "DRIVER=e1000e\n"},
	  {CARD "power/control", "auto\n"}}},
	{"graphics-memory", RULE_BAD, "amdgpu",
	 {{PCI "class", "0x030000\n"}, {PCI "uevent", "DRIVER=amdgpu\n"}}, .is_note = true},
	{"graphics-memory", RULE_OK, "no display adapter has",
	 {{PCI "class", "0x030000\n"}, {PCI "uevent", "DRIVER=ast\n"}}},
	{"graphics-memory", RULE_UNKNOWN, "PCI devices", {{SETUP_LOG, START}}},
	{"nvidia", RULE_BAD, "535.54", {{"/proc/driver/nvidia/version", "NVRM version: 535.54\n"}}},
	{"nvidia", RULE_BAD, "irq/16-nvidia",
	 {{SETUP_LOG, "BUG: scheduling while atomic: irq/16-nvidia/412\n"}}, .weight = RULE_LIKELY},
	{"nvidia", RULE_OK, "not loaded", {{"/proc/modules", "i915 1 0 - Live\n"}}},
	{"nvidia", RULE_OK, "without modules",
	 {{"/boot/config-6.1.0", "CONFIG_HZ=250\n# CONFIG_MODULES is not set\n"},
	  {"/proc/version", "Linux version 6.1.0 (x) #1 SMP\n"}}},
	{"nvidia", RULE_UNKNOWN, "/proc/modules", {{SETUP_LOG, START}}},

	{"pcie-power", RULE_BAD, "still [default]",
	 {{"/sys/module/pcie_aspm/parameters/policy", "[default] performance powersave \n"}}},
	{"pcie-power", RULE_BAD, "0000:00:1f.6 (l1_2)",
	 {{"/sys/module/pcie_aspm/parameters/policy", "default [performance] powersave \n"},
	  {CARD "link/l1_2_aspm", "1\n"}}},
	{"pcie-power", RULE_OK, "[performance]",
	 {{"/sys/module/pcie_aspm/parameters/policy", "default [performance] powersave \n"},
	  {CARD "link/l1_2_aspm", "0\n"}}},
	{"pcie-power", RULE_NOT_APPLICABLE, "bridges alone",
	 {{"/sys/module/pcie_aspm/parameters/policy", "[default] performance powersave \n"},
	  {"/sys/bus/pci/devices/0000:00:00.0/class", "0x060400\n"}}},
	{"pcie-power", RULE_UNKNOWN, "not there", {{"/proc/cmdline", "pcie_asmp=off\n"}}},
	{"pcie-errors", RULE_BAD, "Corrected",
	 {{SETUP_LOG, "pcieport 0000:00:1c.0: PCIe Bus Error: severity=Corrected, type=Physical\n"}}},
	{"pcie-errors", RULE_OK, "no such line", {{SETUP_LOG, START}}},
	{"pcie-errors", RULE_UNKNOWN, "first program", {{SETUP_LOG, BEGIN}}},
	{"pcie-errors", RULE_UNKNOWN, "beginning", {{SETUP_LOG, PART}}},
	{"usb-fiq", RULE_BAD, "Pi 3", {OLD_PI, RT_KERNEL, {"/proc/cmdline", "console=tty1\n"}}},
	{"usb-fiq", RULE_OK, "is 0",
	 {OLD_PI, RT_KERNEL, {"/proc/cmdline", "dwc_otg.fiq_enable=0 console=tty1\n"}}},
	{"usb-fiq", RULE_UNKNOWN, "command line", {OLD_PI, RT_KERNEL}},
	{"usb-fiq", RULE_NOT_APPLICABLE, "Pi 4", {PI, RT_KERNEL}},
	{"usb-hotplug", RULE_BAD, "312.000000 s",
	 {{SETUP_LOG, START "[  312.000000] usb 1-2: USB disconnect, device number 4\n"}},
	 .is_note = true},
	{"usb-hotplug", RULE_OK, "first minute",
	 {{SETUP_LOG, START "[    2.000000] usb 1-2: new high-speed USB device number 4 using xhci\n"}}},
	{"usb-hotplug", RULE_UNKNOWN, "beginning", {{SETUP_LOG, PART}}},
	{"sd-card", RULE_BAD, "SD", {{"/sys/bus/mmc/devices/mmc0:aaaa/type", "SD\n"}}, .is_note = true},
	{"sd-card", RULE_BAD, "Timeout",
	 {{SETUP_LOG, "mmc0: Timeout waiting for hardware interrupt.\n"}}, .weight = RULE_POSSIBLE},
	{"sd-card", RULE_OK, "no SD card", {{"/sys/block/sda/queue/rotational", "0\n"}}},
	{"sd-card", RULE_UNKNOWN, "unknown", {{SETUP_LOG, START}}},

	{"network-driver", RULE_BAD, "eth0|r8169",
	 {{ETH "operstate", "up\n"}, {ETH "device/uevent", "DRIVER=r8169\n"}}, .is_note = true},
	{"network-driver", RULE_BAD, "NETDEV",
	 {{SETUP_LOG, "NETDEV WATCHDOG: eth0 (r8169): transmit queue 0 timed out\n"}},
	 .weight = RULE_LIKELY},
	{"network-driver", RULE_OK, "igc",
	 {{ETH "operstate", "up\n"}, {ETH "device/uevent", "DRIVER=igc\n"}}},
	{"network-driver", RULE_UNKNOWN, "none is", {{ETH "operstate", "down\n"}}},
	{"network-moderation", RULE_BAD, "200000 ns",
	 {{ETH "operstate", "up\n"}, {ETH "gro_flush_timeout", "200000\n"}}, .is_note = true},
	{"network-moderation", RULE_BAD, "eth0: rx-usecs 3",
	 {{ETH "operstate", "up\n"}, {NIC "coalesce", "adaptive-rx: 0\nrx-usecs: 3\n"}},
	 .is_note = true},
	{"network-moderation", RULE_BAD, "adaptive-rx on",
	 {{ETH "operstate", "up\n"}, {NIC "coalesce", "Adaptive RX: on  TX: off\nrx-usecs: 0\n"}},
	 .is_note = true},
	{"network-moderation", RULE_OK, "rx-usecs 0",
	 {{ETH "operstate", "up\n"},
	  {NIC "coalesce", "adaptive-rx: 0\nrx-usecs: 0\nrx-usecs-low: 9\n"}}},
	{"network-moderation", RULE_UNKNOWN, "is not told",
	 {{ETH "operstate", "up\n"}, {ETH "device/uevent", "DRIVER=igc\n"}}},
	{"wifi", RULE_BAD, "wlan0",
	 {{"/sys/class/net/wlan0/operstate", "up\n"},
	  {"/sys/class/net/wlan0/uevent", "DEVTYPE=wlan\nINTERFACE=wlan0\n"}}},
	{"wifi", RULE_BAD, "wlp3s0|name", {{"/sys/class/net/wlp3s0/operstate", "up\n"}}},
	{"wifi", RULE_OK, "no WiFi",
	 {{"/sys/class/net/wl0/operstate", "up\n"},
	  {"/sys/class/net/wl0/uevent", "INTERFACE=wl0\nIFINDEX=9\n"}}},
	{"wifi", RULE_UNKNOWN, "eth0", {{ETH "operstate", "up\n"}}},
	{"wifi", RULE_OK, "no WiFi",
	 {{"/sys/class/net/wlan0/operstate", "down\n"},
	  {"/sys/class/net/wlan0/uevent", "DEVTYPE=wlan\nINTERFACE=wlan0\n"}}},
	{"wifi", RULE_UNKNOWN, "unknown", {{SETUP_LOG, START}}},
	{"connection-tracking", RULE_BAD, "45000",
	 {{"/proc/sys/net/netfilter/nf_conntrack_count", "45000\n"}}, .is_note = true},
	{"connection-tracking", RULE_OK, "12 ", {{"/proc/sys/net/netfilter/nf_conntrack_count", "12\n"}}},
	{"connection-tracking", RULE_UNKNOWN, "unknown", {{SETUP_LOG, START}}},

	{"smi", RULE_BAD, "2 SMIs", {INTEL("fpu")}, add_smis},
	{"smi", RULE_BAD, "2 SMIs", {{0}}, add_foreign_smis},
	{"smi", RULE_OK, "no SMI", {INTEL("fpu")}, add_no_smi},
	{"smi", RULE_BAD, "412 SMIs since the start",
	 {INTEL("fpu"), {"/whylate/msr", "cpu0 0x34 412\ncpu1 0x34 411\n"}}, .is_note = true},
	{"smi", RULE_OK, "since the start", {INTEL("fpu"), {"/whylate/msr", "cpu0 0x34 0\n"}}},
	{"smi", RULE_UNKNOWN, "only a run", {INTEL("fpu")}},
	{"smi", RULE_NOT_APPLICABLE, "x86", {BOARD}},
	{"xenomai-smi", RULE_BAD, "4.120871 s",
	 {{SETUP_LOG, "[    4.120871] Xenomai: Intel chipset found and SMI workaround not enabled, you may\n"}}},
	{"machine-check", RULE_BAD, "300 s",
	 {{"/sys/devices/system/machinecheck/machinecheck0/check_interval", "12c\n"}}, .is_note = true},
	{"machine-check", RULE_BAD, "Hardware Error",
	 {{SETUP_LOG, "[    9.000000] mce: [Hardware Error]: Machine check events logged\n"}},
	 .weight = RULE_LIKELY},
	{"machine-check", RULE_OK, "is 0",
	 {{"/sys/devices/system/machinecheck/machinecheck0/check_interval", "0\n"}}},
	{"machine-check", RULE_OK, "stops", {{"/proc/cmdline", "mce=off\n"}}},
	{"machine-check", RULE_UNKNOWN, "check_interval", {INTEL("fpu")}},
	{"memory-errors", RULE_BAD, "4 corrected", {{"/sys/devices/system/edac/mc/mc0/ce_count", "4\n"}}},
	{"memory-errors", RULE_OK, "no corrected", {{"/sys/devices/system/edac/mc/mc0/ce_count", "0\n"}}},
	{"memory-errors", RULE_UNKNOWN, "EDAC", {{SETUP_LOG, START}}},

	{"thermal-throttling", RULE_BAD, "6 times by heat during", {{0}}, add_heat,
	 .weight = RULE_CERTAIN},
	{"thermal-throttling", RULE_BAD, "cores 5, packages 0",
	 {{"/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "5\n"}}},
	{"thermal-throttling", RULE_OK, "no CPU",
	 {{"/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "0\n"}}},
	{"thermal-throttling", RULE_UNKNOWN, "some CPUs' counts",
	 {{"/sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "0\n"},
	  {"/sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "\n"}}},
	{"thermal-throttling", RULE_UNKNOWN, "does not count", {{SETUP_LOG, START}}},
	{"cooling", RULE_BAD, "Processor|state 3", {{THERMAL "type", "Processor\n"}, {THERMAL "cur_state", "3\n"}}},
	{"cooling", RULE_OK, "no cooling", {{THERMAL "type", "cpufreq-cpu0\n"}, {THERMAL "cur_state", "0\n"}}},
	{"cooling", RULE_UNKNOWN, "no cooling device of", {{THERMAL "type", "Fan\n"}, {THERMAL "cur_state", "1\n"}}},
	{"uncore", RULE_BAD, "800000 to 2400000",
	 {{UNCORE "min_freq_khz", "800000\n"}, {UNCORE "max_freq_khz", "2400000\n"}}, .is_note = true},
	{"uncore", RULE_OK, "fixed",
	 {{UNCORE "min_freq_khz", "2400000\n"}, {UNCORE "max_freq_khz", "2400000\n"}}},
	{"uncore", RULE_UNKNOWN, "shows nothing", {INTEL("fpu")}},
	{"cache-sharing", RULE_BAD, "could share", {INTEL("fpu cat_l3 mba")}, .is_note = true},
	{"cache-sharing", RULE_OK, "L3:0=ffff",
	 {INTEL("fpu cat_l3"), {"/sys/fs/resctrl/schemata", "    L3:0=ffff\n"}}},
	{"cache-sharing", RULE_UNKNOWN, "unknown", {{SETUP_LOG, START}}},
	{"cache-sharing", RULE_NOT_APPLICABLE, "cannot", {INTEL("fpu")}},

	{"raspberry-pi-power", RULE_BAD,
	 "0x50005, now: under-voltage, throttled; since the start: under-voltage, throttled",
	 {PI, {THROTTLED, "50005\n"}}, .weight = RULE_CERTAIN},
	{"raspberry-pi-power", RULE_BAD, "now: none; since the start: soft temperature limit",
	 {PI, {THROTTLED, "80000\n"}}, .weight = RULE_POSSIBLE},
	{"raspberry-pi-power", RULE_BAD, "flags are unknown|92.871100 s|4.032418 s",
	 {PI, {SETUP_LOG, "[   92.871100] hwmon hwmon1: Undervoltage detected!\n"
			  "[   96.903518] hwmon hwmon1: Voltage normalised\n"}},
	 .weight = RULE_POSSIBLE},
	{"raspberry-pi-power", RULE_BAD, "812.204411 s, not cleared",
	 {PI, {THROTTLED, "50005\n"},
	  {SETUP_LOG, "[  812.204411] Under-voltage detected! (0x00050005)\n"}}},
	{"raspberry-pi-power", RULE_OK, "0x0", {PI, {THROTTLED, "0\n"}}},
	{"raspberry-pi-power", RULE_UNKNOWN, "unknown", {PI}},
	{"raspberry-pi-power", RULE_NOT_APPLICABLE, "no Raspberry", {BOARD}},
	{"secure-random", RULE_BAD, "optee-rng",
	 {{"/sys/class/misc/hw_random/rng_current", "optee-rng\n"}}},
	{"secure-random", RULE_OK, "prng", {{"/sys/class/misc/hw_random/rng_current", "prng\n"}}},
	{"secure-random", RULE_UNKNOWN, "not there", {BOARD}},
	{"tpm-random", RULE_BAD, "tpm-rng-0",
	 {AMD, {"/sys/class/misc/hw_random/rng_current", "tpm-rng-0\n"}}},
	{"tpm-random", RULE_OK, "no TPM", {AMD, {"/sys/class/misc/hw_random/rng_current", "none\n"}}},
	{"tpm-random", RULE_UNKNOWN, "whether", {{"/sys/class/misc/hw_random/rng_current", "tpm-rng-0\n"}}},
	{"secure-world", RULE_BAD, "revision 4.2",
	 {BOARD, {SETUP_LOG, "[    0.412800] optee: revision 4.2 (0a1b2c3d)\n"}}, .is_note = true},
	{"secure-world", RULE_OK, "no such line", {BOARD, {SETUP_LOG, START}}},
	{"secure-world", RULE_UNKNOWN, "no kernel log", {BOARD}},
	{0},
};

static const struct rule_cannot cannot[] = {
	{0},
};
/* clang-format on */

const struct rule_case_table rule_cases_hardware = {cases, cannot};
