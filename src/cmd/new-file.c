/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cmd/new-file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"

int new_file_write(const char *option, const char *name, const void *bytes, size_t count,
		   struct err *err)
{
	int fd, failed;

	if (!strcmp(name, "-"))
		return err_set(err, ERR_INPUT,
			       "%s -: standard output is not written to; name a file",
			       option);
	fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0 && errno == EEXIST)
		return err_set(err, ERR_INPUT,
			       "%s: %s exists; whylate never overwrites: remove it or "
			       "choose another name",
			       option, name);
	if (fd < 0)
		return err_errno(err, "%s: cannot create %s", option, name);
	failed = io_write_all(fd, bytes, count) < 0 || fsync(fd) < 0 ? errno : 0;
	if (close(fd) < 0 && !failed)
		failed = errno;
	if (!failed)
		return 0;
	unlink(name);
	errno = failed;
	return err_errno(err, "%s: cannot write %s", option, name);
}
