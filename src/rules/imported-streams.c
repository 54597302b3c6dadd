/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rules about reports of several streams: interrupt and thread of one CPU, all CPUs with SMI
 * counts, stretches that the hardware took.
 */
#include <inttypes.h>
#include <string.h>

#include "base/num.h"
#include "rules/asks.h"
#include "rules/table.h"

/* Less than that between interrupt and thread is what scheduling takes. */
#define LOST_MIN_NS (50 * NS_PER_US)

/* Interrupt and thread of a CPU. */
struct pair {
	const struct foreign_stream *irq, *thread; /* NULL: none */
	int64_t lost_ns;
};

static const struct foreign_stream *stream_of(const struct run_foreign *foreign,
					      int64_t cpu, const char *context)
{
	for (uint32_t i = 0; i < foreign->stream_count; i++) {
		const struct foreign_stream *stream = &foreign->streams[i];

		if (stream->cpu == cpu && !strcmp(stream->context, context) &&
		    stream->max_ns != RUN_UNKNOWN)
			return stream;
	}
	return NULL;
}

/*
 * The pair that loses most for certain: the thread's latency contains the interrupt's of the
 * same activation, which is not above the interrupt's maximum.
 */
static struct pair worst_pair(const struct run_foreign *foreign, uint32_t *pairs,
			      int64_t *others_ns)
{
	struct pair worst = {.lost_ns = INT64_MIN};

	*pairs = 0;
	*others_ns = 0;
	for (uint32_t i = 0; i < foreign->stream_count; i++) {
		const struct foreign_stream *thread = &foreign->streams[i];
		struct pair pair = {.thread = thread};

		if (strcmp(thread->context, "thread") || thread->cpu == RUN_UNKNOWN ||
		    thread->max_ns == RUN_UNKNOWN)
			continue;
		pair.irq = stream_of(foreign, thread->cpu, "irq");
		if (!pair.irq)
			continue;
		++*pairs;
		pair.lost_ns = thread->max_ns - pair.irq->max_ns;
		if (pair.lost_ns > worst.lost_ns)
			worst = pair;
	}
	for (uint32_t i = 0; worst.thread && i < foreign->stream_count; i++) {
		const struct foreign_stream *other = &foreign->streams[i];

		if (!strcmp(other->context, "thread") && other != worst.thread &&
		    other->max_ns > *others_ns)
			*others_ns = other->max_ns;
	}
	return worst;
}

/* The latest values are the worst ones: then both belong to one activation. */
static bool is_one_activation(const struct pair *pair)
{
	return pair->irq->last_ns == pair->irq->max_ns &&
	       pair->thread->last_ns == pair->thread->max_ns;
}

static int64_t larger(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/*
 * Little is lost for certain. That is good only where no thread is late at all: the maxima
 * of interrupt and thread need not be of one activation.
 */
static enum rule_verdict judge_small_loss(struct rule_finding *finding,
					  const struct pair *worst, int64_t latest_ns)
{
	if (latest_ns < LOST_MIN_NS)
		return rule_say(finding, RULE_OK,
				"no thread is later than %s, its interrupt included",
				ask_us(finding, latest_ns));
	return rule_say(
		finding, RULE_UNKNOWN,
		"on CPU %lld thread (%s) and interrupt (%s at worst) are both late; "
		"whether in the same activation the report does not tell",
		(long long)worst->thread->cpu, ask_us(finding, worst->thread->max_ns),
		ask_us(finding, worst->irq->max_ns));
}

static enum rule_verdict judge_late_thread(const struct rule_input *input,
					   struct rule_finding *finding)
{
	uint32_t pairs;
	int64_t others_ns;
	struct pair worst;

	if (!input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run of another tool");
	worst = worst_pair(input->foreign, &pairs, &others_ns);
	if (!worst.irq || !worst.thread)
		return rule_say(finding, RULE_UNKNOWN,
				"the report does not tell interrupt and thread of a CPU "
				"apart");
	if (worst.lost_ns < LOST_MIN_NS || worst.irq->max_ns > worst.thread->max_ns / 4)
		return judge_small_loss(finding, &worst,
					larger(worst.thread->max_ns, others_ns));
	return rule_say(
		finding, RULE_BAD,
		"on CPU %lld the timer interrupt is %s late at worst, the thread %s%s: %s "
		"are lost between interrupt and thread, to a task of higher priority, a "
		"section without preemption, or softirqs%s; an exit from an idle state or "
		"the hardware would make the interrupt itself late",
		(long long)worst.thread->cpu, ask_us(finding, worst.irq->max_ns),
		ask_us(finding, worst.thread->max_ns),
		is_one_activation(&worst) ? " (both in the latest activation)" : "",
		ask_us(finding, worst.lost_ns),
		pairs > 1 ? rule_text(finding, "; threads of other CPUs: at most %s",
				      ask_us(finding, others_ns))
			  : "");
}

const struct rule rule_late_thread = {
	.id = "late-thread",
	.title = "Thread late, timer interrupt on time",
	.weight = RULE_LIKELY,
	.looks_at = "maxima of rtla timerlat's interrupt and thread, CPU by CPU",
	.effect = "from 50 us to several ms between interrupt and thread",
	.fix = "find what runs or blocks there: rtla timerlat top -T LIMIT -s prints the stack "
	       "of the blocking thread; the runtime power management of a device "
	       "(power/control) is known to do it",
	.undo = "power/control back to auto",
	.prove = "switch the suspect off, repeat, switch it on again (A-B-A)",
	.find_out =
		"rtla timerlat top: it tells interrupt and thread apart; with -T LIMIT it "
		"stops at one activation and shows both of it",
	.basis = RULE_SEEN,
	.judge = judge_late_thread,
};

/* What streams with SMI counts have in common. */
struct smis {
	uint32_t streams, counted, hit;
	int64_t least, most, late_min_ns, late_max_ns;
};

static struct smis look_at_smis(const struct run_foreign *foreign)
{
	struct smis smis = {.least = INT64_MAX, .late_min_ns = INT64_MAX};

	for (uint32_t i = 0; i < foreign->stream_count; i++) {
		const struct foreign_stream *stream = &foreign->streams[i];

		smis.streams++;
		if (stream->smis == RUN_UNKNOWN || stream->max_ns == RUN_UNKNOWN)
			continue;
		smis.counted++;
		smis.hit += stream->smis > 0;
		smis.least = stream->smis < smis.least ? stream->smis : smis.least;
		smis.most = stream->smis > smis.most ? stream->smis : smis.most;
		if (stream->max_ns < smis.late_min_ns)
			smis.late_min_ns = stream->max_ns;
		if (stream->max_ns > smis.late_max_ns)
			smis.late_max_ns = stream->max_ns;
	}
	return smis;
}

static enum rule_verdict judge_smis(const struct rule_input *input,
				    struct rule_finding *finding)
{
	struct smis smis;

	if (!input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run of another tool");
	smis = look_at_smis(input->foreign);
	if (!smis.counted)
		return rule_say(finding, RULE_UNKNOWN, "the report counts no SMIs");
	if (!smis.most)
		return rule_say(finding, RULE_OK, "%u streams counted no SMI",
				smis.counted);
	if (smis.counted < 2 || smis.hit < smis.counted ||
	    smis.late_min_ns < smis.late_max_ns / 2) {
		finding->weight = RULE_LIKELY;
		return rule_say(
			finding, RULE_BAD,
			"%u of %u streams counted SMIs, up to %lld, but they are not "
			"late alike (%s to %s): part of it has another cause",
			smis.hit, smis.counted, (long long)smis.most,
			ask_us(finding, smis.late_min_ns),
			ask_us(finding, smis.late_max_ns));
	}
	return rule_say(
		finding, RULE_BAD,
		"all %u CPUs are late alike, by %s to %s, and each counted %s "
		"SMIs, which are the same ones: the firmware takes all CPUs at "
		"once; the scheduler, interrupt affinity or a driver would hit one "
		"CPU. Whether this processor's counter is valid the tool does not check",
		smis.counted, ask_us(finding, smis.late_min_ns),
		ask_us(finding, smis.late_max_ns),
		smis.least == smis.most
			? rule_text(finding, "%lld", (long long)smis.most)
			: rule_text(finding, "%lld to %lld", (long long)smis.least,
				    (long long)smis.most));
}

const struct rule rule_smi_columns = {
	.id = "smi-columns",
	.title = "All CPUs late at once, with SMI counts",
	.weight = RULE_CERTAIN,
	.looks_at = "SMI counts and maxima of another tool's streams",
	.effect = "20 ms on all CPUs at the same instant",
	.fix = "in the firmware: USB legacy support, TCO, power capping, an update",
	.undo = "the old firmware settings",
	.prove = "MSR 0x34 before and after a run, the hwlat tracer on the idle machine",
	.find_out = "cyclictest --smi, or whylate run: it counts SMIs",
	.basis = RULE_SEEN,
	.judge = judge_smis,
};

static int64_t worst_of(const struct run_foreign *foreign, uint64_t *samples)
{
	int64_t worst = 0;

	*samples = 0;
	for (uint32_t i = 0; i < foreign->stream_count; i++) {
		const struct foreign_stream *stream = &foreign->streams[i];

		if (stream->count > 0)
			*samples += (uint64_t)stream->count;
		if (stream->max_ns > worst)
			worst = stream->max_ns;
	}
	return worst;
}

/* As many gaps as one sentence can name. */
enum { GAPS_NAMED = 10 };

/* " (4017, 72, 48 us)", in the order of the report; "" when they are many or not kept. */
static const char *gaps_text(struct rule_finding *finding,
			     const struct run_foreign *foreign)
{
	CLEANUP(str_free) struct str text = {0};
	uint32_t count = 0;

	for (uint32_t i = 0; i < foreign->stream_count; i++)
		for (uint32_t k = 0; k < foreign->streams[i].sample_count; k++)
			if (count++ < GAPS_NAMED)
				str_addf(&text, "%s%" PRId64, count > 1 ? ", " : "",
					 foreign->streams[i].samples[k].late_ns / 1000);
	return count && count <= GAPS_NAMED
		       ? rule_text(finding, " (%s us)", str_text(&text))
		       : "";
}

static enum rule_verdict judge_gaps(const struct rule_input *input,
				    struct rule_finding *finding)
{
	uint64_t samples;
	int64_t worst_ns;

	if (!input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run of another tool");
	if (strcmp(input->foreign->tool, "hwlatdetect"))
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run of hwlatdetect");
	worst_ns = worst_of(input->foreign, &samples);
	if (!worst_ns || !samples)
		return rule_say(
			finding, RULE_UNKNOWN,
			"nothing above its threshold in the time that it watched: "
			"that is no pass");
	return rule_say(
		finding, RULE_BAD,
		"%llu gaps, up to %s%s, with interrupts off: something below the "
		"operating system takes the CPU; what it is cannot be told from "
		"this (an SMI needs its counter; a guest's gaps may be its host's)",
		(unsigned long long)samples, ask_us(finding, worst_ns),
		gaps_text(finding, input->foreign));
}

const struct rule rule_hardware_gaps = {
	.id = "hardware-gaps",
	.title = "Gaps below the operating system",
	.weight = RULE_LIKELY,
	.looks_at = "samples of hwlatdetect",
	.effect = "tens of us to ms on one CPU or on all",
	.fix = "in a guest, look at the host first (steal time, its scheduling); else firmware "
	       "settings: USB legacy support, TCO, power capping",
	.undo = "the old firmware settings",
	.prove =
		"the SMI counter (MSR 0x34) over a run of hwlatdetect; the same with another "
		"firmware setting",
	.find_out = "hwlatdetect with a threshold of 10 us for an hour or more",
	.basis = RULE_SEEN,
	.judge = judge_gaps,
};
