// SPDX-License-Identifier: GPL-2.0
/*
 * Reads the registers of the cache controller L2C-310 where the device tree has one.
 * Nothing is ever written: most of them may only be changed while the controller is
 * off, and on many boards only by the secure world.
 */
#include "l2c310.h"

#include <linux/build_bug.h>
#include <linux/io.h>
#include <linux/kernel.h>
#include <linux/of.h>
#include <linux/of_address.h>
#include <linux/sizes.h>

static const struct of_device_id l2c310_nodes[] = {
	{.compatible = "arm,pl310-cache"},
	{.compatible = "bcm,bcm11351-a2-pl310-cache"},
	{.compatible = "brcm,bcm11351-a2-pl310-cache"},
	{}};

/* Those that reading does not change; Arm DDI 0246, section 3.2. */
static const u16 l2c310_offsets[] = {
	0x000, 0x004, 0x100, 0x104, 0x108, 0x10c, /* ID, type, control, latencies */
	0x200, 0x204, 0x208, 0x20c, 0x210, 0x214, 0x218, 0x21c, /* events, interrupts */
	0x900, 0x904, 0x908, 0x90c, 0x910, 0x914, 0x918, 0x91c, /* lockdown by way: */
	0x920, 0x924, 0x928, 0x92c, 0x930, 0x934, 0x938, 0x93c, /* data, instructions */
	0x950, 0xc00, 0xc04, 0xf40, 0xf60, 0xf80, /* lines, filter, debug, ... */
};

static_assert(ARRAY_SIZE(l2c310_offsets) <= WHYLATE_KMOD_L2C310_ROOM);

static int l2c310_find(struct resource *where)
{
	struct device_node *node = of_find_matching_node(NULL, l2c310_nodes);
	int error;

	if (!node)
		return -ENODEV;
	error = of_address_to_resource(node, 0, where);
	of_node_put(node);
	return error ? -ENODEV : 0;
}

int l2c310_read(struct whylate_kmod_l2c310 *answer)
{
	struct resource where;
	void __iomem *base;
	int i, error;

	error = l2c310_find(&where);
	if (error)
		return error;
	base = ioremap(where.start, SZ_4K);
	if (!base)
		return -ENOMEM;
	answer->base = where.start;
	answer->count = ARRAY_SIZE(l2c310_offsets);
	for (i = 0; i < ARRAY_SIZE(l2c310_offsets); i++) {
		answer->registers[i].offset = l2c310_offsets[i];
		answer->registers[i].value = readl(base + l2c310_offsets[i]);
	}
	iounmap(base);
	return 0;
}
