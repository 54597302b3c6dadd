/* SPDX-License-Identifier: GPL-2.0-or-later */
/* JSON that was printed with printf(), and its faults. */
#include "import/tools-json.h"

#include <math.h>
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"

/* Numbers that JSON does not know. */
static const char *const no_numbers[] = {"-nan", "nan", "-inf", "inf"};

/* Copies the text of a string up to `end`, with a backslash before each bare quote. */
static bool add_escaped(struct str *out, const char *at, const char *end)
{
	bool changed = false;

	for (; at < end; at++) {
		if (*at == '\\' && at + 1 < end) {
			str_add_char(out, *at++);
		} else if (*at == '"') {
			str_add_char(out, '\\');
			changed = true;
		}
		str_add_char(out, *at);
	}
	return changed;
}

/* A line `"key": -nan,`; false when it is no such line. */
static bool repair_number(struct str *out, const char *line, const char *value,
			  const char *end)
{
	for (size_t i = 0; i < sizeof(no_numbers) / sizeof(no_numbers[0]); i++) {
		size_t length = strlen(no_numbers[i]);

		if ((size_t)(end - value) < length ||
		    memcmp(value, no_numbers[i], length) != 0)
			continue;
		str_add_bytes(out, line, (size_t)(value - line));
		str_add(out, "null");
		str_add_bytes(out, value + length, (size_t)(end - value) - length);
		return true;
	}
	return false;
}

/* One line, repaired into *out; true when something had to be. */
static bool repair_line(struct str *out, const char *line, const char *end)
{
	const char *value = memmem(line, (size_t)(end - line), "\": ", 3), *last;

	if (value) {
		value += 3;
		if (repair_number(out, line, value, end))
			return true;
		last = end;
		while (last > value &&
		       (last[-1] == ',' || last[-1] == '\r' || last[-1] == ' '))
			last--;
		if (last - value >= 2 && *value == '"' && last[-1] == '"') {
			bool changed;

			str_add_bytes(out, line, (size_t)(value + 1 - line));
			changed = add_escaped(out, value + 1, last - 1);
			str_add_bytes(out, last - 1, (size_t)(end - last + 1));
			return changed;
		}
	}
	str_add_bytes(out, line, (size_t)(end - line));
	return false;
}

static unsigned repair(struct str *out, const struct import_report *report)
{
	const char *at = report->text, *end = at + report->length;
	unsigned repaired = 0;

	while (at < end) {
		const char *line_end = memchr(at, '\n', (size_t)(end - at));

		line_end = line_end ? line_end : end;
		repaired += repair_line(out, at, line_end);
		str_add_char(out, '\n');
		at = line_end + 1;
	}
	return repaired;
}

struct json *tools_json_parse(const struct import_report *report,
			      struct foreign_builder *builder, struct err *err)
{
	struct json *json = json_parse(report->text, report->length, err);
	CLEANUP(str_free) struct str text = {0};
	unsigned repaired;

	if (json)
		return json;
	repaired = repair(&text, report);
	json = json_parse(str_text(&text), text.length, err);
	if (json)
		foreign_add_note(builder, FOREIGN_NOTE,
				 "the report is no valid JSON: %u line%s repaired (bare "
				 "quotes in a text, or nan for a number)",
				 repaired, repaired == 1 ? "" : "s");
	else
		err_prefix(err, "'%s'", report->name);
	return json;
}

/* "2.40" is rt-tests 2.4: they print "%1.2f". */
static const char *member_text(struct foreign_builder *builder, const struct json *object,
			       const char *key)
{
	return foreign_text(builder, "%s", json_get_text(json_member(object, key), ""));
}

void tools_json_head(const struct json *json, struct foreign_builder *builder)
{
	struct run_foreign *foreign = &builder->foreign;
	const struct json *sysinfo = json_member(json, "sysinfo");

	/* rt-tests 2.x print the colon inside of the name. */
	foreign->command = member_text(builder, json, "cmdline:");
	if (!*foreign->command)
		foreign->command = member_text(builder, json, "cmdline");
	foreign->version = member_text(builder, json, "rt_test_version:");
	if (!*foreign->version)
		foreign->version = member_text(builder, json, "rt_test_version");
	foreign->kernel = member_text(builder, sysinfo, "release");
	foreign->kernel_version = member_text(builder, sysinfo, "version");
	foreign->machine = member_text(builder, sysinfo, "machine");
}

int64_t tools_json_ns(struct foreign_builder *builder, const struct json *value,
		      int64_t ns_per_unit)
{
	int64_t whole = json_get_integer(value, INT64_MIN);
	double ns = json_get_number(value, NAN) * (double)ns_per_unit;

	if (whole != INT64_MIN || isnan(ns))
		return foreign_ns(builder, whole == INT64_MIN ? RUN_UNKNOWN : whole,
				  ns_per_unit);
	if (!(ns > -9.2e18 && ns < 9.2e18))
		return foreign_ns(builder, ns < 0 ? -INT64_MAX : INT64_MAX, NS_PER_US);
	return (int64_t)(ns < 0 ? ns - 0.5 : ns + 0.5);
}

int64_t tools_json_count(const struct json *value)
{
	int64_t count = json_get_integer(value, RUN_UNKNOWN);

	return count < 0 ? RUN_UNKNOWN : count;
}

int64_t tools_json_bins(const struct json *histogram, struct foreign_builder *builder,
			int64_t index, int64_t ns_per_unit, int64_t shift)
{
	const struct json *value;
	void *place = NULL;
	const char *key;
	int64_t sum = 0;

	while ((value = json_next_member(histogram, &place, &key))) {
		int64_t count = tools_json_count(value), bin, from_ns;
		const char *at = key;

		if (!take_integer(&at, &bin) || *at || count == RUN_UNKNOWN) {
			builder->foreign.lines_skipped++;
			continue;
		}
		from_ns = foreign_ns(builder, saturate_sub(bin, shift), ns_per_unit);
		if (foreign_add_bin(builder, index, from_ns,
				    saturate_add(from_ns, ns_per_unit), count))
			sum = saturate_add(sum, count);
	}
	return sum;
}
