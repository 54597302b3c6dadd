/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines without a tag: set-up, limits, the command line, gaps that somebody cut. */
#include <string.h>

#include "base/num.h"
#include "import/xenomai-reader.h"

static void on_period(struct xenomai_reader *reader, const char *text)
{
	int64_t period;

	xenomai_end_run(reader);
	if (take_decimal_ns(&text, NS_PER_US, &period) && period > 0)
		reader->run.period_ns = period;
}

static void on_mode(struct xenomai_reader *reader, const char *text)
{
	xenomai_take_setup(text, &reader->run);
}

static void on_unit(struct xenomai_reader *reader, const char *text)
{
	(void)text;
	reader->run.says_us = true;
}

/* "Maximum latency exceeded:     812.345 > 500" */
static void on_limit(struct xenomai_reader *reader, const char *text)
{
	int64_t worst;

	if (!take_decimal_ns(&text, NS_PER_US, &worst) || !take_word(&text, ">") ||
	    !take_decimal_ns(&text, NS_PER_US, &reader->run.limit_ns))
		reader->run.limit_ns = RUN_UNKNOWN;
}

/* "latency threshold is exceeded (200 >= 312.500), aborting." */
static void on_threshold(struct xenomai_reader *reader, const char *text)
{
	if (!take_decimal_ns(&text, NS_PER_US, &reader->run.limit_ns))
		reader->run.limit_ns = RUN_UNKNOWN;
}

/* The tool's own doubts about what it measured. */
static void on_warning(struct xenomai_reader *reader, const char *text)
{
	foreign_add_note(reader->builder, FOREIGN_NOTE, "the tool warns: %.200s",
			 text + strspn(text, " "));
}

/* "*** WARNING: unexpected switches to in-band mode detected, ... NOT reliable." */
static void on_inband(struct xenomai_reader *reader, const char *text)
{
	(void)text;
	foreign_add_note(
		reader->builder, FOREIGN_INVALID,
		"the tool found unexpected switches to in-band mode and says that "
		"its figures are not reliable");
}

static void on_skip(struct xenomai_reader *reader, const char *text)
{
	(void)text;
	reader->skipped = true;
	if (reader->run.block_count && !reader->has_header)
		reader->run.blocks[reader->run.block_count - 1].skip_behind = true;
}

static void on_version(struct xenomai_reader *reader, const char *text)
{
	text += strspn(text, " \t");
	reader->builder->foreign.version = foreign_text(reader->builder, "%.100s", text);
}

/* Other lines, by their beginning. */
static const struct {
	const char *words;
	void (*take)(struct xenomai_reader *reader, const char *text);
} beginnings[] = {
	{"== Sampling period:", on_period},
	{"== Test mode:", on_mode},
	{"== All results in microseconds", on_unit},
	{"Maximum latency exceeded:", on_limit},
	{"latency threshold is exceeded (", on_threshold},
	{"Xenomai version:", on_version},
	{"Warning!", on_warning},
	{"*** WARNING: unexpected switches to in-band mode", on_inband},
	{"[...", on_skip},
	{"[snip", on_skip},
	{"...", on_skip},
	{"<snip", on_skip},
};

/* An option of the command line with a number: " -B 100". */
static int64_t option_of(const char *command, const char *option)
{
	const char *at = strstr(command, option);
	int64_t number;

	if (!at)
		return RUN_UNKNOWN;
	at += strlen(option);
	return take_integer(&at, &number) && number > 0 ? number : RUN_UNKNOWN;
}

/* "op@bench1:~# latency -s -T 60": behind a prompt, and nothing but options behind it. */
static void take_command(struct xenomai_reader *reader, const char *line)
{
	static const char *const names[] = {"latency", "latmus"};
	const char *prompt = strstr(line, "# "), *at, *name = NULL;

	prompt = prompt ? prompt : strstr(line, "$ ");
	if (!prompt)
		return;
	at = prompt + 2 + strspn(prompt + 2, " ");
	for (int i = 0; i < 2 && !name; i++)
		name = strstr(at, names[i]);
	if (!name || (name > at && name[-1] != '/' && name[-1] != ' ') ||
	    !strchr(" ", name[strspn(name, "latencymus")]))
		return;
	xenomai_end_run(reader);
	reader->builder->foreign.command = foreign_text(reader->builder, "%.200s", at);
	reader->run.bucket_ns = option_of(at, " -B");
	reader->run.bucket_count = option_of(at, " -H");
}

void xenomai_take_words(struct xenomai_reader *reader, const char *line)
{
	if (!*line || xenomai_complete_row(reader, line))
		return;
	xenomai_give_up_row(reader);
	for (size_t i = 0; i < sizeof(beginnings) / sizeof(beginnings[0]); i++)
		if (str_starts(line, beginnings[i].words)) {
			beginnings[i].take(reader, line + strlen(beginnings[i].words));
			return;
		}
	take_command(reader, line);
}
