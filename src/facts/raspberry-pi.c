/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a Raspberry Pi's firmware says of its power supply and temperature. The same word of
 * flags comes from the kernel (hexadecimal without 0x), or as the text of
 * "vcgencmd get_throttled", which a collected tree may have below SETUP_ASKED. Bits 0 to 3
 * are now, bits 16 to 19 "has happened since the start".
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "facts/files.h"
#include "facts/topics.h"
#include "facts/value.h"

#define VCGENCMD SETUP_ASKED "vcgencmd/get_throttled"

static const char flags_name[] = "raspberry_pi.flags";

/* Of the first file that is there; NULL: none. */
static const struct setup_file *find_flags(const struct setup *setup)
{
	static const char *const patterns[] = {
		"/sys/devices/platform/*/*firmware/get_throttled",
		"/sys/devices/platform/*/*/*firmware/get_throttled",
		"/sys/bus/platform/devices/*firmware/get_throttled",
		VCGENCMD,
	};

	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		size_t at = 0;
		const struct setup_file *file = setup_next(setup, patterns[i], &at);

		if (file && !file->error)
			return file;
	}
	return NULL;
}

static void put_bits(struct facts *facts, const char *path, uint64_t flags)
{
	static const char *const names[] = {"under_voltage", "capped", "throttled",
					    "soft_limit"};

	for (int i = 0; i < 4; i++) {
		facts_put_bool(facts, path,
			       facts_format(facts, "raspberry_pi.now.%s", names[i]),
			       flags >> i & 1);
		facts_put_bool(facts, path,
			       facts_format(facts, "raspberry_pi.since_start.%s",
					    names[i]),
			       flags >> (16 + i) & 1);
	}
}

/*
 * The text with the flags: "throttled=0x50005", or a line of these digits alone. What
 * vcgencmd said may also have been given in place of a log.
 */
static const char *read_flags(struct facts *facts, const struct setup *setup,
			      const char **path)
{
	const struct setup_file *file = find_flags(setup);
	const char *log = setup_text(setup, SETUP_LOG);
	const char *line;

	*path = file ? file->path : SETUP_LOG;
	if (!file)
		return log ? facts_value(facts, log, "throttled") : NULL;
	line = facts_line_of(facts, setup, file->path);
	return str_starts(line, "throttled=") ? line + strlen("throttled=") : line;
}

static void put_flags(struct facts *facts, const char *path, const char *digits)
{
	unsigned long long flags;
	char *end;

	errno = 0;
	flags = strtoull(digits, &end, 16);
	if (errno || end == digits || *end || flags > UINT32_MAX) {
		facts_put_unknown(facts, path, flags_name,
				  facts_format(facts, "no flags: '%.40s'", digits));
		return;
	}
	facts_put_integer(facts, path, flags_name, (int64_t)flags, "hex");
	put_bits(facts, path, flags);
}

/* Newer kernels tell of the supply as a sensor of this name. */
static void put_sensor(struct facts *facts, const struct setup *setup)
{
	const struct setup_file *file;
	size_t at = 0;

	while ((file = setup_next(setup, "/sys/class/hwmon/hwmon*/name", &at))) {
		const char *line = facts_line_of(facts, setup, file->path);
		const char *alarm;
		int64_t value;

		if (!line || strcmp(line, "rpi_volt"))
			continue;
		alarm = facts_format(facts, "%.*s/in0_lcrit_alarm",
				     (int)(strrchr(file->path, '/') - file->path),
				     file->path);
		if (facts_number(facts_line_of(facts, setup, alarm), &value))
			facts_put_bool(facts, alarm, "raspberry_pi.alarm", value);
		else
			facts_put_missing(facts, setup, alarm, "raspberry_pi.alarm");
	}
}

void facts_topic_raspberry_pi(struct facts *facts, const struct setup *setup)
{
	const char *model = facts_line_of(facts, setup, "/proc/device-tree/model");
	bool is_one = model && strstr(model, "Raspberry Pi");
	const char *path, *digits = read_flags(facts, setup, &path);

	if (model)
		facts_put_bool(facts, "/proc/device-tree/model", "raspberry_pi.is_one",
			       is_one);
	if (digits)
		put_flags(facts, path, digits);
	else if (is_one)
		facts_put_unknown(facts, VCGENCMD, flags_name,
				  "the kernel shows no get_throttled");
	put_sensor(facts, setup);
}
