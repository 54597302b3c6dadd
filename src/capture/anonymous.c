/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "capture/anonymous.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "capture/private-words.h"
#include "run/setup.h"
#include "sys/host.h"

/* Of one kind: what comes later has number 0, and is not told apart any more. */
enum { MOST_NAMES = 32, MOST_NUMBERED = 999 };

/* What was replaced, without separators and in lower case, and the number it got. */
struct numbered {
	const char *text;
	struct numbered *next;
};

struct anonymous {
	struct arena arena;
	struct {
		const char *name, *instead;
	} names[MOST_NAMES];
	size_t name_count;
	struct {
		struct numbered *newest;
		unsigned count;
	} numbered[PRIVATE_KINDS];
};

/* Names too common to tell anything; without them a text would only suffer. */
static const char *const common_names[] = {
	"localhost", "root", "linux", "Linux",  "(none)", "none",
	"kernel",    "user", "host",  "debian", "ubuntu", "raspberrypi",
};

/* Where a machine says which one it is. */
static const char *const serial_files[] = {
	"/proc/device-tree/serial-number", "/sys/class/dmi/id/product_serial",
	"/sys/class/dmi/id/board_serial",  "/sys/class/dmi/id/chassis_serial",
	"/sys/class/dmi/id/product_uuid",  "/etc/machine-id",
};

/* Texts that may say what the machine is called; read before all others. */
static const char *const telling_files[] = {
	"/proc/cmdline",
	"/proc/device-tree/chosen/bootargs",
	"/dmesg.txt",
};

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '-';
}

static bool is_common(const char *name)
{
	for (size_t i = 0; i < sizeof(common_names) / sizeof(common_names[0]); i++)
		if (!strcmp(name, common_names[i]))
			return true;
	return false;
}

/* What stands for a name that is known; NULL for others. */
static const char *instead_of(const struct anonymous *anonymous, const char *name)
{
	for (size_t i = 0; i < anonymous->name_count; i++)
		if (!strcmp(anonymous->names[i].name, name))
			return anonymous->names[i].instead;
	return NULL;
}

static void add_name(struct anonymous *anonymous, const char *name, const char *instead)
{
	size_t length = name ? strcspn(name, "\n") : 0;
	char *copy;

	if (length < 2 || anonymous->name_count == MOST_NAMES)
		return;
	copy = arena_alloc(&anonymous->arena, length + 1);
	memcpy(copy, name, length);
	if (is_common(copy) || instead_of(anonymous, copy))
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

/* "None", "0000000000" and "Not Specified" are what makers write who number nothing. */
static bool is_serial(const char *text)
{
	size_t length = strcspn(text, "\n");

	return length >= 6 && strcspn(text, " ") >= length &&
	       strcspn(text, "123456789") < length;
}

void anonymous_close(struct anonymous *anonymous)
{
	if (!anonymous)
		return;
	arena_free(&anonymous->arena);
	free(anonymous);
}

/* Numbers and ids are written with and without dashes, in either case. */
static void add_essence(struct str *out, enum private_kind kind, const char *at,
			size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (kind != PRIVATE_MAC && kind != PRIVATE_ID)
			str_add_char(out, at[i]);
		else if (isalnum((unsigned char)at[i]))
			str_add_char(out, (char)tolower((unsigned char)at[i]));
}

/* Newest first, so that the number is what is left of the list. */
static unsigned number_of(struct anonymous *anonymous, enum private_kind kind,
			  const char *at, size_t length)
{
	CLEANUP(str_free) struct str text = {0};
	unsigned number = anonymous->numbered[kind].count;
	struct numbered *known = anonymous->numbered[kind].newest;

	add_essence(&text, kind, at, length);
	for (; known && strcmp(known->text, str_text(&text)) != 0; known = known->next)
		number--;
	if (known || anonymous->numbered[kind].count == MOST_NUMBERED)
		return number;
	known = arena_alloc(&anonymous->arena, sizeof(*known));
	known->text = arena_copy(&anonymous->arena, str_text(&text));
	known->next = anonymous->numbered[kind].newest;
	anonymous->numbered[kind].newest = known;
	return ++anonymous->numbered[kind].count;
}

static bool is_hex(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (isalnum((unsigned char)text[i]) && !isxdigit((unsigned char)text[i]))
			return false;
	return true;
}

/*
 * The number in the last places, before it zeros, or X for what is no hexadecimal number;
 * what parts the digits stays. A MAC address begins with 02: nobody was given it.
 */
static void add_masked(struct str *out, const char *at, size_t length, unsigned number,
		       bool is_mac)
{
	char filling = is_hex(at, length) ? '0' : 'X', *text;
	size_t places = 0, place = 0;

	for (size_t i = 0; i < length; i++)
		places += isalnum((unsigned char)at[i]) != 0;
	str_add_bytes(out, at, length);
	text = out->text + out->length;
	while (length--) {
		if (!isalnum((unsigned char)*--text))
			continue;
		*text = number ? (char)('0' + number % 10) : filling;
		number /= 10;
		if (is_mac && ++place == places - 1)
			*text = '2';
	}
}

/*
 * What stands around the number. Networks and the domain are there for examples: RFC 5737,
 * 3849, 2606.
 */
static const struct form {
	const char *before, *after;
} forms[PRIVATE_KINDS] = {
	[PRIVATE_IPV4] = {"192.0.2.", ""},
	[PRIVATE_IPV6] = {"2001:db8::", ""},
	[PRIVATE_MAIL] = {"user-", "@example.org"},
	[PRIVATE_BUILDER] = {"builder-", "@host"},
	[PRIVATE_HOST] = {"host-", ""},
	[PRIVATE_DOMAIN] = {"domain-", ""},
	[PRIVATE_USER] = {"user-", ""},
	[PRIVATE_PATH] = {"path-", ""},
	[PRIVATE_SSID] = {"ssid-", ""},
	[PRIVATE_LABEL] = {"label-", ""},
	[PRIVATE_TARGET] = {"2001-01.org.example:target-", ""},
	[PRIVATE_SECRET] = {"secret-", ""},
};

enum { MOST_IPV4 = 254 };

static void add_numbered(struct str *out, enum private_kind kind, unsigned number)
{
	if (kind == PRIVATE_IPV4 && number > MOST_IPV4)
		number = 0;
	str_addf(out, "%s%u%s", forms[kind].before, number, forms[kind].after);
}

static void add_replaced(struct anonymous *anonymous, struct str *out,
			 enum private_kind kind, const char *at, size_t length)
{
	CLEANUP(str_free) struct str name = {0};
	const char *instead;

	str_add_bytes(&name, at, length);
	if (kind == PRIVATE_HOST && !is_common(str_text(&name)))
		add_host(anonymous, str_text(&name));
	instead = instead_of(anonymous, str_text(&name));
	if (instead)
		str_add(out, instead);
	else if (is_common(str_text(&name)))
		str_add(out, str_text(&name));
	else if (kind == PRIVATE_MAC || kind == PRIVATE_ID)
		add_masked(out, at, length, number_of(anonymous, kind, at, length),
			   kind == PRIVATE_MAC);
	else
		add_numbered(out, kind, number_of(anonymous, kind, at, length));
}

static void scrub_words(struct anonymous *anonymous, struct str *text)
{
	struct private_walk walk = {.text = text->text, .end = text->text + text->length};
	struct private_word word;
	struct str clean = {0};
	const char *from = text->text, *at = from;

	while (at < walk.end) {
		if (!private_word_at(&walk, at, &word)) {
			at++;
			continue;
		}
		at += word.before;
		str_add_bytes(&clean, from, (size_t)(at - from));
		add_replaced(anonymous, &clean, word.kind, at, word.length);
		at += word.length;
		from = at;
	}
	if (from == text->text)
		return;
	str_add_bytes(&clean, from, (size_t)(at - from));
	str_free(text);
	*text = clean;
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

	while ((at = str_find(at, (size_t)(end - at), name))) {
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

void anonymous_scrub_path(struct anonymous *anonymous, struct str *path)
{
	scrub_words(anonymous, path);
	for (size_t i = 0; i < anonymous->name_count; i++)
		if (is_long(anonymous->names[i].name))
			scrub_name(path, anonymous->names[i].name,
				   anonymous->names[i].instead);
}

void anonymous_scrub(struct anonymous *anonymous, struct str *text)
{
	if (!text->length)
		return;
	scrub_words(anonymous, text);
	for (size_t i = 0; i < anonymous->name_count && text->length; i++)
		scrub_name(text, anonymous->names[i].name, anonymous->names[i].instead);
}

static void learn_serials(struct anonymous *anonymous, const struct root *root)
{
	CLEANUP(str_free) struct str text = {0};

	for (size_t i = 0; i < sizeof(serial_files) / sizeof(serial_files[0]); i++)
		if (root_read(root, &text, "%s", serial_files[i]) == 0 &&
		    is_serial(str_text(&text)))
			add_name(anonymous, str_text(&text), "SERIAL");
}

static void learn_names(struct anonymous *anonymous, const struct root *root)
{
	CLEANUP(str_free) struct str text = {0};

	for (size_t i = 0; i < sizeof(telling_files) / sizeof(telling_files[0]); i++)
		if (root_read(root, &text, "%s", telling_files[i]) == 0)
			anonymous_scrub(anonymous, &text);
}

struct looking {
	struct anonymous *anonymous;
	const struct root *root;
};

/*
 * Twelve digits without a letter are taken for a number, unless they are known to be the
 * address of an interface.
 */
static void learn_mac(void *self, const char *interface)
{
	const struct looking *looking = self;
	struct anonymous *anonymous = looking->anonymous;
	CLEANUP(str_free) struct str text = {0}, digits = {0}, instead = {0};

	if (root_read(looking->root, &text, "/sys/class/net/%s/address", interface) < 0)
		return;
	add_essence(&digits, PRIVATE_MAC, str_text(&text), text.length);
	if (digits.length != strlen("001122334455") ||
	    strspn(str_text(&digits), "0123456789") < digits.length ||
	    strspn(str_text(&digits), "0") == digits.length)
		return;
	add_masked(&instead, str_text(&digits), digits.length,
		   number_of(anonymous, PRIVATE_MAC, str_text(&digits), digits.length),
		   true);
	add_name(anonymous, str_text(&digits),
		 arena_copy(&anonymous->arena, str_text(&instead)));
}

struct anonymous *anonymous_open(const struct root *root)
{
	static const char *const variables[] = {"USER", "LOGNAME", "SUDO_USER"};
	struct anonymous *anonymous = mem_alloc(sizeof(*anonymous));
	CLEANUP(str_free) struct str text = {0};
	struct looking looking = {anonymous, root};
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
	root_list(root, "/sys/class/net", learn_mac, &looking);
	learn_serials(anonymous, root);
	learn_names(anonymous, root);
	return anonymous;
}
