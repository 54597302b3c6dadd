/* SPDX-License-Identifier: GPL-2.0-or-later */
/* whylate run: measures. Options to a plan, a session, a run file, a summary. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "analyse/summary.h"
#include "base/num.h"
#include "commands.h"
#include "measure/plan.h"
#include "measure/session.h"
#include "report/json.h"
#include "report/out.h"
#include "report/summary-doc.h"
#include "report/term.h"
#include "run/writer.h"
#include "sys/file-lock.h"
#include "sys/host.h"
#include "sys/signals.h"
#include "sys/terminal.h"

/* A hundred years: what is longer is a mistake, and sums of it would overflow. */
#define LONGEST_NS (INT64_C(36500) * 86400 * NS_PER_S)
#define LONGEST_PERIOD_NS (3600 * NS_PER_S)

enum { USUAL_COLUMNS = 80 };
enum { RUN_GOOD = 0, RUN_LIMIT = 1, RUN_INVALID = 3 };

struct run_options {
	struct plan_options plan;
	const char *output;
	bool json, quiet, dry_run;
};

#define AT(member) offsetof(struct run_options, member)

/* clang-format off */
static const struct opt rows[] = {
	{.name = "for", .value = "TIME", .parse = opt_time, .offset = AT(plan.duration_ns),
	 .min = 1, .max = LONGEST_NS, .help = "how long to measure (default: until Ctrl-C)"},
	{.name = "samples", .value = "N", .parse = opt_integer, .offset = AT(plan.samples),
	 .min = 1, .max = INT64_C(1) << 50, .help = "end after N samples of each stream"},
	{.name = "period", .value = "TIME", .parse = opt_time, .offset = AT(plan.period_ns),
	 .min = 1, .max = LONGEST_PERIOD_NS,
	 .help = "from one wake-up to the next (default 1ms)"},
	{.name = "cpus", .value = "LIST|all|isolated", .parse = opt_text,
	 .offset = AT(plan.cpus),
	 .help = "CPUs to measure (default: those this process may use)"},
	{.name = "policy", .value = "fifo|rr|deadline|other", .parse = opt_choice,
	 .offset = AT(plan.policy), .choices = sched_policy_names,
	 .help = "scheduling policy (default fifo; spin: other)"},
	{.name = "priority", .value = "N", .parse = opt_integer, .offset = AT(plan.priority),
	 .min = 1, .max = 98, .help = "of fifo and rr, 1 to 98 (default 95); 99 is the watchdog's"},
	{.name = "wake", .value = "NAME,...", .parse = opt_text, .offset = AT(plan.wake),
	 .help = "nanosleep (default), timerfd, spin; each is a stream on every CPU"},
	{.name = "align", .value = "staggered|together", .parse = opt_choice,
	 .offset = AT(plan.align), .choices = plan_align_names,
	 .help = "due times of the streams: spread over the period, or at once"},
	{.name = "warm-up", .value = "TIME", .parse = opt_time, .offset = AT(plan.warm_up_ns),
	 .min = 0, .max = LONGEST_PERIOD_NS,
	 .help = "measured before, not counted (default 1s)"},
	{.name = "hold-dma-latency", .value = "US|no", .parse = opt_text,
	 .offset = AT(plan.hold_dma_latency),
	 .help = "keep CPUs out of deeper idle states (default no: the machine as it is)"},
	{.name = "limit", .value = "TIME", .parse = opt_time, .offset = AT(plan.limit_ns),
	 .min = 1, .max = LONGEST_PERIOD_NS, .help = "exit with 1 when a wake-up is later"},
	{.name = "stop-at", .value = "TIME", .parse = opt_time, .offset = AT(plan.stop_at_ns),
	 .min = 1, .max = LONGEST_PERIOD_NS, .help = "end the run when a wake-up is this late"},
	{.name = "spike", .value = "TIME|auto", .parse = opt_text, .offset = AT(plan.spike),
	 .help = "keep wake-ups this late with their time (default auto: 1 in 1000)"},
	{.name = "raw", .parse = opt_flag, .offset = AT(plan.raw), .help = "keep every sample"},
	{.name = "output", .letter = 'o', .value = "FILE|-", .parse = opt_text,
	 .offset = AT(output),
	 .help = "run file (default HOST-KERNEL-DATE.whylate); - is standard output"},
	{.name = "note", .value = "TEXT", .parse = opt_text, .offset = AT(plan.note),
	 .help = "kept in the run file"},
	{.name = "json", .parse = opt_flag, .offset = AT(json), .help = "summary as JSON"},
	{.name = "quiet", .parse = opt_flag, .offset = AT(quiet),
	 .help = "no lines while it runs"},
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
	struct session *session;
	struct writer *writer;
	struct summary *summary;
	const char *file; /* its name; NULL: standard output */
	bool is_created;  /* by us, so that a start that fails removes it */
	bool trouble_told;
	int64_t next_line_ns;
	int signals_fd;
};

static void add_file_name(struct str *out, int attempt)
{
	struct utsname names = host_names();
	time_t now = time(NULL);
	struct tm local;
	char date[32];

	strftime(date, sizeof(date), "%Y-%m-%dT%H-%M-%S", localtime_r(&now, &local));
	str_addf(out, "%s-%s-%s", names.nodename, names.release, date);
	for (char *at = out->text; *at; at++)
		if (*at == '/' || (unsigned char)*at < ' ')
			*at = '_';
	if (attempt > 1)
		str_addf(out, "-%d", attempt);
	str_add(out, ".whylate");
}

static int create_file(const char *name)
{
	return open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

/* A name of our own making may be taken, twice in a second say: the next number, then. */
static int create_default(struct run *run, struct err *err)
{
	for (int attempt = 1; attempt < 1000; attempt++) {
		CLEANUP(str_free) struct str name = {0};
		int fd;

		add_file_name(&name, attempt);
		run->file = arena_copy(&run->arena, str_text(&name));
		fd = create_file(run->file);
		if (fd >= 0 || errno != EEXIST)
			return fd >= 0 ? fd
				       : err_errno(
						 err,
						 "cannot create %s in the current folder "
						 "(-o names another place)",
						 run->file);
	}
	return err_set(err, ERR_INPUT, "no free name for the run file; use -o");
}

static int create_named(struct run *run, struct err *err)
{
	int fd = create_file(run->options.output);

	run->file = run->options.output;
	if (fd < 0 && errno == EEXIST)
		return err_set(
			err, ERR_INPUT,
			"-o: %s exists; whylate never overwrites: remove it or choose "
			"another name",
			run->file);
	return fd < 0 ? err_errno(err, "-o: cannot create %s", run->file) : fd;
}

static int to_standard_output(struct err *err)
{
	int fd;

	if (sys_is_terminal(STDOUT_FILENO))
		return err_set(err, ERR_INPUT,
			       "-o -: standard output is a terminal; the run file "
			       "is binary: pipe it into 'whylate show -'");
	fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
	return fd < 0 ? err_errno(err, "-o -: standard output") : fd;
}

static int open_output(struct run *run, struct err *err)
{
	bool to_stdout = run->options.output && !strcmp(run->options.output, "-");
	int fd = to_stdout             ? to_standard_output(err)
		 : run->options.output ? create_named(run, err)
				       : create_default(run, err);

	if (fd < 0)
		return -1;
	run->is_created = !to_stdout;
	if (!to_stdout)
		sys_file_lock_for_writing(
			fd); /* where locks are not to be had: no matter */
	run->writer = writer_open(fd, run->file ? run->file : "standard output");
	return 0;
}

static int print_document(const struct run *run, enum summary_level level,
			  struct err *err)
{
	int columns = sys_terminal_columns(STDOUT_FILENO);
	const struct term_style style = {
		.columns = columns ? columns : USUAL_COLUMNS,
		.colour = sys_terminal_has_colour(run->file ? STDOUT_FILENO
							    : STDERR_FILENO),
		.ascii = sys_is_terminal(STDOUT_FILENO) && !sys_locale_is_utf8(),
	};
	CLEANUP(str_free) struct str text = {0};
	struct json_writer json = {.out = &text, .pretty = true};
	struct doc doc = {0};

	summary_doc(&doc, run->summary, level, run->file);
	if (run->options.json) {
		json_render(&json, NULL, &doc);
		str_add_char(&text, '\n');
	} else {
		term_render(&text, &doc, &style);
	}
	doc_free(&doc);
	return run->file ? report_print(&text, err) : report_print_aside(&text, err);
}

/* SIGUSR1. A screen that cannot be written to does not end a run. */
static void print_interim(struct run *run)
{
	struct err ignored;

	session_lock(run->session);
	summary_set_running(run->summary, true);
	summary_conclude(run->summary);
	print_document(run, run->options.json ? SUMMARY_FULL : SUMMARY_SHORT, &ignored);
	summary_set_running(run->summary, false);
	session_unlock(run->session);
}

static void print_line(const struct recorder_now *now, int64_t time_ns)
{
	CLEANUP(str_free) struct str line = {0};

	str_addf(&line, "%6lld s  ", (long long)(time_ns / NS_PER_S));
	num_add_count(&line, now->count);
	str_add(&line, " samples");
	if (now->recent_count) {
		str_add(&line, "  avg ");
		num_add_time(&line, now->recent_sum_ns / (int64_t)now->recent_count);
		str_add(&line, "  max ");
		num_add_time(&line, now->recent_max_ns);
	}
	if (now->count) {
		str_add(&line, "  max so far ");
		num_add_time(&line, now->max_ns);
	}
	if (now->overruns)
		str_addf(&line, "  overruns %llu", (unsigned long long)now->overruns);
	report_say("%s", str_text(&line));
}

/* One line a second, as soon as the second is complete. */
static void print_progress(struct run *run)
{
	int64_t time_ns = session_time_ns(run->session);
	struct recorder_now now;

	if (run->options.quiet || time_ns < run->next_line_ns)
		return;
	run->next_line_ns = (time_ns / NS_PER_S + 1) * NS_PER_S;
	session_lock(run->session);
	now = session_look(run->session);
	session_unlock(run->session);
	print_line(&now, time_ns);
}

/* false: nobody reads the pipe any more, so nobody needs the run. */
static bool check_writer(struct run *run)
{
	const char *trouble;

	session_lock(run->session);
	trouble = writer_trouble(run->writer);
	session_unlock(run->session);
	if (trouble && !run->trouble_told)
		report_say("whylate: %s", trouble);
	run->trouble_told |= trouble != NULL;
	return !trouble || run->file;
}

/* true: the signal ends the run. */
static bool take_signal(struct run *run, int number)
{
	if (number == SIGUSR1) {
		print_interim(run);
		return false;
	}
	if (number == SIGCONT) {
		session_event(run->session, "stop",
			      "whylate was stopped for a while (SIGSTOP or Ctrl-Z)",
			      true);
		return false;
	}
	return true;
}

/* Until the run is complete (false) or a signal ends it (true). */
static bool watch_over(struct run *run)
{
	struct pollfd fds[] = {
		{.fd = run->signals_fd, .events = POLLIN},
		{.fd = session_news_fd(run->session), .events = POLLIN},
	};

	while (!session_has_ended(run->session)) {
		int number;

		poll(fds, 2, 250);
		while ((number = signals_next(run->signals_fd)))
			if (take_signal(run, number))
				return true;
		if (!check_writer(run))
			return true;
		if (session_take_news(run->session))
			print_progress(run);
	}
	return false;
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

static int conclude(struct run *run, struct err *err)
{
	int status;

	check_writer(run);
	take_over_end(run);
	summary_conclude(run->summary);
	if (print_document(run, run->options.json ? SUMMARY_FULL : SUMMARY_SHORT, err) <
	    0)
		return -1;
	status = run->summary->validity == VALIDITY_INVALID ? RUN_INVALID
		 : run->summary->limit_exceeded             ? RUN_LIMIT
							    : RUN_GOOD;
	return status == RUN_GOOD && run->trouble_told ? RUN_LIMIT : status;
}

static int measure(struct run *run, struct err *err)
{
	struct run_sink summary_part = summary_sink(run->summary);
	const struct run_sink *sinks[] = {writer_sink(run->writer), &summary_part, NULL};
	bool was_interrupted;

	if (session_start(run->session, sinks, err) < 0)
		return -1;
	if (run->plan.spared_cpu >= 0)
		report_say("whylate: CPU %d is left out: the others never sleep, and the "
			   "machine "
			   "needs one",
			   run->plan.spared_cpu);
	if (!run->options.quiet && run->file)
		report_say("recording to %s; Ctrl-C ends the run", run->file);
	was_interrupted = watch_over(run);
	session_finish(run->session, was_interrupted);
	return conclude(run, err);
}

static int print_plan(const struct run *run, struct err *err)
{
	CLEANUP(str_free) struct str text = {0};

	plan_add_text(&text, &run->plan);
	return report_print(&text, err);
}

static int prepare_and_measure(struct run *run, struct err *err)
{
	run->signals_fd = signals_open();
	if (run->signals_fd < 0)
		return err_errno(err, "cannot create a signalfd");
	if (session_open(&run->plan, &run->root, &run->session, err) < 0 ||
	    open_output(run, err) < 0)
		return -1;
	run->summary = summary_open(&(struct summary_filter){0});
	return measure(run, err);
}

static void close_run(struct run *run)
{
	session_close(run->session);
	writer_close(run->writer);
	if (run->summary)
		summary_close(run->summary);
	if (run->signals_fd >= 0)
		close(run->signals_fd);
	arena_free(&run->arena);
}

static int run_run(const struct command *self, int argc, char **argv, struct err *err)
{
	struct run run = {
		.options.plan = plan_defaults(),
		.root.path = "",
		.signals_fd = -1,
		.next_line_ns = NS_PER_S,
	};
	int operands, status;

	if (opt_parse(&self->options, &run.options, argc, argv, &operands, err) < 0)
		return -1;
	if (operands)
		return err_set(err, ERR_INPUT, "run takes options only, not '%.60s'",
			       argv[1]);
	if (plan_make(&run.arena, &run.root, &run.options.plan, &run.plan, err) < 0)
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
