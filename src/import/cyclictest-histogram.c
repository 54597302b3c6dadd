/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The histogram of -h and -H and the lines below it. Rows may be sparse (since rt-tests
 * 2.7), "# Total:" may be missing, and -H has one column more, the sum, in the rows and in
 * some of the footers.
 */
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "import/cyclictest-parts.h"

static const struct {
	const char *words;
	enum cyclictest_footer footer;
} footer_words[] = {
	{"# Total:", FOOTER_TOTAL},
	{"# Min Latencies:", FOOTER_MIN},
	{"# Avg Latencies:", FOOTER_AVG},
	{"# Max Latencies:", FOOTER_MAX},
	{"# Histogram Overflows:", FOOTER_OVERFLOWS},
	{"# SMIs:", FOOTER_SMIS},
};

/* All integers up to the end of the line; false when something else is there. */
static bool take_numbers(const char *at, struct str *list)
{
	int64_t number;

	while (take_integer(&at, &number))
		cyclictest_push(list, number);
	return take_end(&at);
}

static bool take_footer(struct cyclictest *self, const char *line)
{
	for (size_t i = 0; i < sizeof(footer_words) / sizeof(footer_words[0]); i++) {
		const char *at = line;
		struct str *list = &self->footers[footer_words[i].footer];

		if (!take_word(&at, footer_words[i].words))
			continue;
		if (list->length)
			cyclictest_begins_again(self, self->line);
		str_clear(list);
		if (!take_numbers(at, list))
			self->builder->foreign.lines_skipped++;
		return true;
	}
	return false;
}

/* Numbers of overflows up to the end of the line, or up to "# 11 others". */
static void count_list(struct cyclictest *self, const char *at)
{
	int64_t *sum =
		cyclictest_numbers(&self->listed) + cyclictest_count(&self->listed) - 1;
	int64_t cycle, others;

	while (take_integer(&at, &cycle)) {
		*sum = saturate_add(*sum, 1);
		cyclictest_push(&self->overflow_cycles, sum[-1]);
		cyclictest_push(&self->overflow_cycles, cycle);
	}
	if (take_word(&at, "#") && take_integer(&at, &others)) {
		*sum = saturate_add(*sum, others);
		self->in_list = false;
	}
}

/* "# Thread 0: 00002 00005 # 11 others"; mail wraps long ones. */
static bool take_list(struct cyclictest *self, const char *line)
{
	int64_t thread;

	if (self->in_list && *line >= '0' && *line <= '9') {
		count_list(self, line);
		return true;
	}
	self->in_list = false;
	if (!take_word(&line, "# Thread") || !take_integer(&line, &thread) ||
	    !take_word(&line, ":"))
		return false;
	cyclictest_push(&self->listed, thread);
	cyclictest_push(&self->listed, 0);
	self->in_list = true;
	count_list(self, line);
	return true;
}

/* Are these counts, and one of them below 0? */
static bool has_negative(const char *at)
{
	int64_t count;
	bool has = false;

	while (take_integer(&at, &count))
		has |= count < 0;
	return has && take_end(&at);
}

/* A row: the bin, then a count for each thread. */
static bool take_bin_row(struct cyclictest *self, const char *line)
{
	size_t before = self->bins.length;
	int64_t bin, count, columns = 0;
	const char *at = line;

	if (!take_integer(&at, &bin) || bin < 0)
		return false;
	if (has_negative(at)) {
		self->builder->foreign.lines_skipped++;
		foreign_add_note(
			self->builder, FOREIGN_INCONSISTENT,
			"the row of bin %lld has a negative count, which cannot be: "
			"it is left out",
			(long long)bin);
		self->bins_have_gaps = true;
		return true;
	}
	cyclictest_push(&self->bins, bin);
	cyclictest_push(&self->bins, 0);
	while (take_integer(&at, &count) && count >= 0) {
		cyclictest_push(&self->bins, count);
		columns++;
	}
	if (!columns || !take_end(&at) || columns > FOREIGN_STREAMS_MAX) {
		self->bins.length = before;
		return false;
	}
	*(int64_t *)(void *)(self->bins.text + before + sizeof(int64_t)) = columns;
	self->bins_have_gaps |= bin != self->next_bin;
	self->next_bin = saturate_add(bin, 1);
	self->bin_rows++;
	if (columns > self->columns)
		self->columns = columns;
	return true;
}

bool cyclictest_take_histogram(struct cyclictest *self, const char *line)
{
	if (*line == '#') {
		if (str_starts(line, "# Histogram Overflow at"))
			return true;
		if (str_starts(line, "# Histogram") &&
		    !str_starts(line, "# Histogram Overflows")) {
			if (self->bin_rows)
				cyclictest_begins_again(self, self->line);
			self->in_histogram = true;
			return true;
		}
		if (take_footer(self, line) || take_list(self, line)) {
			self->in_histogram = false;
			return true;
		}
		return false;
	}
	if (self->in_list)
		return take_list(self, line);
	if (!self->in_histogram)
		return false;
	if (str_starts(line, "...")) {
		self->has_dots = true;
		return true;
	}
	return *line >= '0' && *line <= '9' && take_bin_row(self, line);
}

/* -H with more than one thread: the last column is the sum of the others. */
static bool has_sum_column(const struct cyclictest *self)
{
	int64_t threads = (int64_t)cyclictest_count(&self->footers[FOOTER_MIN]);

	if (threads)
		return self->columns == threads + 1;
	return self->has_command && command_has(&self->command, 'H') && self->columns > 1;
}

static void add_bins(struct cyclictest *self, int64_t threads)
{
	const int64_t *at = cyclictest_numbers(&self->bins);
	const int64_t *end = at ? at + cyclictest_count(&self->bins) : at;

	while (at < end) {
		int64_t from_ns = foreign_ns(self->builder, at[0], self->unit_ns),
			columns = at[1];

		for (int64_t i = 0; i < columns && i < threads; i++)
			foreign_add_bin(self->builder, i, from_ns,
					saturate_add(from_ns, self->unit_ns), at[2 + i]);
		at += 2 + columns;
	}
}

/* The number of a footer for this thread; RUN_UNKNOWN. */
static int64_t footer_of(const struct cyclictest *self, enum cyclictest_footer footer,
			 int64_t thread)
{
	const struct str *list = &self->footers[footer];

	return (size_t)thread < cyclictest_count(list) ? cyclictest_numbers(list)[thread]
						       : RUN_UNKNOWN;
}

static int64_t footer_ns(const struct cyclictest *self, enum cyclictest_footer footer,
			 int64_t thread)
{
	int64_t value = footer_of(self, footer, thread);

	return foreign_ns(self->builder, value, self->unit_ns);
}

static void check_total(struct cyclictest *self, int64_t thread, int64_t sum)
{
	int64_t total = footer_of(self, FOOTER_TOTAL, thread);

	if (total != RUN_UNKNOWN && total != sum)
		foreign_add_note(self->builder, FOREIGN_INCONSISTENT,
				 "T: %lld: its rows add up to %lld, its total says %lld",
				 (long long)thread, (long long)sum, (long long)total);
}

/* Overflows of this thread that are listed one by one. */
static int64_t count_listed(const struct cyclictest *self, int64_t thread)
{
	const int64_t *numbers = cyclictest_numbers(&self->overflow_cycles);
	int64_t count = 0;

	for (size_t i = 0; i + 1 < cyclictest_count(&self->overflow_cycles); i += 2)
		count += numbers[i] == thread;
	return count;
}

static void check_list(struct cyclictest *self, int64_t thread, int64_t overflows)
{
	const int64_t *listed = cyclictest_numbers(&self->listed);

	for (size_t i = 0; i + 1 < cyclictest_count(&self->listed); i += 2) {
		int64_t single = count_listed(self, thread);

		if (listed[i] != thread)
			continue;
		if (listed[i + 1] != overflows)
			foreign_add_note(
				self->builder, FOREIGN_INCONSISTENT,
				"T: %lld: %lld overflows, but its list stands for %lld",
				(long long)thread, (long long)overflows,
				(long long)listed[i + 1]);
		else if (overflows)
			foreign_add_note(
				self->builder, FOREIGN_NOTE,
				"T: %lld: its list of overflows agrees: %lld cycles and "
				"%lld others are %lld",
				(long long)thread, (long long)single,
				(long long)saturate_sub(overflows, single),
				(long long)overflows);
	}
}

/* Where the histogram ends: as asked for, or behind the last row when none is missing. */
static int64_t limit_ns(const struct cyclictest *self)
{
	int64_t asked = command_integer(&self->command, 'h', RUN_UNKNOWN);

	if (asked == RUN_UNKNOWN)
		asked = command_integer(&self->command, 'H', RUN_UNKNOWN);
	if (asked == RUN_UNKNOWN && self->bin_rows && !self->bins_have_gaps &&
	    !self->has_dots)
		asked = self->next_bin;
	return foreign_ns(self->builder, asked, self->unit_ns);
}

static void finish_thread(struct cyclictest *self, int64_t thread)
{
	struct foreign_stream *stream = foreign_stream_at(self->builder, thread);
	struct foreign_bin first, last;
	int64_t sum;

	foreign_bins_span(self->builder, thread, &sum, &first, &last);
	stream->resolution_ns = self->unit_ns;
	stream->avg_is_truncated = true;
	stream->beyond = footer_of(self, FOOTER_OVERFLOWS, thread);
	stream->beyond_from_ns = limit_ns(self);
	stream->smis = footer_of(self, FOOTER_SMIS, thread);
	stream->bins_are_complete = stream->beyond != RUN_UNKNOWN;
	check_total(self, thread, sum);
	if (stream->beyond == RUN_UNKNOWN)
		return;
	check_list(self, thread, stream->beyond);
	stream->count = saturate_add(sum, stream->beyond);
	if (!stream->count)
		return;
	stream->min_ns = footer_ns(self, FOOTER_MIN, thread);
	stream->avg_ns = footer_ns(self, FOOTER_AVG, thread);
	stream->max_ns = footer_ns(self, FOOTER_MAX, thread);
}

void cyclictest_finish_histogram(struct cyclictest *self)
{
	int64_t threads = (int64_t)cyclictest_count(&self->footers[FOOTER_MIN]);

	if (!self->bin_rows && !threads)
		return;
	if (self->columns > threads && !threads)
		threads = self->columns - has_sum_column(self);
	if (threads > FOREIGN_STREAMS_MAX)
		threads = FOREIGN_STREAMS_MAX;
	if (has_sum_column(self))
		foreign_add_note(
			self->builder, FOREIGN_NOTE,
			"its last column is the sum of the others (-H): left out");
	add_bins(self, threads);
	for (int64_t i = 0; i < threads; i++)
		finish_thread(self, i);
	if (!self->rows.length && threads)
		foreign_add_note(self->builder, FOREIGN_NOTE,
				 "there is no 'T:' line: cycles and the priority that it "
				 "got are unknown; samples are those in the bins and "
				 "beyond them");
	if (self->has_dots)
		foreign_add_note(self->builder, FOREIGN_NOTE,
				 "rows of the histogram are cut out with '...': whether "
				 "they were empty shows in the totals");
}
