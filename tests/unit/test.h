/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The test harness: a test program is a table of named functions. Each failed check is
 * printed with its place and both values; the last line is "N passed, N failed".
 * Arguments, if any, name the tests to run.
 */
#ifndef TEST_H
#define TEST_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct test {
	const char *name;
	void (*run)(void);
};

/* Macros, because only they know their line. Values are evaluated once. */
#define CHECK(condition) test_check(__FILE__, __LINE__, #condition, (condition))
#define CHECK_INT(actual, expected)                                    \
	test_check_int(__FILE__, __LINE__, #actual, (int64_t)(actual), \
		       (int64_t)(expected))
#define CHECK_TEXT(actual, expected) \
	test_check_text(__FILE__, __LINE__, #actual, (actual), (expected))

/* Failed checks of the test that is running; the first few are printed. */
static int test_failures;

enum { TEST_PRINTED_FAILURES = 20 };

static inline bool test_note_failure(const char *file, int line)
{
	if (++test_failures <= TEST_PRINTED_FAILURES)
		printf("%s:%d: ", file, line);
	return test_failures <= TEST_PRINTED_FAILURES;
}

static inline void test_check(const char *file, int line, const char *what, bool good)
{
	if (!good && test_note_failure(file, line))
		printf("not true: %s\n", what);
}

static inline void test_check_int(const char *file, int line, const char *what,
				  int64_t actual, int64_t expected)
{
	if (actual != expected && test_note_failure(file, line))
		printf("%s is %" PRId64 ", not %" PRId64 "\n", what, actual, expected);
}

static inline void test_check_text(const char *file, int line, const char *what,
				   const char *actual, const char *expected)
{
	if ((!actual || strcmp(actual, expected)) && test_note_failure(file, line))
		printf("%s is\n  |%s|, not\n  |%s|\n", what, actual ? actual : "(null)",
		       expected);
}

static inline bool test_wanted(const char *name, int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], name))
			return true;
	return argc < 2;
}

/* What main() returns: 0 when at least one test ran and none failed. */
static inline int test_main(const struct test *tests, size_t count, int argc, char **argv)
{
	int passed = 0, failed = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	for (size_t i = 0; i < count; i++) {
		if (!test_wanted(tests[i].name, argc, argv))
			continue;
		test_failures = 0;
		tests[i].run();
		if (test_failures)
			printf("FAILED: %s (%d checks)\n", tests[i].name, test_failures);
		*(test_failures ? &failed : &passed) += 1;
	}
	printf("%d passed, %d failed\n", passed, failed);
	return failed || !passed;
}

#define TEST_MAIN(tests)                                                                 \
	int main(int argc, char **argv)                                                  \
	{                                                                                \
		return test_main(tests, sizeof(tests) / sizeof((tests)[0]), argc, argv); \
	}

#endif
