/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Root may have one for the asking; others inside a user namespace of their own. */
#include "load/namespace.h"

#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "sys/root.h"

static bool write_text(const char *path, const char *text)
{
	const struct root root = {""};
	CLEANUP(scope_close) int fd = root_open(&root, O_WRONLY, path);

	return fd >= 0 && io_write_all(fd, text, strlen(text)) == 0;
}

/* "7 7 1": the user is the same inside as outside, and there is no other. */
static bool write_map(const char *path, unsigned int id)
{
	CLEANUP(str_free) struct str text = {0};

	str_addf(&text, "%u %u 1", id, id);
	return write_text(path, str_text(&text));
}

bool namespace_enter(void)
{
	unsigned int user = getuid(), group = getgid();

	if (unshare(CLONE_NEWPID) == 0)
		return true;
	if (unshare(CLONE_NEWUSER | CLONE_NEWPID) < 0)
		return false;
	/* Before Linux 3.19 there is no setgroups, and nothing to forbid. */
	write_text("/proc/self/setgroups", "deny");
	return write_map("/proc/self/uid_map", user) &&
	       write_map("/proc/self/gid_map", group);
}
