/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sys/kmod-l2c310.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <whylate/kmod.h>

#include "base/scope.h"

_Static_assert(KMOD_L2C310_ROOM == WHYLATE_KMOD_L2C310_ROOM, "the interface's room");

int kmod_read_l2c310(const struct root *root, uint64_t *base,
		     struct kmod_register registers[KMOD_L2C310_ROOM], struct err *err)
{
	CLEANUP(scope_close) int fd = root_open(root, O_RDWR, WHYLATE_KMOD_PATH);
	struct whylate_kmod_l2c310 read = {0};

	if (fd < 0)
		return err_errno(err, "cannot open " WHYLATE_KMOD_PATH);
	if (ioctl(fd, WHYLATE_KMOD_L2C310, &read) < 0)
		return err_errno(err, WHYLATE_KMOD_PATH " does not tell of a controller");
	if (read.count > KMOD_L2C310_ROOM)
		return err_set(err, ERR_INPUT,
			       WHYLATE_KMOD_PATH " is not that of whylate's module");
	*base = read.base;
	for (uint32_t i = 0; i < read.count; i++)
		registers[i] = (struct kmod_register){read.registers[i].offset,
						      read.registers[i].value};
	return (int)read.count;
}
