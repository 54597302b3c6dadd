/* SPDX-License-Identifier: GPL-2.0-or-later */
/* whylate run: measures. Options to a plan, a session, a run file, a summary. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "analyse/summary.h"
#include "base/num.h"
#include "capture/setup-watch.h"
#include "cmd/lifeline.h"
#include "cmd/live.h"
#include "cmd/metered.h"
#include "cmd/on.h"
#include "cmd/run-file.h"
#include "cmd/run-meter.h"
#include "cmd/show-summary.h"
#include "commands.h"
#include "load/load-ops.h"
#include "load/load.h"
#include "measure/plan.h"
#include "measure/session.h"
#include "report/out.h"
#include "run/writer.h"
#include "sys/counters.h"
#include "sys/host.h"
#include "sys/signals.h"
#include "sys/terminal.h"

/* A hundred years: what is longer is a mistake, and sums of it would overflow. */
#define LONGEST_NS (INT64_C(36500) * 86400 * NS_PER_S)
#define LONGEST_PERIOD_NS (3600 * NS_PER_S)
/* The loop turns at least this often; a stop is what keeps it from that. */
#define LOOK_MS 250
#define STOP_NS (300 * NS_PER_MS)
/* For the streams to end in, from when they should have. Then the load must give way. */
#define END_PATIENCE_NS (2 * NS_PER_S)

enum { USUAL_COLUMNS = 80 };
enum { RUN_GOOD = 0, RUN_LIMIT = 1, RUN_INVALID = 3 };

struct run_options {
	struct plan_options plan;
	struct load_options load;
	const char *output, *on;
	bool json, quiet, anonymous, dry_run, detach, fetch, lifeline;
};

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
	 .help = "nanosleep (default), timerfd, spin; each is a stream on every CPU"},
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
	 .help = "leave out serial numbers, MAC addresses, names of host and user"},
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
	{.name = "dry-run", .parse = opt_flag, .offset = AT(dry_run),
	 .help = "print the plan and measure nothing"},
};
/* clang-format on */

/* All that the verb holds while it runs. */
struct run {
	struct run_options options;
	struct arena arena;
	struct root root;
	struct plan plan;
	struct load_plan load_plan;
	struct load *load; /* NULL: none */
	struct session *session;
	struct setup_watch *setup;
	struct writer *writer;
	struct summary *summary;
	const char *file; /* its name; NULL: standard output */
	bool is_created;  /* by us, so that a start that fails removes it */
	bool trouble_told;
	struct live *live;
	struct live_view *view; /* NULL: quiet */
	bool has_screen;
	int64_t awake_ns; /* run time of the last turn of the loop; INT64_MIN: none yet */
	int64_t stalled_ns;     /* run time after a turn that took too long */
	struct run_meter meter; /* of a run that another tool measures */
	int signals_fd;
	int notes_fd; /* -1: nobody sends any */
};

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

/* SIGUSR1. A screen that cannot be written to does not end a run. */
static void print_interim(struct run *run)
{
	struct err ignored;

	session_lock(run->session);
	summary_set_running(run->summary, true);
	summary_conclude(run->summary);
	show_summary(run->summary, run->file, run->options.json, &ignored);
	summary_set_running(run->summary, false);
	session_unlock(run->session);
}

/* false: nobody reads the pipe any more, so nobody needs the run. */
static bool check_writer(struct run *run)
{
	const char *trouble;

	session_lock(run->session);
	trouble = writer_trouble(run->writer);
	session_unlock(run->session);
	if (trouble && !run->trouble_told)
		live_view_say(run->view, "whylate: %s%s", trouble,
			      run->file
				      ? "; the measurement goes on, and what follows is "
					"only in the summary"
				      : "");
	run->trouble_told |= trouble != NULL;
	return !trouble || run->file;
}

/* A load that was asked for and ended: the run did not get it. An external one may end. */
static void check_load(struct run *run)
{
	const char *trouble;
	bool is_fault;

	while (run->load && (trouble = load_trouble(run->load, &run->arena, &is_fault))) {
		live_view_say(run->view, "whylate: %s", trouble);
		session_event(run->session, "load", trouble, is_fault);
	}
}

/* Of the machine's set-up, what is different by now. */
static void look_at_setup(struct run *run, bool everything)
{
	const struct setup *changes = setup_watch_look(run->setup, everything);

	if (changes)
		session_setup(run->session, setup_watch_read_ns(run->setup), true,
			      changes);
}

/* Once in every turn of the loop: a turn that took too long is remembered for a second. */
static void take_turn(struct run *run)
{
	int64_t now_ns = session_time_ns(run->session);

	if (run->awake_ns != INT64_MIN && now_ns - run->awake_ns >= STOP_NS)
		run->stalled_ns = now_ns;
	run->awake_ns = now_ns;
}

/* SIGCONT tells that we go on, not that we had stopped: that shows in the time that went. */
static void note_continuation(struct run *run)
{
	bool had_stopped;

	take_turn(run);
	had_stopped = session_time_ns(run->session) < run->stalled_ns + NS_PER_S;
	session_event(run->session, "stop",
		      had_stopped
			      ? "whylate was stopped for a while (SIGSTOP or Ctrl-Z)"
			      : "SIGCONT came, but whylate had not been stopped, or for "
				"less than 0.3 s",
		      had_stopped);
}

/* true: the signal ends the run. */
static bool take_signal(struct run *run, int number)
{
	if (number == SIGUSR1) {
		live_view_suspend(run->view);
		print_interim(run);
		live_view_resume(run->view);
		return false;
	}
	if (number == SIGWINCH) {
		live_view_redraw(run->view);
		return false;
	}
	if (number == SIGTSTP) {
		live_view_suspend(run->view);
		signals_stop_self();
		run->stalled_ns =
			session_time_ns(run->session); /* however short it was */
		return false;
	}
	if (number == SIGCONT) {
		note_continuation(run);
		live_view_resume(run->view);
		return false;
	}
	return true;
}

/* What somebody typed who looks on from afar. */
static void take_notes(struct run *run)
{
	CLEANUP(str_free) struct str note = {0};

	while (lifeline_take_note(run->notes_fd, &note))
		session_event(run->session, "note", str_text(&note), false);
}

static bool is_metered(const struct run *run)
{
	return *run->plan.asked.meter;
}

static bool is_over(struct run *run)
{
	return is_metered(run) ? !run_meter_turn(&run->meter)
			       : session_has_ended(run->session);
}

/* true: at once. A meter is asked for its summary first. */
static bool end_early(struct run *run)
{
	if (is_metered(run))
		run_meter_stop(&run->meter);
	return !is_metered(run);
}

/* A load of higher priority may leave a stream no processor to end on. */
static bool is_overdue(const struct run *run)
{
	int64_t duration_ns = run->plan.asked.duration_ns;

	return run->load && duration_ns && !is_metered(run) &&
	       session_time_ns(run->session) - duration_ns > END_PATIENCE_NS;
}

/* Until the run is complete (false) or a signal ends it (true). */
static bool watch_over(struct run *run)
{
	bool is_early = false;
	struct pollfd fds[] = {
		{.fd = run->signals_fd, .events = POLLIN},
		{.fd = session_news_fd(run->session), .events = POLLIN},
		{.events = POLLIN},
		{.fd = run->notes_fd, .events = POLLIN},
		{.events = POLLIN},
	};

	while (!is_over(run) && !is_overdue(run)) {
		int number;

		fds[2].fd = live_view_fd(run->view);
		fds[4].fd = is_metered(run) ? run_meter_fd(&run->meter) : -1;
		take_turn(run);
		poll(fds, 5, LOOK_MS);
		while ((number = signals_next(run->signals_fd)))
			is_early |= take_signal(run, number);
		is_early |= !check_writer(run);
		check_load(run);
		if (setup_watch_is_due(run->setup))
			look_at_setup(run, false);
		take_notes(run);
		is_early |= !live_view_take_keys(run->view);
		if (is_early && end_early(run))
			return true;
		if (session_take_news(run->session))
			live_view_tick(run->view);
	}
	return is_early;
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

/* Behind a lifeline somebody else shows it. */
static int conclude(struct run *run, struct err *err)
{
	int status;

	check_writer(run);
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

static void lock_session(void *self)
{
	session_lock(self);
}

static void unlock_session(void *self)
{
	session_unlock(self);
}

static int64_t time_of_session(void *self)
{
	return session_time_ns(self);
}

static bool note_in_session(void *self, const char *text)
{
	session_event(self, "note", text, false);
	return true;
}

/* As they are told to. Nothing may keep them from it, be it the load that was asked for. */
static void end_streams(struct run *run)
{
	static const char words[] =
		"the load left a stream no processor for 2 s to end on, so the load was "
		"ended first";

	if (session_end_workers(run->session, END_PATIENCE_NS) || !run->load)
		return;
	check_load(run);
	live_view_say(run->view, "whylate: %s", words);
	session_event(run->session, "load", words, false);
	load_end(run->load);
	session_end_workers(run->session, INT64_MAX);
}

/* As watch_over(), with something to look at. */
static bool watch_and_show(struct run *run)
{
	const struct live_host host = {
		.self = run->session,
		.lock = lock_session,
		.unlock = unlock_session,
		.time_ns = time_of_session,
		.note = note_in_session,
	};
	bool was_interrupted;

	if (!run->options.quiet && !run->options.lifeline)
		run->view = live_view_open(run->live, &host, run->has_screen);
	was_interrupted = watch_over(run);
	end_streams(run);
	check_load(run); /* the last moment's */
	live_view_close(run->view);
	run->view = NULL;
	return was_interrupted;
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
	if (is_metered(run) &&
	    run_meter_start(&run->meter, run->session, &run->plan.asked, err) < 0)
		return -1;
	if (run->plan.spared_cpu >= 0)
		report_say("whylate: CPU %d is left out: the others never sleep, and the "
			   "machine "
			   "needs one",
			   run->plan.spared_cpu);
	if (!run->options.quiet && run->file)
		report_say("recording to %s; Ctrl-C ends the run", run->file);
	was_interrupted = watch_and_show(run);
	session_stop(run->session);
	look_at_setup(run, true);
	session_finish(run->session, was_interrupted);
	return conclude(run, err);
}

static int print_plan(const struct run *run, struct err *err)
{
	CLEANUP(str_free) struct str text = {0};

	plan_add_text(&text, &run->plan);
	str_addf(&text, "%-18s%s\n", "load", run->load_plan.text);
	return report_print(&text, err);
}

static int prepare_and_measure(struct run *run, struct err *err)
{
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

static int run_run(const struct command *self, int argc, char **argv, struct err *err)
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
	if (run.options.on || run.options.detach || run.options.fetch)
		return run_on(&run.options, &self->options, argc, argv, err);
	if (plan_make(&run.arena, &run.root, &run.options.plan, &run.plan, err) < 0 ||
	    plan_load(&run, err) < 0)
		status = -1;
	else if (run.options.dry_run)
		status = print_plan(&run, err);
	else
		status = prepare_and_measure(&run, err);
	if (status < 0 && run.is_created && !run.summary)
		unlink(run.file);
	close_run(&run);
	return status;
}

extern const struct command command_run;
const struct command command_run = {
	.name = "run",
	.synopsis = "[options]",
	.summary = "measure how late real-time tasks wake up",
	.options = {rows, sizeof(rows) / sizeof(rows[0])},
	.run = run_run,
};
