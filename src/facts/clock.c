/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What tells the time and wakes: clock source, timers, their resolution. */
#include "facts/files.h"
#include "facts/topics.h"
#include "facts/value.h"

#define CLOCKSOURCE "/sys/devices/system/clocksource/clocksource0/"
#define TIMER_LIST "/proc/timer_list"

/* clang-format off */
static const struct facts_file files[] = {
	{CLOCKSOURCE "current_clocksource", "clock.source", FORM_NAME},
	{CLOCKSOURCE "available_clocksource", "clock.available", FORM_TEXT},
	{"/sys/devices/system/clockevents/clockevent#/current_device", "clock.event.*.device",
	 FORM_TEXT},
	{"/proc/sys/kernel/timer_migration", "clock.timer_migration", FORM_INTEGER, ""},
	{"/proc/self/timerslack_ns", "clock.timer_slack", FORM_INTEGER, "ns"},
};
/* clang-format on */

static void put_resolution(struct facts *facts, const struct setup *setup)
{
	const char *text = setup_text(setup, TIMER_LIST);
	int64_t value;

	if (text && facts_number(facts_value(facts, text, ".resolution"), &value))
		facts_put_integer(facts, TIMER_LIST, "clock.resolution", value, "ns");
	else
		facts_put_missing(facts, setup, TIMER_LIST, "clock.resolution");
	if (text && facts_number(facts_value(facts, text, ".hres_active"), &value))
		facts_put_bool(facts, TIMER_LIST, "clock.high_resolution", value == 1);
	else
		facts_put_missing(facts, setup, TIMER_LIST, "clock.high_resolution");
}

static void put_tsc_flags(struct facts *facts, const struct setup *setup)
{
	static const char path[] = "/proc/cpuinfo";
	const char *flags = facts_cpu_flags(facts, setup);

	if (!flags)
		return;
	facts_put_bool(facts, path, "clock.tsc.constant",
		       facts_has_word(flags, "constant_tsc"));
	facts_put_bool(facts, path, "clock.tsc.nonstop",
		       facts_has_word(flags, "nonstop_tsc"));
}

void facts_topic_clock(struct facts *facts, const struct setup *setup)
{
	facts_put_files(facts, setup, files, sizeof(files) / sizeof(files[0]));
	put_resolution(facts, setup);
	put_tsc_flags(facts, setup);
}
