/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Cycles at which samples lay above the histogram: the same distance again and again between
 * them is the mark of something periodic, even when several such things are mixed.
 */
#include <stdlib.h>

#include "base/saturate.h"
#include "import/cyclictest-parts.h"

/* Threads, and cycles of each, that are looked at; distances that are told. */
enum { THREADS_MAX = 16, CYCLES_MAX = 500, FEWEST_PAIRS = 10, TOLD = 2 };
/* Shorter ones are within one event, or what a retry leaves behind. */
enum { SHORTEST = 100 };

struct distance {
	int64_t cycles;
	uint32_t pairs;
};

static int by_length(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* All distances between two of the cycles, ascending; how many. */
static size_t distances_of(const int64_t *cycles, size_t count, int64_t *distances)
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++)
		for (size_t k = i + 1; k < count; k++) {
			int64_t distance = saturate_sub(cycles[k], cycles[i]);

			if (distance >= SHORTEST)
				distances[found++] = distance;
		}
	qsort(distances, found, sizeof(*distances), by_length);
	return found;
}

/* Twice a distance comes with the distance itself. */
static bool is_multiple(const struct distance *told, size_t count, int64_t distance)
{
	for (size_t i = 0; i < count; i++)
		if (distance % told[i].cycles == 0)
			return true;
	return false;
}

/* The distance that comes most often and is no multiple of those told already. */
static struct distance most_common(const int64_t *distances, size_t count,
				   const struct distance *told, size_t told_count)
{
	struct distance best = {0};

	for (size_t i = 0, k; i < count; i = k) {
		for (k = i; k < count && distances[k] == distances[i]; k++)
			;
		if (k - i > best.pairs && !is_multiple(told, told_count, distances[i]))
			best = (struct distance){distances[i], (uint32_t)(k - i)};
	}
	return best;
}

/* So many by chance, were the cycles spread evenly. */
static double pairs_by_chance(const int64_t *cycles, size_t count)
{
	double span = (double)cycles[count - 1] - (double)cycles[0];

	return span > 0 ? (double)count * (double)count / span : 1e9;
}

static void tell(struct cyclictest *self, int64_t thread, size_t count,
		 const struct distance *distance)
{
	int64_t period_ns = foreign_stream_at(self->builder, thread)->period_ns;

	foreign_add_note(
		self->builder, FOREIGN_NOTE,
		"T: %lld: of the %zu overflows listed, %u pairs are exactly %lld cycles%s "
		"apart: something with that period",
		(long long)thread, count, distance->pairs, (long long)distance->cycles,
		period_ns == RUN_UNKNOWN ? ""
					 : foreign_text(self->builder, " (%.4f s)",
							(double)distance->cycles *
								(double)period_ns / 1e9));
}

static void look_at_thread(struct cyclictest *self, int64_t thread, const int64_t *cycles,
			   size_t count)
{
	size_t pairs = count * (count - 1) / 2, told = 0;
	int64_t *distances = mem_alloc(pairs * sizeof(*distances));
	struct distance list[TOLD];
	size_t found = distances_of(cycles, count, distances);

	while (told < TOLD) {
		struct distance next = most_common(distances, found, list, told);

		if (next.pairs < FEWEST_PAIRS || next.pairs < count / 5 ||
		    next.pairs < 5 * pairs_by_chance(cycles, count))
			break;
		tell(self, thread, count, &next);
		list[told++] = next;
	}
	free(distances);
}

void cyclictest_finish_overflows(struct cyclictest *self)
{
	const int64_t *numbers = cyclictest_numbers(&self->overflow_cycles);
	size_t end = cyclictest_count(&self->overflow_cycles), threads = 0;
	int64_t cycles[CYCLES_MAX];

	/* thread, cycle, thread, cycle, ...; ascending by thread as they come */
	for (size_t at = 0; at + 1 < end && threads < THREADS_MAX; threads++) {
		int64_t thread = numbers[at];
		size_t count = 0;

		for (; at + 1 < end && numbers[at] == thread; at += 2)
			if (count < CYCLES_MAX &&
			    (!count || numbers[at + 1] > cycles[count - 1]))
				cycles[count++] = numbers[at + 1];
		if (count >= FEWEST_PAIRS && foreign_has_stream(self->builder, thread))
			look_at_thread(self, thread, cycles, count);
	}
}
