/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Facts, lines of the log and a run's counts as rules need them for their evidence. Those
 * that take a finding and return bool write the evidence themselves when they return false:
 * then the rule is done.
 */
#ifndef RULES_EVIDENCE_H
#define RULES_EVIDENCE_H

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
 * verdict then is ok for a log from the boot's first line to behind the start of its first
 * program, with nothing left out; else unknown.
 */
bool rule_has_line(const struct rule_input *input, struct rule_finding *finding,
		   const char *name, enum rule_verdict *verdict);

/* "'sched: RT throttling activated' at 23.460645 s", and how often. */
const char *rule_quote(const struct rule_input *input, struct rule_finding *finding,
		       const char *name);

/* Is the word on the kernel's command line? -1: the command line is unknown. */
int rule_on_command_line(const struct rule_input *input, const char *word);

/* Why a run's counter has no value (ask_counter()), for the evidence. */
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
