/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/policy.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* Field "force write allocate" of AUX_CTRL. */
#define FIELD (UINT32_C(3) << 23)
#define NEVER (UINT32_C(1) << 23)
#define ALWAYS (UINT32_C(2) << 23)

const char *const owner_names[OWNERS] = {
	[OWNER_TASK] = "task",
	[OWNER_TASK_KERNEL] = "task-kernel",
	[OWNER_LOAD_STORES] = "load-stores",
	[OWNER_LOAD_READS] = "load-reads",
	[OWNER_LOAD_CODE] = "load-code",
	[OWNER_COPIES] = "kernel-copies",
	[OWNER_KERNEL] = "kernel",
	[OWNER_MASTERS] = "masters",
};

/*
 * On an i.MX6Q with four cores Linux's pages ask for allocation and 00 lets them have it. On the
 * one core of the emulated board they do not ask, so that it has to be forced for the same.
 */
static const struct {
	const char *name;
	uint32_t field;
} write_allocate[] = {{"wa-on", ALWAYS}, {"wa-off", NEVER}};

/* Up to three masks of 16 ways with colons. */
static int parse_lockdown(struct policy *policy, const char *text, struct err *err)
{
	uint16_t *const masks[] = {&policy->locked_data, &policy->locked_instructions,
				   &policy->locked_masters};
	size_t count = 0;

	for (; count < 3; count++) {
		char *end;
		unsigned long mask = strtoul(text, &end, 16);

		if (end == text || mask > 0xffff || strchr("+- ", *text))
			break;
		*masks[count] = (uint16_t)mask;
		text = end;
		if (*text != ':') {
			count++;
			break;
		}
		text++;
	}
	if (count < 2 || *text)
		return err_set(
			err, ERR_INPUT,
			"policy '%s': a lockdown is DATA:INSTRUCTIONS or "
			"DATA:INSTRUCTIONS:MASTERS, masks of ways as 0xff00:0x00ff",
			policy->name);
	policy->fixes_lockdown = true;
	return 0;
}

int policy_parse(struct policy *policy, const char *text, size_t length,
		 const struct parameters *parameters, struct err *err)
{
	static const char lockdown[] = "lockdown=";

	*policy = (struct policy){
		.aux_ctrl = ((uint32_t)parameters->l2_aux_ctrl & ~FIELD) | ALWAYS};
	if (length >= sizeof(policy->name))
		return err_set(err, ERR_INPUT, "policy '%.*s...' is too long", 20, text);
	memcpy(policy->name, text, length);
	for (size_t i = 0; i < sizeof(write_allocate) / sizeof(write_allocate[0]); i++)
		if (!strcmp(policy->name, write_allocate[i].name)) {
			policy->aux_ctrl &= ~FIELD;
			policy->aux_ctrl |= write_allocate[i].field;
			return 0;
		}
	if (str_starts(policy->name, lockdown))
		return parse_lockdown(policy, policy->name + strlen(lockdown), err);
	return err_set(err, ERR_INPUT,
		       "no policy '%s'; they are: wa-on, wa-off, "
		       "lockdown=DATA:INSTRUCTIONS",
		       policy->name);
}

int policies_parse(struct policy policies[POLICIES_MAX], const char *text,
		   const struct parameters *parameters, struct err *err)
{
	int count = 0;

	for (;;) {
		size_t length = strcspn(text, ",");

		if (count == POLICIES_MAX)
			return err_set(err, ERR_INPUT, "more than %d policies",
				       POLICIES_MAX);
		if (policy_parse(&policies[count], text, length, parameters, err))
			return -1;
		for (int i = 0; i < count; i++)
			if (!strcmp(policies[i].name, policies[count].name))
				return err_set(err, ERR_INPUT, "policy '%s' comes twice",
					       policies[count].name);
		count++;
		if (!text[length])
			return count;
		text += length + 1;
	}
}
