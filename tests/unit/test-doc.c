/* SPDX-License-Identifier: GPL-2.0-or-later */
/* report/: documents rendered as text and JSON. */
#include "report/doc.h"

#include <stdlib.h>

#include "report/cells.h"
#include "report/json.h"
#include "report/sample-words.h"
#include "report/term.h"
#include "test.h"

static const struct doc_column columns[] = {
	{.key = "who", .title = "who"},
	{.key = "late_ns", .title = "late"},
	{.key = NULL, .title = "count"},
	{.key = "note", .title = "note", .left = true},
};

static struct doc_node *add_table(struct doc *doc)
{
	struct doc_node *table = doc_table(doc, &doc->root, "rows", "Table", columns, 4);
	struct cell *row = doc_row(doc, table);

	row[0] = cell_text("cpu µ");
	row[1] = cell_of(CELL_LATENCY, 1250);
	row[2] = cell_count(1234567);
	row[3] = cell_text(
		"a note that is long enough to be wrapped when the line is short");
	row = doc_row(doc, table);
	row[0] = cell_text("total");
	row[1] = cell_of(CELL_LATENCY, 12345678);
	table->table.rule_before_last = true;
	return table;
}

static void check_text(const struct doc *doc, struct term_style style,
		       const char *expected)
{
	struct str out = {0};

	term_render(&out, doc, &style);
	CHECK_TEXT(str_text(&out), expected);
	str_free(&out);
}

static void check_json(const struct doc *doc, const char *expected)
{
	struct str out = {0};
	struct json_writer json = {.out = &out};

	json_render(&json, NULL, doc);
	CHECK_TEXT(str_text(&out), expected);
	str_free(&out);
}

static void aligns_tables(void)
{
	struct doc doc = {0};

	add_table(&doc);
	check_text(&doc, (struct term_style){.columns = 60},
		   "Table\n"
		   "  who     late      count  note\n"
		   "  cpu µ    1.3  1 234 567  a note that is long enough to be\n"
		   "                           wrapped when the line is short\n"
		   "  ──────────────────────────────────────────────────────────\n"
		   "  total  12345          -  -\n");
	doc_free(&doc);
}

static void splits_wide_tables(void)
{
	struct doc_column wide[12] = {{.title = "name"}};
	struct doc doc = {0};
	struct doc_node *table;
	struct cell *row;

	for (int i = 1; i < 12; i++)
		wide[i] = (struct doc_column){.title = "12345678"};
	table = doc_table(&doc, &doc.root, NULL, "", wide, 12);
	row = doc_row(&doc, table);
	row[0] = cell_text("x");
	for (int i = 1; i < 12; i++)
		row[i] = cell_of(CELL_INTEGER, i);
	check_text(&doc, (struct term_style){.columns = 50},
		   "  name 12345678 12345678 12345678 12345678\n"
		   "  x           1        2        3        4\n"
		   "\n"
		   "  name 12345678 12345678 12345678 12345678\n"
		   "  x           5        6        7        8\n"
		   "\n"
		   "  name 12345678 12345678 12345678\n"
		   "  x           9       10       11\n");
	doc_free(&doc);
}

/* A table as rtla's with ns: nine columns, of which the last must not stand alone. */
static void squeezes_tables(void)
{
	static const int64_t ns[] = {1880, 12010, 236678, -330004, 5663750, 99999};
	struct doc_column wide[7] = {{.title = "name"}};
	struct doc doc = {0};
	struct doc_node *table;
	struct cell *row;

	for (int i = 1; i < 7; i++)
		wide[i] = (struct doc_column){.title = "us"};
	table = doc_table(&doc, &doc.root, NULL, "", wide, 7);
	row = doc_row(&doc, table);
	row[0] = cell_text("a longer name");
	for (int i = 1; i < 7; i++)
		row[i] = cell_of(i == 2 ? CELL_LATENCY : CELL_EXACT, ns[i - 1]);
	check_text(&doc, (struct term_style){.columns = 65},
		   "  name              us    us       us        us        us      us\n"
		   "  a longer name  1.880  12.0  236.678  -330.004  5663.750  99.999\n");
	check_text(&doc, (struct term_style){.columns = 59},
		   "  name             us   us      us       us       us     us\n"
		   "  a longer name 1.880 12.0 236.678 -330.004 5663.750 99.999\n");
	check_text(&doc, (struct term_style){.columns = 52},
		   "  name             us   us    us     us   us    us\n"
		   "  a longer name 1.880 12.0 236.7 -330.0 5664 100.0\n");
	/* All digits again, and no column alone. */
	row[0] = cell_text("a still longer name");
	check_text(&doc, (struct term_style){.columns = 50},
		   "  name                   us   us      us\n"
		   "  a still longer name 1.880 12.0 236.678\n"
		   "\n"
		   "  name                      us       us     us\n"
		   "  a still longer name -330.004 5663.750 99.999\n");
	doc_free(&doc);
}

static void makes_json(void)
{
	static const char *const reasons[] = {"one \"quoted\"", "two"};
	struct doc doc = {0};
	struct doc_node *node;

	doc_verdict(&doc, &doc.root, "validity", MOOD_BAD, "invalid",
		    "INVALID: see below");
	doc_list(&doc, &doc.root, "reasons", NULL, reasons, 2);
	doc_sentence(&doc, &doc.root, "for people only");
	node = doc_section(&doc, &doc.root, NULL, "Without a key");
	doc_field(&doc, node, "a_ns", "A", cell_of(CELL_TIME, -5));
	doc_field(&doc, node, NULL, "B", cell_text("text only"));
	node = doc_section(&doc, &doc.root, "plan", NULL);
	doc_field(&doc, node, "yes", NULL, cell_of(CELL_BOOL, 1));
	doc_field(&doc, node, "none", NULL, cell_none());
	doc_field(&doc, node, "empty", NULL, cell_text(""));
	doc_field(&doc, node, "many", NULL, cell_count(UINT64_MAX));
	node = doc_items(&doc, &doc.root, "streams");
	doc_field(&doc, doc_section(&doc, node, NULL, NULL), "cpu", NULL,
		  cell_of(CELL_INTEGER, 3));
	doc_section(&doc, node, NULL, NULL);
	add_table(&doc);
	check_json(
		&doc,
		"{\"validity\":\"invalid\",\"reasons\":[\"one \\\"quoted\\\"\",\"two\"],"
		"\"a_ns\":-5,\"plan\":{\"yes\":true,\"none\":null,\"empty\":null,"
		"\"many\":18446744073709551615},\"streams\":[{\"cpu\":3},{}],"
		"\"rows\":[{\"who\":\"cpu µ\",\"late_ns\":1250,\"note\":\"a note that is "
		"long "
		"enough to be wrapped when the line is short\"},{\"who\":\"total\","
		"\"late_ns\":12345678,\"note\":null}]}");
	doc_free(&doc);
}

static void makes_text(void)
{
	static const char *const items[] = {"first", "second"};
	struct doc doc = {0};
	struct doc_node *node;

	doc_verdict(&doc, &doc.root, "validity", MOOD_BAD, "invalid",
		    "INVALID: see below");
	doc_list(&doc, &doc.root, "hidden", NULL, items, 2);
	node = doc_section(&doc, &doc.root, "plan", "Plan");
	doc_field(&doc, node, "hidden", NULL, cell_none());
	doc_field(&doc, node, "a", "A", cell_of(CELL_TIME, 1500));
	doc_field(&doc, node, NULL, "Longer", cell_of(CELL_BOOL, 0));
	doc_field(&doc, node, NULL, "Unknown", cell_none());
	doc_list(&doc, &doc.root, NULL, "Items", items, 2);
	check_text(&doc, (struct term_style){.columns = 80},
		   "INVALID: see below\n"
		   "\nPlan\n"
		   "  A        1.50 us\n"
		   "  Longer   no\n"
		   "  Unknown  -\n"
		   "\nItems\n"
		   "  - first\n"
		   "  - second\n");
	check_text(&doc, (struct term_style){.columns = 80, .colour = true},
		   "\033[1;31mINVALID: see below\033[0m\n"
		   "\n\033[1mPlan\033[0m\n"
		   "  A        1.50 us\n"
		   "  Longer   no\n"
		   "  Unknown  -\n"
		   "\n\033[1mItems\033[0m\n"
		   "  - first\n"
		   "  - second\n");
	doc_free(&doc);
}

static void check_clean(const char *text, bool ascii, const char *expected)
{
	struct str out = {0};

	text_add_clean(&out, text, ascii);
	CHECK_TEXT(str_text(&out), expected);
	str_free(&out);
}

static void obeys_no_text(void)
{
	struct doc doc = {0};

	check_clean("a\033[31mb\177c\a", false, "a?[31mb?c?");
	check_clean("line\nend\ttab", false, "line end tab");
	check_clean("C1 \xc2\x9b nbsp-like \xc2\xa0.", false, "C1 ? nbsp-like \xc2\xa0.");
	check_clean("rtl \xe2\x80\xae over \xe2\x81\xa6.", false, "rtl ? over ?.");
	check_clean("bad \xff\xc3", false, "bad ??");
	check_clean("µs", false, "µs");
	check_clean("µs", true, "?s");
	doc_sentence(&doc, &doc.root, "x\033]0;title\a");
	doc_section(&doc, &doc.root, NULL, "t\033c");
	check_text(&doc, (struct term_style){.columns = 80}, "  x?]0;title?\n\nt?c\n");
	doc_free(&doc);
}

static void wraps_between_words(void)
{
	struct doc doc = {0};

	doc_sentence(&doc, &doc.root,
		     "This sentence is longer than fifty columns, so it ends on cpu 3: "
		     "74 040 us, "
		     "which stays together.");
	check_text(&doc, (struct term_style){.columns = 50},
		   "  This sentence is longer than fifty columns, so\n"
		   "  it ends on cpu 3: 74 040 us, which stays\n"
		   "  together.\n");
	doc_free(&doc);
}

static void check_cell(struct cell cell, const char *expected)
{
	struct str out = {0};

	cell_add_text(&out, &cell, false);
	CHECK_TEXT(str_text(&out), expected);
	str_free(&out);
}

static void writes_cells(void)
{
	setenv("TZ", "XXX-5:30", 1);
	check_cell(cell_none(), "-");
	check_cell(cell_text(NULL), "-");
	check_cell(cell_of(CELL_LATENCY, -1250), "-1.3");
	check_cell(cell_of(CELL_LATENCY, 9999949), "9999.9");
	check_cell(cell_of(CELL_LATENCY, 10000000), "10000");
	check_cell(cell_of(CELL_MOMENT, 3723000456789), "1:02:03.000456");
	check_cell(cell_of(CELL_MOMENT, -1500000000), "-0:00:01.500000");
	check_cell(cell_of(CELL_SECOND, 54000999999999), "15:00:00");
	check_cell(cell_of(CELL_MOMENT, INT64_MIN), "-2562047:47:16.854775");
	check_cell(cell_of(CELL_WALL, 1000500000), "1970-01-01 05:30:01.000500 +0530");
	check_cell(cell_of(CELL_WALL, -500000000), "1970-01-01 05:29:59.500000 +0530");
	check_cell(cell_of(CELL_WALL_SECOND, 0), "1970-01-01 05:30:00 +0530");
	check_cell(cell_count(UINT64_MAX), "18 446 744 073 709 551 615");
}

static void check_bins(const struct histogram *histogram, int64_t grid_ns,
		       const char *expected)
{
	struct doc doc = {0};

	doc_histogram(&doc, &doc.root, NULL, "", histogram, &sample_words_of_wake_ups,
		      grid_ns);
	check_text(&doc, (struct term_style){.columns = 60, .ascii = true}, expected);
	doc_free(&doc);
}

static void check_histogram(const struct histogram *histogram, const char *expected)
{
	check_bins(histogram, 0, expected);
}

/* Bins of 20 us: no row begins or ends inside of one. */
static void draws_wide_bins(void)
{
	struct histogram *histogram = malloc(sizeof(*histogram));

	histogram_clear(histogram);
	histogram->bucket[0] = 10;
	histogram->bucket[histogram_index(40000) + 1] = 100;
	histogram->bucket[histogram_index(140000) + 1] = 1;
	histogram->stats.count = 111;
	check_bins(histogram, 20000,
		   "          lateness       wake-ups     1        10       100\n"
		   "     0 ns -  20 us             10  ##############\n"
		   "    20 us -  60 us            100  ########################\n"
		   "    60 us - 100 us              0\n"
		   "   100 us - 200 us              1  ####\n");
	free(histogram);
}

static void draws_histograms(void)
{
	struct histogram *histogram = malloc(sizeof(*histogram));

	histogram_clear(histogram);
	check_histogram(histogram, "          lateness       wake-ups         1\n");
	histogram->bucket[histogram_index(2500)] = 1;
	histogram->stats.count = 1;
	check_histogram(histogram, "          lateness       wake-ups         1\n"
				   "     2 us -   3 us              1  ########\n");
	histogram->bucket[histogram_index(6000)] = 1000000000;
	histogram->stats.count += 1000000000;
	histogram->stats.early = 10;
	histogram->stats.beyond = 1;
	check_histogram(histogram,
			"          lateness       wake-ups  1      1k     1M      1G\n"
			"             early             10  ####\n"
			"     2 us -   3 us              1  #\n"
			"     3 us -   5 us              0\n"
			"     5 us -   7 us  1 000 000 000  ########################\n"
			"    73 min or more              1  #\n");
	free(histogram);
}

static void check_timeline(const struct timeline *cells, const char *expected)
{
	struct doc doc = {0};

	doc_timeline(&doc, &doc.root, NULL, "", cells, INT64_C(1000000000));
	check_text(&doc, (struct term_style){.columns = 60, .ascii = true}, expected);
	doc_free(&doc);
}

static void draws_timelines(void)
{
	struct timeline timeline = {0};

	check_timeline(&timeline, "");
	timeline_add(&timeline, 0, 1000);
	check_timeline(&timeline, "      2 us |\n"
				  "    1.5 us |\n"
				  "      1 us |\n"
				  "    700 ns |######\n"
				  "           +------\n"
				  "  run time  0:00:00\n");
	/* Slices 2 to 4 are missing, and the last value is off the scale. */
	timeline_add(&timeline, 1, 100000);
	timeline_add(&timeline, 5, INT64_MAX);
	check_timeline(&timeline, "    1000 s |                              ######\n"
				  "     100 s |                              ######\n"
				  "      10 s |                              ######\n"
				  "       1 s |                              ######\n"
				  "    100 ms |                              ######\n"
				  "     10 ms |                              ######\n"
				  "      1 ms |                              ######\n"
				  "    100 us |                              ######\n"
				  "     10 us |      ######                  ######\n"
				  "      1 us |......######                  ######\n"
				  "           +------------xxxxxxxxxxxxxxxxxx------\n"
				  "  run time  0:00:00       0:00:03        0:00:06\n"
				  "            x: missing\n");
	timeline_free(&timeline);
	timeline_add(&timeline, 7, -5);
	check_timeline(&timeline, "     30 ns |\n"
				  "     20 ns |\n"
				  "     15 ns |\n"
				  "     10 ns |......\n"
				  "           +------\n"
				  "  run time  0:00:07\n");
	timeline_free(&timeline);
	for (uint32_t i = 0; i < 5000; i++)
		timeline_add(&timeline, i, 1000 + i);
	check_timeline(&timeline,
		       "      5 us |                                      ......::::\n"
		       "      3 us |                   ......:::::::################\n"
		       "      2 us |         ...::::################################\n"
		       "    1.5 us |    ..::########################################\n"
		       "      1 us |.::#############################################\n"
		       "           +------------------------------------------------\n"
		       "  run time  0:00:00             0:41:40              1:23:20\n"
		       "            one column: the greatest of 1 m 45 s\n");
	timeline_free(&timeline);
}

static const struct test tests[] = {
	{"aligns-tables", aligns_tables},
	{"splits-wide-tables", splits_wide_tables},
	{"squeezes-tables", squeezes_tables},
	{"makes-json", makes_json},
	{"makes-text", makes_text},
	{"obeys-no-text", obeys_no_text},
	{"wraps-between-words", wraps_between_words},
	{"writes-cells", writes_cells},
	{"draws-histograms", draws_histograms},
	{"draws-wide-bins", draws_wide_bins},
	{"draws-timelines", draws_timelines},
};

TEST_MAIN(tests)
