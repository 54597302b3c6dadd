/* SPDX-License-Identifier: GPL-2.0-or-later */
/* load/: lists to plans, sizes to memory, tables; report/amount. */
#include <stdlib.h>

#include "base/io.h"
#include "load/load-ops.h"
#include "load/load-plan.h"
#include "load/size.h"
#include "load/stressors.h"
#include "report/amount.h"
#include "test.h"

#define MIB (INT64_C(1) << 20)

/* Checks what the plan is, or what the error ends in when expected is NULL. */
static void check_list(const char *list, const char *expected, const char *error)
{
	const struct load_options options = {.list = list};
	struct arena arena = {0};
	struct load_plan plan;
	struct err err = {0};
	int status = load_make_plan(&arena, &options, &plan, &err);

	if (expected) {
		CHECK_INT(status, 0);
		CHECK_TEXT(plan.text, expected);
	} else {
		CHECK_INT(status, -1);
		CHECK_INT(err.kind, ERR_INPUT);
		if (!strstr(err.text, error))
			CHECK_TEXT(err.text, error);
	}
	arena_free(&arena);
}

static void test_lists(void)
{
	check_list(NULL, "none", NULL);
	check_list("disk", "disk=256", NULL);
	check_list("timers=1000,net=3", "timers=1000,net=3", NULL);
	check_list("thread-2014", "disk=256,net=1,ssh=1", NULL);
	check_list("light,fork=7", "cpu=1,disk=16,timers=1,fork=7", NULL);
}

static void test_bad_lists(void)
{
	check_list("", NULL, "a name is missing");
	check_list("disk,", NULL, "a name is missing");
	check_list(",disk", NULL, "a name is missing");
	check_list("disk,,net", NULL, "a name is missing");
	check_list("dis", NULL, "'dis' is not one of: disk net");
	check_list("disks", NULL, "'disks' is not one of");
	check_list("DISK", NULL, "'DISK' is not one of");
	check_list("light=3", NULL, "light is a preset and takes no number");
	check_list("disk,disk", NULL, "disk is given twice");
	check_list("light,thread-2014", NULL, "disk is given twice");
	check_list("disk=", NULL, "load disk=N (MiB of file): ");
	check_list("disk=0", NULL, "load disk=N (MiB of file): ");
	check_list("disk=-1", NULL, "load disk=N (MiB of file): ");
	check_list("disk=1x", NULL, "load disk=N (MiB of file): ");
	check_list("disk=1=2", NULL, "load disk=N (MiB of file): ");
	check_list(
		"disk=99999999999999999999999999999999999999999999999999999999999999999",
		NULL, "load disk=N (MiB of file): ");
}

static int plan_of(struct arena *arena, const struct load_options *options,
		   struct load_plan *plan)
{
	struct err err = {0};

	return load_make_plan(arena, options, plan, &err);
}

static void test_options_need_their_stressor(void)
{
	struct arena arena = {0};
	struct load_plan plan;

	CHECK_INT(plan_of(&arena, &(struct load_options){.list = "cpu", .peer = "x"},
			  &plan),
		  -1);
	CHECK_INT(plan_of(&arena,
			  &(struct load_options){.list = "net", .peer = "192.0.2.7:9"},
			  &plan),
		  0);
	CHECK_INT(plan_of(&arena,
			  &(struct load_options){.list = "thread-2014",
						 .peer = "192.0.2.7:9"},
			  &plan),
		  0);
	CHECK_INT(plan_of(&arena, &(struct load_options){.list = "net", .folder = "/"},
			  &plan),
		  -1);
	/* What is wrong with them is found without making the load. */
	CHECK_INT(plan_of(&arena, &(struct load_options){.list = "net", .peer = "x"},
			  &plan),
		  -1);
	CHECK_INT(plan_of(&arena,
			  &(struct load_options){.list = "disk=1", .folder = "/no/such"},
			  &plan),
		  -1);
	CHECK_INT(plan_of(&arena,
			  &(struct load_options){.list = "disk=1",
						 .folder = "/proc/self/status"},
			  &plan),
		  -1);
	CHECK_INT(plan_of(&arena, &(struct load_options){.cpus = "0"}, &plan), -1);
	CHECK_INT(plan_of(&arena, &(struct load_options){.list = "cpu", .cpus = "8191"},
			  &plan),
		  -1);
	CHECK_INT(plan_of(&arena, &(struct load_options){.command = "true"}, &plan), 0);
	CHECK_TEXT(plan.text, "command 'true'");
	CHECK_TEXT(plan.folder, ".");
	arena_free(&arena);
}

/* 4 writers, 2 readers, 1 walker. */
static int fit(int64_t cache, int64_t budget, struct load_plan *plan, bool *was_reduced)
{
	static const struct load_options options = {
		.list = "memory-write=4,memory-read=2,cache=1"};
	struct arena arena = {0};
	struct err err = {0};
	int status;

	CHECK_INT(load_make_plan(&arena, &options, plan, &err), 0);
	status = size_fit(plan, cache, budget, was_reduced, &err);
	arena_free(&arena);
	return status;
}

static void test_memory(void)
{
	struct load_plan plan;
	bool was_reduced;

	CHECK_INT(fit(MIB, INT64_MAX, &plan, &was_reduced), 0);
	CHECK_INT(plan.stream_bytes, 32 * MIB);
	CHECK_INT(plan.cache_bytes, MIB);
	CHECK(!was_reduced);
	CHECK_INT(fit(64 * MIB, INT64_MAX, &plan, &was_reduced), 0);
	CHECK_INT(plan.stream_bytes, 256 * MIB);
	/* A board: six streams share what the walker leaves. */
	CHECK_INT(fit(MIB, 100 * MIB, &plan, &was_reduced), 0);
	CHECK_INT(plan.stream_bytes, 16 * MIB);
	CHECK(was_reduced);
	CHECK_INT(fit(MIB, 25 * MIB, &plan, &was_reduced), 0);
	CHECK_INT(plan.stream_bytes, 4 * MIB);
	CHECK_INT(fit(MIB, 24 * MIB, &plan, &was_reduced), -1);
}

static void test_this_machine(void)
{
	CHECK(size_last_cache() >= 4096);
	CHECK(size_budget() > 0);
}

static void check_amount(const char *unit, int64_t amount, const char *expected)
{
	struct str text = {0};

	amount_add(&text, unit, amount);
	CHECK_TEXT(str_text(&text), expected);
	str_free(&text);
}

static void test_amounts(void)
{
	check_amount("bytes", 0, "0 B");
	check_amount("bytes", 9999, "9999 B");
	check_amount("bytes", 10000, "10 kB");
	check_amount("bytes", 312499999, "312 MB");
	check_amount("bytes", 9999600, "10 MB");
	check_amount("bytes", INT64_MAX, "9223372 TB");
	check_amount("forks", 0, "0 forks");
	check_amount("forks", -1, "0 forks");
}

/* Names are words of a list and of the kernel's 15 characters; a row is complete. */
static void check_row(const struct load_ops *ops)
{
	CHECK(strlen(ops->name) <= 12);
	CHECK_INT(strcspn(ops->name, ",= "), strlen(ops->name));
	CHECK(ops->disturbs && ops->unit && ops->parameter && ops->run);
	CHECK(ops->least >= 1 && ops->most >= ops->least && ops->usual <= ops->most);
	CHECK(!stressor_preset(ops->name, strlen(ops->name)));
	CHECK(stressor_find(ops->name, strlen(ops->name)) == ops);
}

static void test_table(void)
{
	size_t count = 0;

	for (; stressors[count]; count++) {
		check_row(stressors[count]);
		for (size_t i = 0; i < count; i++)
			CHECK(strcmp(stressors[i]->name, stressors[count]->name) != 0);
	}
	CHECK(count >= 13 && count < LOAD_MOST_ITEMS);
	for (size_t i = 0; stressor_presets[i].name; i++)
		CHECK(!stressor_find(stressor_presets[i].name,
				     strlen(stressor_presets[i].name)));
}

/* everything has all but what needs the system's ssh. */
static void test_everything(void)
{
	const char *list = stressor_preset("everything", 10);

	for (size_t i = 0; stressors[i]; i++)
		CHECK(strstr(list, stressors[i]->name) != NULL ||
		      !strcmp(stressors[i]->name, "ssh-system"));
}

/* The man page's paragraph on a stressor begins with its name. */
static void test_man_page(void)
{
	struct str page = {0}, path = {0};
	struct err err = {0};

	str_addf(&path, "%s/docs/man/whylate-load.1", getenv("SOURCE_ROOT"));
	CHECK_INT(io_read_file(str_text(&path), 1 << 20, &page, &err), 0);
	for (size_t i = 0; stressors[i]; i++) {
		struct str tag = {0};

		str_add(&tag, ".TP\n.B ");
		for (const char *at = stressors[i]->name; *at; at++)
			str_add(&tag, *at == '-' ? "\\-" : (char[]){*at, '\0'});
		str_add(&tag, "\n");
		CHECK(strstr(str_text(&page), str_text(&tag)) != NULL);
		str_free(&tag);
	}
	str_free(&page);
	str_free(&path);
}

static const struct test tests[] = {
	{"lists", test_lists},
	{"bad-lists", test_bad_lists},
	{"options-need-their-stressor", test_options_need_their_stressor},
	{"memory", test_memory},
	{"this-machine", test_this_machine},
	{"amounts", test_amounts},
	{"table", test_table},
	{"everything", test_everything},
	{"man-page", test_man_page},
};

TEST_MAIN(tests)
