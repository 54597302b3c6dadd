/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A model's trace: whatever is read can be explained, and its parts add up. The last line is put
 * right first, or nothing but luck would come past the checksum.
 */
#include "base/crc32c.h"
#include "fuzz.h"
#include "modelled/explain.h"
#include "report/model-doc.h"

static void check(const struct model_trace *trace)
{
	CLEANUP(explain_free) struct explanation explanation;
	CLEANUP(doc_free) struct doc doc = {0};
	CLEANUP(str_free) struct str picture = {0};

	explain(&explanation, trace);
	require(explanation.wake_ups > 0);
	for (uint32_t p = 0; p < trace->policy_count; p++) {
		uint64_t sum = 0;

		for (uint32_t i = 0; i < trace->costs.count; i++)
			sum += explanation.policy[p].by_cost[i];
		require(sum == explanation.policy[p].total_ps);
	}
	model_doc(&doc, &explanation, "trace");
	model_svg(&picture, &explanation);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	CLEANUP(str_free) struct str text = {0};
	struct model_trace trace;
	struct err err = {0};
	uint64_t lines = 0;

	str_add_bytes(&text, bytes, count);
	if (count && bytes[count - 1] == '\n') {
		for (size_t i = 0; i < count; i++)
			lines += bytes[i] == '\n';
		str_addf(&text, "end %llu %08x\n", (unsigned long long)lines,
			 (unsigned int)crc32c(0, bytes, count));
	}
	if (model_trace_read(&trace, "trace", str_text(&text), text.length, &err))
		require(err.kind == ERR_INPUT && err.text[0]);
	else
		check(&trace);
	model_trace_free(&trace);
	return 0;
}
