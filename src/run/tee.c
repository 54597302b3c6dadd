/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "run/tee.h"

#define TELL(self_, member, ...)                                             \
	do {                                                                 \
		struct run_tee *tee_ = (self_);                              \
		if (tee_->lock)                                              \
			tee_->lock(tee_->self);                              \
		for (uint32_t i_ = 0; i_ < tee_->count; i_++)                \
			if (tee_->sinks[i_].member)                          \
				tee_->sinks[i_].member(tee_->sinks[i_].self, \
						       ##__VA_ARGS__);       \
		if (tee_->unlock)                                            \
			tee_->unlock(tee_->self);                            \
	} while (0)

static void on_head(void *self, const struct run_head *head)
{
	TELL(self, head, head);
}

static void on_obtained(void *self, const struct run_stream *streams, uint32_t count)
{
	TELL(self, obtained, streams, count);
}

static void on_slice(void *self, const struct run_slice *slice)
{
	TELL(self, slice, slice);
}

static void on_spikes(void *self, uint32_t stream, const struct run_sample *spikes,
		      uint32_t count)
{
	TELL(self, spikes, stream, spikes, count);
}

static void on_counts(void *self, uint32_t slice_number, const struct run_count *counts,
		      uint32_t count, bool whole_run)
{
	TELL(self, counts, slice_number, counts, count, whole_run);
}

static void on_raw(void *self, uint32_t stream, const struct run_sample *samples,
		   uint32_t count)
{
	TELL(self, raw, stream, samples, count);
}

static void on_event(void *self, const struct run_event *event)
{
	TELL(self, event, event);
}

static void on_setup(void *self, const struct run_setup *setup)
{
	TELL(self, setup, setup);
}

static void on_foreign(void *self, const struct run_foreign *foreign)
{
	TELL(self, foreign, foreign);
}

static void on_output(void *self, const struct run_output *output)
{
	TELL(self, output, output);
}

static void on_flush(void *self)
{
	TELL(self, flush);
}

static void on_end(void *self, const struct run_end *end)
{
	TELL(self, end, end);
}

/* Those members that one of the sinks has. */
#define TAKE(sink, from, member) \
	((sink)->member = (from)->member ? on_##member : (sink)->member)

struct run_sink run_tee_sink(struct run_tee *tee)
{
	struct run_sink sink = {.self = tee};

	for (uint32_t i = 0; i < tee->count; i++) {
		const struct run_sink *from = &tee->sinks[i];

		TAKE(&sink, from, head);
		TAKE(&sink, from, obtained);
		TAKE(&sink, from, slice);
		TAKE(&sink, from, spikes);
		TAKE(&sink, from, counts);
		TAKE(&sink, from, raw);
		TAKE(&sink, from, event);
		TAKE(&sink, from, setup);
		TAKE(&sink, from, foreign);
		TAKE(&sink, from, output);
		TAKE(&sink, from, flush);
		TAKE(&sink, from, end);
	}
	return sink;
}
