/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The file that the writer makes of the made-up run, which of its chunks makes which calls,
 * and what comes of playing a copy of it.
 */
#ifndef MADE_FILE_H
#define MADE_FILE_H

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/bytes.h"
#include "base/io.h"
#include "journal.h"
#include "made-run.h"
#include "run/format.h"
#include "run/reader.h"
#include "run/writer.h"
#include "test.h"

enum { MOST_CHUNKS = 400 };

/* One chunk of the pristine file, and which calls it makes. */
struct piece {
	size_t at, length;
	uint8_t kind;
	uint32_t first_call, calls;
};

static struct fixture {
	struct str file;
	struct journal fed;
	struct piece pieces[MOST_CHUNKS];
	uint32_t count;
} made;

/* What came of playing a file. */
struct played {
	int status;
	struct err err;
	struct reader_report report;
	struct journal journal;
};

static inline int make_file(const void *bytes, size_t length)
{
	int fd = memfd_create("run", MFD_CLOEXEC);

	if (fd >= 0 && io_write_all(fd, bytes, length) < 0)
		abort();
	return fd;
}

static inline void play(int fd, struct played *played)
{
	struct run_sink sink = journal_sink(&played->journal);

	played->journal.count = 0;
	played->err = (struct err){0};
	lseek(fd, 0, SEEK_SET);
	played->status = reader_play(fd, "run", &sink, &played->report, &played->err);
}

static inline void play_bytes(const struct str *bytes, struct played *played)
{
	int fd = make_file(str_text(bytes), bytes->length);

	play(fd, played);
	close(fd);
}

static inline void write_made_run(struct str *file)
{
	int fd = memfd_create("run", MFD_CLOEXEC), copy = dup(fd);
	struct writer *writer = writer_open(fd, "run");

	made_run(writer_sink(writer));
	CHECK(!writer_trouble(writer));
	writer_close(writer);
	lseek(copy, 0, SEEK_SET);
	io_read_all(copy, 1 << 20, file);
	close(copy);
}

/* The pieces by walking the headers alone: not with the reader that is tested. */
static inline void find_pieces(void)
{
	const uint8_t *bytes = (const uint8_t *)str_text(&made.file);

	made.count = 0;
	for (size_t at = 0; at < made.file.length && made.count < MOST_CHUNKS;) {
		struct piece *piece = &made.pieces[made.count++];

		piece->at = at;
		piece->kind = bytes[at + 4];
		piece->length =
			get_u32(bytes + at + 12) + CHUNK_HEADER_BYTES + CHUNK_CRC_BYTES;
		at += piece->length;
	}
}

/* A file of the first head and one other chunk tells how many calls that chunk makes. */
static inline void count_calls(void)
{
	static struct played played;
	uint32_t call = 1;

	made.pieces[0].calls = 1;
	for (uint32_t i = 1; i < made.count; i++) {
		struct piece *piece = &made.pieces[i];
		struct str two = {0};

		str_add_bytes(&two, made.file.text, made.pieces[0].length);
		str_add_bytes(&two, made.file.text + piece->at, piece->length);
		play_bytes(&two, &played);
		piece->first_call = call;
		piece->calls = played.journal.count - 1;
		call += piece->calls;
		str_free(&two);
	}
}

static inline void prepare(void)
{
	struct run_sink sink = journal_sink(&made.fed);

	if (made.count)
		return;
	made_run(&sink);
	write_made_run(&made.file);
	find_pieces();
	count_calls();
}

static inline uint32_t piece_at(size_t place)
{
	uint32_t i = 0;

	while (made.pieces[i].at + made.pieces[i].length <= place)
		i++;
	return i;
}

static inline bool is_head(uint32_t piece)
{
	return made.pieces[piece].kind == CHUNK_HEAD;
}

/* All calls but those of the pieces that are lost, one after the other. */
static inline bool has_all_but(const struct journal *journal, const bool *lost)
{
	static struct journal want;

	want.count = 0;
	for (uint32_t i = 0; i < made.count; i++) {
		const struct piece *piece = &made.pieces[i];

		if (lost && lost[i] && !is_head(i))
			continue;
		memcpy(want.note + want.count, made.fed.note + piece->first_call,
		       piece->calls * sizeof(want.note[0]));
		want.count += piece->calls;
	}
	return journal_equal(journal, &want);
}

#endif
