/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jitterdebugger: results.json, samples.raw, CSV and what it showed, together or alone. The
 * keys of results.json are indices of threads, not CPUs; its histogram silently lacks what
 * is late by 1000 units or more, so samples are better where they are there.
 */
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "import/formats.h"
#include "import/jitterdebugger-parts.h"
#include "import/tools-json.h"

/* Units; its histogram has as many buckets. */
enum { HISTOGRAM_LIMIT = 1000 };

/* "T: 0 (  153) A: 1 C:       500 Min:        11 Avg:   61.12 Max:       152" */
struct live_row {
	int64_t thread, tid, cpu, count, min, avg_ns, max;
};

static bool parse_live(const char *at, int64_t unit_ns, struct live_row *row)
{
	return take_word(&at, "T:") && take_integer(&at, &row->thread) &&
	       take_word(&at, "(") && take_integer(&at, &row->tid) &&
	       take_word(&at, ")") && take_word(&at, "A:") &&
	       take_integer(&at, &row->cpu) && take_word(&at, "C:") &&
	       take_integer(&at, &row->count) && take_word(&at, "Min:") &&
	       take_integer(&at, &row->min) && take_word(&at, "Avg:") &&
	       take_decimal_ns(&at, unit_ns, &row->avg_ns) && take_word(&at, "Max:") &&
	       take_integer(&at, &row->max) && row->thread >= 0 &&
	       row->thread < FOREIGN_STREAMS_MAX;
}

static bool is_live(const struct import_report *report)
{
	CLEANUP(lines_close) struct lines lines = {0};
	struct live_row row;

	if (!import_has(report, ") A:"))
		return false;
	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines))
		if (parse_live(lines.line, NS_PER_US, &row))
			return true;
	return false;
}

enum jitterdebugger_kind jitterdebugger_kind_of(const struct import_report *report)
{
	if (report->length && report->text[0] == '{')
		return import_has(report, "\"cpus_online\"") &&
				       import_has(report, "\"cpu\"")
			       ? JITTERDEBUGGER_RESULTS
			       : JITTERDEBUGGER_OTHER;
	if (jitterdebugger_record_bytes(report))
		return JITTERDEBUGGER_RAW;
	if (is_live(report))
		return JITTERDEBUGGER_LIVE;
	return jitterdebugger_is_csv(report) ? JITTERDEBUGGER_CSV : JITTERDEBUGGER_OTHER;
}

static int sniff_jitterdebugger(const struct import_report *report)
{
	switch (jitterdebugger_kind_of(report)) {
	case JITTERDEBUGGER_OTHER:
		return 0;
	case JITTERDEBUGGER_RESULTS:
		return 92;
	case JITTERDEBUGGER_LIVE:
		return 95;
	case JITTERDEBUGGER_RAW:
	case JITTERDEBUGGER_CSV:
		return 80;
	}
	return 0;
}

static void read_thread(struct jitterdebugger *self, int64_t index,
			const struct json *thread)
{
	struct foreign_stream *stream = foreign_stream_at(self->builder, index);
	int64_t sum;

	stream->count = tools_json_count(json_member(thread, "count"));
	stream->min_ns =
		tools_json_ns(self->builder, json_member(thread, "min"), self->unit_ns);
	stream->avg_ns =
		tools_json_ns(self->builder, json_member(thread, "avg"), self->unit_ns);
	stream->max_ns =
		tools_json_ns(self->builder, json_member(thread, "max"), self->unit_ns);
	stream->resolution_ns = self->unit_ns;
	if (self->has_samples) /* they hold what the histogram lacks */
		return;
	sum = tools_json_bins(json_member(thread, "histogram"), self->builder, index,
			      self->unit_ns, 0);
	if (stream->count == RUN_UNKNOWN || sum > stream->count)
		return;
	stream->beyond = stream->count - sum;
	stream->beyond_from_ns = saturate_mul(HISTOGRAM_LIMIT, self->unit_ns);
	stream->bins_are_complete = true;
	if (stream->beyond)
		foreign_add_note(
			self->builder, FOREIGN_NOTE,
			"thread %lld: %lld samples of %d us or more are silently "
			"absent from its histogram",
			(long long)index, (long long)stream->beyond,
			(int)(stream->beyond_from_ns / NS_PER_US));
}

/* Before samples, so that these know the unit. */
static int read_results(struct jitterdebugger *self, const struct import_report *report,
			struct err *err)
{
	struct json *json = tools_json_parse(report, self->builder, err);
	const struct json *threads, *thread;
	void *place = NULL;
	const char *key;

	if (!json)
		return -1;
	tools_json_head(json, self->builder);
	self->unit_ns = json_get_integer(json_member(json_member(json, "sysinfo"),
						     "resolution_in_ns"),
					 NS_PER_US) == 1
				? 1
				: NS_PER_US;
	self->has_results = true;
	threads = json_member(json, "cpu");
	while ((thread = json_next_member(threads, &place, &key))) {
		int64_t index;

		if (take_integer(&key, &index) && !*key && index >= 0)
			read_thread(self, index, thread);
		else
			self->builder->foreign.lines_skipped++;
	}
	json_free(json);
	return 0;
}

static int refuse(const struct import_report *report, int64_t index, int64_t has,
		  int64_t others, struct err *err)
{
	return err_set(err, ERR_INPUT,
		       "'%s' belongs to a different run: of thread %lld it has %lld "
		       "samples, the other files %lld; import each by itself",
		       report->name, (long long)index, (long long)has, (long long)others);
}

/* The id of a thread stays, and its count does not fall. */
static bool goes_on(struct str *ids, const struct foreign_stream *stream,
		    const struct live_row *row)
{
	int64_t *id;

	while (ids->length / sizeof(*id) <= (size_t)row->thread)
		str_add_bytes(ids, &(int64_t){0}, sizeof(*id));
	id = (int64_t *)(void *)ids->text + row->thread;
	if (*id && (*id != row->tid || row->count < stream->count))
		return false;
	*id = row->tid;
	return true;
}

/* Samples as CSV beside live rows are another run's, whichever comes first. */
static void look_for_csv(const struct import_report *report, uint64_t *second)
{
	CLEANUP(lines_close) struct lines lines = {0};
	bool has_live = false, has_csv = false;
	struct live_row row;

	if (*second || !jitterdebugger_is_csv(report))
		return;
	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines) && !(has_live && has_csv)) {
		has_live |= parse_live(lines.line, NS_PER_US, &row);
		has_csv |= jitterdebugger_is_csv_line(lines.line);
		*second = lines.number;
	}
}

/* The last line of each thread; with other files at hand they must agree. */
static int read_live(struct jitterdebugger *self, const struct import_report *report,
		     struct err *err)
{
	CLEANUP(lines_close) struct lines lines = {0};
	CLEANUP(str_free) struct str ids = {0};
	bool alone = !self->has_results && !self->has_samples;
	struct foreign_stream *stream;
	struct live_row row;

	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines)) {
		if (!parse_live(lines.line, self->unit_ns, &row)) {
			self->builder->foreign.lines_skipped +=
				str_starts(lines.line, "T:");
			continue;
		}
		if (!alone && !foreign_has_stream(self->builder, row.thread))
			return refuse(report, row.thread, row.count, 0, err);
		stream = foreign_stream_at(self->builder, row.thread);
		if (!alone && stream->count != RUN_UNKNOWN && row.count > stream->count)
			return refuse(report, row.thread, row.count, stream->count, err);
		stream->cpu = row.cpu;
		if (!alone)
			continue;
		if (!goes_on(&ids, stream, &row) && !self->builder->second_line)
			self->builder->second_line = lines.number;
		stream->count = row.count;
		stream->resolution_ns = self->unit_ns;
		stream->min_ns = foreign_ns(self->builder, row.min, self->unit_ns);
		stream->avg_ns = row.avg_ns;
		stream->max_ns = foreign_ns(self->builder, row.max, self->unit_ns);
	}
	look_for_csv(report, &self->builder->second_line);
	self->builder->foreign.lines += lines.number;
	self->has_live = true;
	return 0;
}

/* Samples and results of one run have the same counts. */
static int check_samples(const struct jitterdebugger *self,
			 const struct import_report *report, struct err *err)
{
	for (uint32_t i = 0; i < self->builder->stream_count; i++) {
		const struct foreign_stream *stream =
			foreign_stream_number(self->builder, i);
		int64_t count =
			(int64_t)foreign_sample_count(self->builder, stream->index);

		if (self->has_results && stream->count != count)
			return refuse(report, stream->index, count,
				      stream->count == RUN_UNKNOWN ? 0 : stream->count,
				      err);
	}
	return 0;
}

/* The report of a kind, of all that were given; NULL. More than one are two runs. */
static int find_kind(const struct import_report *report, enum jitterdebugger_kind kind,
		     const struct import_report **found, struct err *err)
{
	*found = NULL;
	for (size_t i = 0; i <= report->other_count; i++) {
		const struct import_report *at = i ? &report->others[i - 1] : report;

		if (jitterdebugger_kind_of(at) != kind)
			continue;
		if (*found)
			return err_set(err, ERR_INPUT,
				       "'%s' and '%s' are different runs; import each by "
				       "itself",
				       (*found)->name, at->name);
		*found = at;
	}
	return 0;
}

static void finish_streams(struct jitterdebugger *self)
{
	struct foreign_builder *builder = self->builder;

	for (uint32_t i = 0; i < builder->stream_count; i++) {
		int64_t index = foreign_stream_number(builder, i)->index;
		struct foreign_stream *stream = foreign_stream_at(builder, index);

		stream->context = "user";
		stream->wake = "timer";
		stream->name = foreign_text(builder, "T: %lld", (long long)index);
		if (self->has_samples) {
			stream->resolution_ns = self->unit_ns;
			foreign_sum_up_samples(builder, index);
		}
	}
}

static bool ends_with(const char *name, const char *ending)
{
	size_t length = strlen(name), tail = strlen(ending);

	return length >= tail && !strcmp(name + length - tail, ending);
}

/* What holds nothing: the disk was full, or the run never began. */
static void tell_empty(struct jitterdebugger *self, const struct import_report *report)
{
	static const struct {
		const char *ending, *holds;
	} kinds[] = {
		{".raw", "every sample"},
		{"results.json", "each thread's count, extremes and histogram"},
	};

	for (size_t i = 0; i < report->other_count; i++)
		for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
			const struct import_report *other = &report->others[i];

			if (other->length || !ends_with(other->name, kinds[k].ending))
				continue;
			foreign_add_note(self->builder, FOREIGN_INCONSISTENT,
					 "%s is empty: it should hold %s, so figures are "
					 "those of the other files alone",
					 other->name, kinds[k].holds);
		}
}

static void add_notes(struct jitterdebugger *self, const struct import_report *report)
{
	struct foreign_builder *builder = self->builder;
	uint64_t others = 0;

	for (size_t i = 0; i < report->other_count; i++)
		others += jitterdebugger_kind_of(&report->others[i]) ==
			  JITTERDEBUGGER_OTHER;
	if (!self->has_live)
		foreign_add_note(
			builder, FOREIGN_NOTE,
			"its numbers are those of threads, not of CPUs: on which "
			"CPU each ran is not in these files");
	if (!self->has_results)
		foreign_add_note(
			builder, FOREIGN_ASSUMED,
			"figures are taken for us: only results.json says whether "
			"they are ns");
	if (others)
		foreign_add_note(
			builder, FOREIGN_NOTE,
			"%llu files beside the results (dmesg, cpuinfo and the "
			"like) are a snapshot of unknown time: a folder that was "
			"there already keeps older ones",
			(unsigned long long)others);
	tell_empty(self, report);
	jitterdebugger_say_stalls(self);
}

static int read_jitterdebugger(const struct import_report *report,
			       struct foreign_builder *builder, struct err *err)
{
	struct jitterdebugger self = {.builder = builder, .unit_ns = NS_PER_US};
	const struct import_report *results, *raw, *csv, *live;

	if (find_kind(report, JITTERDEBUGGER_RESULTS, &results, err) ||
	    find_kind(report, JITTERDEBUGGER_RAW, &raw, err) ||
	    find_kind(report, JITTERDEBUGGER_CSV, &csv, err) ||
	    find_kind(report, JITTERDEBUGGER_LIVE, &live, err))
		return -1;
	raw = raw ? raw : csv;
	self.has_samples = raw != NULL;
	if (results && read_results(&self, results, err))
		return -1;
	if (raw == csv && csv)
		jitterdebugger_read_csv(&self, csv);
	else if (raw)
		jitterdebugger_read_raw(&self, raw);
	if (raw && check_samples(&self, raw, err))
		return -1;
	finish_streams(&self);
	if (live && read_live(&self, live, err))
		return -1;
	if (!builder->stream_count)
		return err_set(err, ERR_INPUT, "'%s': no figure of jitterdebugger in it",
			       report->name);
	builder->foreign.lateness =
		"from the due time to the thread running again, in user space";
	builder->foreign.missed_rule = "replay";
	if (!results && !raw)
		finish_streams(&self);
	add_notes(&self, report);
	return 0;
}

const struct import_format import_jitterdebugger = {
	.name = "jitterdebugger",
	.what = "results.json, samples.raw, CSV, live lines; or its folder",
	.several = true,
	.sniff = sniff_jitterdebugger,
	.read = read_jitterdebugger,
};
