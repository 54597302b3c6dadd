/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about reports that tell of every second: two layers of spikes, slow wake-ups alone. */
#include <stdlib.h>

#include "base/num.h"
#include "rules/asks.h"
#include "rules/table.h"

enum { FEWEST_ROWS = 30, SHARE_MAX = 5, RATIO_MIN = 3, LISTED = 12 };

/* The stream with the most rows; NULL. */
static const struct foreign_stream *longest(const struct run_foreign *foreign)
{
	const struct foreign_stream *found = NULL;

	for (uint32_t i = 0; foreign && i < foreign->stream_count; i++)
		if (foreign->streams[i].row_count > (found ? found->row_count : 0))
			found = &foreign->streams[i];
	return found;
}

static int by_size(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Row maxima above and below a gap that nothing lies in. */
struct layers {
	uint32_t low, high; /* how many rows; high 0: no layers */
	int64_t low_min_ns, low_max_ns, high_min_ns, high_max_ns;
};

/* The widest gap, as a ratio, that has few rows above it. */
static struct layers find_layers(const struct foreign_stream *stream, struct arena *arena)
{
	int64_t *sizes = arena_array(arena, stream->row_count, sizeof(*sizes));
	struct layers layers = {0};
	uint32_t count = 0;
	double best = RATIO_MIN;

	for (uint32_t i = 0; i < stream->row_count; i++)
		if (stream->rows[i].max_ns > 0)
			sizes[count++] = stream->rows[i].max_ns;
	qsort(sizes, count, sizeof(*sizes), by_size);
	for (uint32_t i = count - count / SHARE_MAX; i + 1 < count; i++) {
		double ratio = i ? (double)sizes[i] / (double)sizes[i - 1] : 0;

		if (ratio < best)
			continue;
		best = ratio;
		layers = (struct layers){.low = i,
					 .high = count - i,
					 .low_min_ns = sizes[0],
					 .low_max_ns = sizes[i - 1],
					 .high_min_ns = sizes[i],
					 .high_max_ns = sizes[count - 1]};
	}
	return layers;
}

/* The rows of the upper layer: which they are, how far apart, what they missed. */
struct upper {
	struct str numbers, gaps;
	int64_t least_s, most_s, first_s, last_s, gap_count;
	int64_t overruns, least_overruns, most_overruns; /* least RUN_UNKNOWN: not told */
};

static void free_upper(struct upper *upper)
{
	str_free(&upper->numbers);
	str_free(&upper->gaps);
}

static void add_gap(struct upper *upper, int64_t second)
{
	int64_t gap = second - upper->last_s;

	if (upper->first_s == RUN_UNKNOWN) {
		upper->first_s = upper->last_s = second;
		return;
	}
	if (upper->gap_count++ < LISTED)
		str_addf(&upper->gaps, "%s%lld", upper->gaps.length ? ", " : "",
			 (long long)gap);
	upper->least_s = gap < upper->least_s ? gap : upper->least_s;
	upper->most_s = gap > upper->most_s ? gap : upper->most_s;
	upper->last_s = second;
}

static void add_spike(struct upper *upper, const struct foreign_row *row, uint32_t number,
		      uint32_t told)
{
	if (told < LISTED)
		str_addf(&upper->numbers, "%s%u", told ? ", " : "", number + 1);
	else if (told == LISTED)
		str_add(&upper->numbers, ", ...");
	add_gap(upper, row->time_ns == RUN_UNKNOWN ? number : row->time_ns / NS_PER_S);
	if (row->overruns == RUN_UNKNOWN)
		return;
	upper->overruns += row->overruns;
	if (upper->least_overruns == RUN_UNKNOWN || row->overruns < upper->least_overruns)
		upper->least_overruns = row->overruns;
	if (row->overruns > upper->most_overruns)
		upper->most_overruns = row->overruns;
}

static struct upper look_at_upper(const struct foreign_stream *stream,
				  const struct layers *layers)
{
	struct upper upper = {.least_s = INT64_MAX,
			      .first_s = RUN_UNKNOWN,
			      .least_overruns = RUN_UNKNOWN};
	uint32_t told = 0;

	for (uint32_t i = 0; i < stream->row_count; i++)
		if (stream->rows[i].max_ns >= layers->high_min_ns)
			add_spike(&upper, &stream->rows[i], i, told++);
	return upper;
}

/* "gaps of 34, 37, 31 s: mean 34.0 s; at best a period of 30 to 40 s, from 3 gaps only" */
static const char *gaps_text(struct rule_finding *finding, const struct upper *upper)
{
	if (upper->gap_count < 2)
		return "too few gaps for a period";
	return rule_text(finding,
			 "gaps of %s s, mean %.1f s: at best a period of %lld to %lld s, "
			 "from %lld gaps only",
			 str_text(&upper->gaps),
			 (double)(upper->last_s - upper->first_s) /
				 (double)upper->gap_count,
			 (long long)upper->least_s / 10 * 10,
			 (long long)(upper->most_s + 9) / 10 * 10,
			 (long long)upper->gap_count);
}

static const char *overruns_text(struct rule_finding *finding,
				 const struct foreign_stream *stream,
				 const struct upper *upper)
{
	int64_t total = 0;

	for (uint32_t i = 0; i < stream->row_count; i++)
		if (stream->rows[i].overruns > 0)
			total += stream->rows[i].overruns;
	if (!total || upper->least_overruns == RUN_UNKNOWN)
		return "";
	return rule_text(
		finding,
		"; each brings %lld to %lld overruns, and %lld lie outside of them",
		(long long)upper->least_overruns, (long long)upper->most_overruns,
		(long long)(total - upper->overruns));
}

/* Lateness of a period or more: something is missed. */
static const char *period_text(struct rule_finding *finding,
			       const struct foreign_stream *stream,
			       const struct layers *layers)
{
	if (stream->period_ns == RUN_UNKNOWN || layers->high_max_ns < stream->period_ns)
		return "";
	return rule_text(finding, "; %s the period of %s, so periods are missed",
			 layers->low_max_ns >= stream->period_ns
				 ? "both layers exceed"
				 : "the upper one exceeds",
			 ask_us(finding, stream->period_ns));
}

/* "; averages of 2.310 us to 2.390 us are steady, ...": they do not point there. */
static const char *averages_text(struct rule_finding *finding,
				 const struct foreign_stream *stream)
{
	int64_t least = INT64_MAX, most = 0;

	for (uint32_t i = 0; i < stream->row_count; i++) {
		int64_t avg_ns = stream->rows[i].avg_ns;

		if (avg_ns <= 0)
			continue;
		least = avg_ns < least ? avg_ns : least;
		most = avg_ns > most ? avg_ns : most;
	}
	if (!most || most > least + least / 5)
		return "";
	return rule_text(finding,
			 "; averages of %s to %s are steady, which points away from the "
			 "governor and from overload",
			 ask_us(finding, least), ask_us(finding, most));
}

static enum rule_verdict judge_layers(const struct rule_input *input,
				      struct rule_finding *finding)
{
	const struct foreign_stream *stream = longest(input->foreign);
	CLEANUP(free_upper) struct upper upper = {0};
	struct layers layers;

	if (!input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run of another tool");
	if (!stream || stream->row_count < FEWEST_ROWS)
		return rule_say(finding, RULE_UNKNOWN,
				"the report tells of %u stretches; %d are needed",
				stream ? stream->row_count : 0, FEWEST_ROWS);
	layers = find_layers(stream, finding->arena);
	if (!layers.high)
		return rule_say(
			finding, RULE_OK,
			"the maxima of %u stretches are of one kind: no gap by a "
			"factor of %d or more between the largest ones and the rest",
			stream->row_count, RATIO_MIN);
	upper = look_at_upper(stream, &layers);
	if (stream->period_ns != RUN_UNKNOWN && layers.high_max_ns >= stream->period_ns)
		finding->weight = RULE_LIKELY;
	return rule_say(
		finding, RULE_BAD,
		"two layers: %u of %u seconds have a maximum of %s to %s, so something of "
		"that size comes at least once a second; %u (rows %s) reach %s to %s, and "
		"nothing lies between; %s%s%s%s. The cause is unknown",
		layers.low, stream->row_count, ask_us(finding, layers.low_min_ns),
		ask_us(finding, layers.low_max_ns), layers.high, str_text(&upper.numbers),
		ask_us(finding, layers.high_min_ns), ask_us(finding, layers.high_max_ns),
		gaps_text(finding, &upper), overruns_text(finding, stream, &upper),
		period_text(finding, stream, &layers), averages_text(finding, stream));
}

const struct rule rule_two_layers = {
	.id = "two-layers",
	.title = "Two layers of spikes: frequent ones and rare large ones",
	.weight = RULE_POSSIBLE,
	.looks_at =
		"maxima of every second in another tool's report, a gap between them, the "
		"seconds between the large ones, overruns",
	.effect =
		"large ones of a ms and more every 30 to 40 s beside frequent ones of about "
		"100 us",
	.fix = "none before the cause is known; hypotheses in order: polls of drivers or "
	       "firmware (graphics, thermal, WiFi scan, firmware updater), then SMIs",
	.undo = "load the driver again, start the service again",
	.prove =
		"the SMI counter against the seconds of the spikes; then the graphics driver "
		"off, and one factor at a time: the upper layer must go and come back",
	.find_out = "a report with a row for every second, 30 of them or more",
	.basis = RULE_SEEN,
	.judge = judge_layers,
};

/* How average and minimum of the rows compare. */
struct bulk {
	uint32_t rows;
	double least, most; /* average by minimum */
	int64_t min_ns, avg_ns, max_ns;
};

static struct bulk look_at_bulk(const struct foreign_stream *stream)
{
	struct bulk bulk = {.least = 1e9, .min_ns = INT64_MAX};

	for (uint32_t i = 0; i < stream->row_count; i++) {
		const struct foreign_row *row = &stream->rows[i];
		double ratio;

		if (row->min_ns <= 0 || row->avg_ns <= 0 || row->max_ns <= 0)
			continue;
		ratio = (double)row->avg_ns / (double)row->min_ns;
		bulk.rows++;
		bulk.least = ratio < bulk.least ? ratio : bulk.least;
		bulk.most = ratio > bulk.most ? ratio : bulk.most;
		bulk.min_ns = row->min_ns < bulk.min_ns ? row->min_ns : bulk.min_ns;
		bulk.avg_ns = row->avg_ns > bulk.avg_ns ? row->avg_ns : bulk.avg_ns;
		bulk.max_ns = row->max_ns > bulk.max_ns ? row->max_ns : bulk.max_ns;
	}
	return bulk;
}

static enum rule_verdict judge_bulk(const struct rule_input *input,
				    struct rule_finding *finding)
{
	enum { FEWEST = 8 };
	const int64_t quick_ns = 10 * NS_PER_US;
	const struct foreign_stream *stream = longest(input->foreign);
	struct bulk bulk = {0};

	if (!input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run of another tool");
	if (stream)
		bulk = look_at_bulk(stream);
	if (bulk.rows < FEWEST)
		return rule_say(
			finding, RULE_UNKNOWN,
			"%u stretches have a minimum, an average and a maximum; %d "
			"are needed",
			bulk.rows, FEWEST);
	if (bulk.min_ns < quick_ns || bulk.most > 2 || bulk.max_ns > 4 * bulk.avg_ns)
		return rule_say(
			finding, RULE_OK,
			"averages are %.2f to %.2f times the minimum of their "
			"second, and the quickest wake-up takes %s: no wake-up that "
			"is slow as a whole",
			bulk.least, bulk.most, ask_us(finding, bulk.min_ns));
	return rule_say(
		finding, RULE_BAD,
		"every wake-up is slow, not some: averages are %.2f to %.2f times "
		"the minimum of their second in all %u, and the quickest takes %s; "
		"that is what contention for memory or the L2 cache looks like. The "
		"load is not in the report",
		bulk.least, bulk.most, bulk.rows, ask_us(finding, bulk.min_ns));
}

const struct rule rule_memory_contention = {
	.id = "memory-contention",
	.title = "Contention for memory or the L2 cache: slow as a whole",
	.weight = RULE_POSSIBLE,
	.looks_at =
		"minimum, average and maximum of every second in another tool's report",
	.effect =
		"average times 3 with another cache setting under a load, the worst hardly "
		"more",
	.fix = "less memory traffic from other CPUs (whylate load memory shows how much it "
	       "does); on an L2C-310 the write-allocate and prefetch bits, whose effect "
	       "depends on the load; the register may belong to the secure world, that is to "
	       "the boot loader",
	.undo = "the old register value",
	.prove = "memory writers 0 and 4, each with write-allocate off and on (auxiliary "
		 "control 24:23 = 01 and 00), then the prefetch bits 28 and 29",
	.find_out = "a report with a row for every second, 8 of them or more",
	.basis = RULE_SEEN,
	.judge = judge_bulk,
};
