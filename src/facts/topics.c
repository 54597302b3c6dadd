/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "facts/topics.h"

facts_topic_fn *const facts_topics[] = {
	facts_topic_cpu,
	facts_topic_frequency,
	facts_topic_cache_controller,
	NULL,
};
