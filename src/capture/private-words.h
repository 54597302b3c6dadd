/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which words of a text tell one machine, person or network from another: by their shape,
 * or by what stands before them. Knows no machine and changes nothing.
 */
#ifndef CAPTURE_PRIVATE_WORDS_H
#define CAPTURE_PRIVATE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

enum private_kind {
	PRIVATE_MAC,
	PRIVATE_ID, /* serial number, UUID, machine id */
	PRIVATE_IPV4,
	PRIVATE_IPV6,
	PRIVATE_MAIL,
	PRIVATE_BUILDER, /* "user@host" in the line with the kernel's version */
	PRIVATE_HOST,    /* what this machine is called: it may stand elsewhere, too */
	PRIVATE_DOMAIN,
	PRIVATE_USER,
	PRIVATE_PATH,
	PRIVATE_SSID,
	PRIVATE_LABEL,  /* of a disk or partition */
	PRIVATE_TARGET, /* behind "iqn." or "nqn.": a disk in a network */
	PRIVATE_SECRET, /* password, key */
	PRIVATE_KINDS,
};

/* One walk over a text of any bytes, from its start to its end. */
struct private_walk {
	const char *text, *end;
	const char
		*host_at; /* the host's name among the fields of an ip= that was passed */
};

struct private_word {
	enum private_kind kind;
	size_t before; /* bytes in front of it that stay */
	size_t length;
};

/*
 * The value that starts at this place, behind the key at "at": to its closing quotation mark,
 * or to one of these; NULL: the kind's usual ones. The word has its kind already.
 */
void private_take_value(const struct private_walk *walk, const char *at,
			const char *value, const char *ends, struct private_word *word);

/* Does one start at this place, with what stands before it? at only ever grows. */
bool private_word_at(struct private_walk *walk, const char *at,
		     struct private_word *word);

#endif
