/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to report/: pictures made of characters. */
#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include "report/term.h"

struct plot_bars {
	const struct histogram *histogram;
	const char *size, *many; /* titles of the axes: "lateness", "wake-ups" */
	int64_t grid_ns;         /* the buckets stand for bins that are so wide; 0 */
};

/*
 * Log-log: a row is a range of lateness, 3 or 6 rows a decade; a bar's length is the
 * logarithm of its count, so that a single wake-up among a billion shows. Rows begin and
 * end where bins do.
 */
void plot_histogram(struct str *out, const struct term_style *style,
		    const struct plot_bars *plot, size_t indent);

/* Maxima over run time, the lateness on a log axis. */
void plot_timeline(struct str *out, const struct term_style *style,
		   const struct timeline *cells, int64_t slice_ns, size_t indent);

/* Round values of a log axis from 10 ns on: 10 15 20 30 50 70 100 ... */
enum { PLOT_EDGES = 6 * 12 };
int64_t plot_edge_ns(int index);

/* Values of the axis as "1.5 us"; trailing zeros are left out. */
void plot_add_edge(struct str *out, int64_t ns);

/*
 * Logarithms to base 10 to about six digits, for pictures: the exponent, then one binary
 * digit for each squaring of the rest. libm would take 300 KiB of a small board's memory
 * for this alone, and may differ in the last digit from one machine to the next.
 */
static inline double plot_log10(uint64_t value)
{
	const double log10_of_2 = 0.30102999566398120;
	int exponent = 63 - __builtin_clzll(value | 1);
	double rest = (double)(value ? value : 1) / (double)(UINT64_C(1) << exponent);
	double sum = exponent;

	for (double digit = 0.5; digit > 1e-7; digit /= 2) {
		rest *= rest;
		if (rest < 2)
			continue;
		rest /= 2;
		sum += digit;
	}
	return sum * log10_of_2;
}

#endif
