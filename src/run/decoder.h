/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a run file's chunks mean: hands the contents of each to the sink, by the function for
 * its kind. Where chunks begin, and damage, are reader.c's.
 */
#ifndef RUN_DECODER_H
#define RUN_DECODER_H

#include "run/format.h"
#include "run/record.h"
#include "run/slices.h"

/* Set sink; the rest begins as zeros. decoder_free() when done. */
struct decoder {
	const struct run_sink *sink;
	bool has_head, has_end;
	uint32_t head_crc;  /* of the payload of the head that was delivered */
	struct arena arena; /* of the chunk at hand */
	struct str scratch;
	int64_t slice_ns;
	uint32_t stream_count, counter_count;
	uint32_t instance_count; /* no counter has more */
	struct histogram_slice histogram;
};

enum decoded {
	DECODED_GOOD,
	DECODED_UNREADABLE, /* does not fit its kind or the head; parts may have been told */
	DECODED_UNKNOWN,    /* of a kind or version that is newer than we are */
};

enum decoded decoder_take(struct decoder *decoder, const struct chunk *chunk);
/* Somebody appended another run to this one: its chunks would pass for ours. */
bool decoder_is_other_head(const struct decoder *decoder, const struct chunk *chunk);
void decoder_free(struct decoder *decoder);

#endif
