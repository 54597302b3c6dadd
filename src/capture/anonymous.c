/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "capture/anonymous.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/arena.h"
#include "run/setup.h"
#include "sys/host.h"

enum { ADDRESS_DIGITS = 12, MOST_ADDRESSES = 99, MOST_NAMES = 8 };

struct anonymous {
	struct arena arena;
	struct {
		const char *name, *instead;
	} names[MOST_NAMES];
	size_t name_count;
	char addresses[MOST_ADDRESSES][ADDRESS_DIGITS];
	size_t address_count;
};

/* What follows one of these, up to the next blank, is a serial number or as good as one. */
static const char *const serial_keys[] = {
	"\nSerial\t\t: ", "SerialNumber: ", "serialno=",   "serial=",
	"serial_number=", "machine_id=",    "serialnr=",   "board_serial=",
	"macaddr=",       "ethaddr=",       "uuid_debug=", "hostname=",
	"PARTUUID=",      "serial: ",       "serial 0x",   "Serial Number: ",
	"/by-id/",        " ip=",           " nfsroot=",   "netconsole=",
};

/* Names too common to tell anything; without them a text would only suffer. */
static const char *const common_names[] = {
	"localhost", "root", "linux", "Linux",  "(none)", "none",
	"kernel",    "user", "host",  "debian", "ubuntu", "raspberrypi",
};

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '-';
}

static void add_name(struct anonymous *anonymous, const char *name, const char *instead)
{
	size_t length = name ? strcspn(name, "\n") : 0;
	char *copy;

	if (length < 2 || anonymous->name_count == MOST_NAMES)
		return;
	copy = arena_alloc(&anonymous->arena, length + 1);
	memcpy(copy, name, length);
	for (size_t i = 0; i < sizeof(common_names) / sizeof(common_names[0]); i++)
		if (!strcmp(copy, common_names[i]))
			return;
	anonymous->names[anonymous->name_count].name = copy;
	anonymous->names[anonymous->name_count++].instead = instead;
}

/* "board7.example.org": the part before the dot by itself, too. */
static void add_host(struct anonymous *anonymous, const char *name)
{
	CLEANUP(str_free) struct str part = {0};

	add_name(anonymous, name, "HOST");
	str_add_bytes(&part, name, strcspn(name, ".\n"));
	if (part.length < strcspn(name, "\n"))
		add_name(anonymous, str_text(&part), "HOST");
}

struct anonymous *anonymous_open(const struct root *root)
{
	static const char *const variables[] = {"USER", "LOGNAME", "SUDO_USER"};
	struct anonymous *anonymous = mem_alloc(sizeof(*anonymous));
	CLEANUP(str_free) struct str text = {0};
	struct utsname names = host_names();
	const char *node;

	if (root_read(root, &text, "/proc/sys/kernel/hostname") == 0)
		add_host(anonymous, str_text(&text));
	if (root_read(root, &text, SETUP_ASKED "uname") == 0 &&
	    (node = strstr(str_text(&text), "\nnodename ")))
		add_host(anonymous, node + strlen("\nnodename "));
	add_host(anonymous, names.nodename);
	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++)
		add_name(anonymous, getenv(variables[i]), "USER");
	return anonymous;
}

void anonymous_close(struct anonymous *anonymous)
{
	if (!anonymous)
		return;
	arena_free(&anonymous->arena);
	free(anonymous);
}

/* The address's number, from 1; 0 when there are too many. */
static size_t number_of(struct anonymous *anonymous, const char *digits)
{
	size_t i = 0;

	while (i < anonymous->address_count &&
	       memcmp(anonymous->addresses[i], digits, ADDRESS_DIGITS) != 0)
		i++;
	if (i == MOST_ADDRESSES)
		return 0;
	if (i == anonymous->address_count)
		memcpy(anonymous->addresses[anonymous->address_count++], digits,
		       ADDRESS_DIGITS);
	return i + 1;
}

/* Puts 02 00 00 00 00 and the number in place of the digits, whatever is between them. */
static void mask_digits(struct anonymous *anonymous, char *at)
{
	char digits[ADDRESS_DIGITS];
	size_t count = 0, number;
	char *to = at;

	for (; count < ADDRESS_DIGITS; to++)
		if (isxdigit((unsigned char)*to))
			digits[count++] = (char)tolower((unsigned char)*to);
	number = number_of(anonymous, digits);
	for (count = 0, to = at; count < ADDRESS_DIGITS; to++) {
		if (!isxdigit((unsigned char)*to))
			continue;
		*to = count == 1    ? '2'
		      : count == 10 ? (char)('0' + number / 10)
		      : count == 11 ? (char)('0' + number % 10)
				    : '0';
		count++;
	}
}

/* "aa:bb:cc:dd:ee:ff", with ":" or "-". */
static bool is_address(const char *at, size_t left)
{
	char between = left > 2 ? at[2] : 0;

	if (left < 17 || (between != ':' && between != '-'))
		return false;
	for (size_t i = 0; i < 17; i++)
		if (i % 3 == 2 ? at[i] != between : !isxdigit((unsigned char)at[i]))
			return false;
	return left == 17 || !isxdigit((unsigned char)at[17]);
}

/* "enx", "wlx", "wwx" and the address's digits: the name of an interface. */
static bool is_named_by_address(const char *at, size_t left)
{
	if (left < 3 + ADDRESS_DIGITS || at[2] != 'x' ||
	    (memcmp(at, "en", 2) != 0 && memcmp(at, "wl", 2) != 0 &&
	     memcmp(at, "ww", 2) != 0))
		return false;
	for (size_t i = 3; i < 3 + ADDRESS_DIGITS; i++)
		if (!isxdigit((unsigned char)at[i]))
			return false;
	return left == 3 + ADDRESS_DIGITS ||
	       !isxdigit((unsigned char)at[3 + ADDRESS_DIGITS]);
}

/* 8-4-4-4-12 digits. */
static bool is_uuid(const char *at, size_t left)
{
	if (left < 36)
		return false;
	for (size_t i = 0; i < 36; i++) {
		bool dash = i == 8 || i == 13 || i == 18 || i == 23;

		if (dash ? at[i] != '-' : !isxdigit((unsigned char)at[i]))
			return false;
	}
	return left == 36 || !isxdigit((unsigned char)at[36]);
}

static void scrub_numbers(struct anonymous *anonymous, struct str *text)
{
	bool at_start = true;

	for (size_t i = 0; i < text->length; i++) {
		char *at = text->text + i;
		size_t left = text->length - i;

		if (at_start && is_uuid(at, left)) {
			for (size_t k = 0; k < 36; k++)
				at[k] = at[k] == '-' ? '-' : '0';
			i += 35;
		} else if (at_start && is_address(at, left)) {
			mask_digits(anonymous, at);
			i += 16;
		} else if (at_start && is_named_by_address(at, left)) {
			mask_digits(anonymous, at + 3);
			i += 2 + ADDRESS_DIGITS;
		}
		at_start = !isalnum((unsigned char)text->text[i]);
	}
}

static void scrub_serials(struct str *text)
{
	for (size_t k = 0; k < sizeof(serial_keys) / sizeof(serial_keys[0]); k++) {
		const char *key = serial_keys[k];
		char *at = text->text, *end = text->text + text->length;

		while ((at = memmem(at, (size_t)(end - at), key, strlen(key))))
			for (at += strlen(key);
			     at < end && *at && !isspace((unsigned char)*at); at++)
				*at = 'X';
	}
}

/* A short name may be a part of any word; a long one hardly is by chance. */
static bool is_long(const char *name)
{
	return strlen(name) >= 8;
}

/* In "alice-app" the name is a word by itself; "vm-stat" may have nothing to do with a host. */
static bool goes_on(char c, size_t length)
{
	return is_word(c) && (c != '-' || length < 4);
}

/* A whole word, or a long name anywhere. */
static void scrub_name(struct str *text, const char *name, const char *instead)
{
	struct str clean = {0};
	size_t length = strlen(name);
	const char *from = text->text, *end = text->text + text->length, *at = from;

	while ((at = memmem(at, (size_t)(end - at), name, length))) {
		bool whole = is_long(name) ||
			     ((at == text->text || !goes_on(at[-1], length)) &&
			      (at + length == end || !goes_on(at[length], length)));

		at += length;
		if (!whole)
			continue;
		str_add_bytes(&clean, from, (size_t)(at - from) - length);
		str_add(&clean, instead);
		from = at;
	}
	if (from == text->text)
		return;
	str_add_bytes(&clean, from, (size_t)(end - from));
	str_free(text);
	*text = clean;
}

/* "(builder@where) ": who compiled the kernel. */
static void scrub_builder(struct str *text)
{
	static const char key[] = "Linux version ";
	char *at =
		text->length ? memmem(text->text, text->length, key, strlen(key)) : NULL;
	char *open = at ? strchr(at, '(') : NULL, *sign = open ? strchr(open, '@') : NULL;
	char *close = sign ? strchr(sign, ')') : NULL;

	if (!close || memchr(open, ' ', (size_t)(close - open)))
		return;
	for (at = open + 1; at < close; at++)
		if (at != sign)
			*at = 'x';
}

void anonymous_scrub_path(struct anonymous *anonymous, struct str *path)
{
	scrub_numbers(anonymous, path);
	for (size_t i = 0; i < anonymous->name_count; i++)
		if (is_long(anonymous->names[i].name))
			scrub_name(path, anonymous->names[i].name,
				   anonymous->names[i].instead);
}

void anonymous_scrub(struct anonymous *anonymous, struct str *text)
{
	if (!text->length)
		return;
	scrub_serials(text);
	scrub_builder(text);
	scrub_numbers(anonymous, text);
	for (size_t i = 0; i < anonymous->name_count && text->length; i++)
		scrub_name(text, anonymous->names[i].name, anonymous->names[i].instead);
}
