/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What can go wrong with a run behind its back, and how it shows. */
#include "measure/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/num.h"
#include "sys/clock.h"
#include "sys/counters.h"
#include "sys/memory.h"

/* NTP slews by at most 500 us a second; what is more between two looks is a step. */
#define STEP_NS (5 * NS_PER_MS)

struct watch {
	const struct root *root;
	const struct plan *plan;
	pid_t *tids;
	bool *reported; /* one for each stream: its change was told */
	void (*tell)(void *self, const struct run_event *event);
	void *self;
	int64_t wall_offset_ns, boot_offset_ns; /* to the measuring clock */
	struct str clock_source;
	struct str scratch;
	int kmsg_fd; /* -1: not readable */
	bool has_looked, was_blind;
	/* Throttling: what real-time tasks may have, and what each stream saw this slice. */
	int64_t rt_runtime_ns, rt_period_ns; /* 0: no limit, or not known */
	int64_t slice_ns;
	int64_t counted_ns;    /* run time of the counters before */
	int64_t *slice_max_ns; /* of each stream since then */
	bool throttling_told, throttling_logged;
	struct run_sink sink;
};

static void say(struct watch *watch, int64_t time_ns, const char *kind, const char *text,
		bool invalidates)
{
	const struct run_event event = {time_ns, kind, text, invalidates};

	watch->tell(watch->self, &event);
}

/* The closest of several readings: being interrupted between two clocks is no step. */
static int64_t offset_of(clockid_t id)
{
	int64_t best_ns = 0, best_width_ns = INT64_MAX;

	for (int i = 0; i < 8; i++) {
		int64_t before_ns = clock_now_ns(), other_ns = clock_read_ns(id);
		int64_t width_ns = clock_now_ns() - before_ns;

		if (other_ns >= 0 && width_ns < best_width_ns) {
			best_width_ns = width_ns;
			best_ns = other_ns - before_ns;
		}
	}
	return best_ns;
}

static void read_clock_source(const struct watch *watch, struct str *name)
{
	root_read(watch->root, name,
		  "/sys/devices/system/clocksource/clocksource0/current_clocksource");
}

static void on_head(void *self, const struct run_head *head)
{
	struct watch *watch = self;

	watch->slice_ns = head->slice_ns;
}

static void on_slice(void *self, const struct run_slice *slice)
{
	struct watch *watch = self;

	if (slice->histogram->stats.max_ns > watch->slice_max_ns[slice->stream])
		watch->slice_max_ns[slice->stream] = slice->histogram->stats.max_ns;
}

static bool is_realtime(const struct watch *watch, uint32_t stream)
{
	enum sched_policy policy = watch->plan->streams[stream].wish.policy;

	return policy == POLICY_FIFO || policy == POLICY_RR;
}

/* Late by about as long as throttling takes until the period is over. */
static bool has_throttling_gap(const struct watch *watch, uint32_t stream)
{
	int64_t rest_ns = watch->rt_period_ns - watch->rt_runtime_ns;

	return is_realtime(watch, stream) && watch->rt_runtime_ns &&
	       watch->slice_max_ns[stream] >= rest_ns / 2;
}

/*
 * A real-time thread that used up its share of the time, and then was kept waiting for the
 * rest of the throttling period, was throttled: by the limit, or by the deadline server
 * that replaced it in Linux 6.12.
 */
static void look_for_throttling(struct watch *watch, uint32_t stream, int64_t cpu_ns,
				int64_t passed_ns, int64_t time_ns)
{
	int64_t share_percent;

	if (watch->throttling_told || passed_ns <= 0 ||
	    !has_throttling_gap(watch, stream))
		return;
	share_percent = watch->rt_runtime_ns * 100 / watch->rt_period_ns;
	if (cpu_ns < passed_ns / 1000 * share_percent * 9)
		return;
	watch->throttling_told = true;
	say(watch, time_ns, "throttled",
	    "real-time tasks used up their share of a CPU and were throttled "
	    "(sched_rt_runtime_us); the gaps are the kernel's limit, not its latency",
	    true);
}

/*
 * The kernel logs throttling, once after each boot, but not on which CPU. It cut into this
 * run if a stream of ours has such a gap, too; otherwise it is only told.
 */
static void judge_logged_throttling(struct watch *watch, int64_t time_ns)
{
	bool cut_into_us = false;

	if (!watch->throttling_logged)
		return;
	watch->throttling_logged = false;
	for (uint32_t i = 0; i < watch->plan->stream_count; i++)
		cut_into_us |= has_throttling_gap(watch, i);
	if (cut_into_us && watch->throttling_told)
		return;
	watch->throttling_told |= cut_into_us;
	say(watch, time_ns, "throttled",
	    cut_into_us
		    ? "the kernel throttled real-time tasks (sched_rt_runtime_us), and "
		      "a stream was kept waiting for as long as that takes"
		    : "the kernel throttled real-time tasks (sched_rt_runtime_us) on some "
		      "CPU; no stream of this run was kept waiting by it",
	    cut_into_us);
}

static void on_counts(void *self, uint32_t slice_number, const struct run_count *counts,
		      uint32_t count, bool whole_run)
{
	struct watch *watch = self;
	int64_t time_ns = (slice_number + 1) * watch->slice_ns;

	if (whole_run)
		return;
	for (uint32_t i = 0; i < count; i++)
		if (counts[i].counter == COUNTER_CPU_TIME)
			look_for_throttling(watch, counts[i].instance, counts[i].value,
					    time_ns - watch->counted_ns, time_ns);
	judge_logged_throttling(watch, time_ns);
	watch->counted_ns = time_ns;
	for (uint32_t i = 0; i < watch->plan->stream_count; i++)
		watch->slice_max_ns[i] = INT64_MIN;
}

static void read_rt_limit(struct watch *watch)
{
	int64_t runtime_us, period_us;

	if (root_read_integer(watch->root, &runtime_us,
			      "/proc/sys/kernel/sched_rt_runtime_us") ||
	    root_read_integer(watch->root, &period_us,
			      "/proc/sys/kernel/sched_rt_period_us") ||
	    runtime_us <= 0 || runtime_us >= period_us)
		return;
	watch->rt_runtime_ns = runtime_us * NS_PER_US;
	watch->rt_period_ns = period_us * NS_PER_US;
}

struct watch *watch_open(const struct root *root, const struct plan *plan,
			 const pid_t *tids,
			 void (*tell)(void *self, const struct run_event *event),
			 void *self)
{
	struct watch *watch = mem_alloc(sizeof(*watch));

	watch->root = root;
	watch->plan = plan;
	watch->tids = mem_alloc(plan->stream_count * sizeof(*tids));
	memcpy(watch->tids, tids, plan->stream_count * sizeof(*tids));
	watch->reported = mem_alloc(plan->stream_count * sizeof(*watch->reported));
	watch->slice_max_ns = mem_alloc(plan->stream_count * sizeof(int64_t));
	watch->tell = tell;
	watch->self = self;
	watch->sink = (struct run_sink){.self = watch,
					.head = on_head,
					.slice = on_slice,
					.counts = on_counts};
	read_rt_limit(watch);
	watch->wall_offset_ns = offset_of(CLOCK_REALTIME);
	watch->boot_offset_ns = offset_of(CLOCK_BOOTTIME);
	read_clock_source(watch, &watch->clock_source);
	watch->kmsg_fd = root_open(root, O_RDONLY | O_NONBLOCK, "/dev/kmsg");
	if (watch->kmsg_fd >= 0)
		lseek(watch->kmsg_fd, 0, SEEK_END);
	return watch;
}

void watch_close(struct watch *watch)
{
	if (!watch)
		return;
	if (watch->kmsg_fd >= 0)
		close(watch->kmsg_fd);
	str_free(&watch->clock_source);
	str_free(&watch->scratch);
	free(watch->tids);
	free(watch->reported);
	free(watch->slice_max_ns);
	free(watch);
}

static void look_at_clocks(struct watch *watch, int64_t time_ns)
{
	int64_t wall_ns = offset_of(CLOCK_REALTIME), boot_ns = offset_of(CLOCK_BOOTTIME);
	CLEANUP(str_free) struct str text = {0}, source = {0};

	if (llabs(boot_ns - watch->boot_offset_ns) > STEP_NS) {
		str_add(&text, "the machine was suspended for ");
		num_add_time(&text, boot_ns - watch->boot_offset_ns);
		say(watch, time_ns, "suspend", str_text(&text), true);
	} else if (llabs(wall_ns - watch->wall_offset_ns) > STEP_NS) {
		/* The measuring clock does not step; only what is said of dates is off. */
		str_add(&text, "the wall clock stepped by ");
		num_add_time(&text, wall_ns - watch->wall_offset_ns);
		str_add(&text, "; dates after this are off by as much");
		say(watch, time_ns, "clock-step", str_text(&text), false);
	}
	watch->boot_offset_ns = boot_ns;
	watch->wall_offset_ns = wall_ns;
	read_clock_source(watch, &source);
	if (source.length && watch->clock_source.length &&
	    strcmp(source.text, watch->clock_source.text) != 0) {
		str_clear(&text);
		str_addf(&text, "the kernel changed its clock source to %s", source.text);
		say(watch, time_ns, "clock-step", str_text(&text), true);
		str_clear(&watch->clock_source);
		str_add(&watch->clock_source, source.text);
	}
}

/* The kernel says this once after boot only, and not at all since its deadline server. */
static void look_at_kernel_log(struct watch *watch)
{
	char record[2048];
	ssize_t got;

	while (watch->kmsg_fd >= 0 &&
	       ((got = read(watch->kmsg_fd, record, sizeof(record) - 1)) > 0 ||
		(got < 0 && errno == EPIPE))) {
		record[got > 0 ? got : 0] = '\0';
		if (strstr(record, "RT throttling activated"))
			watch->throttling_logged = true;
	}
}

/* A thread that has ended by itself has no policy any more; that is no change. */
static bool is_readable(int result)
{
	return result == 0 || errno == ESRCH;
}

static bool has_policy(struct watch *watch, uint32_t i, struct str *what)
{
	const struct sched_wish *wish = &watch->plan->streams[i].wish;
	const char *policy;
	int priority, result = sched_get(watch->tids[i], &policy, &priority);

	watch->was_blind |= !is_readable(result);
	if (result < 0 || (!strcmp(policy, sched_policy_names[wish->policy]) &&
			   priority == wish->priority))
		return true;
	str_addf(what, "stream %u has policy %s, priority %d instead of %s, %d", i,
		 policy, priority, sched_policy_names[wish->policy], wish->priority);
	return false;
}

static bool has_cpu(struct watch *watch, uint32_t i, struct str *what)
{
	int cpu = watch->plan->streams[i].cpu;
	struct cpuset cpus;
	int result = sched_get_cpus(watch->tids[i], &cpus);

	watch->was_blind |= !is_readable(result);
	if (result < 0 || cpu < 0 || (cpuset_count(&cpus) == 1 && cpuset_has(&cpus, cpu)))
		return true;
	str_addf(what, "stream %u may run on CPU ", i);
	cpuset_add_text(what, &cpus);
	str_addf(what, " instead of CPU %d alone", cpu);
	return false;
}

/* Whatever has no task is the wake source's to keep where it belongs. */
static bool is_as_asked(struct watch *watch, uint32_t i, struct str *what)
{
	if (!plan_has_task(&watch->plan->streams[i]))
		return true;
	return has_policy(watch, i, what) && has_cpu(watch, i, what);
}

void watch_look(struct watch *watch, int64_t time_ns)
{
	watch->has_looked = true;
	look_at_clocks(watch, time_ns);
	look_at_kernel_log(watch);
	for (uint32_t i = 0; i < watch->plan->stream_count; i++) {
		str_clear(&watch->scratch);
		if (watch->reported[i] || is_as_asked(watch, i, &watch->scratch))
			continue;
		watch->reported[i] = true;
		say(watch, time_ns, "policy", str_text(&watch->scratch), true);
	}
}

enum tristate watch_state(const struct watch *watch)
{
	return watch->has_looked && !watch->was_blind ? YES : UNKNOWN;
}

const struct run_sink *watch_sink(struct watch *watch)
{
	return &watch->sink;
}

static enum tristate read_memory_lock(const struct root *root, const void *memory)
{
	switch (memory_is_locked(root, memory)) {
	case 0:
		return NO;
	case 1:
		return YES;
	default:
		return UNKNOWN;
	}
}

static enum tristate worse(enum tristate a, enum tristate b)
{
	if (a == NO || b == NO)
		return NO;
	return a == YES && b == YES ? YES : UNKNOWN;
}

/* Pinned by the module, which counts what comes elsewhere. */
static enum tristate read_back_interrupt(struct arena *arena, struct run_stream *stream)
{
	CLEANUP(str_free) struct str cpu = {0};

	str_addf(&cpu, "%d", (int)stream->cpu);
	stream->got_policy = stream->policy;
	stream->got_cpus = arena_copy(arena, str_text(&cpu));
	return YES;
}

static enum tristate read_back_one(struct watch *watch, struct arena *arena, uint32_t i,
				   const void *memory, struct run_stream *stream)
{
	const struct plan_stream *asked = &watch->plan->streams[i];
	bool needs_lock = asked->wish.policy != POLICY_OTHER;
	enum tristate state = YES;
	struct cpuset cpus;
	int priority;

	stream->got_policy = stream->got_cpus = "";
	/* The kernel's own memory is never paged out. */
	stream->got_memory_locked =
		asked->stage ? YES : read_memory_lock(watch->root, memory);
	if (!plan_has_task(asked))
		return read_back_interrupt(arena, stream);
	if (sched_get(watch->tids[i], &stream->got_policy, &priority) < 0)
		state = UNKNOWN;
	else
		stream->got_priority = priority;
	str_clear(&watch->scratch);
	if (sched_get_cpus(watch->tids[i], &cpus) < 0)
		state = UNKNOWN;
	else
		cpuset_add_text(&watch->scratch, &cpus);
	stream->got_cpus = arena_copy(arena, str_text(&watch->scratch));
	str_clear(&watch->scratch);
	if (!is_as_asked(watch, i, &watch->scratch))
		state = NO;
	return needs_lock ? worse(state, stream->got_memory_locked) : state;
}

enum tristate watch_read_back(struct watch *watch, struct arena *arena,
			      const void *const *worker_memory,
			      struct run_stream *streams)
{
	enum tristate state = YES;

	for (uint32_t i = 0; i < watch->plan->stream_count; i++)
		state = worse(state, read_back_one(watch, arena, i, worker_memory[i],
						   &streams[i]));
	return state;
}
