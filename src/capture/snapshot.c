/* SPDX-License-Identifier: GPL-2.0-or-later */
/* First all paths, in order; then file by file, as long as time and room last. */
#include "capture/snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/io.h"
#include "base/num.h"
#include "capture/anonymous.h"
#include "capture/asked.h"
#include "capture/expand.h"
#include "capture/process-lists.h"
#include "sys/clock.h"

/* What a capture may cost; a collected tree may lie on a slow disk. */
#define MOST_NS (8 * NS_PER_S)
#define MOST_NS_COLLECTED (30 * NS_PER_S)
enum { MOST_BYTES = 16 << 20 };

struct capture {
	const struct root *root;
	const struct snapshot_options *options;
	struct setup *setup;
	int64_t deadline_ns;
	size_t bytes;
	struct str text, path;
};

static bool is_here(const struct capture *capture)
{
	return root_is_this_machine(capture->root);
}

static void put(struct capture *capture, const struct setup_file *file)
{
	capture->bytes += file->length;
	setup_put(capture->setup, file);
}

/* Takes what is in capture->text. */
static void put_text(struct capture *capture, const char *path, int error, bool cut,
		     bool varies)
{
	str_clear(&capture->path);
	str_add(&capture->path, path);
	if (error)
		str_clear(&capture->text);
	varies &= !error;
	if (capture->options->anonymous) {
		process_lists_cut(path, &capture->text);
		anonymous_scrub_path(capture->options->anonymous, &capture->path);
		anonymous_scrub(capture->options->anonymous, &capture->text);
	}
	put(capture, &(struct setup_file){
			     .path = str_text(&capture->path),
			     .text = str_text(&capture->text),
			     .length = capture->text.length,
			     .error = error,
			     .cut = cut,
			     .varies = varies,
		     });
}

static void put_asked(void *self, const char *path, const struct str *text, int error,
		      bool varies)
{
	struct capture *capture = self;
	size_t length =
		text->length < SETUP_FILE_MAX_BYTES ? text->length : SETUP_FILE_MAX_BYTES;

	str_clear(&capture->text);
	str_add_bytes(&capture->text, str_text(text), length);
	put_text(capture, path, error, length < text->length, varies);
}

/* As much as fits, to the end of the file. errno, or 0. */
static int read_text(int fd, size_t most, struct str *out, bool *cut)
{
	const size_t step = 16 << 10;

	for (;;) {
		long got = io_read_full(fd, str_reserve(out, step), step);

		if (got < 0)
			return errno;
		out->length += (size_t)got;
		out->text[out->length] = '\0';
		*cut = out->length > most;
		if (*cut)
			out->length = most;
		if ((size_t)got < step || *cut)
			break;
	}
	out->text[out->length] = '\0';
	return 0;
}

/* The kernel's binary numbers are told as text. */
static void turn_into_text(struct str *text)
{
	int32_t value;

	if (text->length != sizeof(value))
		return;
	memcpy(&value, text->text, sizeof(value));
	str_clear(text);
	str_addf(text, "%d\n", value);
}

static int read_wanted(struct capture *capture, const struct wanted *wanted, bool *cut)
{
	unsigned int flags = wanted->source->flags;
	size_t most = flags & SOURCE_LARGE ? SETUP_FILE_MAX_BYTES : SOURCE_USUAL_BYTES;
	CLEANUP(scope_close)
	int fd = root_open(capture->root, O_RDONLY | O_NONBLOCK | O_NOCTTY, wanted->path);
	struct stat status;
	int error;

	if (fd < 0)
		return errno;
	if (fstat(fd, &status) < 0)
		return errno;
	/* In a collected tree a pipe, a socket or a device is no file of a machine. */
	if (S_ISDIR(status.st_mode) || (!is_here(capture) && !S_ISREG(status.st_mode)))
		return ENOENT;
	error = read_text(fd, most, &capture->text, cut);
	if (!error && flags & SOURCE_NUMBER && is_here(capture))
		turn_into_text(&capture->text);
	return error;
}

static void take_file(struct capture *capture, const struct wanted *wanted)
{
	bool cut = false;
	int error;

	str_clear(&capture->text);
	error = read_wanted(capture, wanted, &cut);
	if (error == ENOTDIR || error == EISDIR || error == ELOOP || error == ENXIO)
		error = ENOENT;
	/*
	 * What a pattern made up, or what has gone since, was never there; and what a collected
	 * tree lacks nobody may have collected.
	 */
	if (error == ENOENT && (!wanted->is_fixed || !is_here(capture)))
		return;
	put_text(capture, wanted->path, error, cut,
		 wanted->source->flags & SOURCE_VARIES);
}

/* NULL: go on. */
static const char *why_to_stop(const struct capture *capture)
{
	if (clock_read_ns(CLOCK_MONOTONIC) > capture->deadline_ns)
		return "it took too long\n";
	return capture->bytes > MOST_BYTES ? "it grew too large\n" : NULL;
}

static void take_files(struct capture *capture, const struct wanted_list *list)
{
	const char *why = NULL;

	for (size_t i = 0; i < list->count && !why; i++) {
		if (strcmp(list->items[i].path, SETUP_UNREADABLE) != 0)
			take_file(capture, &list->items[i]);
		why = why_to_stop(capture);
		if (why)
			put(capture, &(struct setup_file){.path = SNAPSHOT_INCOMPLETE,
							  .text = why,
							  .length = strlen(why)});
	}
}

static bool can_open(const struct capture *capture, const char *path)
{
	int fd = root_open(capture->root, O_RDONLY, path);

	scope_close(&fd);
	return fd >= 0;
}

/* A kernel's configuration is large: the first that is to be had is enough. */
static void keep_one_configuration(const struct capture *capture,
				   struct wanted_list *list)
{
	bool has_one = can_open(capture, "/proc/config.gz");
	size_t kept = 0;

	for (size_t i = 0; i < list->count; i++) {
		bool is_one = list->items[i].source->flags & SOURCE_OF_KERNEL;

		if (is_one && has_one)
			continue;
		has_one |= is_one && can_open(capture, list->items[i].path);
		list->items[kept++] = list->items[i];
	}
	list->count = kept;
}

static void list_files(const struct capture *capture, struct arena *arena,
		       struct wanted_list *list)
{
	const struct snapshot_options *options = capture->options;
	unsigned int without = (is_here(capture) ? SOURCE_COLLECTED : 0) |
			       (options->anonymous ? SOURCE_PRIVATE : 0);

	expand_sources(capture->root, options->watched_only ? SOURCE_WATCHED : 0, without,
		       arena, list);
	asked_add_own_groups(capture->root, arena, list);
	expand_sort(list);
	if (is_here(capture) && !options->watched_only)
		keep_one_configuration(capture, list);
}

static void ask(struct capture *capture)
{
	const struct asked asked = {capture->root, put_asked, capture};
	bool only_watched = capture->options->watched_only;

	/* An unpacked set-up has the answers. */
	if (is_here(capture) || !setup_find(capture->setup, SETUP_ASKED "rt-tasks"))
		asked_tasks(&asked);
	if (!only_watched &&
	    (is_here(capture) || !setup_find(capture->setup, SETUP_ASKED "programs")))
		asked_programs(&asked);
	if (!is_here(capture) || only_watched)
		return;
	asked_names(&asked);
	asked_log(&asked);
	asked_msr(&asked);
	asked_nics(&asked);
}

/* "ERRNO PATH" or "cut PATH": so it was with a file where the set-up comes from. */
static void take_unreadable_line(struct capture *capture, const char *line)
{
	const char *path = strchr(line, ' ');
	const struct setup_file *known;
	struct setup_file file;
	int error = (int)strtol(line, NULL, 10);

	if (!path || !setup_path_is_good(++path))
		return;
	if (error > 0) {
		put_text(capture, path, error, false, false);
		return;
	}
	known = setup_find(capture->setup, path);
	if (!known || !str_starts(line, "cut "))
		return;
	file = *known;
	file.cut = true;
	put(capture, &file);
}

static void take_unreadable(struct capture *capture)
{
	CLEANUP(str_free) struct str text = {0};
	char *next;

	if (is_here(capture) ||
	    root_read(capture->root, &text, "%s", SETUP_UNREADABLE) < 0)
		return;
	for (char *line = text.text; line && *line; line = next) {
		next = line + strcspn(line, "\n");
		if (*next)
			*next++ = '\0';
		take_unreadable_line(capture, line);
	}
}

void snapshot_take(const struct root *root, const struct snapshot_options *options,
		   struct setup *setup)
{
	struct capture capture = {.root = root, .options = options, .setup = setup};
	struct wanted_list list = {0};
	struct arena arena = {0};

	capture.deadline_ns = clock_read_ns(CLOCK_MONOTONIC) +
			      (is_here(&capture) ? MOST_NS : MOST_NS_COLLECTED);
	list_files(&capture, &arena, &list);
	take_files(&capture, &list);
	take_unreadable(&capture);
	ask(&capture);
	arena_free(&arena);
	str_free(&capture.text);
	str_free(&capture.path);
}
