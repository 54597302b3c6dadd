/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about firmware that takes the processor away. */
#include <string.h>

#include "rules/asks.h"
#include "rules/table.h"

static int64_t foreign_smis(const struct run_foreign *foreign)
{
	int64_t most = -1;

	for (uint32_t i = 0; foreign && i < foreign->stream_count; i++)
		if (foreign->streams[i].smis != RUN_UNKNOWN &&
		    foreign->streams[i].smis > most)
			most = foreign->streams[i].smis;
	return most;
}

/* The largest of the CPUs' counts, since each counts the same ones; -1: not counted. */
static int64_t counted_smis(const struct summary *run)
{
	int64_t most = -1;

	for (uint32_t i = 0; run && i < run->head.counter_count; i++) {
		const struct summary_counter *counter = &run->counters[i];

		if (strcmp(counter->what.name, "smi") || *counter->what.unavailable)
			continue;
		for (uint32_t j = 0; j < counter->instances; j++)
			if (counter->value[j] > most)
				most = counter->value[j];
	}
	return most;
}

static enum rule_verdict judge_smi(const struct rule_input *input,
				   struct rule_finding *finding)
{
	int64_t total = foreign_smis(input->foreign);

	if (ask_arch(input, "x86") == NO)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no x86 machine");
	if (!input->run && !input->foreign)
		return rule_say(finding, RULE_UNKNOWN,
				"only a run counts them: before and after it");
	if (total < 0)
		total = counted_smis(input->run);
	if (total < 0)
		return rule_say(finding, RULE_UNKNOWN, "the run has no count of SMIs");
	if (total > 0)
		return rule_say(
			finding, RULE_BAD,
			"%lld SMIs during the run (each CPU counts the same ones)",
			(long long)total);
	return rule_say(finding, RULE_OK, "no SMI during the run");
}

const struct rule rule_smi = {
	.id = "smi",
	.title = "System management interrupts",
	.weight = RULE_LIKELY,
	.looks_at =
		"the run's count of SMIs (MSR 0x34 of Intel processors), the SMI column of an "
		"imported log",
	.effect = "100 us to 20 ms on all CPUs at once, seen by no tracer but hwlat",
	.fix = "BIOS: USB legacy support, TCO and power caps off; update the BIOS",
	.undo = "the old BIOS settings",
	.prove =
		"compare the count with the times of spikes on all CPUs; hwlat tracer on an idle "
		"machine",
	.find_out =
		"modprobe msr, and run as root: whylate counts them before and after; "
		"AMD processors have no such counter, there the hwlat tracer remains",
	.basis = RULE_SEEN,
	.judge = judge_smi,
};

static enum rule_verdict judge_updater(const struct rule_input *input,
				       struct rule_finding *finding)
{
	if (facts_known(input->facts, "program.fwupd"))
		return rule_say(finding, RULE_BAD, "fwupd is running");
	if (facts_integer(input->facts, "program.listed", 0))
		return rule_say(finding, RULE_OK,
				"fwupd is not running now; its timer may start it");
	return rule_say(finding, RULE_UNKNOWN, "which programs run is not known");
}

const struct rule rule_firmware_updater = {
	.id = "firmware-updater",
	.title = "SMIs caused by the firmware updater",
	.weight = RULE_POSSIBLE,
	.looks_at = "the list of running programs (fwupd)",
	.effect = "spikes on all CPUs whenever it looks for updates",
	.fix = "systemctl disable --now fwupd-refresh.timer fwupd",
	.undo = "systemctl enable --now fwupd-refresh.timer",
	.prove = "systemctl start fwupd-refresh during a run",
	.find_out = "systemctl is-enabled fwupd-refresh.timer; pgrep fwupd",
	.basis = RULE_SEEN,
	.judge = judge_updater,
};
