/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Questions that several rules ask. Those that return bool write the verdict and the evidence
 * themselves when they return false: then the rule is done.
 */
#ifndef RULES_ASK_H
#define RULES_ASK_H

#include "rules/rule.h"

/* A known fact's value; false: unknown, and the evidence says why. */
bool rule_get_integer(const struct rule_input *input, struct rule_finding *finding,
		      const char *name, int64_t *value);
bool rule_get_text(const struct rule_input *input, struct rule_finding *finding,
		   const char *name, const char **value);

/* A fact that is yes or no; -1: unknown. */
int rule_yes(const struct rule_input *input, const char *name);

/*
 * Has the kernel's log lines of this kind ("log.NAME.count")? false: it has none; the
 * verdict then is ok for a log from its start on, else unknown.
 */
bool rule_has_line(const struct rule_input *input, struct rule_finding *finding,
		   const char *name, enum rule_verdict *verdict);

/* "'sched: RT throttling activated' at 23.460645 s", and how often. */
const char *rule_quote(const struct rule_input *input, struct rule_finding *finding,
		       const char *name);

/* Is the machine an x86? -1: unknown. */
int rule_is_x86(const struct rule_input *input);

/* Is the word on the kernel's command line? -1: the command line is unknown. */
int rule_on_command_line(const struct rule_input *input, const char *word);

/* Sum of a run's counter over its CPUs or streams; false: no run, or it was not counted. */
bool rule_counted(const struct rule_input *input, const char *name, int64_t *sum);

/* Why there is no such sum, for the evidence. */
const char *rule_why_not_counted(const struct rule_input *input, const char *name);

/* How far a fact went during the run; false: not known at both ends. */
bool rule_growth(const struct rule_input *input, const char *name, int64_t *growth);

/* The bare path of a fact: "0000:00:02.0" of a fact about that PCI device. */
const char *rule_device(struct rule_finding *finding, const struct fact *fact);

/* The fact "pci.DEVICE.REST" of the device that another fact is about. */
const struct fact *rule_sibling(const struct rule_input *input,
				struct rule_finding *finding, const struct fact *fact,
				const char *rest);

#endif
