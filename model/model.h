/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The whole model behind the plugin: takes what an emulated core does, in its order, and knows
 * nothing of QEMU. Tests drive it by hand.
 */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "model/activations.h"
#include "model/guest.h"

struct model_options {
	const char *parameters; /* files' names; NULL: defaults */
	const char *policies;   /* list */
	const char *symbols;
	const char *output;
};

struct model {
	struct parameters parameters;
	struct policy policies[POLICIES_MAX];
	uint32_t policy_count;
	struct symbols symbols;
	struct core *core;
	struct trace trace;
	struct activations activations;

	bool is_up; /* a program has run: from here on time and caches are modelled */
	bool sleeps;
	uint32_t current, task; /* addresses of the running and of the measuring task */
	uint64_t timer_ticks;   /* last written to the timer */
	uint64_t ignored; /* writes to the controller that the model does not know */
};

/* Code that was translated: a run of instructions within a line. */
struct code {
	uint64_t address; /* physical */
	uint32_t vaddr;
	uint16_t instructions;
	bool is_kernel, copies, is_vector;
};

int model_open(struct model *model, const struct model_options *options, struct err *err);

/* What is known of code before it runs; address 0: where it would be in the linear map. */
struct code model_code(const struct model *model, uint32_t vaddr, uint64_t address,
		       uint32_t instructions);

/* Does it look at an access to that address? Before programs run, devices alone matter. */
static inline bool model_wants(const struct model *model, uint32_t vaddr)
{
	return model->is_up || vaddr >= GUEST_LINEAR_END;
}

void model_execute(struct model *model, const struct code *code);
void model_access(struct model *model, const struct code *code, uint64_t address,
		  uint32_t vaddr, uint32_t bytes, bool is_store);
void model_access_device(struct model *model, uint64_t address, bool is_store,
			 uint32_t value);
/* The kernel, or a program, writes TPIDRURO. */
void model_switch(struct model *model, uint32_t value);
void model_mark(struct model *model, int64_t late_ns);
/* The processor waits for an interrupt; the next code runs behind that. */
void model_sleep(struct model *model);

/* Writes the rest of the trace. */
int model_close(struct model *model, struct err *err);

#endif
