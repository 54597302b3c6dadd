/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cmd/compare-input.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/str.h"
#include "run/format.h"
#include "run/reader.h"
#include "sys/file-lock.h"

/* The run's sinks, side by side. */
struct feed {
	struct run_sink summary, series;
};

static void tell_head(void *self, const struct run_head *head)
{
	struct feed *feed = self;

	feed->summary.head(feed->summary.self, head);
	if (feed->series.head)
		feed->series.head(feed->series.self, head);
}

static void tell_obtained(void *self, const struct run_stream *streams, uint32_t count)
{
	struct feed *feed = self;

	feed->summary.obtained(feed->summary.self, streams, count);
}

static void tell_slice(void *self, const struct run_slice *slice)
{
	struct feed *feed = self;

	feed->summary.slice(feed->summary.self, slice);
	if (feed->series.slice)
		feed->series.slice(feed->series.self, slice);
}

static void tell_event(void *self, const struct run_event *event)
{
	struct feed *feed = self;

	feed->summary.event(feed->summary.self, event);
}

static void tell_end(void *self, const struct run_end *end)
{
	struct feed *feed = self;

	feed->summary.end(feed->summary.self, end);
}

static void tell_setup(void *self, const struct run_setup *setup)
{
	struct feed *feed = self;

	feed->summary.setup(feed->summary.self, setup);
}

static void tell_foreign(void *self, const struct run_foreign *foreign)
{
	struct feed *feed = self;

	feed->summary.foreign(feed->summary.self, foreign);
}

static int read_run(struct compare_input *input, int fd, bool series, struct err *err)
{
	struct feed feed = {0};
	struct reader_report report = {0};
	const struct run_sink sink = {
		.self = &feed,
		.head = tell_head,
		.obtained = tell_obtained,
		.slice = tell_slice,
		.event = tell_event,
		.setup = tell_setup,
		.foreign = tell_foreign,
		.end = tell_end,
	};

	input->summary = summary_open(&(struct summary_filter){0});
	feed.summary = summary_sink(input->summary);
	if (series) {
		input->series = slice_series_open();
		feed.series = slice_series_sink(input->series);
	}
	if (reader_play(fd, input->name, &sink, &report, err) < 0)
		return -1;
	summary_set_file_report(input->summary, &report, sys_file_is_being_written(fd));
	summary_conclude(input->summary);
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
	return import_read_as(format, &report, &input->builder, err);
}

/* A collected tree holds at least one of these. */
static bool is_tree(int folder)
{
	static const char *const marks[] = {"proc", "sys", &SETUP_LOG[1], "boot"};

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (faccessat(folder, marks[i], F_OK, 0) == 0)
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

/*
 * A tree's log is often a link to a file beside it, and archives that know no links keep the
 * target as text: one line, without its end, that names a file from there. Nothing else of a
 * tree may lead out of it.
 */
static int read_tree(struct compare_input *input, const char *folder, struct err *err)
{
	CLEANUP(str_free) struct str path = {0}, text = {0};
	const char *target;
	struct err ignored = {0};

	if (doctor_read_machine(&input->tree, folder, err) < 0)
		return -1;
	target = setup_text(&input->tree.setup, SETUP_LOG);
	if (!target || !str_starts(target, "../") || strchr(target, '\n'))
		return 0;
	str_addf(&path, "%s/%s", folder, target);
	if (io_read_file(str_text(&path), SETUP_FILE_MAX_BYTES, &text, &ignored) == 0)
		setup_put(&input->tree.setup,
			  &(struct setup_file){.path = SETUP_LOG,
					       .text = str_text(&text),
					       .length = text.length});
	return 0;
}

/* A tree that was given, else the set-up that the run has with it, as it was before. */
static void take_facts(struct compare_input *input)
{
	if (input->tree.setup.count)
		input->facts = facts_of(&input->tree.setup);
	else if (input->summary && input->summary->setup_before.count)
		input->facts = facts_of(&input->summary->setup_before);
}

int compare_input_read(struct compare_input *input, const char *name, bool series,
		       struct err *err)
{
	int fd CLEANUP(scope_close) = open(name, O_RDONLY | O_CLOEXEC);
	struct stat stat;
	int status;

	*input = (struct compare_input){.name = name};
	if (fd < 0 || fstat(fd, &stat) < 0)
		return err_errno(err, "%s", name);
	if (S_ISDIR(stat.st_mode) && is_tree(fd))
		status = read_tree(input, name, err);
	else if (!S_ISDIR(stat.st_mode) && is_run_file(fd, name))
		status = read_run(input, fd, series, err);
	else
		status = read_report(input, err);
	if (status < 0)
		return -1;
	take_facts(input);
	return 0;
}

int compare_input_add_tree(struct compare_input *input, const char *folder,
			   struct err *err)
{
	if (read_tree(input, folder, err) < 0)
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
