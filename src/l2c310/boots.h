/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which boots a kernel's log holds: dmesg of one, or what syslog and journal have of many.
 * A boot begins with the line that names the first CPU or the kernel's version, whichever comes
 * first; or, where that is lost, where the time stamps fall back.
 */
#ifndef L2C310_BOOTS_H
#define L2C310_BOOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct boots {
	uint32_t count;  /* 0: no line of a kernel's was recognised */
	uint32_t starts; /* how many of them name CPU or version */
	const char
		*last; /* where the last one begins; the text itself when there is none */
	bool has_start; /* whether that is its start: such a line, or time 0 */
};

/* Takes no memory; reads each byte once. */
void boots_find(struct boots *boots, const char *text, size_t length);

#endif
