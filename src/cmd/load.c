/* SPDX-License-Identifier: GPL-2.0-or-later */
/* whylate load: the load alone, with what it achieves. Measures no latency. */
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/json-writer.h"
#include "base/num.h"
#include "commands.h"
#include "load/load-ops.h"
#include "load/load.h"
#include "report/amount.h"
#include "report/out.h"
#include "sys/clock.h"
#include "sys/signals.h"

#define LONGEST_NS (INT64_C(36500) * 86400 * NS_PER_S)

struct load_verb_options {
	struct load_options load;
	int64_t duration_ns;
	const char *sysroot;
	bool json, quiet;
};

#define AT(member) offsetof(struct load_verb_options, member)

/* clang-format off */
static const struct opt rows[] = {
	{.name = "for", .value = "TIME", .parse = opt_time, .offset = AT(duration_ns),
	 .min = 1, .max = LONGEST_NS, .help = "how long (default: until Ctrl-C)"},
	{.name = "cpus", .value = "LIST", .parse = opt_text, .offset = AT(load.cpus),
	 .help = "CPUs that it may use (default: those this process may use)"},
	{.name = "folder", .value = "DIR", .parse = opt_text, .offset = AT(load.folder),
	 .help = "where disk makes its nameless file (default: the current folder)"},
	{.name = "pace", .value = "MB", .parse = opt_integer,
	 .offset = AT(load.pace_mbytes_per_s), .min = 1, .max = LOAD_FASTEST_PACE,
	 .help = "each memory stressor moves so many MB/s, and computes in between"},
	{.name = "peer", .value = "ADDRESS:PORT", .parse = opt_text,
	 .offset = AT(load.peer), .help = "net sends there instead of to this machine"},
	{.name = "command", .value = "COMMAND", .parse = opt_text,
	 .offset = AT(load.command), .help = "an external load besides, for sh -c"},
	{.name = "sysroot", .value = "DIR", .parse = opt_text, .offset = AT(sysroot),
	 .help = "does not go with load: only this machine can be kept busy"},
	{.name = "json", .parse = opt_flag, .offset = AT(json),
	 .help = "the rates as JSON"},
	{.name = "quiet", .parse = opt_flag, .offset = AT(quiet),
	 .help = "no lines while it runs"},
};
/* clang-format on */

struct load_run {
	struct load_verb_options options;
	struct arena arena;
	struct load_plan plan;
	struct load *load;
	int64_t *before; /* of each item, at the last line */
	int64_t start_ns, line_ns;
	int signals_fd;
	bool has_trouble;
};

static int64_t rate(int64_t amount, int64_t ns)
{
	return ns > 0 ? (int64_t)((double)amount * 1e9 / (double)ns + 0.5) : 0;
}

static const char *unit_of(const struct load_item *item)
{
	return item->ops ? item->ops->unit : "";
}

static void print_line(struct load_run *run)
{
	CLEANUP(str_free) struct str line = {0};
	int64_t now_ns = clock_now_ns(), passed_ns = now_ns - run->line_ns;

	str_addf(&line, "%6lld s", (long long)((now_ns - run->start_ns) / NS_PER_S));
	for (uint32_t i = 0; i < run->plan.count; i++) {
		const struct load_item *item = &run->plan.items[i];
		int64_t done = load_done(run->load, i);

		str_addf(&line, "  %s", item->name);
		if (!item->ops)
			continue;
		str_add(&line, " ");
		amount_add(&line, item->ops->unit,
			   rate(done - run->before[i], passed_ns));
		str_add(&line, "/s");
		run->before[i] = done;
	}
	run->line_ns = now_ns;
	report_say("%s", str_text(&line));
}

static void tell_trouble(struct load_run *run)
{
	const char *trouble;
	bool is_fault;

	while ((trouble = load_trouble(run->load, &run->arena, &is_fault))) {
		report_say("whylate: %s", trouble);
		run->has_trouble |= is_fault;
	}
}

/* Until its time is over, or a signal ends it. */
static void watch_over(struct load_run *run)
{
	struct pollfd signals = {.fd = run->signals_fd, .events = POLLIN};
	int64_t end_ns = run->options.duration_ns
				 ? run->start_ns + run->options.duration_ns
				 : INT64_MAX;

	while (clock_now_ns() < end_ns) {
		int64_t next_ns = run->line_ns + NS_PER_S;
		int64_t wait_ns = (next_ns < end_ns ? next_ns : end_ns) - clock_now_ns();
		int number;

		poll(&signals, 1, wait_ns > 0 ? (int)(wait_ns / NS_PER_MS) + 1 : 0);
		while ((number = signals_next(run->signals_fd)))
			if (signals_is_end(number))
				return;
		tell_trouble(run);
		if (clock_now_ns() < next_ns)
			continue;
		if (run->options.quiet)
			run->line_ns = clock_now_ns();
		else
			print_line(run);
	}
}

static void add_text(struct str *out, const struct load_run *run, const int64_t *done,
		     int64_t passed_ns)
{
	for (uint32_t i = 0; i < run->plan.count; i++) {
		const struct load_item *item = &run->plan.items[i];
		CLEANUP(str_free) struct str second = {0}, all = {0};

		if (item->ops) {
			amount_add(&second, item->ops->unit, rate(done[i], passed_ns));
			str_add(&second, "/s");
			amount_add(&all, item->ops->unit, done[i]);
		}
		str_addf(out, "%-14s%24s%24s\n", item->name, str_text(&second),
			 str_text(&all));
	}
	str_addf(out, "held in %s for ", load_cage(run->load));
	num_add_time(out, passed_ns);
	str_add(out, "\n");
}

static void add_json(struct str *out, const struct load_run *run, const int64_t *done,
		     int64_t passed_ns)
{
	struct json_writer json = {.out = out, .pretty = true};

	json_begin_object(&json, NULL);
	json_add_text(&json, "made", run->plan.text);
	json_add_text(&json, "cage", load_cage(run->load));
	json_add_integer(&json, "duration_ns", passed_ns);
	json_begin_array(&json, "rates");
	for (uint32_t i = 0; i < run->plan.count; i++) {
		const struct load_item *item = &run->plan.items[i];

		json_begin_object(&json, NULL);
		json_add_text(&json, "name", item->name);
		json_add_text(&json, "unit", unit_of(item));
		if (item->ops) {
			json_add_integer(&json, "per_second", rate(done[i], passed_ns));
			json_add_integer(&json, "total", done[i]);
		} else {
			json_add_null(&json, "per_second");
			json_add_null(&json, "total");
		}
		json_end_object(&json);
	}
	json_end_array(&json);
	json_end_object(&json);
	str_add_char(out, '\n');
}

static int make_load(struct load_run *run, struct err *err)
{
	CLEANUP(str_free) struct str text = {0};
	int64_t *done = arena_array(&run->arena, run->plan.count, sizeof(*done));
	int64_t passed_ns;

	run->before = arena_array(&run->arena, run->plan.count, sizeof(*run->before));
	if (run->plan.note)
		report_say("whylate: %s", run->plan.note);
	run->start_ns = run->line_ns = clock_now_ns();
	load_go(run->load);
	watch_over(run);
	passed_ns = clock_now_ns() - run->start_ns;
	for (uint32_t i = 0; i < run->plan.count; i++)
		done[i] = load_done(run->load, i);
	tell_trouble(run);
	(run->options.json ? add_json : add_text)(&text, run, done, passed_ns);
	if (report_print(&text, err) < 0)
		return -1;
	return run->has_trouble;
}

static int open_load(struct load_run *run, struct err *err)
{
	run->signals_fd = signals_open();
	if (run->signals_fd < 0)
		return err_errno(err, "cannot create a signalfd");
	return load_open(&run->plan, &run->load, err);
}

static int run_load(const struct command *self, int argc, char **argv, struct err *err)
{
	struct load_run run = {.signals_fd = -1};
	int operands, status;

	if (opt_parse(&self->options, &run.options, argc, argv, &operands, err) < 0)
		return -1;
	if (run.options.sysroot)
		return err_set(
			err, ERR_INPUT,
			"--sysroot: load keeps the machine busy that it runs on; a "
			"collected tree cannot be");
	if (operands > 1 || (!operands && !run.options.load.command))
		return err_set(
			err, ERR_INPUT,
			"load takes one list, as in: whylate load disk,net,memory-write=4");
	run.options.load.list = operands ? argv[1] : NULL;
	status = load_make_plan(&run.arena, &run.options.load, &run.plan, err);
	if (!status)
		status = open_load(&run, err);
	if (!status)
		status = make_load(&run, err);
	load_close(run.load);
	if (run.signals_fd >= 0)
		close(run.signals_fd);
	arena_free(&run.arena);
	return status;
}

extern const struct command command_load;
const struct command command_load = {
	.name = "load",
	.synopsis = "[options] LIST",
	.summary = "keep the machine busy, and measure nothing",
	.options = {rows, sizeof(rows) / sizeof(rows[0])},
	.add_more_help = load_add_table,
	.run = run_load,
};
