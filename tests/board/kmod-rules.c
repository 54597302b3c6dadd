/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Holds the kernel module to include/whylate/kmod.h: what it refuses and how, what an
 * activation is, what a signal, a second task, a closed descriptor, an offline CPU and a
 * suspend do. Needs two CPUs. Prints each rule that is broken; 0 when none is.
 */
#include "kmod.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

static int broken;

static void check(int is_so, const char *rule, int line)
{
	if (is_so)
		return;
	printf("line %d: %s\n", line, rule);
	broken++;
}

#define CHECK(condition) check((condition), #condition, __LINE__)
/* The call fails with that errno. */
#define CHECK_ERROR(error, call) \
	check(((errno = 0), (call) == -1) && errno == (error), #error " " #call, __LINE__)

static int write_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t written = fd < 0 ? -1 : write(fd, text, strlen(text));

	if (fd >= 0)
		close(fd);
	return written < 0 ? -1 : 0;
}

/* Until the task has gone to sleep, as one does that waits for its activation; or has ended. */
static void wait_until_asleep(pid_t task)
{
	char path[64], text[256], state = 'R';

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)task);
	for (int i = 0; i < 3000 && state != 'S'; i++) {
		FILE *file = fopen(path, "re");

		if (!file)
			return;
		if (fgets(text, sizeof(text), file) && strrchr(text, ')'))
			state = strrchr(text, ')')[2];
		fclose(file);
		usleep(10000);
	}
	CHECK(state == 'S');
}

static void refuses_strangers(void)
{
	int status = -1;
	pid_t child = fork();

	if (!child) {
		/* CAP_SYS_ADMIN is 21. */
		prctl(PR_CAPBSET_DROP, 21, 0, 0, 0);
		if (chmod(WHYLATE_KMOD_PATH, 0666) || setuid(65534))
			_exit(2);
		_exit(open(WHYLATE_KMOD_PATH, O_RDWR) >= 0 || errno != EPERM);
	}
	waitpid(child, &status, 0);
	CHECK(status == 0);
	chmod(WHYLATE_KMOD_PATH, 0600);
}

static void refuses_what_it_does_not_know(void)
{
	int fd = open(WHYLATE_KMOD_PATH, O_RDWR | O_CLOEXEC);
	char bytes[64];

	CHECK_ERROR(ENOTTY, ioctl(fd, _IO('W', 0xe0), 0));
	CHECK_ERROR(ENOTTY, ioctl(fd, _IOWR('W', 0xe1, int), bytes));
	CHECK_ERROR(ENOTTY, ioctl(fd, 0, 0));
	CHECK_ERROR(EFAULT, ioctl(fd, WHYLATE_KMOD_SETUP, NULL));
	CHECK_ERROR(EFAULT, ioctl(fd, WHYLATE_KMOD_WAIT, (void *)1));
	CHECK_ERROR(EFAULT, ioctl(fd, WHYLATE_KMOD_COUNTS, (void *)-8L));
	CHECK_ERROR(EINVAL, read(fd, bytes, sizeof(bytes)));
	CHECK_ERROR(EINVAL, write(fd, bytes, sizeof(bytes)));
	CHECK(mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0) == MAP_FAILED);
	CHECK_ERROR(ESPIPE, lseek(fd, 0, SEEK_SET));
	close(fd);
}

static void checks_setup(void)
{
	struct whylate_kmod_setup setup = {.version = WHYLATE_KMOD_VERSION + 1};
	struct whylate_kmod_wait wait;
	int fd = open(WHYLATE_KMOD_PATH, O_RDWR | O_CLOEXEC);

	CHECK(wait_for(fd, 0, &wait) == ENOTCONN);
	CHECK_ERROR(EPROTO, ioctl(fd, WHYLATE_KMOD_SETUP, &setup));
	CHECK(setup.version == WHYLATE_KMOD_VERSION);
	for (int i = 0; i < 5; i++) {
		setup.reserved[i] = 1;
		CHECK_ERROR(EINVAL, ioctl(fd, WHYLATE_KMOD_SETUP, &setup));
		setup.reserved[i] = 0;
	}
	setup.cpu = 100000;
	CHECK_ERROR(ENODEV, ioctl(fd, WHYLATE_KMOD_SETUP, &setup));
	setup.cpu = UINT32_MAX;
	CHECK_ERROR(ENODEV, ioctl(fd, WHYLATE_KMOD_SETUP, &setup));
	setup.cpu = 0;
	CHECK(ioctl(fd, WHYLATE_KMOD_SETUP, &setup) == 0);
	CHECK(setup.thread_tid > 1 && sched_getscheduler(setup.thread_tid) == SCHED_FIFO);
	CHECK_ERROR(EBUSY, ioctl(fd, WHYLATE_KMOD_SETUP, &setup));
	close(fd);
	/* It has stopped; its last steps may take a moment. */
	for (int i = 0; i < 100 && sched_getscheduler(setup.thread_tid) >= 0; i++)
		usleep(10000);
	CHECK_ERROR(ESRCH, sched_getscheduler(setup.thread_tid));
}

static int has_balance(int fd, uint64_t woken)
{
	struct whylate_kmod_counts counts;

	memset(&counts, 0x5a, sizeof(counts));
	return ioctl(fd, WHYLATE_KMOD_COUNTS, &counts) == 0 &&
	       counts.armed == counts.fired + counts.cancelled &&
	       counts.fired == counts.threads && counts.threads == counts.woken &&
	       counts.woken == woken && !counts.strays && !counts.reserved[0] &&
	       !counts.reserved[1];
}

static void orders_the_stages(void)
{
	struct whylate_kmod_wait wait;
	int fd = open_chain(1);

	CHECK(wait_for(fd, now_ns(), &wait) == EXDEV);
	bind_to(0);
	CHECK(wait_for(fd, now_ns(), &wait) == EXDEV);
	bind_to(1);
	CHECK(wait_for(fd, -1, &wait) == EINVAL);
	for (uint64_t i = 1; i <= 500; i++) {
		/* Every third time has passed already. */
		int64_t due_ns = now_ns() + (i % 3 ? MS : -MS);

		CHECK(wait_for(fd, due_ns, &wait) == 0);
		CHECK(due_ns <= wait.irq_ns && wait.irq_ns <= wait.thread_ns &&
		      wait.thread_ns <= now_ns());
		CHECK(wait.sequence == i && wait.due_ns == due_ns);
	}
	CHECK(wait_for(fd, 0, &wait) == 0);
	CHECK(has_balance(fd, 501));
	close(fd);
}

static void take_signal(int number)
{
	(void)number;
}

static void ends_at_a_signal(void)
{
	const struct sigaction action = {.sa_handler = take_signal};
	struct whylate_kmod_wait wait;
	int fd = open_chain(1);

	sigaction(SIGALRM, &action, NULL);
	/* It comes again, should the first one be there before the wait. */
	for (int i = 0; i < 20; i++) {
		ualarm(5000, 5000);
		CHECK(wait_for(fd, INT64_MAX, &wait) == EINTR);
		ualarm(0, 0);
	}
	CHECK(has_balance(fd, 0));
	CHECK(wait_for(fd, now_ns() + MS, &wait) == 0 && wait.sequence == 1);
	CHECK(has_balance(fd, 1));
	close(fd);
}

static void serves_one_task_at_a_time(void)
{
	struct whylate_kmod_counts counts;
	struct whylate_kmod_wait wait;
	int fd = open_chain(1), status;
	pid_t child = fork();

	if (!child) {
		wait_for(fd, INT64_MAX, &wait);
		_exit(1);
	}
	wait_until_asleep(child);
	CHECK(wait_for(fd, now_ns(), &wait) == EBUSY);
	CHECK_ERROR(EBUSY, ioctl(fd, WHYLATE_KMOD_COUNTS, &counts));
	kill(child, SIGKILL);
	waitpid(child, &status, 0);
	CHECK(WIFSIGNALED(status));
	CHECK(wait_for(fd, now_ns(), &wait) == 0 && has_balance(fd, 1));
	close(fd);
}

struct waiter {
	_Atomic pid_t task; /* 0: not yet */
	int fd, error;
	int64_t due_ns;
	struct whylate_kmod_wait wait;
};

static void *wait_in_thread(void *argument)
{
	struct waiter *waiter = argument;

	bind_to(1);
	waiter->task = gettid();
	waiter->error = wait_for(waiter->fd, waiter->due_ns, &waiter->wait);
	return NULL;
}

/* Begins to wait for waiter->due_ns on CPU 1. */
static pthread_t start_waiter(struct waiter *waiter)
{
	pthread_t thread;

	pthread_create(&thread, NULL, wait_in_thread, waiter);
	while (!waiter->task)
		usleep(1000);
	wait_until_asleep(waiter->task);
	return thread;
}

static void lasts_while_somebody_waits(void)
{
	struct waiter waiter = {.fd = open_chain(1), .due_ns = now_ns() + 1000 * MS};
	pthread_t thread = start_waiter(&waiter);

	close(waiter.fd);
	pthread_join(thread, NULL);
	CHECK(waiter.error == 0 && waiter.wait.irq_ns >= waiter.due_ns);
}

static void ends_with_its_cpu(void)
{
	static const char online[] = "/sys/devices/system/cpu/cpu1/online";
	struct waiter waiter = {.fd = open_chain(1), .due_ns = INT64_MAX};
	struct whylate_kmod_wait wait;
	pthread_t thread;
	int idle = open_chain(1), fd;

	bind_to(0);
	thread = start_waiter(&waiter);
	CHECK(write_text(online, "0") == 0);
	pthread_join(thread, NULL);
	CHECK(waiter.error == ENODEV);
	CHECK_ERROR(ENODEV, open_chain(1));
	CHECK(write_text(online, "1") == 0);
	bind_to(1);
	CHECK(wait_for(waiter.fd, now_ns(), &wait) == ENODEV);
	CHECK(wait_for(idle, now_ns(), &wait) == ENODEV);
	CHECK(has_balance(waiter.fd, 0) && has_balance(idle, 0));
	fd = open_chain(1);
	CHECK(wait_for(fd, now_ns(), &wait) == 0 && has_balance(fd, 1));
	close(fd);
	close(idle);
	close(waiter.fd);
}

/* As far as a kernel can try it without help from outside: all but the sleep itself. */
static void survives_a_suspend(void)
{
	struct waiter waiter = {.fd = open_chain(1)};
	struct whylate_kmod_wait wait;
	pthread_t thread;

	if (write_text("/sys/power/pm_test", "processors") < 0) {
		puts("not tried: a suspend, since this kernel has no /sys/power/pm_test");
		close(waiter.fd);
		return;
	}
	bind_to(0);
	waiter.due_ns = now_ns() + 1000 * MS;
	thread = start_waiter(&waiter);
	if (write_text("/sys/power/state", "mem") < 0 &&
	    write_text("/sys/power/state", "freeze") < 0)
		puts("not tried: a suspend, which this machine refuses");
	pthread_join(thread, NULL);
	write_text("/sys/power/pm_test", "none");
	CHECK(waiter.error == 0 && waiter.wait.irq_ns >= waiter.due_ns);
	bind_to(1);
	CHECK(wait_for(waiter.fd, now_ns(), &wait) == 0 && has_balance(waiter.fd, 2));
	close(waiter.fd);
}

static void print_l2c310(void)
{
	struct whylate_kmod_l2c310 answer;
	int fd = open(WHYLATE_KMOD_PATH, O_RDWR | O_CLOEXEC);

	memset(&answer, 0x5a, sizeof(answer));
	if (ioctl(fd, WHYLATE_KMOD_L2C310, &answer) < 0) {
		printf("l2c310: %s\n", strerror(errno));
		close(fd);
		return;
	}
	CHECK(answer.count <= WHYLATE_KMOD_L2C310_ROOM && !answer.reserved);
	for (uint32_t i = answer.count; i < WHYLATE_KMOD_L2C310_ROOM; i++)
		CHECK(!answer.registers[i].offset && !answer.registers[i].value);
	printf("l2c310: base %llx", (unsigned long long)answer.base);
	for (uint32_t i = 0; i < answer.count; i++)
		printf(" %x=%x", answer.registers[i].offset, answer.registers[i].value);
	printf("\n");
	close(fd);
}

int main(void)
{
	refuses_strangers();
	refuses_what_it_does_not_know();
	checks_setup();
	orders_the_stages();
	ends_at_a_signal();
	serves_one_task_at_a_time();
	lasts_while_somebody_waits();
	ends_with_its_cpu();
	survives_a_suspend();
	print_l2c310();
	printf("%d rules broken\n", broken);
	return broken != 0;
}
