/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whatever a log holds, what is found in it is within its bounds and has words. */
#include "l2c310/boot-log.h"

#include <string.h>

#include "base/scope.h"
#include "fuzz.h"
#include "l2c310/decode.h"
#include "l2c310/write-allocate.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	CLEANUP(scope_free) char *text = fuzz_text(bytes, count);
	struct l2c_write_allocate_state state;
	struct l2c_log log, again;

	l2c_log_scan(&log, text, count);
	l2c_log_scan(&again, text, count);
	require(!memcmp(&log, &again, sizeof(log)));
	require(memchr(log.name, '\0', sizeof(log.name)));
	require(log.errata_count <= L2C_LOG_ERRATA && log.ways <= 32);
	for (size_t i = 0; i < L2C_LOG_NOTES; i++)
		require(memchr(log.notes[i], '\0', sizeof(log.notes[i])));
	require(log.found || (!log.has_id && !log.has_aux && !log.has_size));
	state = l2c_write_allocate_in(&log);
	require(state.why && state.why[0]);
	require(state.in_force == L2C_ANSWER_UNKNOWN || log.has_aux);
	require(l2c_write_allocate_word(state.state) && l2c_answer_word(state.in_force));
	require(log.policy == L2C_POLICY_UNKNOWN || l2c_policy_name(log.policy));
	return 0;
}
