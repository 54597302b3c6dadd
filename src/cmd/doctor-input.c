/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cmd/doctor-input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "base/str.h"
#include "capture/snapshot.h"
#include "cmd/import-setup.h"
#include "run/reader.h"
#include "sys/file-lock.h"
#include "sys/terminal.h"

enum { LOGS_MAX_BYTES = SETUP_FILE_MAX_BYTES };

void doctor_input_free(struct doctor_input *input)
{
	setup_free(&input->setup);
	if (input->summary)
		summary_close(input->summary);
	detail_close(input->detail);
	*input = (struct doctor_input){0};
}

static int add_log(struct str *text, const char *name, struct err *err)
{
	if (io_read_file(name, LOGS_MAX_BYTES, text, err) < 0)
		return -1;
	if (text->length && text->text[text->length - 1] != '\n')
		str_add_char(text, '\n');
	return 0;
}

int doctor_read_logs(struct doctor_input *input, const char *first, char *const *more,
		     int count, struct err *err)
{
	CLEANUP(str_free) struct str text = {0};
	struct setup_file file = {.path = SETUP_LOG};

	if (add_log(&text, first, err) < 0)
		return -1;
	for (int i = 0; i < count; i++)
		if (add_log(&text, more[i], err) < 0)
			return -1;
	file.text = str_text(&text);
	file.length = text.length;
	setup_put(&input->setup, &file);
	input->about = count ? "these logs" : first;
	return 0;
}

/*
 * Of a collected tree: all its files, whatever a capture would look for, and a capture's
 * lists of tasks and programs. What is not in the tree was not collected, which is another
 * thing than not being there on the machine.
 */
static int read_tree(struct setup *setup, const char *folder, struct err *err)
{
	static const struct snapshot_options options;
	CLEANUP(str_free) struct str path = {0};
	struct setup captured = {0};
	struct root root;

	if (root_choose(folder, &path, err) < 0)
		return -1;
	if (import_setup_add_tree(setup, folder, err) < 0)
		return err_set(
			err, ERR_INPUT,
			"--sysroot %s: no file that can be read; it should hold proc, "
			"sys, dmesg.txt or boot/config-*",
			folder);
	root.path = str_text(&path);
	snapshot_take(&root, &options, &captured);
	for (size_t i = 0; i < captured.count; i++)
		if (str_starts(captured.files[i].path, SETUP_ASKED) &&
		    !captured.files[i].error)
			setup_put(setup, &captured.files[i]);
	setup_free(&captured);
	return 0;
}

int doctor_read_machine(struct doctor_input *input, const char *folder, struct err *err)
{
	static const struct snapshot_options options;

	if (folder && read_tree(&input->setup, folder, err) < 0)
		return -1;
	if (!folder)
		snapshot_take(&(struct root){""}, &options, &input->setup);
	input->about = folder ? folder : "this machine";
	for (size_t i = 0; i < input->setup.count; i++)
		if (!input->setup.files[i].error)
			return 0;
	return err_set(
		err, ERR_INPUT,
		folder ? "--sysroot %s: no file that tells how a machine is set up; "
			 "it should hold proc, sys, dmesg.txt or boot/config-*"
		       : "%s/proc and /sys tell nothing here: are they mounted?",
		folder ? folder : "");
}

/* The run's sinks, one behind the other. */
struct feed {
	struct run_sink sinks[2];
};

static void tell_head(void *self, const struct run_head *head)
{
	struct feed *feed = self;

	for (int i = 0; i < 2; i++)
		if (feed->sinks[i].head)
			feed->sinks[i].head(feed->sinks[i].self, head);
}

static void tell_obtained(void *self, const struct run_stream *streams, uint32_t count)
{
	struct feed *feed = self;

	for (int i = 0; i < 2; i++)
		if (feed->sinks[i].obtained)
			feed->sinks[i].obtained(feed->sinks[i].self, streams, count);
}

static void tell_slice(void *self, const struct run_slice *slice)
{
	struct feed *feed = self;

	for (int i = 0; i < 2; i++)
		if (feed->sinks[i].slice)
			feed->sinks[i].slice(feed->sinks[i].self, slice);
}

static void tell_spikes(void *self, uint32_t stream, const struct run_sample *spikes,
			uint32_t count)
{
	struct feed *feed = self;

	for (int i = 0; i < 2; i++)
		if (feed->sinks[i].spikes)
			feed->sinks[i].spikes(feed->sinks[i].self, stream, spikes, count);
}

static void tell_counts(void *self, uint32_t number, const struct run_count *counts,
			uint32_t count, bool whole_run)
{
	struct feed *feed = self;

	for (int i = 0; i < 2; i++)
		if (feed->sinks[i].counts)
			feed->sinks[i].counts(feed->sinks[i].self, number, counts, count,
					      whole_run);
}

static void tell_event(void *self, const struct run_event *event)
{
	struct feed *feed = self;

	for (int i = 0; i < 2; i++)
		if (feed->sinks[i].event)
			feed->sinks[i].event(feed->sinks[i].self, event);
}

static void tell_end(void *self, const struct run_end *end)
{
	struct feed *feed = self;

	for (int i = 0; i < 2; i++)
		if (feed->sinks[i].end)
			feed->sinks[i].end(feed->sinks[i].self, end);
}

static void tell_foreign(void *self, const struct run_foreign *foreign)
{
	struct feed *feed = self;

	for (int i = 0; i < 2; i++)
		if (feed->sinks[i].foreign)
			feed->sinks[i].foreign(feed->sinks[i].self, foreign);
}

static void tell_setup(void *self, const struct run_setup *setup)
{
	struct feed *feed = self;

	for (int i = 0; i < 2; i++)
		if (feed->sinks[i].setup)
			feed->sinks[i].setup(feed->sinks[i].self, setup);
}

static int open_run(const char *name, struct err *err)
{
	int fd;

	if (strcmp(name, "-")) {
		fd = open(name, O_RDONLY | O_CLOEXEC);
		return fd < 0 ? err_errno(err, "%s", name) : fd;
	}
	if (sys_is_terminal(STDIN_FILENO))
		return err_set(
			err, ERR_INPUT,
			"'-' reads a run from standard input, which is a terminal");
	fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
	return fd < 0 ? err_errno(err, "standard input") : fd;
}

int doctor_read_run(struct doctor_input *input, const char *name, struct err *err)
{
	int fd CLEANUP(scope_close) = open_run(name, err);
	struct reader_report report = {0};
	struct feed feed;
	const struct run_sink sink = {
		.self = &feed,
		.head = tell_head,
		.obtained = tell_obtained,
		.slice = tell_slice,
		.spikes = tell_spikes,
		.counts = tell_counts,
		.event = tell_event,
		.setup = tell_setup,
		.foreign = tell_foreign,
		.end = tell_end,
	};

	if (fd < 0)
		return -1;
	input->about = strcmp(name, "-") ? name : "standard input";
	input->summary = summary_open(&(struct summary_filter){0});
	input->detail = detail_open();
	feed.sinks[0] = summary_sink(input->summary);
	feed.sinks[1] = detail_sink(input->detail);
	if (reader_play(fd, input->about, &sink, &report, err) < 0)
		return -1;
	summary_set_file_report(input->summary, &report, sys_file_is_being_written(fd));
	summary_conclude(input->summary);
	return 0;
}
