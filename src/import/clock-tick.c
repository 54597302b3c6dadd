/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ticks are tried from the longest to the shortest. A tick of T ns fits a time by chance with
 * a probability of about 1.5/T; a dozen times make that small enough from 20 ns on.
 */
#include "import/clock-tick.h"

static const struct clock_tick rows[] = {
	{32768, 30518, "32.768 kHz"},
	{100000, 10000, "100 kHz"},
	{1000000, 1000, "1 MHz"},
	{1193182, 838, "1.193182 MHz"}, /* the PC's old timer */
	{2000000, 500, "2 MHz"},
	{3000000, 333, "3 MHz"},
	{3579545, 279, "3.579545 MHz"}, /* ACPI PM timer */
	{4000000, 250, "4 MHz"},
	{5000000, 200, "5 MHz"},
	{6000000, 167, "6 MHz"},
	{8000000, 125, "8 MHz"},
	{10000000, 100, "10 MHz"},
	{12000000, 83, "12 MHz"},
	{13000000, 77, "13 MHz"},
	{14318180, 70, "14.31818 MHz"}, /* HPET */
	{16000000, 63, "16 MHz"},
	{19200000, 52, "19.2 MHz"},
	{20000000, 50, "20 MHz"},
	{24000000, 42, "24 MHz"},
	{25000000, 40, "25 MHz"},
	{26000000, 38, "26 MHz"},
	{27000000, 37, "27 MHz"},
	{33000000, 30, "33 MHz"},
	{40000000, 25, "40 MHz"},
	{48000000, 21, "48 MHz"},
	{50000000, 20, "50 MHz"},
};

enum { ROWS = sizeof(rows) / sizeof(rows[0]), ENOUGH = 12, PLENTY = 4096 };
/* Longer times are not looked at: rates are not that exact. */
#define LONGEST_NS INT64_C(10000000)
#define PS_PER_S INT64_C(1000000000000)

_Static_assert((int)ROWS <= (int)CLOCK_TICKS_MAX, "room for a flag each");

static bool is_multiple(int64_t time_ns, int64_t hertz)
{
	int64_t ticks = (time_ns * hertz + 500000000) / 1000000000;
	int64_t off_ps = time_ns * 1000 - ticks * (PS_PER_S / hertz) -
			 ticks * (PS_PER_S % hertz) / hertz;

	/* Printed rounded down, or to nearest. */
	return off_ps >= -1000 && off_ps <= 501;
}

void clock_ticks_see(struct clock_ticks *ticks, int64_t time_ns)
{
	/* What fits so many times is no chance; a long log need not be tried to its end. */
	if (ticks->seen >= PLENTY || time_ns == 0 || time_ns == ticks->last_ns ||
	    time_ns < -LONGEST_NS || time_ns > LONGEST_NS)
		return;
	ticks->last_ns = time_ns;
	ticks->seen++;
	for (size_t i = 0; i < ROWS; i++)
		if (!ticks->excluded[i])
			ticks->excluded[i] =
				!is_multiple(time_ns < 0 ? -time_ns : time_ns,
					     rows[i].hertz);
}

const struct clock_tick *clock_ticks_find(const struct clock_ticks *ticks)
{
	if (ticks->seen < ENOUGH)
		return NULL;
	for (size_t i = 0; i < ROWS; i++)
		if (!ticks->excluded[i])
			return &rows[i];
	return NULL;
}
