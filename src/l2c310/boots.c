/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "l2c310/boots.h"

#include <string.h>

#include "l2c310/log-line.h"

/* CPUs print out of order by less. */
#define FALLS_BACK_US INT64_C(1000000)

enum { STAMP_BYTES = 96 };

/* What is known of the boot whose lines are being read. */
struct boot {
	bool is_open;   /* a line of it was seen */
	bool has_start; /* its first line */
	bool names_cpu; /* that line names the CPU: the one with the version is to come */
	int64_t latest_us; /* -1: no stamp yet */
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* "[   12.345678]" near the beginning, whatever a logger has put before it; -1: none. */
static int64_t stamp_of(const char *at, const char *end)
{
	int64_t time_us = 0;
	int decimals = -1;

	if (end - at > STAMP_BYTES)
		end = at + STAMP_BYTES;
	at = memchr(at, '[', (size_t)(end - at));
	if (!at)
		return -1;
	for (at++; at < end && *at == ' '; at++)
		;
	for (; at < end && (is_digit(*at) || *at == '.'); at++) {
		if ((*at == '.' && decimals >= 0) || time_us > INT64_MAX / 20)
			return -1;
		decimals += *at == '.' || decimals >= 0;
		if (*at != '.')
			time_us = 10 * time_us + (*at - '0');
	}
	return decimals == 6 && at < end && (*at == ']' || *at == ' ') ? time_us : -1;
}

static void open_boot(struct boots *boots, struct boot *boot, const char *line)
{
	*boot = (struct boot){.is_open = true, .latest_us = -1};
	boots->count++;
	boots->last = line;
	boots->has_start = false;
}

/* The first line of one; x86 may print something at time 0 before it. */
static void take_start(struct boots *boots, struct boot *boot, const char *line,
		       bool names_cpu)
{
	bool goes_on = boot->is_open && (boot->has_start ? boot->names_cpu && !names_cpu
							 : boot->latest_us == 0);

	if (!goes_on)
		open_boot(boots, boot, line);
	boots->starts += !boot->has_start;
	boot->names_cpu = names_cpu;
	boot->has_start = boots->has_start = true;
}

static void take_time(struct boots *boots, struct boot *boot, const char *line,
		      int64_t time_us)
{
	if (time_us < 0)
		return;
	if (!boot->is_open || time_us < boot->latest_us - FALLS_BACK_US) {
		open_boot(boots, boot, line);
		boots->has_start = time_us == 0;
	}
	if (time_us > boot->latest_us)
		boot->latest_us = time_us;
}

void boots_find(struct boots *boots, const char *text, size_t length)
{
	const char *at = text, *end = text + length, *whole = text;
	struct boot boot = {0};
	struct log_line line;

	*boots = (struct boots){.last = text};
	for (; log_line_next(&line, &at, end); whole = at) {
		bool names_cpu = line_take(&line, "Booting Linux on physical CPU");

		if (names_cpu || line_take(&line, "Linux version "))
			take_start(boots, &boot, whole, names_cpu);
		take_time(boots, &boot, whole, stamp_of(whole, at));
	}
}
