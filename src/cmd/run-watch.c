/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What whylate run does while the run goes on. */
#include <poll.h>
#include <signal.h>

#include "base/num.h"
#include "cmd/lifeline.h"
#include "cmd/run-parts.h"
#include "cmd/show-summary.h"
#include "report/out.h"
#include "sys/signals.h"

/* The loop turns at least this often; a stop is what keeps it from that. */
#define LOOK_MS 250
#define STOP_NS (300 * NS_PER_MS)
/* For the streams to end in, from when they should have. Then the load must give way. */
#define END_PATIENCE_NS (2 * NS_PER_S)

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
bool run_check_writer(struct run *run)
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
void run_check_load(struct run *run)
{
	const char *trouble;
	bool is_fault;

	while (run->load && (trouble = load_trouble(run->load, &run->arena, &is_fault))) {
		live_view_say(run->view, "whylate: %s", trouble);
		session_event(run->session, "load", trouble, is_fault);
	}
}

/* Of the machine's set-up, what is different by now. */
void run_look_at_setup(struct run *run, bool everything)
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

bool run_is_metered(const struct run *run)
{
	return *run->plan.asked.meter;
}

static bool is_over(struct run *run)
{
	return run_is_metered(run) ? !run_meter_turn(&run->meter)
				   : session_has_ended(run->session);
}

/* true: at once. A meter is asked for its summary first. */
static bool end_early(struct run *run)
{
	if (run_is_metered(run))
		run_meter_stop(&run->meter);
	return !run_is_metered(run);
}

/* A load of higher priority may leave a stream no processor to end on. */
static bool is_overdue(const struct run *run)
{
	int64_t duration_ns = run->plan.asked.duration_ns;

	return run->load && duration_ns && !run_is_metered(run) &&
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
		fds[4].fd = run_is_metered(run) ? run_meter_fd(&run->meter) : -1;
		take_turn(run);
		poll(fds, 5, LOOK_MS);
		while ((number = signals_next(run->signals_fd)))
			is_early |= take_signal(run, number);
		is_early |= !run_check_writer(run);
		run_check_load(run);
		if (setup_watch_is_due(run->setup))
			run_look_at_setup(run, false);
		take_notes(run);
		is_early |= !live_view_take_keys(run->view);
		if (is_early && end_early(run))
			return true;
		if (session_take_news(run->session))
			live_view_tick(run->view);
	}
	return is_early;
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
	run_check_load(run);
	live_view_say(run->view, "whylate: %s", words);
	session_event(run->session, "load", words, false);
	load_end(run->load);
	session_end_workers(run->session, INT64_MAX);
}

/* As watch_over(), with something to look at. */
bool run_watch(struct run *run)
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
	run_check_load(run); /* the last moment's */
	live_view_close(run->view);
	run->view = NULL;
	return was_interrupted;
}
