/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whatever a file holds: what gets a stub can be read back, and removing gives the file again. */
#include "l2c310/stub.h"

#include <string.h>

#include "fuzz.h"
#include "l2c310/zimage.h"

static void check_made(const struct str *made, const uint8_t *bytes, size_t count)
{
	CLEANUP(str_free) struct str back = {0};
	struct err err = {0};
	struct zimage zimage;
	struct stub stub;

	require(stub_is_there(made->text, made->length));
	require(stub_read(&stub, made->text, made->length, &err) == 0);
	require(stub.code_is_ours && stub.image_is_whole);
	require(zimage_look(&zimage, made->text, made->length, &err) == 0);
	require(stub_remove(&back, made->text, made->length, &err) == 0);
	require(back.length == count && !memcmp(back.text, bytes, count));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	CLEANUP(str_free) struct str made = {0}, back = {0};
	struct err err = {0};
	struct stub stub;

	if (stub_make(&made, stub_boards, 1, bytes, count, &err) == 0)
		check_made(&made, bytes, count);
	else
		require(!made.length && err.text[0]);
	if (stub_read(&stub, bytes, count, &err) == 0)
		require(stub_settings[stub.field]);
	if (stub_remove(&back, bytes, count, &err) == 0)
		require(back.length == count - STUB_BYTES);
	return 0;
}
