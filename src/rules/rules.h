/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of rules, and asking all of them. */
#ifndef RULES_RULES_H
#define RULES_RULES_H

#include "rules/rule.h"

/* In the order of expected effect; NULL ends them. */
extern const struct rule *const rules[];

struct rule_result {
	const struct rule *rule;
	struct rule_finding finding;
};

/* One result for each rule in the order of the table; lives in the arena. */
const struct rule_result *rules_ask(const struct rule_input *input, struct arena *arena,
				    size_t *count);

#endif
