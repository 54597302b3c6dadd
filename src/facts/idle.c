/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What idle CPUs fall into, and how long they take to come back. */
#include <stdlib.h>
#include <string.h>

#include "facts/files.h"
#include "facts/topics.h"

#define CPU "/sys/devices/system/cpu/"

/* clang-format off */
static const struct facts_file files[] = {
	{CPU "cpuidle/current_driver", "idle.driver", FORM_NAME, ""},
	{CPU "cpuidle/current_governor", "idle.governor", FORM_NAME, ""},
	{CPU "cpu#/cpuidle/state#/name", "cpu.*.idle.*.name", FORM_TEXT, ""},
	{CPU "cpu#/cpuidle/state#/latency", "cpu.*.idle.*.latency_us", FORM_INTEGER, "us"},
	{CPU "cpu#/cpuidle/state#/disable", "cpu.*.idle.*.disabled", FORM_INTEGER, ""},
	{CPU "cpu#/cpuidle/state#/usage", "cpu.*.idle.*.usage", FORM_INTEGER, "count"},
	{CPU "cpu#/power/pm_qos_resume_latency_us", "cpu.*.resume_latency_us", FORM_TEXT, ""},
	{"/sys/module/intel_idle/parameters/max_cstate", "idle.intel_max_cstate", FORM_INTEGER, ""},
};
/* clang-format on */

enum { REQUEST_BYTES = 4 };

/*
 * Four bytes of the machine's own order (all that whylate runs on is little-endian), which
 * a capture has made a decimal number of.
 */
static bool parse_request(const struct setup_file *file, int64_t *us)
{
	size_t digits = strspn(file->text, "-0123456789");
	uint32_t value = 0;

	if (digits && (file->text[digits] == '\n' || digits == file->length)) {
		*us = strtoll(file->text, NULL, 10);
		return true;
	}
	if (file->length != REQUEST_BYTES)
		return false;
	for (int i = 0; i < REQUEST_BYTES; i++)
		value |= (uint32_t)(unsigned char)file->text[i] << (8 * i);
	*us = (int32_t)value;
	return true;
}

static void put_request(struct facts *facts, const struct setup *setup)
{
	static const char path[] = "/dev/cpu_dma_latency";
	const struct setup_file *file = setup_find(setup, path);
	int64_t us;

	if (file && !file->error && parse_request(file, &us))
		facts_put_integer(facts, path, "idle.request_us", us, "us");
	else
		facts_put_unknown(facts, path, "idle.request_us",
				  file ? "cannot be read" : "not there");
}

/* Is there a state that nobody disabled and of which it is not known how slow it is? */
static bool has_unknown_state(struct facts *facts, const char *cpu)
{
	const char *pattern = facts_format(facts, "cpu.%s.idle.*.name", cpu);
	const struct fact *fact;
	size_t at = 0;

	while ((fact = facts_next(facts, pattern, &at))) {
		int length = (int)(strlen(fact->name) - strlen("name"));
		const char *latency =
			facts_format(facts, "%.*slatency_us", length, fact->name);
		const char *disabled =
			facts_format(facts, "%.*sdisabled", length, fact->name);

		if (!facts_known(facts, latency) && !facts_integer(facts, disabled, 0))
			return true;
	}
	return false;
}

/*
 * What a CPU really may fall into: the slowest state that nobody disabled and that the
 * request for quick wake-ups, of the machine or of this CPU, allows.
 */
static void put_deepest(struct facts *facts, const char *cpu, int64_t limit_us)
{
	const char *pattern = facts_format(facts, "cpu.%s.idle.*.latency_us", cpu);
	const char *deepest = NULL;
	const struct fact *fact;
	int64_t slowest = -1;
	size_t at = 0;

	while ((fact = facts_next(facts, pattern, &at))) {
		int length = (int)(strlen(fact->name) - strlen("latency_us"));
		const char *disabled =
			facts_format(facts, "%.*sdisabled", length, fact->name);

		if (fact->kind != FACT_INTEGER || fact->integer <= slowest ||
		    fact->integer > limit_us || facts_integer(facts, disabled, 0))
			continue;
		slowest = fact->integer;
		deepest = facts_text(facts,
				     facts_format(facts, "%.*sname", length, fact->name),
				     "?");
	}
	if (!deepest || has_unknown_state(facts, cpu))
		return;
	facts_put_integer(facts, CPU, facts_format(facts, "cpu.%s.idle_exit_us", cpu),
			  slowest, "us");
	facts_put_text(facts, CPU, facts_format(facts, "cpu.%s.idle_deepest", cpu),
		       deepest);
}

/* "n/a": no delay at all; 0, and what is no number: no limit; else us. */
static int64_t limit_of(const struct facts *facts, const char *name)
{
	const char *text = facts_text(facts, name, "0");
	char *end;
	long long us = strtoll(text, &end, 10);

	if (!strcmp(text, "n/a"))
		return 0;
	return end == text || *end || us <= 0 ? INT64_MAX : us;
}

void facts_topic_idle(struct facts *facts, const struct setup *setup)
{
	static const char begin[] = CPU "cpu";
	const struct setup_file *file;
	int64_t machine_us;
	size_t at = 0;

	facts_put_files(facts, setup, files, sizeof(files) / sizeof(files[0]));
	put_request(facts, setup);
	machine_us = facts_integer(facts, "idle.request_us", INT64_MAX);
	while ((file = setup_next(setup, CPU "cpu*/cpuidle/state0/latency", &at))) {
		const char *number = file->path + strlen(begin);
		const char *cpu =
			facts_format(facts, "%.*s", (int)strcspn(number, "/"), number);
		int64_t own_us =
			limit_of(facts,
				 facts_format(facts, "cpu.%s.resume_latency_us", cpu));

		put_deepest(facts, cpu, own_us < machine_us ? own_us : machine_us);
	}
}
