/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of checks. A check looks at one stream and says what is wrong with it; when many
 * streams fail alike, the first one speaks for all.
 */
#include "analyse/validity-checks.h"

#include <string.h>

/* false: nothing to complain of. Otherwise *said says what, without naming the stream. */
typedef bool stream_check_fn(const struct summary *summary,
			     const struct summary_stream *stream, struct str *said);

static const char *asked_policy(const struct summary *summary,
				const struct run_stream *what)
{
	return *what->policy ? what->policy : summary->head.plan.policy;
}

static bool is_other(const char *policy)
{
	return !strcmp(policy, "other");
}

static bool wrong_policy(const struct summary *summary,
			 const struct summary_stream *stream, struct str *said)
{
	const char *asked = asked_policy(summary, &stream->what);

	if (!*stream->what.got_policy || !strcmp(stream->what.got_policy, asked))
		return false;
	str_addf(said, "asked for policy %s, got %s", asked, stream->what.got_policy);
	return true;
}

/* Only fifo and rr have a real-time priority; elsewhere the kernel reads back 0. */
static bool wrong_priority(const struct summary *summary,
			   const struct summary_stream *stream, struct str *said)
{
	const struct run_stream *what = &stream->what;
	const char *asked = asked_policy(summary, what);
	int64_t priority =
		strcmp(asked, "fifo") && strcmp(asked, "rr") ? 0 : what->priority;

	/* With another policy the priority says nothing more. */
	if (strcmp(what->got_policy, asked) || what->got_priority == priority)
		return false;
	str_addf(said, "asked for priority %lld, got %lld", (long long)priority,
		 (long long)what->got_priority);
	return true;
}

static bool wrong_cpus(const struct summary *summary, const struct summary_stream *stream,
		       struct str *said)
{
	const struct run_stream *what = &stream->what;
	struct cpuset got = {0};
	struct err err = {0};

	(void)summary;
	if (what->cpu < 0 || !*what->got_cpus)
		return false;
	if (cpuset_parse(what->got_cpus, &got, &err) == 0 && cpuset_count(&got) == 1 &&
	    what->cpu < CPUSET_CPUS && cpuset_has(&got, (int)what->cpu))
		return false;
	str_addf(said, "asked for cpu %lld alone, was allowed to run on %s",
		 (long long)what->cpu, what->got_cpus);
	return true;
}

static bool memory_not_locked(const struct summary *summary,
			      const struct summary_stream *stream, struct str *said)
{
	if (is_other(asked_policy(summary, &stream->what)) ||
	    stream->what.got_memory_locked != NO)
		return false;
	str_add(said, "its memory was not locked, so that page faults could delay it");
	return true;
}

/* Counted in 32-bit buckets: one that wrapped leaves less than the exact count. */
static bool count_mismatch(const struct summary *summary,
			   const struct summary_stream *stream, struct str *said)
{
	const struct histogram *histogram = stream->histogram;
	uint64_t sum;

	(void)summary;
	if (!histogram)
		return false;
	sum = histogram->stats.early + histogram->stats.beyond;
	for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++)
		sum += histogram->bucket[i];
	if (sum == histogram->stats.count)
		return false;
	str_addf(said, "its histogram holds %llu wake-ups, but %llu were counted",
		 (unsigned long long)sum, (unsigned long long)histogram->stats.count);
	return true;
}

static bool lost_samples(const struct summary *summary,
			 const struct summary_stream *stream, struct str *said)
{
	const struct run_plan *plan = &summary->head.plan;
	bool wanted_spikes = plan->spike_ns > 0 && !plan->spike_auto;

	if (!stream->lost || (!plan->raw && !wanted_spikes))
		return false;
	str_addf(said, "%llu %s that were asked for could not be kept",
		 (unsigned long long)stream->lost, plan->raw ? "samples" : "spikes");
	return true;
}

/* A busy loop that saw no gap is a good result; a sleeper that never woke is none. */
/* Ended before its first wake-up, or recorded nothing for want of disk: that tells nothing. */
static bool nothing_recorded(const struct summary *summary,
			     const struct summary_stream *stream, struct str *said)
{
	bool is_empty = !summary->end.end_ns || !summary->end.recorded_ns;

	if (!summary->has_end || summary->cut_in_time || !is_empty ||
	    (stream->histogram && stream->histogram->stats.count))
		return false;
	str_add(said, summary->end.end_ns
			      ? "nothing was recorded before recording stopped"
			      : "the run ended before its first wake-up");
	return true;
}

static bool no_sample(const struct summary *summary, const struct summary_stream *stream,
		      struct str *said)
{
	if (!summary->has_end || summary->cut_in_time ||
	    summary_file_has_holes(summary) || summary_is_spin(&stream->what) ||
	    !summary->end.end_ns || !summary->end.recorded_ns ||
	    (stream->histogram && stream->histogram->stats.count))
		return false;
	str_add(said, "not a single wake-up was recorded");
	return true;
}

static bool unknown_policy(const struct summary *summary,
			   const struct summary_stream *stream, struct str *said)
{
	if (!summary->has_obtained || *stream->what.got_policy)
		return false;
	str_add(said, "the policy that it ran with could not be read back");
	return true;
}

static bool unknown_cpus(const struct summary *summary,
			 const struct summary_stream *stream, struct str *said)
{
	if (!summary->has_obtained || *stream->what.got_cpus || stream->what.cpu < 0)
		return false;
	str_add(said, "the CPUs that it was allowed to run on could not be read back");
	return true;
}

static bool unknown_memory(const struct summary *summary,
			   const struct summary_stream *stream, struct str *said)
{
	if (!summary->has_obtained || is_other(asked_policy(summary, &stream->what)) ||
	    stream->what.got_memory_locked != UNKNOWN)
		return false;
	str_add(said, "whether its memory was locked could not be read back");
	return true;
}

static const struct {
	stream_check_fn *check;
	enum validity means;
} stream_checks[] = {
	{wrong_policy, VALIDITY_INVALID},   {wrong_priority, VALIDITY_INVALID},
	{wrong_cpus, VALIDITY_INVALID},     {memory_not_locked, VALIDITY_INVALID},
	{count_mismatch, VALIDITY_INVALID}, {lost_samples, VALIDITY_INVALID},
	{no_sample, VALIDITY_INVALID},      {nothing_recorded, VALIDITY_UNKNOWN},
	{unknown_policy, VALIDITY_UNKNOWN}, {unknown_cpus, VALIDITY_UNKNOWN},
	{unknown_memory, VALIDITY_UNKNOWN},
};

void validity_add_stream(struct str *out, const struct run_stream *what, uint32_t number)
{
	const char *stage = run_stream_is_stage(what) ? what->context : "";

	if (what->cpu >= 0)
		str_addf(out, "cpu %lld", (long long)what->cpu);
	else
		str_addf(out, "stream %u", number);
	str_addf(out, " (%s%s%s)", what->wake, *stage ? " " : "", stage);
}

static void check_streams(struct verdict *verdict, stream_check_fn *check,
			  enum validity means)
{
	const struct summary *summary = verdict->summary;
	struct str sentence = {0}, said = {0};
	uint32_t failed = 0;

	for (uint32_t i = 0; i < summary->head.stream_count; i++) {
		const struct summary_stream *stream = &summary->streams[i];

		str_clear(&said);
		if (!stream->selected || !check(summary, stream, &said))
			continue;
		if (failed++)
			continue;
		validity_add_stream(&sentence, &stream->what, i);
		str_addf(&sentence, ": %s", str_text(&said));
	}
	if (failed > 1)
		str_addf(&sentence, "; %u more stream%s likewise", failed - 1,
			 failed == 2 ? "" : "s");
	if (failed)
		validity_note(verdict, means, str_text(&sentence));
	str_free(&sentence);
	str_free(&said);
}

void validity_check_streams(struct verdict *verdict, enum validity means)
{
	for (size_t i = 0; i < sizeof(stream_checks) / sizeof(stream_checks[0]); i++)
		if (stream_checks[i].means == means)
			check_streams(verdict, stream_checks[i].check, means);
}
