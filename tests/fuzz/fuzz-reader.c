/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Whatever bytes reader_play() is given, it delivers only what is consistent with the
 * head, and accounts for every byte. The mutator repairs checksums, without which nearly
 * every mutation would end there.
 */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "base/io.h"
#include "fuzz.h"
#include "run/format.h"
#include "run/reader.h"

/* What the sink has seen so far. */
struct seen {
	uint32_t streams, counters, cpus;
	uint64_t heads, others;
};

static void check_stream(const struct run_stream *stream)
{
	require(stream->context && stream->wake && stream->lateness);
	require(stream->got_policy && stream->got_cpus);
}

static void on_head(void *self, const struct run_head *head)
{
	struct seen *seen = self;

	require(!seen->heads && !seen->others);
	seen->heads++;
	seen->streams = head->stream_count;
	seen->counters = head->counter_count;
	seen->cpus = head->cpu_count;
	require(head->plan.cpus && head->plan.policy && head->plan.wake &&
		head->plan.note);
	require(head->host.name && head->host.kernel && head->load.made);
	for (uint32_t i = 0; i < head->stream_count; i++)
		check_stream(&head->streams[i]);
	for (uint32_t i = 0; i < head->counter_count; i++)
		require(head->counters[i].name && head->counters[i].scope);
}

static void count_other(struct seen *seen)
{
	require(seen->heads == 1);
	seen->others++;
}

static void on_obtained(void *self, const struct run_stream *streams, uint32_t count)
{
	count_other(self);
	for (uint32_t i = 0; i < count; i++)
		check_stream(&streams[i]);
}

static void on_slice(void *self, const struct run_slice *slice)
{
	struct seen *seen = self;
	const struct histogram_slice *histogram = slice->histogram;
	uint64_t sum = histogram->stats.early + histogram->stats.beyond;

	count_other(seen);
	require(slice->stream < seen->streams);
	require(slice->begin_ns <= slice->end_ns);
	require(slice->first_bucket <= slice->end_bucket);
	require(slice->end_bucket <= HISTOGRAM_BUCKETS);
	for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		bool inside = i >= slice->first_bucket && i < slice->end_bucket;

		require(inside || !histogram->bucket[i]);
		sum += histogram->bucket[i];
	}
	require(sum <= histogram->stats.count);
}

static void on_samples(void *self, uint32_t stream, const struct run_sample *samples,
		       uint32_t count)
{
	struct seen *seen = self;
	int64_t any = 0;

	count_other(seen);
	require(stream < seen->streams);
	for (uint32_t i = 0; i < count; i++)
		any |= samples[i].due_ns | samples[i].late_ns;
	require(any || !any); /* all of them were read */
}

static void on_counts(void *self, uint32_t slice_number, const struct run_count *counts,
		      uint32_t count, bool whole_run)
{
	struct seen *seen = self;

	(void)slice_number, (void)whole_run;
	count_other(seen);
	for (uint32_t i = 0; i < count; i++)
		require(counts[i].counter < seen->counters);
}

static void on_event(void *self, const struct run_event *event)
{
	count_other(self);
	require(event->kind && event->text);
}

static void on_setup(void *self, const struct run_setup *setup)
{
	count_other(self);
	for (size_t i = 0; i < setup->count; i++) {
		const struct setup_file *file = &setup->files[i];

		require(setup_path_is_good(file->path));
		require(!i || strcmp(file[-1].path, file->path) < 0);
		require(file->length <= SETUP_FILE_MAX_BYTES);
		require(!file->text[file->length]);
		require(!file->error || !file->length);
	}
}

static void on_end(void *self, const struct run_end *end)
{
	count_other(self);
	require(end->ended);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	CLEANUP(scope_close) int fd = memfd_create("fuzz", MFD_CLOEXEC);
	struct seen seen = {0};
	struct run_sink sink = {
		.self = &seen,
		.head = on_head,
		.obtained = on_obtained,
		.slice = on_slice,
		.spikes = on_samples,
		.counts = on_counts,
		.raw = on_samples,
		.event = on_event,
		.setup = on_setup,
		.end = on_end,
	};
	struct reader_report report = {0};
	struct err err = {0};

	require(fd >= 0 && io_write_all(fd, bytes, count) == 0);
	require(lseek(fd, 0, SEEK_SET) == 0);
	if (reader_play(fd, "fuzz", &sink, &report, &err) < 0) {
		require(err.kind == ERR_INPUT && err.text[0]);
		return 0;
	}
	require(seen.heads == 1);
	require(report.bytes == count && report.damaged_bytes <= count);
	return 0;
}

/* Makes the checksums of everything that looks like a chunk right. */
static void repair_checksums(uint8_t *bytes, size_t count)
{
	const size_t frame = CHUNK_HEADER_BYTES + CHUNK_CRC_BYTES;

	for (size_t at = 0; count - at >= frame;) {
		uint8_t *chunk = bytes + at;
		uint32_t length = get_u32(chunk + 12);
		uint8_t header[14];

		if (memcmp(chunk, CHUNK_SYNC, 4) || length > count - at - frame) {
			at++;
			continue;
		}
		memcpy(header, chunk, 6);
		memcpy(header + 6, chunk + 8, 8);
		put_u16(chunk + 6, (uint16_t)crc32c(0, header, sizeof(header)));
		put_u32(chunk + CHUNK_HEADER_BYTES + length,
			crc32c(0, chunk, CHUNK_HEADER_BYTES + length));
		at += frame + length;
	}
}

/* libFuzzer's; not there when a corpus is replayed. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t room) __attribute__((weak));
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t count, size_t room,
			       unsigned int seed);

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t count, size_t room,
			       unsigned int seed)
{
	count = LLVMFuzzerMutate(bytes, count, room);
	if (seed % 8)
		repair_checksums(bytes, count);
	return count;
}
