/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Common parts of rtla's outputs. Its analysis of a stop is kept as words: shares of one
 * latency, which are no figures of the run.
 */
#include "import/rtla.h"

#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "import/clock-text.h"

enum { ANALYSIS_LINES = 40, ANALYSIS_BYTES = 1500, DAYS_MAX = 100000 };

/* All 64 bits of a time in ns, printed in us. */
#define NONE_IN_US ((int64_t)(UINT64_MAX / 1000))

bool rtla_take_value(struct foreign_builder *builder, const char **at, int64_t unit_ns,
		     int64_t *value)
{
	const char *from = *at + strspn(*at, " \t");
	size_t digits = strspn(from, "0123456789");

	*value = RUN_UNKNOWN;
	if (take_integer(at, value)) {
		*value = unit_ns == NS_PER_US && *value == NONE_IN_US
				 ? RUN_UNKNOWN
				 : foreign_ns(builder, *value, unit_ns);
		return true;
	}
	if (digits) {
		*at = from + digits;
		return true;
	}
	return take_word(at, "-");
}

bool rtla_take_duration(const char **at, int64_t *duration_ns)
{
	const char *from = *at;
	int64_t days, seconds;

	if (!take_integer(&from, &days) || days < 0 || days > DAYS_MAX ||
	    !take_clock(&from, &seconds))
		return false;
	*duration_ns = saturate_mul(days * 86400 + seconds, NS_PER_S);
	*at = from;
	return true;
}

/* Adds a line with single blanks. */
static void add_words(struct str *text, const char *line)
{
	while (*(line += strspn(line, " \t"))) {
		size_t length = strcspn(line, " \t");

		if (text->length)
			str_add_char(text, ' ');
		str_add_bytes(text, line, length);
		line += length;
	}
}

static void end_analysis(struct rtla_story *story, struct foreign_builder *builder)
{
	if (!story->in_analysis)
		return;
	foreign_add_note(builder, FOREIGN_NOTE, "rtla's analysis: %s",
			 str_text(&story->text));
	str_clear(&story->text);
	story->in_analysis = false;
}

static void take_analysis(struct rtla_story *story, struct foreign_builder *builder,
			  const char *line)
{
	const char *all = strstr(line, "(100%)"), *idle = strstr(line, "Max timerlat");

	if (*line == '-' || !*line)
		return;
	if (story->text.length < ANALYSIS_BYTES && strlen(line) < ANALYSIS_BYTES) {
		if (story->lines)
			str_add_char(&story->text, ';');
		add_words(&story->text, line);
	}
	/* "(100%)Max timerlat ..." on one line ends it, too. */
	if (all || idle || ++story->lines >= ANALYSIS_LINES)
		end_analysis(story, builder);
}

static void begin_analysis(struct rtla_story *story, struct foreign_builder *builder,
			   const char *line)
{
	int64_t cpu;

	end_analysis(story, builder);
	story->in_analysis = true;
	story->lines = 0;
	if (take_integer(&line, &cpu))
		str_addf(&story->text, "CPU %lld hit the limit:", (long long)cpu);
}

bool rtla_take_story(struct rtla_story *story, struct foreign_builder *builder,
		     const char *line)
{
	if (str_starts(line, "rtla ") && strstr(line, "hit stop tracing")) {
		story->stopped = true;
		return true;
	}
	if (str_starts(line, "## CPU ") && strstr(line, "hit stop tracing")) {
		story->stopped = true;
		begin_analysis(story, builder, line + strlen("## CPU "));
		return true;
	}
	if (story->in_analysis) {
		take_analysis(story, builder, line);
		return true;
	}
	if (!str_starts(line, "Max timerlat"))
		return false;
	foreign_add_note(builder, FOREIGN_NOTE, "rtla says: %.200s", line);
	return true;
}

void rtla_end_story(struct rtla_story *story, struct foreign_builder *builder)
{
	end_analysis(story, builder);
	str_free(&story->text);
	if (!story->stopped)
		return;
	builder->foreign.ended = "stopped";
	foreign_add_note(
		builder, FOREIGN_NOTE,
		"the run stopped itself at a limit: its maxima are not comparable "
		"with those of a run of fixed length");
}

void rtla_describe(struct foreign_builder *builder, enum rtla_tool tool, const char *name)
{
	struct run_foreign *foreign = &builder->foreign;

	foreign->tool = name;
	if (tool == RTLA_OSNOISE) {
		foreign->lateness =
			"gaps that a busy loop saw: time that was taken from it; "
			"no latency of a timer";
		return;
	}
	foreign->lateness = "how long after the timer was due its interrupt (irq), the "
			    "thread it wakes (thread) and the way back to user space "
			    "(user) came; each contains the one before it";
	foreign->missed_rule = "skip-and-hide";
}

void rtla_tell_activations(struct foreign_builder *builder, const char *each,
			   int64_t least, int64_t most)
{
	int64_t duration_ns = builder->foreign.duration_ns;

	if (most <= 0 || duration_ns == RUN_UNKNOWN)
		return;
	foreign_add_note(
		builder, FOREIGN_NOTE,
		"%lld to %lld samples a %s in %lld s; the period is not in the report: at "
		"timerlat's default of 1 ms there are about %lld activations, and so many "
		"samples take about %.1f s",
		(long long)least, (long long)most, each,
		(long long)(duration_ns / NS_PER_S), (long long)(duration_ns / NS_PER_MS),
		(double)most / 1e3);
}
