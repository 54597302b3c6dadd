/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A run leaves the other machine only when its file is on a disk here. */
#include "cmd/on-detached.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "cmd/run-file.h"
#include "report/out.h"

enum { PIECE_BYTES = 65536 };

int on_detach(struct on_ssh *ssh, struct arena *arena, const char *arguments,
	      struct err *err)
{
	static const char *const detached[] = {"detached", NULL};
	CLEANUP(str_free) struct str call = {0};

	str_addf(&call, "detach %s", arguments);
	if (on_ssh_start(ssh, arena, str_text(&call), err) < 0 ||
	    on_ssh_bring_program(ssh, arena, err) < 0 ||
	    on_ssh_expect(ssh, detached, err) < 0)
		return -1;
	report_say("whylate: measuring on %s (process and folder there: %s); "
		   "'whylate run --on %s --fetch' brings it home",
		   ssh->host, str_text(&ssh->line), ssh->host);
	return 0;
}

/* The bytes of one file, which must reach the disk. */
static int receive_file(struct on_ssh *ssh, unsigned long long left,
			const struct run_file *file, struct err *err)
{
	char bytes[PIECE_BYTES];

	while (left) {
		size_t want = left < sizeof(bytes) ? (size_t)left : sizeof(bytes);
		long got = on_ssh_receive(ssh, bytes, want, err);

		if (got < 0)
			return -1;
		if (!got)
			return err_set(err, ERR_INPUT,
				       "%s: the connection broke; the run is still there",
				       ssh->host);
		if (io_write_all(file->fd, bytes, (size_t)got) < 0)
			return err_errno(err, "%s: the run is still on %s",
					 file->name ? file->name : "standard output",
					 ssh->host);
		left -= (unsigned long long)got;
	}
	if (fsync(file->fd) < 0 && errno != EINVAL && errno != EROFS)
		return err_errno(err, "%s: the run is still on %s", file->name,
				 ssh->host);
	return 0;
}

/* "SIZE FOLDER" has come; the bytes follow, and are answered by "ok". */
static int fetch_one(struct on_ssh *ssh, struct arena *arena, const char *output,
		     struct err *err)
{
	struct run_file file;
	char *folder;
	unsigned long long size = strtoull(str_text(&ssh->line), &folder, 10);
	int status;

	if (run_file_open(arena, output, ssh->host, &file, err) < 0)
		return -1;
	status = receive_file(ssh, size, &file, err);
	if (close(file.fd) < 0 && status == 0)
		status = err_errno(err, "%s: the run is still on %s", file.name,
				   ssh->host);
	if (status < 0) {
		if (file.is_created)
			unlink(file.name);
		return -1;
	}
	report_say("whylate: fetched%s from %s as %s", folder, ssh->host,
		   file.name ? file.name : "standard output");
	return on_ssh_send(ssh, "ok\n", 3, err);
}

enum { ONE_FILE, ONE_RUNNING, NO_MORE };

int on_fetch(struct on_ssh *ssh, struct arena *arena, const char *output, struct err *err)
{
	static const char *const words[] = {"file", "running", "end", NULL};
	int fetched = 0, running = 0;

	if (on_ssh_start(ssh, arena, "fetch", err) < 0)
		return -1;
	for (;;) {
		int word = on_ssh_expect(ssh, words, err);

		if (word < 0)
			return -1;
		if (word == NO_MORE)
			break;
		if (word == ONE_RUNNING) {
			report_say(
				"whylate: %s: still measuring (process and folder there: "
				"%s)",
				ssh->host, str_text(&ssh->line));
			running++;
		} else if (output && fetched) {
			report_say("whylate: %s: there is another run; fetch again",
				   ssh->host);
			break;
		} else if (fetch_one(ssh, arena, output, err) < 0) {
			return -1;
		} else {
			fetched++;
		}
	}
	if (!fetched && !running)
		return err_set(err, ERR_INPUT, "%s: there is no detached run", ssh->host);
	return fetched ? 0 : 1;
}
