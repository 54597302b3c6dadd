/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The binary payloads. Each reader takes what it was given for hostile. */
#include "run/slices.h"

#include "run/bucket-code.h"

void slices_add(struct str *out, const struct run_slice *slice, int64_t slice_ns)
{
	const struct histogram_stats *stats = &slice->histogram->stats;
	struct bits_out bits = {.out = out};
	uint64_t in_buckets = 0;

	for (uint32_t i = slice->first_bucket; i < slice->end_bucket; i++)
		in_buckets += slice->histogram->bucket[i];
	bytes_add_varint(out, slice->stream);
	bytes_add_varint(out, slice->number);
	bytes_add_signed(out, slice->begin_ns - slice->number * slice_ns);
	bytes_add_signed(out, slice->end_ns - slice->begin_ns - slice_ns);
	bytes_add_varint(out, (uint64_t)slice->threshold_ns);
	bytes_add_varint(out, slice->samples_lost);
	bytes_add_varint(out, stats->overruns);
	bytes_add_varint(out, stats->early);
	bytes_add_varint(out, stats->beyond);
	bytes_add_varint(out, stats->count - stats->early - stats->beyond - in_buckets);
	bytes_add_varint(out, slice->first_bucket);
	bytes_add_varint(out, slice->end_bucket - slice->first_bucket);
	if (!stats->count)
		return;
	bytes_add_signed(out, stats->min_ns);
	bytes_add_varint(out, (uint64_t)stats->max_ns - (uint64_t)stats->min_ns);
	bytes_add_signed(out, stats->sum_ns);
	bucket_code_put(&bits, slice->histogram->bucket, slice->first_bucket,
			slice->end_bucket);
	bits_finish(&bits);
}

static bool read_buckets(struct bytes *from, struct run_slice *slice,
			 struct histogram_slice *histogram)
{
	struct bits_in bits = bits_begin(from);
	bool good = bucket_code_get(&bits, histogram->bucket, slice->first_bucket,
				    slice->end_bucket);

	bits_end(&bits, from);
	for (uint32_t i = slice->first_bucket; i < slice->end_bucket; i++)
		histogram->stats.count += histogram->bucket[i];
	return good;
}

/* Within 36 years of the start. */
static bool is_plausible_time(int64_t time_ns)
{
	const int64_t most_ns = INT64_C(1) << 60;

	return time_ns <= most_ns && time_ns >= -most_ns;
}

static bool is_plausible(const struct run_slice *slice,
			 const struct histogram_stats *stats)
{
	const uint64_t most = UINT64_C(1) << 40;

	return stats->count <= most && stats->overruns <= most &&
	       is_plausible_time(stats->sum_ns) && slice->end_ns >= slice->begin_ns &&
	       (!stats->count ||
		(is_plausible_time(stats->min_ns) && is_plausible_time(stats->max_ns) &&
		 stats->min_ns <= stats->max_ns));
}

static void read_stats(struct bytes *from, struct histogram_stats *stats)
{
	stats->min_ns = bytes_signed(from);
	stats->max_ns = (int64_t)((uint64_t)stats->min_ns + bytes_varint(from));
	stats->sum_ns = bytes_signed(from);
}

/* 2^60 ns (36 years) of run time, however short the slices are. */
static uint64_t most_slices(int64_t slice_ns)
{
	uint64_t most = (UINT64_C(1) << 60) / (uint64_t)slice_ns;

	return most < INT32_MAX ? most : INT32_MAX;
}

/* Run times of up to 2^53 ns (104 days) from a slice's nominal begin keep sums in range. */
static int64_t read_offset_ns(struct bytes *from)
{
	int64_t offset_ns = bytes_signed(from);
	const int64_t most_ns = INT64_C(1) << 53;

	if (offset_ns <= most_ns && offset_ns >= -most_ns)
		return offset_ns;
	from->bad = true;
	return 0;
}

bool slices_next(struct bytes *from, int64_t slice_ns, struct run_slice *slice,
		 struct histogram_slice *histogram)
{
	struct histogram_stats *stats = &histogram->stats;

	if (from->bad || from->at == from->end)
		return false;
	*slice = (struct run_slice){.histogram = histogram};
	slice->stream = (uint32_t)bytes_varint_max(from, UINT32_MAX);
	slice->number = (uint32_t)bytes_varint_max(from, most_slices(slice_ns));
	slice->begin_ns = slice->number * slice_ns + read_offset_ns(from);
	slice->end_ns = slice->begin_ns + slice_ns + read_offset_ns(from);
	slice->threshold_ns = (int64_t)bytes_varint_max(from, INT64_MAX);
	slice->samples_lost = (uint32_t)bytes_varint_max(from, UINT32_MAX);
	stats->overruns = bytes_varint(from);
	stats->early = bytes_varint_max(from, UINT32_MAX);
	stats->beyond = bytes_varint_max(from, UINT32_MAX);
	stats->count =
		stats->early + stats->beyond + bytes_varint_max(from, UINT64_C(1) << 40);
	slice->first_bucket = (uint32_t)bytes_varint_max(from, HISTOGRAM_BUCKETS);
	slice->end_bucket =
		slice->first_bucket +
		(uint32_t)bytes_varint_max(from, HISTOGRAM_BUCKETS - slice->first_bucket);
	if (!from->bad && (stats->count || slice->end_bucket > slice->first_bucket))
		read_stats(from, stats);
	if (!from->bad && slice->end_bucket > slice->first_bucket)
		from->bad |= !read_buckets(from, slice, histogram);
	from->bad |= !is_plausible(slice, stats);
	return !from->bad;
}

void counts_add(struct str *out, uint32_t slice_number, const struct run_count *counts,
		uint32_t count, bool whole_run)
{
	uint32_t before = 0;

	bytes_add_varint(out, slice_number);
	bytes_add_varint(out, whole_run);
	bytes_add_varint(out, count);
	for (uint32_t i = 0; i < count; i++) {
		bytes_add_varint(out, counts[i].counter - before);
		bytes_add_varint(out, counts[i].instance);
		bytes_add_signed(out, counts[i].value);
		before = counts[i].counter;
	}
}

bool counts_read(struct bytes *from, uint32_t *slice_number, bool *whole_run,
		 struct str *out)
{
	uint32_t counter = 0;
	uint64_t count;

	*slice_number = (uint32_t)bytes_varint_max(from, INT32_MAX);
	*whole_run = bytes_varint_max(from, 1);
	count = bytes_varint_max(from, bytes_left(from));
	for (uint64_t i = 0; i < count && !from->bad; i++) {
		struct run_count value;

		counter += (uint32_t)bytes_varint_max(from, 1 << 16);
		value.counter = counter;
		value.instance = (uint32_t)bytes_varint_max(from, UINT32_MAX);
		value.value = bytes_signed(from);
		str_add_bytes(out, &value, sizeof(value));
	}
	return !from->bad && from->at == from->end;
}

/*
 * Values told as their distance from a running median, in Rice codes whose parameter
 * follows the mean distance, as JPEG-LS does (ITU-T T.87, A.5.1).
 */
struct sample_model {
	uint64_t median;
	uint64_t distance_sum;
	uint32_t count;
};

static const struct sample_model lateness_model = {.distance_sum = 4096, .count = 4};
static const struct sample_model step_model = {.distance_sum = 0, .count = 4};

static unsigned int model_k(const struct sample_model *model)
{
	unsigned int k = 0;

	while (k < 31 && (uint64_t)model->count << k < model->distance_sum)
		k++;
	return k;
}

static void model_learn(struct sample_model *model, uint64_t zigzag, unsigned int k)
{
	uint64_t step = k > 3 ? UINT64_C(1) << (k - 3) : 1;
	uint64_t distance = (zigzag >> 1) + (zigzag & 1);

	if (distance < step)
		step = distance;
	model->median += zigzag & 1 ? -step : step;
	model->distance_sum += zigzag < UINT64_C(1) << 48 ? zigzag : UINT64_C(1) << 48;
	if (++model->count > 8) {
		model->distance_sum >>= 1;
		model->count >>= 1;
	}
}

static void model_put(struct bits_out *to, struct sample_model *model, uint64_t value)
{
	uint64_t distance = value - model->median;
	uint64_t zigzag = distance << 1 ^ (distance >> 63 ? UINT64_MAX : 0);
	unsigned int k = model_k(model);

	rice_put(to, zigzag, k);
	model_learn(model, zigzag, k);
}

static uint64_t model_get(struct bits_in *from, struct sample_model *model)
{
	unsigned int k = model_k(model);
	uint64_t zigzag = rice_get(from, k);
	uint64_t value = model->median + (zigzag >> 1 ^ (zigzag & 1 ? UINT64_MAX : 0));

	model_learn(model, zigzag, k);
	return value;
}

/* The largest unit in which all distances between due times are whole: the grid, or 1. */
static int64_t usable_grid(const struct run_sample *samples, uint32_t count,
			   int64_t grid_ns)
{
	for (uint32_t i = 1; i < count && grid_ns; i++)
		if ((samples[i].due_ns - samples[i - 1].due_ns) % grid_ns ||
		    samples[i].due_ns <= samples[i - 1].due_ns)
			grid_ns = 0;
	return grid_ns ? grid_ns : 1;
}

void samples_add(struct str *out, uint32_t stream, int64_t grid_ns,
		 const struct run_sample *samples, uint32_t count)
{
	struct sample_model lateness = lateness_model, steps = step_model;
	struct bits_out bits = {.out = out};

	grid_ns = usable_grid(samples, count, grid_ns);
	bytes_add_varint(out, stream);
	bytes_add_varint(out, count);
	bytes_add_varint(out, (uint64_t)grid_ns);
	bytes_add_signed(out, count ? samples[0].due_ns : 0);
	for (uint32_t i = 0; i < count; i++) {
		if (i)
			model_put(&bits, &steps,
				  (uint64_t)((samples[i].due_ns - samples[i - 1].due_ns) /
						     grid_ns -
					     1));
		model_put(&bits, &lateness, (uint64_t)samples[i].late_ns);
	}
	bits_finish(&bits);
}

bool samples_read(struct bytes *from, uint32_t *stream, struct str *out)
{
	struct sample_model lateness = lateness_model, steps = step_model;
	struct run_sample sample = {0};
	struct bits_in bits;
	uint64_t count, grid_ns;

	*stream = (uint32_t)bytes_varint_max(from, UINT32_MAX);
	count = bytes_varint_max(from, bytes_left(from) * UINT64_C(8));
	grid_ns = bytes_varint_max(from, INT64_MAX);
	sample.due_ns = bytes_signed(from);
	bits = bits_begin(from);
	for (uint64_t i = 0; i < count && !bits_ran_out(&bits) && !from->bad; i++) {
		uint64_t due_ns = (uint64_t)sample.due_ns;

		if (i)
			due_ns += (model_get(&bits, &steps) + 1) * grid_ns;
		sample.due_ns = (int64_t)due_ns;
		sample.late_ns = (int64_t)model_get(&bits, &lateness);
		from->bad |= !is_plausible_time(sample.due_ns) ||
			     !is_plausible_time(sample.late_ns);
		str_add_bytes(out, &sample, sizeof(sample));
	}
	bits_end(&bits, from);
	return !from->bad && from->at == from->end;
}
