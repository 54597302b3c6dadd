/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about the kernel itself: how preemptible, and another one beside it. */
#include <string.h>

#include "facts/log.h"
#include "rules/asks.h"
#include "rules/evidence.h"
#include "rules/table.h"

/*
 * A pipeline alone may have nobody who uses it; the report of a second kernel's tool shows
 * that somebody does. On a machine where no second kernel is, Xenomai's tool runs on Linux.
 */
static enum tristate has_second_kernel(const struct rule_input *input)
{
	const char *dual = facts_text(input->facts, "kernel.dual", NULL);
	bool is_its_tool = ask_is_co_kernel_tool(input->foreign);

	if (!dual)
		return is_its_tool ? UNKNOWN : NO;
	if (!strcmp(dual, "cobalt") || !strcmp(dual, "evl"))
		return YES;
	return is_its_tool && strcmp(dual, "none") ? YES : NO;
}

static enum rule_verdict judge_preemption(const struct rule_input *input,
					  struct rule_finding *finding)
{
	const char *model = facts_text(input->facts, "kernel.preempt", NULL);
	const char *evidence = facts_text(input->facts, "kernel.preempt.evidence", "");

	if (has_second_kernel(input) == YES)
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"real-time tasks run under the second kernel (%s)",
				facts_text(input->facts, "kernel.dual", ""));
	if (!model)
		return rule_say(finding, RULE_UNKNOWN, "%s",
				ask_why(input, finding, "kernel.preempt"));
	if (!strcmp(model, "rt"))
		return rule_say(finding, RULE_OK, "PREEMPT_RT: %s", evidence);
	if (has_second_kernel(input) == UNKNOWN)
		return rule_say(
			finding, RULE_UNKNOWN,
			"preemption model '%s', which matters unless %s ran under "
			"a second kernel; nothing tells whether one is there",
			model, input->foreign->tool);
	return rule_say(finding, RULE_BAD, "preemption model '%s', not PREEMPT_RT: %s",
			model, evidence);
}

const struct rule rule_preempt_rt = {
	.id = "preempt-rt",
	.title = "Real-time kernel (PREEMPT_RT)",
	.weight = RULE_LIKELY,
	.looks_at =
		"/proc/version, /sys/kernel/debug/sched/preempt, preempt=, the kernel's "
		"configuration; never /sys/kernel/realtime alone, which mainline lacks",
	.effect = "worst case of milliseconds",
	.fix = "boot a kernel with PREEMPT_RT; preempt=full is a step on the way",
	.undo = "boot the old kernel",
	.prove = "the same load on both kernels",
	.find_out = "uname -v, or CONFIG_PREEMPT* in /boot/config-$(uname -r)",
	.basis = RULE_SEEN,
	.judge = judge_preemption,
};

static enum rule_verdict judge_dual(const struct rule_input *input,
				    struct rule_finding *finding)
{
	const struct fact *dual = facts_get(input->facts, "kernel.dual");

	if (dual->kind != FACT_TEXT)
		return rule_say(finding, RULE_UNKNOWN, "%s",
				ask_why(input, finding, "kernel.dual"));
	if (!strcmp(dual->text, "none"))
		return rule_say(finding, RULE_OK, "Linux runs alone");
	if (ask_is_co_kernel_tool(input->foreign))
		return rule_say(finding, RULE_OK,
				"%s is there (%s), and %s measures its tasks", dual->text,
				dual->source, input->foreign->tool);
	if (input->foreign)
		return rule_say(finding, RULE_BAD,
				"%s is there (%s): on which side %s ran its report does "
				"not say, and its figures hold for that side alone",
				dual->text, dual->source, input->foreign->tool);
	return rule_say(
		finding, RULE_BAD,
		"%s is there (%s): whylate's own threads run on Linux's side, which "
		"the second kernel interrupts at any time",
		dual->text, dual->source);
}

const struct rule rule_dual_kernel = {
	.id = "dual-kernel",
	.title = "A second real-time kernel (I-pipe, Dovetail, Cobalt, EVL)",
	.weight = RULE_NOTE,
	.looks_at = "/proc/xenomai, /proc/ipipe, /sys/class/evl, lines of the log",
	.effect = "figures of Linux's side say nothing about the second kernel's tasks",
	.fix = "measure the second kernel with its own tool (latency -t 0) and import the log",
	.undo = "nothing to undo",
	.prove = "both tools on the same machine under the same load",
	.find_out = "look for /proc/xenomai and for 'I-pipe' or 'Xenomai' in dmesg",
	.basis = RULE_SEEN,
	.judge = judge_dual,
};

static bool is_xenomai(const struct run_foreign *foreign)
{
	return foreign && strstr(foreign->tool, "xenomai");
}

static enum rule_verdict judge_switches(const struct rule_input *input,
					struct rule_finding *finding)
{
	const struct run_foreign *foreign = input->foreign;
	int64_t total = 0;
	bool known = false;

	if (!is_xenomai(foreign))
		return rule_say(finding, RULE_NOT_APPLICABLE, "no log of Xenomai's");
	for (uint32_t i = 0; i < foreign->stream_count; i++) {
		if (foreign->streams[i].mode_switches == RUN_UNKNOWN)
			continue;
		known = true;
		total += foreign->streams[i].mode_switches;
	}
	if (!known)
		return rule_say(finding, RULE_UNKNOWN, "the log has no msw column");
	if (total)
		return rule_say(finding, RULE_BAD,
				"%lld switches to Linux's side (msw) during the run",
				(long long)total);
	return rule_say(finding, RULE_OK, "no switch to Linux's side (msw 0)");
}

const struct rule rule_mode_switches = {
	.id = "mode-switches",
	.title = "Xenomai tasks that fall back to Linux",
	.weight = RULE_LIKELY,
	.looks_at = "the msw column of an imported Xenomai log",
	.effect = "tens to hundreds of us at each switch",
	.fix = "find what relaxes the task (a breakpoint on SIGDEBUG, latency -b) and take "
	       "that system call out of the loop",
	.undo = "nothing to undo",
	.prove = "msw stands still in the next run",
	.find_out = "read MSW in /proc/xenomai/sched/stat",
	.basis = RULE_SEEN,
	.judge = judge_switches,
};

static enum rule_verdict judge_smi_workaround(const struct rule_input *input,
					      struct rule_finding *finding)
{
	const char *log = log_last_boot(facts_setup(input->facts)), *missing;
	struct log_line gap;

	/* Its own warning is enough: a log may be all there is. */
	if (facts_integer(input->facts, "log.smi_workaround.count", 0))
		return rule_say(finding, RULE_BAD, "the log says: %s",
				rule_quote(input, finding, "smi_workaround"));
	if (has_second_kernel(input) != YES)
		return rule_say(finding,
				facts_known(input->facts, "kernel.dual")
					? RULE_NOT_APPLICABLE
					: RULE_UNKNOWN,
				"no Cobalt or EVL is known to be here");
	if (ask_arch(input, "x86") == NO)
		return rule_say(finding, RULE_NOT_APPLICABLE, "SMIs are x86's");
	if (!log)
		return rule_say(finding, RULE_UNKNOWN, "there is no log");
	missing = log_missing(facts_setup(input->facts), &gap);
	if (missing)
		return rule_say(
			finding, RULE_UNKNOWN,
			"what there is of the log names no SMI-enabled chipset, but "
			"%s",
			missing);
	return rule_say(finding, RULE_OK, "the log names no SMI-enabled chipset");
}

const struct rule rule_xenomai_smi = {
	.id = "xenomai-smi",
	.title = "Xenomai's work-around for SMIs",
	.weight = RULE_POSSIBLE,
	.looks_at = "the line of Xenomai about SMIs in the log",
	.effect = "100 us to milliseconds, on all CPUs at once",
	.fix = "xenomai.smi=enabled on the command line, with care: SMIs also guard against "
	       "overheating",
	.undo = "remove xenomai.smi=",
	.prove = "latency -t 2 before and after",
	.find_out = "dmesg | grep SMI",
	.basis = RULE_SEEN,
	.judge = judge_smi_workaround,
};
