/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a session tells its sinks. */
#include <errno.h>
#include <string.h>

#include "measure/session-parts.h"
#include "measure/wake-ops.h"
#include "sys/clock.h"
#include "sys/host.h"
#include "version.h"

void session_describe_streams(struct session *session)
{
	const struct plan *plan = session->plan;

	session->streams = arena_array(&session->arena, plan->stream_count,
				       sizeof(*session->streams));
	for (uint32_t i = 0; i < plan->stream_count; i++) {
		const struct plan_stream *from = &plan->streams[i];

		session->streams[i] = (struct run_stream){
			.cpu = from->cpu,
			.offset_ns = from->offset_ns,
			.period_ns = from->ops->wait_gap ? 0 : plan->asked.period_ns,
			.tid = crew_tids(session->crew)[i],
			.context = from->stage ? from->stage->context : "user",
			.wake = from->ops->name,
			.lateness =
				from->stage ? from->stage->lateness : from->ops->lateness,
			.policy = plan_policy_name(from),
			.priority = from->wish.priority,
			.got_policy = "",
			.got_cpus = "",
		};
	}
}

static const char *why_missing(const struct session *session,
			       const struct counter_row *row)
{
	return row->scope == SCOPE_STREAM && !session->plan->stream_count
		       ? "whylate has no threads of its own here"
		       : row->missing;
}

/* Which counters there are: those that gave no value at all say why. */
static struct run_counter *describe_counters(struct session *session)
{
	const struct recorder_load *load = &session->load;
	struct run_counter *rows =
		arena_array(&session->arena, COUNTERS + load->count, sizeof(*rows));

	counters_read(session->counters, true);
	for (int id = 0; id < COUNTERS; id++) {
		const struct counter_row *row = &counter_rows[id];
		bool is_there = false;

		for (uint32_t i = 0;
		     i < counters_instances(session->counters, (enum counter_id)id); i++)
			is_there |= counters_get(session->counters, (enum counter_id)id,
						 i) != COUNTER_UNKNOWN;
		rows[id] = (struct run_counter){
			.name = row->name,
			.unit = row->unit,
			.scope = counter_scope_names[row->scope],
			.unavailable = is_there ? "" : why_missing(session, row),
			.per_slice = row->per_slice,
		};
	}
	for (uint32_t i = 0; i < load->count; i++)
		rows[COUNTERS + i] = load->rows[i];
	return rows;
}

static const int64_t *list_cpus(struct session *session, uint32_t *count)
{
	const struct cpuset *cpus = &session->plan->cpus;
	int64_t *numbers = arena_array(&session->arena, (size_t)cpuset_count(cpus),
				       sizeof(*numbers));

	*count = 0;
	for (int cpu = cpuset_next(cpus, 0); cpu >= 0; cpu = cpuset_next(cpus, cpu + 1))
		numbers[(*count)++] = cpu;
	return numbers;
}

static void name_host(struct session *session, struct run_host *host)
{
	struct utsname names = host_names();

	host->name = session->plan->anonymous
			     ? ""
			     : arena_copy(&session->arena, names.nodename);
	host->kernel = arena_copy(&session->arena, names.release);
	host->kernel_version = arena_copy(&session->arena, names.version);
	host->machine = arena_copy(&session->arena, names.machine);
	host->program_version = WHYLATE_VERSION;
}

void session_tell_head(struct session *session)
{
	struct run_head head = {
		.plan = session->plan->asked,
		.load = session->plan->load,
		.slice_ns = SLICE_NS,
		.streams = session->streams,
		.counters = describe_counters(session),
		.stream_count = session->plan->stream_count,
		.counter_count = COUNTERS + session->load.count,
	};

	head.cpus = list_cpus(session, &head.cpu_count);
	name_host(session, &head.host);
	head.host.started_monotonic_ns = session->start_ns;
	head.host.started_wall_ns =
		clock_read_ns(CLOCK_REALTIME) + session->start_ns - clock_now_ns();
	head.host.clock_granularity_ns = session->clock.granularity_ns;
	head.host.clock_read_ns = session->clock.read_ns;
	head.host.wake_cost_ns = session->calibration.wake_cost_ns;
	for (const struct run_sink *const *sink = session->sinks; *sink; sink++)
		if ((*sink)->head)
			(*sink)->head((*sink)->self, &head);
}

static const void *const *worker_addresses(const struct session *session)
{
	return (const void *const *)crew_workers(session->crew);
}

void session_tell_obtained(struct session *session)
{
	watch_read_back(session->watch, &session->arena, worker_addresses(session),
			session->streams);
	for (const struct run_sink *const *sink = session->sinks; *sink; sink++)
		if ((*sink)->obtained)
			(*sink)->obtained((*sink)->self, session->streams,
					  session->plan->stream_count);
}

void session_tell_event(void *self, const struct run_event *event)
{
	const struct session *session = self;

	for (const struct run_sink *const *sink = session->sinks; *sink; sink++)
		if ((*sink)->event)
			(*sink)->event((*sink)->self, event);
}

void session_event(struct session *session, const char *kind, const char *text,
		   bool invalidates)
{
	const struct run_event event = {session_time_ns(session), kind, text,
					invalidates};

	session_lock(session);
	session_tell_event(session, &event);
	session_unlock(session);
}

void session_output(struct session *session, const char *text, size_t length)
{
	const struct run_output output = {session_time_ns(session), text, length};

	session_lock(session);
	for (const struct run_sink *const *sink = session->sinks; *sink; sink++)
		if ((*sink)->output)
			(*sink)->output((*sink)->self, &output);
	session_unlock(session);
}

void session_setup(struct session *session, int64_t clock_ns, bool changes,
		   const struct setup *setup)
{
	const struct run_setup told = {clock_ns - session->start_ns, changes,
				       setup->files, setup->count};

	session_lock(session);
	for (const struct run_sink *const *sink = session->sinks; *sink; sink++)
		if ((*sink)->setup)
			(*sink)->setup((*sink)->self, &told);
	session_unlock(session);
}

static void tell_error(struct session *session, uint32_t stream, int error)
{
	CLEANUP(str_free) struct str text = {0};

	str_addf(&text, "stream %u could not wait any more: %s", stream,
		 error == ENODEV ? "its CPU went offline" : strerror(error));
	session_event(session, "worker", str_text(&text), true);
}

bool session_tell_failures(struct session *session)
{
	bool has_failed = watchdog_has_fired(session->watchdog);

	for (uint32_t i = 0; i < session->plan->stream_count; i++) {
		const struct worker *worker = crew_workers(session->crew)[i];
		const char *complaint = crew_complaint(session->crew, i);

		if (complaint)
			session_event(session, "worker", complaint, true);
		if (!worker || !worker->error)
			continue;
		has_failed = true;
		tell_error(session, i, worker->error);
	}
	if (watchdog_has_fired(session->watchdog))
		session_event(
			session, "watchdog",
			"the real-time threads left the recorder no processor for 10 s; "
			"the watchdog ended the run",
			true);
	return has_failed;
}

void session_tell_end(struct session *session, const struct run_end *end)
{
	for (const struct run_sink *const *sink = session->sinks; *sink; sink++)
		if ((*sink)->end)
			(*sink)->end((*sink)->self, end);
}
