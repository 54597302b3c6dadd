/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cmd/metered.h"

#include "import/import.h"

static void tell_trouble(const struct run_sink *sink, const struct summary *summary,
			 const char *words)
{
	const struct run_event event = {
		.time_ns = summary->has_end ? summary->end.end_ns : 0,
		.kind = "meter",
		.text = words,
	};

	sink->event(sink->self, &event);
}

void metered_read(struct summary *summary)
{
	const char *command = summary->head.plan.meter;
	struct run_sink sink = summary_sink(summary);
	CLEANUP(str_free) struct str text = {0};
	struct import_report report = {.name = command};
	struct foreign_builder builder;
	struct err err = {0};

	if (!summary_is_metered(summary) || summary->foreign)
		return;
	/* As somebody would have copied it: options tell what the report does not. */
	str_addf(&text, "$ %s\n", command);
	str_add_bytes(&text, str_text(&summary->output), summary->output.length);
	report.text = text.text;
	report.length = text.length;
	foreign_builder_open(&builder);
	if (summary->output_dropped_bytes)
		tell_trouble(
			&sink, summary,
			"the meter printed more than whylate reads again: the figures "
			"are of the first 256 MiB");
	if (import_read(&report, &builder, &err) < 0) {
		tell_trouble(&sink, summary, err.text);
	} else {
		if (!*builder.foreign.command)
			builder.foreign.command = command;
		sink.foreign(sink.self, &builder.foreign);
	}
	foreign_builder_free(&builder);
}
