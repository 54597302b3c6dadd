/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keys whose name says that their value is a secret, whatever program they are for. */
#ifndef CAPTURE_SECRET_KEYS_H
#define CAPTURE_SECRET_KEYS_H

#include "capture/private-words.h"

/*
 * Does a key with a secret value start here: "rd.iscsi.password=", "--token ", "psk: "? Sets
 * the kind, and what lies in front of the value and how long it is.
 */
bool secret_key_at(const struct private_walk *walk, const char *at,
		   struct private_word *word);

/* "://user:password@host": what stands before the host. */
bool secret_in_url(const struct private_walk *walk, const char *at,
		   struct private_word *word);

#endif
