/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Creates run files. Overwrites nothing. */
#include "cmd/run-file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/date.h"
#include "base/str.h"
#include "sys/file-lock.h"
#include "sys/terminal.h"

static void add_name(struct str *out, const char *prefix, int attempt)
{
	struct date now = date_local(time(NULL));

	str_addf(out, "%s-%04d-%02d-%02dT%02d-%02d-%02d", prefix, now.year, now.month,
		 now.day, now.hour, now.minute, now.second);
	/* Nothing that a shell would take for more than a letter: a host may be "(none)". */
	for (char *at = out->text; *at; at++)
		if (!isalnum((unsigned char)*at) && !strchr("._+-", *at))
			*at = '_';
	if (attempt > 1)
		str_addf(out, "-%d", attempt);
	str_add(out, ".whylate");
}

static int create_file(const char *name)
{
	return open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

/* A name of our own making may be taken, twice in a second say: the next number, then. */
static int create_default(struct arena *arena, const char *prefix, struct run_file *file,
			  struct err *err)
{
	for (int attempt = 1; attempt < 1000; attempt++) {
		CLEANUP(str_free) struct str name = {0};

		add_name(&name, prefix, attempt);
		file->name = arena_copy(arena, str_text(&name));
		file->fd = create_file(file->name);
		if (file->fd >= 0)
			return 0;
		if (errno != EEXIST)
			return err_errno(err,
					 "cannot create %s in the current folder "
					 "(-o names another place)",
					 file->name);
	}
	return err_set(err, ERR_INPUT, "no free name for the run file; use -o");
}

static bool is_regular(const char *name)
{
	struct stat status;

	return stat(name, &status) == 0 && S_ISREG(status.st_mode);
}

static int create_named(const char *name, struct run_file *file, struct err *err)
{
	file->name = name;
	file->fd = create_file(name);
	if (file->fd < 0 && errno == EEXIST && !is_regular(name))
		return err_set(
			err, ERR_INPUT,
			"-o: %s is no file that a run can be recorded in; choose another "
			"name ('-' is standard output)",
			name);
	if (file->fd < 0 && errno == EEXIST)
		return err_set(
			err, ERR_INPUT,
			"-o: %s exists; whylate never overwrites: remove it or choose "
			"another name",
			name);
	return file->fd < 0 ? err_errno(err, "-o: cannot create %s", name) : 0;
}

static int use_standard_output(struct run_file *file, struct err *err)
{
	if (sys_is_terminal(STDOUT_FILENO))
		return err_set(
			err, ERR_INPUT,
			"-o -: standard output is a terminal; the run file is binary: "
			"pipe it into 'whylate show -'");
	/* One that was closed is /dev/null by now, for reading. */
	if ((fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) == O_RDONLY)
		return err_set(err, ERR_INPUT,
			       "-o -: standard output is closed, or not for writing");
	file->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
	return file->fd < 0 ? err_errno(err, "-o -: standard output") : 0;
}

int run_file_open(struct arena *arena, const char *asked, const char *prefix,
		  struct run_file *file, struct err *err)
{
	*file = (struct run_file){.fd = -1};
	if (asked && !strcmp(asked, "-"))
		return use_standard_output(file, err);
	if ((asked ? create_named(asked, file, err)
		   : create_default(arena, prefix, file, err)) < 0)
		return -1;
	file->is_created = true;
	sys_file_lock_for_writing(
		file->fd); /* where locks are not to be had: no matter */
	return 0;
}
