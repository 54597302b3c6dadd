/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From the calls of a sink to chunks in a file. */
#include "run/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/io.h"
#include "base/num.h"
#include "run/fields.h"
#include "run/foreign-write.h"
#include "run/format.h"
#include "run/setup-code.h"
#include "run/slices.h"

/* Room on the disk that only the END chunk may use. */
enum { RESERVE_BYTES = 8192 };

struct writer {
	struct run_sink sink;
	const char *name;
	int fd;
	bool is_file;
	bool has_left_out_setup;
	bool can_reserve;     /* the file system takes fallocate() */
	uint32_t number;      /* of the next chunk */
	int64_t file_bytes;   /* whole chunks that are in the file */
	uint32_t file_chunks; /* how many those are */
	int64_t slice_ns;
	int64_t recorded_ns; /* as far as slices are in the file */
	int64_t pending_ns;  /* as far as slices are in `chunks` */
	int64_t longest_flush_ns;
	bool tells_no_time;               /* of its own */
	const struct run_stream *streams; /* for their periods; a copy */
	uint32_t stream_count;
	struct str slices;  /* payload of the SLICES chunk being made */
	struct str payload; /* scratch */
	struct str chunks;  /* not written yet */
	struct str trouble; /* not empty: recording has stopped */
};

static void add_chunk(struct writer *writer, enum chunk_kind kind,
		      const struct str *payload)
{
	if (payload->length > CHUNK_MAX_BYTES)
		return; /* the gap in the numbers tells */
	chunk_add(&writer->chunks, kind, 1, writer->number, str_text(payload),
		  payload->length);
}

static void next_chunk(struct writer *writer, enum chunk_kind kind,
		       const struct str *payload)
{
	add_chunk(writer, kind, payload);
	writer->number++;
}

static void close_slices(struct writer *writer)
{
	if (!writer->slices.length)
		return;
	next_chunk(writer, CHUNK_SLICES, &writer->slices);
	str_clear(&writer->slices);
}

static int64_t monotonic_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NS_PER_S + now.tv_nsec;
}

static void flush_to_disk(struct writer *writer)
{
	int64_t start_ns = monotonic_ns(), took_ns;

	if (!writer->is_file)
		return;
	fdatasync(writer->fd);
	took_ns = monotonic_ns() - start_ns;
	if (took_ns > writer->longest_flush_ns)
		writer->longest_flush_ns = took_ns;
}

/* Back to whole chunks, so that what is there reads well. */
static void stop_recording(struct writer *writer, int error)
{
	str_addf(&writer->trouble, "recording to %s stopped at ", writer->name);
	num_add_time(&writer->trouble, writer->recorded_ns);
	str_addf(&writer->trouble, ": %s", strerror(error));
	if (writer->is_file && ftruncate(writer->fd, writer->file_bytes) == 0)
		lseek(writer->fd, writer->file_bytes, SEEK_SET);
	str_clear(&writer->chunks);
	str_clear(&writer->slices);
	/* What is missing is for the end to tell, not for a gap in the numbers. */
	writer->number = writer->file_chunks;
}

/* Room for these chunks and, behind them, for the end. -1 with errno. */
static int reserve(struct writer *writer, size_t bytes)
{
	if (!writer->can_reserve)
		return 0;
	if (fallocate(writer->fd, FALLOC_FL_KEEP_SIZE, writer->file_bytes,
		      (off_t)bytes + RESERVE_BYTES) == 0)
		return 0;
	if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)
		return -1;
	writer->can_reserve = false;
	return 0;
}

static void write_chunks(struct writer *writer)
{
	struct str *chunks = &writer->chunks;

	if (!chunks->length)
		return;
	if (io_write_all(writer->fd, chunks->text, chunks->length) < 0) {
		stop_recording(writer, errno);
		return;
	}
	writer->file_bytes += (int64_t)chunks->length;
	writer->file_chunks = writer->number;
	writer->recorded_ns = writer->pending_ns;
	str_clear(chunks);
	flush_to_disk(writer);
}

static void flush(void *self)
{
	struct writer *writer = self;

	if (writer->trouble.length)
		return;
	close_slices(writer);
	if (reserve(writer, writer->chunks.length) < 0)
		stop_recording(writer, errno);
	else
		write_chunks(writer);
}

static bool is_stopped(const struct writer *writer)
{
	return writer->trouble.length != 0;
}

static void write_streams(struct json_writer *json, const struct run_stream *streams,
			  uint32_t count)
{
	json_begin_array(json, "streams");
	for (uint32_t i = 0; i < count; i++) {
		json_begin_object(json, NULL);
		fields_write(json, fields_stream, &streams[i]);
		json_end_object(json);
	}
	json_end_array(json);
}

static void write_object(struct json_writer *json, const char *key,
			 const struct field *fields, const void *from)
{
	json_begin_object(json, key);
	fields_write(json, fields, from);
	json_end_object(json);
}

static void write_head(struct str *out, const struct run_head *head)
{
	struct json_writer json = {.out = out};

	json_begin_object(&json, NULL);
	json_add_text(&json, "format", "whylate run");
	json_add_integer(&json, "format_version", FORMAT_VERSION);
	write_object(&json, "host", fields_host, &head->host);
	write_object(&json, "plan", fields_plan, &head->plan);
	write_object(&json, "load", fields_load, &head->load);
	json_add_integer(&json, "slice_ns", head->slice_ns);
	write_streams(&json, head->streams, head->stream_count);
	json_begin_array(&json, "counters");
	for (uint32_t i = 0; i < head->counter_count; i++)
		write_object(&json, NULL, fields_counter, &head->counters[i]);
	json_end_array(&json);
	json_begin_array(&json, "cpus");
	for (uint32_t i = 0; i < head->cpu_count; i++)
		json_add_integer(&json, NULL, head->cpus[i]);
	json_end_array(&json);
	json_end_object(&json);
}

static void on_head(void *self, const struct run_head *head)
{
	struct writer *writer = self;

	writer->slice_ns = head->slice_ns;
	writer->streams = head->streams;
	writer->stream_count = head->stream_count;
	str_clear(&writer->payload);
	write_head(&writer->payload, head);
	/* Twice: without it nothing else can be understood. */
	next_chunk(writer, CHUNK_HEAD, &writer->payload);
	next_chunk(writer, CHUNK_HEAD, &writer->payload);
	flush(writer);
}

static void on_obtained(void *self, const struct run_stream *streams, uint32_t count)
{
	struct writer *writer = self;
	struct json_writer json = {.out = &writer->payload};

	str_clear(&writer->payload);
	json_begin_object(&json, NULL);
	write_streams(&json, streams, count);
	json_end_object(&json);
	next_chunk(writer, CHUNK_OBTAINED, &writer->payload);
	flush(writer);
}

static void on_slice(void *self, const struct run_slice *slice)
{
	struct writer *writer = self;

	if (is_stopped(writer))
		return;
	slices_add(&writer->slices, slice, writer->slice_ns);
	if (slice->end_ns > writer->pending_ns)
		writer->pending_ns = slice->end_ns;
	if (writer->slices.length > CHUNK_MAX_BYTES / 4)
		close_slices(writer);
}

/* Chunks stay small enough for a reader on a small board. */
static void add_samples(struct writer *writer, enum chunk_kind kind, uint32_t stream,
			const struct run_sample *samples, uint32_t count)
{
	const uint32_t most = 65536;

	close_slices(writer);
	while (count && !is_stopped(writer)) {
		uint32_t part = count < most ? count : most;

		str_clear(&writer->payload);
		samples_add(&writer->payload, stream, writer->streams[stream].period_ns,
			    samples, part);
		next_chunk(writer, kind, &writer->payload);
		samples += part;
		count -= part;
	}
}

static void on_spikes(void *self, uint32_t stream, const struct run_sample *samples,
		      uint32_t count)
{
	add_samples(self, CHUNK_SPIKES, stream, samples, count);
}

static void on_raw(void *self, uint32_t stream, const struct run_sample *samples,
		   uint32_t count)
{
	add_samples(self, CHUNK_RAW, stream, samples, count);
}

static void on_counts(void *self, uint32_t slice_number, const struct run_count *counts,
		      uint32_t count, bool whole_run)
{
	struct writer *writer = self;

	if (is_stopped(writer))
		return;
	close_slices(writer);
	str_clear(&writer->payload);
	counts_add(&writer->payload, slice_number, counts, count, whole_run);
	next_chunk(writer, CHUNK_COUNTS, &writer->payload);
}

static void add_json(struct writer *writer, enum chunk_kind kind,
		     const struct field *fields, const void *from)
{
	struct json_writer json = {.out = &writer->payload};

	close_slices(writer);
	str_clear(&writer->payload);
	write_object(&json, NULL, fields, from);
	next_chunk(writer, kind, &writer->payload);
}

static void on_event(void *self, const struct run_event *event)
{
	struct writer *writer = self;

	if (!is_stopped(writer))
		add_json(writer, CHUNK_EVENT, fields_event, event);
}

/* Payload: time as a signed varint, then the text. */
static void on_output(void *self, const struct run_output *output)
{
	struct writer *writer = self;
	size_t most = 1 << 20, at = 0;

	while (at < output->length && !is_stopped(writer)) {
		size_t part = output->length - at < most ? output->length - at : most;

		close_slices(writer);
		str_clear(&writer->payload);
		bytes_add_signed(&writer->payload, output->time_ns);
		str_add_bytes(&writer->payload, output->text + at, part);
		next_chunk(writer, CHUNK_OUTPUT, &writer->payload);
		at += part;
	}
}

/* A report of another tool; what is too long for one chunk is left out, and that is told. */
static void on_foreign(void *self, const struct run_foreign *foreign)
{
	struct writer *writer = self;

	if (is_stopped(writer))
		return;
	str_clear(&writer->payload);
	if (foreign_write_within(&writer->payload, foreign, CHUNK_MAX_BYTES))
		next_chunk(writer, CHUNK_FOREIGN, &writer->payload);
	else
		stop_recording(writer, EFBIG);
}

/* How much the file may grow: by what the disk has, and the limit on files. */
static uint64_t free_bytes(const struct writer *writer)
{
	struct statvfs disk;
	struct rlimit limit;
	uint64_t bytes = UINT64_MAX, used = (uint64_t)writer->file_bytes;

	if (!writer->is_file)
		return bytes;
	if (fstatvfs(writer->fd, &disk) == 0 && disk.f_blocks) /* 0: without a limit */
		bytes = (uint64_t)disk.f_bavail * disk.f_frsize;
	if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
	    limit.rlim_cur < bytes + used)
		bytes = limit.rlim_cur > used ? limit.rlim_cur - used : 0;
	return bytes;
}

static void leave_out_setup(struct writer *writer, const struct run_setup *setup)
{
	const struct run_event event = {
		.time_ns = setup->time_ns,
		.kind = "note",
		.text = "the machine's set-up was not recorded: it would take more than "
			"half of the room that the disk, or a limit on files, leaves",
	};

	writer->has_left_out_setup = true;
	on_event(writer, &event);
}

/*
 * Not flushed: it goes out with the next second. The measurement is worth more: what would
 * take its room is left out.
 */
static void on_setup(void *self, const struct run_setup *setup)
{
	struct writer *writer = self;
	uint32_t number;
	size_t at = 0, before;

	if (is_stopped(writer))
		return;
	close_slices(writer);
	before = writer->chunks.length;
	number = writer->number;
	while (at < setup->count) {
		str_clear(&writer->payload);
		at = setup_code_add(&writer->payload, setup, at);
		next_chunk(writer, CHUNK_SETUP, &writer->payload);
	}
	if (writer->chunks.length - before <= free_bytes(writer) / 2)
		return;
	writer->chunks.length = before;
	writer->number = number;
	leave_out_setup(writer, setup);
}

/* After a stop this is all that is written: into the reserve, as far as that goes. */
static void on_end(void *self, const struct run_end *end)
{
	struct writer *writer = self;
	struct run_end own = *end;

	flush(writer);
	if (is_stopped(writer)) {
		own.ended = "disk-full";
		own.recorded_ns = writer->recorded_ns;
	}
	if (!writer->tells_no_time)
		own.longest_flush_ns = writer->longest_flush_ns;
	str_clear(&writer->chunks);
	add_json(writer, CHUNK_END, fields_end, &own);
	if (io_write_all(writer->fd, writer->chunks.text, writer->chunks.length) == 0)
		writer->file_bytes += (int64_t)writer->chunks.length;
	if (writer->is_file && ftruncate(writer->fd, writer->file_bytes) == 0)
		flush_to_disk(writer);
}

struct writer *writer_open(int fd, const char *name)
{
	struct writer *writer = mem_alloc(sizeof(*writer));
	struct stat status;

	writer->fd = fd;
	writer->name = name;
	writer->is_file = fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
	writer->can_reserve = writer->is_file;
	writer->sink = (struct run_sink){
		.self = writer,
		.head = on_head,
		.obtained = on_obtained,
		.slice = on_slice,
		.spikes = on_spikes,
		.counts = on_counts,
		.raw = on_raw,
		.event = on_event,
		.output = on_output,
		.foreign = on_foreign,
		.setup = on_setup,
		.flush = flush,
		.end = on_end,
	};
	return writer;
}

const struct run_sink *writer_sink(struct writer *writer)
{
	return &writer->sink;
}

const char *writer_trouble(const struct writer *writer)
{
	return writer->trouble.length ? writer->trouble.text : NULL;
}

bool writer_has_left_out_setup(const struct writer *writer)
{
	return writer->has_left_out_setup;
}

bool writer_is_lost(const struct writer *writer)
{
	struct stat status;

	return writer->is_file && fstat(writer->fd, &status) == 0 && !status.st_nlink;
}

void writer_tell_no_time(struct writer *writer)
{
	writer->tells_no_time = true;
}

int64_t writer_longest_flush_ns(const struct writer *writer)
{
	return writer->longest_flush_ns;
}

int64_t writer_recorded_ns(const struct writer *writer)
{
	return writer->recorded_ns;
}

void writer_close(struct writer *writer)
{
	if (!writer)
		return;
	close(writer->fd);
	str_free(&writer->slices);
	str_free(&writer->payload);
	str_free(&writer->chunks);
	str_free(&writer->trouble);
	free(writer);
}
