/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Run files that more than a flipped bit has happened to: all that is undamaged is read, the
 * rest is reported, nothing is counted twice, and it ends soon.
 */
#include <time.h>

#include "base/crc32c.h"
#include "made-file.h"

enum { ROUNDS = 300 };

/* Up to 3 stretches of up to 2000 random or zero bytes over what is there. */
static void survives_garbage(void)
{
	static struct played played;
	uint64_t seed = 9;

	prepare();
	for (int round = 0; round < ROUNDS; round++) {
		bool lost[MOST_CHUNKS] = {0};
		struct str copy = {0};

		str_add_bytes(&copy, made.file.text, made.file.length);
		for (uint32_t i = random_below(&seed, 3) + 1; i; i--) {
			uint32_t place = (uint32_t)made.pieces[2].at;
			uint32_t length = random_below(&seed, 2000) + 1;

			place += random_below(&seed, (uint32_t)copy.length - place);
			for (; length && place < copy.length; length--, place++) {
				char byte = (char)(round & 1 ? random_next(&seed) : 0);

				lost[piece_at(place)] |= made.file.text[place] != byte;
				copy.text[place] = byte;
			}
		}
		play_bytes(&copy, &played);
		CHECK_INT(played.status, 0);
		CHECK(has_all_but(&played.journal, lost));
		CHECK(played.report.damaged_places >= 1);
		CHECK_INT(played.report.unreadable_chunks, 0);
		str_free(&copy);
	}
}

static void check_damage(const struct str *bytes, uint64_t places, uint64_t damaged_bytes)
{
	static struct played played;

	play_bytes(bytes, &played);
	CHECK_INT(played.status, 0);
	CHECK(journal_equal(&played.journal, &made.fed));
	CHECK_INT(played.report.damaged_places, places);
	CHECK_INT(played.report.damaged_bytes, damaged_bytes);
	CHECK_INT(played.report.missing_chunks, 0);
	CHECK(played.report.has_end);
}

/* A power cut may leave zeros where data was to be. */
static void skips_zeros_behind(void)
{
	struct str copy = {0};

	prepare();
	str_add_bytes(&copy, made.file.text, made.file.length);
	for (uint32_t i = 1; i <= 70000; i++) {
		str_add_char(&copy, 0);
		if (i == 1 || i == 4096 || i == 70000)
			check_damage(&copy, 1, i);
	}
	str_free(&copy);
}

static void skips_garbage_between(void)
{
	uint64_t seed = 10;

	prepare();
	for (int round = 0; round < ROUNDS / 4; round++) {
		struct str copy = {0};
		uint64_t places = 0, inserted = 0;

		for (uint32_t i = 0; i < made.count; i++) {
			uint32_t length =
				random_below(&seed, 4) ? 0 : random_below(&seed, 99);

			places += length != 0;
			inserted += length;
			/* Half of it looks like the start of a chunk. */
			if (length > 4 && round & 1) {
				str_add_bytes(&copy, CHUNK_SYNC, 4);
				length -= 4;
			}
			for (; length; length--)
				str_add_char(&copy, (char)random_next(&seed));
			str_add_bytes(&copy, made.file.text + made.pieces[i].at,
				      made.pieces[i].length);
		}
		check_damage(&copy, places, inserted);
		str_free(&copy);
	}
}

static void add_piece(struct str *to, uint32_t piece)
{
	str_add_bytes(to, made.file.text + made.pieces[piece].at,
		      made.pieces[piece].length);
}

/* The same second twice would be counted twice. */
static void takes_no_chunk_twice(void)
{
	prepare();
	for (uint32_t twice = 2; twice < made.count; twice++) {
		struct str copy = {0};

		for (uint32_t i = 0; i < made.count; i++) {
			add_piece(&copy, i);
			if (i == twice)
				add_piece(&copy, i - twice % 2);
		}
		if (twice % 2 == 0)
			check_damage(&copy, 1, made.pieces[twice].length);
		str_free(&copy);
	}
}

/* Two runs in one file are not one run. */
static void takes_no_second_run(void)
{
	struct str copy = {0};

	prepare();
	str_add_bytes(&copy, made.file.text, made.file.length);
	str_add_bytes(&copy, made.file.text, made.file.length);
	check_damage(&copy, 1, made.file.length);
	str_free(&copy);
}

/* Order is lost, so the earlier of the two is. */
static void reports_swapped_chunks(void)
{
	static struct played played;

	prepare();
	for (uint32_t swap = 2; swap + 2 < made.count; swap++) {
		bool lost[MOST_CHUNKS] = {0};
		struct str copy = {0};

		for (uint32_t i = 0; i < made.count; i++)
			add_piece(&copy, i == swap ? i + 1 : i == swap + 1 ? i - 1 : i);
		play_bytes(&copy, &played);
		lost[swap] = true;
		CHECK_INT(played.status, 0);
		CHECK(has_all_but(&played.journal, lost));
		CHECK_INT(played.report.missing_chunks, 1);
		CHECK_INT(played.report.damaged_places, 1);
		str_free(&copy);
	}
}

/* Of a later whylate: a kind that we do not know, or a newer payload. */
static void passes_over_what_is_newer(void)
{
	const struct {
		enum chunk_kind kind;
		uint8_t version;
	} newer[] = {{254, 1}, {255, 1}, {0, 1}, {CHUNK_SETUP, 2}, {CHUNK_HEAD, 255}};
	const uint32_t count = sizeof(newer) / sizeof(newer[0]);
	static struct played played;
	struct str copy = {0};

	prepare();
	str_add_bytes(&copy, made.file.text, made.file.length);
	for (uint32_t i = 0; i < count; i++)
		chunk_add(&copy, newer[i].kind, newer[i].version, made.count + i, "?{}\0",
			  4);
	play_bytes(&copy, &played);
	CHECK_INT(played.status, 0);
	CHECK(journal_equal(&played.journal, &made.fed));
	CHECK_INT(played.report.chunks, made.count + count);
	CHECK_INT(played.report.unknown_chunks, count);
	CHECK_INT(played.report.unreadable_chunks, 0);
	CHECK_INT(played.report.damaged_places, 0);
	CHECK_INT(played.report.missing_chunks, 0);
	str_free(&copy);
}

/* The checksum is right, the contents are not: of each kind, cut by one byte. */
static void counts_what_makes_no_sense(void)
{
	static struct played played;
	uint32_t number = 2;
	struct str copy = {0};

	prepare();
	str_add_bytes(&copy, made.file.text, made.pieces[2].at);
	for (uint32_t i = 2; i < made.count; i++) {
		const char *payload =
			made.file.text + made.pieces[i].at + CHUNK_HEADER_BYTES;
		size_t length =
			made.pieces[i].length - CHUNK_HEADER_BYTES - CHUNK_CRC_BYTES;

		chunk_add(&copy, made.pieces[i].kind, 1, number++, payload, length - 1);
	}
	play_bytes(&copy, &played);
	CHECK_INT(played.status, 0);
	CHECK_INT(played.report.chunks, made.count);
	CHECK_INT(played.report.unreadable_chunks, made.count - 2);
	CHECK_INT(played.report.damaged_places, 0);
	CHECK(!played.report.has_end);
	str_free(&copy);
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Of a RAW chunk, with a check that is right; of a payload that is not there. */
static void add_header(struct str *to, uint32_t number, uint32_t length)
{
	uint8_t header[CHUNK_HEADER_BYTES] = CHUNK_SYNC;
	uint32_t crc;

	header[4] = CHUNK_RAW;
	header[5] = 1;
	put_u32(header + 8, number);
	put_u32(header + 12, length);
	crc = crc32c(crc32c(0, header, 6), header + 8, 8);
	put_u16(header + 6, (uint16_t)crc);
	str_add_bytes(to, header, sizeof(header));
}

/* A reader that waited for four gigabytes would give nothing meanwhile. */
static void waits_for_no_impossible_chunk(void)
{
	const uint32_t lengths[] = {CHUNK_MAX_BYTES, CHUNK_MAX_BYTES + 1, UINT32_MAX};

	for (int i = 0; i < 3; i++) {
		struct str header = {0};
		struct chunk chunk;

		add_header(&header, 0, lengths[i]);
		CHECK_INT(chunk_parse((const uint8_t *)header.text, header.length,
				      &chunk),
			  i ? CHUNK_BAD : CHUNK_INCOMPLETE);
		CHECK_INT(chunk.length, i ? 0 : CHUNK_MAX_BYTES);
		str_free(&header);
	}
}

/* Two million headers, each of which asks for a checksum of 16 MiB. */
static void gives_up_on_a_trap(void)
{
	static struct played played;
	struct str trap = {0};
	double start = seconds();

	prepare();
	str_add_bytes(&trap, made.file.text, made.file.length);
	for (uint32_t i = 0; i < 1 << 21; i++)
		add_header(&trap, i, CHUNK_MAX_BYTES);
	play_bytes(&trap, &played);
	CHECK_INT(played.status, -1);
	CHECK(strstr(played.err.text, "too badly damaged"));
	CHECK(seconds() - start < 30);
	str_free(&trap);
}

static const struct test tests[] = {
	{"survives garbage", survives_garbage},
	{"skips zeros behind", skips_zeros_behind},
	{"skips garbage between", skips_garbage_between},
	{"takes no chunk twice", takes_no_chunk_twice},
	{"takes no second run", takes_no_second_run},
	{"reports swapped chunks", reports_swapped_chunks},
	{"passes over what is newer", passes_over_what_is_newer},
	{"counts what makes no sense", counts_what_makes_no_sense},
	{"waits for no impossible chunk", waits_for_no_impossible_chunk},
	{"gives up on a trap", gives_up_on_a_trap},
};

TEST_MAIN(tests)
