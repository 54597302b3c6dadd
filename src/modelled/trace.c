/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "modelled/trace.h"

#include <stdlib.h>
#include <string.h>

#include "base/crc32c.h"
#include "base/str.h"

static const char magic[] = "whylate-model 1\n";

/* The lines, one behind the other, and the words of the one that is looked at. */
struct reader {
	struct model_trace *trace;
	const char *at, *end; /* of the current line */
	uint32_t wake_up_room, function_room, lost_room, line_room;
	uint32_t sides; /* of the latest wake-up */
	bool head_has_ended;
};

/* One more place in an array that doubles. */
static void *add_place(struct arena *arena, void *array, uint32_t *count, uint32_t *room,
		       size_t bytes_each)
{
	if (*count == *room) {
		void *larger;

		*room = *room ? 2 * *room : 64;
		larger = arena_array(arena, *room, bytes_each);
		if (*count)
			memcpy(larger, array, *count * bytes_each);
		array = larger;
	}
	++*count;
	return array;
}

/* The next word of the line, kept; NULL at its end. */
static const char *next_word(struct reader *reader)
{
	const char *from = reader->at;
	size_t length = 0;
	char *word;

	while (from + length < reader->end && from[length] != ' ')
		length++;
	if (!length)
		return NULL;
	word = arena_alloc(&reader->trace->arena, length + 1);
	memcpy(word, from, length);
	reader->at = from + length + (from + length < reader->end);
	return word;
}

static bool next_number(struct reader *reader, uint64_t *number)
{
	const char *from = reader->at;

	*number = 0;
	for (; reader->at < reader->end && *reader->at != ' '; reader->at++) {
		unsigned int digit = (unsigned char)*reader->at - (unsigned int)'0';

		if (digit > 9 || *number > (UINT64_MAX - digit) / 10)
			return false;
		*number = *number * 10 + digit;
	}
	if (from == reader->at)
		return false;
	reader->at += reader->at < reader->end;
	return true;
}

/* Numbers that no sum of them can overflow with. */
static const uint64_t *next_numbers(struct reader *reader, uint32_t count)
{
	uint64_t *numbers = arena_array(&reader->trace->arena, count, sizeof(*numbers));

	for (uint32_t i = 0; i < count; i++)
		if (!next_number(reader, &numbers[i]) || numbers[i] >> 56)
			return NULL;
	return numbers;
}

static bool take_names(struct reader *reader, struct trace_names *names)
{
	const char *word;

	if (names->count || reader->head_has_ended)
		return false;
	while ((word = next_word(reader))) {
		if (names->count == TRACE_NAMES)
			return false;
		names->name[names->count++] = word;
	}
	return names->count > 0;
}

static bool take_phases(struct reader *reader)
{
	return take_names(reader, &reader->trace->phases);
}

static bool take_costs(struct reader *reader)
{
	return take_names(reader, &reader->trace->costs);
}

static bool take_owners(struct reader *reader)
{
	return take_names(reader, &reader->trace->owners);
}

static bool take_parameter(struct reader *reader)
{
	const char *name = next_word(reader), *value = name ? next_word(reader) : NULL;

	if (value && !strcmp(name, "dram-mbytes-per-s"))
		reader->trace->memory_mbytes_per_s = strtol(value, NULL, 10);
	return value != NULL;
}

static bool take_policy(struct reader *reader)
{
	struct model_trace *trace = reader->trace;
	struct trace_policy *policy = &trace->policies[trace->policy_count];
	uint64_t number;

	if (reader->head_has_ended || trace->policy_count == TRACE_POLICIES ||
	    !next_number(reader, &number) || number != trace->policy_count)
		return false;
	policy->name = next_word(reader);
	policy->aux_text = next_word(reader);
	if (!policy->name || !policy->aux_text || !str_starts(policy->aux_text, "0x"))
		return false;
	policy->aux_ctrl = (uint32_t)strtoul(policy->aux_text, NULL, 16);
	trace->policy_count++;
	return true;
}

/*
 * Names and policies say how many numbers all other records have: they come first, each once.
 * false: some are missing.
 */
static bool end_head(struct reader *reader)
{
	const struct model_trace *trace = reader->trace;

	reader->head_has_ended = true;
	return trace->policy_count && trace->phases.count && trace->costs.count &&
	       trace->owners.count;
}

/* All policies of the wake-up before were told. */
static bool is_whole(const struct reader *reader)
{
	const struct model_trace *trace = reader->trace;

	return !trace->wake_up_count ||
	       !trace->wake_ups[trace->wake_up_count - 1].is_matched ||
	       reader->sides == trace->policy_count;
}

static struct trace_wake_up *add_wake_up(struct reader *reader)
{
	struct model_trace *trace = reader->trace;
	uint64_t number, late_ns;

	if (!end_head(reader) || !is_whole(reader) || !next_number(reader, &number) ||
	    number != trace->wake_up_count)
		return NULL;
	if (!next_number(reader, &late_ns) || late_ns > INT32_MAX)
		return NULL;
	trace->wake_ups = add_place(&trace->arena, trace->wake_ups, &trace->wake_up_count,
				    &reader->wake_up_room, sizeof(*trace->wake_ups));
	reader->sides = 0;
	trace->wake_ups[number] =
		(struct trace_wake_up){.guest_late_ns = (int64_t)late_ns};
	return &trace->wake_ups[number];
}

static bool take_wake_up(struct reader *reader)
{
	struct trace_wake_up *wake_up = add_wake_up(reader);

	if (!wake_up)
		return false;
	wake_up->is_matched = true;
	return next_number(reader, &wake_up->instructions) &&
	       next_number(reader, &wake_up->pending_instructions);
}

static bool take_unmatched(struct reader *reader)
{
	reader->trace->unmatched++;
	return add_wake_up(reader) != NULL;
}

static bool take_time(struct reader *reader)
{
	struct model_trace *trace = reader->trace;
	uint32_t count = trace->phases.count * trace->costs.count;
	struct trace_side *side;
	uint64_t policy;

	if (!trace->wake_up_count || !next_number(reader, &policy) ||
	    policy != reader->sides || policy >= trace->policy_count)
		return false;
	side = &trace->wake_ups[trace->wake_up_count - 1].side[policy];
	if (!next_number(reader, &side->clock_ps) ||
	    !next_number(reader, &side->lines_read) ||
	    !next_number(reader, &side->lines_written))
		return false;
	side->ps = next_numbers(reader, count);
	if (!side->ps)
		return false;
	for (uint32_t i = 0; i < count; i++)
		side->total_ps += side->ps[i];
	reader->sides++;
	return true;
}

static bool take_function(struct reader *reader)
{
	struct model_trace *trace = reader->trace;
	struct trace_function function = {.name = next_word(reader)};

	if (!end_head(reader) || !function.name ||
	    !next_number(reader, &function.instructions))
		return false;
	function.ps = next_numbers(reader, trace->policy_count * trace->costs.count);
	if (!function.ps)
		return false;
	trace->functions =
		add_place(&trace->arena, trace->functions, &trace->function_count,
			  &reader->function_room, sizeof(*trace->functions));
	trace->functions[trace->function_count - 1] = function;
	return true;
}

static bool next_policy(struct reader *reader, uint32_t *policy)
{
	uint64_t number;

	if (!next_number(reader, &number) || number >= reader->trace->policy_count)
		return false;
	*policy = (uint32_t)number;
	return true;
}

static bool take_lost(struct reader *reader)
{
	struct model_trace *trace = reader->trace;
	struct trace_lost lost;

	if (!end_head(reader) || !next_policy(reader, &lost.policy))
		return false;
	lost.to = next_word(reader);
	if (!lost.to || !next_number(reader, &lost.count) ||
	    !next_number(reader, &lost.ps))
		return false;
	trace->lost = add_place(&trace->arena, trace->lost, &trace->lost_count,
				&reader->lost_room, sizeof(*trace->lost));
	trace->lost[trace->lost_count - 1] = lost;
	return true;
}

static bool take_line(struct reader *reader)
{
	struct model_trace *trace = reader->trace;
	struct trace_line line;

	if (!end_head(reader) || !next_policy(reader, &line.policy) ||
	    !next_number(reader, &line.address))
		return false;
	line.function = next_word(reader);
	if (!line.function || !next_number(reader, &line.ps) ||
	    !next_number(reader, &line.other))
		return false;
	line.lost_to = next_numbers(reader, trace->owners.count);
	if (!line.lost_to)
		return false;
	trace->lines = add_place(&trace->arena, trace->lines, &trace->line_count,
				 &reader->line_room, sizeof(*trace->lines));
	trace->lines[trace->line_count - 1] = line;
	return true;
}

static const struct {
	const char *word;
	bool (*take)(struct reader *reader);
} kinds[] = {
	{"time", take_time},           {"wake-up", take_wake_up},
	{"unmatched", take_unmatched}, {"function", take_function},
	{"lost", take_lost},           {"line", take_line},
	{"parameter", take_parameter}, {"policy", take_policy},
	{"phases", take_phases},       {"costs", take_costs},
	{"owners", take_owners},
};

/* One line, all of it. */
static bool take(struct reader *reader)
{
	const char *word = next_word(reader);

	for (size_t i = 0; word && i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!strcmp(kinds[i].word, word))
			return kinds[i].take(reader) && reader->at == reader->end;
	return false;
}

/* Where the last line begins, "end LINES CRC". NULL: it is not there, or not true. */
static const char *find_end(const char *text, size_t length, uint32_t *crc)
{
	CLEANUP(str_free) struct str wanted = {0};
	uint64_t lines = 0;
	size_t at = length;

	if (!length || text[length - 1] != '\n')
		return NULL;
	for (at--; at && text[at - 1] != '\n';)
		at--;
	for (size_t i = 0; i < at; i++)
		lines += text[i] == '\n';
	*crc = crc32c(0, text, at);
	str_addf(&wanted, "end %llu %08x\n", (unsigned long long)lines,
		 (unsigned int)*crc);
	if (wanted.length != length - at ||
	    memcmp(text + at, str_text(&wanted), wanted.length))
		return NULL;
	return text + at;
}

static int read_lines(struct reader *reader, const char *name, const char *text,
		      const char *end, struct err *err)
{
	uint64_t number = 2;

	for (text += strlen(magic); text < end; number++) {
		const char *behind = memchr(text, '\n', (size_t)(end - text));

		reader->at = text;
		reader->end = behind;
		if (!take(reader))
			return err_set(err, ERR_INPUT,
				       "%s, line %llu: no model writes this", name,
				       (unsigned long long)number);
		text = behind + 1;
	}
	if (!is_whole(reader))
		return err_set(err, ERR_INPUT,
			       "%s: the last wake-up is not told under every policy",
			       name);
	return 0;
}

int model_trace_read(struct model_trace *trace, const char *name, const char *text,
		     size_t length, struct err *err)
{
	struct reader reader = {.trace = trace};
	const char *end;

	*trace = (struct model_trace){0};
	if (length < strlen(magic) || memcmp(text, magic, strlen(magic)))
		return err_set(
			err, ERR_INPUT,
			"%s: not what a model leaves behind; boards/model makes it",
			name);
	end = find_end(text, length, &trace->crc);
	if (!end)
		return err_set(
			err, ERR_INPUT,
			"%s: cut off or damaged: the model did not come to its end; "
			"run boards/model again",
			name);
	if (read_lines(&reader, name, text, end, err))
		return -1;
	if (trace->wake_up_count > trace->unmatched)
		return 0;
	return err_set(
		err, ERR_INPUT,
		"%s: the guest never marked a wake-up; it has to run a whylate built "
		"with -Dmodel_marker=true, with wake source nanosleep",
		name);
}

void model_trace_free(struct model_trace *trace)
{
	arena_free(&trace->arena);
}
