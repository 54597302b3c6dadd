/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the kernel was configured: /proc/config.gz, or /boot/config-* of the running release. */
#include <string.h>

#include "base/gunzip.h"
#include "base/str.h"
#include "facts/files.h"
#include "facts/topics.h"

/* Ten times what an allmodconfig takes. */
enum { CONFIG_MAX_BYTES = 8 << 20 };

static void put_line(struct facts *facts, const char *source, const char *line)
{
	static const char not_set[] = " is not set";
	const char *equals = strchr(line, '=');
	size_t length = strlen(line);

	if (str_starts(line, "CONFIG_") && equals)
		facts_put_text(facts, source,
			       facts_format(facts, "config.%.*s", (int)(equals - line),
					    line),
			       equals + 1);
	else if (str_starts(line, "# CONFIG_") && length > strlen(not_set) &&
		 !strcmp(line + length - strlen(not_set), not_set))
		facts_put_text(facts, source,
			       facts_format(facts, "config.%.*s",
					    (int)(length - strlen(not_set) - 2),
					    line + 2),
			       "n");
}

static void put_lines(struct facts *facts, const char *source, const char *text)
{
	const char *line;
	int64_t count = 0;

	for (; (line = facts_next_line(facts, &text));
	     count += strstr(line, "CONFIG_") != NULL)
		put_line(facts, source, line);
	facts_put_text(facts, source, "config.source", source);
	facts_put_integer(facts, source, "config.count", count, "count");
}

/* The one of the running kernel; with several and no match, none: a wrong one misleads. */
static const struct setup_file *find_text(struct facts *facts, const struct setup *setup)
{
	const char *release = facts_text(facts, "kernel.release", NULL);
	const struct setup_file *file, *only = NULL;
	size_t at = 0, count = 0;

	if (release) {
		const char *path = facts_format(facts, "/boot/config-%s", release);

		file = setup_find(setup, path);
		if (file)
			return file;
		path = facts_format(facts, "/lib/modules/%s/build/.config", release);
		return setup_find(setup, path);
	}
	while ((file = setup_next(setup, "/boot/config-*", &at))) {
		only = file;
		count++;
	}
	return count == 1 ? only : NULL;
}

void facts_topic_config(struct facts *facts, const struct setup *setup)
{
	const struct setup_file *file = setup_find(setup, "/proc/config.gz");
	CLEANUP(str_free) struct str text = {0};
	struct err err = {0};

	if (file && !file->error &&
	    gunzip(file->text, file->length, CONFIG_MAX_BYTES, &text, &err) == 0) {
		put_lines(facts, file->path, str_text(&text));
		return;
	}
	file = find_text(facts, setup);
	if (file && !file->error)
		put_lines(facts, file->path, file->text);
	else
		facts_put_unknown(facts, "/proc/config.gz", "config.source",
				  "neither /proc/config.gz nor /boot/config-RELEASE can "
				  "be read");
}
