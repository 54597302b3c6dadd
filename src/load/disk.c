/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Large sequential writes, fsync, and reads past the page cache, as dd makes them. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "base/str.h"
#include "load/load-ops.h"

enum {
	BLOCK_BYTES = 1 << 20,
	SYNC_BLOCKS = 4,
	FREE_PARTS = 2, /* of what is free, it takes one part at most */
};

/* linux/magic.h */
enum { MAGIC_TMPFS = 0x01021994, MAGIC_RAMFS = (int)0x858458f6 };

static int refuse_memory(const struct load_job *job, struct err *err)
{
	return err_set(
		err, ERR_INPUT,
		"load disk: %.200s is in memory (tmpfs), so no disk would be loaded; "
		"name a folder that is on one",
		job->folder);
}

static int check_folder(const struct load_job *job, struct err *err)
{
	struct statfs status;
	struct stat folder;
	uint64_t free_mib;

	if (statfs(job->folder, &status) < 0)
		return err_errno(err, "load disk: %.200s", job->folder);
	if (stat(job->folder, &folder) == 0 && !S_ISDIR(folder.st_mode))
		errno = ENOTDIR;
	else if (faccessat(AT_FDCWD, job->folder, W_OK | X_OK, AT_EACCESS) == 0)
		errno = 0;
	if (errno)
		return err_errno(err, "load disk: cannot create a file in %.200s",
				 job->folder);
	if ((int)status.f_type == MAGIC_TMPFS || (int)status.f_type == MAGIC_RAMFS)
		return refuse_memory(job, err);
	free_mib = (uint64_t)status.f_bavail * (uint64_t)status.f_bsize / BLOCK_BYTES;
	if (free_mib < FREE_PARTS * (uint64_t)job->amount)
		return err_set(
			err, ERR_INPUT,
			"load disk: %lld MiB are more than half of the %llu MiB that "
			"are free in %.200s; use disk=N with a smaller N, or another "
			"folder",
			(long long)job->amount, (unsigned long long)free_mib,
			job->folder);
	return 0;
}

/* A file that has no name, or loses it at once: nothing to clean up, whatever happens. */
static int open_nameless(const char *folder)
{
	CLEANUP(str_free) struct str path = {0};
	int fd;

#ifdef O_TMPFILE
	fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (fd >= 0)
		return fd;
#endif
	str_addf(&path, "%s/.whylate-load-XXXXXX", folder);
	fd = mkostemp(path.text, O_CLOEXEC);
	if (fd >= 0)
		unlink(path.text);
	return fd;
}

static int disk_prepare(struct load_job *job, struct err *err)
{
	job->fd[0] = open_nameless(job->folder);
	if (job->fd[0] < 0)
		return err_errno(err, "load disk: cannot create a file in %.200s",
				 job->folder);
	return 0;
}

/* -1 with errno; a block that does not fit is ENOSPC, sooner or later. */
static int write_block(int fd, const char *block, int64_t at)
{
	for (ssize_t done = 0, some; done < BLOCK_BYTES; done += some) {
		some = pwrite(fd, block + done, (size_t)(BLOCK_BYTES - done), at + done);
		if (some < 0)
			return -1;
	}
	return 0;
}

static bool write_pass(struct load_job *job, const char *block)
{
	for (int64_t i = 0; i < job->amount; i++) {
		if (write_block(job->fd[0], block, i * BLOCK_BYTES) < 0)
			return false;
		if (i % SYNC_BLOCKS == SYNC_BLOCKS - 1 && fsync(job->fd[0]) < 0)
			return false;
		load_count(job, BLOCK_BYTES);
	}
	return fsync(job->fd[0]) == 0;
}

static bool read_pass(struct load_job *job, char *block)
{
	posix_fadvise(job->fd[0], 0, 0, POSIX_FADV_DONTNEED);
	for (int64_t i = 0; i < job->amount; i++) {
		if (pread(job->fd[0], block, BLOCK_BYTES, i * BLOCK_BYTES) != BLOCK_BYTES)
			return false;
		load_count(job, BLOCK_BYTES);
	}
	return true;
}

static void disk_run(struct load_job *job)
{
	CLEANUP(scope_free) char *block = malloc(BLOCK_BYTES);

	if (!block)
		return;
	/* Not zeros: some file systems and disks do not write those. */
	for (size_t i = 0; i < BLOCK_BYTES; i++)
		block[i] = (char)(i * 2654435761u >> 13);
	while (write_pass(job, block) && read_pass(job, block))
		;
}

extern const struct load_ops stressor_disk;
const struct load_ops stressor_disk = {
	.name = "disk",
	.disturbs = "block layer, disk interrupts",
	.unit = "bytes",
	.parameter = "MiB of file",
	.usual = 256,
	.least = 1,
	.most = 1 << 20,
	.uses = LOAD_USES_FOLDER,
	.check = check_folder,
	.prepare = disk_prepare,
	.run = disk_run,
};
