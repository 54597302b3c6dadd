/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A run_foreign that grows while a report is read. Every call costs the same however much
 * there is already, and what a hostile report can make it hold is limited: streams, notes and
 * samples beyond the limits are counted and told in a note.
 */
#ifndef IMPORT_FOREIGN_BUILDER_H
#define IMPORT_FOREIGN_BUILDER_H

#include "base/arena.h"
#include "base/scope.h"
#include "run/foreign.h"

enum {
	FOREIGN_STREAMS_MAX = 4096,
	FOREIGN_NOTES_MAX = 200,
	/* Of all streams. Above it samples live on in the bins of their exact values. */
	FOREIGN_SAMPLES_MAX = 300000,
};

struct foreign_builder_stream;

struct foreign_builder {
	struct arena arena;
	struct run_foreign foreign; /* all unknown at first; lists are set by _finish() */
	struct foreign_builder_stream **streams; /* ascending by index */
	uint32_t stream_count, stream_room;
	struct foreign_note *notes;
	uint32_t note_count, note_room;
	uint64_t notes_dropped, samples;
	/* The line where a second report begins, by its reader; 0: there is none. */
	uint64_t second_line;
	/* Times that do not fit, by foreign_ns(): how many, and the first of them. */
	uint64_t too_long;
	int64_t too_long_value, too_long_unit_ns;
	struct foreign_builder_stream *recent;  /* the one asked for last */
	struct foreign_builder_stream *surplus; /* takes what is for streams too many */
};

void foreign_builder_open(struct foreign_builder *builder);
void foreign_builder_free(struct foreign_builder *builder);

/* The stream with this index, made when there is none yet; valid as long as the builder. */
struct foreign_stream *foreign_stream_at(struct foreign_builder *builder, int64_t index);

/* Is there one? */
bool foreign_has_stream(const struct foreign_builder *builder, int64_t index);

/* By place, 0 <= place < stream_count, ascending by index. */
const struct foreign_stream *foreign_stream_number(const struct foreign_builder *builder,
						   uint32_t place);

/*
 * Each belongs to the stream with this index. Bins may come in any order; one that ends before
 * it begins counts as a line that was not understood. _add_bin() takes a row of a histogram:
 * of one that comes twice the first is kept, and a note tells; it returns whether it was
 * taken. _count_in_bin() adds up.
 */
bool foreign_add_bin(struct foreign_builder *builder, int64_t index, int64_t from_ns,
		     int64_t to_ns, int64_t count);
/* For readers that find themselves that a row comes twice, and keep the first. */
void foreign_repeat_bin(struct foreign_builder *builder, int64_t index, int64_t from_ns,
			int64_t count, int64_t again);
void foreign_count_in_bin(struct foreign_builder *builder, int64_t index, int64_t from_ns,
			  int64_t to_ns, int64_t count);
void foreign_add_row(struct foreign_builder *builder, int64_t index,
		     const struct foreign_row *row);
void foreign_add_sample(struct foreign_builder *builder, int64_t index,
			const struct foreign_sample *sample);
/* How many were added to this stream. */
uint64_t foreign_sample_count(const struct foreign_builder *builder, int64_t index);

/* Those kept so far, for a reader's own checks; NULL when they were too many. */
const struct foreign_sample *foreign_samples_so_far(const struct foreign_builder *builder,
						    int64_t index, uint32_t *count);

/*
 * The samples are all that the stream measured: its count, minimum, average and maximum where
 * they are unknown, and, when it has no bins, bins of the samples' values as wide as its
 * resolution_ns (1 ns when unknown).
 */
void foreign_sum_up_samples(struct foreign_builder *builder, int64_t index);

/*
 * A figure in units of so many ns; what does not fit is counted, told in a note, and
 * RUN_UNKNOWN, as is what was unknown before.
 */
int64_t foreign_ns(struct foreign_builder *builder, int64_t value, int64_t ns_per_unit);

void foreign_add_note(struct foreign_builder *builder, enum foreign_note_kind kind,
		      const char *format, ...) PRINTF_LIKE(3, 4);
/* The report has no end: what is missing of it, "rows of its histogram". */
void foreign_cut_off(struct foreign_builder *builder, const char *missing);
/* A text that lives as long as the builder. */
const char *foreign_text(struct foreign_builder *builder, const char *format, ...)
	PRINTF_LIKE(2, 3);

/* Sorts bins, sets builder->foreign's lists. It stays valid until the builder is freed. */
void foreign_finish(struct foreign_builder *builder);

/*
 * For the checks, before or after foreign_finish(): the sum of a stream's bins, and the
 * lowest and the highest one; false when there is none.
 */
bool foreign_bins_span(const struct foreign_builder *builder, int64_t index, int64_t *sum,
		       struct foreign_bin *first, struct foreign_bin *last);

#endif
