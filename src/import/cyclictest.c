/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cyclictest of rt-tests, all its layouts: "T:" lines, -v, -h and -H, --json. Line by line;
 * what lines mean together is found out at the end. Settings that only the command line
 * tells were asked for, not read back.
 */
#include <string.h>

#include "base/num.h"
#include "import/cyclictest-parts.h"
#include "import/formats.h"

const char cyclictest_lateness[] =
	"from the due time on the thread's own grid to the thread running again, in user "
	"space";

static const struct {
	const char *words;
	int sure;
} signs[] = {
	{"# /dev/cpu_dma_latency set to", 60},
	{" Overflow at cycle number", 90},
	{"# Histogram Overflows:", 90},
	{"# Min Latencies:", 85},
	{"[  CPU  |   Loop |   Lat |", 90},
	{"# Histogram\n", 60},
	{"# Histogram\r\n", 60},
};

static int sniff_json(const struct import_report *report)
{
	if (import_has(report, "\": \"cyclictest ") || import_has(report, "/cyclictest "))
		return 95;
	return import_has(report, "\"rt_test_version") && import_has(report, "\"cycles\"")
		       ? 90
		       : 0;
}

/* A "T:" line with the columns of cyclictest, and not those of jitterdebugger. */
static bool is_row(const char *line)
{
	struct str ignored = {0};
	int64_t number;
	bool is = take_word(&line, "T:") && take_integer(&line, &number) &&
		  strstr(line, "Min:") && strstr(line, "Max:") && !strstr(line, " A:");

	str_free(&ignored);
	return is;
}

/* Blanks fill its columns: "12:30:45" is a time of day. */
static bool is_sample(const char *line)
{
	int64_t number;

	return strchr(line, ' ') && take_integer(&line, &number) &&
	       take_word(&line, ":") && take_integer(&line, &number) &&
	       take_word(&line, ":") && take_integer(&line, &number) &&
	       (take_end(&line) || (take_integer(&line, &number) && take_end(&line)));
}

static int sniff_cyclictest(const struct import_report *report)
{
	CLEANUP(lines_close) struct lines lines = {0};
	int sure = 0, samples = 0;

	if (report->length && report->text[0] == '{')
		return sniff_json(report);
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if (signs[i].sure > sure && import_has(report, signs[i].words))
			sure = signs[i].sure;
	lines_open(&lines, report->text, report->length);
	while (sure < 90 && lines_next(&lines)) {
		if (is_row(lines.line))
			sure = 92;
		else if (sure < 70 && is_sample(lines.line) && ++samples > 2)
			sure = 70;
	}
	return sure;
}

void cyclictest_begins_again(struct cyclictest *self, uint64_t line)
{
	uint64_t *second = &self->builder->second_line;

	if (line == self->line && self->head_line)
		line = self->head_line;
	if (!*second || line < *second)
		*second = line;
}

/* "# cyclictest -m ..." or with a prompt in front, and "taskset -c 3" and the like. */
static bool take_command(struct cyclictest *self, const char *line)
{
	struct command command;

	if (self->has_command || !strstr(line, "cyclictest "))
		return false;
	if (!command_parse(&command, line, "cyclictest", cyclictest_options) ||
	    !(command.found.length || command.stray.length)) {
		command_free(&command);
		return false;
	}
	command_free(&self->command);
	self->command = command;
	self->has_command = true;
	self->unit_ns = command_has(&command, 'N') ? 1 : NS_PER_US;
	line += *line == '#' || *line == '$';
	line += strspn(line, " \t");
	self->builder->foreign.command = foreign_text(self->builder, "%s", line);
	return true;
}

static bool take_policy(struct cyclictest *self, const char *line)
{
	static const char *const policies[] = {"fifo", "rr", "other", "deadline"};

	if (!take_word(&line, "policy:"))
		return false;
	for (size_t i = 0; i < sizeof(policies) / sizeof(policies[0]); i++)
		if (take_word(&line, policies[i]))
			self->policy = policies[i];
	return true;
}

/* Lines that say something of the run and are no figures. */
static bool take_remark(struct cyclictest *self, const char *line)
{
	struct foreign_builder *builder = self->builder;
	const char *at = line;
	int64_t number;

	if (take_word(&at, "# /dev/cpu_dma_latency set to")) {
		if (take_integer(&at, &number))
			self->dma_latency_us = number;
		return true;
	}
	if (take_word(&at, "# Break ") || take_word(&at, "# Thread Ids:")) {
		if (!str_starts(line, "# Thread")) {
			builder->foreign.ended = "stopped";
			foreign_add_note(builder, FOREIGN_NOTE,
					 "it stopped at its limit: %s", line + 2);
		}
		return true;
	}
	if (take_word(&at, "WARN") || take_word(&at, "ERROR") ||
	    take_word(&at, "FATAL")) {
		foreign_add_note(builder, FOREIGN_NOTE, "cyclictest says: %s", line);
		return true;
	}
	if (take_word(&at, "Online CPUs =") && take_integer(&at, &number)) {
		foreign_add_note(builder, FOREIGN_NOTE, "%lld CPUs were online",
				 (long long)number);
		return true;
	}
	return take_word(&at, "INFO") || take_word(&at, "Max CPUs") ||
	       take_word(&at, "Online CPUs") || take_word(&at, "spikes =");
}

/* Mail wraps long lines: is this the rest of the one before? */
static bool take_torn_row(struct cyclictest *self, const char *line)
{
	bool good;

	if (!self->torn.length)
		return false;
	str_add_char(&self->torn, ' ');
	str_add(&self->torn, line);
	good = cyclictest_take_row(self, str_text(&self->torn));
	self->builder->foreign.lines_skipped += !good;
	str_clear(&self->torn);
	return good;
}

static void take_line(struct cyclictest *self, const char *line)
{
	if (take_torn_row(self, line) || cyclictest_take_sample(self, line) ||
	    cyclictest_take_histogram(self, line) || cyclictest_take_row(self, line)) {
		self->head_line = 0;
		return;
	}
	if (!self->head_line && *line)
		self->head_line = self->line;
	if (take_remark(self, line) || take_policy(self, line) ||
	    take_command(self, line))
		return;
	if (str_starts(line, "T:"))
		str_add(&self->torn, line);
	else if (str_starts(line, "# H") || ((self->in_histogram || self->has_samples) &&
					     *line >= '0' && *line <= '9'))
		self->builder->foreign.lines_skipped++;
}

static void read_text(struct cyclictest *self, const struct import_report *report)
{
	CLEANUP(lines_close) struct lines lines = {0};

	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines)) {
		self->line = lines.number;
		if (lines.cut)
			self->builder->foreign.lines_skipped++;
		take_line(self, lines.line);
	}
	self->builder->foreign.lines = lines.number;
	self->builder->foreign.lines_skipped += self->torn.length > 0;
	cyclictest_finish_samples(self);
	cyclictest_finish_histogram(self);
	cyclictest_finish_rows(self);
}

static void close_reader(struct cyclictest *self)
{
	command_free(&self->command);
	str_free(&self->rows);
	str_free(&self->torn);
	str_free(&self->bins);
	for (size_t i = 0; i < FOOTERS; i++)
		str_free(&self->footers[i]);
	str_free(&self->listed);
	str_free(&self->overflow_cycles);
	str_free(&self->intervals);
	str_free(&self->last_cycles);
}

static void say_what_was_held(struct cyclictest *self)
{
	if (self->dma_latency_us != RUN_UNKNOWN)
		foreign_add_note(
			self->builder, FOREIGN_NOTE,
			"cyclictest held /dev/cpu_dma_latency at %lld us, so idle "
			"states that take longer to leave were off during the run",
			(long long)self->dma_latency_us);
	/* In JSON the command line has lost its quotes: blanks tell nothing there. */
	if (self->has_command && !self->is_json && self->command.stray.length) {
		bool locked = command_has(&self->command, 'm');

		foreign_add_note(
			self->builder, FOREIGN_NOTE,
			"its command line holds words that are no options: %s%s",
			str_text(&self->command.stray),
			locked ? ""
			       : "; -m is not among its options, so memory was not "
				 "locked");
	}
}

static bool all_made(const struct foreign_builder *builder, int64_t loops)
{
	for (uint32_t i = 0; i < builder->stream_count; i++)
		if (foreign_stream_number(builder, i)->count != loops)
			return false;
	return true;
}

/* What no stream has a place for. */
static void say_what_was_asked(struct cyclictest *self)
{
	int64_t clock = command_integer(&self->command, 'c', RUN_UNKNOWN);
	int64_t loops = command_integer(&self->command, 'l', RUN_UNKNOWN);

	if (!self->has_command)
		return;
	if (clock == 0 || clock == 1)
		foreign_add_note(self->builder, FOREIGN_NOTE,
				 "the command line asks for clock %lld (%s)",
				 (long long)clock, clock ? "realtime" : "monotonic");
	if (loops > 0)
		foreign_add_note(self->builder, FOREIGN_NOTE,
				 "the command line asks for %lld loops%s",
				 (long long)loops,
				 all_made(self->builder, loops)
					 ? ", and every thread made as many"
					 : "");
}

/* A histogram's footers come behind its rows; the last one counts what they do not hold. */
static bool is_cut_off(const struct cyclictest *self)
{
	return self->bin_rows && !self->is_json &&
	       !self->footers[FOOTER_OVERFLOWS].length;
}

static int read_cyclictest(const struct import_report *report,
			   struct foreign_builder *builder, struct err *err)
{
	CLEANUP(close_reader)
	struct cyclictest self = {
		.builder = builder,
		.unit_ns = NS_PER_US,
		.policy = "",
		.dma_latency_us = RUN_UNKNOWN,
	};

	builder->foreign.lateness = cyclictest_lateness;
	builder->foreign.missed_rule = "skip-and-hide";
	self.is_json = report->length && report->text[0] == '{';
	if (self.is_json) {
		if (cyclictest_read_json(report, &self, err))
			return -1;
	} else {
		read_text(&self, report);
	}
	if (!builder->stream_count)
		return err_set(err, ERR_INPUT,
			       "'%s': no line with a figure of cyclictest in it",
			       report->name);
	if (is_cut_off(&self))
		foreign_cut_off(builder, "rows of its histogram, or lines behind them,");
	cyclictest_apply_command(&self);
	cyclictest_finish_overflows(&self);
	say_what_was_asked(&self);
	say_what_was_held(&self);
	return 0;
}

const struct import_format import_cyclictest = {
	.name = "cyclictest",
	.what = "summary lines, -v, -h and -H, --json",
	.once = {"# /dev/cpu_dma_latency set to"},
	.sniff = sniff_cyclictest,
	.read = read_cyclictest,
};
