/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Starting ssh, and the lines of on-remote.sh. */
#include "cmd/on-ssh.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "cmd/on-program.h"
#include "on-remote.h"
#include "sys/signals.h"

/* What a profile may print before our first line, in bytes; how much of it is told. */
enum { NOISE_MAX = 1 << 20, LINE_MAX_BYTES = 4096, NOISE_TOLD = 120 };
enum { WORDS_MAX = 64 };
/* ssh has this long to end by itself. */
enum { HANG_UP_MS = 5000, STEP_MS = 10 };

#define SIGN "whylate-"
#define END_OF_SCRIPT "whylate-end-of-script"

/* In quotes that sh, fish and csh read alike. */
#define BOOTSTRAP                                                                        \
	"exec sh -c 'eval \"$(while IFS= read -r l && [ \"$l\" != " END_OF_SCRIPT " ]; " \
	"do printf \"%s\\n\" \"$l\"; done)\"'"

/*
 * No terminal there, which would change bytes. Nothing of ours goes over: no agent, no
 * display, no forwarded port. A connection that is silent for 30 s is broken.
 */
static const char *const ssh_options[] = {
	"-T",
	"-a",
	"-x",
	"-oClearAllForwardings=yes",
	"-oPermitLocalCommand=no",
	"-oRemoteCommand=none",
	"-oServerAliveInterval=10",
	"-oServerAliveCountMax=3",
};

struct words {
	char *list[WORDS_MAX + 1];
	size_t count;
};

static void add_word(struct words *words, struct arena *arena, const char *word)
{
	if (words->count < WORDS_MAX)
		words->list[words->count++] = arena_copy(arena, word);
}

static bool is_openssh(const char *program)
{
	const char *slash = strrchr(program, '/');

	return !strcmp(slash ? slash + 1 : program, "ssh");
}

/* WHYLATE_SSH may name another program and its options, as GIT_SSH_COMMAND does. */
static int make_command(struct arena *arena, const char *host, struct words *words,
			struct err *err)
{
	const char *named = getenv("WHYLATE_SSH");
	char *rest = arena_copy(arena, named ? named : "ssh"), *word;

	while ((word = strsep(&rest, " \t\n")))
		if (*word)
			add_word(words, arena, word);
	if (!words->count)
		return err_set(err, ERR_INPUT, "WHYLATE_SSH is empty");
	if (is_openssh(words->list[0]))
		for (size_t i = 0; i < sizeof(ssh_options) / sizeof(ssh_options[0]); i++)
			add_word(words, arena, ssh_options[i]);
	add_word(words, arena, host);
	add_word(words, arena, BOOTSTRAP);
	if (words->count == WORDS_MAX)
		return err_set(err, ERR_INPUT, "WHYLATE_SSH has too many words");
	return 0;
}

int on_ssh_start(struct on_ssh *ssh, struct arena *arena, const char *call,
		 struct err *err)
{
	CLEANUP(str_free) struct str script = {0};
	struct words words = {0};

	if (make_command(arena, ssh->host, &words, err) < 0 ||
	    child_start(words.list, &ssh->child, err) < 0)
		return -1;
	str_addf(&script, "%s\n%s\n%s\n", ON_REMOTE_SCRIPT, call, END_OF_SCRIPT);
	return on_ssh_send(ssh, script.text, script.length, err);
}

/* ssh has said on standard error why, if it was ssh. */
static int fail(struct on_ssh *ssh, struct err *err)
{
	int status = on_ssh_hang_up(ssh);
	const char *said = str_text(&ssh->line);

	if (status == 255)
		return err_set(err, ERR_INPUT, "%s: there is no connection, or it broke",
			       ssh->host);
	return err_set(err, ERR_INPUT,
		       "%s: the conversation ended too soon, with status %d%s%.*s%s",
		       ssh->host, status, *said ? "; the last line was '" : "",
		       NOISE_TOLD, said, *said ? "'" : "");
}

/* Until the descriptor is ready. */
static int wait_for(struct on_ssh *ssh, int fd, short events, struct err *err)
{
	struct pollfd fds[] = {
		{.fd = fd, .events = events},
		{.fd = ssh->signals_fd, .events = POLLIN},
		{.fd = ssh->child.error_fd, .events = POLLIN},
	};

	for (;;) {
		int number;

		poll(fds, 3, -1);
		while ((number = signals_next(ssh->signals_fd)))
			if (signals_is_end(number)) {
				kill(ssh->child.pid, SIGTERM);
				return err_set(err, ERR_INPUT,
					       "%s: ended by a signal before it was done",
					       ssh->host);
			}
		if (fds[2].revents && !on_ssh_pass_on_errors(ssh))
			fds[2].fd = -1;
		if (fds[0].revents)
			return 0;
	}
}

int on_ssh_send(struct on_ssh *ssh, const void *bytes, size_t count, struct err *err)
{
	const char *rest = bytes;

	while (count) {
		ssize_t sent = write(ssh->child.to_fd, rest, count);

		if (sent > 0) {
			rest += sent;
			count -= (size_t)sent;
			continue;
		}
		if (errno == EPIPE)
			return 0; /* what there is to read says why */
		if (errno != EAGAIN && errno != EINTR)
			return err_errno(err, "%s", ssh->host);
		if (wait_for(ssh, ssh->child.to_fd, POLLOUT, err) < 0)
			return -1;
	}
	return 0;
}

long on_ssh_receive(struct on_ssh *ssh, void *bytes, size_t count, struct err *err)
{
	long got;

	if (wait_for(ssh, ssh->child.from_fd, POLLIN, err) < 0)
		return -1;
	got = io_read_some(ssh->child.from_fd, bytes, count);
	return got < 0 ? err_errno(err, "%s", ssh->host) : got;
}

/* Byte by byte: what follows is not ours. The line before stays when none comes. */
static int read_line(struct on_ssh *ssh, struct err *err)
{
	CLEANUP(str_free) struct str line = {0};
	char c = 0;

	while (c != '\n' && line.length < LINE_MAX_BYTES) {
		long got = on_ssh_receive(ssh, &c, 1, err);

		if (got <= 0)
			return got < 0 ? -1 : fail(ssh, err);
		if (c != '\n' && c != '\r')
			str_add_char(&line, (unsigned char)c < ' ' ? ' ' : c);
	}
	if (line.length) {
		str_clear(&ssh->line);
		str_add(&ssh->line, str_text(&line));
	}
	return 0;
}

/* The index of the word that the line begins with, which goes. */
static int take_word(struct str *line, const char *const *words)
{
	const char *text = str_text(line);

	if (!str_starts(text, SIGN))
		return -1;
	text += strlen(SIGN);
	for (int i = 0; words[i]; i++) {
		size_t length = strlen(words[i]);

		if (str_starts(text, words[i]) &&
		    (!text[length] || text[length] == ' ')) {
			CLEANUP(str_free) struct str rest = {0};

			str_add(&rest, text + length + (text[length] == ' '));
			str_clear(line);
			str_add(line, str_text(&rest));
			return i;
		}
	}
	return -1;
}

int on_ssh_expect(struct on_ssh *ssh, const char *const *words, struct err *err)
{
	static const char *const refusal[] = {"refused", NULL};
	size_t noise = 0;

	while (noise < NOISE_MAX) {
		int word;

		if (read_line(ssh, err) < 0)
			return -1;
		noise += ssh->line.length + 1;
		if (take_word(&ssh->line, refusal) == 0)
			return err_set(err, ERR_INPUT, "%s: %s", ssh->host,
				       str_text(&ssh->line));
		word = take_word(&ssh->line, words);
		if (word >= 0)
			return word;
	}
	return err_set(err, ERR_INPUT, "%s: what comes from there is not ours",
		       ssh->host);
}

int on_ssh_bring_program(struct on_ssh *ssh, struct arena *arena, struct err *err)
{
	static const char *const words[] = {"machine", NULL};
	CLEANUP(str_free) struct str program = {0}, size = {0};

	if (on_ssh_expect(ssh, words, err) < 0)
		return -1;
	if (on_program_read(arena, str_text(&ssh->line), &program, err) < 0)
		return err_prefix(err, "%s", ssh->host);
	str_addf(&size, "%zu\n", program.length);
	if (on_ssh_send(ssh, size.text, size.length, err) < 0)
		return -1;
	return on_ssh_send(ssh, program.text, program.length, err);
}

bool on_ssh_pass_on_errors(struct on_ssh *ssh)
{
	char bytes[4096];
	long got = io_read_some(ssh->child.error_fd, bytes, sizeof(bytes));

	for (long i = 0; i < got; i++)
		if (bytes[i] == '\n') {
			ssh->say(ssh->self, str_text(&ssh->errors));
			str_clear(&ssh->errors);
		} else if (bytes[i] != '\r' && ssh->errors.length < LINE_MAX_BYTES) {
			str_add_char(&ssh->errors, bytes[i]);
		}
	if (got <= 0 && ssh->errors.length) {
		ssh->say(ssh->self, str_text(&ssh->errors));
		str_clear(&ssh->errors);
	}
	return got > 0;
}

static bool has_errors(struct on_ssh *ssh, int ms)
{
	struct pollfd errors = {.fd = ssh->child.error_fd, .events = POLLIN};

	return poll(&errors, 1, ms) == 1;
}

/* A background ssh that serves several connections may keep standard error open. */
int on_ssh_hang_up(struct on_ssh *ssh)
{
	struct child *child = &ssh->child;
	int ms = 0;

	if (child->pid <= 0)
		return 0;
	child_close_input(child);
	while (ms < HANG_UP_MS && !child_has_ended(child)) {
		if (!has_errors(ssh, STEP_MS))
			ms += STEP_MS;
		else if (!on_ssh_pass_on_errors(ssh))
			usleep(STEP_MS * 1000), ms += STEP_MS;
	}
	while (has_errors(ssh, 0) && on_ssh_pass_on_errors(ssh))
		;
	return child_end(child);
}

void on_ssh_close(struct on_ssh *ssh)
{
	on_ssh_hang_up(ssh);
	str_free(&ssh->line);
	str_free(&ssh->errors);
}
