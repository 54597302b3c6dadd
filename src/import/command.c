/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Takes command lines apart. Runs nothing. */
#include "import/command.h"

#include <string.h>

#include "base/num.h"
#include "base/saturate.h"
#include "import/lines.h"
#include "run/foreign.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The next word without its quotes, into *word; false at the end. */
static bool next_word(const char **at, struct str *word)
{
	char quote = '\0';

	str_clear(word);
	*at += strspn(*at, " \t");
	if (!**at)
		return false;
	for (; **at && (quote || (**at != ' ' && **at != '\t')); ++*at) {
		if (quote ? **at == quote : **at == '\'' || **at == '"')
			quote = quote ? '\0' : **at;
		else
			str_add_char(word, **at);
	}
	return true;
}

static bool ends_command(const char *word)
{
	return *word == '|' || *word == '>' || *word == ';' || *word == '&' ||
	       *word == '<' || str_starts(word, "2>");
}

static bool is_tool(const char *word, const char *tool)
{
	const char *slash = strrchr(word, '/');

	return !strcmp(slash ? slash + 1 : word, tool);
}

/* The words behind the tool's name. */
static bool split(struct command *command, const char *line, const char *tool)
{
	CLEANUP(str_free) struct str word = {0};
	bool found = false;

	while (next_word(&line, &word)) {
		if (found && ends_command(str_text(&word)))
			break;
		if (found)
			str_add_bytes(&command->words, str_text(&word), word.length + 1);
		else
			found = is_tool(str_text(&word), tool);
	}
	return found;
}

static void add_found(struct command *command, char letter, const char *value)
{
	str_add_char(&command->found, letter);
	str_add_bytes(&command->found, value, strlen(value) + 1);
}

static const struct command_option *by_letter(const struct command *command, char letter)
{
	for (const struct command_option *row = command->options; row->letter; row++)
		if (row->letter == letter)
			return row;
	return NULL;
}

/* Does the option take this word, which stands behind it? */
static bool takes_next(const struct command_option *row, const char *word)
{
	return word && (row->takes == COMMAND_VALUE ||
			(row->takes == COMMAND_MAY_HAVE_VALUE && is_digit(*word)));
}

/* "--name", "--name=value"; true when the next word is its value. */
static bool take_long(struct command *command, const char *word, const char *next)
{
	size_t length = strcspn(word, "=");

	for (const struct command_option *row = command->options; row->letter; row++) {
		if (!row->name || strlen(row->name) != length ||
		    memcmp(row->name, word, length) != 0)
			continue;
		if (word[length] == '=') {
			add_found(command, row->letter, word + length + 1);
			return false;
		}
		if (takes_next(row, next)) {
			add_found(command, row->letter, next);
			return true;
		}
		add_found(command, row->letter, "");
		return false;
	}
	return false;
}

/* "-abc 5", "-abc5"; true when the next word is a value. */
static bool take_short(struct command *command, const char *word, const char *next)
{
	for (; *word; word++) {
		const struct command_option *row = by_letter(command, *word);

		if (!row || row->takes == COMMAND_FLAG) {
			add_found(command, *word, "");
			continue;
		}
		if (word[1]) {
			add_found(command, *word, word + 1);
			return false;
		}
		add_found(command, *word, takes_next(row, next) ? next : "");
		return takes_next(row, next);
	}
	return false;
}

static void add_stray(struct command *command, const char *word)
{
	str_addf(&command->stray, "%s'%s'", command->stray.length ? " " : "", word);
}

bool command_parse(struct command *command, const char *line, const char *tool,
		   const struct command_option *options)
{
	const char *at, *end;

	*command = (struct command){.options = options};
	if (!split(command, line, tool))
		return false;
	at = str_text(&command->words);
	end = at + command->words.length;
	while (at < end) {
		const char *behind = at + strlen(at) + 1;
		const char *next = behind < end ? behind : NULL;
		bool took_next = false;

		if (str_starts(at, "--") && at[2])
			took_next = take_long(command, at + 2, next);
		else if (*at == '-' && at[1])
			took_next = take_short(command, at + 1, next);
		else
			add_stray(command, at);
		at = took_next ? next + strlen(next) + 1 : behind;
	}
	return true;
}

void command_free(struct command *command)
{
	str_free(&command->words);
	str_free(&command->found);
	str_free(&command->stray);
}

const char *command_value(const struct command *command, char letter)
{
	const char *at = str_text(&command->found), *end = at + command->found.length;
	const char *value = NULL;

	for (; at < end; at += strlen(at) + 1)
		if (*at == letter)
			value = at + 1;
	return value;
}

bool command_has(const struct command *command, char letter)
{
	return command_value(command, letter) != NULL;
}

int64_t command_integer(const struct command *command, char letter, int64_t fallback)
{
	const char *at = command_value(command, letter);
	int64_t value;

	return at && take_integer(&at, &value) ? value : fallback;
}

int64_t command_duration_ns(const char *text)
{
	static const struct {
		char letter;
		int64_t seconds;
	} units[] = {{'\0', 1}, {'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}};
	int64_t value;

	if (!text || !take_integer(&text, &value) || value < 0)
		return RUN_UNKNOWN;
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (*text == units[i].letter)
			return saturate_mul(saturate_mul(value, units[i].seconds),
					    NS_PER_S);
	return RUN_UNKNOWN;
}
