/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "l2c310/log-registers.h"

#include <string.h>

/* The name before the words, if it is short and begins like a controller's. */
static bool take_name(struct l2c_log *log, const struct log_line *line,
		      const struct log_line *behind, size_t words)
{
	static const char *const beginnings[] = {"L2",  "L3",     "l2",     "PL",
						 "BCM", "Aurora", "AURORA", "Tauros"};
	struct log_line name = {line->at, behind->at - words};

	if (name.end <= name.at || name.end - name.at >= L2C_LOG_NAME_BYTES)
		return false;
	for (size_t i = 0; i < sizeof(beginnings) / sizeof(beginnings[0]); i++) {
		struct log_line rest = name;

		if (!line_take(&rest, beginnings[i]))
			continue;
		/* The old second line has the driver's name, which says less. */
		if (!log->name[0] || strncmp(name.at, "l2x0", 4))
			line_copy(&name, log->name, sizeof(log->name));
		log->found = true;
		return true;
	}
	return false;
}

static bool take_ways(struct l2c_log *log, struct log_line *line)
{
	uint64_t ways;

	if (!line_take_number(line, &ways) || !line_take(line, " ways") || ways > 32)
		return false;
	log->ways = (uint32_t)ways;
	return true;
}

/* "L310 cache controller enabled", since 3.16 with ", 16 ways, 1024 kB" behind it. */
bool log_take_enabled(struct l2c_log *log, const struct log_line *line)
{
	static const char words[] = " cache controller enabled";
	struct log_line rest = *line;
	uint64_t kilobytes;

	if (!line_skip_to(&rest, words) ||
	    !take_name(log, line, &rest, sizeof(words) - 1))
		return false;
	if (line_take(&rest, ", ") && take_ways(log, &rest) && line_take(&rest, ", ") &&
	    line_take_number(&rest, &kilobytes) && kilobytes <= UINT32_MAX) {
		log->bytes = kilobytes << 10;
		log->has_size = true;
	}
	return true;
}

static void take_size(struct l2c_log *log, struct log_line rest)
{
	uint64_t bytes;
	uint32_t hex;

	if (line_take_hex(&rest, &hex))
		bytes = hex;
	else if (!line_take_number(&rest, &bytes))
		return;
	log->bytes = bytes;
	log->has_size = true;
}

/* No controller changes its id: where two are told, one is another machine's or damaged. */
static void take_id(struct l2c_log *log, struct log_line *line)
{
	bool had_id = log->has_id;
	uint32_t before = log->cache_id;

	log->has_id = line_take_hex(line, &log->cache_id);
	if (!log->has_id || !had_id || before == log->cache_id)
		return;
	log->ids_differ = true;
	log->other_cache_id = before;
}

/* "CACHE_ID 0x..., AUX_CTRL 0x..., Cache size: N B", whatever there is of it. */
static void take_values(struct l2c_log *log, const struct log_line *line)
{
	struct log_line id = *line, aux = *line, size = *line;

	if (line_skip_to(&id, "CACHE_ID "))
		take_id(log, &id);
	if (line_skip_to(&aux, "AUX_CTRL "))
		log->has_aux = line_take_hex(&aux, &log->aux_ctrl);
	if (line_skip_to(&size, "Cache size: "))
		take_size(log, size);
}

/* The rest of the registers on a line of its own, begun by a name or a number. */
void log_take_wrapped(struct l2c_log *log, const struct log_line *line)
{
	struct log_line rest = *line;

	log->goes_on = false;
	if (!log->has_aux)
		log->has_aux = line_take_hex(&rest, &log->aux_ctrl);
	else if (line->end[-1] == 'B')
		take_size(log, rest);
	take_values(log, line);
}

/*
 * Before 3.10 the value is the one that was to be written; 3.5 to 3.9 were not looked at.
 * The newer lines, without "l2x0:", have always had the register's.
 */
static enum l2c_origin origin_of(const struct l2c_log *log, bool is_old_form)
{
	int version = 1000 * log->kernel_major + log->kernel_minor;

	if (!is_old_form || version >= 3010)
		return L2C_READ_BACK;
	return version && version <= 3004 ? L2C_INTENDED : L2C_ORIGIN_UNKNOWN;
}

/* "l2x0: 16 ways, CACHE_ID 0x..., AUX_CTRL 0x..., Cache size: N B", "L2C-310: CACHE_ID ..." */
bool log_take_registers(struct l2c_log *log, const struct log_line *line)
{
	struct log_line rest = *line;
	bool is_old_form = line_take(&(struct log_line){line->at, line->end}, "l2x0: ");

	if (!line_has(line, "CACHE_ID 0x") || !line_skip_to(&rest, ": ") ||
	    !take_name(log, line, &rest, 2))
		return false;
	take_ways(log, &(struct log_line){rest.at, rest.end});
	log->has_aux = false;
	take_values(log, &rest);
	log->origin = origin_of(log, is_old_form);
	log->tells_errata |= !is_old_form;
	log->goes_on = !log->has_aux || (is_old_form && !line_has(line, " B"));
	return true;
}
