/* SPDX-License-Identifier: GPL-2.0-or-later */
/* whylate model: what boards/model leaves behind becomes run files, and is explained. */
#include "base/io.h"
#include "base/str.h"
#include "cmd/model-parts.h"
#include "commands.h"

enum { TRACE_MAX_BYTES = 1 << 30 };

/* In the order of subcommand_words. */
enum { COLLECT = 1, EXPLAIN = 2 };

static const char *const subcommand_words[] = {"collect", "explain", NULL};
static model_run_fn *const subcommands[] = {model_collect, model_explain};

#define AT(member) offsetof(struct model_options, member)

/* clang-format off */
static const struct opt rows[] = {
	{.name = "output", .letter = 'o', .value = "DIR", .parse = opt_text,
	 .offset = AT(output), .takers = COLLECT,
	 .help = "collect: a run file for each policy goes into this folder"},
	{.name = "svg", .value = "FILE", .parse = opt_text, .offset = AT(svg),
	 .takers = EXPLAIN, .help = "explain: a picture, too; nothing is overwritten"},
	{.name = "json", .parse = opt_flag, .offset = AT(json), .takers = EXPLAIN,
	 .help = "explain: as JSON"},
};
/* clang-format on */

int model_read_trace(struct model_trace *trace, const char *name, struct err *err)
{
	CLEANUP(str_free) struct str text = {0};

	if (io_read_file(name, TRACE_MAX_BYTES, &text, err))
		return -1;
	return model_trace_read(trace, name, str_text(&text), text.length, err);
}

static int run_model(const struct command *self, int argc, char **argv, struct err *err)
{
	struct model_options options = {0};
	int operands;
	size_t chosen;

	if (opt_parse_for(&self->options, subcommand_words, &options, argc, argv,
			  &operands, &chosen, err) < 0)
		return -1;
	return subcommands[chosen](&options, argv + 2, (size_t)operands - 1, err);
}

static void add_more_help(struct str *out)
{
	str_add(out,
		"  collect TRACE RUN -o DIR  run files DIR/POLICY.whylate of the guest's run\n"
		"  explain TRACE             where the wake-ups' time goes, by policy\n\n"
		"boards/model makes TRACE, and does the first by itself. All of it is modelled,\n"
		"not measured.\n");
}

extern const struct command command_model;
const struct command command_model = {
	.name = "model",
	.synopsis = "collect|explain [options] TRACE [RUN]",
	.summary = "what a model of the i.MX6Q memory system says of lateness",
	.options = {rows, sizeof(rows) / sizeof(rows[0])},
	.subcommands = subcommand_words,
	.add_more_help = add_more_help,
	.run = run_model,
};
