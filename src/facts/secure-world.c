/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What runs beside Linux on the same processor, where no tracer of Linux sees it, and the
 * source of random numbers that may ask it.
 */
#include "facts/files.h"
#include "facts/topics.h"
#include "facts/value.h"

/* clang-format off */
static const struct facts_file files[] = {
	{"/sys/class/misc/hw_random/rng_current", "random.source", FORM_TEXT},
	{"/sys/class/misc/hw_random/rng_available", "random.available", FORM_TEXT},
	{"/sys/class/misc/hw_random/rng_quality", "random.quality", FORM_INTEGER, ""},
	{"/sys/class/tee/tee#/implementation_id", "secure_world.tee.*.id", FORM_TEXT},
	{"/proc/device-tree/firmware/optee/method", "secure_world.optee.method", FORM_TEXT},
	{"/proc/device-tree/psci/method", "secure_world.psci.method", FORM_TEXT},
};
/* clang-format on */

void facts_topic_secure_world(struct facts *facts, const struct setup *setup)
{
	facts_put_files(facts, setup, files, sizeof(files) / sizeof(files[0]));
}
