/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Command lines, one argument a line: accepted ones give values in range. */
#include "base/opt.h"

#include <string.h>

#include "base/num.h"
#include "fuzz.h"

struct options {
	int64_t time_ns, number;
	const char *text;
	int choice;
	bool flag;
};

static const char *const words[] = {"fifo", "rr", "other", NULL};

static const struct opt rows[] = {
	{.name = "for",
	 .value = "TIME",
	 .help = "a time",
	 .parse = opt_time,
	 .offset = offsetof(struct options, time_ns),
	 .min = 1,
	 .max = 86400 * NS_PER_S},
	{.name = "priority",
	 .value = "N",
	 .help = "a number",
	 .parse = opt_integer,
	 .offset = offsetof(struct options, number),
	 .min = 1,
	 .max = 99,
	 .letter = 'p'},
	{.name = "output",
	 .value = "FILE",
	 .help = "a text",
	 .parse = opt_text,
	 .offset = offsetof(struct options, text),
	 .letter = 'o'},
	{.name = "policy",
	 .value = "NAME",
	 .help = "a word",
	 .parse = opt_choice,
	 .offset = offsetof(struct options, choice),
	 .choices = words},
	{.name = "quiet",
	 .help = "a flag",
	 .parse = opt_flag,
	 .offset = offsetof(struct options, flag),
	 .letter = 'q'},
};

enum { MOST_ARGUMENTS = 64 };

/* Cuts text at its line ends; argv[0] is the program. */
static int split(char *text, char **argv)
{
	int argc = 0;

	argv[argc++] = text;
	while (argc < MOST_ARGUMENTS && (text = strchr(text, '\n'))) {
		*text++ = '\0';
		argv[argc++] = text;
	}
	return argc;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	static const struct opt_set set = {rows, sizeof(rows) / sizeof(rows[0])};
	CLEANUP(scope_free) char *text = fuzz_text(bytes, count);
	struct options options = {.time_ns = 1, .number = 1, .text = "default"};
	char *argv[MOST_ARGUMENTS];
	struct err err = {0};
	int argc = split(text, argv), operands = -1;

	if (opt_parse(&set, &options, argc, argv, &operands, &err) < 0) {
		require(err.kind == ERR_INPUT && err.text[0]);
		return 0;
	}
	require(err.kind == ERR_NONE);
	require(operands >= 0 && operands < argc);
	require(options.time_ns >= 1 && options.time_ns <= 86400 * NS_PER_S);
	require(options.number >= 1 && options.number <= 99);
	require(options.text[0]);
	require(options.choice >= 0 && options.choice < 3);
	for (int i = 1; i <= operands; i++)
		require(argv[i] >= text && argv[i] <= text + count);
	return 0;
}
