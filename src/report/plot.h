/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to report/: pictures made of characters. */
#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include "report/term.h"

/*
 * Log-log: a row is a range of lateness, 3 or 6 rows a decade; a bar's length is the
 * logarithm of its count, so that a single wake-up among a billion shows.
 */
void plot_histogram(struct str *out, const struct term_style *style,
		    const struct histogram *histogram, size_t indent);

/* Maxima over run time, the lateness on a log axis. */
void plot_timeline(struct str *out, const struct term_style *style,
		   const struct timeline *cells, int64_t slice_ns, size_t indent);

/* Round values of a log axis from 10 ns on: 10 15 20 30 50 70 100 ... */
enum { PLOT_EDGES = 6 * 12 };
int64_t plot_edge_ns(int index);

/* Values of the axis as "1.5 us"; trailing zeros are left out. */
void plot_add_edge(struct str *out, int64_t ns);

#endif
