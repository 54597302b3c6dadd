/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One sink that tells several, in their order. */
#ifndef RUN_TEE_H
#define RUN_TEE_H

#include "run/record.h"

enum { TEE_SINKS = 4 };

struct run_tee {
	struct run_sink sinks[TEE_SINKS];
	uint32_t count;
	/* Around each call, when others look at what the sinks keep; NULL: nothing. */
	void (*lock)(void *self);
	void (*unlock)(void *self);
	void *self; /* of these two */
};

/* What none of them wants, it does not want either. The tee must outlive the sink. */
struct run_sink run_tee_sink(struct run_tee *tee);

#endif
