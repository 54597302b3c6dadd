/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sys/physical.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/io.h"

#define DEVICE "/dev/mem"

struct request {
	const volatile uint8_t *page;
	const uint16_t *offsets;
	size_t count;
	bool (*more)(size_t index, uint32_t value);
};

/* Writes what it reads into the pipe. Leaves no core when the bus refuses. */
static _Noreturn void read_in_child(const struct request *request, int pipe_fd)
{
	const struct rlimit no_core = {0, 0};

	/* Whoever handles them would take the end for his own. */
	signal(SIGBUS, SIG_DFL);
	signal(SIGSEGV, SIG_DFL);
	setrlimit(RLIMIT_CORE, &no_core);
	prctl(PR_SET_DUMPABLE, 0);
	for (size_t i = 0; i < request->count; i++) {
		uint32_t value =
			*(const volatile uint32_t *)(request->page + request->offsets[i]);

		if (io_write_all(pipe_fd, &value, sizeof(value)) < 0)
			_exit(1);
		if (!request->more(i, value))
			break;
	}
	_exit(0);
}

static int read_through_child(const struct request *request, uint64_t address,
			      uint32_t *values, struct err *err)
{
	int ends[2], status = 0;
	pid_t pid;
	long got;

	if (pipe2(ends, O_CLOEXEC) < 0)
		return err_errno(err, "cannot create a pipe");
	pid = fork();
	if (!pid)
		read_in_child(request, ends[1]);
	close(ends[1]);
	got = pid < 0 ? -1
		      : io_read_full(ends[0], values, request->count * sizeof(*values));
	close(ends[0]);
	if (pid < 0)
		return err_errno(err, "cannot start a process");
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFSIGNALED(status))
		return err_set(err, ERR_INPUT,
			       "nothing answers at 0x%08llx: reading there ended in "
			       "'%s'",
			       (unsigned long long)address, strsignal(WTERMSIG(status)));
	return got < 0 ? err_errno(err, "cannot read from a pipe")
		       : (int)((size_t)got / sizeof(*values));
}

/* Lockdown forbids what root may do otherwise; "[none] integrity ..." is the state. */
static bool is_locked_down(const struct root *root)
{
	CLEANUP(str_free) struct str text = {0};

	return root_read(root, &text, "/sys/kernel/security/lockdown") >= 0 &&
	       !strstr(str_text(&text), "[none]");
}

static int explain(const struct root *root, const char *what, struct err *err)
{
	int error = errno;

	if (error == ENOENT || error == ENXIO)
		return err_set(err, ERR_INPUT,
			       "this kernel has no " DEVICE " (CONFIG_DEVMEM)");
	if (error == EPERM && is_locked_down(root))
		return err_set(err, ERR_INPUT,
			       "the kernel is locked down and refuses " DEVICE
			       " (lockdown=)");
	if (error == EACCES)
		return err_set(err, ERR_INPUT, DEVICE " is for root only");
	if (error == EPERM)
		return err_set(err, ERR_INPUT,
			       "the kernel refuses to %s " DEVICE
			       " (CAP_SYS_RAWIO, lockdown or CONFIG_IO_STRICT_DEVMEM)",
			       what);
	errno = error;
	return err_errno(err, "cannot %s " DEVICE, what);
}

int physical_read(const struct root *root, uint64_t address, const uint16_t *offsets,
		  size_t count, uint32_t *values,
		  bool (*more)(size_t index, uint32_t value), struct err *err)
{
	CLEANUP(scope_close) int fd = root_open(root, O_RDONLY | O_SYNC, DEVICE);
	struct request request = {.offsets = offsets, .count = count, .more = more};
	void *page;
	int got;

	if (address % PHYSICAL_PAGE_BYTES || (off_t)address < 0)
		return err_set(err, ERR_INPUT, "0x%llx is no address of a page",
			       (unsigned long long)address);
	if (fd < 0)
		return explain(root, "open", err);
	page = mmap(NULL, PHYSICAL_PAGE_BYTES, PROT_READ, MAP_SHARED, fd, (off_t)address);
	if (page == MAP_FAILED)
		return explain(root, "map", err);
	request.page = page;
	got = read_through_child(&request, address, values, err);
	munmap(page, PHYSICAL_PAGE_BYTES);
	return got;
}
