/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options from tables. Long names may not be shortened: scripts outlive versions. */
#include "base/opt.h"

#include <string.h>

#include "base/num.h"

int opt_flag(const struct opt *row, const char *text, void *place, struct err *err)
{
	(void)row, (void)text, (void)err;
	*(bool *)place = true;
	return 0;
}

int opt_integer(const struct opt *row, const char *text, void *place, struct err *err)
{
	return num_parse_integer(text, row->min, row->max, place, err);
}

int opt_time(const struct opt *row, const char *text, void *place, struct err *err)
{
	struct str range = {0};
	int64_t time_ns;

	if (num_parse_time(text, &time_ns, err) < 0)
		return -1;
	if (time_ns >= row->min && time_ns <= row->max) {
		*(int64_t *)place = time_ns;
		return 0;
	}
	num_add_exact_time(&range, row->min);
	str_add(&range, " to ");
	num_add_exact_time(&range, row->max);
	err_set(err, ERR_INPUT, "%.40s is out of range: %s", text, str_text(&range));
	str_free(&range);
	return -1;
}

int opt_text(const struct opt *row, const char *text, void *place, struct err *err)
{
	(void)row;
	if (!*text)
		return err_set(err, ERR_INPUT, "the value is empty");
	*(const char **)place = text;
	return 0;
}

int opt_choice(const struct opt *row, const char *text, void *place, struct err *err)
{
	struct str words = {0};

	for (int i = 0; row->choices[i]; i++)
		if (!strcmp(row->choices[i], text)) {
			*(int *)place = i;
			return 0;
		}
	for (int i = 0; row->choices[i]; i++)
		str_addf(&words, "%s%s", i ? ", " : "", row->choices[i]);
	err_set(err, ERR_INPUT, "'%.40s' is not one of: %s", text, str_text(&words));
	str_free(&words);
	return -1;
}

static const struct opt *find_long(const struct opt_set *set, const char *name,
				   size_t length)
{
	for (size_t i = 0; i < set->count; i++)
		if (strlen(set->rows[i].name) == length &&
		    !memcmp(set->rows[i].name, name, length))
			return &set->rows[i];
	return NULL;
}

static const struct opt *find_short(const struct opt_set *set, char letter)
{
	for (size_t i = 0; i < set->count; i++)
		if (set->rows[i].letter == letter)
			return &set->rows[i];
	return NULL;
}

/* One argument that starts with '-': its row, and its value if that is attached. */
static const struct opt *match(const struct opt_set *set, const char *argument,
			       const char **value)
{
	const struct opt *row;
	size_t length;

	*value = NULL;
	if (argument[1] == '-') {
		length = strcspn(argument + 2, "=");
		if (argument[2 + length] == '=')
			*value = argument + 2 + length + 1;
		return find_long(set, argument + 2, length);
	}
	row = find_short(set, argument[1]);
	if (row && argument[2] && !row->value)
		return NULL;
	if (row && argument[2])
		*value = argument + 2;
	return row;
}

struct opt_state {
	const struct opt_set *set;
	void *options;
	int argc;
	char **argv;
	int at;
	uint64_t seen; /* bit per row: an option given twice is an error */
};

static int parse_one(struct opt_state *state, struct err *err)
{
	const char *argument = state->argv[state->at];
	const char *value;
	const struct opt *row = match(state->set, argument, &value);
	uint64_t bit;

	if (!row)
		return err_set(err, ERR_INPUT,
			       "unknown option '%.60s'; --help lists them", argument);
	if (row - state->set->rows >= OPT_ROWS)
		return err_set(err, ERR_INTERNAL, "the option table is too long");
	bit = UINT64_C(1) << (row - state->set->rows);
	if (state->seen & bit)
		return err_set(err, ERR_INPUT, "--%s is given twice", row->name);
	state->seen |= bit;
	if (row->value && !value) {
		if (state->at + 1 >= state->argc)
			return err_set(err, ERR_INPUT, "--%s needs a value: --%s %s",
				       row->name, row->name, row->value);
		value = state->argv[++state->at];
	}
	if (!row->value && value)
		return err_set(err, ERR_INPUT, "--%s takes no value", row->name);
	if (row->parse(row, value, (char *)state->options + row->offset, err) < 0)
		return err_prefix(err, "--%s", row->name);
	return 0;
}

static int parse_all(struct opt_state *state, int *operands, struct err *err)
{
	bool only_operands = false;

	*operands = 0;
	for (state->at = 1; state->at < state->argc; state->at++) {
		char *argument = state->argv[state->at];

		if (only_operands || argument[0] != '-' || !argument[1])
			state->argv[++*operands] = argument;
		else if (!strcmp(argument, "--"))
			only_operands = true;
		else if (parse_one(state, err) < 0)
			return -1;
	}
	return 0;
}

int opt_parse(const struct opt_set *set, void *options, int argc, char **argv,
	      int *operands, struct err *err)
{
	struct opt_state state = {.set = set,
				  .options = options,
				  .argc = argc,
				  .argv = argv};

	return parse_all(&state, operands, err);
}

static int choose_taker(const struct opt_state *state, const char *const *words,
			const char *given, size_t *taker, struct err *err)
{
	CLEANUP(str_free) struct str list = {0};

	for (*taker = 0; given && words[*taker] && strcmp(words[*taker], given);)
		++*taker;
	if (given && words[*taker])
		return 0;
	for (size_t i = 0; words[i]; i++)
		str_addf(&list, "%s%s", i ? ", " : "", words[i]);
	return err_set(err, ERR_INPUT, "%s%.40s%s do what? One of: %s",
		       given ? "'" : state->argv[0], given ? given : "",
		       given ? "':" : "", str_text(&list));
}

int opt_parse_for(const struct opt_set *set, const char *const *words, void *options,
		  int argc, char **argv, int *operands, size_t *taker, struct err *err)
{
	struct opt_state state = {.set = set,
				  .options = options,
				  .argc = argc,
				  .argv = argv};

	if (parse_all(&state, operands, err) < 0 ||
	    choose_taker(&state, words, *operands ? argv[1] : NULL, taker, err) < 0)
		return -1;
	for (size_t i = 0; i < set->count; i++)
		if (state.seen >> i & 1 && set->rows[i].takers &&
		    !(set->rows[i].takers >> *taker & 1))
			return err_set(err, ERR_INPUT, "--%s is no option of '%s'",
				       set->rows[i].name, words[*taker]);
	return 0;
}

void opt_add_passed_on(struct str *out, const struct opt_set *set, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const char *value;
		const struct opt *row = argv[i][0] == '-' && argv[i][1]
						? match(set, argv[i], &value)
						: NULL;
		bool has_more = row && row->value && !value && i + 1 < argc;

		if (row && !row->stays_here) {
			str_add(out, out->length ? " " : "");
			str_add_quoted(out, argv[i]);
			if (has_more) {
				str_add(out, " ");
				str_add_quoted(out, argv[i + 1]);
			}
		}
		i += has_more;
	}
}

void opt_add_words(struct str *out, const struct opt_set *set)
{
	for (size_t i = 0; i < set->count; i++) {
		const struct opt *row = &set->rows[i];

		str_addf(out, "--%s", row->name);
		for (size_t k = 0; row->choices && row->choices[k]; k++)
			str_addf(out, " %s", row->choices[k]);
		str_add(out, "\n");
	}
	str_add(out, "--help\n");
}

static void add_row(struct str *out, const struct opt *row, size_t widest)
{
	size_t start = out->length;

	if (row->letter)
		str_addf(out, "  -%c, --%s", row->letter, row->name);
	else
		str_addf(out, "      --%s", row->name);
	if (row->value)
		str_addf(out, " %s", row->value);
	str_repeat(out, " ", widest + 10 - (out->length - start));
	str_addf(out, "%s\n", row->help);
}

void opt_add_help(struct str *out, const struct opt_set *set)
{
	static const struct opt help = {.name = "help", .help = "this text"};
	size_t widest = strlen(help.name);

	for (size_t i = 0; i < set->count; i++) {
		const struct opt *row = &set->rows[i];
		size_t width =
			strlen(row->name) + (row->value ? strlen(row->value) + 1 : 0);

		widest = width > widest ? width : widest;
	}
	for (size_t i = 0; i < set->count; i++)
		add_row(out, &set->rows[i], widest);
	add_row(out, &help, widest);
}
