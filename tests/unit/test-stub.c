/* SPDX-License-Identifier: GPL-2.0-or-later */
/* l2c310/stub.c and zimage.c: making, reading and removing the page, and files that are none. */
#include "l2c310/stub.h"

#include "base/bytes.h"
#include "l2c310/zimage.h"
#include "test.h"

enum { KERNEL_BYTES = 3000 };

/* A file that looks like a zImage and has text in it. */
static void make_kernel(struct str *out, size_t bytes)
{
	uint8_t *at = (uint8_t *)str_reserve(out, bytes);

	for (size_t i = 0; i < bytes; i++)
		at[i] = (uint8_t)(i * 7);
	put_u32(at + ZIMAGE_MAGIC_AT, ZIMAGE_MAGIC);
	put_u32(at + ZIMAGE_START_AT, 0);
	put_u32(at + ZIMAGE_END_AT, (uint32_t)bytes);
	put_u32(at + ZIMAGE_ORDER_AT, ZIMAGE_ORDER);
	out->length += bytes;
}

static void made_read_and_removed(void)
{
	CLEANUP(str_free) struct str kernel = {0}, stubbed = {0}, back = {0};
	struct err err = {0};
	struct zimage zimage;
	struct stub stub;

	make_kernel(&kernel, KERNEL_BYTES);
	CHECK_INT(stub_make(&stubbed, stub_board_find("zynq"), 1, kernel.text,
			    kernel.length, &err),
		  0);
	CHECK_INT(stubbed.length, KERNEL_BYTES + STUB_BYTES);
	/* To a boot loader it is a zImage again, of both lengths. */
	CHECK_INT(zimage_look(&zimage, stubbed.text, stubbed.length, &err), 0);
	CHECK_INT(zimage.bytes, KERNEL_BYTES + STUB_BYTES);
	CHECK_INT(stub_read(&stub, stubbed.text, stubbed.length, &err), 0);
	CHECK_INT(stub.field, 1);
	CHECK_TEXT(stub.board->name, "zynq");
	CHECK_INT(stub.code_is_ours && stub.image_is_whole, 1);
	CHECK_INT(stub_remove(&back, stubbed.text, stubbed.length, &err), 0);
	CHECK_INT(back.length, kernel.length);
	CHECK_INT(memcmp(back.text, kernel.text, kernel.length), 0);
}

/* What comes behind the kernel stays, and is not in the header's length. */
static void device_tree_behind(void)
{
	static const uint8_t tree[16] = {0xd0, 0x0d, 0xfe, 0xed, 0, 0, 0, 12};
	CLEANUP(str_free) struct str kernel = {0}, stubbed = {0};
	struct err err = {0};
	struct zimage zimage;

	make_kernel(&kernel, KERNEL_BYTES);
	str_add_bytes(&kernel, tree, sizeof(tree));
	CHECK_INT(stub_make(&stubbed, stub_boards, 2, kernel.text, kernel.length, &err),
		  0);
	CHECK_INT(zimage_look(&zimage, stubbed.text, stubbed.length, &err), 0);
	CHECK_INT(zimage.bytes, KERNEL_BYTES + STUB_BYTES);
	CHECK_INT(zimage.tree_bytes, 12);
	CHECK_INT(zimage.more_bytes, 4);
}

/* Any byte that is changed is noticed: in the page, or in the kernel. */
static void every_change_is_seen(void)
{
	CLEANUP(str_free) struct str kernel = {0}, stubbed = {0}, back = {0};
	struct err err = {0};
	struct stub stub;

	make_kernel(&kernel, 200);
	CHECK_INT(stub_make(&stubbed, stub_boards, 1, kernel.text, kernel.length, &err),
		  0);
	for (size_t i = 0; i < stubbed.length; i++) {
		bool is_good;

		stubbed.text[i] ^= 0x10;
		is_good = stub_read(&stub, stubbed.text, stubbed.length, &err) == 0 &&
			  stub.code_is_ours && stub.image_is_whole && stub.board;
		if (is_good)
			test_check_int(__FILE__, __LINE__, "changed byte", (int64_t)i,
				       -1);
		stubbed.text[i] ^= 0x10;
	}
	CHECK_INT(stub_remove(&back, stubbed.text, stubbed.length - 1, &err), -1);
	CHECK_INT(back.length, 0);
}

static void each_shorter_file_is_refused(void)
{
	CLEANUP(str_free) struct str kernel = {0}, stubbed = {0};
	struct err err = {0};

	make_kernel(&kernel, 300);
	for (size_t bytes = 0; bytes < kernel.length; bytes++)
		CHECK_INT(stub_make(&stubbed, stub_boards, 1, kernel.text, bytes, &err),
			  -1);
	CHECK_INT(stubbed.length, 0);
}

/* Addresses are where the Cortex-A9 and its controllers have them; names are unique. */
static void boards(void)
{
	for (const struct stub_board *board = stub_boards; board->name; board++) {
		CHECK_INT(board->peripherals & 0x1fff, 0);
		CHECK_INT(board->controller & 0xfff, 0);
		CHECK_INT(stub_board_find(board->name) == board, 1);
		CHECK_INT(*board->what != '\0', 1);
	}
	CHECK_INT(stub_board_find("none") == NULL, 1);
}

static const struct test tests[] = {
	{"made, read and removed", made_read_and_removed},
	{"device tree behind", device_tree_behind},
	{"every change is seen", every_change_is_seen},
	{"each shorter file is refused", each_shorter_file_is_refused},
	{"boards", boards},
};
TEST_MAIN(tests)
