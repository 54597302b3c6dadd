/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Nobody can list the names under which all programs take passwords and serial numbers; most
 * of them have one of a few words in them. A value that says yes or no is none.
 */
#include "capture/secret-keys.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* So that a long text without blanks takes no longer than any other. */
enum { LONGEST_KEY = 64, LONGEST_URL = 256 };

/* Looked for in what follows a key's last dot: "usbserial.vendor=" names no serial number. */
static const struct smell {
	const char *word;
	bool at_end;  /* of the key: "boardsn=", but not "snd=" */
	bool is_said; /* goes with ':' or a blank, too: "password: x", "--token x" */
	enum private_kind kind;
} smells[] = {
	{"password", false, true, PRIVATE_SECRET},
	{"passwd", false, true, PRIVATE_SECRET},
	{"passphrase", false, true, PRIVATE_SECRET},
	{"psk", false, true, PRIVATE_SECRET},
	{"secret", false, true, PRIVATE_SECRET},
	{"token", false, true, PRIVATE_SECRET},
	{"credential", false, true, PRIVATE_SECRET},
	{"key", true, false, PRIVATE_SECRET},
	{"pass", true, false, PRIVATE_SECRET},
	{"pwd", true, false, PRIVATE_SECRET},
	{"serial", false, false, PRIVATE_ID},
	{"serialno", true, true, PRIVATE_ID},
	{"sn", true, false, PRIVATE_ID},
};

static bool is_key(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '.';
}

static bool has_word(const char *key, size_t length, const struct smell *smell)
{
	size_t wanted = strlen(smell->word);

	if (wanted > length)
		return false;
	for (size_t i = smell->at_end ? length - wanted : 0; i + wanted <= length; i++)
		if (!strncasecmp(key + i, smell->word, wanted))
			return true;
	return false;
}

static const struct smell *smell_of(const char *key, size_t length)
{
	size_t last = length;

	while (last && key[last - 1] != '.')
		last--;
	for (size_t i = 0; i < sizeof(smells) / sizeof(smells[0]); i++)
		if (has_word(key + last, length - last, &smells[i]))
			return &smells[i];
	return NULL;
}

static const char *skip_blanks(const struct private_walk *walk, const char *at)
{
	while (at < walk->end && (*at == ' ' || *at == '\t'))
		at++;
	return at;
}

/* Where the value starts, behind what parts it from the key; NULL: no value follows. */
static const char *value_of(const struct private_walk *walk, const char *key,
			    const char *at)
{
	bool is_quoted = at < walk->end && (*at == '"' || *at == '\'');
	const char *sign = skip_blanks(walk, at + is_quoted);

	if (sign >= walk->end)
		return NULL;
	if (*sign == ':' || *sign == '=')
		return skip_blanks(walk, sign + 1);
	return *key == '-' && sign > at && *sign != '-' ? sign : NULL;
}

static bool is_yes_or_no(const char *value, size_t length)
{
	static const char *const words[] = {"on", "off", "yes", "no", "true", "false"};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strlen(words[i]) == length && !memcmp(words[i], value, length))
			return true;
	return length < 2;
}

bool secret_key_at(const struct private_walk *walk, const char *at,
		   struct private_word *word)
{
	const char *end = at, *value;
	const struct smell *smell;

	if (at > walk->text && is_key(at[-1]))
		return false;
	while (end < walk->end && end - at < LONGEST_KEY && is_key(*end))
		end++;
	value = end > at ? value_of(walk, at, end) : NULL;
	smell = value ? smell_of(at, (size_t)(end - at)) : NULL;
	if (!smell || (*end != '=' && !smell->is_said))
		return false;
	word->kind = smell->kind;
	private_take_value(walk, at, value, NULL, word);
	return !is_yes_or_no(at + word->before, word->length);
}

bool secret_in_url(const struct private_walk *walk, const char *at,
		   struct private_word *word)
{
	const char *end = walk->end - at > LONGEST_URL ? at + LONGEST_URL : walk->end;
	const char *begin = at + 3;

	if (walk->end - at < 4 || memcmp(at, "://", 3) != 0)
		return false;
	for (at = begin; at < end && *at && !strchr("/ \t\r\n\"'", *at); at++)
		if (*at == '@' && at > begin) {
			word->kind = PRIVATE_SECRET;
			word->before = 3;
			word->length = (size_t)(at - begin);
			return true;
		}
	return false;
}
