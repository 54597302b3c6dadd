/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/err: the words, their cutting, the exit status. */
#include "base/err.h"

#include <errno.h>
#include <string.h>

#include "test.h"

static void sets_words_and_kind(void)
{
	struct err err = {0};

	CHECK_INT(err_set(&err, ERR_INVALID, "CPU %d is %s", 3, "offline"), -1);
	CHECK_INT(err.kind, ERR_INVALID);
	CHECK_TEXT(err.text, "CPU 3 is offline");
}

static void adds_the_words_of_errno(void)
{
	struct err err = {0};

	errno = ENOENT;
	CHECK_INT(err_errno(&err, "cannot open %s", "x"), -1);
	CHECK_INT(err.kind, ERR_INPUT);
	CHECK_TEXT(err.text, "cannot open x: No such file or directory");
}

static void puts_context_before(void)
{
	struct err err = {0};

	err_set(&err, ERR_INTERNAL, "inner");
	CHECK_INT(err_prefix(&err, "outer %d", 7), -1);
	CHECK_TEXT(err.text, "outer 7: inner");
	CHECK_INT(err.kind, ERR_INTERNAL);
}

static void cuts_long_texts(void)
{
	char longer[2000];
	struct err err = {0};

	memset(longer, 'x', sizeof(longer) - 1);
	longer[sizeof(longer) - 1] = '\0';
	err_set(&err, ERR_INPUT, "%s", longer);
	CHECK_INT(strlen(err.text), sizeof(err.text) - 1);
	err_prefix(&err, "before");
	CHECK_INT(strlen(err.text), sizeof(err.text) - 1);
	CHECK(!strncmp(err.text, "before: xxx", 11));
	err_prefix(&err, "%s", longer);
	CHECK_INT(strlen(err.text), sizeof(err.text) - 1);
	errno = ENOENT;
	err_errno(&err, "%s", longer);
	CHECK_INT(strlen(err.text), sizeof(err.text) - 1);
}

static void chooses_the_exit_status(void)
{
	static const struct {
		enum err_kind kind;
		int status;
	} rows[] = {{ERR_NONE, 0}, {ERR_INPUT, 2}, {ERR_INVALID, 3}, {ERR_INTERNAL, 4}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		CHECK_INT(err_exit_status(&(struct err){.kind = rows[i].kind}),
			  rows[i].status);
}

static const struct test tests[] = {
	{"sets words and kind", sets_words_and_kind},
	{"adds the words of errno", adds_the_words_of_errno},
	{"puts context before", puts_context_before},
	{"cuts long texts", cuts_long_texts},
	{"chooses the exit status", chooses_the_exit_status},
};

TEST_MAIN(tests)
