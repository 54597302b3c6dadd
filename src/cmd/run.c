/* SPDX-License-Identifier: GPL-2.0-or-later */
/* whylate run: measures. Options to a plan, a session, a run file, a summary. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "capture/anonymous.h"
#include "cmd/lifeline.h"
#include "cmd/metered.h"
#include "cmd/on.h"
#include "cmd/run-file.h"
#include "cmd/run-parts.h"
#include "cmd/show-summary.h"
#include "load/load-ops.h"
#include "report/out.h"
#include "sys/counters.h"
#include "sys/host.h"
#include "sys/signals.h"

enum { RUN_GOOD = 0, RUN_LIMIT = 1, RUN_INVALID = 3 };

static int open_output(struct run *run, struct err *err)
{
	struct utsname names = host_names();
	CLEANUP(str_free) struct str prefix = {0};
	struct run_file file;

	str_addf(&prefix, "%s-%s", run->options.anonymous ? "anonymous" : names.nodename,
		 names.release);
	if (run_file_open(&run->arena, run->options.output, str_text(&prefix), &file,
			  err) < 0)
		return -1;
	run->file = file.name;
	run->is_created = file.is_created;
	run->writer = writer_open(file.fd, file.name ? file.name : "standard output");
	return 0;
}

/* What the file says of its end, and only its writer knows. */
static void take_over_end(struct run *run)
{
	struct run_end *end = &run->summary->end;

	end->longest_flush_ns = writer_longest_flush_ns(run->writer);
	if (!writer_trouble(run->writer) || !run->file)
		return;
	end->ended = "disk-full";
	end->recorded_ns = writer_recorded_ns(run->writer);
}

/* The run goes on when its file is removed, but nobody must believe that it is kept. */
static void check_file(struct run *run)
{
	if (!run->file || !writer_is_lost(run->writer))
		return;
	report_say(
		"whylate: %s was removed while it was recorded to, so this run is kept "
		"nowhere",
		run->file);
	run->trouble_told = true;
}

/* A script must not take a tool that failed, or that told nothing, for a measurement. */
static bool has_meter_failed(const struct run *run)
{
	const struct meter *meter = &run->meter.meter;

#ifdef WHYLATE_HOST
	if (!run->summary->foreign)
		return true;
#endif
	return meter->status && !meter->asked;
}

/* Behind a lifeline somebody else shows it. */
static int conclude(struct run *run, struct err *err)
{
	int status;

	run_check_writer(run);
	check_file(run);
	take_over_end(run);
#ifdef WHYLATE_HOST
	metered_read(run->summary);
#endif
	summary_conclude(run->summary);
	if (run->options.lifeline)
		return run->summary->validity == VALIDITY_INVALID ? RUN_INVALID
								  : RUN_GOOD;
	status = show_summary(run->summary, run->file, run->options.json, err);
	if (run_is_metered(run) && has_meter_failed(run))
		run->trouble_told = true;
	return status == RUN_GOOD && run->trouble_told ? RUN_LIMIT : status;
}

/* In the recorder's thread. */
static int64_t read_load(void *self, uint32_t i)
{
	int64_t done = load_done(self, i);

	return done < 0 ? COUNTER_UNKNOWN : done;
}

static struct recorder_load describe_load(struct run *run)
{
	const struct load_plan *plan = &run->load_plan;
	struct run_counter *counters =
		arena_array(&run->arena, plan->count, sizeof(*counters));

	for (uint32_t i = 0; i < plan->count; i++) {
		const struct load_item *item = &plan->items[i];

		counters[i] = (struct run_counter){
			.name = item->name,
			.unit = item->ops ? item->ops->unit : "",
			.scope = "load",
			.unavailable =
				item->ops ? "" : "an external command tells no rate",
			.per_slice = true,
		};
	}
	return (struct recorder_load){counters, plan->count, read_load, run->load};
}

static int measure(struct run *run, struct err *err)
{
	struct run_sink summary_part = summary_sink(run->summary);
	const struct recorder_load load = describe_load(run);
	struct run_sink live_part = live_sink(run->live);
	const struct run_sink *sinks[] = {writer_sink(run->writer), &summary_part,
					  &live_part, NULL};
	bool was_interrupted;

	if (run->load_plan.note)
		report_say("whylate: %s", run->load_plan.note);
	/* Before anything runs that it could disturb, or that would disturb it. */
	run->setup = setup_watch_open(&run->root, run->options.anonymous);
	if (run->load)
		load_go(run->load);
	if (session_start(run->session, sinks, &load, err) < 0)
		return -1;
	session_setup(run->session, setup_watch_read_ns(run->setup), false,
		      setup_watch_known(run->setup));
	if (run_is_metered(run) &&
	    run_meter_start(&run->meter, run->session, &run->options.plan, err) < 0)
		return -1;
	if (run->plan.spared_cpu >= 0)
		report_say("whylate: CPU %d is left out: the others never sleep, and the "
			   "machine "
			   "needs one",
			   run->plan.spared_cpu);
	if (!run->options.quiet && run->file)
		report_say("recording to %s; Ctrl-C ends the run", run->file);
	was_interrupted = run_watch(run);
	session_stop(run->session);
	run_look_at_setup(run, true);
	session_finish(run->session, was_interrupted);
	return conclude(run, err);
}

/* What was typed may hold passwords and names; options stay, since reports are read by them. */
static void make_anonymous(struct run *run)
{
	struct anonymous *anonymous = anonymous_open(&run->root);
	const char **const texts[] = {&run->plan.asked.meter, &run->plan.load.made};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		CLEANUP(str_free) struct str text = {0};

		str_add(&text, *texts[i]);
		anonymous_scrub(anonymous, &text);
		*texts[i] = arena_copy(&run->arena, str_text(&text));
	}
	anonymous_close(anonymous);
}

static int prepare_and_measure(struct run *run, struct err *err)
{
	if (run->options.anonymous)
		make_anonymous(run);
	if (plan_look(&run->plan, &run->root, err) < 0)
		return -1;
	run->signals_fd = signals_open();
	if (run->signals_fd < 0)
		return err_errno(err, "cannot create a signalfd");
	/* First: it forks, and then there must not be threads. */
	if (run->load_plan.count && load_open(&run->load_plan, &run->load, err) < 0)
		return -1;
	if (run->load)
		run->plan.load.cage = load_cage(run->load);
	run->notes_fd = run->options.lifeline ? lifeline_hold(err) : -1;
	if (run->options.lifeline && run->notes_fd < 0)
		return -1;
	run->has_screen = !run->options.quiet && live_view_has_screen();
	if (run->has_screen)
		signals_add_terminal(run->signals_fd);
	if (session_open(&run->plan, &run->root, &run->session, err) < 0 ||
	    open_output(run, err) < 0)
		return -1;
	run->summary = summary_open(&(struct summary_filter){0});
	run->live = live_open(run->summary);
	return measure(run, err);
}

static void close_run(struct run *run)
{
	run_meter_close(&run->meter);
	session_close(run->session);
	setup_watch_close(run->setup);
	load_close(run->load);
	writer_close(run->writer);
	live_close(run->live);
	if (run->summary)
		summary_close(run->summary);
	if (run->signals_fd >= 0)
		close(run->signals_fd);
	arena_free(&run->arena);
}

static int plan_load(struct run *run, struct err *err)
{
	CLEANUP(str_free) struct str cpus = {0};

	if (load_make_plan(&run->arena, &run->options.load, &run->load_plan, err) < 0)
		return -1;
	run->plan.anonymous = run->options.anonymous;
	run->plan.load.made = run->load_plan.text;
	if (run->options.load.cpus)
		cpuset_add_text(&cpus, &run->load_plan.cpus);
	run->plan.load.cpus = arena_copy(&run->arena, str_text(&cpus));
	return 0;
}

static int run_on(const struct run_options *options, const struct opt_set *set, int argc,
		  char **argv, struct err *err)
{
	CLEANUP(str_free) struct str arguments = {0};
	struct on_options on = {
		.host = options->on,
		.output = options->output,
		.detach = options->detach,
		.fetch = options->fetch,
		.json = options->json,
		.quiet = options->quiet,
		.dry_run = options->dry_run,
		.anonymous = options->anonymous,
	};

	if (!on.host)
		return err_set(err, ERR_INPUT, "--%s goes with --on HOST",
			       on.detach ? "detach" : "fetch");
	if (on.host[0] == '-')
		return err_set(err, ERR_INPUT, "--on: '%.60s' is not a host", on.host);
	if (on.detach && on.fetch)
		return err_set(err, ERR_INPUT, "--detach and --fetch do not go together");
	if (on.detach && on.output)
		return err_set(err, ERR_INPUT, "-o goes with --fetch, not with --detach");
	opt_add_passed_on(&arguments, set, argc, argv);
	on.arguments = str_text(&arguments);
#ifdef WHYLATE_HOST
	return on_run(&on, err);
#else
	return err_set(err, ERR_INPUT,
		       "--on: this whylate was built without the judging half, "
		       "which shows the run here");
#endif
}

/* A collected tree can be planned for, not measured. */
static int choose_root(struct run *run, struct err *err)
{
	const struct run_options *options = &run->options;
	CLEANUP(str_free) struct str path = {0};

	if (!options->sysroot)
		return 0;
	if (options->on)
		return err_set(
			err, ERR_INPUT,
			"--sysroot or --on, not both: a tree is here, HOST is not");
	if (!options->dry_run)
		return err_set(
			err, ERR_INPUT,
			"--sysroot: run measures the machine that it runs on; with "
			"--dry-run it prints the plan for a collected tree");
	if (options->load.list || options->load.command)
		return err_set(err, ERR_INPUT,
			       "--sysroot: a load is planned on the machine that it runs "
			       "on; leave it out");
	if (root_choose(options->sysroot, &path, err) < 0)
		return -1;
	run->root.path = arena_copy(&run->arena, str_text(&path));
	return 0;
}

int run_run(const struct command *self, int argc, char **argv, struct err *err)
{
	struct run run = {
		.options.plan = plan_defaults(),
		.root.path = "",
		.signals_fd = -1,
		.awake_ns = INT64_MIN,
		.stalled_ns = INT64_MIN / 2,
	};
	int operands, status;

	if (opt_parse(&self->options, &run.options, argc, argv, &operands, err) < 0)
		return -1;
	if (operands)
		return err_set(err, ERR_INPUT, "run takes options only, not '%.60s'",
			       argv[1]);
	if (choose_root(&run, err) < 0)
		return -1;
	if (run.options.on || run.options.detach || run.options.fetch)
		return run_on(&run.options, &self->options, argc, argv, err);
	if (plan_make(&run.arena, &run.root, &run.options.plan, &run.plan, err) < 0 ||
	    plan_load(&run, err) < 0)
		status = -1;
	else if (run.options.dry_run)
		status = run_print_plan(&run, err);
	else
		status = prepare_and_measure(&run, err);
	if (status < 0 && run.is_created && !run.summary)
		unlink(run.file);
	close_run(&run);
	return status;
}
