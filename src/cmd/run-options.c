/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The row of whylate run among the verbs, and its options. */
#include "cmd/run-parts.h"

#include "base/num.h"

/* A hundred years: what is longer is a mistake, and sums of it would overflow. */
#define LONGEST_NS (INT64_C(36500) * 86400 * NS_PER_S)
#define LONGEST_PERIOD_NS (3600 * NS_PER_S)
#define AT(member) offsetof(struct run_options, member)

/* clang-format off */
static const struct opt rows[] = {
	{.name = "for", .value = "TIME", .parse = opt_time,
	 .offset = AT(plan.duration_ns), .min = 1, .max = LONGEST_NS,
	 .help = "how long to measure (default: until Ctrl-C)"},
	{.name = "samples", .value = "N", .parse = opt_integer,
	 .offset = AT(plan.samples), .min = 1, .max = INT64_C(1) << 50,
	 .help = "end after N samples of each stream"},
	{.name = "period", .value = "TIME", .parse = opt_time,
	 .offset = AT(plan.period_ns), .min = 1, .max = LONGEST_PERIOD_NS,
	 .help = "from one wake-up to the next (default 1ms)"},
	{.name = "cpus", .value = "LIST|all|isolated", .parse = opt_text,
	 .offset = AT(plan.cpus),
	 .help = "CPUs to measure (default: those this process may use)"},
	{.name = "policy", .value = "fifo|rr|deadline|other", .parse = opt_choice,
	 .offset = AT(plan.policy), .choices = sched_policy_names,
	 .help = "scheduling policy (default fifo; spin: other)"},
	{.name = "priority", .value = "N", .parse = opt_integer,
	 .offset = AT(plan.priority), .min = 1, .max = 98,
	 .help = "of fifo and rr, 1 to 98 (default 95); 99 is the watchdog's"},
	{.name = "wake", .value = "NAME,...", .parse = opt_text, .offset = AT(plan.wake),
	 .help = "nanosleep (default), timerfd, spin, kmod; each is a stream on every "
		 "CPU, kmod three"},
	{.name = "align", .value = "staggered|together", .parse = opt_choice,
	 .offset = AT(plan.align), .choices = plan_align_names,
	 .help = "due times of the streams: spread over the period, or at once"},
	{.name = "warm-up", .value = "TIME", .parse = opt_time,
	 .offset = AT(plan.warm_up_ns), .min = 0, .max = LONGEST_PERIOD_NS,
	 .help = "measured before, not counted (default 1s)"},
	{.name = "hold-dma-latency", .value = "US|no", .parse = opt_text,
	 .offset = AT(plan.hold_dma_latency),
	 .help = "keep CPUs out of deeper idle states (default no: the machine as it is)"},
	{.name = "limit", .value = "TIME", .parse = opt_time, .offset = AT(plan.limit_ns),
	 .min = 1, .max = LONGEST_PERIOD_NS,
	 .help = "exit with 1 when a wake-up is later"},
	{.name = "stop-at", .value = "TIME", .parse = opt_time,
	 .offset = AT(plan.stop_at_ns), .min = 1, .max = LONGEST_PERIOD_NS,
	 .help = "end the run when a wake-up is this late"},
	{.name = "spike", .value = "TIME|auto", .parse = opt_text,
	 .offset = AT(plan.spike),
	 .help = "keep wake-ups this late with their time (default auto: 1 in 1000)"},
	{.name = "raw", .parse = opt_flag, .offset = AT(plan.raw),
	 .help = "keep every sample"},
	{.name = "load", .value = "LIST", .parse = opt_text, .offset = AT(load.list),
	 .help = "make load meanwhile, as in disk,net,memory-write=4; 'whylate load --help'"},
	{.name = "load-command", .value = "COMMAND", .parse = opt_text,
	 .offset = AT(load.command), .help = "an external load, for sh -c"},
	{.name = "load-cpus", .value = "LIST", .parse = opt_text, .offset = AT(load.cpus),
	 .help = "CPUs that the load may use (default: those this process may use)"},
	{.name = "load-folder", .value = "DIR", .parse = opt_text,
	 .offset = AT(load.folder),
	 .help = "where disk makes its nameless file (default: the current folder)"},
	{.name = "peer", .value = "ADDRESS:PORT", .parse = opt_text,
	 .offset = AT(load.peer),
	 .help = "the net load sends there instead of to this machine"},
	{.name = "output", .letter = 'o', .value = "FILE|-", .parse = opt_text,
	 .offset = AT(output),
	 .stays_here = true, .help = "run file (default HOST-KERNEL-DATE.whylate); - is standard output"},
	{.name = "meter", .value = "COMMAND", .parse = opt_text, .offset = AT(plan.meter),
	 .help = "another tool measures: cyclictest, Xenomai's latency, rtla ..."},
	{.name = "note", .value = "TEXT", .parse = opt_text, .offset = AT(plan.note),
	 .help = "kept in the run file"},
	{.name = "anonymous", .parse = opt_flag, .offset = AT(anonymous),
	 .help = "leave out serial numbers, addresses, names of host and user"},
	{.name = "json", .parse = opt_flag, .offset = AT(json),
	 .stays_here = true, .help = "summary as JSON"},
	{.name = "quiet", .parse = opt_flag, .offset = AT(quiet),
	 .stays_here = true, .help = "no lines while it runs"},
	{.name = "on", .value = "[USER@]HOST", .parse = opt_text, .offset = AT(on),
	 .stays_here = true, .help = "measure there, by ssh; record and show here"},
	{.name = "detach", .parse = opt_flag, .offset = AT(detach), .stays_here = true,
	 .help = "with --on: leave the run to itself there"},
	{.name = "fetch", .parse = opt_flag, .offset = AT(fetch), .stays_here = true,
	 .help = "with --on: bring detached runs home"},
	{.name = "lifeline", .parse = opt_flag, .offset = AT(lifeline), .stays_here = true,
	 .help = "end when standard input ends, or is silent for 30 s"},
	{.name = "sysroot", .value = "DIR", .parse = opt_text, .offset = AT(sysroot),
	 .stays_here = true,
	 .help = "with --dry-run: the plan for the machine of a collected tree"},
	{.name = "dry-run", .parse = opt_flag, .offset = AT(dry_run),
	 .help = "print the plan and measure nothing"},
};
/* clang-format on */

extern const struct command command_run;
const struct command command_run = {
	.name = "run",
	.synopsis = "[options]",
	.summary = "measure how late real-time tasks wake up",
	.options = {rows, sizeof(rows) / sizeof(rows[0])},
	.run = run_run,
};
