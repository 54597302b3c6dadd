/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to report/: what a sample is called. A busy loop sees gaps; nothing wakes it. */
#ifndef REPORT_SAMPLE_WORDS_H
#define REPORT_SAMPLE_WORDS_H

#include "analyse/summary.h"

struct sample_words {
	const char *one, *many; /* "wake-up", "wake-ups" */
	const char *size;       /* "lateness": what is on the axis */
	const char *sizes;      /* "Lateness": before "in us" */
	const char *greatest;   /* "Greatest lateness": before "of every second" */
	const char *worst;      /* "Worst wake-ups" */
	const char *worst_size; /* "late by, us": above their sizes */
};

extern const struct sample_words sample_words_of_wake_ups;
extern const struct sample_words sample_words_of_gaps;

/* Of the total, from which spin streams are left out where there are others. */
const struct sample_words *sample_words_of_total(const struct summary *summary);

const struct sample_words *sample_words_of_report(const struct run_foreign *foreign);

/* Of all selected streams together: "wake-ups or gaps" where there are both. */
const struct sample_words *sample_words_of_all(const struct summary *summary);

#endif
