/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * oslat of rt-tests: gaps that a busy loop sees, so no wake-ups. Row k counts gaps of k - 1
 * us or more and less than k us; the last row holds everything above it, too.
 */
#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "import/formats.h"
#include "import/oslat-parts.h"

/* Text is kept as it came until its last line is known. */
struct oslat_text {
	struct oslat oslat;
	struct str cpus; /* of struct oslat_cpu */
	struct str rows; /* of int64_t: edge, then a count for each CPU */
	size_t columns;
	bool has_end; /* the line of its durations, the last one */
};

static int sniff_oslat(const struct import_report *report)
{
	if (report->length && report->text[0] == '{')
		return import_has(report, "\": \"oslat ") || import_has(report, "/oslat ")
			       ? 95
			       : 0;
	if (import_has(report, "oslat V "))
		return 95;
	if (import_has(report, "(including overflows)"))
		return 92;
	return import_has(report, "Counter Freq:") && import_has(report, "(us):") ? 90
										  : 0;
}

static struct oslat_cpu *cpus_of(struct oslat_text *self)
{
	return (struct oslat_cpu *)(void *)self->cpus.text;
}

/* "Core: 0 1" */
static bool take_cores(struct oslat_text *self, const char *at)
{
	struct oslat_cpu fresh = {.min_ns = RUN_UNKNOWN,
				  .avg_ns = RUN_UNKNOWN,
				  .max_ns = RUN_UNKNOWN,
				  .duration_ns = RUN_UNKNOWN,
				  .mhz = RUN_UNKNOWN};

	if (!take_word(&at, "Core:"))
		return false;
	str_clear(&self->cpus);
	str_clear(&self->rows);
	while (take_integer(&at, &fresh.cpu))
		str_add_bytes(&self->cpus, &fresh, sizeof(fresh));
	self->columns = self->cpus.length / sizeof(fresh);
	return true;
}

static const struct {
	const char *words;
	size_t offset;
	int64_t ns_per_unit;
} figures[] = {
	{"Minimum:", offsetof(struct oslat_cpu, min_ns), NS_PER_US},
	{"Average:", offsetof(struct oslat_cpu, avg_ns), NS_PER_US},
	{"Maximum:", offsetof(struct oslat_cpu, max_ns), NS_PER_US},
	{"Duration:", offsetof(struct oslat_cpu, duration_ns), NS_PER_S},
	{"Counter Freq:", offsetof(struct oslat_cpu, mhz), 1},
};

static bool take_figures(struct oslat_text *self, const char *line)
{
	for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
		const char *at = line;
		size_t k = 0;

		if (!take_word(&at, figures[i].words))
			continue;
		self->oslat.has_all_rows |= self->rows.length > 0;
		self->has_end |=
			figures[i].offset == offsetof(struct oslat_cpu, duration_ns);
		for (; k < self->columns; k++) {
			char *cpu = (char *)&cpus_of(self)[k];

			if (!take_decimal_ns(&at, figures[i].ns_per_unit,
					     (int64_t *)(void *)(cpu +
								 figures[i].offset)))
				break;
		}
		self->oslat.builder->foreign.lines_skipped += k < self->columns;
		return true;
	}
	return false;
}

/* Of a row that comes twice the first is kept. */
static bool is_repeated(struct oslat_text *self, size_t last)
{
	size_t bytes = (1 + self->columns) * sizeof(int64_t);
	const int64_t *row = (const int64_t *)(const void *)(self->rows.text + last);
	const int64_t *before = row - (1 + self->columns);

	if (last < bytes || row[0] != before[0])
		return false;
	for (size_t i = 0; i < self->columns; i++)
		foreign_repeat_bin(self->oslat.builder, cpus_of(self)[i].cpu, row[0],
				   before[1 + i], row[1 + i]);
	return true;
}

/* "001 (us): 32468659 36365276", "001.500 (us): ..." */
static bool take_row(struct oslat_text *self, const char *at)
{
	size_t before = self->rows.length;
	int64_t edge_ns, count;
	const char *mark;

	if (!take_decimal_ns(&at, NS_PER_US, &edge_ns) || !take_word(&at, "(us):"))
		return false;
	mark = strstr(at, "(including overflows)");
	self->oslat.last_is_marked |= mark != NULL;
	str_add_bytes(&self->rows, &edge_ns, sizeof(edge_ns));
	for (size_t i = 0; i < self->columns; i++) {
		if (!take_integer(&at, &count) || count < 0) {
			self->rows.length = before;
			self->oslat.builder->foreign.lines_skipped++;
			return true;
		}
		str_add_bytes(&self->rows, &count, sizeof(count));
	}
	if (is_repeated(self, before))
		self->rows.length = before;
	return true;
}

/* "Thread priority: SCHED_FIFO:1" */
static bool take_policy(struct oslat *oslat, const char *at)
{
	static const struct {
		const char *word, *policy;
	} policies[] = {{"SCHED_FIFO:", "fifo"}, {"SCHED_RR:", "rr"}};

	if (!take_word(&at, "Thread priority:"))
		return false;
	if (take_word(&at, "default"))
		oslat->policy = "other";
	for (size_t i = 0; i < sizeof(policies) / sizeof(policies[0]); i++)
		if (take_word(&at, policies[i].word)) {
			oslat->policy = policies[i].policy;
			take_integer(&at, &oslat->priority);
		}
	return true;
}

static bool take_head(struct oslat_text *self, const char *line)
{
	struct run_foreign *foreign = &self->oslat.builder->foreign;
	CLEANUP(str_free) struct str word = {0};
	int64_t seconds;

	if (take_word(&line, "oslat V") && take_text(&line, '\0', &word)) {
		foreign->version =
			foreign_text(self->oslat.builder, "%s", str_text(&word));
		return true;
	}
	if (take_word(&line, "Total runtime:") && take_integer(&line, &seconds)) {
		foreign->asked_duration_ns =
			foreign_ns(self->oslat.builder, seconds, NS_PER_S);
		return true;
	}
	if (take_word(&line, "Workload:") && take_text(&line, '\0', &word)) {
		self->oslat.workload =
			foreign_text(self->oslat.builder, "%s", str_text(&word));
		return true;
	}
	return take_policy(&self->oslat, line);
}

/* What the rows say of each column. */
static void sum_up_rows(struct oslat_text *self)
{
	const int64_t *rows = (const int64_t *)(const void *)self->rows.text;
	size_t step = self->columns + 1;
	size_t count = self->rows.length / sizeof(int64_t) / step;

	for (size_t k = 0; k < self->columns && count; k++) {
		struct oslat_cpu *cpu = &cpus_of(self)[k];

		cpu->first_edge_ns = rows[0];
		cpu->first_count = rows[1 + k];
		cpu->second_count = count > 1 ? rows[step + 1 + k] : 0;
		cpu->last_edge_ns = rows[(count - 1) * step];
		cpu->last_count = rows[(count - 1) * step + 1 + k];
		for (size_t i = 0; i < count; i++)
			cpu->sum = saturate_add(cpu->sum, rows[i * step + 1 + k]);
	}
	self->oslat.rows = (int64_t)count;
	if (count > 1 && rows[step] > rows[0])
		self->oslat.width_ns = saturate_sub(rows[step], rows[0]);
}

/* Without what comes behind them any row may be the last one there is. */
static size_t rows_with_upper_edge(const struct oslat_text *self)
{
	size_t count = self->rows.length / sizeof(int64_t) / (self->columns + 1);

	return self->oslat.has_all_rows && count ? count - 1 : count;
}

/* All rows but the last, which has no upper edge. */
static void add_bins(struct oslat_text *self)
{
	const int64_t *rows = (const int64_t *)(const void *)self->rows.text;
	size_t step = self->columns + 1;
	size_t count = rows_with_upper_edge(self);
	int64_t width_ns = self->oslat.width_ns;

	for (size_t i = 0; i < count; i++) {
		int64_t edge_ns = rows[i * step];

		if (self->oslat.is_shifted)
			edge_ns = saturate_sub(edge_ns, width_ns);
		for (size_t k = 0; k < self->columns; k++)
			foreign_add_bin(self->oslat.builder, cpus_of(self)[k].cpu,
					saturate_sub(edge_ns, width_ns), edge_ns,
					rows[i * step + 1 + k]);
	}
}

static void close_text(struct oslat_text *self)
{
	str_free(&self->cpus);
	str_free(&self->rows);
}

static int read_text(const struct import_report *report, struct oslat_text *self,
		     struct err *err)
{
	CLEANUP(lines_close) struct lines lines = {0};

	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines))
		if (!take_row(self, lines.line) && !take_cores(self, lines.line) &&
		    !take_figures(self, lines.line))
			take_head(self, lines.line);
	self->oslat.builder->foreign.lines = lines.number;
	if (!self->columns || !self->rows.length)
		return err_set(err, ERR_INPUT,
			       "'%s': no row of oslat in it, or no 'Core:' above them",
			       report->name);
	sum_up_rows(self);
	self->oslat.is_shifted =
		oslat_is_shifted(&self->oslat, cpus_of(self), self->columns);
	add_bins(self);
	for (size_t i = 0; i < self->columns; i++)
		oslat_finish_cpu(&self->oslat, &cpus_of(self)[i]);
	if (!self->oslat.has_all_rows)
		foreign_cut_off(self->oslat.builder, "rows of its histogram");
	else if (!self->has_end)
		foreign_cut_off(self->oslat.builder, "lines behind its histogram");
	else
		self->oslat.builder->foreign.ended = "complete";
	return 0;
}

static int read_oslat(const struct import_report *report, struct foreign_builder *builder,
		      struct err *err)
{
	CLEANUP(close_text)
	struct oslat_text self = {
		.oslat = {.builder = builder,
			  .width_ns = NS_PER_US,
			  .policy = "",
			  .workload = "",
			  .priority = RUN_UNKNOWN},
	};
	int status;

	builder->foreign.lateness =
		"gaps that a busy loop sees between two of its turns; samples are turns, "
		"not wake-ups";
	if (report->length && report->text[0] == '{')
		status = oslat_read_json(report, &self.oslat, err);
	else
		status = read_text(report, &self, err);
	if (!status)
		oslat_add_notes(&self.oslat);
	return status;
}

const struct import_format import_oslat = {
	.name = "oslat",
	.what = "its report, --json",
	.once = {"oslat V ", "Core:"},
	.sniff = sniff_oslat,
	.read = read_oslat,
};
