/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "l2c310/errata.h"

#include "l2c310/registers.h"

/* clang-format off */
const struct l2c_erratum l2c_errata[] = {
	{588369, "clean and invalidate may not invalidate", L2C_R0P0, L2C_R1P0, false},
	{727915, "background clean and invalidate by way", L2C_R2P0, L2C_R3P0, false},
	{752271, "double linefill", L2C_R3P0, L2C_R3P1_50REL0, true},
	{753970, "a sync may stall the store buffer", L2C_R3P0, L2C_R3P0, false},
	{769419, "the store buffer does not drain by itself", L2C_R0P0, L2C_R3P1_50REL0, false},
	{0},
};
/* clang-format on */

bool l2c_is_affected(const struct l2c_erratum *erratum, uint8_t release)
{
	return release >= erratum->first && release <= erratum->last;
}
