/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From options to a plan that can be carried out, or one sentence why not. */
#include "load/load-plan.h"

#include <string.h>

#include "load/load-list.h"
#include "load/load-ops.h"
#include "load/size.h"
#include "load/stressors.h"
#include "sys/sched.h"

static const char *describe(struct arena *arena, const struct load_plan *plan)
{
	CLEANUP(str_free) struct str text = {0};

	for (uint32_t i = 0; i < plan->count; i++) {
		const struct load_item *item = &plan->items[i];

		str_add(&text, i ? "," : "");
		if (item->ops)
			str_addf(&text, "%s=%lld", item->name, (long long)item->amount);
		else
			str_addf(&text, "command '%s'", plan->command);
	}
	if (plan->pace_mbytes_per_s)
		str_addf(&text, " at %lld MB/s each", (long long)plan->pace_mbytes_per_s);
	return arena_copy(arena, text.length ? str_text(&text) : "none");
}

/* -1 with the CPU that we may not use. */
static int check_cpus(const struct load_plan *plan, const struct cpuset *allowed,
		      struct err *err)
{
	struct cpuset missing = cpuset_minus(&plan->cpus, allowed);
	CLEANUP(str_free) struct str text = {0};

	if (cpuset_next(&missing, 0) < 0)
		return 0;
	cpuset_add_text(&text, allowed);
	return err_set(err, ERR_INPUT,
		       "load: CPU %d is offline, does not exist or is not for this "
		       "process; it may use: %s",
		       cpuset_next(&missing, 0), str_text(&text));
}

/* Sets plan->cpus, and *count to how many there are to use. */
static int choose_cpus(const struct load_options *options, struct load_plan *plan,
		       int *count, struct err *err)
{
	struct cpuset allowed;

	*count = 1;
	if (sched_get_cpus(0, &allowed) < 0)
		return err_errno(err, "load: which CPUs may it use?");
	*count = cpuset_count(&allowed);
	if (!options->cpus)
		return 0;
	if (cpuset_parse(options->cpus, &plan->cpus, err) < 0)
		return err_prefix(err, "load: the CPUs that it may use");
	*count = cpuset_count(&plan->cpus);
	return check_cpus(plan, &allowed, err);
}

/* An option that no stressor of the load looks at was meant for something else. */
static int check_uses(const struct load_options *options, const struct load_plan *plan,
		      struct err *err)
{
	unsigned int uses = 0;

	for (uint32_t i = 0; i < plan->count; i++)
		uses |= plan->items[i].ops ? plan->items[i].ops->uses : 0;
	if (options->peer && !(uses & LOAD_USES_PEER))
		return err_set(err, ERR_INPUT,
			       "load: a peer is for net, which is not in the load");
	if (options->folder && !(uses & LOAD_USES_FOLDER))
		return err_set(err, ERR_INPUT,
			       "load: a folder is for disk, which is not in the load");
	if (options->pace_mbytes_per_s && !(uses & LOAD_USES_PACE))
		return err_set(err, ERR_INPUT,
			       "load: a pace is for memory-write and memory-read, which "
			       "are not in the load");
	if (options->cpus && !plan->count)
		return err_set(err, ERR_INPUT, "load: there is none for these CPUs");
	return 0;
}

static int check_items(const struct load_plan *plan, struct err *err)
{
	for (uint32_t i = 0; i < plan->count; i++) {
		const struct load_ops *ops = plan->items[i].ops;
		const struct load_job job = {.amount = plan->items[i].amount,
					     .folder = plan->folder,
					     .peer = plan->peer,
					     .fd = {-1, -1}};

		if (ops && ops->check && ops->check(&job, err) < 0)
			return -1;
	}
	return 0;
}

static int fit_memory(struct load_list_parser *parser, struct err *err)
{
	struct load_plan *plan = parser->plan;
	bool was_reduced;

	if (size_fit(plan, size_last_cache(), size_budget(), &was_reduced, err) < 0)
		return -1;
	if (was_reduced)
		str_addf(&parser->note,
			 "%sload: memory is short, so that each buffer has %lld MiB only",
			 parser->note.length ? "; " : "",
			 (long long)(plan->stream_bytes >> 20));
	return 0;
}

static int make_plan(struct load_list_parser *parser, const struct load_options *options,
		     struct err *err)
{
	struct load_plan *plan = parser->plan;

	if (choose_cpus(options, plan, &parser->cpus, err) < 0)
		return -1;
	if (options->list && load_list_parse(parser, options->list, err) < 0)
		return -1;
	if (options->command)
		plan->items[plan->count++] =
			(struct load_item){.name = "command", .processes = 1};
	if (check_uses(options, plan, err) < 0 || check_items(plan, err) < 0)
		return -1;
	return fit_memory(parser, err);
}

int load_make_plan(struct arena *arena, const struct load_options *options,
		   struct load_plan *plan, struct err *err)
{
	struct load_list_parser parser = {.plan = plan};
	int status;

	*plan = (struct load_plan){
		.command = options->command,
		.peer = options->peer,
		.folder = options->folder ? options->folder : ".",
		.pace_mbytes_per_s = options->pace_mbytes_per_s,
		.items = arena_array(arena, LOAD_MOST_ITEMS, sizeof(*plan->items)),
	};
	status = make_plan(&parser, options, err);
	plan->text = describe(arena, plan);
	if (parser.note.length)
		plan->note = arena_copy(arena, str_text(&parser.note));
	str_free(&parser.note);
	return status;
}

static void add_parameter(struct str *out, const struct load_ops *ops)
{
	if (ops->usual)
		str_addf(out, "%s (%lld)", ops->parameter, (long long)ops->usual);
	else
		str_addf(out, "%s (one for each CPU)", ops->parameter);
}

void load_add_table(struct str *out)
{
	str_addf(out, "  %-14s%-32s%s\n", "NAME", "N, and without it", "disturbs");
	for (size_t i = 0; stressors[i]; i++) {
		CLEANUP(str_free) struct str parameter = {0};

		add_parameter(&parameter, stressors[i]);
		str_addf(out, "  %-14s%-32s%s\n", stressors[i]->name,
			 str_text(&parameter), stressors[i]->disturbs);
	}
	for (size_t i = 0; stressor_presets[i].name; i++)
		str_addf(out, "  %-14s%s\n", stressor_presets[i].name,
			 stressor_presets[i].help);
}
