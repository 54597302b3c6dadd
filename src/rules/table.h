/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules by the file that defines them. rules.c puts them in order. */
#ifndef RULES_TABLE_H
#define RULES_TABLE_H

#include "rules/rule.h"

/* cache-controller.c */
extern const struct rule rule_write_allocate;
extern const struct rule rule_l2c310_errata;

/* cpu-frequency.c */
extern const struct rule rule_governor;

#endif
