/* SPDX-License-Identifier: GPL-2.0-or-later */
/* run/slices: what goes in comes out; what is cut or changed is refused or harmless. */
#include "run/slices.h"

#include <stdlib.h>

#include "random.h"
#include "test.h"

#define SLICE_NS INT64_C(1000000000)
#define PERIOD_NS INT64_C(1000000)
#define MOST_NS (INT64_C(1) << 60) /* what slices.c takes for plausible */

enum { MUTATIONS = 20000, CALLS = 300 };

static struct histogram_slice in, out;

static void clear(struct histogram_slice *histogram)
{
	memset(histogram, 0, sizeof(*histogram));
	histogram_slice_clear(histogram);
}

/* An entry over `in`, with the bounds of what is in it. */
static struct run_slice entry(uint32_t stream, uint32_t number)
{
	struct run_slice slice = {
		.stream = stream,
		.number = number,
		.begin_ns = number * SLICE_NS,
		.end_ns = (number + 1) * SLICE_NS,
		.histogram = &in,
		.first_bucket = HISTOGRAM_BUCKETS,
	};

	for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
		if (!in.bucket[i])
			continue;
		slice.end_bucket = i + 1;
		if (slice.first_bucket > i)
			slice.first_bucket = i;
	}
	if (slice.first_bucket == HISTOGRAM_BUCKETS)
		slice.first_bucket = 0;
	return slice;
}

static struct bytes bytes_of(const struct str *text)
{
	const uint8_t *at = (const uint8_t *)str_text(text);

	return (struct bytes){at, at + text->length, false};
}

static void check_slice(const struct run_slice *got, const struct run_slice *want)
{
	const struct histogram_stats *a = &got->histogram->stats,
				     *b = &want->histogram->stats;

	CHECK_INT(got->stream, want->stream);
	CHECK_INT(got->number, want->number);
	CHECK_INT(got->begin_ns, want->begin_ns);
	CHECK_INT(got->end_ns, want->end_ns);
	CHECK_INT(got->threshold_ns, want->threshold_ns);
	CHECK_INT(got->samples_lost, want->samples_lost);
	CHECK_INT(got->first_bucket, want->first_bucket);
	CHECK_INT(got->end_bucket, want->end_bucket);
	CHECK_INT(a->count, b->count);
	CHECK_INT(a->overruns, b->overruns);
	CHECK_INT(a->early, b->early);
	CHECK_INT(a->beyond, b->beyond);
	CHECK_INT(a->sum_ns, b->sum_ns);
	CHECK_INT(a->min_ns, b->min_ns);
	CHECK_INT(a->max_ns, b->max_ns);
	CHECK(!memcmp(got->histogram->bucket, want->histogram->bucket,
		      sizeof(want->histogram->bucket)));
}

/* Alone, and in front of another entry. */
static void check_round_trip(const struct run_slice *slice)
{
	struct str text = {0};
	struct run_slice got;
	struct bytes from;

	slices_add(&text, slice, SLICE_NS);
	slices_add(&text, slice, SLICE_NS);
	from = bytes_of(&text);
	for (int i = 0; i < 2; i++) {
		clear(&out);
		CHECK(slices_next(&from, SLICE_NS, &got, &out));
		CHECK(got.histogram == &out);
		check_slice(&got, slice);
	}
	CHECK(!slices_next(&from, SLICE_NS, &got, &out));
	CHECK(!from.bad);
	str_free(&text);
}

static void keeps_an_empty_slice(void)
{
	struct run_slice slice;

	clear(&in);
	slice = entry(0, 0);
	check_round_trip(&slice);
	in.stats.overruns = 1000; /* asleep all the second long */
	check_round_trip(&slice);
}

static void keeps_single_samples(void)
{
	const int64_t late_ns[] = {0,
				   1,
				   255,
				   256,
				   257,
				   HISTOGRAM_LIMIT_NS - 1,
				   HISTOGRAM_LIMIT_NS,
				   MOST_NS,
				   -1,
				   -MOST_NS};

	for (size_t i = 0; i < sizeof(late_ns) / sizeof(late_ns[0]); i++) {
		struct run_slice slice;

		clear(&in);
		histogram_slice_add(&in, late_ns[i]);
		slice = entry(3, 7);
		check_round_trip(&slice);
	}
}

static void keeps_a_full_histogram(void)
{
	const uint32_t counts[] = {1, 2, 1000, UINT32_MAX >> 16};

	for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		struct run_slice slice;

		clear(&in);
		for (uint32_t bucket = 0; bucket < HISTOGRAM_BUCKETS; bucket++)
			in.stats.count += in.bucket[bucket] = counts[i];
		in.stats.min_ns = 0;
		in.stats.max_ns = HISTOGRAM_LIMIT_NS - 1;
		in.stats.sum_ns = MOST_NS;
		slice = entry(0, 1);
		CHECK_INT(slice.end_bucket, HISTOGRAM_BUCKETS);
		check_round_trip(&slice);
	}
}

static void keeps_counts_of_32_bits(void)
{
	const uint32_t places[] = {0, 1, 2, 3, 100, 4606, 4607};
	struct run_slice slice;

	clear(&in);
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		in.stats.count += in.bucket[places[i]] = UINT32_MAX - (i & 1);
	in.stats.min_ns = 0;
	in.stats.max_ns = histogram_high_ns(4607);
	slice = entry(0, 0);
	check_round_trip(&slice);
	in.stats.count += UINT64_C(1) << 32; /* a bucket that wrapped: the count tells */
	check_round_trip(&slice);
}

static void keeps_early_beyond_and_lost(void)
{
	struct run_slice slice;

	clear(&in);
	for (int i = 0; i < 5; i++)
		histogram_slice_add(&in, -1000 * i);
	histogram_slice_add(&in, HISTOGRAM_LIMIT_NS * 3);
	in.stats.overruns = UINT64_C(1) << 40;
	slice = entry(UINT32_MAX, 0);
	slice.samples_lost = UINT32_MAX;
	slice.threshold_ns = INT64_MAX;
	check_round_trip(&slice);
}

static void keeps_uneven_spans(void)
{
	const int64_t far_ns = INT64_C(1) << 53;
	struct run_slice slice;

	clear(&in);
	histogram_slice_add(&in, 5);
	for (int i = 0; i < 4; i++) {
		slice = entry(0, i & 1 ? 1000000000 : 0);
		slice.begin_ns += i & 2 ? far_ns : -far_ns;
		slice.end_ns = slice.begin_ns + (i & 1 ? 0 : SLICE_NS + far_ns);
		check_round_trip(&slice);
	}
}

static void fill_at_random(uint64_t *seed)
{
	uint32_t samples = (uint32_t)random_magnitude(seed, 10);

	clear(&in);
	for (uint32_t i = 0; i < samples; i++)
		histogram_slice_add(&in, (int64_t)random_magnitude(seed, 45) -
						 (int64_t)random_magnitude(seed, 8));
	in.stats.overruns = random_magnitude(seed, 40);
}

static struct run_slice entry_at_random(uint64_t *seed)
{
	struct run_slice slice;

	fill_at_random(seed);
	slice = entry((uint32_t)random_magnitude(seed, 32),
		      (uint32_t)random_magnitude(seed, 30));
	slice.begin_ns += (int64_t)random_magnitude(seed, 50);
	slice.end_ns += (int64_t)random_magnitude(seed, 51);
	slice.end_ns = slice.end_ns > slice.begin_ns ? slice.end_ns : slice.begin_ns;
	slice.threshold_ns = (int64_t)random_magnitude(seed, 63);
	slice.samples_lost = (uint32_t)random_magnitude(seed, 32);
	return slice;
}

static void keeps_what_is_random(void)
{
	uint64_t seed = 1;

	for (int i = 0; i < CALLS; i++) {
		struct run_slice slice = entry_at_random(&seed);

		check_round_trip(&slice);
	}
}

static void check_counts(const struct run_count *counts, uint32_t count, uint32_t number,
			 bool whole)
{
	struct str text = {0}, got = {0};
	const struct run_count *back;
	uint32_t got_number = 1;
	struct bytes from;
	bool got_whole = !whole;

	counts_add(&text, number, counts, count, whole);
	from = bytes_of(&text);
	CHECK(counts_read(&from, &got_number, &got_whole, &got));
	CHECK_INT(got_number, number);
	CHECK_INT(got_whole, whole);
	CHECK_INT(got.length, count * sizeof(*counts));
	back = (const struct run_count *)(const void *)str_text(&got);
	for (uint32_t i = 0; i < count && got.length; i++) {
		CHECK_INT(back[i].counter, counts[i].counter);
		CHECK_INT(back[i].instance, counts[i].instance);
		CHECK_INT(back[i].value, counts[i].value);
	}
	str_free(&text);
	str_free(&got);
}

static void keeps_counts(void)
{
	const struct run_count extreme[] = {{0, 0, INT64_MAX},
					    {0, UINT32_MAX, INT64_MIN},
					    {0, 1, 0},
					    {65536, 0, -1}};
	struct run_count counts[40];
	uint64_t seed = 2;

	check_counts(NULL, 0, 0, false);
	check_counts(extreme, 4, INT32_MAX, true);
	for (int i = 0; i < CALLS; i++) {
		uint32_t count = random_below(&seed, 40), counter = 0;

		for (uint32_t j = 0; j < count; j++) {
			counter += random_below(&seed, 3);
			counts[j] =
				(struct run_count){counter,
						   (uint32_t)random_magnitude(&seed, 32),
						   (int64_t)(random_magnitude(&seed, 64) *
							     (j & 1 ? -UINT64_C(1) : 1))};
		}
		check_counts(counts, count, (uint32_t)random_magnitude(&seed, 31), i & 1);
	}
}

static size_t check_samples(const struct run_sample *samples, uint32_t count,
			    int64_t grid_ns)
{
	struct str text = {0}, got = {0};
	const struct run_sample *back;
	uint32_t stream = 0;
	struct bytes from;
	size_t size;

	samples_add(&text, 77, grid_ns, samples, count);
	size = text.length;
	from = bytes_of(&text);
	CHECK(samples_read(&from, &stream, &got));
	CHECK_INT(stream, 77);
	CHECK_INT(got.length, count * sizeof(*samples));
	back = (const struct run_sample *)(const void *)str_text(&got);
	for (uint32_t i = 0; i < count && got.length; i++) {
		CHECK_INT(back[i].due_ns, samples[i].due_ns);
		CHECK_INT(back[i].late_ns, samples[i].late_ns);
	}
	str_free(&text);
	str_free(&got);
	return size;
}

enum { SAMPLES = 2000 };
static struct run_sample samples[SAMPLES];

/* From negative run time on; every 100th period is missed up to 50 times. */
static void fill_on_grid(uint64_t *seed)
{
	int64_t due_ns = -3 * PERIOD_NS + 123;

	for (uint32_t i = 0; i < SAMPLES; i++) {
		samples[i] =
			(struct run_sample){due_ns, 20000 + random_below(seed, 4000)};
		due_ns += PERIOD_NS;
		if (!random_below(seed, 100))
			due_ns += PERIOD_NS * random_below(seed, 50);
	}
}

static void keeps_samples_on_the_grid(void)
{
	uint64_t seed = 3;
	size_t size;

	fill_on_grid(&seed);
	size = check_samples(samples, SAMPLES, PERIOD_NS);
	CHECK(size < SAMPLES * 2); /* 12 bits of noise, less than 2 for the period */
	for (uint32_t count = 0; count < 20; count++)
		check_samples(samples + 50, count, PERIOD_NS);
}

static void keeps_samples_off_the_grid(void)
{
	uint64_t seed = 4;

	fill_on_grid(&seed);
	samples[SAMPLES / 2].due_ns += 1;
	check_samples(samples, SAMPLES, PERIOD_NS);
	check_samples(samples, SAMPLES, 0);
	check_samples(samples, SAMPLES, 3);
	samples[9].due_ns =
		samples[8].due_ns; /* two spikes at once, and one out of order */
	samples[19].due_ns = samples[1].due_ns;
	check_samples(samples, SAMPLES, PERIOD_NS);
}

static void keeps_extreme_samples(void)
{
	uint64_t seed = 5;

	fill_on_grid(&seed);
	for (uint32_t i = 0; i < SAMPLES; i += 7) {
		int64_t far_ns = (int64_t)random_magnitude(&seed, 60);

		samples[i].late_ns = i & 1 ? -far_ns : far_ns;
	}
	samples[1].late_ns = -MOST_NS;
	samples[2].late_ns = MOST_NS;
	check_samples(samples, SAMPLES, PERIOD_NS);
	for (uint32_t i = 0; i < SAMPLES; i++)
		samples[i].due_ns = (int64_t)random_magnitude(&seed, 60);
	check_samples(samples, SAMPLES, PERIOD_NS);
}

/* A payload of one kind, read with all that a reader may do with it. true: not bad. */
struct kind {
	void (*make)(struct str *text, uint64_t *seed);
	bool (*read)(struct bytes *from);
};

static void make_slices(struct str *text, uint64_t *seed)
{
	struct run_slice slice = entry_at_random(seed);

	slices_add(text, &slice, SLICE_NS);
}

/* Plausible or bad: what slices_next() lets through must not break its callers' sums. */
static bool read_slices(struct bytes *from)
{
	struct run_slice slice;

	for (;;) {
		const struct histogram_stats *stats = &out.stats;
		uint64_t sum = 0;

		clear(&out);
		if (!slices_next(from, SLICE_NS, &slice, &out))
			return !from->bad;
		for (uint32_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
			sum += out.bucket[i];
			CHECK(!out.bucket[i] ||
			      (i >= slice.first_bucket && i < slice.end_bucket));
		}
		CHECK(slice.first_bucket <= slice.end_bucket);
		CHECK(slice.end_bucket <= HISTOGRAM_BUCKETS);
		CHECK(slice.begin_ns <= slice.end_ns);
		CHECK(slice.threshold_ns >= 0);
		CHECK(stats->early + stats->beyond + sum <= stats->count);
		CHECK(stats->sum_ns >= -MOST_NS && stats->sum_ns <= MOST_NS);
		if (stats->count)
			CHECK(stats->min_ns <= stats->max_ns &&
			      stats->min_ns >= -MOST_NS && stats->max_ns <= MOST_NS);
	}
}

static void make_counts(struct str *text, uint64_t *seed)
{
	struct run_count counts[20];

	for (uint32_t i = 0; i < 20; i++)
		counts[i] = (struct run_count){i / 4, i % 4,
					       (int64_t)random_magnitude(seed, 63)};
	counts_add(text, 12, counts, 20, false);
}

static bool read_counts(struct bytes *from)
{
	struct str got = {0};
	uint32_t number;
	bool whole, good = counts_read(from, &number, &whole, &got);

	CHECK(got.length <= 100 * sizeof(struct run_count)); /* not from so few bytes */
	if (good)
		CHECK(number <= INT32_MAX);
	str_free(&got);
	return good;
}

static void make_samples(struct str *text, uint64_t *seed)
{
	fill_on_grid(seed);
	samples_add(text, 1, PERIOD_NS, samples, 50);
}

static bool read_samples(struct bytes *from)
{
	size_t most = bytes_left(from) * 8;
	const struct run_sample *sample;
	struct str got = {0};
	uint32_t stream;
	bool good = samples_read(from, &stream, &got);

	CHECK(got.length <= most * sizeof(*sample));
	sample = (const struct run_sample *)(const void *)str_text(&got);
	for (size_t i = 0; good && i < got.length / sizeof(*sample); i++)
		CHECK(sample[i].due_ns <= MOST_NS && sample[i].due_ns >= -MOST_NS &&
		      sample[i].late_ns <= MOST_NS && sample[i].late_ns >= -MOST_NS);
	str_free(&got);
	return good;
}

static const struct kind kinds[] = {
	{make_slices, read_slices},
	{make_counts, read_counts},
	{make_samples, read_samples},
};

/* In memory of exactly that size, so that a sanitizer sees every byte read too many. */
static bool read_exactly(const struct kind *kind, const char *text, size_t length)
{
	uint8_t *copy = malloc(length ? length : 1);
	struct bytes from = {copy, copy + length, false};
	bool good;

	if (length)
		memcpy(copy, text, length);
	good = kind->read(&from);
	free(copy);
	return good;
}

static void refuses_what_is_cut(void)
{
	uint64_t seed = 6;

	for (size_t i = 0; i < 20 * sizeof(kinds) / sizeof(kinds[0]); i++) {
		const struct kind *kind = &kinds[i % 3];
		struct str text = {0};

		kind->make(&text, &seed);
		CHECK(read_exactly(kind, text.text, text.length));
		for (size_t length = 1; length < text.length; length++)
			CHECK(!read_exactly(kind, text.text, length));
		str_free(&text);
	}
}

static void refuses_what_is_too_long(void)
{
	uint64_t seed = 11;

	for (size_t i = 0; i < 20 * sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct str text = {0};

		kinds[i % 3].make(&text, &seed);
		str_add_char(&text, 0);
		CHECK(!read_exactly(&kinds[i % 3], text.text, text.length));
		str_free(&text);
	}
}

static void mutate(struct str *text, uint64_t *seed)
{
	for (uint32_t i = random_below(seed, 4) + 1; i; i--) {
		char *at = text->text + random_below(seed, (uint32_t)text->length);

		*at = (char)(i & 1 ? *at ^ 1 << random_below(seed, 8)
				   : (int)random_next(seed));
	}
	if (!random_below(seed, 4))
		text->length = random_below(seed, (uint32_t)text->length) + 1;
}

static void survives_mutations(void)
{
	uint64_t seed = 7;
	int good = 0, bad = 0;

	for (int i = 0; i < MUTATIONS; i++) {
		const struct kind *kind = &kinds[i % 3];
		struct str text = {0};

		kind->make(&text, &seed);
		mutate(&text, &seed);
		*(read_exactly(kind, text.text, text.length) ? &good : &bad) += 1;
		str_free(&text);
	}
	/* Both do happen: there is no checksum here. */
	CHECK(good > MUTATIONS / 100);
	CHECK(bad > MUTATIONS / 100);
}

static const struct test tests[] = {
	{"keeps an empty slice", keeps_an_empty_slice},
	{"keeps single samples", keeps_single_samples},
	{"keeps a full histogram", keeps_a_full_histogram},
	{"keeps counts of 32 bits", keeps_counts_of_32_bits},
	{"keeps early, beyond and lost", keeps_early_beyond_and_lost},
	{"keeps uneven spans", keeps_uneven_spans},
	{"keeps what is random", keeps_what_is_random},
	{"keeps counts", keeps_counts},
	{"keeps samples on the grid", keeps_samples_on_the_grid},
	{"keeps samples off the grid", keeps_samples_off_the_grid},
	{"keeps extreme samples", keeps_extreme_samples},
	{"refuses what is cut", refuses_what_is_cut},
	{"refuses what is too long", refuses_what_is_too_long},
	{"survives mutations", survives_mutations},
};

TEST_MAIN(tests)
