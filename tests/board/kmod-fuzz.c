/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Throws random calls at /dev/whylate from several processes with several threads each, with
 * signals and forks among them, and CPU 1 going offline now and then. An answer must not hold
 * a byte that was not asked for: what lies behind it keeps its pattern.
 *
 * Usage: kmod-fuzz SECONDS SEED     0 when all answers were good; the kernel's log tells more
 */
#include "kmod.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

enum { PROCESSES = 4, THREADS = 3, DESCRIPTORS = 4, BYTES = 1024, PATTERN = 0xa5 };

struct fuzzer {
	uint64_t random;
	int fds[DESCRIPTORS]; /* shared by the threads of a process */
	int64_t end_ns;
	uint64_t *calls, *successes; /* of all processes */
};

static uint64_t draw(struct fuzzer *fuzzer)
{
	uint64_t z = fuzzer->random += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static uint64_t below(struct fuzzer *fuzzer, uint64_t limit)
{
	return draw(fuzzer) % limit;
}

static unsigned long choose_command(struct fuzzer *fuzzer)
{
	static const unsigned long known[] = {
		WHYLATE_KMOD_SETUP, WHYLATE_KMOD_WAIT,   WHYLATE_KMOD_WAIT,
		WHYLATE_KMOD_WAIT,  WHYLATE_KMOD_COUNTS, WHYLATE_KMOD_L2C310,
	};

	if (below(fuzzer, 10))
		return known[below(fuzzer, sizeof(known) / sizeof(known[0]))];
	return below(fuzzer, 2) ? (uint32_t)draw(fuzzer)
				: WHYLATE_KMOD_WAIT ^ 1U << below(fuzzer, 32);
}

/* Mostly what the module takes, since the rest is refused at once. */
static void fill(struct fuzzer *fuzzer, unsigned long command, unsigned char *buffer)
{
	struct whylate_kmod_setup setup = {.version = WHYLATE_KMOD_VERSION,
					   .cpu = (uint32_t)below(fuzzer, 3)};
	struct whylate_kmod_wait wait = {.due_ns = now_ns() +
						   (int64_t)below(fuzzer, 3 * MS) - MS};

	memset(buffer, PATTERN, BYTES);
	if (!below(fuzzer, 8))
		for (int i = 0; i < 64; i++)
			buffer[i] = (unsigned char)draw(fuzzer);
	else if (command == WHYLATE_KMOD_SETUP)
		memcpy(buffer, &setup, sizeof(setup));
	else
		memcpy(buffer, &wait, sizeof(wait));
}

static void fail(const char *what)
{
	printf("%s\n", what);
	fflush(stdout);
	_exit(1);
}

static void check_answer(unsigned long command, const unsigned char *buffer, int result)
{
	size_t bytes = _IOC_SIZE(command);

	if (command != WHYLATE_KMOD_SETUP && command != WHYLATE_KMOD_WAIT &&
	    command != WHYLATE_KMOD_COUNTS && command != WHYLATE_KMOD_L2C310) {
		if (result == 0)
			fail("an unknown call was answered");
		bytes = 0;
		for (size_t i = 64; i < BYTES; i++)
			if (buffer[i] != PATTERN)
				fail("an unknown call has written something");
	}
	for (size_t i = bytes > 64 ? bytes : 64; i < BYTES; i++)
		if (buffer[i] != PATTERN)
			fail("an answer is longer than it should be");
	if (result == 0 && command == WHYLATE_KMOD_WAIT) {
		struct whylate_kmod_wait wait;

		memcpy(&wait, buffer, sizeof(wait));
		if (wait.irq_ns < wait.due_ns || wait.thread_ns < wait.irq_ns ||
		    now_ns() < wait.thread_ns || !wait.sequence)
			fail("the stages of an activation are out of order");
	}
	if (result == 0 && command == WHYLATE_KMOD_COUNTS) {
		struct whylate_kmod_counts counts;

		memcpy(&counts, buffer, sizeof(counts));
		if (counts.armed != counts.fired + counts.cancelled ||
		    counts.fired != counts.threads || counts.fired < counts.woken)
			fail("the counts do not balance");
	}
}

static void call(struct fuzzer *fuzzer)
{
	unsigned char buffer[BYTES] __attribute__((aligned(8)));
	unsigned long command = choose_command(fuzzer);
	int fd = fuzzer->fds[below(fuzzer, DESCRIPTORS)], result;

	fill(fuzzer, command, buffer);
	if (!below(fuzzer, 20)) {
		ioctl(fd, command, (void *)(uintptr_t)draw(fuzzer));
		return;
	}
	result = ioctl(fd, command, buffer);
	check_answer(command, buffer, result);
	__atomic_add_fetch(fuzzer->calls, 1, __ATOMIC_RELAXED);
	if (result == 0)
		__atomic_add_fetch(fuzzer->successes, 1, __ATOMIC_RELAXED);
}

/* Another thread may be waiting with it. */
static void reopen(struct fuzzer *fuzzer)
{
	int at = (int)below(fuzzer, DESCRIPTORS);

	close(fuzzer->fds[at]);
	fuzzer->fds[at] = open(WHYLATE_KMOD_PATH, O_RDWR | O_CLOEXEC);
}

static void fork_and_call(struct fuzzer *fuzzer)
{
	pid_t child = fork();

	if (!child) {
		/* Nobody else would end a wait for a time that never comes. */
		signal(SIGALRM, SIG_DFL);
		alarm(1);
		call(fuzzer);
		_exit(0);
	}
	if (below(fuzzer, 2))
		kill(child, SIGKILL);
	/* It has the descriptors, too: nobody is done before it is. */
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
}

static void *go_on(void *argument)
{
	struct fuzzer *fuzzer = argument;
	char bytes[16];

	while (now_ns() < fuzzer->end_ns) {
		int fd = fuzzer->fds[below(fuzzer, DESCRIPTORS)];

		switch (below(fuzzer, 40)) {
		case 0:
			reopen(fuzzer);
			break;
		case 1:
			fork_and_call(fuzzer);
			break;
		case 2:
			if (read(fd, bytes, sizeof(bytes)) > 0 ||
			    write(fd, bytes, sizeof(bytes)) > 0)
				fail("the device was read or written");
			break;
		case 3:
			bind_to((int)below(fuzzer, 2));
			break;
		case 4:
			if (mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0) != MAP_FAILED)
				fail("the device was mapped");
			break;
		default:
			call(fuzzer);
		}
	}
	return NULL;
}

static void take_signal(int number)
{
	(void)number;
}

static void run_process(struct fuzzer *fuzzer)
{
	const struct sigaction action = {.sa_handler = take_signal};
	struct fuzzer each[THREADS];
	pthread_t threads[THREADS];

	/* A due time may be centuries away. */
	sigaction(SIGALRM, &action, NULL);
	ualarm(3000, 3000);
	bind_to((int)below(fuzzer, 2));
	for (int i = 0; i < DESCRIPTORS; i++)
		fuzzer->fds[i] = open(WHYLATE_KMOD_PATH, O_RDWR | O_CLOEXEC);
	for (int i = 0; i < THREADS; i++) {
		each[i] = *fuzzer;
		each[i].random = draw(fuzzer);
		pthread_create(&threads[i], NULL, go_on, &each[i]);
	}
	for (int i = 0; i < THREADS; i++) {
		/* Any of them may have to be woken, not only the one that takes the alarm. */
		while (pthread_tryjoin_np(threads[i], NULL) == EBUSY) {
			pthread_kill(threads[i], SIGALRM);
			usleep(2000);
		}
	}
	_exit(0);
}

/* Takes CPU 1 away for a while, again and again. */
static void run_hotplug(int64_t end_ns)
{
	while (now_ns() < end_ns) {
		for (int state = 0; state < 2; state++) {
			int fd = open("/sys/devices/system/cpu/cpu1/online",
				      O_WRONLY | O_CLOEXEC);

			if (fd < 0 || write(fd, state ? "1" : "0", 1) < 0)
				perror("cpu1/online");
			close(fd);
			usleep(state ? 400000 : 100000);
		}
	}
	_exit(0);
}

int main(int argc, char **argv)
{
	uint64_t *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
				MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct fuzzer fuzzer = {.calls = &shared[0], .successes = &shared[1]};
	int status, bad = 0;

	if (argc != 3)
		return 2;
	fuzzer.end_ns = now_ns() + atoll(argv[1]) * 1000 * MS;
	fuzzer.random = strtoull(argv[2], NULL, 10);
	for (int i = 0; i < PROCESSES; i++) {
		fuzzer.random = draw(&fuzzer);
		if (!fork())
			run_process(&fuzzer);
	}
	if (!fork())
		run_hotplug(fuzzer.end_ns);
	while (wait(&status) > 0)
		bad += status != 0;
	printf("%llu calls, %llu with success, %d processes failed\n",
	       (unsigned long long)shared[0], (unsigned long long)shared[1], bad);
	/* One that never comes through tries nothing. */
	return bad || shared[1] < 100;
}
