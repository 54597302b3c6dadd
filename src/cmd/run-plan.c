/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What --dry-run prints: the plan in words, or as JSON with the names that show has for it. */
#include "base/cpuset.h"
#include "cmd/run-parts.h"
#include "measure/wake-ops.h"
#include "report/out.h"
#include "run/fields.h"

static void add_stream(struct json_writer *json, const struct plan *plan,
		       const struct plan_stream *stream)
{
	json_begin_object(json, NULL);
	if (stream->cpu < 0)
		json_add_null(json, "cpu");
	else
		json_add_integer(json, "cpu", stream->cpu);
	json_add_text(json, "context", stream->stage ? stream->stage->context : "user");
	json_add_text(json, "wake", stream->ops->name);
	json_add_text(json, "policy", plan_policy_name(stream));
	json_add_integer(json, "priority", stream->wish.priority);
	if (stream->ops->wait_gap) {
		json_add_null(json, "period_ns");
		json_add_null(json, "offset_ns");
	} else {
		json_add_integer(json, "period_ns", plan->asked.period_ns);
		json_add_integer(json, "offset_ns", stream->offset_ns);
	}
	json_end_object(json);
}

static void add_part(struct json_writer *json, const char *key,
		     const struct field *fields, const void *from)
{
	json_begin_object(json, key);
	fields_write(json, fields, from);
	json_end_object(json);
}

/* would_fail: why the run would, as the machine is; NULL: nothing is known against it. */
static void add_json(struct str *out, const struct run *run, const char *would_fail)
{
	struct json_writer json = {.out = out, .pretty = true};

	json_begin_object(&json, NULL);
	if (would_fail)
		json_add_text(&json, "would_fail", would_fail);
	else
		json_add_null(&json, "would_fail");
	add_part(&json, "plan", fields_plan, &run->plan.asked);
	add_part(&json, "load", fields_load, &run->plan.load);
	json_begin_array(&json, "streams");
	for (uint32_t i = 0; i < run->plan.stream_count; i++)
		add_stream(&json, &run->plan, &run->plan.streams[i]);
	json_end_array(&json);
	json_end_object(&json);
	str_add(out, "\n");
}

int run_print_plan(const struct run *run, struct err *err)
{
	CLEANUP(str_free) struct str text = {0};
	struct err missing = {0};
	/* Of a collected tree nobody can tell; here the plan is good, but could not be run. */
	bool would_fail = root_is_this_machine(&run->root) &&
			  plan_look(&run->plan, &run->root, &missing) < 0;

	if (would_fail)
		report_say("whylate: note: as it is the run would fail: %s",
			   missing.text);
	if (run->options.json) {
		add_json(&text, run, would_fail ? missing.text : NULL);
		return report_print(&text, err);
	}
	plan_add_text(&text, &run->plan);
	str_addf(&text, "%-18s%s\n", "load", run->load_plan.text);
	return report_print(&text, err);
}
