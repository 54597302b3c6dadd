/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every format against texts that no tool prints: it ends with a sentence or with a partial
 * result, in time that grows as the text does.
 */
#include <time.h>

#include "imported.h"
#include "random.h"

/* What a text is made of, again and again. */
static const char *const pieces[] = {
	"A",
	"9",
	"|",
	"\n",
	"> ",
	"RTD|",
	"RTD|1.0|",
	"RTD|      1.000|      2.0\n",
	"RTD|      1.000|      2.000|      3.000|       0|     0|      1.000|      3.000\n",
	"RTT|  00:00:01\n",
	"RTT|  00:00:01  (user, 1 us period, CPU1)\nRTD| 1| 2| 3| 4| 5| 6| 7\n",
	"HSD|    avg|   1 -  2 | 99999999999999999999\n",
	"HSS|    max|        59|    219.780|     84.249\n",
	"RTS|      1.622|      5.690|     42.186|       0|     0|    15:00:00/15:00:00\n",
	"[...]\n",
	"# RTLA timerlat histogram\nIndex   IRQ-000\n",
	"Index   IRQ-000   Thr-000",
	"0 1 2 3\n",
	"18446744073709551616 18446744073709551616\n",
	"over: - - -\n",
	"  0 00:00:06   |          IRQ Timer Latency (us)\n",
	"  0 #5823     |       24         0         1        24\n",
	"## CPU 3 hit stop tracing, analyzing it ##\n",
	"Servo thread (1ms):    0     0    0\n",
	"1 s servo min:-3.2 us max:8.1 us sdev:0.9 us\n",
	"\x1b[H\x1b[2J",
	"Jan 01 00:00:03 host name: ",
	"{\"thread\":{",
	"# Histogram\n000001 000002\t000003\n",
	"# Thread 0: 00001 00002\n",
	"000001 000002 000003\n# Min Latencies: 1 2 3 4\n",
	"       0:      12:     99999\n",
	"4095: 1: 1\n0: 1: 1\n",
	"T: 4095 ( 1) P:1 I:1 C:1 Min: 1 Max: 1\nT: 0 ( 1) P:1 I:1 C:1 Min: 1 Max: 1\n",
	"T: 0 (  153) A: 1 C:       500 Min:        11 Avg:   61.12 Max:       152\n",
	"0;15.289193478;119\n",
	"ts: 1796049924.017895940, inner:4017, outer:42, cpu:3, count:7\n",
	"Core: 0 1\n001 (us): 1 2\n",
	"stress-ng: info:  [1] cyclic:   50.00%: 12 ns\n",
	"Tag=A,0.1,1.0,2.7,HISTFAAAACt4nJNpmSzMwMDAxQABzFCaEch0M9ixgMH\n",
	"<core id=\"1\"><histogram><bucket index=\"3\" value=\"12\"/></core>\n",
	"<core id='1' id='",
	"\"histogram\": {\"1\": -nan, ",
	"T: 0 ( 2285) P:80 I:1000 C:   9975 Min:      2 Act:    3 Avg:    4 Max:   20831\n",
};

enum { PIECES = sizeof(pieces) / sizeof(pieces[0]) };

static void make(struct str *text, const char *piece, size_t bytes)
{
	str_clear(text);
	while (text->length < bytes)
		str_add(text, piece);
}

/* As this format, whatever it looks like; seconds of CPU time. */
static double read_as(const struct import_format *format, const struct str *text)
{
	struct import_report report = {.name = "latency",
				       .text = str_text(text),
				       .length = text->length};
	struct foreign_builder builder;
	struct err err = {0};
	clock_t begin = clock();

	foreign_builder_open(&builder);
	if (import_read_as(format, &report, &builder, &err))
		CHECK(err.kind == ERR_INPUT && err.text[0]);
	foreign_builder_free(&builder);
	return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

static void reading_takes_linear_time(void)
{
	CLEANUP(str_free) struct str small = {0}, large = {0};

	for (size_t i = 0; i < PIECES; i++) {
		make(&small, pieces[i], 50000);
		make(&large, pieces[i], 400000);
		for (size_t k = 0; import_formats[k]; k++) {
			double base = read_as(import_formats[k], &small);
			double more = read_as(import_formats[k], &large);

			/* 8 times as much, and room for noise; square would be 64. */
			if (more > 24 * base + 0.1)
				printf("%s reads piece %zu in %.3f s, then %.3f s\n",
				       import_formats[k]->name, i, base, more);
			CHECK(more <= 24 * base + 0.1);
		}
	}
}

static void one_line_of_10_mb(void)
{
	static const char *const lines[] = {"RTD|      1.000|", "9", "IRQ-000 ",
					    "{\"a\":"};
	CLEANUP(str_free) struct str text = {0};

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		make(&text, lines[i], 10 << 20);
		for (size_t k = 0; import_formats[k]; k++)
			read_as(import_formats[k], &text);
	}
}

static void binary_garbage(void)
{
	CLEANUP(str_free) struct str text = {0};
	uint64_t state = 1;

	for (int i = 0; i < 200000; i++)
		str_add_char(&text, (char)random_next(&state));
	for (size_t k = 0; import_formats[k]; k++)
		read_as(import_formats[k], &text);
}

static const struct test tests[] = {
	{"reading-takes-linear-time", reading_takes_linear_time},
	{"one-line-of-10-mb", one_line_of_10_mb},
	{"binary-garbage", binary_garbage},
};

TEST_MAIN(tests)
