/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to analyse/: copies what a run says of itself into a summary's arena. */
#ifndef ANALYSE_SUMMARY_HEAD_H
#define ANALYSE_SUMMARY_HEAD_H

#include "analyse/summary.h"

void summary_take_head(struct summary *summary, const struct run_head *head);

/* The streams again; what they got is taken over, the rest is known. */
void summary_take_obtained(struct summary *summary, const struct run_stream *streams,
			   uint32_t count);

#endif
