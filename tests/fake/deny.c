/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs a command whose kernel refuses some system calls: a stand-in for an old kernel or a
 * container. Usage: deny {ERRNO NAME[,NAME...]}... -- COMMAND [ARGUMENT...]
 * Knows only the calls of its own architecture, and only those of its tables.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Not in the headers of every distribution; these numbers are every architecture's. */
#ifndef SYS_clone3
#define SYS_clone3 435
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#ifndef SYS_faccessat2
#define SYS_faccessat2 439
#endif
#ifndef SYS_openat2
#define SYS_openat2 437
#endif

static const struct {
	const char *name;
	uint32_t number;
	uint32_t flags; /* not 0: only when the first argument has one of them */
} calls[] = {
	{"clock_nanosleep", SYS_clock_nanosleep, 0},
	{"clone3", SYS_clone3, 0},
	{"close_range", SYS_close_range, 0},
	{"eventfd2", SYS_eventfd2, 0},
	{"faccessat2", SYS_faccessat2, 0},
	{"openat2", SYS_openat2, 0},
	{"fallocate", SYS_fallocate, 0},
	{"fcntl", SYS_fcntl, 0},
	{"fdatasync", SYS_fdatasync, 0},
	{"getrandom", SYS_getrandom, 0},
	{"membarrier", SYS_membarrier, 0},
	{"memfd_create", SYS_memfd_create, 0},
	{"mlockall", SYS_mlockall, 0},
	{"mlockall-onfault", SYS_mlockall, MCL_ONFAULT},
	{"prctl", SYS_prctl, 0},
	{"rseq", SYS_rseq, 0},
	{"sched_getaffinity", SYS_sched_getaffinity, 0},
	{"sched_getscheduler", SYS_sched_getscheduler, 0},
	{"sched_setaffinity", SYS_sched_setaffinity, 0},
	{"sched_setattr", SYS_sched_setattr, 0},
	{"sched_setscheduler", SYS_sched_setscheduler, 0},
	{"signalfd4", SYS_signalfd4, 0},
	{"statx", SYS_statx, 0},
	{"timerfd_create", SYS_timerfd_create, 0},
	{"unshare", SYS_unshare, 0},
};

static const struct {
	const char *name;
	uint32_t number;
} errors[] = {
	{"EINVAL", EINVAL},         {"ENOSYS", ENOSYS}, {"ENOSPC", ENOSPC},
	{"EOPNOTSUPP", EOPNOTSUPP}, {"EPERM", EPERM},
};

enum {
	CALLS = sizeof(calls) / sizeof(calls[0]),
	ERRORS = sizeof(errors) / sizeof(errors[0])
};

struct program {
	struct sock_filter steps[256];
	unsigned short count;
};

static void add(struct program *program, uint16_t code, uint32_t value, uint8_t if_true,
		uint8_t if_false)
{
	program->steps[program->count++] =
		(struct sock_filter){code, if_true, if_false, value};
}

/* if (number [and flags of the first argument]) return error; */
static void add_call(struct program *program, size_t call, uint32_t error)
{
	const uint32_t low_half = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0;
	const uint32_t argument = offsetof(struct seccomp_data, args) + low_half;

	add(program, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr), 0, 0);
	add(program, BPF_JMP | BPF_JEQ | BPF_K, calls[call].number, 0,
	    calls[call].flags ? 3 : 1);
	if (calls[call].flags) {
		add(program, BPF_LD | BPF_W | BPF_ABS, argument, 0, 0);
		add(program, BPF_JMP | BPF_JSET | BPF_K, calls[call].flags, 0, 1);
	}
	add(program, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error, 0, 0);
}

static int find_error(const char *name)
{
	for (size_t i = 0; i < ERRORS; i++)
		if (!strcmp(errors[i].name, name))
			return (int)errors[i].number;
	return -1;
}

/* -1: a name that is not in the table, or too many of them. */
static int add_calls(struct program *program, char *names, int error)
{
	for (char *name = strtok(names, ","); name; name = strtok(NULL, ",")) {
		size_t call = 0;

		while (call < CALLS && strcmp(calls[call].name, name) != 0)
			call++;
		if (call == CALLS || error < 0 || program->count > 240) {
			fprintf(stderr, "deny: cannot refuse %s\n", name);
			return -1;
		}
		add_call(program, call, (uint32_t)error);
	}
	return 0;
}

int main(int argc, char **argv)
{
	static struct program program;
	struct sock_fprog filter;
	int at = 1;

	for (; at + 1 < argc && strcmp(argv[at], "--") != 0; at += 2)
		if (add_calls(&program, argv[at + 1], find_error(argv[at])) < 0)
			return 125;
	if (at + 1 >= argc) {
		fputs("usage: deny {ERRNO NAME[,NAME...]}... -- COMMAND [ARGUMENT...]\n",
		      stderr);
		return 125;
	}
	add(&program, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
	filter = (struct sock_fprog){program.count, program.steps};
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) < 0) {
		perror("deny: seccomp");
		return 125;
	}
	execvp(argv[at + 1], argv + at + 1);
	perror(argv[at + 1]);
	return 127;
}
