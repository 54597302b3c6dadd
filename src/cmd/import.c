/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * whylate import: a report of another tool becomes a run. Reads files; looks at no machine,
 * and adds nothing to what the report says.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyse/summary.h"
#include "base/num.h"
#include "cmd/import-files.h"
#include "cmd/import-setup.h"
#include "cmd/kernel-said.h"
#include "cmd/run-file.h"
#include "cmd/show-summary.h"
#include "commands.h"
#include "import/import.h"
#include "report/out.h"
#include "run/writer.h"

struct import_options {
	const char *output, *as, *setup, *log;
	bool json;
};

/* clang-format off */
static const struct opt rows[] = {
	{.name = "output", .letter = 'o', .value = "RUN", .parse = opt_text,
	 .offset = offsetof(struct import_options, output),
	 .help = "write a run file; '-' is standard output; otherwise it is shown alone"},
	{.name = "as", .value = "FORMAT", .parse = opt_text,
	 .offset = offsetof(struct import_options, as),
	 .help = "take it for a report of this format"},
	{.name = "setup", .value = "DIR", .parse = opt_text,
	 .offset = offsetof(struct import_options, setup),
	 .help = "files collected from that machine: proc/, sys/, dmesg.txt"},
	{.name = "dmesg", .value = "FILE", .parse = opt_text,
	 .offset = offsetof(struct import_options, log),
	 .help = "the log of that machine's kernel"},
	{.name = "json", .parse = opt_flag, .offset = offsetof(struct import_options, json),
	 .help = "show it as JSON"},
};
/* clang-format on */

struct import {
	struct import_options options;
	struct import_files files;
	struct import_report report;
	const struct import_format *format;
	struct foreign_builder builder;
	struct setup setup;
	struct arena arena;
};

/* A head without anything of ours: what is known of the machine is the report's. */
static struct run_head head_of(const struct run_foreign *foreign)
{
	return (struct run_head){
		.host = {.name = "",
			 .kernel = foreign->kernel,
			 .kernel_version = foreign->kernel_version,
			 .machine = foreign->machine,
			 .program_version = ""},
		.plan = {.hold_dma_latency_us = -1,
			 .cpus = "",
			 .policy = "",
			 .wake = "",
			 .align = "",
			 .missed_rule = foreign->missed_rule,
			 .note = ""},
		.load = {.made = "", .cpus = "", .cage = ""},
		.slice_ns = NS_PER_S,
	};
}

static void tell(const struct run_sink *sink, const struct import *import)
{
	const struct run_foreign *foreign = &import->builder.foreign;
	const struct run_head head = head_of(foreign);
	const struct run_setup setup = {
		.time_ns = -1,
		.files = import->setup.files,
		.count = import->setup.count,
	};
	const struct run_end end = {
		.ended = "complete",
		.end_ns = foreign->duration_ns > 0 ? foreign->duration_ns : 0,
		.recorded_ns = foreign->duration_ns > 0 ? foreign->duration_ns : 0,
	};

	sink->head(sink->self, &head);
	sink->foreign(sink->self, foreign);
	if (import->setup.count && sink->setup)
		sink->setup(sink->self, &setup);
	if (sink->flush)
		sink->flush(sink->self);
	sink->end(sink->self, &end);
}

static int write_run(struct import *import, struct err *err)
{
	struct run_file file;
	struct writer *writer;
	int status = 0;

	if (run_file_open(&import->arena, import->options.output, "imported", &file, err))
		return -1;
	writer = writer_open(file.fd, file.name ? file.name : "standard output");
	tell(writer_sink(writer), import);
	if (writer_trouble(writer))
		status = err_set(err, ERR_INPUT, "%s", writer_trouble(writer));
	writer_close(writer);
	if (status && file.is_created)
		unlink(file.name);
	return status;
}

/* Where the run file owns standard output, the summary goes aside. */
static int show(const struct import *import, struct err *err)
{
	struct summary *summary = summary_open(&(struct summary_filter){0});
	struct run_sink sink = summary_sink(summary);
	bool aside = import->options.output && !strcmp(import->options.output, "-");
	const char *name = import->options.output ? import->options.output : "";
	int status;

	tell(&sink, import);
	summary_conclude(summary);
	status = show_summary_in_full(summary, aside ? NULL : name, import->options.json,
				      err);
	summary_close(summary);
	return status;
}

static int add_given(struct import *import, struct kernel_said *said, struct err *err)
{
	const struct import_options *options = &import->options;
	CLEANUP(str_free) struct str who = {0};

	if (options->setup) {
		str_addf(&who, "--setup %s", options->setup);
		if (import_setup_add_tree(&import->setup, "--setup", options->setup,
					  err) < 0 ||
		    kernel_said_setup(said, str_text(&who), &import->setup, err) < 0)
			return -1;
	}
	if (!options->log)
		return 0;
	str_clear(&who);
	str_addf(&who, "--dmesg %s", options->log);
	if (import_setup_add_log(&import->setup, options->log, err) < 0)
		return -1;
	return kernel_said_log(said, str_text(&who), &import->setup, err);
}

static int read_setup(struct import *import, struct err *err)
{
	const struct run_foreign *foreign = &import->builder.foreign;
	CLEANUP(kernel_said_free) struct kernel_said said = {0};

	if (kernel_said_release(&said, foreign->files, foreign->kernel, err) < 0)
		return -1;

	/* What is given wins over what lay there. */
	import_setup_add_beside(&import->setup, &import->report);
	if (kernel_said_setup(&said, "what lies beside the report: ", &import->setup,
			      err) < 0)
		return -1;
	return add_given(import, &said, err);
}

static int import_all(struct import *import, char **names, int count, struct err *err)
{
	for (int i = 0; i < count; i++)
		if (import_files_add(&import->files, names[i], err))
			return -1;
	if (import_files_choose(&import->files, import->options.as, &import->report,
				&import->format, err) ||
	    import_files_read(&import->files, &import->report, import->format,
			      &import->builder, err) ||
	    read_setup(import, err))
		return -1;
	if (import->options.output && write_run(import, err))
		return -1;
	report_say("whylate: recognised %s: %s", import->builder.foreign.files,
		   import->format->name);
	return show(import, err);
}

static int check_options(const struct import_options *options, int operands,
			 struct err *err)
{
	if (!operands)
		return err_set(err, ERR_INPUT,
			       "which report? Name its file, as in: whylate import "
			       "cyclictest.txt -o RUN.whylate ('-' for standard input)");
	if (options->json && options->output && !strcmp(options->output, "-"))
		return err_set(err, ERR_INPUT,
			       "--json and -o - both want standard output");
	return 0;
}

static int run_import(const struct command *self, int argc, char **argv, struct err *err)
{
	struct import import = {0};
	int operands, status;

	if (opt_parse(&self->options, &import.options, argc, argv, &operands, err) < 0 ||
	    check_options(&import.options, operands, err))
		return -1;
	foreign_builder_open(&import.builder);
	status = import_all(&import, argv + 1, operands, err);
	foreign_builder_free(&import.builder);
	import_files_free(&import.files);
	setup_free(&import.setup);
	arena_free(&import.arena);
	return status;
}

static void add_formats(struct str *out)
{
	int columns = 0;

	for (size_t i = 0; import_formats[i]; i++)
		if ((int)strlen(import_formats[i]->name) > columns)
			columns = (int)strlen(import_formats[i]->name);
	str_add(out, "Formats, recognised by their contents:\n");
	for (size_t i = 0; import_formats[i]; i++)
		str_addf(out, "  %-*s  %s\n", columns, import_formats[i]->name,
			 import_formats[i]->what);
}

extern const struct command command_import;
const struct command command_import = {
	.name = "import",
	.synopsis = "[options] FILE...",
	.summary = "a report of another tool as a run",
	.options = {rows, sizeof(rows) / sizeof(rows[0])},
	.add_more_help = add_formats,
	.run = run_import,
};
