/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sums over all wake-ups, at the end of a trace. */
#include "model/activations.h"

static void write_function(struct activations *activations, uint32_t number)
{
	CLEANUP(str_free) struct str text = {0};

	str_addf(&text, "function %s %llu", activations->symbols->functions[number].name,
		 (unsigned long long)activations->instructions_by_function[number]);
	for (uint32_t i = 0; i < activations->policies; i++)
		for (int cost = 0; cost < COSTS; cost++)
			str_addf(&text, " %llu",
				 (unsigned long long)
					 activations->by_function[number][i][cost]);
	trace_add(activations->trace, str_text(&text));
}

/* Why lines were missed: never there before, lost to an owner's line, or not known. */
static void write_lost(struct activations *activations, uint32_t policy, uint32_t reason)
{
	const bool is_lost = reason >= CACHE_LOST_TO && reason < CACHE_LOST_TO + OWNERS;
	const char *word = reason == CACHE_FIRST         ? "first"
			   : reason == CACHE_INVALIDATED ? "invalidated"
			   : is_lost ? owner_names[reason - CACHE_LOST_TO]
				     : "unknown";
	CLEANUP(str_free) struct str text = {0};

	if (!activations->lost_count[policy][reason])
		return;
	str_addf(&text, "lost %u %s %llu %llu", policy, word,
		 (unsigned long long)activations->lost_count[policy][reason],
		 (unsigned long long)activations->lost_ps[policy][reason]);
	trace_add(activations->trace, str_text(&text));
}

static void write_line(struct activations *activations, uint32_t policy,
		       const struct missed_line *line)
{
	CLEANUP(str_free) struct str text = {0};

	str_addf(&text, "line %u %llu %s %llu %llu", policy,
		 (unsigned long long)(line->line - 1),
		 activations->symbols->functions[line->function].name,
		 (unsigned long long)line->ps, (unsigned long long)line->first_or_other);
	for (int owner = 0; owner < OWNERS; owner++)
		str_addf(&text, " %llu", (unsigned long long)line->lost_to[owner]);
	trace_add(activations->trace, str_text(&text));
}

void activations_end(struct activations *activations)
{
	for (uint32_t i = 0; i < activations->symbols->count; i++)
		if (activations->instructions_by_function[i])
			write_function(activations, i);
	for (uint32_t policy = 0; policy < activations->policies; policy++) {
		for (uint32_t reason = 0; reason < CACHE_REASONS; reason++)
			write_lost(activations, policy, reason);
		for (uint32_t i = 0; i < LINES_ROOM; i++)
			if (activations->lines[policy][i].line)
				write_line(activations, policy,
					   &activations->lines[policy][i]);
	}
}
