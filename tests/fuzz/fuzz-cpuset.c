/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whatever cpuset_parse() accepts, written out, reads back equal. */
#include "base/cpuset.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	CLEANUP(scope_free) char *text = fuzz_text(bytes, count);
	CLEANUP(str_free) struct str written = {0};
	struct cpuset set = {.word = {1}}, back;
	struct err err = {0};
	int members = 0;

	if (cpuset_parse(text, &set, &err) < 0) {
		require(err.kind == ERR_INPUT && err.text[0]);
		require(cpuset_count(&set) == 1 && cpuset_has(&set, 0));
		return 0;
	}
	for (int cpu = cpuset_next(&set, 0); cpu >= 0; cpu = cpuset_next(&set, cpu + 1)) {
		require(cpuset_has(&set, cpu));
		members++;
	}
	require(members == cpuset_count(&set));
	cpuset_add_text(&written, &set);
	if (!members)
		return 0;
	require(cpuset_parse(str_text(&written), &back, &err) == 0);
	require(cpuset_equal(&set, &back));
	return 0;
}
