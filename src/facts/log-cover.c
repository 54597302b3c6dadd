/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which stretch of a boot a log covers. That a line is not in it says something only where the
 * log has the stretch in which the line would be printed: from the boot's first line to beyond
 * the kernel's own start. Drivers say what they found until the first program starts, and what
 * goes wrong under load is said later still.
 */
#include <string.h>

#include "facts/log.h"

/* What loggers, and people who quote, put where lines are left out. */
static bool is_gap(const struct log_line *line)
{
	static const char *const words[] = {"messages dropped **", "kernel messages"};
	static const char *const alone[] = {"[...]", "[snip]", "<snip>", "..."};

	if (log_find(line, words[0]) ||
	    (log_find(line, "Missed ") && log_find(line, words[1])))
		return true;
	for (size_t i = 0; i < sizeof(alone) / sizeof(alone[0]); i++)
		if (line->length == strlen(alone[i]) &&
		    !memcmp(line->text, alone[i], line->length))
			return true;
	return false;
}

static bool is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
	       c == '.' || c == '(' || c == ')' || c == '/';
}

/* "systemd[1]: ": the name of a program with its number begins a word. */
static bool is_of_program(const struct log_line *line)
{
	const char *end = line->text + line->length, *at = line->text;

	while ((at = memchr(at, '[', (size_t)(end - at)))) {
		const char *name = at++, *digits = at;

		while (name > line->text && is_name(name[-1]))
			name--;
		while (at < end && *at >= '0' && *at <= '9')
			at++;
		if (name < digits - 1 && (name == line->text || name[-1] == ' ') &&
		    at > digits && end - at > 1 && at[0] == ']' && at[1] == ':')
			return true;
	}
	return false;
}

/* The kernel gives back the memory of its start right before the first program. */
static bool is_behind_start(const struct log_line *line)
{
	static const char *const words[] = {
		"Freeing unused kernel memory", "Freeing unused kernel image",
		"Freeing init memory",          " as init process",
		"Write protecting the kernel",  "k swap on /",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (log_find(line, words[i]))
			return true;
	return is_of_program(line);
}

/* Other files that were read there: programs ran. The log beside them may be cut all the same. */
static bool is_of_running_machine(const struct setup *setup)
{
	for (uint32_t i = 0; i < setup->count; i++)
		if (!setup->files[i].error &&
		    (!strncmp(setup->files[i].path, "/proc/", 6) ||
		     !strncmp(setup->files[i].path, "/sys/", 5)))
			return true;
	return false;
}

/*
 * The kernel takes the TSC a second after its drivers began to start, when it has measured it
 * (arch/x86/kernel/tsc.c, tsc_refine_calibration_work()), and at once where its rate is known.
 */
static bool is_of_measured_tsc(const struct log_line *line)
{
	enum { MEASURED_US = 1000000 };
	static const char words[] = "Switched to clocksource tsc";
	const char *found = log_find(line, words);

	return found && line->time_us >= MEASURED_US &&
	       found + strlen(words) == line->text + line->length;
}

/* Why the last of its lines, if any, are missing. */
static const char *missing_at_end(const struct setup_file *file, bool is_behind)
{
	/* What was cut off behind may hold any line, and other boots. */
	if (file->cut)
		return "its end is cut off";
	if (!is_behind)
		return "it does not reach the start of the first program";
	if (file->text[file->length - 1] != '\n')
		return "its last line has no end";
	return NULL;
}

const char *log_missing(const struct setup *setup, struct log_line *gap)
{
	const struct setup_file *file = setup_find(setup, SETUP_LOG);
	struct boots boots = log_boots(setup);
	const char *at = boots.last;
	bool ran = is_of_running_machine(setup), is_behind = false;

	*gap = (struct log_line){.text = ""};
	if (!boots.has_start)
		return "its beginning is missing";
	while (log_next(&at, gap)) {
		if (is_gap(gap))
			return "lines are missing in it";
		is_behind |= is_behind_start(gap) || (ran && is_of_measured_tsc(gap));
	}
	*gap = (struct log_line){.text = ""};
	return missing_at_end(file, is_behind);
}
