/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An error is one sentence for the user: what happened, where, what to do.
 * The caller owns it; libraries fill it in and return -1; only main.c prints it.
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include "base/scope.h"

/* What went wrong decides the exit status; see err_exit_status(). */
enum err_kind {
	ERR_NONE,
	ERR_INPUT,    /* an option, a file or a missing permission: nothing was done */
	ERR_INVALID,  /* a run that did not get what it asked for */
	ERR_INTERNAL, /* a bug in whylate */
};

struct err {
	enum err_kind kind;
	char text[512];
};

/* Each of these sets *err and returns -1. A text that is too long is cut. */
int err_set(struct err *err, enum err_kind kind, const char *format, ...)
	PRINTF_LIKE(3, 4);

/* An ERR_INPUT with ": " and the words of errno behind the text. */
int err_errno(struct err *err, const char *format, ...) PRINTF_LIKE(2, 3);

/* Puts "context: " before the text that is there already. */
int err_prefix(struct err *err, const char *format, ...) PRINTF_LIKE(2, 3);

/* 0, 2 (input), 3 (invalid) or 4 (internal). */
int err_exit_status(const struct err *err);

#endif
