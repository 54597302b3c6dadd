/* SPDX-License-Identifier: GPL-2.0-or-later */
/* run/setup: files by path, wildcards, and what is there at all. */
#include "run/setup.h"

#include <errno.h>

#include "test.h"

static void put(struct setup *setup, const char *path, const char *text)
{
	setup_put(setup, &(struct setup_file){.path = path,
					      .text = text,
					      .length = strlen(text)});
}

static void finds_what_was_put(void)
{
	struct setup setup = {0};

	put(&setup, "/proc/version", "Linux");
	put(&setup, "/proc/cmdline", "quiet");
	put(&setup, "/proc/a", "");
	setup_put(&setup, &(struct setup_file){.path = "/dev/secret",
					       .text = "",
					       .error = EACCES});
	CHECK_TEXT(setup_text(&setup, "/proc/cmdline"), "quiet");
	CHECK_TEXT(setup_text(&setup, "/proc/a"), "");
	CHECK(!setup_text(&setup, "/proc/b"));
	CHECK(!setup_text(&setup, "/proc"));
	CHECK(!setup_find(&setup, "/proc/b"));
	/* Not readable is another thing than not there. */
	CHECK(!setup_text(&setup, "/dev/secret"));
	CHECK_INT(setup_find(&setup, "/dev/secret")->error, EACCES);
	setup_free(&setup);
	CHECK_INT(setup.count, 0);
}

static void replaces_and_copies(void)
{
	struct setup setup = {0};
	char text[] = "one";

	put(&setup, "/a", text);
	text[0] = 'x';
	CHECK_TEXT(setup_text(&setup, "/a"), "one");
	put(&setup, "/a", "two");
	CHECK_TEXT(setup_text(&setup, "/a"), "two");
	CHECK_INT(setup.count, 1);
	setup_free(&setup);
}

/* Any byte, and a NUL behind the last one. */
static void keeps_binary(void)
{
	struct setup setup = {0};
	const struct setup_file *file;

	setup_put(&setup,
		  &(struct setup_file){.path = "/b", .text = "a\0b", .length = 3});
	file = setup_find(&setup, "/b");
	CHECK_INT(file->length, 3);
	CHECK(!memcmp(file->text, "a\0b", 4));
	setup_free(&setup);
}

static void holds_many_in_order(void)
{
	struct setup setup = {0};
	char path[32];

	for (int i = 0; i < 1000; i++) {
		snprintf(path, sizeof(path), "/p/%d", i * 7 % 1000);
		put(&setup, path, path);
	}
	CHECK_INT(setup.count, 1000);
	for (size_t i = 1; i < setup.count; i++)
		CHECK(strcmp(setup.files[i - 1].path, setup.files[i].path) < 0);
	CHECK_TEXT(setup_text(&setup, "/p/999"), "/p/999");
	setup_free(&setup);
}

static int count(const struct setup *setup, const char *pattern)
{
	size_t at = 0;
	int found = 0;

	while (setup_next(setup, pattern, &at))
		found++;
	return found;
}

static void matches_wildcards(void)
{
	struct setup setup = {0};
	size_t at = 0;

	put(&setup, "/cpu/cpu0/online", "1");
	put(&setup, "/cpu/cpu10/online", "1");
	put(&setup, "/cpu/cpufreq/boost", "1");
	put(&setup, "/cpu/cpu0/cpufreq/min", "1");
	CHECK_INT(count(&setup, "/cpu/cpu*/online"), 2);
	CHECK_INT(count(&setup, "/cpu/*/*"), 3);
	CHECK_INT(count(&setup, "/cpu/cpu*/cpufreq/m*n"), 1);
	CHECK_INT(count(&setup, "/cpu/*"), 0); /* "*" is no "/" */
	CHECK_INT(count(&setup, "/cpu/cpu0/online"), 1);
	CHECK_INT(count(&setup, "*"), 0);
	CHECK_TEXT(setup_next(&setup, "/cpu/cpu*/online", &at)->path, "/cpu/cpu0/online");
	CHECK_TEXT(setup_next(&setup, "/cpu/cpu*/online", &at)->path,
		   "/cpu/cpu10/online");
	CHECK(!setup_next(&setup, "/cpu/cpu*/online", &at));
	setup_free(&setup);
}

/* "a-b" sorts between "a" and "a/b". */
static void knows_folders(void)
{
	struct setup setup = {0};

	put(&setup, "/proc/a-b", "");
	put(&setup, "/proc/a/b", "");
	put(&setup, "/proc/abc", "");
	CHECK(setup_has(&setup, "/proc/a"));
	CHECK(setup_has(&setup, "/proc/a/b"));
	CHECK(setup_has(&setup, "/proc"));
	CHECK(!setup_has(&setup, "/proc/ab"));
	CHECK(!setup_has(&setup, "/proc/a/b/c"));
	CHECK(!setup_has(&setup, "/pro"));
	CHECK(!setup_has(&setup, "/z"));
	/* Looked for and not there; there and not readable. */
	setup_put(&setup, &(struct setup_file){
				  .path = "/proc/xenomai", .text = "", .error = ENOENT});
	setup_put(&setup, &(struct setup_file){
				  .path = "/proc/evl/x", .text = "", .error = EACCES});
	CHECK(!setup_has(&setup, "/proc/xenomai"));
	CHECK(setup_has(&setup, "/proc/evl"));
	setup_free(&setup);
}

static const struct test tests[] = {
	{"finds_what_was_put", finds_what_was_put},
	{"replaces_and_copies", replaces_and_copies},
	{"keeps_binary", keeps_binary},
	{"holds_many_in_order", holds_many_in_order},
	{"matches_wildcards", matches_wildcards},
	{"knows_folders", knows_folders},
};

TEST_MAIN(tests)
