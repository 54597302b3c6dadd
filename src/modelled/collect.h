/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A run as it would have been under a policy: plan, set-up, load and events are those of the
 * guest's own run, whose lateness each wake-up's modelled one replaces. The due times stay, so
 * wake-ups of two policies are pairs.
 */
#ifndef MODELLED_COLLECT_H
#define MODELLED_COLLECT_H

#include "base/str.h"
#include "modelled/trace.h"
#include "run/record.h"

/* Every sample of the guest's run, by a first reading. */
struct guest_samples {
	struct str bytes; /* of struct run_sample */
	int64_t slice_ns, period_ns;
	uint32_t stream_count;
};

static inline uint32_t guest_sample_count(const struct guest_samples *samples)
{
	return (uint32_t)(samples->bytes.length / sizeof(struct run_sample));
}

struct run_sink guest_samples_sink(struct guest_samples *samples);

/* What the load moved: is it more than memory could? */
struct model_pace {
	int64_t moved_mbytes_per_s, memory_mbytes_per_s;
	int64_t stretch_thousandths; /* modelled time by the guest's */
	bool is_saturated;
};

struct collect;

/*
 * The trace's last wake-ups are the run's samples; -1 where they are not. name: of the run, for
 * messages. Both must outlive it.
 */
struct collect *collect_open(const struct model_trace *trace,
			     const struct guest_samples *samples, const char *name,
			     struct err *err);
void collect_close(struct collect *collect);

struct model_pace collect_pace(const struct collect *collect, uint32_t policy);

/* Play the guest's run into this, and `to` is told the run under the policy. */
struct run_sink collect_sink(struct collect *collect, uint32_t policy,
			     const struct run_sink *to);

#endif
