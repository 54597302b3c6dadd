/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about hardware that stalls or errs: gaps, machine checks, memory errors. */
#include <inttypes.h>
#include <string.h>

#include "base/saturate.h"
#include "base/str.h"
#include "rules/asks.h"
#include "rules/evidence.h"
#include "rules/table.h"

/* The largest count of another tool's streams: each CPU counts the same SMIs. */
static int64_t foreign_smis(const struct rule_input *input)
{
	int64_t most = RUN_UNKNOWN;

	for (uint32_t i = 0; input->foreign && i < input->foreign->stream_count; i++)
		if (input->foreign->streams[i].smis > most)
			most = input->foreign->streams[i].smis;
	return most;
}

static enum rule_verdict judge_hardware_stall(const struct rule_input *input,
					      struct rule_finding *finding)
{
	const struct run_foreign *run = input->foreign;
	int64_t worst_ns = 0, count = 0;

	if (!run || !run->tool ||
	    (!strstr(run->tool, "hwlat") && !strstr(run->tool, "hwnoise")))
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"only a report of hwlatdetect or rtla hwnoise tells");
	for (uint32_t i = 0; i < run->stream_count; i++) {
		if (run->streams[i].count == RUN_UNKNOWN)
			return rule_say(finding, RULE_UNKNOWN,
					"the report does not say how many gaps it saw");
		count = saturate_add(count, run->streams[i].count);
		if (run->streams[i].max_ns > worst_ns)
			worst_ns = run->streams[i].max_ns;
	}
	if (!count)
		return rule_say(finding, RULE_OK, "no gap above the tool's threshold");
	return rule_say(finding, RULE_BAD,
			"%" PRId64 " gaps of up to %" PRId64
			" us with interrupts off; SMIs: %s",
			count, worst_ns / 1000,
			foreign_smis(input) < 0    ? "not counted"
			: foreign_smis(input) == 0 ? "none"
						   : "some");
}

const struct rule rule_hardware_stall = {
	.id = "hardware-stall",
	.title = "Hardware that stalls a CPU",
	.weight = RULE_LIKELY,
	.looks_at = "a report of hwlatdetect or rtla hwnoise, imported",
	.effect = "10 to 50 us without an SMI, more with one",
	.fix = "firmware: power management of the uncore, the embedded controller; else "
	       "accept it",
	.undo = "the old settings of the firmware",
	.prove =
		"phases of the gaps' time stamps: gaps on a grid have a clock behind them",
	.find_out = "hwlatdetect --duration=10m on the idle machine",
	.basis = RULE_SEEN,
	.judge = judge_hardware_stall,
};

static enum rule_verdict judge_machine_check(const struct rule_input *input,
					     struct rule_finding *finding)
{
	int64_t seconds;

	if (facts_integer(input->facts, "log.machine_check.count", 0)) {
		finding->weight = RULE_LIKELY;
		return rule_say(finding, RULE_BAD, "%s",
				rule_quote(input, finding, "machine_check"));
	}
	if (ask_arch(input, "x86") == NO)
		return rule_say(finding, RULE_NOT_APPLICABLE, "this is no x86");
	if (rule_on_command_line(input, "mce=off") == 1 ||
	    rule_on_command_line(input, "mce=ignore_ce") == 1)
		return rule_say(finding, RULE_OK,
				"mce= on the command line stops the polling");
	seconds = facts_integer(input->facts, "machine_check.0.interval", -1);
	if (seconds < 0)
		return rule_say(finding, RULE_UNKNOWN,
				"check_interval of the machine checks is unknown");
	if (!seconds)
		return rule_say(finding, RULE_OK, "check_interval is 0");
	return rule_say(finding, RULE_BAD,
			"each CPU looks for machine checks every %" PRId64 " s", seconds);
}

const struct rule rule_machine_check = {
	.id = "machine-check",
	.title = "Polling for machine checks",
	.weight = RULE_NOTE,
	.looks_at = "/sys/devices/system/machinecheck/machinecheck0/check_interval, mce= "
		    "on the command line, hardware errors in the kernel's log",
	.effect = "10 to 100 us on a grid of 5 minutes",
	.fix = "echo 0 > /sys/devices/system/machinecheck/machinecheck0/check_interval, or "
	       "mce=ignore_ce; errors in the log need the memory or processor replaced",
	.undo = "echo 12c > /sys/devices/system/machinecheck/machinecheck0/check_interval "
		"(hexadecimal: 300)",
	.prove = "spikes 5 minutes apart, gone with 0",
	.find_out = "cat /sys/devices/system/machinecheck/machinecheck0/check_interval",
	.basis = RULE_SEEN,
	.judge = judge_machine_check,
};

static enum rule_verdict judge_memory_errors(const struct rule_input *input,
					     struct rule_finding *finding)
{
	const struct fact *fact;
	int64_t errors = 0;
	bool any = false;
	size_t at = 0;

	while ((fact = facts_next(input->facts, "edac.*.corrected", &at)))
		if (fact->kind == FACT_INTEGER) {
			errors = saturate_add(errors, fact->integer);
			any = true;
		}
	if (errors > 0)
		return rule_say(finding, RULE_BAD,
				"%" PRId64 " corrected memory errors since the start",
				errors);
	if (facts_integer(input->facts, "log.edac.count", 0))
		return rule_say(finding, RULE_BAD, "%s",
				rule_quote(input, finding, "edac"));
	if (any)
		return rule_say(finding, RULE_OK, "no corrected memory error so far");
	return rule_say(finding, RULE_UNKNOWN,
			"no driver (EDAC) counts the memory's errors");
}

const struct rule rule_memory_errors = {
	.id = "memory-errors",
	.title = "Corrected memory errors",
	.weight = RULE_POSSIBLE,
	.looks_at =
		"/sys/devices/system/edac/mc/mc*/ce_count, EDAC lines in the kernel's "
		"log",
	.effect = "10 to 100 us each, ms where the firmware handles it by an SMI",
	.fix = "replace the memory module; a cooler case",
	.undo = "none needed",
	.prove = "ce_count beside spikes, before and after",
	.find_out = "modprobe the EDAC driver of the chip set; edac-util",
	.basis = RULE_SEEN,
	.judge = judge_memory_errors,
};
