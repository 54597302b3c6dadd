/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to the reader of cyclictest: what its files share while a report is read. */
#ifndef IMPORT_CYCLICTEST_PARTS_H
#define IMPORT_CYCLICTEST_PARTS_H

#include "import/command.h"
#include "import/import.h"

/* A "T:" line as it stands; RUN_UNKNOWN where a column is missing. */
struct cyclictest_row {
	int64_t thread, tid, priority, interval, cycles, min, act, avg, max, smis;
};

/* One "# Min Latencies:" line: its numbers. */
enum cyclictest_footer {
	FOOTER_TOTAL,
	FOOTER_MIN,
	FOOTER_AVG,
	FOOTER_MAX,
	FOOTER_OVERFLOWS,
	FOOTER_SMIS,
	FOOTERS,
};

struct cyclictest {
	struct foreign_builder *builder;
	struct command command;
	bool is_json, has_command, has_header; /* the bracketed one of -v --smi */
	int64_t unit_ns;                       /* 1000, or 1 with -N */
	const char *policy;
	int64_t dma_latency_us;

	struct str rows;          /* of struct cyclictest_row, ascending by thread */
	uint64_t line, head_line; /* the latter: the first behind the last figures */
	uint64_t
		rows_astray; /* that do not go on from the last one of their thread ... */
	uint64_t astray_line; /* ... and the first of them */

	struct str torn; /* a "T:" line that goes on in the next one */

	bool in_histogram, in_list, has_dots;
	struct str bins; /* of int64_t: bin, how many counts, counts ... */
	int64_t columns, bin_rows, next_bin;
	bool bins_have_gaps;
	struct str footers[FOOTERS]; /* of int64_t */
	struct str listed;           /* of int64_t: thread, overflows by its list */
	struct str overflow_cycles; /* of int64_t: thread, cycle of each that is listed */

	struct str intervals;   /* of int64_t: as "Thread N Interval: I" */
	struct str last_cycles; /* of struct cyclictest_cycles */
	bool has_samples;
};

/* What the rows of -v say of one thread's sequence of cycles. */
struct cyclictest_cycles {
	int64_t thread, first, last, missing, smis;
	int64_t astray; /* rows in sequence whose cycle is not above the last one ... */
	uint64_t astray_line; /* ... and the first of them */
};

/* What begins in this line does not go on from those before it: it is another report. */
void cyclictest_begins_again(struct cyclictest *self, uint64_t line);

/* Each: true when the line was one of its kind, whole or damaged. */
bool cyclictest_take_row(struct cyclictest *self, const char *line);
bool cyclictest_take_histogram(struct cyclictest *self, const char *line);
bool cyclictest_take_sample(struct cyclictest *self, const char *line);

/* What all lines together mean. Samples before histogram before rows. */
void cyclictest_finish_samples(struct cyclictest *self);
void cyclictest_finish_histogram(struct cyclictest *self);
void cyclictest_finish_rows(struct cyclictest *self);
/* When the periods are known, as far as they are. */
void cyclictest_finish_overflows(struct cyclictest *self);

/* What the command line says of a stream; period only where it is still unknown. */
void cyclictest_apply_command(struct cyclictest *self);

/* Numbers of a list of int64_t. */
static inline int64_t *cyclictest_numbers(const struct str *list)
{
	return (int64_t *)(void *)list->text;
}

static inline size_t cyclictest_count(const struct str *list)
{
	return list->length / sizeof(int64_t);
}

static inline void cyclictest_push(struct str *list, int64_t number)
{
	str_add_bytes(list, &number, sizeof(number));
}

extern const struct command_option cyclictest_options[];
extern const char cyclictest_lateness[];

/* The whole of a report in JSON. */
int cyclictest_read_json(const struct import_report *report, struct cyclictest *self,
			 struct err *err);

#endif
