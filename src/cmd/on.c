/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Measuring on another machine while the connection lasts. */
#include "cmd/on.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "analyse/summary.h"
#include "base/io.h"
#include "cmd/lifeline.h"
#include "cmd/metered.h"
#include "cmd/on-detached.h"
#include "cmd/on-feed.h"
#include "cmd/on-ssh.h"
#include "cmd/run-file.h"
#include "cmd/show-summary.h"
#include "report/out.h"
#include "sys/clock.h"
#include "sys/signals.h"

/* A sign of life this often; the other side gives up after 30 s without. */
#define SIGN_NS CLOCK_NS_PER_S

enum { WAIT_MS = 250, PIECE_BYTES = 65536 };

struct on {
	const struct on_options *options;
	struct arena arena;
	struct on_ssh ssh;
	struct run_file file;
	struct on_feed *feed;
	struct live_view *view; /* NULL: quiet, or nothing to see yet */
	uint64_t received_bytes;
	int64_t next_sign_ns;
	bool has_screen;
	bool has_errors;  /* there may be more on ssh's standard error */
	bool is_ending;   /* has been asked to end */
	bool is_file_bad; /* what arrives cannot be kept any more */
};

static void say(void *self, const char *line)
{
	struct on *on = self;

	if (on->view)
		live_view_say(on->view, "%s", line);
	else
		report_say("%s", line);
}

/* Its input ends: so does the run there, whose last chunks still come. */
static void end_run_there(struct on *on)
{
	on->is_ending = true;
	child_close_input(&on->ssh.child);
}

/* Nobody reads the pipe any more: nobody needs the run. A full disk leaves a summary. */
static void keep(struct on *on, const char *bytes, size_t count)
{
	CLEANUP(str_free) struct str words = {0};

	on->received_bytes += count;
	on_feed_put(on->feed, bytes, count);
	if (on->is_file_bad || io_write_all(on->file.fd, bytes, count) == 0)
		return;
	on->is_file_bad = true;
	str_addf(&words, "whylate: recording here stopped: %s%s", strerror(errno),
		 on->file.name ? "; the measurement goes on" : "");
	say(on, str_text(&words));
	if (!on->file.name)
		end_run_there(on);
}

static void print_interim(struct on *on)
{
	const struct live_host *host = on_feed_host(on->feed);
	struct summary *summary = on_feed_summary(on->feed);
	struct err ignored;

	if (!on_feed_has_begun(on->feed))
		return;
	live_view_suspend(on->view);
	host->lock(host->self);
	summary_set_running(summary, true);
	summary_conclude(summary);
	show_summary(summary, on->file.name, on->options->json, &ignored);
	summary_set_running(summary, false);
	host->unlock(host->self);
	live_view_resume(on->view);
}

static void take_signal(struct on *on, int number)
{
	if (number == SIGUSR1) {
		print_interim(on);
	} else if (number == SIGWINCH) {
		live_view_redraw(on->view);
	} else if (number == SIGTSTP) {
		live_view_suspend(on->view);
		signals_stop_self();
	} else if (number == SIGCONT) {
		live_view_resume(on->view);
	} else if (signals_is_end(number)) {
		if (on->is_ending) /* for the second time: hangs up */
			kill(on->ssh.child.pid, SIGTERM);
		end_run_there(on);
	}
}

/* A pipe that is full is no sign from us, and needs none. */
static void give_sign(struct on *on)
{
	const char sign = LIFELINE_SIGN;
	int64_t now_ns = clock_now_ns();

	if (on->ssh.child.to_fd < 0 || now_ns < on->next_sign_ns)
		return;
	on->next_sign_ns = now_ns + SIGN_NS;
	if (write(on->ssh.child.to_fd, &sign, 1) < 0 && errno == EPIPE)
		child_close_input(&on->ssh.child);
}

static void look_after_view(struct on *on)
{
	if (!on->view && !on->options->quiet && on_feed_has_begun(on->feed))
		on->view = live_view_open(on_feed_live(on->feed), on_feed_host(on->feed),
					  on->has_screen);
	if (!live_view_take_keys(on->view) && !on->is_ending)
		end_run_there(on);
	live_view_tick(on->view);
}

/* What there is to read. false: the other side has closed. */
static bool receive_piece(struct on *on)
{
	char bytes[PIECE_BYTES];
	long got = io_read_some(on->ssh.child.from_fd, bytes, sizeof(bytes));

	if (got > 0)
		keep(on, bytes, (size_t)got);
	return got > 0;
}

static void receive(struct on *on)
{
	bool is_open = true;

	on->has_errors = true;
	while (is_open) {
		struct pollfd fds[] = {
			{.fd = on->ssh.child.from_fd, .events = POLLIN},
			{.fd = on->ssh.signals_fd, .events = POLLIN},
			{.fd = on->has_errors ? on->ssh.child.error_fd : -1,
			 .events = POLLIN},
			{.fd = live_view_fd(on->view), .events = POLLIN},
		};
		int number;

		poll(fds, sizeof(fds) / sizeof(fds[0]), WAIT_MS);
		while ((number = signals_next(on->ssh.signals_fd)))
			take_signal(on, number);
		give_sign(on);
		if (fds[2].revents)
			on->has_errors = on_ssh_pass_on_errors(&on->ssh);
		if (fds[0].revents)
			is_open = receive_piece(on);
		look_after_view(on);
	}
	live_view_close(on->view);
	on->view = NULL;
}

/* Nothing of a run came. */
static int fail_without_run(const struct on *on, int remote_status, struct err *err)
{
	const char *host = on->options->host;

	if (remote_status == 2)
		return err_set(err, ERR_INPUT,
			       "%s: the run was refused there, as said above", host);
	if (remote_status == 255)
		return err_set(err, ERR_INPUT,
			       "%s: the connection broke before the run began", host);
	return err_set(err, ERR_INPUT,
		       "%s: whylate ended there with status %d before the run began",
		       host, remote_status);
}

static int show(struct on *on, int remote_status, struct err *err)
{
	struct summary *summary = on_feed_summary(on->feed);
	struct reader_report report;
	int status = on_feed_finish(on->feed, &report, err);

	if (status < 0)
		return on->received_bytes ? -1 : fail_without_run(on, remote_status, err);
	summary_set_file_report(summary, &report, false);
	metered_read(summary);
	summary_conclude(summary);
	status = show_summary(summary, on->file.name, on->options->json, err);
	if (status >= 0 && !report.has_end)
		report_say("whylate: %s: the run breaks off: the connection is gone, or "
			   "whylate was killed there; it does not go on without us",
			   on->options->host);
	/* Not all of it is here: scripts must not take that for good. */
	return status == 0 && (on->is_file_bad || !report.has_end) ? 1 : status;
}

/* Connection, program there, and there it starts. */
static int start_there(struct on *on, struct err *err)
{
	static const char *const ready[] = {"ready", NULL};
	CLEANUP(str_free) struct str call = {0};

	str_addf(&call, "measure %s%s", on->options->quiet ? "--quiet " : "",
		 on->options->arguments);
	if (on_ssh_start(&on->ssh, &on->arena, str_text(&call), err) < 0 ||
	    on_ssh_bring_program(&on->ssh, &on->arena, err) < 0)
		return -1;
	return on_ssh_expect(&on->ssh, ready, err);
}

static int measure_there(struct on *on, struct err *err)
{
	if (run_file_open(&on->arena, on->options->output,
			  on->options->anonymous ? "anonymous" : on->options->host,
			  &on->file, err) < 0 ||
	    on_feed_open(on->options->host, &on->ssh.child.to_fd, &on->feed, err) < 0 ||
	    start_there(on, err) < 0)
		return -1;
	if (!on->options->quiet && on->file.name)
		report_say("measuring on %s, recording to %s here; Ctrl-C ends the run",
			   on->options->host, on->file.name);
	on->has_screen = !on->options->quiet && live_view_has_screen();
	if (on->has_screen)
		signals_add_terminal(on->ssh.signals_fd);
	receive(on);
	return show(on, on_ssh_hang_up(&on->ssh), err);
}

/* The plan that was made there; its exit status. */
static int plan_there(struct on *on, struct err *err)
{
	CLEANUP(str_free) struct str plan = {0};
	char bytes[4096];
	long got;
	int status;

	if (start_there(on, err) < 0)
		return -1;
	while ((got = on_ssh_receive(&on->ssh, bytes, sizeof(bytes), err)) > 0)
		str_add_bytes(&plan, bytes, (size_t)got);
	if (got < 0)
		return -1;
	status = on_ssh_hang_up(&on->ssh);
	if (status)
		return fail_without_run(on, status, err);
	return report_print(&plan, err);
}

static int do_job(struct on *on, struct err *err)
{
	const struct on_options *options = on->options;

	if (options->fetch)
		return on_fetch(&on->ssh, &on->arena, options->output, err);
	if (options->dry_run)
		return plan_there(on, err);
	if (options->detach)
		return on_detach(&on->ssh, &on->arena, options->arguments, err);
	return measure_there(on, err);
}

int on_run(const struct on_options *options, struct err *err)
{
	struct on on = {
		.options = options,
		.file.fd = -1,
		.ssh = {.host = options->host, .signals_fd = signals_open(), .say = say},
	};
	int status;

	on.ssh.self = &on;
	if (on.ssh.signals_fd < 0)
		return err_errno(err, "cannot create a signalfd");
	status = do_job(&on, err);
	on_ssh_close(&on.ssh);
	on_feed_close(on.feed);
	if (on.file.fd >= 0)
		close(on.file.fd);
	if (on.file.is_created && !on.received_bytes)
		unlink(on.file.name);
	close(on.ssh.signals_fd);
	arena_free(&on.arena);
	return status;
}
