/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Takes out of texts what tells one machine, network or person from another. What is
 * private is private-words.h's; the same word gets the same number everywhere, so that
 * what belongs together still does.
 */
#ifndef CAPTURE_ANONYMOUS_H
#define CAPTURE_ANONYMOUS_H

#include "base/str.h"
#include "sys/root.h"

struct anonymous;

/* Looks up what the host and the user are called, here or in a collected tree. */
struct anonymous *anonymous_open(const struct root *root);
void anonymous_close(struct anonymous *anonymous);

/* Text may hold any bytes. */
void anonymous_scrub(struct anonymous *anonymous, struct str *text);

/* Short names stay: a host may be called "vm", as is a folder of /proc/sys. */
void anonymous_scrub_path(struct anonymous *anonymous, struct str *path);

#endif
