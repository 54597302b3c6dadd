/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * `rtla timerlat hist` and `rtla osnoise hist`: a column for each CPU (and context) that has
 * samples, a row for each bucket that has some, and totals below. Neither bucket size nor
 * limit is printed.
 */
#include "import/rtla-hist.h"

#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "import/formats.h"

static const struct {
	const char *prefix, *context;
} contexts[] = {
	{"IRQ-", "irq"},
	{"Thr-", "thread"},
	{"Usr-", "user"},
	{"CPU-", ""},
};

static const char *const totals[RTLA_TOTALS] = {
	[RTLA_OVER] = "over:", [RTLA_COUNT] = "count:", [RTLA_MIN] = "min:",
	[RTLA_AVG] = "avg:",   [RTLA_MAX] = "max:",
};

static void add_column(struct rtla_hist *hist, const struct rtla_column *column)
{
	if (hist->column_count == hist->column_room) {
		hist->column_room = hist->column_room ? 2 * hist->column_room : 16;
		hist->columns = mem_grow(hist->columns,
					 hist->column_room * sizeof(*hist->columns));
	}
	hist->columns[hist->column_count++] = *column;
}

/* "IRQ-000" */
static bool take_column(struct rtla_hist *hist, const char **at)
{
	struct rtla_column column = {.context = ""};
	const char *name = *at += strspn(*at, " \t");

	for (int i = 0; i < RTLA_TOTALS; i++)
		column.total[i] = RUN_UNKNOWN;
	for (size_t i = 0; i < sizeof(contexts) / sizeof(contexts[0]); i++) {
		if (!take_word(at, contexts[i].prefix))
			continue;
		if (!take_integer(at, &column.cpu))
			return false;
		column.context = contexts[i].context;
		column.name =
			foreign_text(hist->builder, "%.*s",
				     (int)(*at - name < 20 ? *at - name : 20), name);
		add_column(hist, &column);
		return true;
	}
	return false;
}

static void on_index(struct rtla_hist *hist, const char *text)
{
	if (hist->has_index)
		return;
	hist->has_index = true;
	while (take_column(hist, &text))
		;
	if (!take_end(&text))
		hist->builder->foreign.lines_skipped++;
}

static void on_unit(struct rtla_hist *hist, const char *text)
{
	if (take_word(&text, "nanoseconds"))
		hist->unit_ns = 1;
}

static void on_duration(struct rtla_hist *hist, const char *text)
{
	if (!rtla_take_duration(&text, &hist->builder->foreign.duration_ns))
		hist->builder->foreign.lines_skipped++;
}

static void on_all(struct rtla_hist *hist, const char *text)
{
	(void)text;
	hist->in_all = true;
}

static const struct {
	const char *words;
	void (*take)(struct rtla_hist *hist, const char *text);
} beginnings[] = {
	{"# Time unit is", on_unit},
	{"# Duration:", on_duration},
	{"Index", on_index},
	{"ALL:", on_all},
};

static void take_all(struct rtla_hist *hist, enum rtla_total total, const char *text)
{
	int64_t value;

	if (total == RTLA_COUNT && rtla_take_value(hist->builder, &text, 1, &value))
		hist->all_count = value;
}

/* "count:     4930      4930" */
static void take_totals(struct rtla_hist *hist, enum rtla_total total, const char *text)
{
	bool is_time = total != RTLA_OVER && total != RTLA_COUNT;
	size_t taken = 0;
	int64_t value;

	if (hist->in_all) {
		take_all(hist, total, text);
		return;
	}
	for (; taken < hist->column_count; taken++) {
		if (!rtla_take_value(hist->builder, &text, is_time ? hist->unit_ns : 1,
				     &value))
			break;
		hist->columns[taken].total[total] = value;
	}
	if (taken == hist->column_count) {
		hist->has_totals |= total == RTLA_COUNT;
		hist->has_end |= total == RTLA_MAX;
		return;
	}
	/* A line that is cut says nothing sure. */
	for (size_t i = 0; i < taken; i++)
		hist->columns[i].total[total] = RUN_UNKNOWN;
	hist->builder->foreign.lines_skipped++;
}

static int64_t *room_for_row(struct rtla_hist *hist)
{
	size_t counts = hist->row_count * hist->column_count;

	if (hist->row_count == hist->start_room) {
		hist->start_room = hist->start_room ? 2 * hist->start_room : 64;
		hist->starts =
			mem_grow(hist->starts, hist->start_room * sizeof(*hist->starts));
	}
	if (counts + hist->column_count > hist->count_room) {
		hist->count_room = 2 * (counts + hist->column_count);
		hist->counts =
			mem_grow(hist->counts, hist->count_room * sizeof(*hist->counts));
	}
	return hist->counts + counts;
}

/* Of a row that comes twice the first is kept. */
static bool is_repeated(struct rtla_hist *hist, int64_t start, const int64_t *counts)
{
	const int64_t *before = counts - hist->column_count;

	if (!hist->row_count || start != hist->starts[hist->row_count - 1])
		return false;
	for (size_t i = 0; i < hist->column_count; i++)
		foreign_repeat_bin(hist->builder, (int64_t)i,
				   saturate_mul(start, hist->unit_ns), before[i],
				   counts[i]);
	return true;
}

/* "45         1163      1597       977      1697 " */
static bool take_row(struct rtla_hist *hist, const char *text)
{
	int64_t start, *counts;

	if (!hist->column_count || !take_integer(&text, &start) || start < 0 ||
	    (hist->row_count && start < hist->starts[hist->row_count - 1]))
		return false;
	counts = room_for_row(hist);
	for (size_t i = 0; i < hist->column_count; i++)
		if (!take_integer(&text, &counts[i]) || counts[i] < 0)
			return false;
	if (!take_end(&text))
		return false;
	if (!is_repeated(hist, start, counts))
		hist->starts[hist->row_count++] = start;
	return true;
}

static int64_t option_of(const char *command, const char *letter, const char *word)
{
	const char *at = strstr(command, letter);
	int64_t number;

	at = at ? at + strlen(letter) : NULL;
	if (!at) {
		at = strstr(command, word);
		at = at ? at + strlen(word) + strspn(at + strlen(word), "=") : NULL;
	}
	return at && take_integer(&at, &number) && number > 0 ? number : RUN_UNKNOWN;
}

/* "op@bench1:~# rtla timerlat hist -d 5s -b 5" */
static void take_command(struct rtla_hist *hist, const char *line)
{
	const char *command = strstr(line, "rtla ");

	if (!command || !strstr(command, " hist"))
		return;
	hist->builder->foreign.command = foreign_text(hist->builder, "%.200s", command);
	hist->bucket = option_of(command, " -b", "--bucket-size");
	hist->entries = option_of(command, " -E", "--entries");
}

static void take_line(struct rtla_hist *hist, const char *line)
{
	if (rtla_take_story(&hist->story, hist->builder, line))
		return;
	for (size_t i = 0; i < sizeof(beginnings) / sizeof(beginnings[0]); i++)
		if (str_starts(line, beginnings[i].words)) {
			beginnings[i].take(hist, line + strlen(beginnings[i].words));
			return;
		}
	for (int i = 0; i < RTLA_TOTALS; i++)
		if (str_starts(line, totals[i])) {
			take_totals(hist, (enum rtla_total)i, line + strlen(totals[i]));
			return;
		}
	if (*line < '0' || *line > '9')
		take_command(hist, line);
	else if (!hist->in_all && !take_row(hist, line))
		hist->builder->foreign.lines_skipped++;
}

static void free_hist(struct rtla_hist *hist)
{
	free(hist->columns);
	free(hist->starts);
	free(hist->counts);
}

static int read_hist(const struct import_report *report, struct foreign_builder *builder,
		     struct err *err, enum rtla_tool tool, const char *name)
{
	CLEANUP(lines_close) struct lines lines;
	CLEANUP(free_hist)
	struct rtla_hist hist = {
		.builder = builder,
		.tool = tool,
		.unit_ns = NS_PER_US,
		.all_count = RUN_UNKNOWN,
		.bucket = RUN_UNKNOWN,
		.entries = RUN_UNKNOWN,
	};

	rtla_describe(builder, tool, name);
	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines))
		take_line(&hist, lines.line);
	builder->foreign.lines = lines.number;
	if (hist.has_end)
		builder->foreign.ended = "complete";
	else
		foreign_cut_off(builder, hist.has_totals ? "lines of its totals"
							 : "rows of its histogram");
	rtla_end_story(&hist.story, builder);
	if (!hist.has_index)
		return err_set(
			err, ERR_INPUT,
			"'%s' looks like a histogram of rtla, but the line that names "
			"its columns (\"Index\") is missing",
			report->name);
	rtla_conclude_hist(&hist);
	return 0;
}

static int read_timerlat(const struct import_report *report,
			 struct foreign_builder *builder, struct err *err)
{
	return read_hist(report, builder, err, RTLA_TIMERLAT, "rtla-timerlat-hist");
}

static int read_osnoise(const struct import_report *report,
			struct foreign_builder *builder, struct err *err)
{
	return read_hist(report, builder, err, RTLA_OSNOISE, "rtla-osnoise-hist");
}

static int sniff_timerlat(const struct import_report *report)
{
	if (import_has(report, "RTLA timerlat histogram"))
		return 98;
	return import_has(report, "Index   IRQ-") || import_has(report, "Index   Thr-")
		       ? 90
		       : 0;
}

static int sniff_osnoise(const struct import_report *report)
{
	if (import_has(report, "RTLA osnoise histogram"))
		return 98;
	return import_has(report, "Index   CPU-") ? 90 : 0;
}

const struct import_format import_timerlat_hist = {
	.name = "rtla-timerlat-hist",
	.what = "rtla timerlat hist",
	.once = {"# RTLA ", "Index   "},
	.sniff = sniff_timerlat,
	.read = read_timerlat,
};

const struct import_format import_osnoise_hist = {
	.name = "rtla-osnoise-hist",
	.what = "rtla osnoise hist",
	.once = {"# RTLA ", "Index   "},
	.sniff = sniff_osnoise,
	.read = read_osnoise,
};
