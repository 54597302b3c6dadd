/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where lateness begins, for reports that tell the interrupt from the thread (rtla timerlat). */
#include <string.h>

#include "rules/asks.h"
#include "rules/table.h"

/* What is told from scatter. */
enum { LATE_NS = 50000 };

/* The CPU whose interrupt was the latest; NULL: none is told. */
static const struct foreign_stream *latest_irq(const struct run_foreign *foreign)
{
	const struct foreign_stream *latest = NULL;

	for (uint32_t i = 0; foreign && i < foreign->stream_count; i++) {
		const struct foreign_stream *irq = &foreign->streams[i];

		if (strcmp(irq->context, "irq") || irq->max_ns == RUN_UNKNOWN ||
		    irq->cpu < 0)
			continue;
		if (!latest || irq->max_ns > latest->max_ns)
			latest = irq;
	}
	return latest;
}

static enum rule_verdict judge_irq(const struct rule_input *input,
				   struct rule_finding *finding)
{
	const struct foreign_stream *irq = latest_irq(input->foreign);

	if (!irq && !input->run && !input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no run");
	if (!irq)
		return rule_say(finding, RULE_UNKNOWN,
				"the run does not tell the interrupt from the thread");
	if (irq->max_ns < LATE_NS)
		return rule_say(finding, RULE_OK,
				"the timer interrupt is never later than %s (CPU %lld)",
				ask_time(finding, irq->max_ns), (long long)irq->cpu);
	return rule_say(
		finding, RULE_BAD,
		"the timer interrupt itself is %s late (CPU %lld): an idle state, a section "
		"with interrupts off, firmware or a hypervisor; not priorities",
		ask_time(finding, irq->max_ns), (long long)irq->cpu);
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
