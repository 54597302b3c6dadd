/* SPDX-License-Identifier: GPL-2.0-or-later */
/* whylate snapshot: the machine's set-up alone, in a run file without a run. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "capture/anonymous.h"
#include "capture/snapshot.h"
#include "cmd/run-file.h"
#include "cmd/tree-denied.h"
#include "commands.h"
#include "report/out.h"
#include "run/writer.h"
#include "sys/clock.h"
#include "sys/host.h"
#include "version.h"

struct snapshot {
	const char *output, *sysroot, *note;
	bool anonymous, quiet;
};

#define AT(member) offsetof(struct snapshot, member)

/* clang-format off */
static const struct opt rows[] = {
	{.name = "output", .letter = 'o', .value = "FILE|-", .parse = opt_text,
	 .offset = AT(output),
	 .help = "run file (default HOST-KERNEL-setup-DATE.whylate); - is standard output"},
	{.name = "sysroot", .value = "DIR", .parse = opt_text, .offset = AT(sysroot),
	 .help = "look at a collected tree instead of this machine"},
	{.name = "anonymous", .parse = opt_flag, .offset = AT(anonymous),
	 .help = "leave out serial numbers, addresses, names of host and user"},
	{.name = "note", .value = "TEXT", .parse = opt_text, .offset = AT(note),
	 .help = "kept in the run file"},
	{.name = "quiet", .parse = opt_flag, .offset = AT(quiet),
	 .help = "do not say what was read"},
};
/* clang-format on */

/* A line of uname's answers, in *value; "" when it is not there. */
static void find_name(const struct setup *setup, const char *key, struct str *value)
{
	const char *text = setup_text(setup, SETUP_ASKED "uname");
	size_t length = strlen(key);

	str_clear(value);
	while (text && *text) {
		size_t line = strcspn(text, "\n");

		if (line > length && !strncmp(text, key, length) && text[length] == ' ') {
			str_add_bytes(value, text + length + 1, line - length - 1);
			return;
		}
		text += line;
		text += *text == '\n';
	}
}

/* A tree that somebody else collected has /proc/version: "Linux version 6.1.0 (...". */
static void find_release(const struct setup *setup, struct str *release)
{
	static const char start[] = "Linux version ";
	const char *version = setup_text(setup, "/proc/version");

	find_name(setup, "release", release);
	if (!release->length && version && str_starts(version, start))
		str_add_bytes(release, version + strlen(start),
			      strcspn(version + strlen(start), " \n"));
}

/* What is known of the host; the texts live in the arena. */
static struct run_host describe_host(struct arena *arena, const struct setup *setup,
				     bool here, bool anonymous)
{
	CLEANUP(str_free) struct str text = {0};
	struct run_host host = {.program_version = WHYLATE_VERSION};

	find_name(setup, "nodename", &text);
	host.name = anonymous ? "" : arena_copy(arena, str_text(&text));
	find_release(setup, &text);
	host.kernel = arena_copy(arena, str_text(&text));
	find_name(setup, "version", &text);
	host.kernel_version = arena_copy(arena, str_text(&text));
	find_name(setup, "machine", &text);
	host.machine = arena_copy(arena, str_text(&text));
	/* When somebody collected a tree, it does not tell. */
	if (here) {
		host.started_wall_ns = clock_read_ns(CLOCK_REALTIME);
		host.started_monotonic_ns = clock_read_ns(CLOCK_MONOTONIC);
	}
	return host;
}

static void tell(const struct run_sink *sink, const struct snapshot *options,
		 const struct run_host *host, const struct setup *setup)
{
	const struct run_head head = {
		.host = *host,
		.plan = {.hold_dma_latency_us = -1,
			 .note = options->note ? options->note : ""},
		.load = {.made = "none"},
		.slice_ns = INT64_C(1000000000),
	};
	const struct run_setup told = {0, false, setup->files, setup->count};
	const struct run_end end = {.ended = "complete"};

	sink->head(sink->self, &head);
	sink->setup(sink->self, &told);
	sink->flush(sink->self);
	sink->end(sink->self, &end);
}

struct tally {
	size_t read, refused, failed;
	bool has_proc, has_sys;
	const char *failed_path;
	int failed_error;
};

static struct tally count_files(const struct setup *setup)
{
	struct tally tally = {0};

	for (size_t i = 0; i < setup->count; i++) {
		int error = setup->files[i].error;

		if (error == ENOENT)
			continue;
		tally.has_proc |= str_starts(setup->files[i].path, "/proc/");
		tally.has_sys |= str_starts(setup->files[i].path, "/sys/");
		if (!error) {
			tally.read++;
		} else if (error == EACCES || error == EPERM) {
			tally.refused++;
		} else if (!tally.failed++) {
			tally.failed_path = setup->files[i].path;
			tally.failed_error = error;
		}
	}
	return tally;
}

/* Nobody who collects set-ups wants one of nothing. */
static int check(const struct snapshot *options, const struct setup *setup,
		 const struct tally *tally, struct err *err)
{
	if (tally->read)
		return 0;
	if (options->sysroot &&
	    tree_refuse_denied(setup, "--sysroot", options->sysroot, err) < 0)
		return -1;
	return err_set(
		err, ERR_INPUT,
		options->sysroot
			? "--sysroot: %s has no file that tells how a machine is set "
			  "up; it should have the folders proc and sys"
			: "%s/proc and /sys tell nothing here: are they mounted?",
		options->sysroot ? options->sysroot : "");
}

static void say(const struct snapshot *options, const struct setup *setup,
		const struct tally *tally, const char *file)
{
	CLEANUP(str_free) struct str text = {0};
	const char *incomplete = setup_text(setup, SNAPSHOT_INCOMPLETE);

	if (options->quiet)
		return;
	str_addf(&text, "%zu files read", tally->read);
	if (!tally->has_proc || !tally->has_sys)
		str_addf(&text, "; %s not there",
			 tally->has_sys    ? "/proc is"
			 : tally->has_proc ? "/sys is"
					   : "/proc and /sys are");
	if (tally->refused)
		str_addf(&text, "; %zu could not be for want of permission%s",
			 tally->refused, geteuid() ? " (root may)" : "");
	if (tally->failed)
		str_addf(&text, "; %zu could not be for other reasons (%s: %s)",
			 tally->failed, tally->failed_path,
			 strerror(tally->failed_error));
	if (incomplete)
		str_addf(&text, "; the rest was left out, as %.*s",
			 (int)strcspn(incomplete, "\n"), incomplete);
	report_say("%s%s%s", str_text(&text), file ? "; recorded to " : "",
		   file ? file : "");
}

static int record(const struct snapshot *options, const struct setup *setup,
		  const struct run_host *host, struct arena *arena, struct err *err)
{
	CLEANUP(str_free) struct str prefix = {0};
	struct tally tally = count_files(setup);
	struct writer *writer;
	struct run_file file;
	int status = 0;

	if (check(options, setup, &tally, err) < 0)
		return -1;
	if (options->anonymous)
		str_add(&prefix, "anonymous-");
	else if (*host->name)
		str_addf(&prefix, "%s-", host->name);
	str_addf(&prefix, "%s%ssetup", host->kernel, *host->kernel ? "-" : "");
	if (run_file_open(arena, options->output, str_text(&prefix), &file, err) < 0)
		return -1;
	writer = writer_open(file.fd, file.name ? file.name : "standard output");
	tell(writer_sink(writer), options, host, setup);
	if (writer_trouble(writer) || writer_has_left_out_setup(writer)) {
		status = err_set(err, ERR_INPUT, "the set-up was not recorded: %s",
				 writer_trouble(writer) ? writer_trouble(writer)
							: "the disk is nearly full");
		if (file.is_created)
			unlink(file.name);
	}
	writer_close(writer);
	if (!status)
		say(options, setup, &tally, file.name);
	return status;
}

static int take_and_record(const struct snapshot *options, struct err *err)
{
	struct snapshot_options how = {0};
	CLEANUP(str_free) struct str path = {0};
	struct setup setup = {0};
	struct arena arena = {0};
	struct run_host host;
	struct root root;
	int status;

	if (options->sysroot && root_choose(options->sysroot, &path, err) < 0)
		return -1;
	root.path = str_text(&path);
	if (options->anonymous)
		how.anonymous = anonymous_open(&root);
	snapshot_take(&root, &how, &setup);
	anonymous_close(how.anonymous);
	host = describe_host(&arena, &setup, root_is_this_machine(&root),
			     options->anonymous);
	status = record(options, &setup, &host, &arena, err);
	arena_free(&arena);
	setup_free(&setup);
	return status;
}

static int run_snapshot(const struct command *self, int argc, char **argv,
			struct err *err)
{
	struct snapshot options = {0};
	int operands;

	if (opt_parse(&self->options, &options, argc, argv, &operands, err) < 0)
		return -1;
	if (operands)
		return err_set(
			err, ERR_INPUT,
			"snapshot takes options only, not '%.60s'; --sysroot names "
			"a collected tree, -o the file",
			argv[1]);
	return take_and_record(&options, err);
}

extern const struct command command_snapshot;
const struct command command_snapshot = {
	.name = "snapshot",
	.synopsis = "[options]",
	.summary = "the machine's set-up alone",
	.options = {rows, sizeof(rows) / sizeof(rows[0])},
	.run = run_snapshot,
};
