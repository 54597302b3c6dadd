/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel's log: lines that tell of lateness, one row each. "log.NAME.count" is how often
 * such a line was seen; the text and the time stamp of the first and of the last one are
 * beside it. Without a log there are no such facts but "log.read" as unknown: nobody may take
 * silence for good news. What a log from the middle does not show may have been lost:
 * "log.from_start", and "log.missing" says what else there is not all of (log-cover.c). A log of several
 * boots ("log.boots") counts from where its last one begins.
 */
#include "facts/log.h"

#include <string.h>

#include "facts/topics.h"
#include "facts/value.h"
#include "l2c310/boots.h"

/* A line belongs to a row when it holds `has`, and `also` where there is one. */
struct log_row {
	const char *name, *has, *also;
};

/* clang-format off */
static const struct log_row rows[] = {
	{"tsc_unstable", "Marking clocksource 'tsc' as unstable"},
	{"tsc_unstable", "Marking TSC unstable"},
	{"tsc_unstable", "Clocksource tsc unstable"},
	{"tsc_unstable", "TSC found unstable"},
	{"clock_switched", "Switched to clocksource "},
	{"clock_switched", "Switching to clocksource "},
	{"hrtimer_interrupt", "hrtimer: interrupt took "},
	{"rt_throttling", "RT throttling activated"},
	{"split_lock", "split_lock trap"},
	{"irq_nobody_cared", "nobody cared (try booting"},
	{"optee", "optee: revision "},
	{"optee", "optee: version "},
	{"psci", "psci: PSCIv"},
	{"under_voltage", "Under-voltage detected!"},
	{"under_voltage", "Undervoltage detected!"},
	{"voltage_normal", "Voltage normalised"},
	{"smi_workaround", "SMI workaround not enabled"},
	{"smi_workaround", "SMI workaround disabled"},
	{"machine_check", "[Hardware Error]"},
	{"machine_check", "Machine check events logged"},
	{"edac", "EDAC MC", " CE "},
	{"edac", "EDAC MC", " UE "},
	{"pcie_error", "PCIe Bus Error: severity="},
	{"thermal", "temperature is above threshold"},
	{"thermal", "temperature above threshold"},
	{"thermal", "cpu clock throttled"},
	{"debug_banner", "trace_printk() being used"},
	{"debug_banner", "this is a DEBUG kernel"},
	{"lockdep", "Lock dependency validator"},
	{"kasan", "KernelAddressSanitizer initialized"},
	{"cpu_offline", "smpboot: CPU ", " is now offline"},
	{"cpu_offline", "CPU", ": shutdown"},
	{"cpu_offline", "psci: CPU", " killed"},
	{"stall", "soft lockup - CPU"},
	{"stall", "detected stalls on CPUs"},
	{"stall", "self-detected stall on CPU"},
	{"stall", "blocked for more than", "seconds"},
	{"workqueue_hog", "workqueue: ", " hogged CPU for >"},
	{"nmi_too_long", "NMI handler ", " took too long to run"},
	{"perf_too_long", "perf: interrupt took too long"},
	{"atomic_nvidia", "scheduling while atomic", "nvidia"},
	{"atomic", "scheduling while atomic"},
	{"mmc", "mmc", "Timeout waiting for hardware"},
	{"mmc", "mmc", ": error -"},
	{"mmc", "mmcblk", "error"},
	{"usb_hotplug", "USB device number", "new "},
	{"usb_hotplug", "USB disconnect"},
	{"network_stuck", "NETDEV WATCHDOG: "},
	{"network_stuck", "Detected Hardware Unit Hang"},
	{"ata", "ata", "exception Emask"},
	{"microcode", "microcode: ", "evision"},
	{"hypervisor", "Hypervisor detected: "},
	{"paravirtual", "Booting paravirtualized kernel on "},
	{"nx_huge_pages", "kvm: ", "nx_huge_pages"},
};
/* clang-format on */

/* "[  312.480117] ": microseconds, and *text behind it; -1 when it is no stamp. */
static int64_t read_stamp(const char **text, const char *end)
{
	const char *at = *text + 1;
	int64_t time_us = 0;
	int decimals = -1;

	if (at >= end || at[-1] != '[')
		return -1;
	for (; at < end && *at == ' '; at++)
		;
	for (; at < end && ((*at >= '0' && *at <= '9') || *at == '.'); at++) {
		if (*at == '.' && decimals < 0)
			decimals = 0;
		else if (*at == '.' || decimals == 6 || time_us > INT64_MAX / 20)
			return -1;
		else
			time_us = 10 * time_us + (*at - '0');
		decimals += decimals >= 0 && *at != '.';
	}
	if (decimals != 6 || at >= end || *at != ']')
		return -1;
	*text = at + 1;
	return time_us;
}

/* Passes over "<6>" before the stamp, and the caller's "[ T0]" and white space behind it. */
static void read_line(struct log_line *line)
{
	const char *at = line->whole, *end = at + line->whole_length;

	if (at + 3 <= end && *at == '<') {
		const char *close = memchr(at, '>', (size_t)(end - at));

		if (close && close - at <= 4)
			at = close + 1;
	}
	line->time_us = read_stamp(&at, end);
	if (line->time_us >= 0 && at < end && *at == '[') {
		const char *close = memchr(at, ']', (size_t)(end - at));

		at = close ? close + 1 : at;
	}
	while (at < end && *at == ' ')
		at++;
	line->text = at;
	line->length = (size_t)(end - at);
}

bool log_next(const char **at, struct log_line *line)
{
	const char *begin = *at;
	size_t length = strcspn(begin, "\n");

	if (!*begin)
		return false;
	*at = begin + length + (begin[length] == '\n');
	if (length && begin[length - 1] == '\r')
		length--;
	line->whole = begin;
	line->whole_length = length;
	read_line(line);
	return true;
}

const char *log_find(const struct log_line *line, const char *text)
{
	return memmem(line->text, line->length, text, strlen(text));
}

static const char *named(struct facts *facts, const char *row, const char *what)
{
	return facts_format(facts, "log.%s.%s", row, what);
}

static void note_line(struct facts *facts, const char *row, const struct log_line *line)
{
	const char *count = named(facts, row, "count");
	int64_t seen = facts_integer(facts, count, 0);
	const char *text = facts_format(facts, "%.*s", (int)line->length, line->text);

	if (!seen) {
		facts_put_text(facts, SETUP_LOG, named(facts, row, "first"), text);
		if (line->time_us >= 0)
			facts_put_integer(facts, SETUP_LOG,
					  named(facts, row, "first_time"), line->time_us,
					  "us");
	}
	facts_put_text(facts, SETUP_LOG, named(facts, row, "last"), text);
	if (line->time_us >= 0)
		facts_put_integer(facts, SETUP_LOG, named(facts, row, "last_time"),
				  line->time_us, "us");
	facts_put_integer(facts, SETUP_LOG, count, seen + 1, "count");
}

/* The first row of each name that fits counts the line, so that it counts once. */
static void sort_line(struct facts *facts, const struct log_line *line)
{
	const char *noted = "";

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!strcmp(rows[i].name, noted) || !log_find(line, rows[i].has) ||
		    (rows[i].also && !log_find(line, rows[i].also)))
			continue;
		note_line(facts, rows[i].name, line);
		noted = rows[i].name;
	}
}

/* "hrtimer: interrupt took 6663395 ns": the longest one. */
static void note_hrtimer(struct facts *facts, const struct log_line *line)
{
	static const char name[] = "log.hrtimer_interrupt.longest";
	const char *at = log_find(line, "hrtimer: interrupt took ");
	int64_t took_ns = 0;

	if (!at)
		return;
	for (at += strlen("hrtimer: interrupt took "); *at >= '0' && *at <= '9'; at++)
		if (took_ns < INT64_MAX / 20)
			took_ns = 10 * took_ns + (*at - '0');
	if (took_ns > facts_integer(facts, name, 0))
		facts_put_integer(facts, SETUP_LOG, name, took_ns, "ns");
}

/* "eth0: ", "usb 1-1: ", "mmcblk0p1: ": a device's name, in lower case and with a number. */
static bool names_device(const struct log_line *line)
{
	const char *colon = memmem(line->text, line->length, ": ", 2);
	bool has_digit = false;

	if (!colon || line->text[0] < 'a' || line->text[0] > 'z')
		return false;
	for (const char *at = line->text; at < colon; at++) {
		has_digit |= *at >= '0' && *at <= '9';
		if (!memchr("abcdefghijklmnopqrstuvwxyz0123456789-_.: ", *at, 41))
			return false;
	}
	return has_digit;
}

static bool is_known(const struct log_line *line)
{
	static const char *const others[] = {
		" kernel: ", "ommand line: ",   "throttled=", "CACHE_ID 0x",
		"L2C",       "l2x0: ",          "Xenomai] ",  "cache controller enabled",
		"I-pipe",    "Memory policy: ",
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (log_find(line, rows[i].has) &&
		    (!rows[i].also || log_find(line, rows[i].also)))
			return true;
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (log_find(line, others[i]))
			return true;
	return false;
}

bool log_is_kernels(const char *text, size_t length)
{
	const char *at = text;
	struct log_line line;
	struct boots boots;

	boots_find(&boots, text, length);
	if (boots.count)
		return true;
	while (log_next(&at, &line))
		if (is_known(&line) || names_device(&line) ||
		    (line.whole_length > 3 && line.whole[0] == '<' &&
		     line.text > line.whole))
			return true;
	return false;
}

struct boots log_boots(const struct setup *setup)
{
	const struct setup_file *file = setup_find(setup, SETUP_LOG);
	struct boots boots = {0};

	if (file && !file->error)
		boots_find(&boots, file->text, file->length);
	return boots;
}

const char *log_last_boot(const struct setup *setup)
{
	return setup_text(setup, SETUP_LOG) ? log_boots(setup).last : NULL;
}

/* How much of it is there; reach_us: the last time stamp, -1: none. */
static void put_whole(struct facts *facts, const struct setup *setup, int64_t reach_us)
{
	struct boots boots = log_boots(setup);
	struct log_line gap;
	const char *missing = log_missing(setup, &gap);

	facts_put_integer(facts, SETUP_LOG, "log.boots", boots.count ? boots.count : 1,
			  "count");
	facts_put_bool(facts, SETUP_LOG, "log.from_start",
		       boots.has_start && !setup_find(setup, SETUP_LOG)->cut);
	if (reach_us >= 0)
		facts_put_integer(facts, SETUP_LOG, "log.reach_time", reach_us, "us");
	if (missing)
		facts_put_text(facts, SETUP_LOG, "log.missing",
			       facts_format(facts, "%s%s%.*s%s", missing,
					    gap.length ? " ('" : "",
					    (int)(gap.length < 80 ? gap.length : 80),
					    gap.text, gap.length ? "')" : ""));
}

void facts_topic_log(struct facts *facts, const struct setup *setup)
{
	const char *at = log_last_boot(setup);
	struct log_line line;
	int64_t reach_us = -1;

	if (!at || !*at) {
		facts_put_missing(facts, setup, SETUP_LOG, "log.read");
		return;
	}
	facts_put_bool(facts, SETUP_LOG, "log.read", true);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		facts_put_integer(facts, SETUP_LOG, named(facts, rows[i].name, "count"),
				  0, "count");
	while (log_next(&at, &line)) {
		sort_line(facts, &line);
		note_hrtimer(facts, &line);
		if (line.time_us > reach_us)
			reach_us = line.time_us;
	}
	put_whole(facts, setup, reach_us);
}
