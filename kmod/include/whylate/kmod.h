/* SPDX-License-Identifier: (GPL-2.0 WITH Linux-syscall-note) OR MIT */
/*
 * What the kernel module whylate.ko and a program say to each other, over the
 * descriptor of an opened /dev/whylate. Structures have the same layout for 32 and 64
 * bits. What is reserved is 0 in the question; anything else is refused with EINVAL, so
 * that it can get a meaning later. Opening needs CAP_SYS_ADMIN.
 *
 * An open descriptor is one chain of activations on one CPU: a timer interrupt, a
 * kernel thread, the calling task. Each stamps CLOCK_MONOTONIC when it begins to run.
 * There is one due time at a time, so nothing can overflow or get lost.
 */
#ifndef WHYLATE_KMOD_H
#define WHYLATE_KMOD_H

#include <linux/ioctl.h>
#include <linux/types.h>

#define WHYLATE_KMOD_PATH "/dev/whylate"
#define WHYLATE_KMOD_VERSION 1

/*
 * Once for a descriptor: makes the timer and the thread, SCHED_FIFO, bound to the CPU.
 * Its priority is the caller's business, as for any thread: sched_setscheduler(2) on
 * thread_tid. EPROTO: another version, and version is the module's. ENODEV: the CPU is
 * not online. EBUSY: was done before.
 */
struct whylate_kmod_setup {
	__u32 version; /* WHYLATE_KMOD_VERSION */
	__u32 cpu;
	__s32 thread_tid; /* answer, in the caller's PID namespace; 0: not there */
	__u32 reserved[5];
};

/*
 * Sleeps until due_ns of CLOCK_MONOTONIC, by the timer and the thread. The caller must
 * run on the chain's CPU and on no other (EXDEV). EINTR: a signal came before the
 * timer, which is cancelled; once it has fired the call always succeeds. EBUSY: another
 * task waits with this descriptor. ENODEV: the CPU has been offline since SETUP (a
 * suspend does not count). ENOTCONN: no SETUP yet.
 */
struct whylate_kmod_wait {
	__s64 due_ns;
	/* Answers. */
	__s64 irq_ns;    /* the timer's interrupt handler began */
	__s64 thread_ns; /* the kernel thread began */
	__u64 sequence;  /* 1 for the chain's first activation */
};

/*
 * What the chain has done so far. When nobody waits (EBUSY else), armed is fired +
 * cancelled, and fired, threads and woken are equal.
 */
struct whylate_kmod_counts {
	__u64 armed;
	__u64 cancelled; /* by a signal, or since the CPU went offline */
	__u64 fired;     /* the interrupt handler ran */
	__u64 threads;   /* the thread ran */
	__u64 woken;     /* WAIT returned with an activation */
	__u64 strays;    /* the interrupt handler ran on another CPU */
	__u64 reserved[2];
};

/*
 * The registers of the cache controller L2C-310 that the device tree names, read once,
 * in the order of their offsets. Needs no SETUP. ENODEV: there is none.
 */
#define WHYLATE_KMOD_L2C310_ROOM 48

struct whylate_kmod_register {
	__u32 offset; /* from base, in bytes */
	__u32 value;
};

struct whylate_kmod_l2c310 {
	__u64 base;  /* physical address */
	__u32 count; /* registers that follow; the rest is 0 */
	__u32 reserved;
	struct whylate_kmod_register registers[WHYLATE_KMOD_L2C310_ROOM];
};

#define WHYLATE_KMOD_SETUP _IOWR('W', 0xe0, struct whylate_kmod_setup)
#define WHYLATE_KMOD_WAIT _IOWR('W', 0xe1, struct whylate_kmod_wait)
#define WHYLATE_KMOD_COUNTS _IOR('W', 0xe2, struct whylate_kmod_counts)
#define WHYLATE_KMOD_L2C310 _IOR('W', 0xe3, struct whylate_kmod_l2c310)

#endif
