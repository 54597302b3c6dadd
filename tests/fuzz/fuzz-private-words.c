/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Private words lie inside the text, one behind the other. */
#include "base/scope.h"
#include "capture/private-words.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	CLEANUP(scope_free) char *text = fuzz_text(bytes, count);
	struct private_walk walk = {.text = text, .end = text + count};
	struct private_word word;

	for (const char *at = text; at < walk.end; at++) {
		if (!private_word_at(&walk, at, &word))
			continue;
		require(word.length > 0 && word.kind < PRIVATE_KINDS);
		require(word.before + word.length <= (size_t)(walk.end - at));
		at += word.before + word.length - 1;
	}
	return 0;
}
