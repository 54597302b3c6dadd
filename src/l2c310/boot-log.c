/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "l2c310/boot-log.h"

#include <string.h>

#include "l2c310/boots.h"
#include "l2c310/decode.h"
#include "l2c310/log-line.h"
#include "l2c310/log-registers.h"

/* All of it, padding too, so that logs which say the same are the same. */
static void begin(struct l2c_log *log, uint32_t boots)
{
	memset(log, 0, sizeof(*log));
	log->boots = boots;
}

static void take_version(struct l2c_log *log, struct log_line *line)
{
	uint64_t major = 0, minor = 0;

	if (!line_take_number(line, &major) || !line_take(line, ".") ||
	    !line_take_number(line, &minor) || major > 999 || minor > 999)
		return;
	log->kernel_major = (int)major;
	log->kernel_minor = (int)minor;
}

/* clang-format off */
static const struct {
	const char *word;
	enum l2c_parameter parameter;
} parameter_words[] = {
	{"off", L2C_PARAMETER_OFF}, {"on", L2C_PARAMETER_ON},
	{"default", L2C_PARAMETER_DEFAULT},
	{"0", L2C_PARAMETER_OFF}, {"1", L2C_PARAMETER_ON},
};
/* clang-format on */

static enum l2c_parameter take_parameter(struct log_line *line)
{
	for (size_t i = 0; i < sizeof(parameter_words) / sizeof(parameter_words[0]);
	     i++) {
		struct log_line rest = *line;

		if (line_take(&rest, parameter_words[i].word) &&
		    (rest.at == rest.end || *rest.at <= ' '))
			return parameter_words[i].parameter;
	}
	return L2C_PARAMETER_OTHER;
}

enum l2c_parameter l2c_parameter_in(const char *command_line, size_t length)
{
	struct log_line line = {command_line, command_line + length};
	enum l2c_parameter parameter = L2C_PARAMETER_NONE;

	while (line_skip_to(&line, "l2x0_write_allocate="))
		parameter = take_parameter(&line);
	return parameter;
}

const char *l2c_parameter_word(enum l2c_parameter parameter)
{
	static const char *const words[] = {NULL, "off", "on", "default", "other"};

	return words[parameter];
}

static void take_command_line(struct l2c_log *log, struct log_line *line)
{
	log->parameter = l2c_parameter_in(line->at, (size_t)(line->end - line->at));
}

static const char *const policy_names[] = {
	[L2C_POLICY_UNCACHED] = "uncached",         [L2C_POLICY_BUFFERED] = "buffered",
	[L2C_POLICY_WRITETHROUGH] = "writethrough", [L2C_POLICY_WRITEBACK] = "writeback",
	[L2C_POLICY_WRITEALLOC] = "writealloc",
};

const char *l2c_policy_name(enum l2c_policy policy)
{
	return policy_names[policy];
}

static void take_policy(struct l2c_log *log, struct log_line *line)
{
	if (!line_skip_to(line, "Data cache "))
		return;
	for (size_t i = 1; i < sizeof(policy_names) / sizeof(policy_names[0]); i++)
		if (line_is(line, policy_names[i]))
			log->policy = (enum l2c_policy)i;
}

/* Said before the policy's own line, which counts where there is one. */
static void take_forced_policy(struct l2c_log *log, struct log_line *line)
{
	(void)line;
	log->policy_forced = true;
	if (log->policy == L2C_POLICY_UNKNOWN)
		log->policy = L2C_POLICY_WRITEALLOC;
}

static void add_change(struct l2c_log *log, struct log_line *line, bool by_platform)
{
	struct l2c_log_change change = {.by_platform = by_platform};

	if (!line_take_hex(line, &change.from) || !line_take(line, " -> ") ||
	    !line_take_hex(line, &change.to))
		return;
	if (log->change_count < L2C_LOG_CHANGES)
		log->changes[log->change_count] = change;
	log->change_count++;
}

static void take_platform_change(struct l2c_log *log, struct log_line *line)
{
	add_change(log, line, true);
}

static void take_tree_change(struct l2c_log *log, struct log_line *line)
{
	add_change(log, line, false);
}

static void take_errata(struct l2c_log *log, struct log_line *line)
{
	uint64_t number;

	while (line_take(line, " ") && line_take_number(line, &number))
		if (number <= UINT32_MAX && log->errata_count < L2C_LOG_ERRATA)
			log->errata[log->errata_count++] = (uint32_t)number;
}

static void take_early_bresp(struct l2c_log *log, struct log_line *line)
{
	(void)line;
	log->early_bresp = L2C_TOLD_ON;
}

static void take_no_early_bresp(struct l2c_log *log, struct log_line *line)
{
	(void)line;
	log->early_bresp = L2C_TOLD_OFF;
}

static void take_zeros(struct l2c_log *log, struct log_line *line)
{
	(void)line;
	log->full_line_of_zeros = L2C_TOLD_ON;
}

/* "ID prefetch enabled, offset 16 lines": I for instructions, D for data. */
static bool take_prefetch(struct l2c_log *log, struct log_line *line)
{
	struct log_line rest = *line;
	bool instructions = line_take(&rest, "I"), data = line_take(&rest, "D");
	uint64_t lines;

	if (!(instructions || data) || !line_take(&rest, " prefetch enabled"))
		return false;
	log->prefetch_instructions = instructions ? L2C_TOLD_ON : L2C_TOLD_OFF;
	log->prefetch_data = data ? L2C_TOLD_ON : L2C_TOLD_OFF;
	if (line_take(&rest, ", offset ") && line_take_number(&rest, &lines) &&
	    lines <= UINT32_MAX) {
		log->has_prefetch_offset = true;
		log->prefetch_offset_lines = (uint32_t)lines;
	}
	return true;
}

static enum l2c_told take_switch(struct log_line *line, const char *words)
{
	struct log_line rest = *line;

	if (!line_skip_to(&rest, words))
		return L2C_NOT_TOLD;
	if (line_take(&rest, "enabled"))
		return L2C_TOLD_ON;
	return line_take(&rest, "disabled") ? L2C_TOLD_OFF : L2C_NOT_TOLD;
}

static void take_power(struct l2c_log *log, struct log_line *line)
{
	log->clock_gating = take_switch(line, "clock gating ");
	log->standby = take_switch(line, "standby mode ");
}

static void take_outer_sync(struct l2c_log *log, struct log_line *line)
{
	(void)line;
	log->outer_sync = L2C_TOLD_OFF;
}

static void take_ipipe_default(struct l2c_log *log, struct log_line *line)
{
	(void)line;
	log->ipipe = L2C_IPIPE_DEFAULT_OFF;
}

static void take_ipipe_on(struct l2c_log *log, struct log_line *line)
{
	(void)line;
	log->ipipe = L2C_IPIPE_ON;
}

static void take_ipipe_forced(struct l2c_log *log, struct log_line *line)
{
	(void)line;
	log->ipipe = L2C_IPIPE_FORCED_ON;
}

/* clang-format off */
static const struct form {
	const char *words; /* the line begins with them */
	void (*take)(struct l2c_log *log, struct log_line *rest);
	bool of_controller;
} forms[] = {
	{"Linux version ", take_version, false},
	{"Kernel command line: ", take_command_line, false},
	{"Memory policy: ", take_policy, false},
	{"Forcing write-allocate cache policy for SMP", take_forced_policy, false},
	{"L2C: platform modifies aux control register: ", take_platform_change, true},
	{"L2C: DT/platform modifies aux control register: ", take_tree_change, true},
	{"L2C: disabling outer sync", take_outer_sync, true},
	{"L2C: I-pipe: l2x0_write_allocate= not specified", take_ipipe_default, true},
	{"L2C: I-pipe: write-allocate enabled", take_ipipe_on, true},
	{"L2C: I-pipe: revision >= L310-r3p2 detected, forcing WA", take_ipipe_forced, true},
	{"L2C-310 erratum", take_errata, true},
	{"L2C-310 errata", take_errata, true},
	{"L2C-310 enabling early BRESP", take_early_bresp, true},
	{"L2C-310 early BRESP only supported", take_no_early_bresp, true},
	{"L2C-310 full line of zeros enabled", take_zeros, true},
	{"L2C-310 dynamic ", take_power, true},
};
/* clang-format on */

static bool take_form(struct l2c_log *log, const struct log_line *line)
{
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		struct log_line rest = *line;

		if (!line_take(&rest, forms[i].words))
			continue;
		forms[i].take(log, &rest);
		log->found |= forms[i].of_controller;
		return true;
	}
	return false;
}

/* What else the driver says: kept as it is. */
static void take_note(struct l2c_log *log, const struct log_line *line)
{
	static const char *const beginnings[] = {"L2C: ", "L2C OF: ", "L2C-310"};

	for (size_t i = 0; i < sizeof(beginnings) / sizeof(beginnings[0]); i++) {
		struct log_line rest = *line;

		if (!line_take(&rest, beginnings[i]))
			continue;
		log->found = true;
		if (log->note_count < L2C_LOG_NOTES)
			line_copy(line, log->notes[log->note_count], L2C_LOG_TEXT_BYTES);
		log->note_count++;
		return;
	}
}

static void take_line(struct l2c_log *log, const struct log_line *line)
{
	struct log_line rest = *line;

	if (log->goes_on)
		log_take_wrapped(log, line);
	if (take_form(log, line))
		return;
	if (line_take(&rest, "L2C-310 ") && take_prefetch(log, &rest)) {
		log->found = true;
		return;
	}
	if (!log_take_enabled(log, line) && !log_take_registers(log, line))
		take_note(log, line);
}

void l2c_log_scan(struct l2c_log *log, const char *text, size_t length)
{
	const char *at, *end = text + length;
	struct log_line line;
	struct boots boots;

	boots_find(&boots, text, length);
	begin(log, boots.starts);
	at = boots.last;
	while (log_line_next(&line, &at, end))
		if (line.at < line.end)
			take_line(log, &line);
}

bool l2c_log_is_empty_address(const struct l2c_log *log)
{
	return log->has_id && !log->cache_id;
}

/* Names of controllers with the bits of an L2C-310. */
static bool has_bits_of_310(const char *name)
{
	return strstr(name, "310") || strstr(name, "Tauros3");
}

enum l2c_controller l2c_log_controller(const struct l2c_log *log)
{
	enum l2c_controller controller =
		log->has_id ? l2c_controller_of(log->cache_id) : L2C_UNKNOWN;

	if (l2c_log_is_empty_address(log) || !strncasecmp(log->name, "aurora", 6))
		return L2C_UNKNOWN;
	if (controller != L2C_UNKNOWN)
		return controller;
	if (has_bits_of_310(log->name))
		return L2C_310;
	if (strstr(log->name, "220"))
		return L2C_220;
	return strstr(log->name, "210") ? L2C_210 : L2C_UNKNOWN;
}

uint8_t l2c_log_release(const struct l2c_log *log)
{
	return log->has_id ? l2c_release_of(log->cache_id) : L2C_RELEASE_UNKNOWN;
}
