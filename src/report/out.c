/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The only file of report/ that writes to a descriptor. No buffering of its own. */
#include "report/out.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/io.h"
#include "report/cells.h"

static int print_on(int fd, const char *name, const struct str *text, struct err *err)
{
	if (io_write_all(fd, str_text(text), text->length) < 0)
		return err_errno(err, "cannot write to %s", name);
	return 0;
}

int report_print(const struct str *text, struct err *err)
{
	return print_on(STDOUT_FILENO, "standard output", text, err);
}

int report_print_aside(const struct str *text, struct err *err)
{
	return print_on(STDERR_FILENO, "standard error", text, err);
}

void report_say(const char *format, ...)
{
	CLEANUP(str_free) struct str line = {0};
	char raw[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(raw, sizeof(raw), format, args);
	va_end(args);
	/* It may hold the names of files, which may hold anything. */
	text_add_clean(&line, raw, false);
	str_add_char(&line, '\n');
	(void)io_write_all(STDERR_FILENO, line.text, line.length);
}
