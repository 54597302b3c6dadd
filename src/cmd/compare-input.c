/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cmd/compare-input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/str.h"
#include "cmd/kernel-said.h"
#include "cmd/read-run.h"
#include "run/format.h"
#include "run/tee.h"

/* Spikes and samples are not compared: not reading them takes half of the time. */
static struct run_sink figures_sink(struct summary *summary)
{
	struct run_sink sink = summary_sink(summary);

	sink.spikes = NULL;
	sink.raw = NULL;
	sink.counts = NULL;
	return sink;
}

static int read_run_file(struct compare_input *input, bool series, struct err *err)
{
	struct run_tee tee = {.count = 1};
	struct run_sink sink;

	input->summary = summary_open(&(struct summary_filter){0});
	tee.sinks[0] = figures_sink(input->summary);
	if (series) {
		input->series = slice_series_open();
		tee.sinks[tee.count++] = slice_series_sink(input->series);
	}
	sink = run_tee_sink(&tee);
	if (read_run_by(&sink, input->name, input->summary, err) < 0)
		return -1;
	read_run_warn(input->summary, input->name);
	if (input->series)
		slice_series_conclude(input->series);
	return 0;
}

static int read_report(struct compare_input *input, struct err *err)
{
	const struct import_format *format;
	struct import_report report;

	foreign_builder_open(&input->builder);
	input->has_report = true;
	if (import_files_add(&input->files, input->name, err) ||
	    import_files_choose(&input->files, NULL, &report, &format, err))
		return -1;
	return import_files_read(&input->files, &report, format, &input->builder, err);
}

/* A collected tree holds at least one of these. Where nobody may look it counts as one. */
static bool is_tree(int folder)
{
	static const char *const marks[] = {"proc", "sys", &SETUP_LOG[1], "boot"};

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (faccessat(folder, marks[i], F_OK, 0) == 0 || errno == EACCES)
			return true;
	return false;
}

/* By how it begins, or, when that is damaged, by its name. */
static bool is_run_file(int fd, const char *name)
{
	const size_t sync = sizeof(CHUNK_SYNC) - 1, length = strlen(name);
	char bytes[sizeof(CHUNK_SYNC) - 1];

	if (length >= 8 && !strcmp(name + length - 8, ".whylate"))
		return true;
	return io_read_full(fd, bytes, sync) == (long)sync &&
	       !memcmp(bytes, CHUNK_SYNC, sync) && lseek(fd, 0, SEEK_SET) == 0;
}

/* A part of a set-up would differ from a whole one in what is lost: then it is unknown. */
static bool has_whole_setup(const struct summary *summary)
{
	/* It stands before the first slice. */
	return summary->setup_before.count && !summary_file_has_holes(summary) &&
	       (summary->has_end || summary->last_ns || summary->running);
}

/* A tree that was given, else the set-up that the run has with it, as it was before. */
static void take_facts(struct compare_input *input)
{
	if (input->tree.setup.count)
		input->facts = facts_of(&input->tree.setup);
	else if (input->summary && has_whole_setup(input->summary))
		input->facts = facts_of(&input->summary->setup_before);
}

int compare_input_read(struct compare_input *input, const char *name, bool series,
		       struct err *err)
{
	int fd CLEANUP(scope_close) = -1;
	struct stat file;
	int status;

	*input = (struct compare_input){.name = name};
	if (!*name)
		return err_set(err, ERR_INPUT, "the name of a run is empty");
	if (stat(name, &file) < 0)
		return err_errno(err, "%s", name);
	/* What it is is told by its beginning, which a pipe gives once. */
	if (!S_ISDIR(file.st_mode) && !S_ISREG(file.st_mode))
		return err_set(
			err, ERR_INPUT,
			"%s is a pipe or a device: save what comes from it in a file",
			name);
	fd = open(name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return err_errno(err, "%s", name);
	if (S_ISDIR(file.st_mode) && is_tree(fd))
		status = doctor_read_machine(&input->tree, name, err);
	else if (!S_ISDIR(file.st_mode) && is_run_file(fd, name))
		status = read_run_file(input, series, err);
	else
		status = read_report(input, err);
	if (status < 0)
		return -1;
	take_facts(input);
	return 0;
}

/* The tree must be of the kernel that the run was made on. */
static int check_kernel(const struct compare_input *input, const char *folder,
			struct err *err)
{
	const char *kernel = input->has_report ? input->builder.foreign.kernel
			     : input->summary  ? input->summary->head.host.kernel
					       : NULL;
	CLEANUP(kernel_said_free) struct kernel_said said = {0};

	if (kernel_said_release(&said, input->name, kernel, err) < 0)
		return -1;
	if (input->summary &&
	    kernel_said_setup(&said, input->name, &input->summary->setup_before, err) < 0)
		return -1;
	return kernel_said_setup(&said, folder, &input->tree.setup, err);
}

int compare_input_add_tree(struct compare_input *input, const char *folder,
			   struct err *err)
{
	if (doctor_read_machine(&input->tree, folder, err) < 0 ||
	    check_kernel(input, folder, err) < 0)
		return -1;
	facts_free(input->facts);
	input->facts = NULL;
	take_facts(input);
	return 0;
}

void compare_input_free(struct compare_input *input)
{
	facts_free(input->facts);
	doctor_input_free(&input->tree);
	if (input->summary)
		summary_close(input->summary);
	slice_series_close(input->series);
	if (input->has_report)
		foreign_builder_free(&input->builder);
	import_files_free(&input->files);
	*input = (struct compare_input){0};
}

struct compare_run compare_input_run(const struct compare_input *input)
{
	return (struct compare_run){
		.name = input->name,
		.summary = input->summary,
		.series = input->series,
		.foreign = input->has_report ? &input->builder.foreign : NULL,
		.facts = input->facts,
	};
}
