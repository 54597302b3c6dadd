/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/sample-words.h"

#include <string.h>

const struct sample_words sample_words_of_wake_ups = {
	.one = "wake-up",
	.many = "wake-ups",
	.size = "lateness",
	.sizes = "Lateness",
	.greatest = "Greatest lateness",
	.worst = "Worst wake-ups",
	.worst_size = "late by, us",
};

const struct sample_words sample_words_of_gaps = {
	.one = "gap",
	.many = "gaps",
	.size = "gap",
	.sizes = "Gaps",
	.greatest = "Longest gap",
	.worst = "Longest gaps",
	.worst_size = "length, us",
};

static const struct sample_words words_of_both = {
	.one = "wake-up or gap",
	.many = "wake-ups or gaps",
	.size = "lateness",
	.sizes = "Lateness and gaps",
	.greatest = "Greatest lateness or gap",
	.worst = "Worst wake-ups and gaps",
	.worst_size = "size, us",
};

const struct sample_words *sample_words_of_report(const struct run_foreign *foreign)
{
	for (uint32_t i = 0; i < foreign->stream_count; i++)
		if (strcmp(foreign->streams[i].wake, "spin"))
			return &sample_words_of_wake_ups;
	return foreign->stream_count ? &sample_words_of_gaps : &sample_words_of_wake_ups;
}

static void count_kinds(const struct summary *summary, uint32_t *gaps, uint32_t *wake_ups)
{
	*gaps = *wake_ups = 0;
	for (uint32_t i = 0; i < summary->head.stream_count; i++) {
		const struct summary_stream *stream = &summary->streams[i];

		if (stream->selected)
			(*(summary_is_spin(&stream->what) ? gaps : wake_ups))++;
	}
}

const struct sample_words *sample_words_of_total(const struct summary *summary)
{
	uint32_t gaps, wake_ups;

	if (summary->foreign)
		return sample_words_of_report(summary->foreign);
	count_kinds(summary, &gaps, &wake_ups);
	return gaps && !wake_ups ? &sample_words_of_gaps : &sample_words_of_wake_ups;
}

const struct sample_words *sample_words_of_all(const struct summary *summary)
{
	uint32_t gaps, wake_ups;

	count_kinds(summary, &gaps, &wake_ups);
	return gaps && wake_ups ? &words_of_both : sample_words_of_total(summary);
}
