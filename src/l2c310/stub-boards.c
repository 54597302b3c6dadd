/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Boards with a Cortex-A9 and an L2C-310. Addresses: Linux's device trees (nodes of the SCU and
 * of the controller). Who may write AUX_CTRL: Linux's platform code (write_sec, l2c_aux_mask).
 */
#include "l2c310/stub.h"

#include <string.h>

const struct stub_board stub_boards[] = {
	{.name = "imx6",
	 .what = "NXP i.MX6 with Cortex-A9: Solo, DualLite, Dual, Quad, Plus, SoloLite, SoloX",
	 .peripherals = 0x00a00000,
	 .controller = 0x00a02000},
	{.name = "zynq",
	 .what = "Xilinx Zynq-7000",
	 .peripherals = 0xf8f00000,
	 .controller = 0xf8f02000},
	{.name = "socfpga",
	 .what = "Intel Cyclone V and Arria V",
	 .peripherals = 0xfffec000,
	 .controller = 0xfffef000},
	{.name = "vexpress-a9",
	 .what = "Arm Versatile Express with CoreTile A9x4",
	 .peripherals = 0x1e000000,
	 .controller = 0x1e00a000,
	 .note = "Linux's code for this board clears bits 24:23 again: the setting does "
		 "not last"},
	{.name = "exynos4",
	 .what = "Samsung Exynos 4",
	 .peripherals = 0x10500000,
	 .controller = 0x10502000,
	 .refused = "Linux's code for it clears bits 24:23 again"},
	{.name = "omap4",
	 .what = "TI OMAP4 and AM437x",
	 .peripherals = 0x48240000,
	 .controller = 0x48242000,
	 .refused = "its ROM owns AUX_CTRL (SMC 0x109)"},
	{.name = "highbank",
	 .what = "Calxeda Highbank",
	 .peripherals = 0xfff10000,
	 .controller = 0xfff12000,
	 .refused = "its firmware owns AUX_CTRL and has no call for it"},
	{0},
};

const struct stub_board *stub_board_find(const char *name)
{
	for (const struct stub_board *board = stub_boards; board->name; board++)
		if (!strcmp(board->name, name))
			return board;
	return NULL;
}
