/* SPDX-License-Identifier: GPL-2.0-or-later */
/* whylate show: runs in numbers and pictures. Reads files; looks at no machine. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "analyse/summary.h"
#include "base/num.h"
#include "cmd/input.h"
#include "cmd/print-doc.h"
#include "cmd/read-run.h"
#include "cmd/unpack-setup.h"
#include "commands.h"
#include "report/json.h"
#include "report/out.h"
#include "report/summary-doc.h"
#include "report/term.h"

/* Worse is greater. */
enum { SHOW_GOOD = 0, SHOW_LIMIT = 1, SHOW_UNREADABLE = 2, SHOW_INVALID = 3 };

struct show_options {
	bool json, ascii;
	const char *cpus, *unpack;
	int64_t from_ns, to_ns;
};

struct show {
	struct show_options options;
	struct summary_filter filter;
	struct cpuset cpus;
	struct term_style style;
	struct str out;
	struct json_writer json;
	bool several;
};

/* clang-format off */
static const struct opt rows[] = {
	{.name = "json", .parse = opt_flag, .offset = offsetof(struct show_options, json),
	 .help = "as JSON; several runs make an array"},
	{.name = "ascii", .parse = opt_flag,
	 .offset = offsetof(struct show_options, ascii),
	 .help = "nothing but ASCII characters"},
	{.name = "cpu", .value = "LIST", .parse = opt_text,
	 .offset = offsetof(struct show_options, cpus),
	 .help = "only these CPUs, as in 0-3,7"},
	{.name = "from", .value = "TIME", .parse = opt_time, .max = INT64_MAX,
	 .offset = offsetof(struct show_options, from_ns),
	 .help = "only what begins at this run time or later, in whole slices"},
	{.name = "to", .value = "TIME", .parse = opt_time, .min = 1, .max = INT64_MAX,
	 .offset = offsetof(struct show_options, to_ns),
	 .help = "only what begins before this run time"},
	{.name = "unpack-setup", .value = "DIR", .parse = opt_text,
	 .offset = offsetof(struct show_options, unpack),
	 .help = "write the set-up of the machine as files below DIR, and show nothing"},
};
/* clang-format on */

/* A report of another tool has no slices, and may not know its CPUs. */
static int check_cut_of_foreign(const struct show *show, const struct summary *summary,
				const char *name, struct err *err)
{
	if (summary->cut_in_time)
		return err_set(err, ERR_INPUT,
			       "%s: another tool's report cannot be cut in time", name);
	if (!summary->selected_streams && show->options.cpus)
		return err_set(
			err, ERR_INPUT,
			"%s: of no stream does the report say that it ran on cpu %s",
			name, show->options.cpus);
	return 0;
}

/* A cut that leaves nothing is a mistake in the cut. */
static int check_cut(const struct show *show, const struct summary *summary,
		     const char *name, struct err *err)
{
	struct str had = {0};

	if (summary->foreign)
		return check_cut_of_foreign(show, summary, name, err);
	if (!summary->selected_streams && show->options.cpus) {
		for (uint32_t i = 0; i < summary->head.stream_count && had.length < 100;
		     i++)
			str_addf(&had, "%s%lld", i ? "," : "",
				 (long long)summary->streams[i].what.cpu);
		err_set(err, ERR_INPUT,
			"%s: nothing was measured on cpu %s; it has cpu %s", name,
			show->options.cpus, str_text(&had));
		str_free(&had);
		return -1;
	}
	if (summary->cut_in_time && !summary->timeline.count) {
		num_add_time(&had, summary->last_ns);
		err_set(err, ERR_INPUT,
			"%s: no slice begins between --from and --to; the run is %s long",
			name, str_text(&had));
		str_free(&had);
		return -1;
	}
	return 0;
}

static int status_of(const struct summary *summary)
{
	if (summary->validity == VALIDITY_INVALID)
		return SHOW_INVALID;
	return summary->limit_exceeded ? SHOW_LIMIT : SHOW_GOOD;
}

static void render(struct show *show, const struct summary *summary, const char *name)
{
	struct doc doc = {0};

	if (show->several)
		doc_section(&doc, &doc.root, NULL, name);
	summary_doc(&doc, summary, SUMMARY_FULL, name);
	if (show->options.json) {
		json_render(&show->json, NULL, &doc);
	} else {
		if (show->out.length)
			str_add(&show->out, "\n\n");
		term_render(&show->out, &doc, &show->style);
	}
	doc_free(&doc);
}

static int show_summary(struct show *show, struct summary *summary, const char *name,
			struct err *err)
{
	const char *shown = input_shown(name);

	if (read_run(name, summary, NULL, err) < 0)
		return -1;
	if (show->options.unpack)
		return unpack_setup(&summary->setup_before, show->options.unpack, shown,
				    err);
	if (check_cut(show, summary, shown, err) < 0)
		return -1;
	render(show, summary, shown);
	if (!strcmp(summary->ended, "truncated"))
		report_say("whylate: note: %s is truncated; shown is what it holds",
			   shown);
	return status_of(summary);
}

static int show_one(struct show *show, const char *name)
{
	struct summary *summary = summary_open(&show->filter);
	struct err err = {0};
	int status = show_summary(show, summary, name, &err);

	summary_close(summary);
	if (status >= 0)
		return status;
	report_say("whylate: %s", err.text);
	return SHOW_UNREADABLE;
}

static int prepare(struct show *show, struct err *err)
{
	if (show->options.to_ns && show->options.to_ns <= show->options.from_ns)
		return err_set(err, ERR_INPUT, "--to must be later than --from");
	if (show->options.cpus && cpuset_parse(show->options.cpus, &show->cpus, err) < 0)
		return err_prefix(err, "--cpu");
	show->filter.cpus = show->options.cpus ? &show->cpus : NULL;
	show->filter.from_ns = show->options.from_ns;
	show->filter.to_ns = show->options.to_ns;
	show->style = print_style(STDOUT_FILENO, show->options.ascii);
	show->json = (struct json_writer){.out = &show->out, .pretty = true};
	return 0;
}

static int show_all(struct show *show, char **names, int count, struct err *err)
{
	int worst = SHOW_GOOD;

	show->several = count > 1;
	if (show->options.json && show->several)
		json_begin_array(&show->json, NULL);
	for (int i = 0; i < count; i++) {
		int status = show_one(show, names[i]);

		worst = status > worst ? status : worst;
	}
	if (show->options.json && show->several)
		json_end_array(&show->json);
	if (show->options.json && show->out.length)
		str_add_char(&show->out, '\n');
	return report_print(&show->out, err) < 0 ? -1 : worst;
}

static int run_show(const struct command *self, int argc, char **argv, struct err *err)
{
	struct show show = {0};
	int operands, status;

	if (opt_parse(&self->options, &show.options, argc, argv, &operands, err) < 0)
		return -1;
	if (!operands)
		return err_set(
			err, ERR_INPUT,
			"which run? Name its file, as in: whylate show FILE.whylate "
			"('-' for standard input)");
	if (show.options.unpack && operands > 1)
		return err_set(err, ERR_INPUT, "--unpack-setup takes one run at a time");
	if (prepare(&show, err) < 0)
		return -1;
	status = show_all(&show, argv + 1, operands, err);
	str_free(&show.out);
	return status;
}

extern const struct command command_show;
const struct command command_show = {
	.name = "show",
	.synopsis = "[options] RUN...",
	.summary = "a run in numbers and pictures",
	.options = {rows, sizeof(rows) / sizeof(rows[0])},
	.run = run_show,
};
