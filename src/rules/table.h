/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules by the file that defines them. rules.c puts them in order. */
#ifndef RULES_TABLE_H
#define RULES_TABLE_H

#include "rules/rule.h"

/* cpu-frequency.c */
extern const struct rule rule_governor;

#endif
