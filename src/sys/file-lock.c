/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * POSIX record locks: older than open file description locks (Linux 3.15), and F_GETLK
 * works on descriptors opened for reading.
 */
#include "sys/file-lock.h"

#include <fcntl.h>
#include <unistd.h>

int sys_file_lock_for_writing(int fd)
{
	struct flock lock = {.l_type = F_WRLCK,
			     .l_whence = SEEK_SET,
			     .l_start = 0,
			     .l_len = 1};

	return fcntl(fd, F_SETLK, &lock);
}

bool sys_file_is_being_written(int fd)
{
	struct flock lock = {.l_type = F_WRLCK,
			     .l_whence = SEEK_SET,
			     .l_start = 0,
			     .l_len = 1};

	return fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}
