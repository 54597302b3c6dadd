/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "capture/private-words.h"

#include <ctype.h>
#include <string.h>

#include "capture/private-shapes.h"
#include "capture/secret-keys.h"

/* Of ip=, so that many of them in one line take no longer. */
enum { LONGEST_IP = 512 };

/* Where a value ends if its row does not say. */
static const char usual_ends[] = " \t\n\r\"',;)]>/";
/* A MAC as fec.macaddr=0x00,0x11,... has it; a password may have any of them. */
static const char commas_too[] = " \t\n\r\"'";

/*
 * What stands before a private value. The first row that fits counts; a quotation mark
 * behind it is passed over.
 */
static const struct key {
	const char *words;
	enum private_kind kind;
	const char *ends;
} keys[] = {
	{"Serial\t\t: ", PRIVATE_ID, NULL},
	{"SerialNumber: ", PRIVATE_ID, "\n"},
	{"Serial Number: ", PRIVATE_ID, "\n"},
	{"serial: ", PRIVATE_ID, NULL},
	{"serial 0x", PRIVATE_ID, NULL},
	{"uuid_debug=", PRIVATE_ID, NULL},
	{"UUID=", PRIVATE_ID, NULL},
	{"uuid=", PRIVATE_ID, NULL},
	{"machine_id=", PRIVATE_ID, NULL},
	{"machine-id=", PRIVATE_ID, NULL},
	{"fsid=", PRIVATE_ID, NULL},
	{"rd.zfcp=", PRIVATE_ID, " \n"},
	{"eui.", PRIVATE_ID, NULL},
	{"naa.", PRIVATE_ID, NULL},
	{"iqn.", PRIVATE_TARGET, commas_too},
	{"nqn.", PRIVATE_TARGET, commas_too},
	{"wwn-0x", PRIVATE_ID, NULL},
	{"/by-id/", PRIVATE_ID, NULL},
	{"/by-uuid/", PRIVATE_ID, NULL},
	{"/by-partuuid/", PRIVATE_ID, NULL},
	{"by\\x2did-", PRIVATE_ID, " \n."},
	{"by\\x2duuid-", PRIVATE_ID, " \n."},
	{"by\\x2dpartuuid-", PRIVATE_ID, " \n."},
	{"LABEL=", PRIVATE_LABEL, NULL},
	{"/by-label/", PRIVATE_LABEL, NULL},
	{"/by-partlabel/", PRIVATE_LABEL, NULL},
	{"by\\x2dlabel-", PRIVATE_LABEL, " \n."},
	{"by\\x2dpartlabel-", PRIVATE_LABEL, " \n."},
	{"device label ", PRIVATE_LABEL, NULL}, /* btrfs */
	{"macaddr=", PRIVATE_MAC, commas_too},
	{"mac_addr=", PRIVATE_MAC, commas_too},
	{"ethaddr=", PRIVATE_MAC, commas_too},
	{"eth1addr=", PRIVATE_MAC, commas_too},
	{"hwaddr=", PRIVATE_MAC, commas_too},
	{" mac=", PRIVATE_MAC, commas_too},
	{".mac=", PRIVATE_MAC, commas_too},
	{"_mac=", PRIVATE_MAC, commas_too},
	{"hostname=", PRIVATE_HOST, NULL},
	{"hostname to <", PRIVATE_HOST, NULL},
	{"ostname set to <", PRIVATE_HOST, NULL},
	{"     host=", PRIVATE_HOST, NULL}, /* IP-Config, as are the next two */
	{", domain=", PRIVATE_DOMAIN, NULL},
	{", nis-domain=", PRIVATE_DOMAIN, NULL},
	{"nfsroot=", PRIVATE_PATH, " \n,"},
	{"rootpath=", PRIVATE_PATH, " \n,"},
	{"netroot=", PRIVATE_PATH, " \n"}, /* may begin with iscsi:USER:PASSWORD */
	{"/home/", PRIVATE_USER, NULL},
	{"username=", PRIVATE_USER, NULL},
	{"USER=", PRIVATE_USER, NULL},
	{"LOGNAME=", PRIVATE_USER, NULL},
	{"SSID='", PRIVATE_SSID, "'\n"},
	{"SSID=\"", PRIVATE_SSID, "\"\n"},
	{"SSID:\"", PRIVATE_SSID, "\"\n"},
	{"SSID: ", PRIVATE_SSID, "\n"},
	{"ssid='", PRIVATE_SSID, "'\n"},
	{"ssid=\"", PRIVATE_SSID, "\"\n"},
	{"ssid=", PRIVATE_SSID, NULL},
	{"uthorization: ", PRIVATE_SECRET, "\"'\n"},
};

static bool starts(const struct private_walk *walk, const char *at, const char *words)
{
	size_t length = strlen(words);

	return (size_t)(walk->end - at) >= length && !memcmp(at, words, length);
}

static const char *value_end(const struct private_walk *walk, const char *at,
			     const char *ends)
{
	while (at < walk->end && *at && !strchr(ends, *at))
		at++;
	return at;
}

void private_take_value(const struct private_walk *walk, const char *at,
			const char *value, const char *ends, struct private_word *word)
{
	const char closing[] = {value < walk->end ? *value : '\0', '\n', '\0'};

	if (*closing == '"' || *closing == '\'') {
		ends = closing;
		value++;
	} else if (!ends) {
		ends = word->kind == PRIVATE_SECRET ? commas_too : usual_ends;
	}
	word->before = (size_t)(value - at);
	word->length = (size_t)(value_end(walk, value, ends) - value);
}

/* A word of letters; "(none)" and numbers are not what hosts and users are called. */
static bool is_value(enum private_kind kind, const char *at, size_t length)
{
	switch (kind) {
	case PRIVATE_HOST:
	case PRIVATE_DOMAIN:
	case PRIVATE_USER:
		return length > 1 && isalpha((unsigned char)*at);
	case PRIVATE_MAC:
	case PRIVATE_ID:
	case PRIVATE_IPV4:
	case PRIVATE_IPV6:
	case PRIVATE_MAIL:
	case PRIVATE_BUILDER:
	case PRIVATE_PATH:
	case PRIVATE_SSID:
	case PRIVATE_LABEL:
	case PRIVATE_TARGET:
	case PRIVATE_SECRET:
	case PRIVATE_KINDS:
		break;
	}
	return length > 0;
}

static bool keyed_word(const struct private_walk *walk, const char *at,
		       struct private_word *word)
{
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const struct key *key = &keys[i];
		const char *value = at + strlen(key->words);

		if (*at != *key->words || !starts(walk, at, key->words))
			continue;
		value += value < walk->end && (*value == '"' || *value == '\'');
		/* Looked at first, since a value may be as long as the text. */
		if (value >= walk->end || !is_value(key->kind, value, 2))
			return false;
		word->kind = key->kind;
		private_take_value(walk, at, at + strlen(key->words), key->ends, word);
		return is_value(key->kind, at + word->before, word->length);
	}
	return false;
}

/* ip=CLIENT:SERVER:GATEWAY:MASK:HOST:DEVICE:...; an IPv6 address is in brackets. */
static const char *host_of_ip(const struct private_walk *walk, const char *at)
{
	const char *end = walk->end - at > LONGEST_IP ? at + LONGEST_IP : walk->end;
	int colons = 0, brackets = 0;

	for (at += strlen("ip="); at < end && !isspace((unsigned char)*at); at++) {
		brackets += (*at == '[') - (*at == ']');
		if (*at == ':' && !brackets && ++colons == 4)
			return at + 1;
	}
	return NULL;
}

static bool is_inside_word(const struct private_walk *walk, const char *at)
{
	return at > walk->text && isalnum((unsigned char)at[-1]);
}

bool private_word_at(struct private_walk *walk, const char *at, struct private_word *word)
{
	if (at == walk->host_at) {
		*word = (struct private_word){.kind = PRIVATE_HOST};
		word->length = (size_t)(value_end(walk, at, ": \n") - at);
		if (is_value(word->kind, at, word->length))
			return true;
	}
	if (secret_key_at(walk, at, word) || secret_in_url(walk, at, word) ||
	    keyed_word(walk, at, word))
		return true;
	if (is_inside_word(walk, at))
		return false;
	if (starts(walk, at, "ip="))
		walk->host_at = host_of_ip(walk, at);
	word->length = private_shape(walk, at, word);
	return word->length > 0;
}
