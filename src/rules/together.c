/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * All CPUs late at once: the shape of what takes the whole machine. It points to firmware, a
 * hypervisor or memory, and says on how many slices or moments it rests.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rules/asks.h"
#include "rules/table.h"
#include "stats/special.h"

enum {
	FEWEST_SPIKES = 3,
	FEWEST_MOMENTS = 10,
	SPIKE_TIMES = 3, /* a slice spikes when its maximum is so many times the median */
};

static int by_due(const void *a, const void *b)
{
	int64_t x = ((const struct detail_spike *)a)->due_ns;
	int64_t y = ((const struct detail_spike *)b)->due_ns;

	return (x > y) - (x < y);
}

static bool has_slices(const struct rule_input *input)
{
	return input->detail && input->detail->max_ns &&
	       input->detail->slices >= DETAIL_FEWEST;
}

/* So many together, or more, come by chance no oftener than that. */
static const double MOST_CHANCE = 0.001;

/* In how many slices does any stream spike, and in how many do all of them? */
struct together {
	uint32_t streams, any, all;
	double by_chance; /* expected number in which all would, independently */
	double p;         /* that chance gives as many */
};

static void set_chance(struct together *together, uint32_t of, double chance)
{
	together->by_chance = chance * of;
	together->p = 1;
	if (together->all && chance < 1)
		together->p = chance > 0
				      ? 1 - binomial_below(together->all - 1, of, chance)
				      : 0;
}

static struct together count_together(const struct detail *detail)
{
	struct together together = {0};
	uint32_t *spiking = mem_alloc(detail->slices * sizeof(*spiking));
	double chance = 1;

	for (uint32_t i = 0; i < detail->streams; i++) {
		int64_t median = detail_median(detail, i);
		uint32_t spikes = 0;

		if (median == DETAIL_ABSENT)
			continue;
		together.streams++;
		for (uint32_t j = 0; j < detail->slices; j++)
			if (detail->max_ns[i][j] / SPIKE_TIMES > median &&
			    detail->max_ns[i][j] > 0) {
				spikes++;
				spiking[j]++;
			}
		chance *= (double)spikes / detail->slices;
	}
	for (uint32_t j = 0; j < detail->slices; j++) {
		together.any += spiking[j] > 0;
		together.all += spiking[j] && spiking[j] == together.streams;
	}
	set_chance(&together, detail->slices, chance);
	free(spiking);
	return together;
}

/*
 * That all other streams have a spike within so many ns behind one, when each has its own at
 * random times; of the stream for which that is most.
 */
static double chance_to_meet(const struct detail *detail,
			     const struct detail_spike *sorted, int64_t within_ns,
			     struct arena *arena)
{
	uint32_t *counts = arena_array(arena, detail->streams, sizeof(*counts));
	double span_ns = (double)(sorted[detail->spike_count - 1].due_ns -
				  sorted[0].due_ns + within_ns);
	double all = 1, least = 1;

	for (uint32_t i = 0; i < detail->spike_count; i++)
		counts[sorted[i].stream]++;
	for (uint32_t i = 0; i < detail->streams; i++) {
		double one = -expm1(-counts[i] * (double)within_ns / span_ns);

		all *= one;
		least = one < least ? one : least;
	}
	return least > 0 ? all / least : 0;
}

/* Spikes of a report that has them one by one: moments at which all streams have one. */
static struct together count_moments(const struct detail *detail, struct arena *arena)
{
	enum { SAME_NS = 2000000 };
	struct together together = {.streams = detail->streams};
	struct detail_spike *spikes =
		arena_array(arena, detail->spike_count, sizeof(*spikes));
	uint64_t *last = arena_array(arena, detail->streams, sizeof(*last));
	double chance;

	memcpy(spikes, detail->spikes, detail->spike_count * sizeof(*spikes));
	qsort(spikes, detail->spike_count, sizeof(*spikes), by_due);
	for (uint32_t i = 0, end; i < detail->spike_count; i = end) {
		uint32_t streams = 0;

		together.any++;
		for (end = i; end < detail->spike_count &&
			      spikes[end].due_ns - spikes[i].due_ns <= SAME_NS;
		     end++) {
			streams += last[spikes[end].stream] != together.any;
			last[spikes[end].stream] = together.any;
		}
		together.all += streams == detail->streams;
	}
	chance = chance_to_meet(detail, spikes, SAME_NS, arena);
	set_chance(&together, together.any, chance);
	return together;
}

static const char *smi_words(const struct rule_input *input, struct rule_finding *finding)
{
	int64_t total;

	if (!ask_smis(input, &total))
		return "the count of SMIs is not known";
	return rule_text(finding, "%lld SMIs were counted", (long long)total);
}

static enum rule_verdict judge_moments(const struct rule_input *input,
				       struct rule_finding *finding)
{
	struct together together = count_moments(input->detail, finding->arena);
	int64_t smis = 0;

	ask_smis(input, &smis);
	/* Firmware that was counted needs no pattern. */
	if (together.any < FEWEST_MOMENTS && !(smis > 0 && together.all))
		return rule_say(finding, RULE_UNKNOWN,
				"%u moments with a spike, in %u of them all %u streams "
				"have one: too few for a pattern, which takes %d",
				together.any, together.all, together.streams,
				FEWEST_MOMENTS);
	if (together.all * 2 < together.any || !together.all ||
	    (together.p > MOST_CHANCE && !smis))
		return rule_say(
			finding, RULE_OK,
			"%u moments with a spike, in %u of them all %u streams have "
			"one (%.1f would by chance)",
			together.any, together.all, together.streams, together.by_chance);
	if (smis > 0)
		finding->weight = RULE_CERTAIN;
	return rule_say(
		finding, RULE_BAD,
		"%u of %u moments with a spike are the same on all %u streams (within "
		"2 ms); %s",
		together.all, together.any, together.streams, smi_words(input, finding));
}

static enum rule_verdict judge_slices(const struct rule_input *input,
				      struct rule_finding *finding)
{
	struct together together = count_together(input->detail);

	if (together.streams < 2)
		return rule_say(finding, RULE_UNKNOWN, "only one stream was measured");
	if (together.any < FEWEST_SPIKES)
		return rule_say(
			finding, together.any ? RULE_UNKNOWN : RULE_OK,
			"%u slices with a spike of %d times a stream's median: too few "
			"for a pattern",
			together.any, SPIKE_TIMES);
	if (together.all >= FEWEST_SPIKES && together.all * 2 >= together.any &&
	    together.p <= MOST_CHANCE)
		return rule_say(
			finding, RULE_BAD,
			"in %u of the %u slices with a spike, all %u streams spike "
			"(%.1f would by chance); %s",
			together.all, together.any, together.streams, together.by_chance,
			smi_words(input, finding));
	return rule_say(
		finding, RULE_OK,
		"streams spike on their own: all %u at once in %u of %u slices with a "
		"spike",
		together.streams, together.all, together.any);
}

static enum rule_verdict judge_all_at_once(const struct rule_input *input,
					   struct rule_finding *finding)
{
	const struct detail *detail = input->detail;

	if (!input->run && !input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run");
	if (has_slices(input))
		return judge_slices(input, finding);
	if (input->foreign && detail && detail->streams > 1 && detail->spike_count)
		return judge_moments(input, finding);
	return rule_say(finding, RULE_UNKNOWN, "the run has too few slices");
}

const struct rule rule_all_at_once = {
	.id = "all-at-once",
	.title = "All CPUs are late at once",
	.weight = RULE_LIKELY,
	.looks_at =
		"slices (seconds) in which every stream's maximum is three times its median",
	.effect =
		"100 us to 20 ms on every CPU: firmware (SMI), the hypervisor or the memory "
		"bus, not the scheduler",
	.fix = "BIOS: USB legacy support, TCO and power caps off, or an update; in a virtual "
	       "machine look at the host",
	.undo = "the old BIOS settings",
	.prove =
		"count SMIs (MSR 0x34) against the times of the spikes; the hwlat tracer on an "
		"idle machine",
	.find_out = "a run of minutes over two CPUs or more",
	.basis = RULE_SEEN,
	.judge = judge_all_at_once,
};
