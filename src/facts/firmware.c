/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What firmware and processor do on their own: machine checks, memory errors, microcode,
 * throttling by temperature, cooling devices, the uncore's clock, cache partitions.
 */
#include <string.h>

#include "facts/files.h"
#include "facts/topics.h"
#include "facts/value.h"

#define UNCORE "/sys/devices/system/cpu/intel_uncore_frequency/*/"

/* clang-format off */
static const struct facts_file files[] = {
	{"/sys/devices/system/machinecheck/machinecheck#/check_interval",
	 "machine_check.*.interval", FORM_HEX, "s"},
	{"/sys/devices/system/machinecheck/machinecheck#/ignore_ce", "machine_check.*.ignore",
	 FORM_BOOL},
	{"/sys/devices/system/edac/mc/mc#/mc_name", "edac.*.driver", FORM_TEXT},
	{"/sys/devices/system/edac/mc/mc#/ce_count", "edac.*.corrected", FORM_INTEGER, "count"},
	{"/sys/devices/system/edac/mc/mc#/ue_count", "edac.*.uncorrected", FORM_INTEGER,
	 "count"},
	{"/sys/devices/system/edac/mc/mc#/sdram_scrub_rate", "edac.*.scrub", FORM_INTEGER,
	 "bytes"},
	{"/sys/devices/system/cpu/cpu#/microcode/version", "cpu.*.microcode", FORM_HEX, "hex"},
	{"/sys/devices/system/cpu/cpu#/thermal_throttle/core_throttle_count",
	 "cpu.*.throttled", FORM_INTEGER, "count"},
	{"/sys/devices/system/cpu/cpu#/thermal_throttle/package_throttle_count",
	 "cpu.*.package_throttled", FORM_INTEGER, "count"},
	{"/sys/class/thermal/thermal_zone#/type", "thermal.*.type", FORM_TEXT},
	{"/sys/class/thermal/thermal_zone#/temp", "thermal.*.temperature", FORM_INTEGER,
	 "m°C"},
	{"/sys/class/thermal/thermal_zone#/trip_point_#_temp", "thermal.*.trip.*.temperature",
	 FORM_INTEGER, "m°C"},
	{"/sys/class/thermal/thermal_zone#/trip_point_#_type", "thermal.*.trip.*.type",
	 FORM_TEXT},
	{"/sys/class/thermal/cooling_device#/type", "cooling.*.type", FORM_TEXT},
	{"/sys/class/thermal/cooling_device#/cur_state", "cooling.*.state", FORM_INTEGER, ""},
	{UNCORE "min_freq_khz", "uncore.*.min", FORM_INTEGER, "kHz"},
	{UNCORE "max_freq_khz", "uncore.*.max", FORM_INTEGER, "kHz"},
	{UNCORE "elc_floor_freq_khz", "uncore.*.elc_floor", FORM_INTEGER, "kHz"},
	{UNCORE "elc_low_threshold_percent", "uncore.*.elc_low", FORM_INTEGER, "%"},
	{"/sys/fs/resctrl/info/L3/num_closids", "cache.partitions", FORM_INTEGER, "count"},
	{"/sys/fs/resctrl/schemata", "cache.shares", FORM_TEXT},
	{"/sys/firmware/acpi/platform_profile", "firmware.profile", FORM_TEXT},
};
/* clang-format on */

/* Can the processor share out its last-level cache or memory bandwidth? */
static void put_allocation(struct facts *facts, const struct setup *setup)
{
	static const char path[] = "/proc/cpuinfo";
	const char *flags = facts_cpu_flags(facts, setup);

	if (flags)
		facts_put_bool(facts, path, "cache.can_share_out",
			       facts_has_word(flags, "cat_l3") ||
				       facts_has_word(flags, "cat_l2") ||
				       facts_has_word(flags, "mba"));
}

static void put_vendor(struct facts *facts, const struct setup *setup)
{
	static const char path[] = "/proc/cpuinfo";
	const char *text = setup_text(setup, path);
	const char *vendor = text ? facts_value(facts, text, "vendor_id") : NULL;

	if (vendor)
		facts_put_text(facts, path, "processor.vendor", vendor);
	else
		facts_put_missing(facts, setup, path, "processor.vendor");
}

/* "cpu0 0x34 12": SMIs since the start; each CPU counts the same ones. */
static void put_smis(struct facts *facts, const struct setup *setup)
{
	static const char path[] = SETUP_ASKED "msr", name[] = "smi.since_start";
	const char *at = setup_text(setup, path), *line;
	int64_t most = -1, value;

	while ((line = facts_next_line(facts, &at))) {
		const char *count = strstr(line, " 0x34 ");

		if (count && facts_number(count + strlen(" 0x34 "), &value) &&
		    value > most)
			most = value;
	}
	if (most >= 0)
		facts_put_integer(facts, path, name, most, "count");
	else
		facts_put_missing(facts, setup, path, name);
}

void facts_topic_firmware(struct facts *facts, const struct setup *setup)
{
	facts_put_files(facts, setup, files, sizeof(files) / sizeof(files[0]));
	put_allocation(facts, setup);
	put_vendor(facts, setup);
	put_smis(facts, setup);
}
