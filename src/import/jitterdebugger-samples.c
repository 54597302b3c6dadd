/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every sample of jitterdebugger: samples.raw, whose records have no header and are the C
 * struct of the machine that ran (u32 index, struct timespec, u64 value, packed), or CSV.
 * Only little-endian machines' are understood.
 */
#include <string.h>

#include "base/bytes.h"
#include "base/num.h"
#include "base/saturate.h"
#include "import/jitterdebugger-parts.h"

enum { RECORD_64 = 28, RECORD_32 = 20, LOOKED_AT = 64 };

struct record {
	int64_t index, seconds, nanoseconds, value;
};

static int64_t get_i64(const uint8_t *from)
{
	uint64_t value = get_u32(from) | (uint64_t)get_u32(from + 4) << 32;

	return value > INT64_MAX ? INT64_MAX : (int64_t)value;
}

static struct record record_at(const char *text, size_t bytes)
{
	const uint8_t *at = (const uint8_t *)text;

	if (bytes == RECORD_64)
		return (struct record){get_u32(at), get_i64(at + 4), get_i64(at + 12),
				       get_i64(at + 20)};
	return (struct record){get_u32(at), get_u32(at + 4), get_u32(at + 8),
			       get_i64(at + 12)};
}

static bool is_plausible(const struct record *record)
{
	return record->index < FOREIGN_STREAMS_MAX && record->nanoseconds < NS_PER_S &&
	       record->seconds < INT64_C(1) << 32 && record->value < INT64_C(1) << 40;
}

static bool are_records(const struct import_report *report, size_t bytes)
{
	size_t count = report->length / bytes;

	for (size_t i = 0; i < count && i < LOOKED_AT; i++) {
		struct record record = record_at(report->text + i * bytes, bytes);

		if (!is_plausible(&record))
			return false;
	}
	return count > 0;
}

size_t jitterdebugger_record_bytes(const struct import_report *report)
{
	size_t length = strlen(report->name);
	bool is_raw = length >= 4 && !strcmp(report->name + length - 4, ".raw");

	/* Without a header the shape alone says little: the name must say it, too. */
	if (!is_raw)
		return 0;
	if (are_records(report, RECORD_64) &&
	    (report->length % RECORD_64 == 0 || !are_records(report, RECORD_32)))
		return RECORD_64;
	return are_records(report, RECORD_32) ? RECORD_32 : 0;
}

static void add_sample(struct jitterdebugger *self, const struct record *record)
{
	const struct foreign_sample sample = {
		.cycle = RUN_UNKNOWN,
		.time_ns = saturate_add(saturate_mul(record->seconds, NS_PER_S),
					record->nanoseconds),
		.late_ns = foreign_ns(self->builder, record->value, self->unit_ns),
	};

	foreign_add_sample(self->builder, record->index, &sample);
}

/* Records are in the order in which threads handed them over, not in that of time. */
static void say_order(struct jitterdebugger *self, const struct import_report *report,
		      size_t bytes)
{
	int64_t before_ns = INT64_MIN, backwards = 0, records = 0;

	for (size_t at = 0; at + bytes <= report->length; at += bytes, records++) {
		struct record record = record_at(report->text + at, bytes);
		int64_t time_ns = saturate_add(saturate_mul(record.seconds, NS_PER_S),
					       record.nanoseconds);

		backwards += time_ns < before_ns;
		before_ns = time_ns;
	}
	if (backwards)
		foreign_add_note(self->builder, FOREIGN_NOTE,
				 "%s: %lld records of %zu bytes, not in the order of "
				 "time: %lld steps back",
				 report->name, (long long)records, bytes,
				 (long long)backwards);
}

void jitterdebugger_read_raw(struct jitterdebugger *self,
			     const struct import_report *report)
{
	size_t bytes = jitterdebugger_record_bytes(report), at = 0;

	for (; bytes && at + bytes <= report->length; at += bytes) {
		struct record record = record_at(report->text + at, bytes);

		self->builder->foreign.lines++;
		if (is_plausible(&record))
			add_sample(self, &record);
		else
			self->builder->foreign.lines_skipped++;
	}
	if (bytes)
		say_order(self, report, bytes);
	if (at < report->length)
		foreign_add_note(
			self->builder, FOREIGN_NOTE,
			"%s ends inside a record: its last %zu bytes are left out",
			report->name, report->length - at);
}

static bool parse_csv(const char *at, struct record *record)
{
	const char *point;
	int64_t time_ns;

	if (!take_integer(&at, &record->index) || !take_word(&at, ";"))
		return false;
	point = at;
	if (!take_decimal_ns(&at, NS_PER_S, &time_ns) || !strchr(point, '.') ||
	    !take_word(&at, ";") || !take_integer(&at, &record->value) || !take_end(&at))
		return false;
	record->seconds = time_ns / NS_PER_S;
	record->nanoseconds = time_ns % NS_PER_S;
	return record->index >= 0 && record->value >= 0 && is_plausible(record);
}

bool jitterdebugger_is_csv_line(const char *line)
{
	struct record record;

	return parse_csv(line, &record);
}

bool jitterdebugger_is_csv(const struct import_report *report)
{
	CLEANUP(lines_close) struct lines lines = {0};

	if (!import_has(report, ";"))
		return false;
	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines))
		if (jitterdebugger_is_csv_line(lines.line))
			return true;
	return false;
}

/* A thread's samples come in the order of their times; another run's begin anew. */
static bool begins_again(struct str *times, const struct record *record)
{
	int64_t time_ns = saturate_add(saturate_mul(record->seconds, NS_PER_S),
				       record->nanoseconds);
	int64_t *before_ns;
	bool again;

	while (times->length / sizeof(int64_t) <= (size_t)record->index)
		str_add_bytes(times, &(int64_t){0}, sizeof(int64_t));
	before_ns = (int64_t *)(void *)times->text + record->index;
	again = time_ns < *before_ns;
	*before_ns = time_ns;
	return again;
}

void jitterdebugger_read_csv(struct jitterdebugger *self,
			     const struct import_report *report)
{
	CLEANUP(lines_close) struct lines lines = {0};
	CLEANUP(str_free) struct str times = {0};
	struct record record;

	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines)) {
		if (!parse_csv(lines.line, &record)) {
			self->builder->foreign.lines_skipped += lines.length > 0;
			continue;
		}
		add_sample(self, &record);
		if (begins_again(&times, &record) && !self->builder->second_line)
			self->builder->second_line = lines.number;
	}
	self->builder->foreign.lines += lines.number;
}

/* Late samples in rows that fall. */
struct stalls {
	int64_t limit_ns, before_ns;
	int64_t late, count;
	int64_t worst_ns, worst_values; /* of the stall that begins with the worst */
	bool in_worst;
};

static void follow_stalls(struct stalls *stalls, int64_t late_ns)
{
	bool late = late_ns >= stalls->limit_ns;
	bool begins = late && (stalls->before_ns < stalls->limit_ns ||
			       late_ns > stalls->before_ns);

	stalls->late += late;
	stalls->count += begins;
	if (begins || !late)
		stalls->in_worst = begins && late_ns > stalls->worst_ns;
	if (begins && stalls->in_worst) {
		stalls->worst_ns = late_ns;
		stalls->worst_values = 0;
	}
	stalls->worst_values += stalls->in_worst;
	stalls->before_ns = late_ns;
}

static void count_stalls(struct jitterdebugger *self, int64_t index)
{
	struct stalls stalls = {.limit_ns = saturate_mul(1000, self->unit_ns)};
	const struct foreign_sample *samples;
	uint32_t count;

	samples = foreign_samples_so_far(self->builder, index, &count);
	for (uint32_t i = 0; i < count; i++)
		follow_stalls(&stalls, samples[i].late_ns);
	if (stalls.count && stalls.count < stalls.late)
		foreign_add_note(
			self->builder, FOREIGN_NOTE,
			"thread %lld: its %lld samples of %lld us or more come from %lld "
			"stalls (the worst, %lld us, of %lld falling values): missed "
			"periods are replayed as late samples, so counts are not "
			"comparable with those of tools that skip them",
			(long long)index, (long long)stalls.late,
			(long long)(stalls.limit_ns / NS_PER_US), (long long)stalls.count,
			(long long)(stalls.worst_ns / NS_PER_US),
			(long long)stalls.worst_values);
}

void jitterdebugger_say_stalls(struct jitterdebugger *self)
{
	for (uint32_t i = 0; i < self->builder->stream_count; i++)
		count_stalls(self, foreign_stream_number(self->builder, i)->index);
}
