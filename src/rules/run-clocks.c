/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about clocks that only a run can answer. */
#include <inttypes.h>
#include <string.h>

#include "rules/evidence.h"
#include "rules/table.h"

static enum rule_verdict judge_clock_step(const struct rule_input *input,
					  struct rule_finding *finding)
{
	if (!input->run)
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"without a run there is nothing that a step could spoil");
	for (uint32_t i = 0; i < input->run->event_count; i++)
		if (!strcmp(input->run->events[i].kind, "clock-step"))
			return rule_say(finding, RULE_BAD, "during the run: %s",
					input->run->events[i].text);
	if (input->run->events_not_kept)
		return rule_say(finding, RULE_UNKNOWN,
				"%" PRIu64 " events of the run were not kept",
				input->run->events_not_kept);
	if (!input->run->has_end)
		return rule_say(finding, RULE_UNKNOWN,
				"no step of a clock was seen in what there is of the "
				"run, but its end is missing");
	return rule_say(finding, RULE_OK, "no step of a clock was seen during the run");
}

const struct rule rule_clock_step = {
	.id = "clock-step",
	.title = "Steps of the wall clock",
	.weight = RULE_NOTE,
	.looks_at = "the run's events; whylate measures with CLOCK_MONOTONIC, which does "
		    "not step",
	.effect = "none on this measurement; a task or tool that waits on CLOCK_REALTIME "
		  "sees negative or second-sized latencies",
	.fix = "wait on CLOCK_MONOTONIC (cyclictest: -c 0); let the time daemon slew "
	       "instead of step",
	.undo = "the old option of the time daemon",
	.prove = "step the clock during a run of the task",
	.find_out = "look for a step in the log of chronyd or ntpd",
	.basis = RULE_SEEN,
	.judge = judge_clock_step,
};

static bool is(const char *text, const char *word)
{
	return text && !strcmp(text, word);
}

/* A thread of another tool that was measured without a real-time policy. */
static bool has_ordinary_thread(const struct rule_input *input)
{
	for (uint32_t i = 0; input->foreign && i < input->foreign->stream_count; i++) {
		const struct foreign_stream *stream = &input->foreign->streams[i];

		if (is(stream->context, "user") && !is(stream->wake, "spin") &&
		    (is(stream->policy, "other") || !stream->priority))
			return true;
	}
	return false;
}

static enum rule_verdict judge_timer_slack(const struct rule_input *input,
					   struct rule_finding *finding)
{
	if (!input->run && !input->foreign)
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"without a run no thread was measured");
	if (input->run && !input->foreign)
		return rule_say(finding, RULE_OK,
				"whylate's own threads ask for a slack of 1 ns");
	for (uint32_t i = 0; i < input->foreign->stream_count; i++)
		if (is(input->foreign->streams[i].policy, "") &&
		    input->foreign->streams[i].priority == RUN_UNKNOWN)
			return rule_say(finding, RULE_UNKNOWN,
					"the report does not name policy or priority");
	if (has_ordinary_thread(input))
		return rule_say(
			finding, RULE_BAD,
			"%s measured a thread without a real-time policy "
			"(priority 0): its timers may be late by 50 us on purpose",
			input->foreign->tool);
	return rule_say(finding, RULE_OK, "every measured thread had a real-time policy");
}

const struct rule rule_timer_slack = {
	.id = "timer-slack",
	.title = "Timer slack of ordinary threads",
	.weight = RULE_LIKELY,
	.looks_at = "policy and priority of the measured threads",
	.effect = "a constant 50 us more: the kernel gathers timers of ordinary threads",
	.fix = "a real-time policy (chrt -f), or prctl(PR_SET_TIMERSLACK, 1) in the task",
	.undo = "start the task without chrt",
	.prove = "the same task with and without chrt -f 1",
	.find_out = "cat /proc/PID/timerslack_ns, chrt -p PID of the measured thread",
	.basis = RULE_SEEN,
	.judge = judge_timer_slack,
};
