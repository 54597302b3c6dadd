/* SPDX-License-Identifier: GPL-2.0-or-later */
/* whylate compare: what differs between runs, and why. Reads files; looks at no machine. */
#include <string.h>

#include "base/arena.h"
#include "cmd/compare-copies.h"
#include "cmd/compare-input.h"
#include "cmd/print-doc.h"
#include "commands.h"
#include "report/compare-doc.h"
#include "report/out.h"

enum { USUAL_REPLICATES = 2000, USUAL_SEED = 1, USUAL_DRAWS = 2000 };

struct compare_command {
	bool json, ascii, pairs, self_check;
	int64_t limit_ns, margin_ns, replicates, seed;
	const char *a_tree, *b_tree;
};

/* clang-format off */
static const struct opt rows[] = {
	{.name = "json", .parse = opt_flag, .offset = offsetof(struct compare_command, json),
	 .help = "as JSON"},
	{.name = "ascii", .parse = opt_flag, .offset = offsetof(struct compare_command, ascii),
	 .help = "nothing but ASCII characters"},
	{.name = "pairs", .parse = opt_flag, .offset = offsetof(struct compare_command, pairs),
	 .help = "the first run of A belongs to the first of B, and so on"},
	{.name = "limit", .value = "TIME", .parse = opt_time, .min = 1, .max = INT64_MAX,
	 .offset = offsetof(struct compare_command, limit_ns),
	 .help = "count the samples above this; by default above round limits in the tail"},
	{.name = "margin", .value = "TIME", .parse = opt_time, .min = 1, .max = INT64_MAX,
	 .offset = offsetof(struct compare_command, margin_ns),
	 .help = "differences up to this do not count; by default 1 % of A's figure"},
	{.name = "replicates", .value = "N", .parse = opt_integer, .min = 100, .max = 100000,
	 .offset = offsetof(struct compare_command, replicates),
	 .help = "bootstrap replicates for intervals; by default 2000"},
	{.name = "seed", .value = "N", .parse = opt_integer, .min = 1, .max = INT64_MAX,
	 .offset = offsetof(struct compare_command, seed),
	 .help = "of all that is drawn; by default 1, so results can be repeated"},
	{.name = "sysroot-a", .value = "DIR", .parse = opt_text,
	 .offset = offsetof(struct compare_command, a_tree),
	 .help = "how A's machine is set up: a collected tree (proc, sys, dmesg.txt)"},
	{.name = "sysroot-b", .value = "DIR", .parse = opt_text,
	 .offset = offsetof(struct compare_command, b_tree),
	 .help = "how B's machine is set up"},
	{.name = "self-check", .parse = opt_flag,
	 .offset = offsetof(struct compare_command, self_check),
	 .help = "how often the tests err on these runs of one unchanged machine"},
};
/* clang-format on */

static int print(const struct doc *doc, const struct compare_command *command,
		 struct err *err)
{
	return print_doc(doc,
			 &(struct print_how){.json = command->json,
					     .ascii = command->ascii},
			 err);
}

/* Files of one side, or those of a self-check. */
struct inputs {
	struct compare_input *input;
	struct compare_run *runs;
	uint32_t count;
	const char *copies; /* that were left out; NULL: none */
};

static void free_inputs(const struct inputs *inputs)
{
	for (uint32_t i = 0; i < inputs->count; i++)
		compare_input_free(&inputs->input[i]);
}

static int read_inputs(struct inputs *inputs, struct arena *arena, char **names,
		       int count, const char *tree, bool series, struct err *err)
{
	inputs->input = arena_array(arena, (size_t)count + 1, sizeof(*inputs->input));
	inputs->runs = arena_array(arena, (size_t)count + 1, sizeof(*inputs->runs));
	for (int i = 0; i < count; i++) {
		struct compare_input *input = &inputs->input[inputs->count++];

		if (compare_input_read(input, names[i], series, err) < 0)
			return -1;
		if (!i && tree && compare_input_add_tree(input, tree, err) < 0)
			return -1;
		inputs->runs[i] = compare_input_run(input);
	}
	return 0;
}

static int compare_inputs(const struct inputs *a, const struct inputs *b,
			  const struct compare_command *command, struct err *err)
{
	const struct compare_side a_side = {a->runs, a->count, a->copies};
	const struct compare_side b_side = {b->runs, b->count, b->copies};
	const struct compare_options options = {
		.replicates = command->replicates ? (uint32_t)command->replicates
						  : USUAL_REPLICATES,
		.seed = command->seed ? (uint64_t)command->seed : USUAL_SEED,
		.limit_ns = command->limit_ns,
		.margin_ns = command->margin_ns,
		.pairs = command->pairs,
	};
	struct comparison *comparison = compare(&a_side, &b_side, &options);
	int status = compare_exit_status(comparison);
	struct doc doc = {0};

	compare_doc(&doc, comparison);
	if (print(&doc, command, err) < 0)
		status = -1;
	doc_free(&doc);
	compare_free(comparison);
	return status;
}

/* The first of the names that is one of the others, too; NULL: none. */
static const char *find_common(char **names, int count, char **others, int other_count,
			       bool (*is_common)(const char *, const char *))
{
	for (int i = 0; i < count; i++)
		for (int j = 0; j < other_count; j++)
			if (&names[i] != &others[j] && is_common(names[i], others[j]))
				return names[i];
	return NULL;
}

/* Twice on one side it would count as two runs. */
static int check_repeated(char **a, int a_count, char **b, int b_count, struct err *err)
{
	const char *twice_in_a =
		find_common(a, a_count, a, a_count, compare_is_same_file);
	const char *twice =
		twice_in_a ? twice_in_a
			   : find_common(b, b_count, b, b_count, compare_is_same_file);

	if (!twice)
		return 0;
	return err_set(err, ERR_INPUT,
		       "%s stands twice among the runs of %s: each run counts once",
		       twice, twice_in_a ? "A" : "B");
}

static void say_what_is_on_both_sides(char **a, int a_count, char **b, int b_count)
{
	const char *same = find_common(a, a_count, b, b_count, compare_is_same_file);
	const char *copy =
		same ? NULL : find_common(a, a_count, b, b_count, compare_is_copy);

	if (same)
		report_say("whylate: %s is on both sides: it does not differ from itself",
			   same);
	if (copy)
		report_say(
			"whylate: %s is on the other side, too, as a copy: it does not "
			"differ from itself",
			copy);
}

/* Before and after copies were left out. */
static int check_pairs(int a_count, int b_count, const char *copies, struct err *err)
{
	if (copies)
		return err_set(err, ERR_INPUT, "--pairs: each run counts once: %s",
			       copies);
	return a_count == b_count
		       ? 0
		       : err_set(err, ERR_INPUT,
				 "--pairs: as many runs of A as of B, in the same order; "
				 "these are %d and %d",
				 a_count, b_count);
}

static int compare_names(const struct compare_command *command, char **a_names,
			 int a_count, char **b_names, int b_count, struct err *err)
{
	CLEANUP(arena_free) struct arena arena = {0};
	struct inputs a = {0}, b = {0};
	int status = -1;
	bool series;

	if (command->pairs && check_pairs(a_count, b_count, NULL, err) < 0)
		return -1;
	if (check_repeated(a_names, a_count, b_names, b_count, err) < 0)
		return -1;
	a.copies = compare_drop_copies(a_names, &a_count, &arena);
	b.copies = compare_drop_copies(b_names, &b_count, &arena);
	if (command->pairs &&
	    check_pairs(a_count, b_count, a.copies ? a.copies : b.copies, err) < 0)
		return -1;
	series = a_count == 1 && b_count == 1;
	if (read_inputs(&a, &arena, a_names, a_count, command->a_tree, series, err) ==
		    0 &&
	    read_inputs(&b, &arena, b_names, b_count, command->b_tree, series, err) ==
		    0) {
		say_what_is_on_both_sides(a_names, a_count, b_names, b_count);
		status = compare_inputs(&a, &b, command, err);
	}
	free_inputs(&a);
	free_inputs(&b);
	return status;
}

static int check_series(const struct inputs *inputs,
			const struct compare_command *command, struct arena *arena,
			struct err *err)
{
	struct self_check check = {
		.draws =
			command->replicates ? (uint32_t)command->replicates : USUAL_DRAWS,
		.seed = command->seed ? (uint64_t)command->seed : USUAL_SEED,
		.runs = arena_array(arena, inputs->count, sizeof(*check.runs)),
	};
	struct doc doc = {0};
	int status;

	for (uint32_t i = 0; i < inputs->count; i++) {
		if (!inputs->runs[i].series)
			return err_set(err, ERR_INPUT,
				       "%s: --self-check takes runs of whylate: it needs "
				       "every slice",
				       inputs->runs[i].name);
		check.runs[check.run_count++] =
			(struct self_check_run){.name = inputs->runs[i].name,
						.series = inputs->runs[i].series};
	}
	self_check_make(&check);
	self_check_doc(&doc, &check);
	status = print(&doc, command, err);
	doc_free(&doc);
	return status;
}

static int self_check(const struct compare_command *command, char **names, int count,
		      struct err *err)
{
	CLEANUP(arena_free) struct arena arena = {0};
	struct inputs inputs = {0};
	const char *twice = find_common(names, count, names, count, compare_is_same_file);
	int status = -1;

	if (twice)
		return err_set(err, ERR_INPUT,
			       "--self-check: %s stands twice: each run counts once",
			       twice);
	inputs.copies = compare_drop_copies(names, &count, &arena);
	if (inputs.copies)
		report_say("whylate: note: each run counts once; left out: %s",
			   inputs.copies);
	if (read_inputs(&inputs, &arena, names, count, NULL, true, err) == 0)
		status = check_series(&inputs, command, &arena, err);
	free_inputs(&inputs);
	return status;
}

/* Where "--" stands: runs before it are A, those behind it B. */
static int find_divider(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--"))
			return i;
	return argc;
}

/* Why these are no two groups of runs. b_count < 0: there is no "--". */
static int complain(char **names, int a_count, int b_count, struct err *err)
{
	if (b_count < 0 && a_count == 1)
		return err_set(err, ERR_INPUT,
			       "with what is %s to be compared? 'whylate compare A B'",
			       names[0]);
	if (b_count < 0 && a_count > 2)
		return err_set(err, ERR_INPUT,
			       "these are %d runs: put '--' between those of A and those "
			       "of B",
			       a_count);
	if (b_count >= 0 && (a_count || b_count))
		return err_set(err, ERR_INPUT, "no run of %s: there is none %s '--'",
			       a_count ? "B" : "A", a_count ? "behind" : "before");
	return err_set(
		err, ERR_INPUT,
		"which runs? 'whylate compare A B', or 'whylate compare A... -- B...' "
		"(options before the runs); 'whylate compare --self-check RUN...'");
}

static int run_compare(const struct command *self, int argc, char **argv, struct err *err)
{
	struct compare_command command = {0};
	int divider = find_divider(argc, argv), b_count = argc - divider - 1, a_count;

	if (opt_parse(&self->options, &command, divider, argv, &a_count, err) < 0)
		return -1;
	if (command.self_check && (command.pairs || command.limit_ns ||
				   command.margin_ns || command.a_tree || command.b_tree))
		return err_set(err, ERR_INPUT,
			       "--self-check takes --replicates, --seed, --json and "
			       "--ascii alone");
	if (divider < argc &&
	    find_divider(argc - divider, argv + divider) + divider < argc)
		return err_set(
			err, ERR_INPUT,
			"'--' stands there twice: it parts the runs of A from those "
			"of B, and there is no third group");
	if (command.self_check && b_count >= 0)
		return err_set(
			err, ERR_INPUT,
			"--self-check takes runs of one machine: there is no A and "
			"B, so no '--'");
	if (command.self_check && a_count)
		return self_check(&command, argv + 1, a_count, err);
	if (b_count < 0 && a_count == 2)
		return compare_names(&command, argv + 1, 1, argv + 2, 1, err);
	if (b_count > 0 && a_count > 0)
		return compare_names(&command, argv + 1, a_count, argv + divider + 1,
				     b_count, err);
	return complain(argv + 1, a_count, b_count, err);
}

extern const struct command command_compare;
const struct command command_compare = {
	.name = "compare",
	.synopsis = "[options] A... [--] B...",
	.summary = "what differs between runs, and why",
	.options = {rows, sizeof(rows) / sizeof(rows[0])},
	.run = run_compare,
};
