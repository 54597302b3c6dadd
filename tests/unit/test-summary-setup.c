/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a summary keeps of the machine's set-up, and what it takes for a change. */
#include <errno.h>
#include <stdlib.h>

#include "analyse/summary.h"
#include "made-run.h"
#include "test.h"

static void tell(struct summary *summary, int64_t time_ns, bool changes,
		 struct setup_file file)
{
	const struct run_sink sink = summary_sink(summary);

	file.length = strlen(file.text);
	sink.setup(sink.self, &(struct run_setup){time_ns, changes, &file, 1});
}

static struct setup_file text_of(const char *path, const char *text)
{
	return (struct setup_file){.path = path, .text = text};
}

static void keeps_changes(void)
{
	struct summary *summary = summary_open(&(struct summary_filter){0});
	struct setup_file counts = text_of("/proc/stat", "1");
	struct setup_file gone = {.path = "/a", .text = "", .error = ENOENT};

	counts.varies = true;
	tell(summary, -5, false, text_of("/a", "x"));
	tell(summary, -5, false, text_of("/b", "x"));
	tell(summary, -5, false, counts);
	CHECK_INT(summary->setup_change_count, 0);
	tell(summary, 10, true, text_of("/a", "y"));
	tell(summary, 10, true, text_of("/b", "x")); /* said to be a change */
	tell(summary, 10, true, text_of("/c", "new"));
	counts.text = "2";
	tell(summary, 10, true, counts);
	tell(summary, 20, true, gone);
	CHECK_INT(summary->setup_before.count, 3);
	CHECK_INT(summary->setup_after.count, 4);
	CHECK_TEXT(setup_text(&summary->setup_before, "/a"), "x");
	CHECK(!setup_text(&summary->setup_after, "/a"));
	CHECK_TEXT(setup_text(&summary->setup_before, "/proc/stat"), "1");
	CHECK_TEXT(setup_text(&summary->setup_after, "/proc/stat"), "2");
	CHECK_INT(summary->setup_change_count, 3);
	CHECK_TEXT(summary->setup_changes[0].path, "/a");
	CHECK_TEXT(summary->setup_changes[0].before.text, "x");
	CHECK_TEXT(summary->setup_changes[0].after.text, "y");
	CHECK_INT(summary->setup_changes[0].time_ns, 10);
	CHECK_TEXT(summary->setup_changes[1].path, "/c");
	CHECK_INT(summary->setup_changes[1].before.error, ENOENT);
	CHECK_TEXT(summary->setup_changes[2].before.text, "y");
	CHECK_INT(summary->setup_changes[2].after.error, ENOENT);
	summary_close(summary);
}

/* A file may hold anything: memory is bounded, and that something is missing is told. */
static void is_bounded(void)
{
	struct summary *summary = summary_open(&(struct summary_filter){0});
	const size_t length = 4 << 20;
	char *text = malloc(length + 1);

	memset(text, 'x', length);
	text[length] = '\0';
	for (int i = 0; i < SUMMARY_SETUP_CHANGES + 7; i++)
		tell(summary, i, true, text_of("/a", i & 1 ? "1" : "2"));
	CHECK_INT(summary->setup_change_count, SUMMARY_SETUP_CHANGES);
	CHECK_INT(summary->setup_changes_not_kept, 7);
	CHECK(!summary->setup_is_cut);
	for (int i = 0; i < 20; i++)
		tell(summary, i, true, text_of("/b", text));
	CHECK(summary->setup_is_cut);
	CHECK(summary->setup_bytes <= SUMMARY_SETUP_BYTES);
	free(text);
	summary_close(summary);
}

static void knows_a_setup_alone(void)
{
	struct summary *summary = summary_open(&(struct summary_filter){0});
	const struct run_sink sink = summary_sink(summary);
	const struct run_head head = {.load = {.made = "none"}, .slice_ns = 1000000000};

	sink.head(sink.self, &head);
	CHECK(!summary_is_setup_alone(summary));
	tell(summary, 0, false, text_of("/a", "x"));
	sink.end(sink.self, &(struct run_end){.ended = "complete"});
	CHECK(summary_is_setup_alone(summary));
	summary_conclude(summary);
	CHECK_INT(summary->validity, VALIDITY_NO_RUN);
	CHECK_INT(summary->reasons.count, 0);
	summary_close(summary);
}

static void takes_the_made_run(void)
{
	struct summary *summary = summary_open(&(struct summary_filter){0});
	const struct run_sink sink = summary_sink(summary);

	made_run(&sink);
	summary_conclude(summary);
	CHECK(!summary_is_setup_alone(summary));
	CHECK_INT(summary->setup_before.count, 7);
	CHECK_INT(summary->setup_change_count, 2);
	CHECK_INT(summary->setup_changes[0].time_ns, 4 * MADE_SLICE_NS + 77);
	summary_close(summary);
}

static const struct test tests[] = {
	{"keeps changes", keeps_changes},
	{"is bounded", is_bounded},
	{"knows a set-up alone", knows_a_setup_alone},
	{"takes the made-up run", takes_the_made_run},
};

TEST_MAIN(tests)
