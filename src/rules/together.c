/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * All CPUs late at once: the shape of what takes the whole machine. It points to firmware, a
 * hypervisor or memory, and says on how many slices or moments it rests.
 */
#include <stdlib.h>
#include <string.h>

#include "rules/asks.h"
#include "rules/table.h"

enum {
	FEWEST_SPIKES = 3,
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

/* In how many slices does any stream spike, and in how many do all of them? */
struct together {
	uint32_t streams, any, all;
	double by_chance; /* expected number of slices in which all would, independently */
};

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
	together.by_chance = chance * detail->slices;
	free(spiking);
	return together;
}

/* Spikes of a report that has them one by one: moments at which all streams have one. */
static struct together count_moments(const struct detail *detail, struct arena *arena)
{
	enum { SAME_NS = 2000000 };
	struct together together = {.streams = detail->streams};
	struct detail_spike *spikes =
		arena_array(arena, detail->spike_count, sizeof(*spikes));
	uint64_t *last = arena_array(arena, detail->streams, sizeof(*last));

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
	if (together.all * 2 < together.any || !together.all)
		return rule_say(
			finding, RULE_OK,
			"%u moments with a spike, in %u of them all %u streams have "
			"one",
			together.any, together.all, together.streams);
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
			finding, RULE_OK,
			"%u slices with a spike of %d times a stream's median: too few "
			"for a pattern",
			together.any, SPIKE_TIMES);
	if (together.all >= FEWEST_SPIKES && together.all * 2 >= together.any &&
	    together.all > 3 * together.by_chance)
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
