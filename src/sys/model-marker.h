/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tells the timing model (model/, boards/model) that a wake-up is over. Only a program that is
 * built for the model has it (-Dmodel_marker=true); in any other it is nothing at all.
 */
#ifndef SYS_MODEL_MARKER_H
#define SYS_MODEL_MARKER_H

#include <stdint.h>

#ifdef WHYLATE_MODEL_MARKER
#ifndef __arm__
#error "the model is one of 32-bit Arm: -Dmodel_marker=true needs such a compiler"
#endif
/* Two moves that change nothing, which the emulator looks for, with the lateness in r0. */
static inline void model_marker(int64_t late_ns)
{
	register int32_t late __asm__("r0") =
		late_ns > INT32_MAX ? INT32_MAX : (int32_t)late_ns;

	__asm__ volatile("mov r11, r11\n\tmov r10, r10" : : "r"(late) : "memory");
}
#else
static inline void model_marker(int64_t late_ns)
{
	(void)late_ns;
}
#endif

#endif
