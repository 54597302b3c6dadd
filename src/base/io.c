/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading and writing that does not stop half-way. Knows no file formats. */
#include "base/io.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

void io_hold_standard_descriptors(void)
{
	for (int fd = 0; fd < 3; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/dev/null", fd ? O_RDONLY : O_WRONLY); /* the lowest: fd */
}

/* A descriptor that another program made non-blocking is waited for. */
static void wait_until_ready(int fd, short events)
{
	struct pollfd ready = {.fd = fd, .events = events};

	poll(&ready, 1, -1);
}

int io_write_all(int fd, const void *bytes, size_t count)
{
	const char *rest = bytes;

	while (count) {
		ssize_t written = write(fd, rest, count);

		if (written < 0 && errno == EAGAIN) {
			wait_until_ready(fd, POLLOUT);
			continue;
		}
		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return -1;
		rest += written;
		count -= (size_t)written;
	}
	return 0;
}

long io_read_some(int fd, void *bytes, size_t count)
{
	for (;;) {
		ssize_t got = read(fd, bytes, count);

		if (got >= 0 || (errno != EAGAIN && errno != EINTR))
			return got;
		if (errno == EAGAIN)
			wait_until_ready(fd, POLLIN);
	}
}

long io_read_full(int fd, void *bytes, size_t count)
{
	size_t have = 0;

	while (have < count) {
		long got = io_read_some(fd, (char *)bytes + have, count - have);

		if (got < 0)
			return -1;
		if (!got)
			break;
		have += (size_t)got;
	}
	return (long)have;
}

int io_read_all(int fd, size_t max_bytes, struct str *out)
{
	const size_t step = 65536;
	size_t start = out->length;

	for (;;) {
		long got = io_read_full(fd, str_reserve(out, step), step);

		if (got < 0)
			return -1;
		out->length += (size_t)got;
		out->text[out->length] = '\0';
		if (out->length - start > max_bytes) {
			errno = EFBIG;
			return -1;
		}
		if ((size_t)got < step)
			return 0;
	}
}

int io_read_file(const char *path, size_t max_bytes, struct str *out, struct err *err)
{
	CLEANUP(scope_close) int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return err_errno(err, "cannot open %s", path);
	if (io_read_all(fd, max_bytes, out) < 0)
		return err_errno(err, "cannot read %s", path);
	return 0;
}
