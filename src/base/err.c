/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Keeps the words of an error until main.c prints them. Prints nothing itself. */
#include "base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int err_set(struct err *err, enum err_kind kind, const char *format, ...)
{
	va_list args;

	err->kind = kind;
	va_start(args, format);
	vsnprintf(err->text, sizeof(err->text), format, args);
	va_end(args);
	return -1;
}

int err_errno(struct err *err, const char *format, ...)
{
	int saved_errno = errno;
	va_list args;
	size_t used;

	err->kind = ERR_INPUT;
	va_start(args, format);
	vsnprintf(err->text, sizeof(err->text), format, args);
	va_end(args);
	used = strlen(err->text);
	snprintf(err->text + used, sizeof(err->text) - used, ": %s",
		 strerror(saved_errno));
	return -1;
}

int err_prefix(struct err *err, const char *format, ...)
{
	char old[sizeof(err->text)];
	va_list args;
	size_t used;

	memcpy(old, err->text, sizeof(old));
	va_start(args, format);
	vsnprintf(err->text, sizeof(err->text), format, args);
	va_end(args);
	used = strlen(err->text);
	snprintf(err->text + used, sizeof(err->text) - used, ": %s", old);
	return -1;
}

int err_exit_status(const struct err *err)
{
	switch (err->kind) {
	case ERR_NONE:
		return 0;
	case ERR_INPUT:
		return 2;
	case ERR_INVALID:
		return 3;
	case ERR_INTERNAL:
		return 4;
	}
	return 4;
}
