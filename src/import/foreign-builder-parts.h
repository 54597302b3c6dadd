/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private to the builder: a stream as it grows, and what its files share. */
#ifndef IMPORT_FOREIGN_BUILDER_PARTS_H
#define IMPORT_FOREIGN_BUILDER_PARTS_H

#include "import/bin-counts.h"
#include "import/foreign-builder.h"

/* Rows of a histogram that came twice: how many, and the first of them. */
struct foreign_repeat {
	uint64_t times;
	int64_t from_ns, count, again;
	bool differs; /* any of them from the one that is kept */
};

struct foreign_builder_stream {
	struct foreign_stream stream;
	struct bin_counts bins;   /* as the report has them */
	struct bin_counts values; /* of the samples */
	struct foreign_row *rows;
	struct foreign_sample *samples;
	uint32_t row_count, row_room, sample_room;
	uint64_t sample_count;
	int64_t sum_ns, min_ns, max_ns; /* of the samples */
	bool sum_is_too_large;
	struct foreign_repeat repeat;
};

/* Doubles a list that is full. */
static inline void *foreign_make_room(void *list, uint32_t count, uint32_t *room,
				      size_t bytes_each)
{
	if (count < *room)
		return list;
	*room = *room ? 2 * *room : 16;
	return mem_grow(list, *room * bytes_each);
}

/* What had to be left out, as notes. */
void foreign_tell_repeats(struct foreign_builder *builder,
			  const struct foreign_builder_stream *stream);
void foreign_tell_limits(struct foreign_builder *builder);

#endif
