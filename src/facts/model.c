/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether the run's times were computed by a model, and from what. */
#include "facts/files.h"
#include "facts/topics.h"

#define PATH SETUP_ASKED "model"

void facts_topic_model(struct facts *facts, const struct setup *setup)
{
	const char *at = setup_text(setup, PATH), *line;

	if (!at)
		return;
	line = facts_next_line(facts, &at);
	if (line)
		facts_put_text(facts, PATH, "model.policy", line);
	facts_put_text(
		facts, PATH, "model.warning",
		"MODELLED, not measured: the machine is an emulated one, its cache "
		"controller and all times are a model's");
}
