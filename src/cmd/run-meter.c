/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cmd/run-meter.h"

#include "base/str.h"

int run_meter_start(struct run_meter *run, struct session *session,
		    const struct plan_options *asked, struct err *err)
{
	*run = (struct run_meter){.session = session, .duration_ns = asked->duration_ns};
	return meter_start(&run->meter, asked->meter, err);
}

int run_meter_fd(const struct run_meter *run)
{
	return run->is_over ? -1 : run->meter.fd;
}

static void tell_end(struct run_meter *run)
{
	CLEANUP(str_free) struct str text = {0};
	int status = run->meter.status;

	run->is_over = true;
	if (!status || run->meter.asked)
		return;
	if (status > 128)
		str_addf(&text, "the meter was killed by signal %d", status - 128);
	else
		str_addf(&text, "the meter ended with status %d", status);
	session_event(run->session, "meter", str_text(&text), false);
}

bool run_meter_turn(struct run_meter *run)
{
	char bytes[16384];
	long got;

	if (run->is_over)
		return false;
	if (run->duration_ns && session_time_ns(run->session) >= run->duration_ns)
		run->is_stopping = true;
	if (run->is_stopping)
		meter_stop(&run->meter);
	while ((got = meter_read(&run->meter, bytes, sizeof(bytes))) > 0)
		session_output(run->session, bytes, (size_t)got);
	if (got < 0)
		tell_end(run);
	return !run->is_over;
}

void run_meter_stop(struct run_meter *run)
{
	run->is_stopping = true;
}

void run_meter_close(struct run_meter *run)
{
	if (run->session)
		meter_close(&run->meter);
}
