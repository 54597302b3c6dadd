/* SPDX-License-Identifier: GPL-2.0-or-later */
/* whylate doctor: the rules asked of a machine, a collected tree, a boot log or a run. */
#include <string.h>

#include "cmd/doctor-input.h"
#include "cmd/print-doc.h"
#include "commands.h"
#include "report/findings-doc.h"
#include "rules/asks.h"

struct doctor_options {
	bool json, ascii, all, list, facts;
	const char *sysroot, *log, *rule;
};

/* clang-format off */
static const struct opt rows[] = {
	{.name = "sysroot", .value = "DIR", .parse = opt_text,
	 .offset = offsetof(struct doctor_options, sysroot),
	 .help = "a collected tree instead: DIR/proc, DIR/sys, DIR/dmesg.txt, DIR/boot"},
	{.name = "dmesg", .value = "FILE", .parse = opt_text,
	 .offset = offsetof(struct doctor_options, log),
	 .help = "boot logs alone instead; more of them may follow as operands"},
	{.name = "rule", .value = "ID", .parse = opt_text,
	 .offset = offsetof(struct doctor_options, rule),
	 .help = "this rule alone"},
	{.name = "list", .parse = opt_flag, .offset = offsetof(struct doctor_options, list),
	 .help = "the rules themselves; judges nothing"},
	{.name = "facts", .parse = opt_flag,
	 .offset = offsetof(struct doctor_options, facts),
	 .help = "what is known of the machine, by name; judges nothing"},
	{.name = "all", .parse = opt_flag, .offset = offsetof(struct doctor_options, all),
	 .help = "every question, and the evidence of what is good or does not apply"},
	{.name = "json", .parse = opt_flag, .offset = offsetof(struct doctor_options, json),
	 .help = "as JSON, always with everything"},
	{.name = "ascii", .parse = opt_flag,
	 .offset = offsetof(struct doctor_options, ascii),
	 .help = "nothing but ASCII characters"},
};
/* clang-format on */

struct doctor {
	struct doctor_options options;
	struct doctor_input input;
	struct arena arena;
	struct facts *facts, *after;
	struct facts *no_facts; /* of nothing */
};

static int print(const struct doctor *doctor, const struct doc *doc, struct err *err)
{
	const struct print_how how = {.json = doctor->options.json,
				      .ascii = doctor->options.ascii};

	return print_doc(doc, &how, err);
}

static int list_rules(const struct doctor *doctor, struct err *err)
{
	struct doc doc = {0};
	int status;

	rules_doc(&doc);
	status = print(doctor, &doc, err);
	doc_free(&doc);
	return status;
}

static int list_facts(const struct doctor *doctor, struct err *err)
{
	struct doc doc = {0};
	int status;

	facts_doc(&doc, doctor->facts);
	status = print(doctor, &doc, err);
	doc_free(&doc);
	return status;
}

static int check_options(const struct doctor_options *options, int operands,
			 struct err *err)
{
	bool judges = options->rule || options->sysroot || options->log || operands;

	if (options->list && (judges || options->facts))
		return err_set(err, ERR_INPUT,
			       "--list stands alone: it shows the rules, and judges "
			       "nothing");
	if (options->facts && options->rule)
		return err_set(err, ERR_INPUT,
			       "--facts or --rule, not both: facts are of no rule");
	for (size_t i = 0; options->rule && rules[i]; i++)
		if (!strcmp(rules[i]->id, options->rule))
			return 0;
	return options->rule
		       ? err_set(err, ERR_INPUT,
				 "--rule: there is no rule '%.60s'; --list shows them",
				 options->rule)
		       : 0;
}

/* check_options() has found it in the table. */
static const struct rule_result *only_rule(const struct rule_result *results,
					   size_t *count, const char *id)
{
	while (*count > 1 && strcmp(results->rule->id, id)) {
		results++;
		--*count;
	}
	*count = 1;
	return results;
}

/*
 * Where a second kernel runs beside Linux, what Linux's threads see is half the story. The
 * figures of a report may be of either side; those of the second kernel's tool need no warning.
 */
static const char *warning_of(struct doctor *doctor)
{
	const char *dual = facts_text(doctor->facts, "kernel.dual", "none");
	const char *modelled = facts_text(doctor->facts, "model.warning", NULL);
	const struct summary *summary = doctor->input.summary;
	const struct run_foreign *foreign = summary ? summary->foreign : NULL;

	if (modelled)
		return modelled;
	if (!strcmp(dual, "none") || ask_is_co_kernel_tool(foreign))
		return NULL;
	if (!foreign)
		return facts_text(doctor->facts, "kernel.dual.warning", NULL);
	return facts_format(doctor->facts,
			    "warning: a second real-time kernel (%s) runs beside Linux "
			    "here; on which side %s ran its report does not say, and its "
			    "figures hold for that side alone",
			    dual, foreign->tool);
}

/* NULL: the file is whole, or its writer is still at work. */
static const char *why_incomplete(const struct summary *summary)
{
	if (!summary)
		return NULL;
	if (summary_file_has_holes(summary))
		return "damaged";
	return !strcmp(summary->ended, "truncated") ? "truncated" : NULL;
}

/* A file of whylate snapshot's is a run file without a stream: no run. */
static bool is_measured(const struct summary *summary)
{
	return summary && summary->head.stream_count;
}

/* A run file without a set-up, a log alone: most questions are about what is not there. */
static void say_what_is_missing(struct doctor *doctor, struct findings *findings)
{
	static const struct setup nothing;
	const struct summary *summary = doctor->input.summary;
	size_t count;

	if (summary ? summary->setup_before.count > 0 : !doctor->options.log)
		return;
	doctor->no_facts = facts_of(&nothing);
	findings->of_nothing = rules_ask(&(struct rule_input){.facts = doctor->no_facts},
					 &doctor->arena, &count);
	findings->no_setup = summary ? "the file holds no set-up of the machine"
				     : "a log alone is not the set-up of the machine";
	if (!summary)
		findings->add_setup = "--sysroot DIR answers more";
	else if (summary->foreign && !summary_is_metered(summary))
		findings->add_setup = "whylate import --setup DIR adds it";
}

static int judge(struct doctor *doctor, struct err *err)
{
	bool measured = is_measured(doctor->input.summary);
	const struct rule_input input = {
		.facts = doctor->facts,
		.after = doctor->after,
		.run = measured ? doctor->input.summary : NULL,
		.foreign = doctor->input.summary ? doctor->input.summary->foreign : NULL,
		.detail = doctor->input.detail,
	};
	struct findings findings = {.about = doctor->input.about,
				    .warning = warning_of(doctor),
				    .incomplete = why_incomplete(doctor->input.summary),
				    .only = doctor->options.rule,
				    .all = doctor->options.all};
	struct doc doc = {0};
	int status;

	findings.results = rules_ask(&input, &doctor->arena, &findings.count);
	say_what_is_missing(doctor, &findings);
	if (doctor->options.rule) {
		findings.of_nothing = NULL;
		findings.all = true;
		findings.results = only_rule(findings.results, &findings.count,
					     doctor->options.rule);
	}
	findings_doc(&doc, &findings);
	status = print(doctor, &doc, err);
	doc_free(&doc);
	return status < 0 ? -1 : findings_are_bad(findings.results, findings.count);
}

static int read_input(struct doctor *doctor, char **operands, int count, struct err *err)
{
	const struct doctor_options *options = &doctor->options;

	if (options->log) {
		if (options->sysroot)
			return err_set(err, ERR_INPUT,
				       "--sysroot or --dmesg, not both: a tree has its "
				       "log as dmesg.txt");
		return doctor_read_logs(&doctor->input, options->log, operands, count,
					err);
	}
	if (count > 1 || (count && options->sysroot))
		return err_set(err, ERR_INPUT,
			       "one thing to judge: a run, --sysroot or --dmesg; "
			       "'%s' is too much",
			       operands[count - 1]);
	if (count)
		return doctor_read_run(&doctor->input, operands[0], err);
	return doctor_read_machine(&doctor->input, options->sysroot, err);
}

/* A run has its own set-up, before and after. */
static void make_facts(struct doctor *doctor)
{
	const struct summary *summary = doctor->input.summary;

	doctor->facts = facts_of(summary ? &summary->setup_before : &doctor->input.setup);
	if (summary && summary->setup_before.count)
		doctor->after = facts_of(&summary->setup_after);
}

/* Of several boots in a log the last one is judged: that is a part of what is judged. */
static void tell_boot(struct doctor *doctor)
{
	CLEANUP(str_free) struct str text = {0};
	int64_t boots = facts_integer(doctor->facts, "log.boots", 1);

	if (boots < 2)
		return;
	str_addf(&text, "%s (the last of %lld boots in the log)", doctor->input.about,
		 (long long)boots);
	doctor->input.about = arena_copy(&doctor->arena, str_text(&text));
}

static int run_doctor(const struct command *self, int argc, char **argv, struct err *err)
{
	struct doctor doctor = {0};
	int operands, status;

	if (opt_parse(&self->options, &doctor.options, argc, argv, &operands, err) < 0 ||
	    check_options(&doctor.options, operands, err) < 0)
		return -1;
	if (doctor.options.list)
		return list_rules(&doctor, err);
	status = read_input(&doctor, argv + 1, operands, err);
	if (!status) {
		make_facts(&doctor);
		tell_boot(&doctor);
		status = doctor.options.facts ? list_facts(&doctor, err)
					      : judge(&doctor, err);
	}
	facts_free(doctor.facts);
	facts_free(doctor.after);
	facts_free(doctor.no_facts);
	arena_free(&doctor.arena);
	doctor_input_free(&doctor.input);
	return status;
}

extern const struct command command_doctor;
const struct command command_doctor = {
	.name = "doctor",
	.synopsis = "[options] [RUN | FILE...]",
	.summary = "judge this machine or a run",
	.options = {rows, sizeof(rows) / sizeof(rows[0])},
	.run = run_doctor,
};
