/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the outputs of rtla's tools have in common. */
#ifndef IMPORT_RTLA_H
#define IMPORT_RTLA_H

#include "import/foreign-builder.h"
#include "import/lines.h"

/* Which tool, by its words. */
enum rtla_tool { RTLA_TIMERLAT, RTLA_OSNOISE };

/*
 * A figure in units of unit_ns; "-" and numbers beyond int64_t, which rtla prints for none,
 * become RUN_UNKNOWN. False when there is neither.
 */
bool rtla_take_value(struct foreign_builder *builder, const char **at, int64_t unit_ns,
		     int64_t *value);

/* "0 00:00:05": days and a clock. */
bool rtla_take_duration(const char **at, int64_t *duration_ns);

/* Lines around the figures: that it stopped, and its analysis of why. {0} at first. */
struct rtla_story {
	bool stopped;
	bool in_analysis;
	int lines;
	struct str text;
};

/* True when the line is part of it. */
bool rtla_take_story(struct rtla_story *story, struct foreign_builder *builder,
		     const char *line);
/* Sets foreign.ended when it stopped; frees the story. */
void rtla_end_story(struct rtla_story *story, struct foreign_builder *builder);

/* Tool, what lateness means, how missed periods are treated. */
void rtla_describe(struct foreign_builder *builder, enum rtla_tool tool,
		   const char *name);

/* timerlat's period is not in its report; its default lets counts be judged. */
void rtla_tell_activations(struct foreign_builder *builder, const char *each,
			   int64_t least, int64_t most);

#endif
