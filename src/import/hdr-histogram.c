/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Logs of HdrHistogram (format 1.3, histograms V2): a line for each interval, with start,
 * length, greatest value and the histogram, packed and in base64. Each interval becomes a
 * row, each tag a stream. The log does not say the unit of its values: ns is the custom, and
 * the ratio of the greatest value to the one printed (in ms, usually) is compared with it.
 */
#include <string.h>

#include "base/gunzip.h"
#include "base/num.h"
#include "base/saturate.h"
#include "import/formats.h"
#include "import/hdr-parts.h"

struct hdr_log {
	struct foreign_builder *builder;
	struct str packed, plain, tags; /* tags: names with NULs behind them */
	int64_t tag_count;
	int64_t start_ns, end_ns; /* of all intervals */
	uint64_t read, damaged;
};

/* One line's columns. */
struct hdr_line {
	int64_t start_ns, length_ns, max_ms_thousandths;
	const char *base64;
	size_t base64_length;
	int64_t stream;
};

static int sniff_hdr(const struct import_report *report)
{
	if (import_has(report, "Interval_Compressed_Histogram") ||
	    import_has(report, "#[Histogram log format version"))
		return 97;
	return import_has(report, ",HISTFAAA") ? 90 : 0;
}

/* The index of a tag's stream; "" is 0 when it comes first. */
static int64_t stream_of_tag(struct hdr_log *self, const char *tag, size_t length)
{
	const char *at = str_text(&self->tags), *end = at + self->tags.length;
	int64_t index = 0;

	for (; at < end; at += strlen(at) + 1, index++)
		if (strlen(at) == length && !memcmp(at, tag, length))
			return index;
	if (self->tag_count >= FOREIGN_STREAMS_MAX)
		return -1;
	str_add_bytes(&self->tags, tag, length);
	str_add_char(&self->tags, '\0');
	self->tag_count++;
	return index;
}

static bool parse_line(struct hdr_log *self, const char *at, struct hdr_line *line)
{
	const char *tag = "";
	size_t tag_length = 0;

	if (take_word(&at, "Tag=")) {
		tag = at;
		tag_length = strcspn(at, ",");
		at += tag_length;
		if (!take_word(&at, ","))
			return false;
	}
	if (!take_decimal_ns(&at, NS_PER_S, &line->start_ns) || !take_word(&at, ",") ||
	    !take_decimal_ns(&at, NS_PER_S, &line->length_ns) || !take_word(&at, ",") ||
	    !take_decimal_ns(&at, 1000, &line->max_ms_thousandths) ||
	    !take_word(&at, ",") || line->length_ns < 0)
		return false;
	line->base64 = at;
	line->base64_length = strcspn(at, " \t");
	line->stream = stream_of_tag(self, tag, tag_length);
	return line->stream >= 0;
}

/* The histogram of a line, unpacked, into self->plain. */
static bool unpack(struct hdr_log *self, const struct hdr_line *line)
{
	const uint8_t *head;
	struct err ignored;

	str_clear(&self->packed);
	str_clear(&self->plain);
	if (!hdr_add_base64(&self->packed, line->base64, line->base64_length) ||
	    self->packed.length < HDR_PACKED_HEAD)
		return false;
	head = (const uint8_t *)self->packed.text;
	if (hdr_get_u32(head) != HDR_COOKIE_PACKED)
		return false;
	return gunzip(head + HDR_PACKED_HEAD, self->packed.length - HDR_PACKED_HEAD,
		      HDR_PLAIN_MAX, &self->plain, &ignored) == 0;
}

static void follow_time(struct hdr_log *self, const struct hdr_line *line)
{
	if (self->start_ns == RUN_UNKNOWN || line->start_ns < self->start_ns)
		self->start_ns = line->start_ns;
	if (saturate_add(line->start_ns, line->length_ns) > self->end_ns)
		self->end_ns = saturate_add(line->start_ns, line->length_ns);
}

/* A damaged one leaves a row without figures. */
static void add_interval(struct hdr_log *self, const struct hdr_line *line)
{
	struct hdr_totals totals = {.min_ns = RUN_UNKNOWN, .max_ns = RUN_UNKNOWN};
	struct foreign_stream *stream = foreign_stream_at(self->builder, line->stream);
	struct foreign_row row = {.length_ns = line->length_ns,
				  .min_ns = RUN_UNKNOWN,
				  .avg_ns = RUN_UNKNOWN,
				  .max_ns = RUN_UNKNOWN,
				  .overruns = RUN_UNKNOWN,
				  .mode_switches = RUN_UNKNOWN};

	follow_time(self, line);
	row.time_ns = saturate_sub(saturate_add(line->start_ns, line->length_ns),
				   self->start_ns);
	if (unpack(self, line) &&
	    hdr_read(self->builder, line->stream, &self->plain, &totals)) {
		stream->count = stream->count == RUN_UNKNOWN
					? totals.count
					: saturate_add(stream->count, totals.count);
		row.min_ns = totals.min_ns;
		row.max_ns = totals.max_ns;
		self->read++;
	} else {
		self->damaged++;
		stream->rows_damaged++;
	}
	foreign_add_row(self->builder, line->stream, &row);
}

static void take_line(struct hdr_log *self, const char *at)
{
	struct hdr_line line;

	if (*at == '#' || *at == '"' || !*at)
		return;
	if (parse_line(self, at, &line))
		add_interval(self, &line);
	else
		self->builder->foreign.lines_skipped++;
}

static void finish_streams(struct hdr_log *self)
{
	const char *tag = str_text(&self->tags);

	for (int64_t i = 0; i < self->tag_count; i++, tag += strlen(tag) + 1) {
		struct foreign_stream *stream = foreign_stream_at(self->builder, i);

		stream->name = *tag ? foreign_text(self->builder, "%s", tag) : "values";
		stream->beyond = 0;
		stream->bins_are_complete = !stream->rows_damaged;
		stream->resolution_ns = 1;
	}
	if (self->start_ns != RUN_UNKNOWN)
		self->builder->foreign.duration_ns =
			saturate_sub(self->end_ns, self->start_ns);
}

static void close_log(struct hdr_log *self)
{
	str_free(&self->packed);
	str_free(&self->plain);
	str_free(&self->tags);
}

static int read_hdr(const struct import_report *report, struct foreign_builder *builder,
		    struct err *err)
{
	CLEANUP(lines_close) struct lines lines = {0};
	CLEANUP(close_log)
	struct hdr_log self = {.builder = builder,
			       .start_ns = RUN_UNKNOWN,
			       .end_ns = INT64_MIN};

	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines))
		take_line(&self, lines.line);
	builder->foreign.lines = lines.number;
	finish_streams(&self);
	if (self.damaged)
		foreign_add_note(builder, FOREIGN_INCONSISTENT,
				 "%llu intervals are damaged or not of version 2: their "
				 "counts are missing, so no percentile can be told",
				 (unsigned long long)self.damaged);
	if (!self.read)
		return err_set(err, ERR_INPUT,
			       "'%s': no interval of a HdrHistogram log that can be read",
			       report->name);
	builder->foreign.lateness = "as the program that wrote the log defines it";
	foreign_add_note(builder, FOREIGN_ASSUMED,
			 "values are taken for ns: the log does not say their unit");
	return 0;
}

const struct import_format import_hdr_histogram = {
	.name = "hdr-histogram",
	.what = "HdrHistogram logs, version 2",
	.once = {"#[Histogram log format version"},
	.sniff = sniff_hdr,
	.read = read_hdr,
};
