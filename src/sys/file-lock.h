/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How readers know that a run file's writer is alive: it holds a write lock on the first
 * byte, which the kernel drops when the process ends, however it ends.
 */
#ifndef SYS_FILE_LOCK_H
#define SYS_FILE_LOCK_H

#include <stdbool.h>

/*
 * For the writer; the lock lasts as long as the process has the file open (closing any
 * descriptor of the file drops it). -1 with errno; pipes cannot be locked.
 */
int sys_file_lock_for_writing(int fd);

/* false, too, where that cannot be known (pipes). */
bool sys_file_is_being_written(int fd);

#endif
