/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "run/decoder.h"

#include <string.h>

#include "base/crc32c.h"
#include "run/fields-read.h"
#include "run/foreign-read.h"
#include "run/setup-code.h"

static bool read_json(const struct chunk *chunk, struct json **json)
{
	struct err ignored;

	*json = json_parse(chunk->payload, chunk->length, &ignored);
	return *json != NULL;
}

static void read_cpus(struct decoder *decoder, const struct json *json,
		      struct run_head *head)
{
	const struct json *cpus = json_member(json, "cpus");
	int64_t *numbers =
		arena_array(&decoder->arena, json_count(cpus), sizeof(*numbers));

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
static bool read_head(struct decoder *decoder, const struct json *json)
{
	struct arena *arena = &decoder->arena;
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
	read_cpus(decoder, json, &head);
	if (head.slice_ns <= 0 || head.slice_ns > INT64_C(1) << 42)
		return false;
	decoder->slice_ns = head.slice_ns;
	decoder->stream_count = head.stream_count;
	decoder->counter_count = head.counter_count;
	decoder->instance_count = larger(larger(head.cpu_count, head.stream_count), 1);
	decoder->has_head = true;
	if (decoder->sink->head)
		decoder->sink->head(decoder->sink->self, &head);
	return true;
}

static bool on_head(struct decoder *decoder, const struct chunk *chunk)
{
	struct json *json;
	bool good;

	if (decoder->has_head)
		return true; /* the second copy */
	if (!read_json(chunk, &json))
		return false;
	good = read_head(decoder, json);
	decoder->head_crc = crc32c(0, chunk->payload, chunk->length);
	json_free(json);
	return good;
}

static bool on_obtained(struct decoder *decoder, const struct chunk *chunk)
{
	struct json *json;
	void *streams;
	uint32_t count;

	if (!read_json(chunk, &json))
		return false;
	count = fields_read_array(&decoder->arena, json, "streams", fields_stream,
				  sizeof(struct run_stream), &streams);
	json_free(json);
	if (count == decoder->stream_count && decoder->sink->obtained)
		decoder->sink->obtained(decoder->sink->self, streams, count);
	return count == decoder->stream_count;
}

static struct bytes payload_bytes(const struct chunk *chunk)
{
	return (struct bytes){chunk->payload, chunk->payload + chunk->length, false};
}

static bool on_slices(struct decoder *decoder, const struct chunk *chunk)
{
	struct bytes bytes = payload_bytes(chunk);
	struct run_slice slice = {0};

	for (;;) {
		bool more;

		histogram_stats_clear(&decoder->histogram.stats);
		more = slices_next(&bytes, decoder->slice_ns, &slice,
				   &decoder->histogram);
		if (more && slice.stream < decoder->stream_count && decoder->sink->slice)
			decoder->sink->slice(decoder->sink->self, &slice);
		/* All that a failed decoder may have set lies in this range, too. */
		memset(decoder->histogram.bucket + slice.first_bucket, 0,
		       (slice.end_bucket - slice.first_bucket) * sizeof(uint32_t));
		if (!more || slice.stream >= decoder->stream_count)
			return !more && !bytes.bad;
	}
}

static bool on_counts(struct decoder *decoder, const struct chunk *chunk)
{
	struct bytes bytes = payload_bytes(chunk);
	const struct run_count *counts;
	uint32_t slice_number, count;
	bool whole_run;

	str_clear(&decoder->scratch);
	if (!counts_read(&bytes, &slice_number, &whole_run, &decoder->scratch))
		return false;
	counts = (const struct run_count *)(const void *)decoder->scratch.text;
	count = (uint32_t)(decoder->scratch.length / sizeof(*counts));
	for (uint32_t i = 0; i < count; i++)
		if (counts[i].counter >= decoder->counter_count ||
		    counts[i].instance >= decoder->instance_count)
			return false;
	if (decoder->sink->counts)
		decoder->sink->counts(decoder->sink->self, slice_number, counts, count,
				      whole_run);
	return true;
}

static bool read_samples(struct decoder *decoder, const struct chunk *chunk,
			 void (*tell)(void *, uint32_t, const struct run_sample *,
				      uint32_t))
{
	struct bytes bytes = payload_bytes(chunk);
	uint32_t stream;

	str_clear(&decoder->scratch);
	if (!samples_read(&bytes, &stream, &decoder->scratch) ||
	    stream >= decoder->stream_count)
		return false;
	if (tell && decoder->scratch.length)
		tell(decoder->sink->self, stream,
		     (const struct run_sample *)(const void *)decoder->scratch.text,
		     (uint32_t)(decoder->scratch.length / sizeof(struct run_sample)));
	return true;
}

static bool on_spikes(struct decoder *decoder, const struct chunk *chunk)
{
	return read_samples(decoder, chunk, decoder->sink->spikes);
}

static bool on_raw(struct decoder *decoder, const struct chunk *chunk)
{
	/* Decoding is most of the work: not for those who do not look. */
	return !decoder->sink->raw || read_samples(decoder, chunk, decoder->sink->raw);
}

static bool on_event(struct decoder *decoder, const struct chunk *chunk)
{
	struct run_event event;
	struct json *json;

	if (!read_json(chunk, &json))
		return false;
	fields_read(&decoder->arena, json, fields_event, &event);
	json_free(json);
	if (decoder->sink->event)
		decoder->sink->event(decoder->sink->self, &event);
	return true;
}

static bool on_output(struct decoder *decoder, const struct chunk *chunk)
{
	struct bytes bytes = payload_bytes(chunk);
	struct run_output output = {.time_ns = bytes_signed(&bytes)};

	output.text = (const char *)bytes.at;
	output.length = (size_t)(bytes.end - bytes.at);
	if (!bytes.bad && decoder->sink->output)
		decoder->sink->output(decoder->sink->self, &output);
	return !bytes.bad;
}

static bool on_setup(struct decoder *decoder, const struct chunk *chunk)
{
	struct bytes bytes = payload_bytes(chunk);
	struct run_setup setup;

	if (!setup_code_read(&bytes, &decoder->arena, &setup))
		return false;
	if (decoder->sink->setup)
		decoder->sink->setup(decoder->sink->self, &setup);
	return true;
}

static bool on_end(struct decoder *decoder, const struct chunk *chunk)
{
	struct run_end end;
	struct json *json;

	if (!read_json(chunk, &json))
		return false;
	fields_read(&decoder->arena, json, fields_end, &end);
	json_free(json);
	decoder->has_end = true;
	if (decoder->sink->end)
		decoder->sink->end(decoder->sink->self, &end);
	return true;
}

static bool on_foreign(struct decoder *decoder, const struct chunk *chunk)
{
	struct run_foreign foreign;
	struct json *json;
	bool good;

	if (!read_json(chunk, &json))
		return false;
	good = foreign_read(&decoder->arena, json, &foreign);
	json_free(json);
	if (good && decoder->sink->foreign)
		decoder->sink->foreign(decoder->sink->self, &foreign);
	return good;
}

static const struct {
	uint8_t version; /* the newest that we know */
	bool (*read)(struct decoder *decoder, const struct chunk *chunk);
} kinds[] = {
	[CHUNK_HEAD] = {1, on_head},     [CHUNK_OBTAINED] = {1, on_obtained},
	[CHUNK_SLICES] = {1, on_slices}, [CHUNK_COUNTS] = {1, on_counts},
	[CHUNK_SPIKES] = {1, on_spikes}, [CHUNK_RAW] = {1, on_raw},
	[CHUNK_EVENT] = {1, on_event},   [CHUNK_END] = {1, on_end},
	[CHUNK_SETUP] = {1, on_setup},   [CHUNK_FOREIGN] = {1, on_foreign},
	[CHUNK_OUTPUT] = {1, on_output},
};

static bool is_known(const struct chunk *chunk)
{
	return chunk->kind < sizeof(kinds) / sizeof(kinds[0]) &&
	       kinds[chunk->kind].read && chunk->version <= kinds[chunk->kind].version;
}

enum decoded decoder_take(struct decoder *decoder, const struct chunk *chunk)
{
	enum decoded result = DECODED_UNREADABLE;

	if (!is_known(chunk))
		return DECODED_UNKNOWN;
	if ((decoder->has_head || chunk->kind == CHUNK_HEAD) &&
	    kinds[chunk->kind].read(decoder, chunk))
		result = DECODED_GOOD;
	arena_free(&decoder->arena);
	return result;
}

bool decoder_is_other_head(const struct decoder *decoder, const struct chunk *chunk)
{
	return decoder->has_head && chunk->kind == CHUNK_HEAD && is_known(chunk) &&
	       crc32c(0, chunk->payload, chunk->length) != decoder->head_crc;
}

void decoder_free(struct decoder *decoder)
{
	arena_free(&decoder->arena);
	str_free(&decoder->scratch);
}
