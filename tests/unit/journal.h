/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A sink that notes a fingerprint of every value of every call, so that what was delivered
 * can be compared with what was fed. Not of longest_flush_ns, which only the writer knows.
 */
#ifndef JOURNAL_H
#define JOURNAL_H

#include <stdlib.h>
#include <string.h>

#include "run/record.h"

enum { JOURNAL_MOST = 1024 };

struct journal {
	uint64_t note[JOURNAL_MOST]; /* one a call */
	uint32_t count;              /* may be above JOURNAL_MOST: those are lost */
	uint64_t now;
};

static inline void journal_add(struct journal *journal, uint64_t value)
{
	journal->now = (journal->now ^ value) * UINT64_C(0x9e3779b97f4a7c15);
	journal->now ^= journal->now >> 29;
}

static inline void journal_add_text(struct journal *journal, const char *text)
{
	journal_add(journal, strlen(text));
	for (; *text; text++)
		journal_add(journal, (unsigned char)*text);
}

static inline void journal_begin(struct journal *journal, char kind)
{
	journal->now = (unsigned char)kind;
}

static inline void journal_end(struct journal *journal)
{
	if (journal->count < JOURNAL_MOST)
		journal->note[journal->count] = journal->now;
	journal->count++;
}

static inline void journal_streams(struct journal *journal,
				   const struct run_stream *streams, uint32_t count)
{
	journal_add(journal, count);
	for (uint32_t i = 0; i < count; i++) {
		const struct run_stream *at = &streams[i];
		const int64_t numbers[] = {
			at->cpu,      at->offset_ns,    at->period_ns,        at->tid,
			at->priority, at->got_priority, at->got_memory_locked};
		const char *texts[] = {at->context, at->wake,       at->lateness,
				       at->policy,  at->got_policy, at->got_cpus};

		for (size_t j = 0; j < sizeof(numbers) / sizeof(numbers[0]); j++)
			journal_add(journal, (uint64_t)numbers[j]);
		for (size_t j = 0; j < sizeof(texts) / sizeof(texts[0]); j++)
			journal_add_text(journal, texts[j]);
	}
}

static inline void journal_plan(struct journal *journal, const struct run_plan *plan)
{
	const int64_t numbers[] = {
		plan->duration_ns, plan->samples,           plan->period_ns,
		plan->warm_up_ns,  plan->limit_ns,          plan->stop_at_ns,
		plan->spike_ns,    plan->spin_threshold_ns, plan->hold_dma_latency_us,
		plan->priority,    plan->spike_auto,        plan->raw};
	const char *texts[] = {plan->cpus,  plan->policy,      plan->wake,
			       plan->align, plan->missed_rule, plan->note};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		journal_add(journal, (uint64_t)numbers[i]);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		journal_add_text(journal, texts[i]);
}

static inline void journal_host(struct journal *journal, const struct run_host *host)
{
	const int64_t numbers[] = {host->started_wall_ns, host->started_monotonic_ns,
				   host->clock_granularity_ns, host->clock_read_ns,
				   host->wake_cost_ns};
	const char *texts[] = {host->name, host->kernel, host->kernel_version,
			       host->machine, host->program_version};

	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		journal_add(journal, (uint64_t)numbers[i]);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		journal_add_text(journal, texts[i]);
}

static inline void journal_on_head(void *self, const struct run_head *head)
{
	struct journal *journal = self;

	journal_begin(journal, 'H');
	journal_host(journal, &head->host);
	journal_plan(journal, &head->plan);
	journal_add_text(journal, head->load.made);
	journal_add(journal, (uint64_t)head->slice_ns);
	journal_streams(journal, head->streams, head->stream_count);
	journal_add(journal, head->counter_count);
	for (uint32_t i = 0; i < head->counter_count; i++) {
		journal_add_text(journal, head->counters[i].name);
		journal_add_text(journal, head->counters[i].unit);
		journal_add_text(journal, head->counters[i].scope);
		journal_add_text(journal, head->counters[i].unavailable);
		journal_add(journal, head->counters[i].per_slice);
	}
	journal_add(journal, head->cpu_count);
	for (uint32_t i = 0; i < head->cpu_count; i++)
		journal_add(journal, (uint64_t)head->cpus[i]);
	journal_end(journal);
}

static inline void journal_on_obtained(void *self, const struct run_stream *streams,
				       uint32_t count)
{
	journal_begin(self, 'O');
	journal_streams(self, streams, count);
	journal_end(self);
}

static inline void journal_on_slice(void *self, const struct run_slice *slice)
{
	const struct histogram_stats *stats = &slice->histogram->stats;
	const uint64_t numbers[] = {slice->stream,
				    slice->number,
				    (uint64_t)slice->begin_ns,
				    (uint64_t)slice->end_ns,
				    (uint64_t)slice->threshold_ns,
				    slice->samples_lost,
				    slice->first_bucket,
				    slice->end_bucket,
				    stats->count,
				    stats->overruns,
				    stats->early,
				    stats->beyond,
				    (uint64_t)stats->sum_ns,
				    (uint64_t)stats->min_ns,
				    (uint64_t)stats->max_ns};

	journal_begin(self, 'S');
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		journal_add(self, numbers[i]);
	for (uint32_t i = slice->first_bucket; i < slice->end_bucket; i++)
		if (slice->histogram->bucket[i])
			journal_add(self,
				    (uint64_t)i << 32 | slice->histogram->bucket[i]);
	journal_end(self);
}

static inline void journal_samples(struct journal *journal, char kind, uint32_t stream,
				   const struct run_sample *samples, uint32_t count)
{
	journal_begin(journal, kind);
	journal_add(journal, stream);
	journal_add(journal, count);
	for (uint32_t i = 0; i < count; i++) {
		journal_add(journal, (uint64_t)samples[i].due_ns);
		journal_add(journal, (uint64_t)samples[i].late_ns);
	}
	journal_end(journal);
}

static inline void journal_on_spikes(void *self, uint32_t stream,
				     const struct run_sample *samples, uint32_t count)
{
	journal_samples(self, 'P', stream, samples, count);
}

static inline void journal_on_raw(void *self, uint32_t stream,
				  const struct run_sample *samples, uint32_t count)
{
	journal_samples(self, 'R', stream, samples, count);
}

static inline void journal_on_counts(void *self, uint32_t slice_number,
				     const struct run_count *counts, uint32_t count,
				     bool whole_run)
{
	journal_begin(self, 'C');
	journal_add(self, slice_number);
	journal_add(self, whole_run);
	for (uint32_t i = 0; i < count; i++) {
		journal_add(self, counts[i].counter);
		journal_add(self, counts[i].instance);
		journal_add(self, (uint64_t)counts[i].value);
	}
	journal_end(self);
}

static inline void journal_on_event(void *self, const struct run_event *event)
{
	journal_begin(self, 'V');
	journal_add(self, (uint64_t)event->time_ns);
	journal_add_text(self, event->kind);
	journal_add_text(self, event->text);
	journal_add(self, event->invalidates);
	journal_end(self);
}

static inline void journal_on_setup(void *self, const struct run_setup *setup)
{
	journal_begin(self, 'F');
	journal_add(self, (uint64_t)setup->time_ns);
	journal_add(self, setup->changes);
	journal_add(self, setup->count);
	for (size_t i = 0; i < setup->count; i++) {
		const struct setup_file *file = &setup->files[i];

		journal_add_text(self, file->path);
		journal_add(self, file->length);
		for (size_t k = 0; k <= file->length; k++) /* the NUL, too */
			journal_add(self, (unsigned char)file->text[k]);
		journal_add(self, (uint64_t)file->error);
		journal_add(self, (uint64_t)file->cut << 1 | file->varies);
	}
	journal_end(self);
}

static inline void journal_on_end(void *self, const struct run_end *end)
{
	journal_begin(self, 'E');
	journal_add_text(self, end->ended);
	journal_add(self, (uint64_t)end->end_ns);
	journal_add(self, (uint64_t)end->recorded_ns);
	journal_add(self, (uint64_t)end->recorder_cpu_ns);
	journal_add(self, end->checked);
	journal_end(self);
}

static inline struct run_sink journal_sink(struct journal *journal)
{
	return (struct run_sink){
		.self = journal,
		.head = journal_on_head,
		.obtained = journal_on_obtained,
		.slice = journal_on_slice,
		.spikes = journal_on_spikes,
		.counts = journal_on_counts,
		.raw = journal_on_raw,
		.event = journal_on_event,
		.setup = journal_on_setup,
		.end = journal_on_end,
	};
}

static inline bool journal_equal(const struct journal *a, const struct journal *b)
{
	return a->count == b->count && a->count <= JOURNAL_MOST &&
	       !memcmp(a->note, b->note, a->count * sizeof(a->note[0]));
}

#endif
