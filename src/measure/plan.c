/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From options to a plan. Starts nothing and changes nothing. */
#include "measure/plan.h"

#include <errno.h>
#include <string.h>

#include "base/num.h"
#include "measure/wake-ops.h"
#include "measure/wake.h"
#include "sys/cpu.h"

#define DEFAULT_PRIORITY 95
#define DEFAULT_SPIN_THRESHOLD_NS NS_PER_US
#define HIGHEST_PRIORITY 99
/* Of threaded interrupts and of what else calls sched_set_fifo() in the kernel. */
#define KERNEL_THREAD_PRIORITY 50

const char *const plan_align_names[] = {"staggered", "together", NULL};

struct plan_options plan_defaults(void)
{
	return (struct plan_options){
		.period_ns = NS_PER_MS,
		.warm_up_ns = NS_PER_S,
		.policy = -1,
		.wake = "nanosleep",
		.spike = "auto",
		.hold_dma_latency = "no",
	};
}

static const char *list_text(struct arena *arena, const struct cpuset *cpus)
{
	CLEANUP(str_free) struct str text = {0};

	cpuset_add_text(&text, cpus);
	return arena_copy(arena, str_text(&text));
}

static int check_online(const struct cpuset *wanted, const struct cpuset *online,
			struct err *err)
{
	struct cpuset missing = cpuset_minus(wanted, online);
	CLEANUP(str_free) struct str text = {0};

	if (cpuset_next(&missing, 0) < 0)
		return 0;
	cpuset_add_text(&text, online);
	return err_set(err, ERR_INPUT,
		       "--cpus: CPU %d is offline or does not exist; online: %s",
		       cpuset_next(&missing, 0), str_text(&text));
}

static int choose_cpus(const struct root *root, const char *text,
		       const struct cpuset *allowed, struct cpuset *cpus, struct err *err)
{
	struct cpuset online;

	if (cpu_read_online(root, &online, err) < 0)
		return -1;
	if (!text)
		*cpus = cpuset_and(allowed, &online);
	else if (!strcmp(text, "all"))
		*cpus = online;
	else if (!strcmp(text, "isolated")) {
		if (cpu_read_isolated(root, cpus, err) < 0)
			return err_prefix(err, "--cpus isolated");
		if (cpuset_next(cpus, 0) < 0)
			return err_set(err, ERR_INPUT,
				       "--cpus isolated: no CPU is isolated here "
				       "(no isolcpus= on the kernel command line)");
	} else if (cpuset_parse(text, cpus, err) < 0)
		return err_prefix(err, "--cpus");
	if (cpuset_next(cpus, 0) < 0)
		return err_set(err, ERR_INPUT, "--cpus: the list is empty");
	return check_online(cpus, &online, err);
}

static int parse_hold(const char *text, int64_t *hold_us, struct err *err)
{
	*hold_us = -1;
	if (!strcmp(text, "no"))
		return 0;
	if (num_parse_integer(text, 0, INT32_MAX, hold_us, err) < 0)
		return err_prefix(err, "--hold-dma-latency takes microseconds or 'no'");
	return 0;
}

static int parse_spike(const char *text, struct run_plan *asked, struct err *err)
{
	asked->spike_auto = !strcmp(text, "auto");
	if (asked->spike_auto)
		return 0;
	if (num_parse_time(text, &asked->spike_ns, err) < 0)
		return err_prefix(err, "--spike takes a time or 'auto'");
	if (!asked->spike_ns)
		return err_set(err, ERR_INPUT,
			       "--spike 0 would keep every sample: use --raw");
	return 0;
}

enum { MOST_WAKES = 8 };

/* "nanosleep,spin" -> rows; each name once. Returns how many, or -1. */
static int parse_wakes(const char *text, const struct wake_ops **ops, struct err *err)
{
	CLEANUP(str_free) struct str names = {0};
	int count = 0;

	wake_add_names(&names);
	while (*text && count < MOST_WAKES) {
		size_t length = strcspn(text, ",");
		char name[32] = "";

		if (length < sizeof(name))
			memcpy(name, text, length);
		ops[count] = wake_find(name);
		if (!ops[count])
			return err_set(err, ERR_INPUT, "--wake: '%.*s' is not one of: %s",
				       (int)(length < 40 ? length : 40), text,
				       str_text(&names));
		for (int i = 0; i < count; i++)
			if (ops[i] == ops[count])
				return err_set(err, ERR_INPUT,
					       "--wake: %s is given twice", name);
		count++;
		text += length;
		text += *text == ',' && text[1];
	}
	if (!count || *text)
		return err_set(err, ERR_INPUT, "--wake: give one or more of: %s",
			       str_text(&names));
	return count;
}

static struct sched_wish wish_for(const struct plan_options *options,
				  const struct wake_ops *ops)
{
	struct sched_wish wish = {.policy = POLICY_FIFO};

	if (options->policy >= 0)
		wish.policy = (enum sched_policy)options->policy;
	else if (ops->wait_gap)
		wish.policy = POLICY_OTHER;
	if (wish.policy == POLICY_FIFO || wish.policy == POLICY_RR)
		wish.priority =
			options->priority ? (int)options->priority : DEFAULT_PRIORITY;
	wish.period_ns = options->period_ns;
	wish.runtime_ns = options->period_ns / 4;
	return wish;
}

/*
 * A stage that is a task must not wait for those that it wakes, so it is one above them.
 * Where they have no priority, it has the one that the kernel gives its own such threads.
 */
static struct sched_wish wish_of_stage(const struct wake_stage *stage,
				       const struct sched_wish *own)
{
	struct sched_wish wish = {.policy = POLICY_OTHER};

	if (!stage->is_task)
		return wish;
	wish.policy = POLICY_FIFO;
	wish.priority = own->priority ? own->priority + 1 : KERNEL_THREAD_PRIORITY;
	if (wish.priority > HIGHEST_PRIORITY)
		wish.priority = HIGHEST_PRIORITY;
	return wish;
}

static bool is_realtime(const struct plan_stream *stream)
{
	return stream->wish.policy == POLICY_FIFO || stream->wish.policy == POLICY_RR;
}

static int check_priority(const struct plan_options *options, struct err *err)
{
	bool has_priority = options->policy < 0 || options->policy == POLICY_FIFO ||
			    options->policy == POLICY_RR;

	if (options->priority && !has_priority)
		return err_set(err, ERR_INPUT, "--priority: policy %s has none",
			       sched_policy_names[options->policy]);
	return 0;
}

/* The kernel pins no deadline threads: they have no CPU of their own. */
static int check_deadline(const struct plan_options *options,
			  const struct wake_ops *const *ops, int ops_count,
			  struct err *err)
{
	if (options->policy != POLICY_DEADLINE)
		return 0;
	if (options->cpus)
		return err_set(err, ERR_INPUT,
			       "--policy deadline cannot be pinned to CPUs: leave --cpus "
			       "out, or "
			       "start whylate in an exclusive cpuset");
	for (int i = 0; i < ops_count; i++)
		if (ops[i]->wait_gap || wake_lanes(ops[i]) > 1)
			return err_set(
				err, ERR_INPUT,
				"--wake %s does not go with --policy deadline: it %s",
				ops[i]->name,
				ops[i]->wait_gap ? "never sleeps"
						 : "needs a CPU of its own");
	return 0;
}

/* The streams of one thread on one CPU, its own last. Returns the place behind them. */
static struct plan_stream *add_streams(struct plan_stream *stream,
				       const struct plan_options *options,
				       const struct wake_ops *ops, int cpu,
				       int64_t offset_ns)
{
	const struct sched_wish own = wish_for(options, ops);
	const uint32_t lanes = wake_lanes(ops);

	for (uint32_t lane = 0; lane < lanes; lane++, stream++) {
		stream->ops = ops;
		stream->stage = lane + 1 < lanes ? &ops->stages[lane] : NULL;
		stream->wish = stream->stage ? wish_of_stage(stream->stage, &own) : own;
		stream->cpu = own.policy == POLICY_DEADLINE ? -1 : cpu;
		stream->offset_ns = offset_ns;
	}
	return stream;
}

static void make_streams(struct arena *arena, const struct plan_options *options,
			 const struct wake_ops *const *ops, int ops_count,
			 struct plan *plan)
{
	uint32_t cpu_count = (uint32_t)cpuset_count(&plan->cpus);
	int64_t threads = cpu_count * (uint32_t)ops_count, made = 0;
	struct plan_stream *next;

	for (int i = 0; i < ops_count; i++)
		plan->stream_count += cpu_count * wake_lanes(ops[i]);
	plan->streams = arena_array(arena, plan->stream_count, sizeof(*plan->streams));
	next = plan->streams;
	for (int cpu = cpuset_next(&plan->cpus, 0); cpu >= 0;
	     cpu = cpuset_next(&plan->cpus, cpu + 1)) {
		for (int i = 0; i < ops_count; i++, made++) {
			int64_t offset_ns = 0;

			if (!options->align && !ops[i]->wait_gap)
				offset_ns = options->period_ns / threads * made +
					    options->period_ns % threads * made / threads;
			next = add_streams(next, options, ops[i], cpu, offset_ns);
		}
	}
}

/* A real-time thread that never sleeps must leave a CPU to the rest of the machine. */
static int spare_a_cpu(struct plan *plan, const struct cpuset *allowed,
		       const struct plan_options *options, bool spins, struct err *err)
{
	struct cpuset rest = cpuset_minus(allowed, &plan->cpus);

	if (!spins || (options->policy != POLICY_FIFO && options->policy != POLICY_RR) ||
	    cpuset_next(&rest, 0) >= 0)
		return 0;
	if (options->cpus || cpuset_count(&plan->cpus) < 2)
		return err_set(
			err, ERR_INPUT,
			"--wake spin with --policy %s would take every CPU that this "
			"process "
			"may use: leave one free with --cpus, or use --policy other",
			sched_policy_names[options->policy]);
	plan->spared_cpu = cpuset_next(&plan->cpus, 0);
	cpuset_remove(&plan->cpus, plan->spared_cpu);
	return 0;
}

static void describe(struct arena *arena, const struct plan_options *options,
		     struct plan *plan)
{
	struct run_plan *asked = &plan->asked;
	const struct sched_wish *wish =
		&plan->streams[wake_lanes(plan->streams[0].ops) - 1].wish;

	asked->duration_ns = options->duration_ns;
	asked->samples = options->samples;
	asked->period_ns = options->period_ns;
	asked->warm_up_ns = options->warm_up_ns;
	asked->limit_ns = options->limit_ns;
	asked->stop_at_ns = options->stop_at_ns;
	asked->spin_threshold_ns = DEFAULT_SPIN_THRESHOLD_NS;
	asked->priority = wish->priority;
	asked->raw = options->raw;
	asked->cpus = list_text(arena, &plan->cpus);
	asked->policy = sched_policy_names[wish->policy];
	asked->wake = options->wake;
	asked->align = plan_align_names[options->align];
	asked->missed_rule = RUN_MISSED_RULE;
	asked->note = options->note ? options->note : "";
	asked->meter = "";
	plan->load.made = "none";
}

static int parse_texts(const struct plan_options *options, struct run_plan *asked,
		       struct err *err)
{
	if (parse_hold(options->hold_dma_latency, &asked->hold_dma_latency_us, err) < 0)
		return -1;
	return parse_spike(options->spike, asked, err);
}

/* Every stream must get to its first due time. */
static int check_duration(const struct plan *plan, struct err *err)
{
	CLEANUP(str_free) struct str first = {0};
	int64_t duration_ns = plan->asked.duration_ns;

	for (uint32_t i = 0; duration_ns && i < plan->stream_count; i++) {
		if (plan->streams[i].offset_ns < duration_ns)
			continue;
		num_add_exact_time(&first, plan->streams[i].offset_ns);
		return err_set(
			err, ERR_INPUT,
			"--for is too short: stream %u is first due %s after the start",
			i, str_text(&first));
	}
	return 0;
}

/* What means nothing when another tool measures, and a sign that it was given. */
static const char *option_of_ours(const struct plan_options *options)
{
	const struct plan_options usual = plan_defaults();
	const struct {
		const char *name;
		bool given;
	} rows[] = {
		{"samples", options->samples != usual.samples},
		{"period", options->period_ns != usual.period_ns},
		{"policy", options->policy != usual.policy},
		{"priority", options->priority != usual.priority},
		{"wake", strcmp(options->wake, usual.wake) != 0},
		{"align", options->align != usual.align},
		{"warm-up", options->warm_up_ns != usual.warm_up_ns},
		{"limit", options->limit_ns != usual.limit_ns},
		{"stop-at", options->stop_at_ns != usual.stop_at_ns},
		{"spike", strcmp(options->spike, usual.spike) != 0},
		{"raw", options->raw != usual.raw},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].given)
			return rows[i].name;
	return NULL;
}

/* Another tool measures: no streams of ours. What it does, it says. */
static int plan_meter(struct arena *arena, const struct root *root,
		      const struct plan_options *options, struct plan *plan,
		      struct err *err)
{
	const char *ours = option_of_ours(options);
	struct cpuset allowed;

	if (ours)
		return err_set(err, ERR_INPUT,
			       "--%s is for whylate's own threads; with --meter the "
			       "other tool has its own options",
			       ours);
	if (cpu_read_allowed(root, &allowed, err) < 0)
		return -1;
	if (choose_cpus(root, options->cpus, &allowed, &plan->cpus, err) < 0)
		return -1;
	plan->asked = (struct run_plan){
		.duration_ns = options->duration_ns,
		.hold_dma_latency_us = plan->asked.hold_dma_latency_us,
		.cpus = list_text(arena, &plan->cpus),
		.policy = "",
		.wake = "",
		.align = "",
		.missed_rule = "",
		.note = options->note ? options->note : "",
		.meter = options->meter,
	};
	plan->load.made = "none";
	return 0;
}

int plan_make(struct arena *arena, const struct root *root,
	      const struct plan_options *options, struct plan *plan, struct err *err)
{
	const struct wake_ops *ops[MOST_WAKES];
	struct cpuset allowed;
	bool spins = false;
	int ops_count;

	*plan = (struct plan){.spared_cpu = -1};
	if (parse_texts(options, &plan->asked, err) < 0)
		return -1;
	if (options->meter)
		return plan_meter(arena, root, options, plan, err);
	if (check_priority(options, err) < 0)
		return -1;
	if ((ops_count = parse_wakes(options->wake, ops, err)) < 0)
		return -1;
	for (int i = 0; i < ops_count; i++)
		spins |= ops[i]->wait_gap != NULL;
	if (check_deadline(options, ops, ops_count, err) < 0)
		return -1;
	if (cpu_read_allowed(root, &allowed, err) < 0)
		return -1;
	if (choose_cpus(root, options->cpus, &allowed, &plan->cpus, err) < 0 ||
	    spare_a_cpu(plan, &allowed, options, spins, err) < 0)
		return -1;
	plan->housekeeping = cpuset_minus(&allowed, &plan->cpus);
	make_streams(arena, options, ops, ops_count, plan);
	describe(arena, options, plan);
	return check_duration(plan, err);
}

/* Sleeping streams that share the CPU of the given one, itself included. */
static int64_t streams_beside(const struct plan *plan, const struct plan_stream *stream)
{
	int64_t count = 0;

	for (uint32_t i = 0; i < plan->stream_count; i++)
		count += plan->streams[i].cpu == stream->cpu &&
			 !plan->streams[i].ops->wait_gap;
	return stream->cpu < 0 ? 1 : count;
}

int plan_look(const struct plan *plan, const struct root *root, struct err *err)
{
	for (uint32_t i = 0; i < plan->stream_count; i++)
		if (plan->streams[i].ops->look &&
		    plan->streams[i].ops->look(root, err) < 0)
			return -1;
	return 0;
}

int plan_check_cost(const struct plan *plan, const struct root *root, int64_t cost_ns,
		    struct err *err)
{
	CLEANUP(str_free) struct str cost = {0}, shortest = {0};
	int64_t period_ns = plan->asked.period_ns;
	struct cpuset online = {0};
	bool is_busy = false;

	num_add_time(&cost, cost_ns);
	for (uint32_t i = 0; i < plan->stream_count; i++) {
		const struct plan_stream *stream = &plan->streams[i];
		int64_t need_ns = cost_ns * streams_beside(plan, stream);

		if (stream->ops->wait_gap)
			continue;
		num_add_time(&shortest, 2 * need_ns);
		if (period_ns < 2 * need_ns)
			return err_set(err, ERR_INPUT,
				       "--period is too short: one wake-up costs %s "
				       "here, so a CPU "
				       "would be busy with them for over half of the "
				       "time; use %s or "
				       "more",
				       str_text(&cost), str_text(&shortest));
		str_clear(&shortest);
		is_busy |= is_realtime(stream) && need_ns > period_ns / 5 * 2;
	}
	if (cpu_read_online(root, &online, err) < 0)
		return -1;
	online = cpuset_minus(&online, &plan->cpus);
	if (is_busy && cpuset_next(&online, 0) < 0)
		return err_set(
			err, ERR_INPUT,
			"one wake-up costs %s here: at this period the real-time threads "
			"would keep all CPUs busy; leave one free with --cpus, or use a "
			"longer "
			"--period",
			str_text(&cost));
	return 0;
}

const char *plan_policy_name(const struct plan_stream *stream)
{
	return plan_has_task(stream) ? sched_policy_names[stream->wish.policy] : "none";
}

bool plan_has_task(const struct plan_stream *stream)
{
	return !stream->stage || stream->stage->is_task;
}

static void add_time_line(struct str *out, const char *label, int64_t time_ns,
			  const char *none)
{
	str_addf(out, "%-18s", label);
	if (time_ns)
		num_add_exact_time(out, time_ns);
	else
		str_add(out, none);
	str_add(out, "\n");
}

static void add_meter_text(struct str *out, const struct run_plan *asked)
{
	str_addf(out, "%-18s%s\n", "meter", asked->meter);
	add_time_line(out, "duration", asked->duration_ns, "until it ends");
	str_addf(out, "%-18s%s\n", "CPUs counted", asked->cpus);
}

static bool has_due_times(const struct plan *plan)
{
	for (uint32_t i = 0; i < plan->stream_count; i++)
		if (!plan->streams[i].ops->wait_gap)
			return true;
	return false;
}

void plan_add_text(struct str *out, const struct plan *plan)
{
	const struct run_plan *asked = &plan->asked;

	if (*asked->meter) {
		add_meter_text(out, asked);
		return;
	}
	for (uint32_t i = 0; i < plan->stream_count; i++) {
		const struct plan_stream *stream = &plan->streams[i];

		if (stream->cpu < 0)
			str_addf(out, "stream %-11uon any CPU", i);
		else
			str_addf(out, "stream %-11uon CPU %d", i, stream->cpu);
		str_addf(out, ", %s%s%s, policy %s", stream->ops->name,
			 stream->stage ? " " : "",
			 stream->stage ? stream->stage->context : "",
			 plan_policy_name(stream));
		if (stream->wish.priority)
			str_addf(out, " %d", stream->wish.priority);
		if (stream->ops->wait_gap) {
			str_add(out, ", no due times\n");
			continue;
		}
		str_add(out, ", first due ");
		num_add_exact_time(out, stream->offset_ns);
		str_add(out, " after the start\n");
	}
	if (has_due_times(plan))
		add_time_line(out, "period", asked->period_ns, "");
	add_time_line(out, "warm-up", asked->warm_up_ns, "none");
	add_time_line(out, "duration", asked->duration_ns, "until stopped");
	if (asked->samples)
		str_addf(out, "%-18s%lld per stream\n", "samples",
			 (long long)asked->samples);
	add_time_line(out, "limit", asked->limit_ns, "none");
	add_time_line(out, "stop at", asked->stop_at_ns, "never");
	add_time_line(out, "spikes kept from", asked->spike_ns,
		      "auto: about one in a thousand");
	str_addf(out, "%-18s%s\n", "every sample", asked->raw ? "kept" : "not kept");
	if (asked->hold_dma_latency_us < 0)
		str_addf(out, "%-18snot held (the machine as it is)\n", "DMA latency");
	else
		str_addf(out, "%-18sheld at %lld us\n", "DMA latency",
			 (long long)asked->hold_dma_latency_us);
	str_addf(out, "%-18s", "recorder");
	if (cpuset_next(&plan->housekeeping, 0) >= 0) {
		str_add(out, "on CPU ");
		cpuset_add_text(out, &plan->housekeeping);
		str_add(out, "\n");
	} else {
		str_add(out, "on the measured CPUs, at normal priority\n");
	}
}
