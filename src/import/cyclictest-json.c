/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cyclictest --json: figures of each thread, and a histogram without its overflows. */
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "import/cyclictest-parts.h"
#include "import/tools-json.h"

static int64_t limit_ns(const struct cyclictest *self)
{
	int64_t asked = command_integer(&self->command, 'h', RUN_UNKNOWN);

	if (asked == RUN_UNKNOWN)
		asked = command_integer(&self->command, 'H', RUN_UNKNOWN);
	return foreign_ns(self->builder, asked, self->unit_ns);
}

/* cycles less what is in the histogram lies above it. */
static void add_histogram(struct cyclictest *self, int64_t index,
			  const struct json *histogram, struct foreign_stream *stream)
{
	int64_t sum = tools_json_bins(histogram, self->builder, index, self->unit_ns, 0);

	if (!json_member_count(histogram) || stream->count == RUN_UNKNOWN ||
	    sum > stream->count)
		return;
	stream->beyond = stream->count - sum;
	stream->beyond_from_ns = limit_ns(self);
	stream->bins_are_complete = true;
}

static void add_thread(struct cyclictest *self, int64_t index, const struct json *thread)
{
	struct foreign_stream *stream = foreign_stream_at(self->builder, index);

	stream->count = tools_json_count(json_member(thread, "cycles"));
	stream->cpu = tools_json_count(json_member(thread, "cpu"));
	stream->resolution_ns = self->unit_ns;
	if (stream->count == 0) {
		foreign_add_note(
			self->builder, FOREIGN_NOTE,
			"T: %lld: no samples; its minimum of 1000000 is the value "
			"that cyclictest starts from",
			(long long)index);
		return;
	}
	stream->min_ns =
		tools_json_ns(self->builder, json_member(thread, "min"), self->unit_ns);
	stream->avg_ns =
		tools_json_ns(self->builder, json_member(thread, "avg"), self->unit_ns);
	stream->max_ns =
		tools_json_ns(self->builder, json_member(thread, "max"), self->unit_ns);
	add_histogram(self, index, json_member(thread, "histogram"), stream);
}

static void read_command(struct cyclictest *self, const struct json *json)
{
	struct run_foreign *foreign = &self->builder->foreign;
	int64_t resolution = json_get_integer(json_member(json, "resolution_in_ns"), 0);

	self->has_command = command_parse(&self->command, foreign->command, "cyclictest",
					  cyclictest_options);
	/* It is a flag: 1 with -N, 0 without. */
	self->unit_ns = resolution == 1 ? 1 : NS_PER_US;
}

int cyclictest_read_json(const struct import_report *report, struct cyclictest *self,
			 struct err *err)
{
	struct json *json = tools_json_parse(report, self->builder, err);
	const struct json *threads, *thread;
	void *place = NULL;
	const char *key;

	if (!json)
		return -1;
	tools_json_head(json, self->builder);
	read_command(self, json);
	threads = json_member(json, "thread");
	while ((thread = json_next_member(threads, &place, &key))) {
		int64_t index;

		if (take_integer(&key, &index) && !*key && index >= 0)
			add_thread(self, index, thread);
		else
			self->builder->foreign.lines_skipped++;
	}
	json_free(json);
	return 0;
}
