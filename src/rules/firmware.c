/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about firmware that takes the processor away. */
#include "rules/asks.h"
#include "rules/table.h"

/* Least and greatest maximum of the streams: of the same size, they have one cause. */
struct sizes {
	int64_t low_ns, high_ns; /* maxima */
	int64_t min_ns;          /* the greatest minimum */
	uint32_t count;
};

static void offer(struct sizes *sizes, int64_t max_ns, int64_t min_ns)
{
	sizes->low_ns = !sizes->count || max_ns < sizes->low_ns ? max_ns : sizes->low_ns;
	sizes->high_ns = max_ns > sizes->high_ns ? max_ns : sizes->high_ns;
	sizes->min_ns = min_ns > sizes->min_ns ? min_ns : sizes->min_ns;
	sizes->count++;
}

static struct sizes sizes_of(const struct rule_input *input)
{
	struct sizes sizes = {0};

	for (uint32_t i = 0; input->run && i < input->run->head.stream_count; i++)
		if (input->run->streams[i].measured.stats.count)
			offer(&sizes, input->run->streams[i].measured.stats.max_ns,
			      input->run->streams[i].measured.stats.min_ns);
	for (uint32_t i = 0; input->foreign && i < input->foreign->stream_count; i++)
		if (input->foreign->streams[i].max_ns != RUN_UNKNOWN)
			offer(&sizes, input->foreign->streams[i].max_ns,
			      input->foreign->streams[i].min_ns);
	return sizes;
}

static bool are_alike(const struct sizes *sizes)
{
	enum { TIMES_MINIMUM = 50 };

	return sizes->count > 1 && sizes->high_ns - sizes->low_ns <= sizes->high_ns / 4 &&
	       sizes->low_ns / TIMES_MINIMUM > sizes->min_ns;
}

/* Without a run: how many there were since the start, which is no latency yet. */
static enum rule_verdict judge_smis_so_far(const struct rule_input *input,
					   struct rule_finding *finding)
{
	long long count = (long long)facts_integer(input->facts, "smi.since_start", -1);

	finding->weight = RULE_NOTE;
	if (count < 0)
		return rule_say(finding, RULE_UNKNOWN,
				"only a run counts them: before and after it");
	if (!count)
		return rule_say(finding, RULE_OK, "no SMI since the start");
	return rule_say(finding, RULE_BAD,
			"%lld SMIs since the start; a run tells whether some come during "
			"it",
			count);
}

static enum rule_verdict judge_smi(const struct rule_input *input,
				   struct rule_finding *finding)
{
	struct sizes sizes;
	int64_t total;

	if (ask_arch(input, "x86") == NO)
		return rule_say(finding, RULE_NOT_APPLICABLE, "no x86 machine");
	if (!input->run && !input->foreign)
		return judge_smis_so_far(input, finding);
	if (!ask_smis(input, &total))
		return rule_say(finding, RULE_UNKNOWN, "the run has no count of SMIs");
	sizes = sizes_of(input);
	if (total > 0 && are_alike(&sizes)) {
		finding->weight = RULE_CERTAIN;
		return rule_say(
			finding, RULE_BAD,
			"%lld SMIs during the run, and the maxima of all %u streams "
			"are of one size: %s to %s",
			(long long)total, sizes.count, ask_time(finding, sizes.low_ns),
			ask_time(finding, sizes.high_ns));
	}
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
