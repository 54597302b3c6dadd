/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "capture/asked.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>
#include <unistd.h>

#include "sys/host.h"

/* syslog(2): read all that is there; how large the kernel's buffer is. */
enum { LOG_READ_ALL = 3, LOG_SIZE = 10 };

static const struct source own_group = {
	.folder = "",
	.names = "cpu.max cpu.weight cpuset.cpus cpuset.cpus.effective "
		 "cpuset.cpus.partition cpu.rt_runtime_us cpu.rt_period_us "
		 "cpu.cfs_quota_us cpu.cfs_period_us cpu.uclamp.min cpu.uclamp.max "
		 "memory.max memory.high",
	.flags = SOURCE_WATCHED,
};

static const struct source own_group_counts = {
	.folder = "",
	.names = "cpu.stat",
	.flags = SOURCE_VARIES,
};

static void add_group_files(struct arena *arena, struct wanted_list *list,
			    const char *folder, const struct source *source)
{
	const char *name = source->names;

	while (*name) {
		CLEANUP(str_free) struct str path = {0};
		size_t length = strcspn(name, " ");

		str_addf(&path, "%s/%.*s", folder, (int)length, name);
		expand_add(arena, list, str_text(&path), source, false);
		name += length;
		name += *name == ' ';
	}
}

/* From the group up to the root of its hierarchy. */
static void add_groups(struct arena *arena, struct wanted_list *list, const char *top,
		       const char *path)
{
	CLEANUP(str_free) struct str folder = {0};
	size_t top_length = strlen(top);
	char *slash;

	str_addf(&folder, "%s%s", top, path);
	while (folder.length > top_length && folder.text[folder.length - 1] == '/')
		folder.text[--folder.length] = '\0';
	for (;;) {
		add_group_files(arena, list, folder.text, &own_group);
		add_group_files(arena, list, folder.text, &own_group_counts);
		slash = strrchr(folder.text + top_length, '/');
		if (!slash)
			return;
		*slash = '\0';
	}
}

void asked_add_own_groups(const struct root *root, struct arena *arena,
			  struct wanted_list *list)
{
	CLEANUP(str_free) struct str text = {0}, top = {0};
	char *next;

	if (root_read(root, &text, "/proc/self/cgroup") < 0)
		return;
	/* "N:controllers:/path"; version 2 has "0::/path". */
	for (char *line = text.text; line && *line; line = next) {
		char *controllers = strchr(line, ':'), *path;

		next = line + strcspn(line, "\n");
		if (*next)
			*next++ = '\0';
		path = controllers ? strchr(controllers + 1, ':') : NULL;
		if (!path)
			continue;
		*path++ = '\0';
		controllers++;
		if (*controllers && !strstr(controllers, "cpu"))
			continue;
		str_clear(&top);
		str_addf(&top, "/sys/fs/cgroup%s%s", *controllers ? "/" : "",
			 controllers);
		add_groups(arena, list, str_text(&top), path);
	}
}

void asked_names(const struct asked *asked)
{
	CLEANUP(str_free) struct str text = {0};
	struct utsname names = host_names();

	str_addf(&text, "sysname %s\nnodename %s\nrelease %s\nversion %s\nmachine %s\n",
		 names.sysname, names.nodename, names.release, names.version,
		 names.machine);
	asked->put(asked->self, SETUP_ASKED "uname", &text, 0, false);
}

/* "<6>[    0.000000] Linux version ...": as dmesg has it, without the level. */
static void strip_levels(struct str *text)
{
	size_t to = 0;

	for (size_t from = 0; from < text->length;) {
		const char *line = text->text + from;
		const char *end = memchr(line, '\n', text->length - from);
		size_t length = end ? (size_t)(end - line) + 1 : text->length - from;
		size_t level = 0;

		if (*line == '<') {
			level = strspn(line + 1, "0123456789") + 1;
			level = level > 1 && line[level] == '>' ? level + 1 : 0;
		}
		memmove(text->text + to, line + level, length - level);
		to += length - level;
		from += length;
	}
	text->length = to;
	text->text[to] = '\0';
}

void asked_log(const struct asked *asked)
{
	CLEANUP(str_free) struct str text = {0};
	int room = klogctl(LOG_SIZE, NULL, 0), got = -1;

	if (room > 0) {
		if (room > SETUP_FILE_MAX_BYTES)
			room = SETUP_FILE_MAX_BYTES; /* of the latest */
		got = klogctl(LOG_READ_ALL, str_reserve(&text, (size_t)room), room);
	}
	if (got < 0) {
		asked->put(asked->self, SETUP_LOG, &text, errno, true);
		return;
	}
	text.length = (size_t)got;
	text.text[got] = '\0';
	strip_levels(&text);
	asked->put(asked->self, SETUP_LOG, &text, 0, true);
}

struct msr {
	const struct asked *asked;
	struct str text;
	int error;
};

static void read_msr(void *self, const char *cpu)
{
	enum { MSR_SMI_COUNT = 0x34 };
	struct msr *msr = self;
	CLEANUP(str_free) struct str path = {0};
	CLEANUP(scope_close) int fd = -1;
	uint64_t value = 0;

	str_addf(&path, "/dev/cpu/%s/msr", cpu);
	fd = root_open(msr->asked->root, O_RDONLY, str_text(&path));
	if (fd >= 0 && pread(fd, &value, sizeof(value), MSR_SMI_COUNT) == sizeof(value))
		str_addf(&msr->text, "cpu%s 0x34 %" PRIu64 "\n", cpu, value);
	else if (!msr->error && errno != ENOENT)
		msr->error = errno;
}

void asked_msr(const struct asked *asked)
{
	struct msr msr = {.asked = asked};

	if (root_list(asked->root, "/dev/cpu", read_msr, &msr) == 0 &&
	    (msr.text.length || msr.error))
		asked->put(asked->self, SETUP_ASKED "msr", &msr.text,
			   msr.text.length ? 0 : msr.error, true);
	str_free(&msr.text);
}
