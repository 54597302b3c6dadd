/* SPDX-License-Identifier: GPL-2.0-or-later */
/* base/io: whole reads and writes through pipes that give and take little. */
#include "base/io.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test.h"

enum { MANY = 300000 }; /* more than a pipe holds */

struct far_end {
	int fd;
	char *bytes;
};

/* Takes MANY bytes, a few at a time. */
static void *take(void *of_far_end)
{
	struct far_end *end = of_far_end;
	size_t have = 0;

	while (have < MANY) {
		size_t left = MANY - have;
		ssize_t got = read(end->fd, end->bytes + have, left < 7001 ? left : 7001);

		if (got <= 0)
			break;
		have += (size_t)got;
	}
	return NULL;
}

/* Gives MANY bytes in small pieces, then closes. */
static void *give(void *of_far_end)
{
	struct far_end *end = of_far_end;

	for (size_t at = 0; at < MANY; at += 1000)
		if (write(end->fd, end->bytes + at, 1000) != 1000)
			break;
	close(end->fd);
	return NULL;
}

static char *pattern(void)
{
	char *bytes = malloc(MANY);

	for (size_t i = 0; bytes && i < MANY; i++)
		bytes[i] = (char)(i * 31 % 251);
	return bytes;
}

static void writes_all_to_a_full_non_blocking_pipe(void)
{
	char *sent = pattern(), *received = calloc(1, MANY);
	pthread_t thread;
	int fd[2];

	CHECK_INT(pipe2(fd, O_CLOEXEC), 0);
	CHECK_INT(fcntl(fd[1], F_SETFL, O_NONBLOCK), 0);
	CHECK_INT(pthread_create(&thread, NULL, take, &(struct far_end){fd[0], received}),
		  0);
	CHECK_INT(io_write_all(fd[1], sent, MANY), 0);
	pthread_join(thread, NULL);
	CHECK(!memcmp(sent, received, MANY));
	close(fd[0]);
	close(fd[1]);
	free(sent);
	free(received);
}

static void reads_all_from_a_slow_non_blocking_pipe(void)
{
	char *sent = pattern(), *received = calloc(1, MANY + 10);
	pthread_t thread;
	int fd[2];

	CHECK_INT(pipe2(fd, O_CLOEXEC), 0);
	CHECK_INT(fcntl(fd[0], F_SETFL, O_NONBLOCK), 0);
	CHECK_INT(pthread_create(&thread, NULL, give, &(struct far_end){fd[1], sent}), 0);
	CHECK_INT(io_read_full(fd[0], received, 1001), 1001);
	CHECK_INT(io_read_full(fd[0], received + 1001, MANY + 10 - 1001), MANY - 1001);
	CHECK_INT(io_read_full(fd[0], received, 1), 0);
	pthread_join(thread, NULL);
	CHECK(!memcmp(sent, received, MANY));
	close(fd[0]);
	free(sent);
	free(received);
}

static void appends_up_to_the_limit(void)
{
	char *bytes = pattern();

	for (size_t limit = MANY - 1; limit <= MANY + 1; limit++) {
		char path[] = "/tmp/whylate-test-XXXXXX";
		int fd = mkstemp(path);
		struct str out = {0};
		int status;

		unlink(path);
		CHECK_INT(io_write_all(fd, bytes, MANY), 0);
		lseek(fd, 0, SEEK_SET);
		str_add(&out, "before");
		errno = 0;
		status = io_read_all(fd, limit, &out);
		CHECK_INT(status, limit < MANY ? -1 : 0);
		CHECK_INT(errno, limit < MANY ? EFBIG : 0);
		if (!status) {
			CHECK_INT(out.length, MANY + 6);
			CHECK(!memcmp(out.text, "before", 6));
			CHECK(!memcmp(out.text + 6, bytes, MANY));
			CHECK_INT(out.text[out.length], 0);
		}
		str_free(&out);
		close(fd);
	}
	free(bytes);
}

static void reads_files_and_names_the_path(void)
{
	char path[] = "/tmp/whylate-test-XXXXXX";
	int fd = mkstemp(path);
	struct str out = {0};
	struct err err = {0};
	char words[100];

	CHECK_INT(io_write_all(fd, "a\0b", 3), 0);
	close(fd);
	CHECK_INT(io_read_file(path, 10, &out, &err), 0);
	CHECK_INT(out.length, 3);
	CHECK(!memcmp(out.text, "a\0b", 4));
	str_clear(&out);
	CHECK_INT(io_read_file(path, 2, &out, &err), -1);
	snprintf(words, sizeof(words), "cannot read %s: File too large", path);
	CHECK_TEXT(err.text, words);
	unlink(path);
	CHECK_INT(io_read_file(path, 10, &out, &err), -1);
	snprintf(words, sizeof(words), "cannot open %s: No such file or directory", path);
	CHECK_TEXT(err.text, words);
	CHECK_INT(io_read_file("/", 10, &out, &err), -1);
	CHECK_TEXT(err.text, "cannot read /: Is a directory");
	str_free(&out);
}

static void reads_an_empty_file(void)
{
	struct str out = {0};
	struct err err = {0};

	CHECK_INT(io_read_file("/dev/null", 0, &out, &err), 0);
	CHECK_INT(out.length, 0);
	CHECK_TEXT(str_text(&out), "");
	str_free(&out);
}

static void says_why_it_cannot(void)
{
	char byte = 0;
	int fd[2];

	CHECK_INT(pipe2(fd, O_CLOEXEC), 0);
	close(fd[0]);
	errno = 0;
	CHECK_INT(io_write_all(fd[1], &byte, 1), -1);
	CHECK_INT(errno, EPIPE);
	close(fd[1]);
	errno = 0;
	CHECK_INT(io_read_full(-1, &byte, 1), -1);
	CHECK_INT(errno, EBADF);
	CHECK_INT(io_write_all(-1, &byte, 0), 0);
}

static void reads_some(void)
{
	char bytes[8] = "";
	int fd[2];

	CHECK_INT(pipe2(fd, O_CLOEXEC), 0);
	CHECK_INT(write(fd[1], "late", 4), 4);
	CHECK_INT(io_read_some(fd[0], bytes, 3), 3);
	CHECK_TEXT(bytes, "lat");
	CHECK_INT(io_read_some(fd[0], bytes, sizeof(bytes)), 1);
	close(fd[1]);
	CHECK_INT(io_read_some(fd[0], bytes, sizeof(bytes)), 0);
	close(fd[0]);
	errno = 0;
	CHECK_INT(io_read_some(-1, bytes, 1), -1);
	CHECK_INT(errno, EBADF);
}

static void do_nothing(int signal_number)
{
	(void)signal_number;
}

/* Signals that only the main thread takes, then four bytes. */
static void *interrupt_then_give(void *of_far_end)
{
	struct far_end *end = of_far_end;

	for (int i = 0; i < 20; i++) {
		kill(getpid(), SIGUSR1);
		usleep(1000);
	}
	CHECK_INT(write(end->fd, end->bytes, 4), 4);
	close(end->fd);
	return NULL;
}

/* A signal without SA_RESTART makes a blocked read fail with EINTR. */
static void goes_on_after_a_signal(void)
{
	struct sigaction action = {.sa_handler = do_nothing};
	sigset_t only_usr1;
	char sent[] = "late", received[8] = "";
	pthread_t thread;
	int fd[2];

	sigaction(SIGUSR1, &action, NULL);
	sigemptyset(&only_usr1);
	sigaddset(&only_usr1, SIGUSR1);
	CHECK_INT(pipe2(fd, O_CLOEXEC), 0);
	pthread_sigmask(SIG_BLOCK, &only_usr1, NULL);
	CHECK_INT(pthread_create(&thread, NULL, interrupt_then_give,
				 &(struct far_end){fd[1], sent}),
		  0);
	pthread_sigmask(SIG_UNBLOCK, &only_usr1, NULL);
	CHECK_INT(io_read_full(fd[0], received, 4), 4);
	CHECK_TEXT(received, "late");
	pthread_join(thread, NULL);
	close(fd[0]);
}

static const struct test tests[] = {
	{"writes all to a full non-blocking pipe",
	 writes_all_to_a_full_non_blocking_pipe},
	{"reads all from a slow non-blocking pipe",
	 reads_all_from_a_slow_non_blocking_pipe},
	{"appends up to the limit", appends_up_to_the_limit},
	{"reads files and names the path", reads_files_and_names_the_path},
	{"reads an empty file", reads_an_empty_file},
	{"says why it cannot", says_why_it_cannot},
	{"reads some", reads_some},
	{"goes on after a signal", goes_on_after_a_signal},
};

int main(int argc, char **argv)
{
	signal(SIGPIPE, SIG_IGN);
	return test_main(tests, sizeof(tests) / sizeof(tests[0]), argc, argv);
}
