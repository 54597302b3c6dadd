/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a file's bytes to its chunks: finds them, and skips what is damaged. */
#include "run/reader.h"

#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "base/looks.h"
#include "run/decoder.h"

/*
 * Every false start costs a checksum over up to CHUNK_MAX_BYTES. Damage makes a handful;
 * a file made to have millions of them is given up on after this many bytes of it.
 */
#define WASTED_BYTES_MAX (UINT64_C(1) << 30)

struct reader {
	int fd;
	struct reader_report *report;
	struct str buffer; /* bytes not consumed yet start at `used` */
	size_t used;
	bool at_end; /* of the input */
	bool in_damage;
	uint64_t cut_off_skipped; /* bytes of a chunk that the input ends in */
	uint64_t wasted_bytes;
	uint32_t next_number; /* expected of the next chunk */
	struct decoder decoder;
};

static void take_chunk(struct reader *reader, const struct chunk *chunk)
{
	struct reader_report *report = reader->report;

	reader->in_damage = false;
	report->chunks++;
	report->missing_chunks += chunk->number - reader->next_number;
	reader->next_number = chunk->number + 1;
	switch (decoder_take(&reader->decoder, chunk)) {
	case DECODED_GOOD:
		break;
	case DECODED_UNREADABLE:
		report->unreadable_chunks++;
		break;
	case DECODED_UNKNOWN:
		report->unknown_chunks++;
		break;
	}
}

/* More input behind what there is; false when there is none. -1 with errno in *failed. */
static bool read_more(struct reader *reader, bool *failed)
{
	const size_t step = 64 << 10;
	ssize_t got;

	if (reader->at_end)
		return false;
	if (reader->used) {
		reader->buffer.length -= reader->used;
		memmove(reader->buffer.text, reader->buffer.text + reader->used,
			reader->buffer.length);
		reader->used = 0;
	}
	got = io_read_some(reader->fd, str_reserve(&reader->buffer, step), step);
	*failed = got < 0;
	reader->at_end = got <= 0;
	if (got > 0) {
		reader->buffer.length += (size_t)got;
		reader->report->bytes += (uint64_t)got;
	}
	return got > 0;
}

/* The input ends inside a chunk: no damage, unless good chunks follow after all. */
static void note_cut_off(struct reader *reader)
{
	reader->report->cut_off |= !reader->in_damage;
}

static void count_cut_off_as_damage(struct reader *reader)
{
	if (!reader->report->cut_off)
		return;
	reader->report->cut_off = false;
	reader->report->damaged_places++;
	reader->report->damaged_bytes += reader->cut_off_skipped;
	reader->cut_off_skipped = 0;
}

static void note_damage(struct reader *reader, size_t bytes)
{
	if (!reader->in_damage)
		reader->report->damaged_places++;
	reader->in_damage = true;
	reader->report->damaged_bytes += bytes;
}

/* Skips to the next byte that may begin a chunk. */
static void skip_damage(struct reader *reader)
{
	const char *at = reader->buffer.text + reader->used;
	size_t left = reader->buffer.length - reader->used;
	const char *next =
		left > 1 ? memchr(at + 1, (unsigned char)CHUNK_SYNC[0], left - 1) : NULL;
	size_t skipped = next ? (size_t)(next - at) : left;

	reader->used += skipped;
	if (reader->report->cut_off) {
		reader->cut_off_skipped += skipped;
		return;
	}
	note_damage(reader, skipped);
}

/* A good chunk that comes again, or too late: taken, it would count twice or in disorder. */
static bool is_of_the_past(const struct reader *reader, const struct chunk *chunk)
{
	return chunk->number - reader->next_number > UINT32_MAX / 2;
}

/* To the end of the input, without looking at it. */
static int count_the_rest(struct reader *reader, bool *failed)
{
	do {
		reader->report->other_run_bytes += reader->buffer.length - reader->used;
		reader->used = reader->buffer.length;
	} while (read_more(reader, failed));
	return 0;
}

static enum chunk_state look(const struct reader *reader, size_t left,
			     struct chunk *chunk)
{
	const uint8_t *at = (const uint8_t *)str_text(&reader->buffer) + reader->used;

	*chunk = (struct chunk){0};
	return left ? chunk_parse(at, left, chunk) : CHUNK_INCOMPLETE;
}

/* Something else's file is not read to its end before we say so. */
static bool is_hopeless(const struct reader *reader)
{
	return reader->wasted_bytes > WASTED_BYTES_MAX ||
	       (!reader->decoder.has_head &&
		reader->report->damaged_bytes > CHUNK_MAX_BYTES);
}

static int play(struct reader *reader, const char *name, struct err *err)
{
	bool failed = false;

	while (!is_hopeless(reader)) {
		size_t left = reader->buffer.length - reader->used, bytes;
		struct chunk chunk;

		switch (look(reader, left, &chunk)) {
		case CHUNK_GOOD:
			if (decoder_is_other_head(&reader->decoder, &chunk))
				return count_the_rest(reader, &failed);
			count_cut_off_as_damage(reader);
			bytes = CHUNK_HEADER_BYTES + chunk.length + CHUNK_CRC_BYTES;
			reader->used += bytes;
			if (is_of_the_past(reader, &chunk))
				note_damage(reader, bytes);
			else
				take_chunk(reader, &chunk);
			break;
		case CHUNK_BAD:
			reader->wasted_bytes += chunk.length;
			skip_damage(reader);
			break;
		case CHUNK_INCOMPLETE:
			if (read_more(reader, &failed))
				break;
			if (failed)
				return err_errno(err, "cannot read %s", name);
			if (!left)
				return 0;
			note_cut_off(reader);
			skip_damage(reader);
			break;
		}
	}
	return 0;
}

static int explain_no_head(const struct reader *reader, const struct str *start,
			   const char *name, struct err *err)
{
	struct looks looks;

	if (!reader->report->bytes)
		return err_set(err, ERR_INPUT, "%s is empty: no run was recorded in it",
			       name);
	if (reader->report->cut_off && str_starts(str_text(start), CHUNK_SYNC))
		return err_set(
			err, ERR_INPUT,
			"%s is a run file, but it ends inside its head: nothing was "
			"recorded in it",
			name);
	if (reader->report->chunks)
		return err_set(err, ERR_INPUT,
			       "%s is a run file, but its head is damaged in both "
			       "copies: without "
			       "it the rest cannot be understood",
			       name);
	looks = looks_of(str_text(start), start->length);
	return err_set(err, ERR_INPUT,
		       "%s is not a whylate run file; it looks like %s%s%s", name,
		       looks.what, looks.advice ? ": " : "",
		       looks.advice ? looks.advice : "");
}

int reader_play(int fd, const char *name, const struct run_sink *sink,
		struct reader_report *report, struct err *err)
{
	struct reader reader = {.fd = fd, .report = report, .decoder = {.sink = sink}};
	CLEANUP(str_free) struct str start = {0};
	bool failed = false;
	int status;

	*report = (struct reader_report){0};
	read_more(&reader, &failed);
	str_add_bytes(&start, str_text(&reader.buffer),
		      reader.buffer.length < 64 ? reader.buffer.length : 64);
	status = failed ? err_errno(err, "cannot read %s", name)
			: play(&reader, name, err);
	if (!status && !reader.decoder.has_head)
		status = explain_no_head(&reader, &start, name, err);
	if (!status && reader.wasted_bytes > WASTED_BYTES_MAX)
		status = err_set(err, ERR_INPUT, "%s is too badly damaged to be read",
				 name);
	report->has_end = reader.decoder.has_end;
	decoder_free(&reader.decoder);
	str_free(&reader.buffer);
	return status;
}
