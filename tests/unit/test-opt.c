/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/opt: tables of options, good and bad command lines, the help text. */
#include "base/opt.h"

#include "base/num.h"
#include "test.h"

struct options {
	bool quiet;
	int64_t priority;
	int64_t time_ns;
	const char *output;
	int policy;
};

static const char *const policies[] = {"fifo", "rr", NULL};

static const struct opt rows[] = {
	{.name = "for",
	 .value = "TIME",
	 .help = "how long",
	 .parse = opt_time,
	 .offset = offsetof(struct options, time_ns),
	 .min = NS_PER_MS,
	 .max = 3600 * NS_PER_S},
	{.name = "priority",
	 .value = "N",
	 .help = "its priority",
	 .parse = opt_integer,
	 .offset = offsetof(struct options, priority),
	 .min = 1,
	 .max = 99,
	 .letter = 'p'},
	{.name = "output",
	 .value = "FILE",
	 .help = "where to",
	 .parse = opt_text,
	 .stays_here = true,
	 .offset = offsetof(struct options, output),
	 .letter = 'o'},
	{.name = "policy",
	 .value = "NAME",
	 .help = "which one",
	 .parse = opt_choice,
	 .offset = offsetof(struct options, policy),
	 .choices = policies},
	{.name = "quiet",
	 .help = "say nothing",
	 .parse = opt_flag,
	 .stays_here = true,
	 .offset = offsetof(struct options, quiet),
	 .letter = 'q'},
};

static const struct opt_set set = {rows, sizeof(rows) / sizeof(rows[0])};

enum { MOST_ARGUMENTS = 12 };

struct parsed {
	struct options options;
	struct err err;
	int status, operands;
	char *argv[MOST_ARGUMENTS];
};

/* Splits line at its blanks, which may leave empty words, and parses it. */
static struct parsed parse(char *line)
{
	struct parsed parsed = {.options = {.policy = -1}, .argv = {line}};
	int argc = 1;

	for (; *line; line++)
		if (*line == ' ') {
			*line = '\0';
			parsed.argv[argc++] = line + 1;
		}
	parsed.status = opt_parse(&set, &parsed.options, argc, parsed.argv,
				  &parsed.operands, &parsed.err);
	return parsed;
}

static void reads_every_kind(void)
{
	char line[] = "run --for 1.5s --priority=95 -oFILE --policy rr -q";
	struct parsed parsed = parse(line);

	CHECK_INT(parsed.status, 0);
	CHECK_INT(parsed.options.time_ns, 1500000000);
	CHECK_INT(parsed.options.priority, 95);
	CHECK_TEXT(parsed.options.output, "FILE");
	CHECK_INT(parsed.options.policy, 1);
	CHECK(parsed.options.quiet);
	CHECK_INT(parsed.operands, 0);
}

static void leaves_alone_what_is_not_given(void)
{
	char line[] = "run -p 7";
	struct parsed parsed = parse(line);

	CHECK_INT(parsed.status, 0);
	CHECK_INT(parsed.options.priority, 7);
	CHECK_INT(parsed.options.policy, -1);
	CHECK_INT(parsed.options.time_ns, 0);
	CHECK(!parsed.options.output);
	CHECK(!parsed.options.quiet);
}

static void keeps_operands_in_order(void)
{
	char line[] = "show a -q b - -o -x -- --for c";
	struct parsed parsed = parse(line);
	static const char *const expected[] = {"a", "b", "-", "--for", "c"};

	CHECK_INT(parsed.status, 0);
	CHECK_TEXT(parsed.options.output, "-x");
	CHECK_INT(parsed.operands, 5);
	for (int i = 0; i < 5 && parsed.operands == 5; i++)
		CHECK_TEXT(parsed.argv[i + 1], expected[i]);
}

static void refuses_with_one_sentence(void)
{
	static const struct {
		const char *line, *words;
	} cases[] = {
		{"run --bogus", "unknown option '--bogus'; --help lists them"},
		{"run --quie", "unknown option '--quie'; --help lists them"},
		{"run --quiets", "unknown option '--quiets'; --help lists them"},
		{"run --=1", "unknown option '--=1'; --help lists them"},
		{"run -x", "unknown option '-x'; --help lists them"},
		{"run -qq", "unknown option '-qq'; --help lists them"},
		{"run --quiet=yes", "--quiet takes no value"},
		{"run --quiet=", "--quiet takes no value"},
		{"run -q --quiet", "--quiet is given twice"},
		{"run -p 1 --priority=1", "--priority is given twice"},
		{"run --for", "--for needs a value: --for TIME"},
		{"run -o", "--output needs a value: --output FILE"},
		{"run --output=", "--output: the value is empty"},
		{"run -o ", "--output: the value is empty"},
		{"run -p 0", "--priority: 0 is out of range: 1 to 99"},
		{"run -p 100", "--priority: 100 is out of range: 1 to 99"},
		{"run -p x", "--priority: 'x' is not a whole number from 1 to 99"},
		{"run --for 2h", "--for: 2h is out of range: 1ms to 1h"},
		{"run --for 1us", "--for: 1us is out of range: 1ms to 1h"},
		{"run --policy best", "--policy: 'best' is not one of: fifo, rr"},
		{"run --policy rr,", "--policy: 'rr,' is not one of: fifo, rr"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char line[80];
		struct parsed parsed;

		snprintf(line, sizeof(line), "%s", cases[i].line);
		parsed = parse(line);
		CHECK_INT(parsed.status, -1);
		CHECK_INT(parsed.err.kind, ERR_INPUT);
		CHECK_TEXT(parsed.err.text, cases[i].words);
	}
}

static void aligns_the_help(void)
{
	struct str help = {0};

	opt_add_help(&help, &set);
	CHECK_TEXT(str_text(&help), "      --for TIME     how long\n"
				    "  -p, --priority N   its priority\n"
				    "  -o, --output FILE  where to\n"
				    "      --policy NAME  which one\n"
				    "  -q, --quiet        say nothing\n"
				    "      --help         this text\n");
	str_free(&help);
}

static void check_passed_on(char *line, const char *expected)
{
	struct parsed parsed = parse(line);
	struct str passed_on = {0};
	int argc = 1;

	while (argc < MOST_ARGUMENTS && parsed.argv[argc])
		argc++;
	CHECK_INT(parsed.status, 0);
	opt_add_passed_on(&passed_on, &set, argc, parsed.argv);
	CHECK_TEXT(str_text(&passed_on), expected);
	str_free(&passed_on);
}

/* --output and --quiet stay here, with their values, however they are written. */
static void passes_on_what_does_not_stay_here(void)
{
	char none[] = "run -q -o FILE";
	char all[] = "run --for 1s -o FILE -p7 --quiet --policy rr";
	char attached[] = "run -oFILE --for=1s -q";
	char long_name[] = "run --output=it's --policy fifo --";
	char like_an_option[] = "run -o -p --for 1s";

	check_passed_on(none, "");
	check_passed_on(all, "'--for' '1s' '-p7' '--policy' 'rr'");
	check_passed_on(attached, "'--for=1s'");
	check_passed_on(long_name, "'--policy' 'fifo'");
	check_passed_on(like_an_option, "'--for' '1s'");
}

static const struct test tests[] = {
	{"reads every kind", reads_every_kind},
	{"leaves alone what is not given", leaves_alone_what_is_not_given},
	{"keeps operands in order", keeps_operands_in_order},
	{"refuses with one sentence", refuses_with_one_sentence},
	{"aligns the help", aligns_the_help},
	{"passes on what does not stay here", passes_on_what_does_not_stay_here},
};

TEST_MAIN(tests)
