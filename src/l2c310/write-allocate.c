/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "l2c310/write-allocate.h"

#include "l2c310/decode.h"

enum l2c_write_allocate l2c_write_allocate_of(enum l2c_controller controller,
					      uint32_t aux_ctrl)
{
	static const enum l2c_write_allocate states[] = {
		L2C_WRITE_ALLOCATE_FOLLOWS_PAGES,
		L2C_WRITE_ALLOCATE_FORCED_OFF,
		L2C_WRITE_ALLOCATE_FORCED_ON,
		L2C_WRITE_ALLOCATE_FOLLOWS_PAGES,
	};

	if (controller != L2C_310 && controller != L2C_220)
		return L2C_WRITE_ALLOCATE_UNKNOWN;
	return states[aux_ctrl >> 23 & 3];
}

static struct l2c_write_allocate_state say(enum l2c_write_allocate state,
					   enum l2c_answer in_force, const char *why)
{
	return (struct l2c_write_allocate_state){state, in_force, why};
}

static struct l2c_write_allocate_state as_pages_ask(enum l2c_policy policy)
{
	static const struct {
		enum l2c_answer in_force;
		const char *why;
	} pages[] = {
		[L2C_POLICY_UNKNOWN] =
			{L2C_ANSWER_UNKNOWN,
			 "Bits 24:23 of AUX_CTRL force nothing, and no 'Memory "
			 "policy' line tells what the pages ask for"},
		[L2C_POLICY_UNCACHED] =
			{L2C_ANSWER_NO,
			 "Bits 24:23 of AUX_CTRL force nothing, and the memory "
			 "policy is uncached"},
		[L2C_POLICY_BUFFERED] =
			{L2C_ANSWER_NO,
			 "Bits 24:23 of AUX_CTRL force nothing, and the memory "
			 "policy is buffered"},
		[L2C_POLICY_WRITETHROUGH] =
			{L2C_ANSWER_NO, "Bits 24:23 of AUX_CTRL force nothing, and the "
					"memory policy is writethrough"},
		[L2C_POLICY_WRITEBACK] =
			{L2C_ANSWER_NO,
			 "Bits 24:23 of AUX_CTRL force nothing, and the memory "
			 "policy is writeback: nobody asks for it"},
		[L2C_POLICY_WRITEALLOC] =
			{L2C_ANSWER_YES, "Bits 24:23 of AUX_CTRL force nothing, and the "
					 "memory policy is writealloc"},
	};

	return say(L2C_WRITE_ALLOCATE_FOLLOWS_PAGES, pages[policy].in_force,
		   pages[policy].why);
}

static const char *why_unknown(const struct l2c_log *log)
{
	if (!log->found)
		return "The log has no line of a level 2 cache controller";
	if (l2c_log_is_empty_address(log))
		return "CACHE_ID is 0: no controller answers at the address, as in some "
		       "emulators";
	if (!log->has_aux)
		return "The log does not have AUX_CTRL";
	if (l2c_log_controller(log) == L2C_210)
		return "The L210 has a bit for it whose sense is not known here";
	return "AUX_CTRL of this controller has other bits than an L2C-310's";
}

struct l2c_write_allocate_state l2c_write_allocate_in(const struct l2c_log *log)
{
	enum l2c_controller controller = l2c_log_controller(log);
	enum l2c_write_allocate state =
		log->has_aux ? l2c_write_allocate_of(controller, log->aux_ctrl)
			     : L2C_WRITE_ALLOCATE_UNKNOWN;

	switch (state) {
	case L2C_WRITE_ALLOCATE_FORCED_OFF:
		return say(
			state, L2C_ANSWER_NO,
			"Bits 24:23 of AUX_CTRL force it off, whatever the pages ask for");
	case L2C_WRITE_ALLOCATE_FORCED_ON:
		return say(state, L2C_ANSWER_YES,
			   "Bits 24:23 of AUX_CTRL force it on for all cacheable writes");
	case L2C_WRITE_ALLOCATE_FOLLOWS_PAGES:
		return as_pages_ask(log->policy);
	case L2C_WRITE_ALLOCATE_UNKNOWN:
		break;
	}
	return say(state, L2C_ANSWER_UNKNOWN, why_unknown(log));
}

const char *l2c_write_allocate_word(enum l2c_write_allocate state)
{
	static const char *const words[] = {"unknown", "forced-off", "forced-on",
					    "follows-pages"};

	return words[state];
}

const char *l2c_answer_word(enum l2c_answer answer)
{
	static const char *const words[] = {"unknown", "yes", "no"};

	return words[answer];
}
