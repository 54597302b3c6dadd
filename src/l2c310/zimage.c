/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Layout: Linux, arch/arm/boot/compressed/head.S, and the magics of the other formats. */
#include "l2c310/zimage.h"

#include <string.h>

#include "base/bytes.h"

static const struct {
	size_t at;
	const char *magic;
	const char *words;
} others[] = {
	{0, "\x1f\x8b", "is gzip data; unpack it first"},
	{0, "\xfd\x37zXZ", "is xz data; unpack it first"},
	{0, "\x28\xb5\x2f\xfd", "is zstd data; unpack it first"},
	{0, "BZh", "is bzip2 data; unpack it first"},
	{0, "\x27\x05\x19\x56",
	 "is a uImage; a stub goes before the zImage, then mkimage around both"},
	{0, "\xd0\x0d\xfe\xed",
	 "is a device tree or a FIT image; a stub goes before the zImage in a FIT"},
	{0,
	 "\x7f"
	 "ELF",
	 "is an ELF file; a stub goes before arch/arm/boot/zImage"},
	{0x38, "ARM\x64", "is a kernel for 64-bit Arm, which has no such controller"},
	{0x202, "HdrS", "is a kernel for x86, which has no such controller"},
};

static int say_what_else(const uint8_t *file, size_t bytes, struct err *err)
{
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		size_t length = strlen(others[i].magic);

		if (bytes >= others[i].at + length &&
		    !memcmp(file + others[i].at, others[i].magic, length))
			return err_set(err, ERR_INPUT, "%s", others[i].words);
	}
	if (bytes < ZIMAGE_HEAD_BYTES)
		return err_set(err, ERR_INPUT, "has only %zu bytes and is no zImage",
			       bytes);
	return err_set(err, ERR_INPUT,
		       "is no zImage: it has no 0x016f2818 at offset 0x24");
}

/* A device tree right behind the kernel, as CONFIG_ARM_APPENDED_DTB wants it. */
static uint32_t tree_bytes(const uint8_t *at, size_t left)
{
	uint32_t bytes;

	if (left < 8 || memcmp(at, "\xd0\x0d\xfe\xed", 4))
		return 0;
	bytes = (uint32_t)at[4] << 24 | (uint32_t)at[5] << 16 | (uint32_t)at[6] << 8 |
		at[7];
	return bytes <= left ? bytes : 0;
}

int zimage_look(struct zimage *zimage, const void *file, size_t bytes, struct err *err)
{
	const uint8_t *at = file;

	*zimage = (struct zimage){0};
	if (bytes < ZIMAGE_HEAD_BYTES || get_u32(at + ZIMAGE_MAGIC_AT) != ZIMAGE_MAGIC)
		return say_what_else(at, bytes, err);
	if (get_u32(at + ZIMAGE_ORDER_AT) != ZIMAGE_ORDER)
		return err_set(err, ERR_INPUT,
			       "is a big-endian or very old zImage (0x%08x at offset "
			       "0x30), for which the stub is not made",
			       (unsigned)get_u32(at + ZIMAGE_ORDER_AT));
	if (get_u32(at + ZIMAGE_START_AT))
		return err_set(err, ERR_INPUT,
			       "is a zImage for one address, 0x%08x "
			       "(CONFIG_ZBOOT_ROM); nothing can go before it",
			       (unsigned)get_u32(at + ZIMAGE_START_AT));
	zimage->bytes = get_u32(at + ZIMAGE_END_AT);
	if (zimage->bytes < ZIMAGE_HEAD_BYTES || zimage->bytes > bytes)
		return err_set(
			err, ERR_INPUT,
			"is cut off or damaged: it has %zu bytes, its header tells "
			"of %u",
			bytes, (unsigned)zimage->bytes);
	zimage->tree_bytes = tree_bytes(at + zimage->bytes, bytes - zimage->bytes);
	zimage->more_bytes = (uint32_t)(bytes - zimage->bytes - zimage->tree_bytes);
	zimage->is_efi = at[0] == 'M' && at[1] == 'Z';
	return 0;
}
