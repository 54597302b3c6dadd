/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Numbers of versions, counters, pointers and ranges have the shapes of addresses and ids
 * now and then. What is taken for private though it is not loses its value but nothing
 * else; so what is in doubt is private, except where rules or readers need the number.
 */
#include "capture/private-shapes.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"

enum { MAC_DIGITS = 12, LOOK_BACK = 256 };

static size_t left_of(const struct private_walk *walk, const char *at)
{
	return (size_t)(walk->end - at);
}

static char before(const struct private_walk *walk, const char *at)
{
	return at > walk->text ? at[-1] : '\0';
}

static bool is_hex(char c)
{
	return isxdigit((unsigned char)c) != 0;
}

/* Nothing goes on behind the word: no letter, no digit. */
static bool ends(const struct private_walk *walk, const char *at, size_t length)
{
	return left_of(walk, at) == length ||
	       (!isalnum((unsigned char)at[length]) && at[length] != '_');
}

/* 'h' stands for a hexadecimal digit, all else for itself. */
static bool fits(const struct private_walk *walk, const char *at, const char *shape)
{
	size_t length = strlen(shape);

	if (left_of(walk, at) < length)
		return false;
	for (size_t i = 0; i < length; i++)
		if (shape[i] == 'h' ? !is_hex(at[i]) : at[i] != shape[i])
			return false;
	return true;
}

/* Both letters and digits: neither a word such as "facade" nor a counter. */
static bool is_mixed(const char *at, size_t length)
{
	bool letters = false, digits = false;

	for (size_t i = 0; i < length; i++) {
		letters |= isalpha((unsigned char)at[i]) != 0;
		digits |= isdigit((unsigned char)at[i]) != 0;
	}
	return letters && digits;
}

/* In front of this place; a line may be as long as the file. */
static bool line_has(const struct private_walk *walk, const char *at, const char *words)
{
	const char *start = at;

	while (start > walk->text && start[-1] != '\n' && at - start < LOOK_BACK)
		start--;
	return str_find(start, (size_t)(at - start), words) != NULL;
}

/* Masks of /proc/PID/status, kernel pointers, registers of machine checks. */
static bool is_data(const struct private_walk *walk, const char *at)
{
	return (at >= walk->text + 2 && at[-1] == '\t' && at[-2] == ':') ||
	       before(walk, at) == '<' || !strncasecmp(at, "ffff", 4) ||
	       line_has(walk, at, "Hardware Error");
}

/* Digits alone: a MAC without separators, a machine id, a UUID or a container's id. */
static size_t bare_digits(const struct private_walk *walk, const char *at,
			  enum private_kind *kind)
{
	size_t length = 0;

	while (length < left_of(walk, at) && is_hex(at[length]))
		length++;
	if (!ends(walk, at, length) || !is_mixed(at, length) || length < MAC_DIGITS)
		return 0;
	*kind = length == MAC_DIGITS ? PRIVATE_MAC : PRIVATE_ID;
	if (length == MAC_DIGITS || length == 32 || length == 40 || length == 64)
		return length;
	return length == 16 && !is_data(walk, at) ? length : 0;
}

/* Ranges of addresses: "a000-afff". */
static bool is_range(const char *at)
{
	return !memcmp(at + 1, "000", 3) || !memcmp(at + 6, "fff", 3);
}

static size_t dashed_digits(const struct private_walk *walk, const char *at,
			    enum private_kind *kind)
{
	static const char uuid[] = "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh";
	static const char md[] = "hhhhhhhh:hhhhhhhh:hhhhhhhh:hhhhhhhh";
	static const char fat[] = "hhhh-hhhh", disk[] = "hhhhhhhh-hh";

	*kind = PRIVATE_ID;
	if (fits(walk, at, uuid) && ends(walk, at, sizeof(uuid) - 1))
		return sizeof(uuid) - 1;
	if (fits(walk, at, md) && ends(walk, at, sizeof(md) - 1))
		return sizeof(md) - 1;
	if (before(walk, at) == '-')
		return 0;
	if (fits(walk, at, fat) && ends(walk, at, 9) && is_mixed(at, 9) &&
	    !is_range(at) && !(left_of(walk, at) > 9 && at[9] == '-'))
		return 9;
	if (fits(walk, at, disk) && ends(walk, at, 11) && is_mixed(at, 8) &&
	    !(left_of(walk, at) > 11 && at[11] == '-'))
		return 11;
	return 0;
}

static size_t mac(const struct private_walk *walk, const char *at)
{
	static const char *const shapes[] = {"hh:hh:hh:hh:hh:hh", "hh-hh-hh-hh-hh-hh"};

	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++)
		if (fits(walk, at, shapes[i]) &&
		    (left_of(walk, at) == 17 || !is_hex(at[17])))
			return 17;
	if (fits(walk, at, "hhhh.hhhh.hhhh") && ends(walk, at, 14) && is_mixed(at, 14))
		return 14;
	return 0;
}

/* "enx", "wlx", "wwx" and the address's digits: the name of an interface. */
static bool is_named_by_mac(const struct private_walk *walk, const char *at)
{
	return (fits(walk, at, "enxhhhhhhhhhhhh") || fits(walk, at, "wlxhhhhhhhhhhhh") ||
		fits(walk, at, "wwxhhhhhhhhhhhh")) &&
	       (left_of(walk, at) == 15 || !is_hex(at[15]));
}

/* What a word before a number says when the number is no address: "version 6.1.0.13". */
static bool follows_version(const struct private_walk *walk, const char *at)
{
	static const char *const words[] = {
		"version", "ver",    "rev",  "revision", "firmware", "fw",  "release",
		"kernel",  "driver", "bios", "linux",    "api",      "abi",
	};
	const char *end = at, *start;

	while (end > walk->text && strchr(" \t:=(<[\"'", end[-1]) && end[-1])
		end--;
	for (start = end; start > walk->text && isalpha((unsigned char)start[-1]);)
		start--;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strlen(words[i]) == (size_t)(end - start) &&
		    !strncasecmp(start, words[i], strlen(words[i])))
			return true;
	return false;
}

/* "6.1.0.13-rt7", and files that hold nothing else: bios_version, osrelease. */
static bool is_version(const struct private_walk *walk, const char *at, size_t length)
{
	const char *rest = at + length;
	bool alone = at == walk->text &&
		     (rest == walk->end || (*rest == '\n' && rest + 1 == walk->end));

	return alone || follows_version(walk, at) ||
	       (walk->end - rest > 1 && (*rest == '-' || *rest == '+') &&
		isalpha((unsigned char)rest[1]));
}

/* In "1-1.2.3.4", a USB port, the dots go on a number; in "10.0.0.1-10.0.0.9" they do not. */
static bool goes_on_from_port(const struct private_walk *walk, const char *at)
{
	const char *from = at - 1;

	if (at == walk->text || *from != '-')
		return false;
	while (from > walk->text && (isdigit((unsigned char)from[-1]) || from[-1] == '.'))
		from--;
	return !memchr(from, '.', (size_t)(at - from));
}

static size_t ipv4(const struct private_walk *walk, const char *at)
{
	char text[INET_ADDRSTRLEN];
	unsigned char bytes[4];
	size_t length = 0;

	if (before(walk, at) == '.' || goes_on_from_port(walk, at))
		return 0;
	while (length < left_of(walk, at) &&
	       (isdigit((unsigned char)at[length]) || at[length] == '.'))
		length++;
	if (length && at[length - 1] == '.')
		length--;
	if (length >= sizeof(text) || !ends(walk, at, length))
		return 0;
	memcpy(text, at, length);
	text[length] = '\0';
	if (inet_pton(AF_INET, text, bytes) != 1 || is_version(walk, at, length))
		return 0;
	/* This machine itself, none, and masks: the same everywhere. */
	if (bytes[0] == 127 || bytes[0] == 255 || !strcmp(text, "0.0.0.0"))
		return 0;
	return length;
}

/* "0::/user.slice" in /proc/PID/cgroup: one number, and nothing but colons behind it. */
static bool is_group_zero(const char *at, size_t length)
{
	return memchr(at, ':', length) == at + length - 2 && at[length - 1] == ':';
}

static size_t ipv6(const struct private_walk *walk, const char *at)
{
	char text[INET6_ADDRSTRLEN];
	unsigned char bytes[16];
	size_t length = 0;

	if (before(walk, at) == ':' || before(walk, at) == '.')
		return 0;
	while (length < left_of(walk, at) &&
	       (is_hex(at[length]) || at[length] == ':' || at[length] == '.'))
		length++;
	while (length > 2 && at[length - 1] == '.')
		length--;
	if (length > 2 && at[length - 1] == ':' && at[length - 2] != ':')
		length--;
	if (length < 3 || length >= sizeof(text) || !ends(walk, at, length) ||
	    is_group_zero(at, length))
		return 0;
	memcpy(text, at, length);
	text[length] = '\0';
	if (inet_pton(AF_INET6, text, bytes) != 1 || !strcmp(text, "::1"))
		return 0;
	return length;
}

static bool is_local_part(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("._%+-", c));
}

/* "bob@example.org"; "ethernet@fe300000" is a node of a device tree. */
static size_t mail(const struct private_walk *walk, const char *at)
{
	const char *sign = at, *end, *dot;

	if (before(walk, at) == '/' || is_local_part(before(walk, at)))
		return 0;
	while (sign < walk->end && is_local_part(*sign))
		sign++;
	if (sign == at || sign == walk->end || *sign != '@')
		return 0;
	for (end = sign + 1; end < walk->end && (isalnum((unsigned char)*end) ||
						 *end == '.' || *end == '-');)
		end++;
	while (end > sign && (end[-1] == '.' || end[-1] == '-'))
		end--;
	for (dot = end; dot > sign && *dot != '.';)
		dot--;
	if (dot == sign || end - dot < 3)
		return 0;
	for (const char *c = dot + 1; c < end; c++)
		if (!isalpha((unsigned char)*c))
			return 0;
	return (size_t)(end - at);
}

/* "(bob@bench) " in the line with the kernel's version: who compiled it, and where. */
static size_t builder(const struct private_walk *walk, const char *at)
{
	const char *close, *sign;

	if (before(walk, at) != '(' || !line_has(walk, at, "Linux version "))
		return 0;
	close = memchr(at, ')',
		       left_of(walk, at) < LOOK_BACK ? left_of(walk, at) : LOOK_BACK);
	sign = close ? memchr(at, '@', (size_t)(close - at)) : NULL;
	for (const char *c = at; sign && c < close; c++)
		if (isspace((unsigned char)*c))
			return 0;
	return sign ? (size_t)(close - at) : 0;
}

size_t private_shape(const struct private_walk *walk, const char *at,
		     struct private_word *word)
{
	static size_t (*const shapes[])(const struct private_walk *, const char *) = {
		builder, mail, ipv6, mac, ipv4,
	};
	static const enum private_kind kinds[] = {
		PRIVATE_BUILDER, PRIVATE_MAIL, PRIVATE_IPV6, PRIVATE_MAC, PRIVATE_IPV4,
	};
	size_t length = 0;

	*word = (struct private_word){0};
	if (is_named_by_mac(walk, at)) {
		word->before = 3;
		word->kind = PRIVATE_MAC;
		return MAC_DIGITS;
	}
	for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]) && !length; i++) {
		length = shapes[i](walk, at);
		word->kind = kinds[i];
	}
	if (!length)
		length = dashed_digits(walk, at, &word->kind);
	return length ? length : bare_digits(walk, at, &word->kind);
}
