/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is compared: settings of the L2C-310. A kind of policy is a row in policy.c. */
#ifndef MODEL_POLICY_H
#define MODEL_POLICY_H

#include "base/err.h"
#include "model/parameters.h"

enum { POLICIES_MAX = 4, POLICY_NAME_MAX = 40 };

struct policy {
	char name[POLICY_NAME_MAX];
	uint32_t aux_ctrl;
	bool fixes_lockdown;
	uint16_t locked_data, locked_instructions,
		locked_masters; /* ways, as in the register */
};

/* Who brings lines in: the owners of model/cache.h. */
enum owner {
	OWNER_TASK,        /* the measuring task itself */
	OWNER_TASK_KERNEL, /* the kernel while that task runs */
	OWNER_LOAD_STORES, /* any other program */
	OWNER_LOAD_READS,
	OWNER_LOAD_CODE,
	OWNER_COPIES, /* the kernel's copying and clearing */
	OWNER_KERNEL, /* the kernel otherwise */
	OWNER_MASTERS,
	OWNERS,
};

extern const char *const owner_names[OWNERS];

/* "wa-on", "wa-off", "lockdown=DATA:INSTRUCTIONS[:MASTERS]" on top of the parameters' AUX_CTRL. */
int policy_parse(struct policy *policy, const char *text, size_t length,
		 const struct parameters *parameters, struct err *err);

/* A list with commas; returns how many, or -1. */
int policies_parse(struct policy policies[POLICIES_MAX], const char *text,
		   const struct parameters *parameters, struct err *err);

#endif
