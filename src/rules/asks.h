/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Questions that several rules ask of the facts and of the run. */
#ifndef RULES_ASKS_H
#define RULES_ASKS_H

#include "rules/rule.h"

/* Is the option built in or a module? UNKNOWN without a (whole) configuration. */
enum tristate ask_config(const struct rule_input *input, const char *option);

/* Is the machine of this architecture ("x86", "arm", "arm64", "riscv")? */
enum tristate ask_arch(const struct rule_input *input, const char *arch);

/* The kernel's major * 1000 + minor; -1 when unknown. */
int64_t ask_kernel(const struct rule_input *input);

/*
 * The process whose rights matter: "self" of a capture, or the only one of a collected tree
 * whose limits were collected. NULL when there is none, or several.
 */
const char *ask_process(const struct rule_input *input, struct rule_finding *finding);

/* The priority that tests and applications have: the run's, or whylate's usual one. */
int64_t ask_priority(const struct rule_input *input);

/* What to say when a fact is unknown: "PATH: not there". */
const char *ask_why(const struct rule_input *input, struct rule_finding *finding,
		    const char *name);

/* "governor on cpu" of a CPU: the fact "cpu.N.REST". */
const struct fact *ask_cpu(const struct rule_input *input, struct rule_finding *finding,
			   int cpu, const char *rest);

/* A time with its unit, living as long as the finding. */
const char *ask_time(struct rule_finding *finding, int64_t time_ns);

/* The same in us, whatever its size, as reports of other tools have it: "1011 us". */
const char *ask_us(struct rule_finding *finding, int64_t time_ns);

/* The total growth of a counter over the run; false when it was not counted. */
bool ask_counter(const struct rule_input *input, const char *name, int64_t *total);

/*
 * What to do against RT throttling here: without PREEMPT_RT, switching it off may hang the
 * machine, so that the usual advice is replaced.
 */
void ask_throttling_fix(const struct rule_input *input, struct rule_finding *finding);

/*
 * SMIs during the run: our counter, or the greatest of a report's (each of its threads counts
 * those of its CPU, which are the same ones). False when nobody counted.
 */
bool ask_smis(const struct rule_input *input, int64_t *total);

/* Is it a report of Xenomai's latency or EVL's latmus, whose tasks a second kernel runs? */
bool ask_is_co_kernel_tool(const struct run_foreign *foreign);

#endif
