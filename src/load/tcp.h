/* SPDX-License-Identifier: GPL-2.0-or-later */
/* TCP by address and port in numbers: over 127.0.0.1, or to a peer that was named. */
#ifndef LOAD_TCP_H
#define LOAD_TCP_H

#include "base/err.h"

/* The two ends of a connection over 127.0.0.1. */
int tcp_connect_loopback(int ends[2], struct err *err);

/*
 * "192.0.2.7:9000" or "[2001:db8::7]:9000": numbers, since a static program has no names.
 * Gives up after five seconds.
 */
int tcp_check_peer(const char *peer, struct err *err); /* the words alone */
int tcp_connect_peer(const char *peer, int *fd, struct err *err);

#endif
