/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cmd/doctor-input.h"

#include <errno.h>
#include <string.h>

#include "base/str.h"
#include "capture/snapshot.h"
#include "cmd/import-setup.h"
#include "cmd/input.h"
#include "cmd/kernel-said.h"
#include "cmd/read-run.h"
#include "cmd/tree-denied.h"
#include "report/out.h"

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
	if (input_read_log(name, LOGS_MAX_BYTES - text->length, text, err) < 0)
		return -1;
	if (text->text[text->length - 1] != '\n')
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
	input->about = count ? "these logs" : input_shown(first);
	return 0;
}

/* What a capture asks for, and which files the tree says could not be read, and why. */
static bool adds(const struct setup_file *captured, const struct setup *setup)
{
	return captured->error ? !setup_find(setup, captured->path)
			       : str_starts(captured->path, SETUP_ASKED);
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
	if (import_setup_add_tree(setup, "--sysroot", folder, err) < 0)
		return -1;
	root.path = str_text(&path);
	snapshot_take(&root, &options, &captured);
	for (size_t i = 0; i < captured.count; i++)
		if (adds(&captured.files[i], setup))
			setup_put(setup, &captured.files[i]);
	setup_free(&captured);
	return 0;
}

/*
 * A log of another kernel than the rest is of another boot or machine. Which of them is meant
 * nobody can tell; the rest is more, so the log counts as one that could not be read.
 */
static int leave_out_other_log(struct setup *setup, const char *folder, struct err *err)
{
	const struct setup_file unknown = {.path = SETUP_LOG,
					   .text = "",
					   .error = ENODATA};
	CLEANUP(kernel_said_free) struct kernel_said said = {0};
	CLEANUP(str_free) struct str log = {0};
	struct err why = {0};

	str_addf(&log, "%s%s", folder, SETUP_LOG);
	if (kernel_said_files(&said, folder, setup, err) < 0)
		return -1;
	if (kernel_said_log(&said, str_text(&log), setup, &why) < 0) {
		report_say("whylate: note: %s; the log is left out", why.text);
		setup_put(setup, &unknown);
	}
	return 0;
}

/* Of any folder's files one may be there; a machine is told by those below these. */
static bool tells(const struct setup_file *file)
{
	static const char *const places[] = {"/proc/",  "/sys/",
					     "/boot/",  "/lib/modules/",
					     SETUP_LOG, SETUP_ASKED,
					     "/ps"};

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (!file->error && str_starts(file->path, places[i]))
			return true;
	return false;
}

int doctor_read_machine(struct doctor_input *input, const char *folder, struct err *err)
{
	static const struct snapshot_options options;

	if (folder && (read_tree(&input->setup, folder, err) < 0 ||
		       leave_out_other_log(&input->setup, folder, err) < 0))
		return -1;
	if (!folder)
		snapshot_take(&(struct root){""}, &options, &input->setup);
	input->about = folder ? folder : "this machine";
	for (size_t i = 0; i < input->setup.count; i++)
		if (tells(&input->setup.files[i]))
			return 0;
	if (folder && tree_refuse_denied(&input->setup, "--sysroot", folder, err) < 0)
		return -1;
	return err_set(
		err, ERR_INPUT,
		folder ? "--sysroot %s: no file that tells how a machine is set up; "
			 "it should hold proc, sys, dmesg.txt or boot/config-*"
		       : "%s/proc and /sys tell nothing here: are they mounted?",
		folder ? folder : "");
}

int doctor_read_run(struct doctor_input *input, const char *name, struct err *err)
{
	struct run_sink detail;

	input->about = input_shown(name);
	input->summary = summary_open(&(struct summary_filter){0});
	input->detail = detail_open();
	detail = detail_sink(input->detail);
	if (read_run(name, input->summary, &detail, err) < 0)
		return -1;
	read_run_warn(input->summary, name);
	return 0;
}
