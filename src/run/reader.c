/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From a file's bytes to the calls of a sink. Finds chunks, skips what is damaged, and
 * hands each good chunk to the function for its kind.
 */
#include "run/reader.h"

#include <string.h>
#include <unistd.h>

#include "base/crc32c.h"
#include "base/io.h"
#include "base/looks.h"
#include "run/fields-read.h"
#include "run/foreign-read.h"
#include "run/format.h"
#include "run/setup-code.h"
#include "run/slices.h"

/*
 * Every false start costs a checksum over up to CHUNK_MAX_BYTES. Damage makes a handful;
 * a file made to have millions of them is given up on after this many bytes of it.
 */
#define WASTED_BYTES_MAX (UINT64_C(1) << 30)

struct reader {
	int fd;
	const struct run_sink *sink;
	struct reader_report *report;
	struct str buffer; /* bytes not consumed yet start at `used` */
	size_t used;
	bool at_end; /* of the input */
	bool has_head;
	bool in_damage;
	uint32_t head_crc;        /* of the payload of the head that was delivered */
	uint64_t cut_off_skipped; /* bytes of a chunk that the input ends in */
	uint64_t wasted_bytes;
	uint32_t next_number; /* expected of the next chunk */
	struct arena arena;   /* of the chunk at hand */
	struct str scratch;
	int64_t slice_ns;
	uint32_t stream_count, counter_count;
	uint32_t instance_count; /* no counter has more */
	struct histogram_slice histogram;
};

static bool read_json(const struct chunk *chunk, struct json **json)
{
	struct err ignored;

	*json = json_parse(chunk->payload, chunk->length, &ignored);
	return *json != NULL;
}

static void read_cpus(struct reader *reader, const struct json *json,
		      struct run_head *head)
{
	const struct json *cpus = json_member(json, "cpus");
	int64_t *numbers =
		arena_array(&reader->arena, json_count(cpus), sizeof(*numbers));

	for (size_t i = 0; i < json_count(cpus); i++)
		numbers[i] = json_get_integer(json_element(cpus, i), -1);
	head->cpus = numbers;
	head->cpu_count = (uint32_t)json_count(cpus);
}

static uint32_t larger(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* Names of counters and streams are the file's; their numbers must fit together. */
static bool read_head(struct reader *reader, const struct json *json)
{
	struct arena *arena = &reader->arena;
	struct run_head head = {0};
	void *streams, *counters;

	fields_read(arena, json_member(json, "host"), fields_host, &head.host);
	fields_read(arena, json_member(json, "plan"), fields_plan, &head.plan);
	fields_read(arena, json_member(json, "load"), fields_load, &head.load);
	head.slice_ns = json_get_integer(json_member(json, "slice_ns"), 0);
	head.stream_count = fields_read_array(arena, json, "streams", fields_stream,
					      sizeof(struct run_stream), &streams);
	head.counter_count = fields_read_array(arena, json, "counters", fields_counter,
					       sizeof(struct run_counter), &counters);
	head.streams = streams;
	head.counters = counters;
	read_cpus(reader, json, &head);
	if (head.slice_ns <= 0 || head.slice_ns > INT64_C(1) << 42)
		return false;
	reader->slice_ns = head.slice_ns;
	reader->stream_count = head.stream_count;
	reader->counter_count = head.counter_count;
	reader->instance_count = larger(larger(head.cpu_count, head.stream_count), 1);
	reader->has_head = true;
	if (reader->sink->head)
		reader->sink->head(reader->sink->self, &head);
	return true;
}

static bool on_head(struct reader *reader, const struct chunk *chunk)
{
	struct json *json;
	bool good;

	if (reader->has_head)
		return true; /* the second copy */
	if (!read_json(chunk, &json))
		return false;
	good = read_head(reader, json);
	reader->head_crc = crc32c(0, chunk->payload, chunk->length);
	json_free(json);
	return good;
}

static bool on_obtained(struct reader *reader, const struct chunk *chunk)
{
	struct json *json;
	void *streams;
	uint32_t count;

	if (!read_json(chunk, &json))
		return false;
	count = fields_read_array(&reader->arena, json, "streams", fields_stream,
				  sizeof(struct run_stream), &streams);
	json_free(json);
	if (count == reader->stream_count && reader->sink->obtained)
		reader->sink->obtained(reader->sink->self, streams, count);
	return count == reader->stream_count;
}

static struct bytes payload_bytes(const struct chunk *chunk)
{
	return (struct bytes){chunk->payload, chunk->payload + chunk->length, false};
}

static bool on_slices(struct reader *reader, const struct chunk *chunk)
{
	struct bytes bytes = payload_bytes(chunk);
	struct run_slice slice = {0};

	for (;;) {
		bool more;

		histogram_stats_clear(&reader->histogram.stats);
		more = slices_next(&bytes, reader->slice_ns, &slice, &reader->histogram);
		if (more && slice.stream < reader->stream_count && reader->sink->slice)
			reader->sink->slice(reader->sink->self, &slice);
		/* All that a failed decoder may have set lies in this range, too. */
		memset(reader->histogram.bucket + slice.first_bucket, 0,
		       (slice.end_bucket - slice.first_bucket) * sizeof(uint32_t));
		if (!more || slice.stream >= reader->stream_count)
			return !more && !bytes.bad;
	}
}

static bool on_counts(struct reader *reader, const struct chunk *chunk)
{
	struct bytes bytes = payload_bytes(chunk);
	const struct run_count *counts;
	uint32_t slice_number, count;
	bool whole_run;

	str_clear(&reader->scratch);
	if (!counts_read(&bytes, &slice_number, &whole_run, &reader->scratch))
		return false;
	counts = (const struct run_count *)(const void *)reader->scratch.text;
	count = (uint32_t)(reader->scratch.length / sizeof(*counts));
	for (uint32_t i = 0; i < count; i++)
		if (counts[i].counter >= reader->counter_count ||
		    counts[i].instance >= reader->instance_count)
			return false;
	if (reader->sink->counts)
		reader->sink->counts(reader->sink->self, slice_number, counts, count,
				     whole_run);
	return true;
}

static bool read_samples(struct reader *reader, const struct chunk *chunk,
			 void (*tell)(void *, uint32_t, const struct run_sample *,
				      uint32_t))
{
	struct bytes bytes = payload_bytes(chunk);
	uint32_t stream;

	str_clear(&reader->scratch);
	if (!samples_read(&bytes, &stream, &reader->scratch) ||
	    stream >= reader->stream_count)
		return false;
	if (tell && reader->scratch.length)
		tell(reader->sink->self, stream,
		     (const struct run_sample *)(const void *)reader->scratch.text,
		     (uint32_t)(reader->scratch.length / sizeof(struct run_sample)));
	return true;
}

static bool on_spikes(struct reader *reader, const struct chunk *chunk)
{
	return read_samples(reader, chunk, reader->sink->spikes);
}

static bool on_raw(struct reader *reader, const struct chunk *chunk)
{
	/* Decoding is most of the work: not for those who do not look. */
	return !reader->sink->raw || read_samples(reader, chunk, reader->sink->raw);
}

static bool on_event(struct reader *reader, const struct chunk *chunk)
{
	struct run_event event;
	struct json *json;

	if (!read_json(chunk, &json))
		return false;
	fields_read(&reader->arena, json, fields_event, &event);
	json_free(json);
	if (reader->sink->event)
		reader->sink->event(reader->sink->self, &event);
	return true;
}

static bool on_output(struct reader *reader, const struct chunk *chunk)
{
	struct bytes bytes = payload_bytes(chunk);
	struct run_output output = {.time_ns = bytes_signed(&bytes)};

	output.text = (const char *)bytes.at;
	output.length = (size_t)(bytes.end - bytes.at);
	if (!bytes.bad && reader->sink->output)
		reader->sink->output(reader->sink->self, &output);
	return !bytes.bad;
}

static bool on_setup(struct reader *reader, const struct chunk *chunk)
{
	struct bytes bytes = payload_bytes(chunk);
	struct run_setup setup;

	if (!setup_code_read(&bytes, &reader->arena, &setup))
		return false;
	if (reader->sink->setup)
		reader->sink->setup(reader->sink->self, &setup);
	return true;
}

static bool on_end(struct reader *reader, const struct chunk *chunk)
{
	struct run_end end;
	struct json *json;

	if (!read_json(chunk, &json))
		return false;
	fields_read(&reader->arena, json, fields_end, &end);
	json_free(json);
	reader->report->has_end = true;
	if (reader->sink->end)
		reader->sink->end(reader->sink->self, &end);
	return true;
}

static bool on_foreign(struct reader *reader, const struct chunk *chunk)
{
	struct run_foreign foreign;
	struct json *json;
	bool good;

	if (!read_json(chunk, &json))
		return false;
	good = foreign_read(&reader->arena, json, &foreign);
	json_free(json);
	if (good && reader->sink->foreign)
		reader->sink->foreign(reader->sink->self, &foreign);
	return good;
}

static const struct {
	uint8_t version; /* the newest that we know */
	bool (*read)(struct reader *reader, const struct chunk *chunk);
} kinds[] = {
	[CHUNK_HEAD] = {1, on_head},     [CHUNK_OBTAINED] = {1, on_obtained},
	[CHUNK_SLICES] = {1, on_slices}, [CHUNK_COUNTS] = {1, on_counts},
	[CHUNK_SPIKES] = {1, on_spikes}, [CHUNK_RAW] = {1, on_raw},
	[CHUNK_EVENT] = {1, on_event},   [CHUNK_END] = {1, on_end},
	[CHUNK_SETUP] = {1, on_setup},   [CHUNK_FOREIGN] = {1, on_foreign},
	[CHUNK_OUTPUT] = {1, on_output},
};

static void take_chunk(struct reader *reader, const struct chunk *chunk)
{
	struct reader_report *report = reader->report;
	bool known = chunk->kind < sizeof(kinds) / sizeof(kinds[0]) &&
		     kinds[chunk->kind].read &&
		     chunk->version <= kinds[chunk->kind].version;

	reader->in_damage = false;
	report->chunks++;
	report->missing_chunks += chunk->number - reader->next_number;
	reader->next_number = chunk->number + 1;
	if (!known)
		report->unknown_chunks++;
	else if (!reader->has_head && chunk->kind != CHUNK_HEAD)
		report->unreadable_chunks++;
	else if (!kinds[chunk->kind].read(reader, chunk))
		report->unreadable_chunks++;
	arena_free(&reader->arena);
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

/* Somebody appended another run to this one: its chunks would pass for ours. */
static bool is_other_head(const struct reader *reader, const struct chunk *chunk)
{
	return reader->has_head && chunk->kind == CHUNK_HEAD &&
	       chunk->version <= kinds[CHUNK_HEAD].version &&
	       crc32c(0, chunk->payload, chunk->length) != reader->head_crc;
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
	       (!reader->has_head && reader->report->damaged_bytes > CHUNK_MAX_BYTES);
}

static int play(struct reader *reader, const char *name, struct err *err)
{
	bool failed = false;

	while (!is_hopeless(reader)) {
		size_t left = reader->buffer.length - reader->used, bytes;
		struct chunk chunk;

		switch (look(reader, left, &chunk)) {
		case CHUNK_GOOD:
			if (is_other_head(reader, &chunk))
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
	struct reader reader = {.fd = fd, .sink = sink, .report = report};
	CLEANUP(str_free) struct str start = {0};
	bool failed = false;
	int status;

	*report = (struct reader_report){0};
	read_more(&reader, &failed);
	str_add_bytes(&start, str_text(&reader.buffer),
		      reader.buffer.length < 64 ? reader.buffer.length : 64);
	status = failed ? err_errno(err, "cannot read %s", name)
			: play(&reader, name, err);
	if (!status && !reader.has_head)
		status = explain_no_head(&reader, &start, name, err);
	if (!status && reader.wasted_bytes > WASTED_BYTES_MAX)
		status = err_set(err, ERR_INPUT, "%s is too badly damaged to be read",
				 name);
	arena_free(&reader.arena);
	str_free(&reader.scratch);
	str_free(&reader.buffer);
	return status;
}
