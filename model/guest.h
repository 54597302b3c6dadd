/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is known of the guest: where the emulated board has its devices, how Linux tells which
 * task runs, and the marker. All that is peculiar to vexpress-a9 and 32-bit Arm is here.
 */
#ifndef MODEL_GUEST_H
#define MODEL_GUEST_H

#include <stdbool.h>
#include <stdint.h>

#define GUEST_LEVEL2 UINT64_C(0x1e00a000)
#define GUEST_LEVEL2_BYTES 0x1000
/* The core's private timer counts down to 0 (Cortex-A9 MPCore TRM, DDI 0407, chapter 4). */
#define GUEST_TIMER_COUNTER UINT64_C(0x1e000604)
#define GUEST_TIMER_CONTROL UINT64_C(0x1e000608) /* bit 0: enabled */
enum { GUEST_TIMER_TICK_NS = 10 };
#define GUEST_RAM UINT64_C(0x60000000)
#define GUEST_LINEAR UINT32_C(0xc0000000) /* where Linux has the start of it */
#define GUEST_LINEAR_END UINT32_C(0xf0000000)
#define GUEST_IRQ_VECTOR UINT32_C(0xffff0018)

/* Addresses of Linux on 32-bit Arm. */
static inline bool guest_is_kernel(uint32_t vaddr)
{
	return vaddr >= UINT32_C(0xbf000000);
}

/*
 * "mcr p15, 0, Rt, c13, c0, 3" writes TPIDRURO: while the kernel runs, Linux has the running
 * task's address there. The number of Rt, or -1.
 */
static inline int guest_writes_task(uint32_t instruction)
{
	if ((instruction & 0xffff0fff) != 0xee0d0f70)
		return -1;
	return (int)(instruction >> 12 & 15);
}

/* "wfi": the processor sleeps until an interrupt is there. */
static inline bool guest_is_sleep(uint32_t instruction, bool is_thumb)
{
	return instruction == (is_thumb ? 0xbf30 : 0xe320f003);
}

/*
 * The marker: "mov r11, r11" and "mov r10, r10", which no compiler makes, in Arm and in Thumb
 * code. r0 says how late the task is, in ns.
 */
static inline bool guest_is_marker(uint32_t first, uint32_t second, bool is_thumb)
{
	if (is_thumb)
		return first == 0x46db && second == 0x46d2;
	return first == 0xe1a0b00b && second == 0xe1a0a00a;
}

#endif
