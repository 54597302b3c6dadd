/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A run_foreign that grows while a report is read. */
#ifndef IMPORT_FOREIGN_BUILDER_H
#define IMPORT_FOREIGN_BUILDER_H

#include "base/arena.h"
#include "base/scope.h"
#include "run/foreign.h"

struct foreign_builder {
	struct arena arena;
	struct run_foreign foreign; /* all unknown at first; lists are set by _finish() */
	struct foreign_builder_stream *streams;
	uint32_t stream_count, stream_room;
	struct foreign_note *notes;
	uint32_t note_count, note_room;
};

void foreign_builder_open(struct foreign_builder *builder);
void foreign_builder_free(struct foreign_builder *builder);

/* The stream with this index, made when there is none yet; valid until the next new one. */
struct foreign_stream *foreign_stream_at(struct foreign_builder *builder, int64_t index);

/* Each belongs to the stream with this index. Bins may come in any order; equal ones add up. */
void foreign_add_bin(struct foreign_builder *builder, int64_t index, int64_t from_ns,
		     int64_t to_ns, int64_t count);
void foreign_add_row(struct foreign_builder *builder, int64_t index,
		     const struct foreign_row *row);
void foreign_add_sample(struct foreign_builder *builder, int64_t index,
			const struct foreign_sample *sample);
void foreign_add_note(struct foreign_builder *builder, enum foreign_note_kind kind,
		      const char *format, ...) PRINTF_LIKE(3, 4);
/* A text that lives as long as the builder. */
const char *foreign_text(struct foreign_builder *builder, const char *format, ...)
	PRINTF_LIKE(2, 3);

/* Sorts bins, sets builder->foreign's lists. It stays valid until the builder is freed. */
void foreign_finish(struct foreign_builder *builder);

#endif
