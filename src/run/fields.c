/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables, and how they are written. Reading them needs a JSON parser: fields-read.c. */
#include "run/fields.h"

#include "run/record.h"

#define ROW(type, structure, member)                              \
	{                                                         \
#member, type, offsetof(struct structure, member) \
	}

const struct field fields_host[] = {
	ROW(FIELD_TEXT, run_host, name),
	ROW(FIELD_TEXT, run_host, kernel),
	ROW(FIELD_TEXT, run_host, kernel_version),
	ROW(FIELD_TEXT, run_host, machine),
	ROW(FIELD_TEXT, run_host, program_version),
	ROW(FIELD_TEXT, run_host, modelled),
	ROW(FIELD_TEXT, run_host, modelled_stream),
	ROW(FIELD_INTEGER, run_host, started_wall_ns),
	ROW(FIELD_INTEGER, run_host, started_monotonic_ns),
	ROW(FIELD_INTEGER, run_host, clock_granularity_ns),
	ROW(FIELD_INTEGER, run_host, clock_read_ns),
	ROW(FIELD_INTEGER, run_host, wake_cost_ns),
	{0},
};

const struct field fields_plan[] = {
	ROW(FIELD_INTEGER, run_plan, duration_ns),
	ROW(FIELD_INTEGER, run_plan, samples),
	ROW(FIELD_INTEGER, run_plan, period_ns),
	ROW(FIELD_INTEGER, run_plan, warm_up_ns),
	ROW(FIELD_INTEGER, run_plan, limit_ns),
	ROW(FIELD_INTEGER, run_plan, stop_at_ns),
	ROW(FIELD_INTEGER, run_plan, spike_ns),
	ROW(FIELD_INTEGER, run_plan, spin_threshold_ns),
	ROW(FIELD_INTEGER, run_plan, hold_dma_latency_us),
	ROW(FIELD_INTEGER, run_plan, priority),
	ROW(FIELD_BOOL, run_plan, spike_auto),
	ROW(FIELD_BOOL, run_plan, raw),
	ROW(FIELD_TEXT, run_plan, cpus),
	ROW(FIELD_TEXT, run_plan, policy),
	ROW(FIELD_TEXT, run_plan, wake),
	ROW(FIELD_TEXT, run_plan, align),
	ROW(FIELD_TEXT, run_plan, missed_rule),
	ROW(FIELD_TEXT, run_plan, note),
	ROW(FIELD_TEXT, run_plan, meter),
	{0},
};

const struct field fields_load[] = {
	ROW(FIELD_TEXT, run_load, made),
	ROW(FIELD_TEXT, run_load, cpus),
	ROW(FIELD_TEXT, run_load, cage),
	{0},
};

const struct field fields_stream[] = {
	ROW(FIELD_INTEGER, run_stream, cpu),
	ROW(FIELD_INTEGER, run_stream, offset_ns),
	ROW(FIELD_INTEGER, run_stream, period_ns),
	ROW(FIELD_INTEGER, run_stream, tid),
	ROW(FIELD_TEXT, run_stream, context),
	ROW(FIELD_TEXT, run_stream, wake),
	ROW(FIELD_TEXT, run_stream, lateness),
	ROW(FIELD_TEXT, run_stream, policy),
	ROW(FIELD_INTEGER, run_stream, priority),
	ROW(FIELD_TEXT, run_stream, got_policy),
	ROW(FIELD_INTEGER, run_stream, got_priority),
	ROW(FIELD_TEXT, run_stream, got_cpus),
	ROW(FIELD_TRISTATE, run_stream, got_memory_locked),
	{0},
};

const struct field fields_counter[] = {
	ROW(FIELD_TEXT, run_counter, name),
	ROW(FIELD_TEXT, run_counter, unit),
	ROW(FIELD_TEXT, run_counter, scope),
	ROW(FIELD_TEXT, run_counter, unavailable),
	ROW(FIELD_BOOL, run_counter, per_slice),
	{0},
};

const struct field fields_event[] = {
	ROW(FIELD_INTEGER, run_event, time_ns),
	ROW(FIELD_TEXT, run_event, kind),
	ROW(FIELD_TEXT, run_event, text),
	ROW(FIELD_BOOL, run_event, invalidates),
	{0},
};

const struct field fields_end[] = {
	ROW(FIELD_TEXT, run_end, ended),
	ROW(FIELD_INTEGER, run_end, end_ns),
	ROW(FIELD_INTEGER, run_end, recorded_ns),
	ROW(FIELD_INTEGER, run_end, longest_flush_ns),
	ROW(FIELD_INTEGER, run_end, recorder_cpu_ns),
	ROW(FIELD_TRISTATE, run_end, checked),
	{0},
};

const struct field fields_foreign[] = {
	ROW(FIELD_TEXT, run_foreign, tool),
	ROW(FIELD_TEXT, run_foreign, version),
	ROW(FIELD_TEXT, run_foreign, command),
	ROW(FIELD_TEXT, run_foreign, files),
	ROW(FIELD_TEXT, run_foreign, lateness),
	ROW(FIELD_TEXT, run_foreign, missed_rule),
	ROW(FIELD_TEXT, run_foreign, kernel),
	ROW(FIELD_TEXT, run_foreign, kernel_version),
	ROW(FIELD_TEXT, run_foreign, machine),
	ROW(FIELD_BOOL, run_foreign, unit_is_unknown),
	ROW(FIELD_TEXT, run_foreign, ended),
	ROW(FIELD_MAYBE, run_foreign, duration_ns),
	ROW(FIELD_MAYBE, run_foreign, asked_duration_ns),
	ROW(FIELD_INTEGER, run_foreign, lines),
	ROW(FIELD_INTEGER, run_foreign, lines_skipped),
	{0},
};

const struct field fields_foreign_stream[] = {
	ROW(FIELD_MAYBE, foreign_stream, index),
	ROW(FIELD_MAYBE, foreign_stream, cpu),
	ROW(FIELD_MAYBE, foreign_stream, priority),
	ROW(FIELD_MAYBE, foreign_stream, period_ns),
	ROW(FIELD_TEXT, foreign_stream, context),
	ROW(FIELD_TEXT, foreign_stream, policy),
	ROW(FIELD_TEXT, foreign_stream, wake),
	ROW(FIELD_TEXT, foreign_stream, name),
	ROW(FIELD_MAYBE, foreign_stream, count),
	ROW(FIELD_MAYBE, foreign_stream, min_ns),
	ROW(FIELD_MAYBE, foreign_stream, avg_ns),
	ROW(FIELD_MAYBE, foreign_stream, max_ns),
	ROW(FIELD_MAYBE, foreign_stream, last_ns),
	ROW(FIELD_MAYBE, foreign_stream, overruns),
	ROW(FIELD_MAYBE, foreign_stream, mode_switches),
	ROW(FIELD_MAYBE, foreign_stream, smis),
	ROW(FIELD_MAYBE, foreign_stream, beyond),
	ROW(FIELD_MAYBE, foreign_stream, beyond_from_ns),
	ROW(FIELD_MAYBE, foreign_stream, resolution_ns),
	ROW(FIELD_BOOL, foreign_stream, avg_is_truncated),
	ROW(FIELD_BOOL, foreign_stream, bins_are_complete),
	ROW(FIELD_INTEGER, foreign_stream, rows_missing),
	ROW(FIELD_INTEGER, foreign_stream, rows_damaged),
	ROW(FIELD_INTEGER, foreign_stream, rows_split),
	{0},
};

static void write_maybe(struct json_writer *json, const char *key, int64_t value)
{
	if (value == RUN_UNKNOWN)
		json_add_null(json, key);
	else
		json_add_integer(json, key, value);
}

static void write_tristate(struct json_writer *json, const char *key, enum tristate value)
{
	switch (value) {
	case UNKNOWN:
		json_add_null(json, key);
		break;
	case NO:
	case YES:
		json_add_bool(json, key, value == YES);
		break;
	}
}

void fields_write(struct json_writer *json, const struct field *fields, const void *from)
{
	for (; fields->key; fields++) {
		const void *place = (const char *)from + fields->offset;
		const char *text;

		switch (fields->type) {
		case FIELD_INTEGER:
			json_add_integer(json, fields->key, *(const int64_t *)place);
			break;
		case FIELD_MAYBE:
			write_maybe(json, fields->key, *(const int64_t *)place);
			break;
		case FIELD_TEXT:
			text = *(const char *const *)place;
			json_add_text(json, fields->key, text ? text : "");
			break;
		case FIELD_BOOL:
			json_add_bool(json, fields->key, *(const bool *)place);
			break;
		case FIELD_TRISTATE:
			write_tristate(json, fields->key, *(const enum tristate *)place);
			break;
		}
	}
}
