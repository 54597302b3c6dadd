/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about a run as a whole: is it a measurement at all? */
#include <string.h>

#include "rules/asks.h"
#include "rules/table.h"

/* The worst ratio of average lateness to period among the streams. */
struct ratio {
	double value; /* < 0: none is known */
	int64_t avg_ns, period_ns, max_ns;
	uint64_t samples, overruns;
};

static void offer(struct ratio *worst, int64_t avg_ns, int64_t max_ns, int64_t period_ns,
		  uint64_t samples, uint64_t overruns)
{
	double value = (double)avg_ns / (double)period_ns;

	if (value > worst->value)
		*worst = (struct ratio){value,  avg_ns,  period_ns,
					max_ns, samples, overruns};
}

static struct ratio worst_ratio(const struct rule_input *input)
{
	struct ratio worst = {.value = -1};

	for (uint32_t i = 0; input->run && i < input->run->head.stream_count; i++) {
		const struct summary_stream *stream = &input->run->streams[i];

		if (!summary_is_spin(&stream->what) && stream->measured.stats.count)
			offer(&worst, stream->measured.avg_ns,
			      stream->measured.stats.max_ns, stream->what.period_ns,
			      stream->measured.stats.count,
			      stream->measured.stats.overruns);
	}
	for (uint32_t i = 0; input->foreign && i < input->foreign->stream_count; i++) {
		const struct foreign_stream *stream = &input->foreign->streams[i];

		if (stream->avg_ns != RUN_UNKNOWN && stream->period_ns > 0)
			offer(&worst, stream->avg_ns,
			      stream->max_ns == RUN_UNKNOWN ? 0 : stream->max_ns,
			      stream->period_ns, 0, 0);
	}
	return worst;
}

static enum rule_verdict judge_overload(const struct rule_input *input,
					struct rule_finding *finding)
{
	struct ratio worst = worst_ratio(input);

	if (!input->run && !input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run");
	if (worst.value < 0)
		return rule_say(finding, RULE_UNKNOWN,
				"no stream has both an average and a period");
	if (worst.value > 1)
		return rule_say(
			finding, RULE_BAD,
			"OVERLOAD: average lateness %s is %.1f times the period %s; the "
			"period cannot be kept, lateness piles up, and the maximum of "
			"%s (%.0f periods) is no property of the machine",
			ask_time(finding, worst.avg_ns), worst.value,
			ask_time(finding, worst.period_ns),
			ask_time(finding, worst.max_ns),
			(double)worst.max_ns / (double)worst.period_ns);
	if (worst.value > 0.5 || worst.overruns * 10 > worst.samples) {
		finding->weight = RULE_LIKELY;
		return rule_say(
			finding, RULE_BAD,
			"near overload: average lateness %s in a period of %s, %llu "
			"activations missed",
			ask_time(finding, worst.avg_ns),
			ask_time(finding, worst.period_ns),
			(unsigned long long)worst.overruns);
	}
	return rule_say(finding, RULE_OK,
			"average lateness is at most %.3f of the period", worst.value);
}

const struct rule rule_overload = {
	.id = "overload",
	.title = "Overload: the period is too short for the machine",
	.weight = RULE_CERTAIN,
	.looks_at = "average lateness against the period; missed activations",
	.effect =
		"up to seconds, growing; nothing else that the run shows means anything",
	.fix = "a longer period (double it until the average is below it), fewer threads; look "
	       "for a CPU at 100 %",
	.undo = "the old period",
	.prove = "double the period and repeat: the average must fall below it",
	.find_out = "repeat the run with a tool that tells its period",
	.basis = RULE_SEEN,
	.judge = judge_overload,
};

struct missed {
	int64_t overruns;          /* -1: not known of any stream */
	int64_t max_ns, period_ns; /* of the worst stream that was late by a period */
	bool known;                /* any maximum together with its period */
};

static void offer_missed(struct missed *missed, int64_t overruns, int64_t max_ns,
			 int64_t period_ns)
{
	if (overruns != RUN_UNKNOWN)
		missed->overruns =
			(missed->overruns < 0 ? 0 : missed->overruns) + overruns;
	if (max_ns == RUN_UNKNOWN || period_ns <= 0)
		return;
	missed->known = true;
	if (max_ns >= period_ns && max_ns > missed->max_ns) {
		missed->max_ns = max_ns;
		missed->period_ns = period_ns;
	}
}

static struct missed count_missed(const struct rule_input *input)
{
	struct missed missed = {.overruns = -1, .max_ns = -1};

	for (uint32_t i = 0; input->run && i < input->run->head.stream_count; i++) {
		const struct summary_stream *stream = &input->run->streams[i];

		if (!summary_is_spin(&stream->what) && stream->measured.stats.count)
			offer_missed(&missed, (int64_t)stream->measured.stats.overruns,
				     stream->measured.stats.max_ns,
				     stream->what.period_ns);
	}
	for (uint32_t i = 0; input->foreign && i < input->foreign->stream_count; i++)
		offer_missed(&missed, input->foreign->streams[i].overruns,
			     input->foreign->streams[i].max_ns,
			     input->foreign->streams[i].period_ns);
	return missed;
}

static enum rule_verdict judge_missed(const struct rule_input *input,
				      struct rule_finding *finding)
{
	struct missed missed = count_missed(input);

	if (!input->run && !input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run");
	/* A tool's default period is nobody's need, and it did not count: no more than a note. */
	if (missed.max_ns >= 0 && missed.overruns < 0)
		finding->weight = RULE_NOTE;
	if (missed.max_ns >= 0)
		return rule_say(
			finding, RULE_BAD,
			"a wake-up was %s late, which is more than its period of %s; "
			"%s activations were missed",
			ask_time(finding, missed.max_ns),
			ask_time(finding, missed.period_ns),
			missed.overruns < 0
				? "an unknown number of"
				: rule_text(finding, "%lld", (long long)missed.overruns));
	if (missed.overruns > 0)
		return rule_say(finding, RULE_BAD, "%lld activations were missed",
				(long long)missed.overruns);
	if (!missed.known)
		return rule_say(finding, RULE_UNKNOWN,
				"no maximum together with its period is known");
	return rule_say(finding, RULE_OK, "no wake-up was late by its period");
}

const struct rule rule_missed_periods = {
	.id = "missed-periods",
	.title = "Missed activations",
	.weight = RULE_LIKELY,
	.looks_at = "maxima against periods, overruns",
	.effect = "a task with this period misses its turn",
	.fix = "find what takes so long: the rules about the run's shape say where and when",
	.undo = "nothing to undo",
	.prove = "the same run without the suspect: no overruns",
	.find_out = "repeat the run with a tool that tells its period",
	.basis = RULE_SEEN,
	.judge = judge_missed,
};

static const char *invalid_note(const struct run_foreign *foreign)
{
	for (uint32_t i = 0; foreign && i < foreign->note_count; i++)
		if (foreign->notes[i].kind == FOREIGN_INVALID)
			return foreign->notes[i].text;
	return NULL;
}

/* The reader of a command line says so in these words (import/cyclictest.c). */
static const char *unlocked_note(const struct run_foreign *foreign)
{
	for (uint32_t i = 0; foreign && i < foreign->note_count; i++)
		if (strstr(foreign->notes[i].text, "memory was not locked"))
			return foreign->notes[i].text;
	return NULL;
}

static enum rule_verdict judge_validity(const struct rule_input *input,
					struct rule_finding *finding)
{
	const struct summary *run = input->run;
	const char *invalid = invalid_note(input->foreign);
	const char *unlocked = unlocked_note(input->foreign);
	const char *reason = run && run->reasons.count ? run->reasons.text[0] : "";

	if (unlocked && (!invalid || strstr(invalid, "overload"))) {
		finding->fix = "write the option as one word (-m), or call mlockall() in "
			       "the task; then repeat";
		return rule_say(finding, RULE_BAD, "%s", unlocked);
	}
	if (invalid && strstr(invalid, "overload"))
		finding->fix = "see rule overload";
	if (invalid)
		return rule_say(finding, RULE_BAD, "%s", invalid);
	if (!run && !input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run");
	if (input->foreign || !run->has_head)
		return rule_say(finding, RULE_UNKNOWN,
				"what its threads got is not in the report");
	switch (run->validity) {
	case VALIDITY_VALID:
		return rule_say(finding, RULE_OK, "the run got what it asked for");
	case VALIDITY_INVALID:
		return rule_say(finding, RULE_BAD, "%s", reason);
	case VALIDITY_NO_RUN:
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run");
	case VALIDITY_UNKNOWN:
		break;
	}
	return rule_say(finding, RULE_UNKNOWN, "%s", reason);
}

const struct rule rule_measuring_error = {
	.id = "measuring-error",
	.title = "A run that did not get what it asked for",
	.weight = RULE_CERTAIN,
	.looks_at =
		"policy, priority, CPU and memory lock as the kernel says; the report's own "
		"contradictions",
	.effect = "thousands of us that are the test's, not the machine's",
	.fix = "see what refused it: rules rt-group, rt-privilege, seccomp, cpuset; then repeat",
	.undo = "nothing to undo",
	.prove = "whylate show says 'valid' of the next run",
	.find_out = "whylate show RUN; with another tool, look at its P: column and at "
		    "/proc/PID/stat while it runs",
	.basis = RULE_SEEN,
	.judge = judge_validity,
};

/* More per second than a quiet CPU sees. */
enum { MANY_IPIS = 100 };

static enum rule_verdict judge_ipis(const struct rule_input *input,
				    struct rule_finding *finding)
{
	int64_t total, seconds, rate;
	uint32_t cpus;

	if (!input->run || input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run of whylate's");
	seconds = input->run->last_ns / 1000000000;
	cpus = input->run->head.cpu_count;
	if (!ask_counter(input, "ipis", &total) || seconds < 1 || !cpus)
		return rule_say(
			finding, RULE_UNKNOWN,
			"the run has no count of interrupts between CPUs, or is too "
			"short");
	rate = total / seconds / cpus;
	if (rate >= MANY_IPIS)
		return rule_say(
			finding, RULE_BAD,
			"%lld interrupts from other CPUs a second on each CPU of the "
			"run",
			(long long)rate);
	return rule_say(finding, RULE_OK, "%lld a second on each CPU", (long long)rate);
}

const struct rule rule_ipis = {
	.id = "ipis",
	.title = "Interrupts between CPUs (TLB shoot-downs, function calls)",
	.weight = RULE_POSSIBLE,
	.looks_at = "the run's counter ipis",
	.effect = "2 to 20 us each",
	.fix = "no munmap, mprotect or thread creation in the process of the real-time task; "
	       "other processes on other CPUs",
	.undo = "nothing to undo",
	.prove = "the counter falls, and spikes with it",
	.find_out =
		"watch the rows TLB, CAL, RES or IPI of /proc/interrupts during a run",
	.basis = RULE_DOCUMENTED,
	.judge = judge_ipis,
};
