/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The summary.xml of rteval: statistics and a histogram of each core, measured by cyclictest
 * or timerlat, and of all together ("system"), which is left out: it would count everything
 * twice. Reads tags and attributes as rteval writes them; no general XML.
 */
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "import/formats.h"

struct rteval {
	struct foreign_builder *builder;
	const char *at, *end;
	struct str tag;  /* what is between "<" and ">" */
	struct str text; /* what is between it and the next tag */
	int64_t core;    /* of the element that is open; -1: none */
	int64_t cores, buckets;
	bool has_wrong_unit;
	const char *context;
};

static int sniff_rteval(const struct import_report *report)
{
	return import_has(report, "<rteval ") ? 97 : 0;
}

/* The next tag and the text behind it; false at the end. */
static bool next_tag(struct rteval *self)
{
	const char *open = memchr(self->at, '<', (size_t)(self->end - self->at)), *close;
	const char *behind;

	if (!open)
		return false;
	close = memchr(open, '>', (size_t)(self->end - open));
	if (!close)
		return false;
	behind = memchr(close, '<', (size_t)(self->end - close));
	behind = behind ? behind : self->end;
	str_clear(&self->tag);
	str_add_bytes(&self->tag, open + 1, (size_t)(close - open - 1));
	str_clear(&self->text);
	str_add_bytes(&self->text, close + 1, (size_t)(behind - close - 1));
	self->at = close + 1;
	return true;
}

/* Is this tag of that name, whatever attributes follow? */
static bool is_tag(const struct rteval *self, const char *name)
{
	const char *tag = str_text(&self->tag);
	size_t length = strlen(name);

	return str_starts(tag, name) &&
	       (!tag[length] || strchr(" \t\r\n/", tag[length]) != NULL);
}

/* The attribute's text as it stands, up to its quote; NULL when it is not there. */
static const char *attribute(const struct rteval *self, const char *name, size_t *length)
{
	const char *at = str_text(&self->tag), *found;
	size_t name_length = strlen(name);
	char quote;

	while ((found = strstr(at, name))) {
		at = found + name_length;
		if (found == str_text(&self->tag) || !strchr(" \t\r\n", found[-1]) ||
		    at[0] != '=' || (at[1] != '"' && at[1] != '\''))
			continue;
		quote = at[1];
		found = strchr(at + 2, quote);
		if (!found)
			return NULL;
		*length = (size_t)(found - at - 2);
		return at + 2;
	}
	return NULL;
}

static int64_t integer_attribute(const struct rteval *self, const char *name)
{
	size_t length;
	const char *at = attribute(self, name, &length);
	int64_t number;

	return at && take_integer(&at, &number) ? number : RUN_UNKNOWN;
}

static const char *text_attribute(struct rteval *self, const char *name)
{
	size_t length;
	const char *at = attribute(self, name, &length);

	if (!at || length > 65536)
		return "";
	return foreign_text(self->builder, "%.*s", (int)length, at);
}

static const struct {
	const char *tag;
	size_t offset;
	int64_t ns_per_unit; /* 0: a count */
} figures[] = {
	{"samples", offsetof(struct foreign_stream, count), 0},
	{"minimum", offsetof(struct foreign_stream, min_ns), NS_PER_US},
	{"maximum", offsetof(struct foreign_stream, max_ns), NS_PER_US},
	{"mean", offsetof(struct foreign_stream, avg_ns), NS_PER_US},
};

static bool take_figure(struct rteval *self)
{
	struct foreign_stream *stream = foreign_stream_at(self->builder, self->core);
	const char *at = str_text(&self->text);
	const char *unit;
	size_t length;

	at += strspn(at, " \t\r\n");
	for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
		int64_t *place = (int64_t *)(void *)((char *)stream + figures[i].offset);

		if (!is_tag(self, figures[i].tag))
			continue;
		if (figures[i].ns_per_unit)
			take_decimal_ns(&at, figures[i].ns_per_unit, place);
		else
			take_integer(&at, place);
		unit = attribute(self, "unit", &length);
		self->has_wrong_unit |= unit && length == 2 && !memcmp(unit, "ms", 2);
		return true;
	}
	return false;
}

static void take_bucket(struct rteval *self)
{
	int64_t index = integer_attribute(self, "index");
	int64_t count = integer_attribute(self, "value"), from_ns;

	if (index < 0 || count < 0) {
		self->builder->foreign.lines_skipped++;
		return;
	}
	from_ns = foreign_ns(self->builder, index, NS_PER_US);
	foreign_add_bin(self->builder, self->core, from_ns,
			saturate_add(from_ns, NS_PER_US), count);
}

static void open_core(struct rteval *self)
{
	struct foreign_stream *stream;

	self->core = integer_attribute(self, "id");
	if (self->core < 0) {
		self->core = -1;
		self->builder->foreign.lines_skipped++;
		return;
	}
	self->cores++;
	stream = foreign_stream_at(self->builder, self->core);
	stream->cpu = self->core;
	stream->priority = integer_attribute(self, "priority");
	stream->resolution_ns = NS_PER_US;
	stream->name = foreign_text(self->builder, "core %lld", (long long)self->core);
	stream->context = self->context;
	stream->wake = "timer";
}

static void take_head(struct rteval *self)
{
	struct run_foreign *foreign = &self->builder->foreign;

	if (is_tag(self, "rteval"))
		foreign->version = text_attribute(self, "version");
	else if (is_tag(self, "kernel"))
		foreign->kernel =
			foreign_text(self->builder, "%.200s", str_text(&self->text));
	else if (is_tag(self, "arch"))
		foreign->machine =
			foreign_text(self->builder, "%.60s", str_text(&self->text));
	if (is_tag(self, "cyclictest") || is_tag(self, "timerlat")) {
		foreign->command = text_attribute(self, "command_line");
		foreign->missed_rule = is_tag(self, "cyclictest") ? "skip-and-hide" : "";
		self->context = is_tag(self, "cyclictest") ? "user" : "";
	}
}

static void take_tag(struct rteval *self)
{
	if (is_tag(self, "core"))
		open_core(self);
	else if (is_tag(self, "/core") || is_tag(self, "system"))
		self->core = -1;
	else if (self->core >= 0 && is_tag(self, "bucket"))
		take_bucket(self);
	else if (self->core < 0 || !take_figure(self))
		take_head(self);
}

/* What the histogram does not hold lies above it. */
static void finish_streams(struct rteval *self)
{
	for (uint32_t i = 0; i < self->builder->stream_count; i++) {
		int64_t index = foreign_stream_number(self->builder, i)->index, sum;
		struct foreign_stream *stream = foreign_stream_at(self->builder, index);
		struct foreign_bin first, last;

		if (!foreign_bins_span(self->builder, index, &sum, &first, &last) ||
		    stream->count < sum)
			continue;
		stream->beyond = stream->count - sum;
		stream->bins_are_complete = true;
	}
}

static int read_rteval(const struct import_report *report,
		       struct foreign_builder *builder, struct err *err)
{
	struct rteval self = {
		.builder = builder,
		.at = report->text,
		.end = report->text + report->length,
		.core = -1,
		.context = "",
	};
	bool has_end = import_has(report, "</rteval>");

	while (next_tag(&self)) {
		builder->foreign.lines++;
		take_tag(&self);
	}
	str_free(&self.tag);
	str_free(&self.text);
	if (!self.cores)
		return err_set(err, ERR_INPUT, "'%s': no core of rteval in it",
			       report->name);
	if (has_end)
		finish_streams(&self);
	else
		foreign_cut_off(builder, "cores and rows of histograms");
	builder->foreign.lateness =
		"as rteval's measuring program (cyclictest or timerlat) defines it";
	if (self.has_wrong_unit)
		foreign_add_note(builder, FOREIGN_ASSUMED,
				 "it says ms where rteval always meant us: taken for us");
	return 0;
}

const struct import_format import_rteval = {
	.name = "rteval",
	.what = "summary.xml",
	.once = {"<rteval "},
	.sniff = sniff_rteval,
	.read = read_rteval,
};
