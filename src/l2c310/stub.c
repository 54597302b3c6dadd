/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The page, by offset: code and zImage header (stub.S), and what is filled in:
 *   0x2c  bytes of page and zImage, as the zImage's own header has it: what boot loaders
 *         reserve. A device tree behind the zImage is not in it, there as here.
 *   0x40  "whylate0": ours, and the version of this layout
 *   0x48  what goes into bits 24:23
 *   0x4c  CBAR that must be there       0x50  address of the controller
 *   0x54  bytes of the file behind      0x58  their CRC-32C
 * The kernel's header may point to further tags (0x34); the page's does not, and kexec then
 * guesses the kernel's size with a reserve, as it does for kernels before 4.15.
 */
#include "l2c310/stub.h"

#include <string.h>

#include "base/bytes.h"
#include "base/crc32c.h"
#include "l2c310/stub-code.h"
#include "l2c310/zimage.h"

enum {
	MARK_AT = 0x40,
	VERSION_AT = 0x47,
	FIELD_AT = 0x48,
	PERIPHERALS_AT = 0x4c,
	CONTROLLER_AT = 0x50,
	IMAGE_BYTES_AT = 0x54,
	IMAGE_CRC_AT = 0x58,
};

#define MARK "whylate"
#define VERSION '0'

const char *const stub_settings[] = {"default", "off", "on", NULL};

static const uint32_t field_max = 2;

bool stub_is_there(const void *file, size_t bytes)
{
	const uint8_t *at = file;

	return bytes >= ZIMAGE_HEAD_BYTES + sizeof(MARK) &&
	       get_u32(at + ZIMAGE_MAGIC_AT) == ZIMAGE_MAGIC &&
	       !memcmp(at + MARK_AT, MARK, sizeof(MARK) - 1);
}

/* The page that belongs to what *stub says. */
static void add_page(struct str *out, const struct stub *stub, uint32_t zimage_bytes)
{
	uint8_t *page = (uint8_t *)str_reserve(out, STUB_BYTES);

	memset(page, 0, STUB_BYTES);
	for (size_t i = 0; i < sizeof(stub_code) / sizeof(stub_code[0]); i++)
		put_u32(page + 4 * i, stub_code[i]);
	put_u32(page + ZIMAGE_END_AT, STUB_BYTES + zimage_bytes);
	put_u32(page + FIELD_AT, stub->field);
	put_u32(page + PERIPHERALS_AT, stub->peripherals);
	put_u32(page + CONTROLLER_AT, stub->controller);
	put_u32(page + IMAGE_BYTES_AT, stub->image_bytes);
	put_u32(page + IMAGE_CRC_AT, stub->image_crc);
	out->length += STUB_BYTES;
	out->text[out->length] = '\0';
}

static int refuse_stubbed(const void *image, size_t bytes, struct err *err)
{
	struct stub stub;

	if (stub_read(&stub, image, bytes, err) < 0)
		return -1;
	return err_set(err, ERR_INPUT,
		       "has a stub already, for write allocate '%s' on %s; --remove it "
		       "first",
		       stub_settings[stub.field],
		       stub.board ? stub.board->name : "a board unknown here");
}

int stub_make(struct str *out, const struct stub_board *board, uint32_t field,
	      const void *image, size_t bytes, struct err *err)
{
	struct stub stub = {.field = field,
			    .peripherals = board->peripherals,
			    .controller = board->controller};
	struct zimage zimage;

	if (board->refused)
		return err_set(err, ERR_INPUT, "no stub for board %s: %s", board->name,
			       board->refused);
	if (field > field_max)
		return err_set(err, ERR_INTERNAL, "a stub for bits 24:23 = %u",
			       (unsigned)field);
	if (stub_is_there(image, bytes))
		return refuse_stubbed(image, bytes, err);
	if (zimage_look(&zimage, image, bytes, err) < 0)
		return -1;
	if (bytes > STUB_IMAGE_MAX_BYTES)
		return err_set(err, ERR_INPUT, "is too large for a kernel");
	stub.image_bytes = (uint32_t)bytes;
	stub.image_crc = crc32c(0, image, bytes);
	add_page(out, &stub, zimage.bytes);
	str_add_bytes(out, image, bytes);
	return 0;
}

static const struct stub_board *board_at(uint32_t peripherals, uint32_t controller)
{
	for (const struct stub_board *board = stub_boards; board->name; board++)
		if (board->peripherals == peripherals && board->controller == controller)
			return board;
	return NULL;
}

static bool is_our_page(const struct stub *stub, const uint8_t *page, size_t bytes)
{
	CLEANUP(str_free) struct str ours = {0};

	if (bytes < STUB_BYTES + ZIMAGE_HEAD_BYTES)
		return false;
	add_page(&ours, stub, get_u32(page + STUB_BYTES + ZIMAGE_END_AT));
	return !memcmp(ours.text, page, STUB_BYTES);
}

int stub_read(struct stub *stub, const void *file, size_t bytes, struct err *err)
{
	const uint8_t *page = file;

	*stub = (struct stub){0};
	if (!stub_is_there(file, bytes))
		return err_set(err, ERR_INPUT, "has no stub");
	if (page[VERSION_AT] != VERSION)
		return err_set(err, ERR_INPUT,
			       "has a stub of another version of whylate; that one can "
			       "remove it");
	if (bytes < STUB_BYTES)
		return err_set(err, ERR_INPUT, "is cut off: %zu bytes, less than a stub",
			       bytes);
	stub->field = get_u32(page + FIELD_AT);
	stub->peripherals = get_u32(page + PERIPHERALS_AT);
	stub->controller = get_u32(page + CONTROLLER_AT);
	stub->image_bytes = get_u32(page + IMAGE_BYTES_AT);
	stub->image_crc = get_u32(page + IMAGE_CRC_AT);
	if (stub->field > field_max)
		return err_set(err, ERR_INPUT, "has a damaged stub: bits 24:23 = %u",
			       (unsigned)stub->field);
	stub->board = board_at(stub->peripherals, stub->controller);
	stub->code_is_ours = is_our_page(stub, page, bytes);
	stub->image_is_whole =
		bytes - STUB_BYTES == stub->image_bytes &&
		crc32c(0, page + STUB_BYTES, stub->image_bytes) == stub->image_crc;
	return 0;
}

int stub_remove(struct str *out, const void *file, size_t bytes, struct err *err)
{
	struct stub stub;

	if (stub_read(&stub, file, bytes, err) < 0)
		return -1;
	if (!stub.image_is_whole)
		return err_set(
			err, ERR_INPUT,
			"has a stub, but behind it not the kernel that it was made "
			"for: the file is cut off or was changed");
	str_add_bytes(out, (const char *)file + STUB_BYTES, bytes - STUB_BYTES);
	return 0;
}
