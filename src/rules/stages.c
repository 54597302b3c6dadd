/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rules about where lateness begins, for reports that have more than one moment of the same
 * activation (rtla timerlat): the interrupt, then the thread.
 */
#include <string.h>

#include "rules/asks.h"
#include "rules/table.h"

/* What is told from scatter. */
enum { LATE_NS = 50000, TIMES = 5 };

/* The worst CPU: its thread's and its interrupt's maximum. */
struct stages {
	int64_t cpu, irq_ns, thread_ns; /* cpu -1: no CPU has both */
	int64_t irq_max_ns, irq_cpu;
};

static const struct foreign_stream *stream_of(const struct run_foreign *foreign,
					      int64_t cpu, const char *context)
{
	for (uint32_t i = 0; i < foreign->stream_count; i++)
		if (foreign->streams[i].cpu == cpu &&
		    foreign->streams[i].max_ns != RUN_UNKNOWN &&
		    !strcmp(foreign->streams[i].context, context))
			return &foreign->streams[i];
	return NULL;
}

static struct stages stages_of(const struct run_foreign *foreign)
{
	struct stages stages = {.cpu = -1, .thread_ns = -1, .irq_max_ns = -1};

	for (uint32_t i = 0; foreign && i < foreign->stream_count; i++) {
		const struct foreign_stream *irq = &foreign->streams[i], *thread;

		if (strcmp(irq->context, "irq") || irq->max_ns == RUN_UNKNOWN ||
		    irq->cpu < 0)
			continue;
		thread = stream_of(foreign, irq->cpu, "thread");
		if (irq->max_ns > stages.irq_max_ns) {
			stages.irq_max_ns = irq->max_ns;
			stages.irq_cpu = irq->cpu;
		}
		if (!thread || thread->max_ns <= stages.thread_ns)
			continue;
		stages.cpu = irq->cpu;
		stages.irq_ns = irq->max_ns;
		stages.thread_ns = thread->max_ns;
	}
	return stages;
}

static enum rule_verdict no_stages(const struct rule_input *input,
				   struct rule_finding *finding)
{
	if (!input->run && !input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run");
	return rule_say(finding, RULE_UNKNOWN,
			"the run does not tell the interrupt from the thread");
}

static enum rule_verdict judge_thread(const struct rule_input *input,
				      struct rule_finding *finding)
{
	struct stages stages = stages_of(input->foreign);

	if (stages.cpu < 0)
		return no_stages(input, finding);
	if (stages.thread_ns < LATE_NS || stages.thread_ns < TIMES * stages.irq_ns)
		return rule_say(
			finding, RULE_OK,
			"the worst thread (CPU %lld) is %s late, its timer interrupt "
			"up to %s",
			(long long)stages.cpu, ask_time(finding, stages.thread_ns),
			ask_time(finding, stages.irq_ns));
	return rule_say(
		finding, RULE_BAD,
		"on CPU %lld the timer interrupt is %s late at worst, the thread %s: %s "
		"are lost between them, by a task of higher priority, a section with "
		"preemption off or softirqs; that points away from firmware and idle "
		"states, which would make the interrupt late",
		(long long)stages.cpu, ask_time(finding, stages.irq_ns),
		ask_time(finding, stages.thread_ns),
		ask_time(finding, stages.thread_ns - stages.irq_ns));
}

const struct rule rule_thread_late = {
	.id = "thread-late",
	.title = "The thread is late, its interrupt is not",
	.weight = RULE_LIKELY,
	.looks_at =
		"maxima of the interrupt and of the thread on the same CPU (rtla timerlat)",
	.effect = "as long as what runs between the interrupt and the thread",
	.fix = "see which task or section it is (rtla's stack of the blocking thread, rule "
	       "task-above), and move it or lower it",
	.undo = "as before",
	.prove = "stop the suspect and repeat; start it again (A-B-A)",
	.find_out = "rtla timerlat top -a 100, on the same load",
	.basis = RULE_SEEN,
	.judge = judge_thread,
};

static enum rule_verdict judge_irq(const struct rule_input *input,
				   struct rule_finding *finding)
{
	struct stages stages = stages_of(input->foreign);

	if (stages.irq_max_ns < 0)
		return no_stages(input, finding);
	if (stages.irq_max_ns < LATE_NS)
		return rule_say(finding, RULE_OK,
				"the timer interrupt is never later than %s (CPU %lld)",
				ask_time(finding, stages.irq_max_ns),
				(long long)stages.irq_cpu);
	return rule_say(
		finding, RULE_BAD,
		"the timer interrupt itself is %s late (CPU %lld): an idle state, a section "
		"with interrupts off, firmware or a hypervisor; not priorities",
		ask_time(finding, stages.irq_max_ns), (long long)stages.irq_cpu);
}

const struct rule rule_irq_late = {
	.id = "irq-late",
	.title = "The timer interrupt itself is late",
	.weight = RULE_LIKELY,
	.looks_at = "maximum of the interrupt (rtla timerlat)",
	.effect = "everything behind it is late, too, whatever its priority",
	.fix = "see rules idle-states, smi, kernel-stalls; find the section with the irqsoff "
	       "tracer",
	.undo = "as those rules say",
	.prove =
		"hold /dev/cpu_dma_latency at 0 and repeat: if it stays, it is no idle state",
	.find_out = "rtla timerlat top, on the same load",
	.basis = RULE_SEEN,
	.judge = judge_irq,
};
