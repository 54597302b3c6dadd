/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Set-ups in memory and as the payload of chunks. */
#include <errno.h>
#include <stdlib.h>

#include "run/setup-code.h"
#include "test.h"

static void put(struct setup *setup, const char *path, const char *text, int error)
{
	setup_put(setup, &(struct setup_file){.path = path,
					      .text = text,
					      .length = strlen(text),
					      .error = error});
}

static void knows_good_paths(void)
{
	const char *const good[] = {"/a",   "/proc/sys/kernel/printk",
				    "/a b", "/...",
				    "/.x",  "/sys/bus/pci/devices/0000:00:02.0/class"};
	const char *const bad[] = {"",     "a",      "/",     "/a/",
				   "//a",  "/a//b",  "/a/..", "/../a",
				   "/./a", "/a/b/.", "/a\nb", "/a\x7f",
				   "..",   "/..",    "/.",    "/a\x1b[31m"};
	char path[SETUP_PATH_MAX_BYTES + 2];

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		CHECK(setup_path_is_good(good[i]));
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		CHECK(!setup_path_is_good(bad[i]));
	memset(path, 'x', sizeof(path));
	path[0] = '/';
	path[SETUP_PATH_MAX_BYTES] = '\0';
	CHECK(setup_path_is_good(path));
	path[SETUP_PATH_MAX_BYTES] = 'x';
	path[SETUP_PATH_MAX_BYTES + 1] = '\0';
	CHECK(!setup_path_is_good(path));
}

static void finds_changes(void)
{
	struct setup before = {0}, now = {0}, changes = {0};

	put(&before, "/same", "1", 0);
	put(&before, "/changed", "1", 0);
	put(&before, "/gone", "1", 0);
	put(&before, "/never-there", "", ENOENT);
	put(&before, "/was-forbidden", "", EACCES);
	put(&now, "/same", "1", 0);
	put(&now, "/changed", "12", 0);
	put(&now, "/new", "", 0);
	put(&now, "/was-forbidden", "x", 0);
	setup_compare(&before, &now, &changes);
	CHECK_INT(changes.count, 4);
	CHECK_TEXT(setup_text(&changes, "/changed"), "12");
	CHECK_TEXT(setup_text(&changes, "/new"), "");
	CHECK_TEXT(setup_text(&changes, "/was-forbidden"), "x");
	CHECK_INT(setup_find(&changes, "/gone")->error, ENOENT);
	setup_free(&changes);
	setup_compare(&now, &now, &changes);
	CHECK_INT(changes.count, 0);
	setup_compare(&(struct setup){0}, &now, &changes);
	CHECK_INT(changes.count, 4);
	setup_free(&before);
	setup_free(&now);
	setup_free(&changes);
}

/* Worked out by hand in docs/format.md. */
static void codes_the_documented_example(void)
{
	static const char expected[] = "\xff\xac\xe2\x04\x00"
				       "\x00\x17/proc/sys/vm/swappiness\x00\x03"
				       "60\n"
				       "\x0d\x11zone_reclaim_mode\x04\x02";
	const struct setup_file files[] = {
		{.path = "/proc/sys/vm/swappiness", .text = "60\n", .length = 3},
		{.path = "/proc/sys/vm/zone_reclaim_mode", .text = "", .error = 2},
	};
	const struct run_setup setup = {-5000000, false, files, 2};
	struct str out = {0};

	CHECK_INT(setup_code_add(&out, &setup, 0), 2);
	CHECK_INT(out.length, sizeof(expected) - 1);
	CHECK(!memcmp(out.text, expected, sizeof(expected) - 1));
	str_free(&out);
}

static bool read_back(const struct str *payload, struct arena *arena,
		      struct run_setup *setup)
{
	const uint8_t *at = (const uint8_t *)str_text(payload);
	struct bytes bytes = {at, at + payload->length, false};

	return setup_code_read(&bytes, arena, setup);
}

/* Chunks of 64 KiB or less, but for what is larger by itself. */
static void makes_small_chunks(void)
{
	struct setup setup = {0};
	struct run_setup told = {.changes = true};
	char *large = calloc(1, 300001);
	size_t at = 0, chunks = 0, files = 0;

	memset(large, 'x', 300000);
	for (int i = 0; i < 1000; i++) {
		char path[64], text[301];

		snprintf(path, sizeof(path), "/sys/devices/cpu%d/x", i);
		memset(text, 'a' + i % 26, sizeof(text));
		text[300] = '\0';
		put(&setup, path, text, 0);
	}
	put(&setup, "/sys/devices/cpu5/large", large, 0);
	told.files = setup.files;
	told.count = setup.count;
	for (; at < told.count; chunks++) {
		struct arena arena = {0};
		struct str payload = {0};
		struct run_setup got;
		size_t first = at;

		at = setup_code_add(&payload, &told, at);
		CHECK(read_back(&payload, &arena, &got));
		CHECK_INT(got.count, at - first);
		CHECK(got.changes);
		CHECK(payload.length <= 65536 || got.files[0].length == 300000);
		for (size_t i = 0; i < got.count; i++) {
			CHECK_TEXT(got.files[i].path, told.files[first + i].path);
			CHECK_TEXT(got.files[i].text, told.files[first + i].text);
		}
		files += got.count;
		arena_free(&arena);
		str_free(&payload);
	}
	CHECK_INT(files, 1001);
	CHECK(chunks >= 6 && chunks <= 8);
	setup_free(&setup);
	free(large);
}

static void refuses(const char *bytes, size_t count)
{
	struct arena arena = {0};
	struct str payload = {0};
	struct run_setup setup;

	str_add_bytes(&payload, bytes, count);
	CHECK(!read_back(&payload, &arena, &setup));
	arena_free(&arena);
	str_free(&payload);
}

static void refuses_the_impossible(void)
{
#define REFUSES(bytes) refuses(bytes, sizeof(bytes) - 1)
	REFUSES("");
	REFUSES("\x00\x02");                       /* neither all nor changes */
	REFUSES("\x00\x00\x00\x02/a");             /* no flags */
	REFUSES("\x00\x00\x00\x02/a\x00\x02x");    /* text too short */
	REFUSES("\x00\x00\x00\x02/a\x08\x00");     /* an unknown flag */
	REFUSES("\x00\x00\x00\x02/a\x04\x00");     /* an error that is none */
	REFUSES("\x00\x00\x01\x02/a\x00\x00");     /* in common with nothing */
	REFUSES("\x00\x00\x00\x03/a\x00\x00\x00"); /* NUL in a path */
	REFUSES("\x00\x00\x00\x05/../a\x00\x00");  /* cut path, too */
	REFUSES("\x00\x00\x00\x02"
		"aa\x00\x00"); /* not absolute */
	REFUSES("\x00\x00\x00\x02/b\x00\x00\x01\x01"
		"a\x00\x00");                                  /* out of order */
	REFUSES("\x00\x00\x00\x02/b\x00\x00\x02\x00\x00\x00"); /* twice */
	REFUSES("\x00\x00\x00\x02/a\x00\x81\x80\x80\x02");     /* over 4 MiB */
#undef REFUSES
}

/* Two bytes and some of payload for each path of a KiB: 64 MiB out of less than one. */
static void refuses_to_swell(void)
{
	struct arena arena = {0};
	struct str payload = {0};
	struct run_setup setup;

	str_add_bytes(&payload, "\x00\x00", 2);
	bytes_add_varint(&payload, 0);
	bytes_add_varint(&payload, 1000);
	str_add_char(&payload, '/');
	for (int i = 0; i < 999; i++)
		str_add_char(&payload, 'a');
	str_add_bytes(&payload, "\x00\x00", 2);
	for (int i = 0; i < 65536; i++) {
		/* Goes on counting in the last two characters' place. */
		bytes_add_varint(&payload, 997);
		bytes_add_varint(&payload, 3);
		str_add_char(&payload, (char)('b' + i / 2500 % 100));
		str_add_char(&payload, (char)('0' + i / 50 % 50));
		str_add_char(&payload, (char)('0' + i % 50));
		str_add_bytes(&payload, "\x00\x00", 2);
	}
	CHECK(payload.length < 1 << 20);
	CHECK(!read_back(&payload, &arena, &setup));
	CHECK(setup.count > 16000 && setup.count < 17000); /* 16 MiB of paths */
	arena_free(&arena);
	str_free(&payload);
}

static const struct test tests[] = {
	{"knows good paths", knows_good_paths},
	{"finds changes", finds_changes},
	{"codes the documented example", codes_the_documented_example},
	{"makes small chunks", makes_small_chunks},
	{"refuses the impossible", refuses_the_impossible},
	{"refuses to swell", refuses_to_swell},
};

TEST_MAIN(tests)
