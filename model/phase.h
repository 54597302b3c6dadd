/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a wake-up consists of, in its order. */
#ifndef MODEL_PHASE_H
#define MODEL_PHASE_H

enum phase {
	PHASE_PENDING,   /* the timer has expired, its interrupt is not taken yet */
	PHASE_INTERRUPT, /* from the vector to the timer's handler */
	PHASE_TIMER,     /* the timer's handler, and back out of the interrupt */
	PHASE_SCHEDULER, /* from the decision to switch to the task's own kernel stack */
	PHASE_RETURN,    /* out of the system call that slept */
	PHASE_CLOCK,     /* reading the clock, to the marker */
	PHASES,
};

extern const char *const phase_names[PHASES];

#endif
