/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/crc32c.h"
#include "base/io.h"

enum { WRITE_BYTES = 1 << 16 };

int trace_open(struct trace *trace, const char *name, struct err *err)
{
	*trace = (struct trace){.fd = -1};
	if (strlen(name) >= sizeof(trace->name))
		return err_set(err, ERR_INPUT, "the trace's name is too long");
	snprintf(trace->name, sizeof(trace->name), "%s", name);
	snprintf(trace->part_name, sizeof(trace->part_name), "%s.part", name);
	trace->fd =
		open(trace->part_name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (trace->fd < 0)
		return err_errno(err, "cannot write the trace %s", trace->part_name);
	return 0;
}

static void write_out(struct trace *trace)
{
	if (!trace->error &&
	    io_write_all(trace->fd, str_text(&trace->text), trace->text.length))
		trace->error = errno;
	str_clear(&trace->text);
}

void trace_add(struct trace *trace, const char *text)
{
	size_t from = trace->text.length;

	str_addf(&trace->text, "%s\n", text);
	trace->crc =
		crc32c(trace->crc, trace->text.text + from, trace->text.length - from);
	trace->lines++;
	if (trace->text.length >= WRITE_BYTES)
		write_out(trace);
}

int trace_close(struct trace *trace, struct err *err)
{
	str_addf(&trace->text, "end %llu %08x\n", (unsigned long long)trace->lines,
		 (unsigned int)trace->crc);
	write_out(trace);
	str_free(&trace->text);
	if (close(trace->fd) && !trace->error)
		trace->error = errno;
	if (!trace->error && rename(trace->part_name, trace->name))
		trace->error = errno;
	if (!trace->error)
		return 0;
	unlink(trace->part_name);
	errno = trace->error;
	return err_errno(err, "cannot write the trace %s", trace->name);
}

void trace_drop(struct trace *trace)
{
	str_free(&trace->text);
	if (trace->fd < 0)
		return;
	close(trace->fd);
	unlink(trace->part_name);
}
