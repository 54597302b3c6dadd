/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A system call without a call: glibc's syscall() moves every argument to another
 * register first, 12 instructions more for each sample. Returns -errno on failure.
 */
#ifndef SYS_RAW_SYSCALL_H
#define SYS_RAW_SYSCALL_H

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
static inline long syscall_4(long number, long a, long b, long c, long d)
{
	register long r10 __asm__("r10") = d;
	long result;

	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10)
			 : "rcx", "r11", "memory");
	return result;
}
#elif defined(__aarch64__)
static inline long syscall_4(long number, long a, long b, long c, long d)
{
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a;
	register long x1 __asm__("x1") = b;
	register long x2 __asm__("x2") = c;
	register long x3 __asm__("x3") = d;

	__asm__ volatile("svc 0"
			 : "+r"(x0)
			 : "r"(x8), "r"(x1), "r"(x2), "r"(x3)
			 : "memory");
	return x0;
}
#else
static inline long syscall_4(long number, long a, long b, long c, long d)
{
	long result = syscall(number, a, b, c, d);

	return result < 0 ? -errno : result;
}
#endif

#endif
