/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about hardware that errs: machine checks, memory errors. */
#include <inttypes.h>
#include <string.h>

#include "base/saturate.h"
#include "base/str.h"
#include "rules/asks.h"
#include "rules/evidence.h"
#include "rules/table.h"

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
