/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An LD_PRELOAD library that wakes any program's periodic threads by a script, so that two
 * programs can be given the very same wake-ups.
 *
 * A thread that sleeps to an absolute time of CLOCK_MONOTONIC really sleeps, but what it
 * reads from that clock afterwards, until it sleeps again, is the time it asked for plus
 * the script's next lateness. Each thread has the script from its beginning. Threads that
 * never sleep so (recorders, main threads) keep the real clock.
 *
 * The script: lateness k is made of splitmix64(k), with the period in
 * $SCRIPTED_CLOCK_PERIOD (ns, 1000000 by default): 90 of 100 times 1 to 300 us, 7 times a
 * fraction more than one period, 3 times a fraction more than 2 to 6 of them. Never a
 * whole number of periods: there programs may rightly differ on what was missed.
 *
 * A seccomp filter traps the system call itself, whoever makes it and how; the handler
 * sleeps for it. The clock is read through glibc, which is where it is scripted.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define NS_PER_S INT64_C(1000000000)

/* Exit status where the kernel cannot trap system calls. */
#define SCRIPT_IMPOSSIBLE 77

/* In the unused sixth argument: this sleep is the handler's own. */
#define OWN_SLEEP 0x57a7e5

#if defined(__x86_64__)
#define ARGUMENTS                                  \
	{                                          \
		REG_RDI, REG_RSI, REG_RDX, REG_R10 \
	}
#define REGISTERS(context) ((context)->uc_mcontext.gregs)
#define RESULT REG_RAX
#elif defined(__aarch64__)
#define ARGUMENTS          \
	{                  \
		0, 1, 2, 3 \
	}
#define REGISTERS(context) ((context)->uc_mcontext.regs)
#define RESULT 0
#else
#error "scripted-clock.c does not know this machine's registers"
#endif

/* Of one thread. */
static __thread __attribute__((tls_model("initial-exec"))) struct {
	uint64_t wakes;
	int64_t now_ns; /* 0: this thread has not slept to a due time yet */
} thread;

static int64_t period_ns(void)
{
	const char *text = getenv("SCRIPTED_CLOCK_PERIOD");

	return text ? strtoll(text, NULL, 10) : 1000 * 1000;
}

static uint64_t splitmix64(uint64_t k)
{
	uint64_t z = (k + 1) * UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static int64_t script_late_ns(uint64_t k)
{
	uint64_t random = splitmix64(k), kind = random % 100;
	int64_t period = period_ns();
	int64_t fraction_ns = 1 + (int64_t)((random >> 32) % (uint64_t)(period - 1));

	if (kind < 90)
		return 1000 + (int64_t)((random >> 32) % 299001);
	if (kind < 97)
		return period + fraction_ns;
	return (2 + (int64_t)(random >> 16 & 0xffff) % 5) * period + fraction_ns;
}

static void wake_up(const struct timespec *due)
{
	thread.now_ns =
		due->tv_sec * NS_PER_S + due->tv_nsec + script_late_ns(thread.wakes);
	thread.wakes++;
}

/* Instead of a clock_nanosleep. */
static void on_sleep(int number, siginfo_t *info, void *argument)
{
	static const int place[] = ARGUMENTS;
	ucontext_t *context = argument;
	int saved_errno = errno;
	long value[4], result;

	(void)number;
	(void)info;
	for (int i = 0; i < 4; i++)
		value[i] = (long)REGISTERS(context)[place[i]];
	result = syscall(SYS_clock_nanosleep, value[0], value[1], value[2], value[3], 0L,
			 (long)OWN_SLEEP);
	if (result == 0 && value[0] == CLOCK_MONOTONIC && value[1] & TIMER_ABSTIME)
		wake_up((const struct timespec *)value[2]);
	REGISTERS(context)[RESULT] = result ? -errno : 0;
	errno = saved_errno;
}

static void __attribute__((constructor)) trap_sleeps(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clock_nanosleep, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, args[5])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OWN_SLEEP, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog filter = {sizeof(code) / sizeof(code[0]), code};
	const struct sigaction action = {.sa_sigaction = on_sleep,
					 .sa_flags =
						 SA_SIGINFO | SA_NODEFER | SA_RESTART};

	if (sigaction(SIGSYS, &action, NULL) < 0 ||
	    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) < 0)
		_exit(SCRIPT_IMPOSSIBLE);
}

int clock_gettime(clockid_t id, struct timespec *now)
{
	if (id != CLOCK_MONOTONIC || !thread.now_ns)
		return (int)syscall(SYS_clock_gettime, id, now);
	now->tv_sec = thread.now_ns / NS_PER_S;
	now->tv_nsec = thread.now_ns % NS_PER_S;
	return 0;
}
