/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writer and reader together, through a file in memory: what was told comes back; of a file
 * that is cut or has a bit flipped, all but the chunk that was hit.
 */
#include <fcntl.h>

#include "made-file.h"

enum { FLIPS = 10000 };

static void check_clean(const struct played *played)
{
	CHECK_INT(played->status, 0);
	CHECK_INT(played->report.bytes, made.file.length);
	CHECK_INT(played->report.chunks, made.count);
	CHECK_INT(played->report.unknown_chunks, 0);
	CHECK_INT(played->report.unreadable_chunks, 0);
	CHECK_INT(played->report.damaged_places, 0);
	CHECK_INT(played->report.damaged_bytes, 0);
	CHECK_INT(played->report.missing_chunks, 0);
	CHECK(!played->report.cut_off);
	CHECK(played->report.has_end);
}

static void gives_back_what_was_told(void)
{
	static struct played played;
	bool has_kind[CHUNK_SETUP + 1] = {0};

	prepare();
	play_bytes(&made.file, &played);
	check_clean(&played);
	CHECK(journal_equal(&played.journal, &made.fed));
	CHECK(has_all_but(&made.fed, NULL)); /* the pieces hold all calls, in order */
	for (uint32_t i = 0; i < made.count; i++)
		has_kind[made.pieces[i].kind] = true;
	for (int kind = CHUNK_HEAD; kind <= CHUNK_SETUP; kind++)
		CHECK(has_kind[kind]);
	CHECK(is_head(0) && is_head(1) && !is_head(2));
	CHECK(made.file.length > 6000 && made.file.length < 20000);
}

/* Reads what came through a pipe in pieces of any size just the same. */
static void reads_a_pipe(void)
{
	static struct played played;
	struct run_sink sink = journal_sink(&played.journal);
	int fd[2];

	prepare();
	CHECK_INT(pipe2(fd, O_CLOEXEC), 0);
	fcntl(fd[1], F_SETPIPE_SZ, 1 << 20);
	CHECK_INT(io_write_all(fd[1], made.file.text, made.file.length), 0);
	close(fd[1]);
	CHECK_INT(reader_play(fd[0], "pipe", &sink, &played.report, &played.err), 0);
	check_clean(&played);
	CHECK(journal_equal(&played.journal, &made.fed));
	close(fd[0]);
}

static void check_cut(const struct played *played, size_t size)
{
	uint32_t whole = size < made.file.length ? piece_at(size) : made.count;
	size_t rest = whole < made.count ? size - made.pieces[whole].at : 0;
	uint32_t calls =
		whole < made.count ? made.pieces[whole].first_call : made.fed.count;

	if (!whole) {
		CHECK_INT(played->status, -1);
		CHECK_INT(played->err.kind, ERR_INPUT);
		return;
	}
	CHECK_INT(played->status, 0);
	CHECK_INT(played->report.chunks, whole);
	CHECK_INT(played->report.cut_off, rest != 0);
	CHECK_INT(played->report.has_end, whole == made.count);
	CHECK_INT(played->report.damaged_places, 0);
	CHECK_INT(played->report.missing_chunks, 0);
	CHECK_INT(played->report.unreadable_chunks, 0);
	CHECK_INT(played->journal.count, calls);
	CHECK(!memcmp(played->journal.note, made.fed.note,
		      calls * sizeof(made.fed.note[0])));
}

static void reads_up_to_where_it_is_cut(void)
{
	static struct played played;
	int fd;

	prepare();
	fd = make_file(made.file.text, made.file.length);
	for (size_t size = made.file.length; size; size--) {
		CHECK_INT(ftruncate(fd, (off_t)size), 0);
		play(fd, &played);
		check_cut(&played, size);
	}
	close(fd);
}

static void check_flip(const struct played *played, uint32_t hit)
{
	bool lost[MOST_CHUNKS] = {0};

	lost[hit] = true;
	CHECK_INT(played->status, 0);
	CHECK(has_all_but(&played->journal, lost));
	CHECK_INT(played->report.chunks, made.count - 1);
	CHECK_INT(played->report.damaged_places, 1);
	CHECK_INT(played->report.damaged_bytes, made.pieces[hit].length);
	CHECK_INT(played->report.missing_chunks, hit + 1 < made.count);
	CHECK_INT(played->report.unreadable_chunks, 0);
	CHECK_INT(played->report.has_end, hit + 1 < made.count);
}

/* Every bit of both heads and of the end among them; the rest at random. */
static void loses_only_what_a_flipped_bit_hit(void)
{
	static struct played played;
	uint64_t seed = 8;
	int fd;

	prepare();
	fd = make_file(made.file.text, made.file.length);
	for (uint32_t i = 0; i < FLIPS; i++) {
		uint32_t place = random_below(&seed, (uint32_t)made.file.length);
		char byte = (char)(made.file.text[place] ^ 1 << random_below(&seed, 8));

		CHECK_INT(pwrite(fd, &byte, 1, place), 1);
		play(fd, &played);
		check_flip(&played, piece_at(place));
		CHECK_INT(pwrite(fd, &made.file.text[place], 1, place), 1);
	}
	close(fd);
}

static void reads_one_head_without_the_other(void)
{
	static struct played played;
	struct str copy = {0};

	prepare();
	str_add_bytes(&copy, made.file.text, made.file.length);
	for (uint32_t hit = 0; hit < 2; hit++) {
		copy.text[made.pieces[hit].at + 30] ^= 1;
		play_bytes(&copy, &played);
		if (!hit)
			CHECK(journal_equal(&played.journal, &made.fed));
	}
	CHECK_INT(played.status, -1);
	CHECK_INT(played.err.kind, ERR_INPUT);
	CHECK(strstr(played.err.text, "both copies"));
	str_free(&copy);
}

static const struct test tests[] = {
	{"gives back what was told", gives_back_what_was_told},
	{"reads a pipe", reads_a_pipe},
	{"reads up to where it is cut", reads_up_to_where_it_is_cut},
	{"loses only what a flipped bit hit", loses_only_what_a_flipped_bit_hit},
	{"reads one head without the other", reads_one_head_without_the_other},
};

TEST_MAIN(tests)
