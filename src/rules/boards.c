/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about boards: a Raspberry Pi's power, the secure world, sources of randomness. */
#include <inttypes.h>
#include <string.h>

#include "base/str.h"
#include "rules/asks.h"
#include "rules/evidence.h"
#include "rules/table.h"

static const char *const flag_names[][2] = {
	{"under_voltage", "under-voltage"},
	{"capped", "frequency capped"},
	{"throttled", "throttled"},
	{"soft_limit", "soft temperature limit"},
};

/* "under-voltage, throttled"; "none". */
static const char *flags_of(const struct rule_input *input, struct rule_finding *finding,
			    const char *when)
{
	const char *list = "";

	for (size_t i = 0; i < 4; i++)
		if (rule_yes(input, rule_text(finding, "raspberry_pi.%s.%s", when,
					      flag_names[i][0])) == 1)
			list = rule_text(finding, "%s%s%s", list, *list ? ", " : "",
					 flag_names[i][1]);
	return *list ? list : "none";
}

/* Heat alone, or the supply, too? */
static void set_fix(struct rule_finding *finding, uint32_t flags)
{
	bool supply = flags & 0x10001;
	bool heat = flags & 0x80008;

	finding->fix = supply && heat
			       ? "a better power supply and cable (under-voltage), and "
				 "cooling (temperature limit)"
		       : supply ? "a better power supply and a short, thick cable"
				: "cooling: a heat sink or a fan";
}

/* "; the kernel's log: under-voltage at 812.204411 s, cleared after 6.239799 s". */
static const char *tell_log(const struct rule_input *input, struct rule_finding *finding)
{
	int64_t from = facts_integer(input->facts, "log.under_voltage.first_time", -1);
	int64_t last = facts_integer(input->facts, "log.under_voltage.last_time", -1);
	int64_t to = facts_integer(input->facts, "log.voltage_normal.last_time", -1);
	int64_t count = facts_integer(input->facts, "log.under_voltage.count", 0);
	const char *more = "";

	if (!count)
		return "";
	if (from < 0)
		return "; the kernel's log tells of under-voltage, without a time";
	if (count > 1)
		more = rule_text(finding, ", %" PRId64 " times in all", count);
	if (to < last)
		return rule_text(finding,
				 "; the kernel's log: under-voltage at %" PRId64
				 ".%06" PRId64 " s, not cleared%s",
				 from / 1000000, from % 1000000, more);
	return rule_text(finding,
			 "; the kernel's log: under-voltage at %" PRId64 ".%06" PRId64
			 " s, cleared after %" PRId64 ".%06" PRId64 " s%s",
			 from / 1000000, from % 1000000, (to - from) / 1000000,
			 (to - from) % 1000000, more);
}

/* Without the flags the log, and the sensor of newer kernels. */
static enum rule_verdict judge_pi_log(const struct rule_input *input,
				      struct rule_finding *finding)
{
	bool now = rule_yes(input, "raspberry_pi.alarm") == 1;
	const char *why = facts_get(input->facts, "raspberry_pi.flags")->text;

	if (now) {
		finding->weight = RULE_CERTAIN;
		return rule_say(finding, RULE_BAD,
				"the voltage sensor's alarm is on; the flags are unknown "
				"(%s)%s",
				why, tell_log(input, finding));
	}
	set_fix(finding, 0x10000);
	if (facts_integer(input->facts, "log.under_voltage.count", 0))
		return rule_say(finding, RULE_BAD,
				"under-voltage since the start; the flags are unknown "
				"(%s)%s",
				why, tell_log(input, finding));
	return rule_say(finding, RULE_UNKNOWN, "the firmware's flags are unknown: %s",
			why);
}

static enum rule_verdict judge_pi_power(const struct rule_input *input,
					struct rule_finding *finding)
{
	const struct fact *flags = facts_get(input->facts, "raspberry_pi.flags");
	int is_one = rule_yes(input, "raspberry_pi.is_one");

	if (flags->kind != FACT_INTEGER && is_one != 1 &&
	    !facts_integer(input->facts, "log.under_voltage.count", 0)) {
		if (is_one == 0 || ask_arch(input, "x86") == YES)
			return rule_say(finding, RULE_NOT_APPLICABLE,
					"this is no Raspberry Pi");
		return rule_say(finding, RULE_UNKNOWN, "which board this is is unknown");
	}
	if (flags->kind != FACT_INTEGER)
		return judge_pi_log(input, finding);
	if (!(flags->integer & 0xf000f))
		return rule_say(finding, RULE_OK,
				"flags 0x%" PRIx64 ": none now, none since the start",
				flags->integer);
	if (flags->integer & 0xf)
		finding->weight = RULE_CERTAIN;
	set_fix(finding, (uint32_t)flags->integer);
	return rule_say(finding, RULE_BAD,
			"flags 0x%" PRIx64 ", now: %s; since the start: %s%s",
			flags->integer, flags_of(input, finding, "now"),
			flags_of(input, finding, "since_start"),
			tell_log(input, finding));
}

const struct rule rule_raspberry_pi_power = {
	.id = "raspberry-pi-power",
	.title = "Power supply and heat of a Raspberry Pi",
	.weight = RULE_POSSIBLE,
	.looks_at = "get_throttled of the firmware (hexadecimal; bits 0 to 3 are now, 16 "
		    "to 19 since the start), or the text of vcgencmd get_throttled in a "
		    "collected tree; the sensor rpi_volt; under-voltage in the kernel's "
		    "log",
	.effect =
		"the firmware lowers the clock, down to 600 MHz: average up; with a flag "
		"set now, measurements mean nothing",
	.fix = "a better power supply and a short, thick cable; cooling for the "
	       "temperature limit",
	.undo = "none needed",
	.prove = "the flags before and after a run under load; A-B-A with another supply "
		 "(under-voltage), or with cooling (temperature limit)",
	.find_out = "vcgencmd get_throttled",
	.basis = RULE_SEEN,
	.judge = judge_pi_power,
};

static enum rule_verdict judge_hardware_random(const struct rule_input *input,
					       struct rule_finding *finding)
{
	const char *source;

	if (ask_arch(input, "x86") == YES)
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"an x86 has no such secure world");
	if (!rule_get_text(input, finding, "random.source", &source))
		return RULE_UNKNOWN;
	if (!strcmp(source, "none") || !*source)
		return rule_say(finding, RULE_OK, "no hardware random source is in use");
	if (strstr(source, "optee"))
		return rule_say(finding, RULE_BAD,
				"the hardware random source is %s, in the secure world%s",
				source,
				facts_integer(input->facts, "log.optee.count", 0)
					? rule_text(finding, "; the kernel's log: %s",
						    rule_quote(input, finding, "optee"))
					: "");
	if (!strncmp(source, "tpm-rng", 7))
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"the hardware random source is %s: see tpm-random",
				source);
	return rule_say(finding, RULE_OK,
			"the hardware random source is %s, not in the secure world",
			source);
}

const struct rule rule_secure_random = {
	.id = "secure-random",
	.title = "Random numbers from the secure world",
	.weight = RULE_LIKELY,
	.looks_at = "/sys/class/misc/hw_random/rng_current, 'optee: revision' in the "
		    "kernel's log",
	.effect = "17 to 262 us on the CPU that asks, while Linux is not running there; "
		  "no tracer of Linux sees it",
	.fix = "another source (echo NAME > /sys/class/misc/hw_random/rng_current), or "
	       "blacklist optee_rng; stop rngd",
	.undo = "echo optee-rng > /sys/class/misc/hw_random/rng_current",
	.prove = "cat /dev/hwrng > /dev/null during a run; A-B with and without it",
	.find_out = "cat /sys/class/misc/hw_random/rng_current",
	.basis = RULE_SEEN,
	.judge = judge_hardware_random,
};

static enum rule_verdict judge_tpm_random(const struct rule_input *input,
					  struct rule_finding *finding)
{
	const char *vendor = facts_text(input->facts, "processor.vendor", NULL);
	const char *source;

	if (ask_arch(input, "x86") == NO ||
	    (vendor && strcmp(vendor, "AuthenticAMD") != 0))
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"the processor is not one of AMD");
	if (!rule_get_text(input, finding, "random.source", &source))
		return RULE_UNKNOWN;
	if (strncmp(source, "tpm-rng", 7) != 0)
		return rule_say(finding, RULE_OK,
				"the hardware random source is %s, no TPM", source);
	if (!vendor)
		return rule_say(finding, RULE_UNKNOWN,
				"the hardware random source is %s; whether the processor "
				"is AMD's is unknown",
				source);
	return rule_say(finding, RULE_BAD,
			"the hardware random source is %s on a processor of AMD", source);
}

const struct rule rule_tpm_random = {
	.id = "tpm-random",
	.title = "Random numbers from AMD's firmware TPM",
	.weight = RULE_POSSIBLE,
	.looks_at = "/sys/class/misc/hw_random/rng_current, vendor_id in /proc/cpuinfo",
	.effect = "stutter of ms to seconds on all CPUs",
	.fix = "a kernel that does not use it (6.5, or 6.1.46 and later of that series), "
	       "or a firmware update",
	.undo = "none needed",
	.prove = "cat /dev/hwrng > /dev/null during a run",
	.find_out = "cat /sys/class/misc/hw_random/rng_current",
	.basis = RULE_SEEN,
	.judge = judge_tpm_random,
};

static enum rule_verdict judge_secure_world(const struct rule_input *input,
					    struct rule_finding *finding)
{
	size_t at = 0;
	const struct fact *tee = facts_next(input->facts, "secure_world.tee.*.id", &at);
	enum rule_verdict verdict;

	if (ask_arch(input, "x86") == YES)
		return rule_say(finding, RULE_NOT_APPLICABLE, "this is an x86");
	if (facts_integer(input->facts, "log.optee.count", 0))
		return rule_say(finding, RULE_BAD, "%s",
				rule_quote(input, finding, "optee"));
	if (tee || facts_known(input->facts, "secure_world.optee.method"))
		return rule_say(finding, RULE_BAD, "%s shows a trusted OS",
				tee ? tee->source : "the device tree");
	rule_has_line(input, finding, "optee", &verdict);
	return verdict;
}

const struct rule rule_secure_world = {
	.id = "secure-world",
	.title = "A trusted OS beside Linux (OP-TEE)",
	.weight = RULE_NOTE,
	.looks_at = "'optee: revision' in the kernel's log, /sys/class/tee",
	.effect = "50 to 262 us for each call, with Linux stopped on that CPU",
	.fix = "fewer calls: no random numbers, keys or power management from there on "
	       "real-time CPUs",
	.undo = "none needed",
	.prove = "make the call in a loop during a run (cat /dev/hwrng)",
	.find_out = "dmesg | grep -i -e optee -e psci; ls /sys/class/tee",
	.basis = RULE_SEEN,
	.judge = judge_secure_world,
};
