/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "rules/evidence.h"

#include <inttypes.h>
#include <string.h>

#include "base/saturate.h"
#include "base/str.h"
#include "facts/value.h"

static bool say_unknown(struct rule_finding *finding, const struct fact *fact,
			const char *name)
{
	rule_say(finding, RULE_UNKNOWN, "%s: %s", *fact->source ? fact->source : name,
		 fact->text);
	return false;
}

bool rule_get_integer(const struct rule_input *input, struct rule_finding *finding,
		      const char *name, int64_t *value)
{
	const struct fact *fact = facts_get(input->facts, name);

	if (fact->kind != FACT_INTEGER && fact->kind != FACT_BOOL)
		return say_unknown(finding, fact, name);
	*value = fact->integer;
	return true;
}

bool rule_get_text(const struct rule_input *input, struct rule_finding *finding,
		   const char *name, const char **value)
{
	const struct fact *fact = facts_get(input->facts, name);

	if (fact->kind != FACT_TEXT)
		return say_unknown(finding, fact, name);
	*value = fact->text;
	return true;
}

int rule_yes(const struct rule_input *input, const char *name)
{
	return (int)facts_integer(input->facts, name, -1);
}

/* ", which reaches 23.460645 s,": what comes later nobody knows. */
static const char *say_reach(const struct rule_input *input, struct rule_finding *finding)
{
	int64_t reach_us = facts_integer(input->facts, "log.reach_time", -1);

	return reach_us < 0 ? ""
			    : rule_text(finding,
					", which reaches %" PRId64 ".%06" PRId64 " s,",
					reach_us / 1000000, reach_us % 1000000);
}

bool rule_has_line(const struct rule_input *input, struct rule_finding *finding,
		   const char *name, enum rule_verdict *verdict)
{
	const struct fact *log = facts_get(input->facts, "log.read");
	int64_t count =
		facts_integer(input->facts, rule_text(finding, "log.%s.count", name), 0);

	*verdict = RULE_UNKNOWN;
	if (count)
		return true;
	if (log->kind == FACT_UNKNOWN)
		rule_say(finding, RULE_UNKNOWN, "no kernel log: %s", log->text);
	else if (!facts_known(input->facts, "log.missing"))
		*verdict =
			rule_say(finding, RULE_OK, "the kernel's log%s has no such line",
				 say_reach(input, finding));
	else
		rule_say(finding, RULE_UNKNOWN,
			 "what there is of the kernel's log has no such line, but %s",
			 facts_text(input->facts, "log.missing", ""));
	return false;
}

const char *rule_quote(const struct rule_input *input, struct rule_finding *finding,
		       const char *name)
{
	const char *line =
		facts_text(input->facts, rule_text(finding, "log.%s.first", name), "");
	int64_t time_us =
		facts_integer(input->facts, rule_text(finding, "log.%s.first_time", name),
			      -1);
	int64_t count =
		facts_integer(input->facts, rule_text(finding, "log.%s.count", name), 0);
	const char *when = "", *more = "";

	if (time_us >= 0)
		when = rule_text(finding, " at %" PRId64 ".%06" PRId64 " s",
				 time_us / 1000000, time_us % 1000000);
	if (count > 1)
		more = rule_text(finding, " and %" PRId64 " more such line%s", count - 1,
				 count == 2 ? "" : "s");
	return rule_text(finding, "'%.200s'%s%s", line, when, more);
}

int rule_on_command_line(const struct rule_input *input, const char *word)
{
	const char *text = setup_text(facts_setup(input->facts), "/proc/cmdline");

	return text ? facts_has_word(text, word) : -1;
}

static const struct summary_counter *find_counter(const struct rule_input *input,
						  const char *name)
{
	for (uint32_t i = 0; input->run && i < input->run->head.counter_count; i++)
		if (!strcmp(input->run->counters[i].what.name, name))
			return &input->run->counters[i];
	return NULL;
}

const char *rule_why_not_counted(const struct rule_input *input, const char *name)
{
	const struct summary_counter *counter = find_counter(input, name);

	if (!input->run)
		return "only a run counts it";
	return counter ? summary_why_not_counted(input->run, counter)
		       : "this run did not count it";
}

bool rule_growth(const struct rule_input *input, const char *name, int64_t *growth)
{
	const struct fact *before = facts_get(input->facts, name), *after;

	if (!input->after || before->kind != FACT_INTEGER)
		return false;
	after = facts_get(input->after, name);
	*growth = saturate_sub(after->integer, before->integer);
	return after->kind == FACT_INTEGER;
}

const char *rule_device(struct rule_finding *finding, const struct fact *fact)
{
	static const char folder[] = "/devices/";
	const char *at = strstr(fact->source, folder);

	at = at ? at + strlen(folder) : fact->source;
	return rule_text(finding, "%.*s", (int)strcspn(at, "/"), at);
}

const struct fact *rule_sibling(const struct rule_input *input,
				struct rule_finding *finding, const struct fact *fact,
				const char *rest)
{
	const char *dot = strchr(fact->name, '.');
	const char *end = dot ? strchr(dot + 1, '.') : NULL;
	int length = end ? (int)(end - fact->name) : 0;

	return facts_get(input->facts,
			 rule_text(finding, "%.*s.%s", length, fact->name, rest));
}
