/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/symbols.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

#define VECTORS_START UINT32_C(0xffff0000)
#define KERNEL_STARTS UINT32_C(0x80000000) /* below is user code, whatever the split */

const char *const phase_names[PHASES] = {
	[PHASE_PENDING] = "pending", [PHASE_INTERRUPT] = "interrupt",
	[PHASE_TIMER] = "timer",     [PHASE_SCHEDULER] = "scheduler",
	[PHASE_RETURN] = "return",   [PHASE_CLOCK] = "clock",
};

static const char *const copying[] = {
	"memcpy",
	"memmove",
	"memset",
	"__memcpy",
	"__memset",
	"__memset32",
	"__memset64",
	"arm_copy_from_user",
	"arm_copy_to_user",
	"__copy_to_user_std",
	"arm_clear_user",
	"__clear_user_std",
	"copy_page",
	"csum_partial_copy_nocheck",
	"csum_partial_copy_from_user",
	"v6_clear_user_highpage_nonaliasing",
	"v6_copy_user_highpage_nonaliasing",
};

/* Several names where kernels differ; one of each phase must be there. */
static const struct {
	const char *name;
	enum phase phase;
} beginnings[] = {
	{"hrtimer_interrupt", PHASE_TIMER},
	{"__schedule", PHASE_SCHEDULER},
	{"do_nanosleep", PHASE_RETURN},
	{"sys_clock_gettime", PHASE_CLOCK},
	{"__se_sys_clock_gettime", PHASE_CLOCK},
	{"sys_clock_gettime32", PHASE_CLOCK},
	{"__se_sys_clock_gettime32", PHASE_CLOCK},
};

static void classify(struct function *function, const char *name)
{
	for (size_t i = 0; i < sizeof(copying) / sizeof(copying[0]); i++)
		function->copies |= !strcmp(copying[i], name);
	for (size_t i = 0; i < sizeof(beginnings) / sizeof(beginnings[0]); i++)
		if (!strcmp(beginnings[i].name, name)) {
			function->begins_phase = true;
			function->phase = beginnings[i].phase;
		}
}

static int by_address(const void *a, const void *b)
{
	const struct function *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return strcmp(x->name, y->name);
}

static const char *copy_name(struct arena *arena, const char *name, size_t length)
{
	char *copy = arena_alloc(arena, length + 1);

	memcpy(copy, name, length);
	return copy;
}

/* "c0300000 T _stext"; modules have "[NAME]" behind. false: not of that form. */
static bool take_line(struct symbols *symbols, const char *line, size_t length)
{
	struct function *function = &symbols->functions[symbols->count];
	const char *end = line + length;
	char *behind;
	unsigned long long address = strtoull(line, &behind, 16);
	size_t name;

	if (behind == line || end - behind < 4 || behind[0] != ' ' || behind[2] != ' ')
		return false;
	name = strcspn(behind + 3, " \t\r\n");
	if (!name || behind + 3 + name > end)
		return false;
	/* Text alone; "$a" and "$d" mark the kinds of bytes within a function. */
	if (!strchr("TtWw", behind[1]) || behind[3] == '$' || address < KERNEL_STARTS ||
	    address > UINT32_MAX)
		return true;
	*function = (struct function){.address = (uint32_t)address};
	function->name = copy_name(&symbols->arena, behind + 3, name);
	classify(function, function->name);
	symbols->count++;
	return true;
}

static size_t count_lines(const char *text)
{
	size_t lines = 1;

	for (; *text; text++)
		lines += *text == '\n';
	return lines;
}

/* What has several names is there once, with all that the names say. */
static void join_aliases(struct symbols *symbols)
{
	uint32_t kept = FUNCTION_UNKNOWN;

	for (uint32_t i = FUNCTION_UNKNOWN + 1; i < symbols->count; i++) {
		struct function *last = &symbols->functions[kept];
		const struct function *next = &symbols->functions[i];

		if (kept == FUNCTION_UNKNOWN || last->address != next->address) {
			symbols->functions[++kept] = *next;
			continue;
		}
		last->copies |= next->copies;
		if (next->begins_phase) {
			last->begins_phase = true;
			last->phase = next->phase;
		}
	}
	symbols->count = kept + 1;
}

static int check_phases(const struct symbols *symbols, const char *name, struct err *err)
{
	bool found[PHASES] = {[PHASE_PENDING] = true, [PHASE_INTERRUPT] = true};

	for (uint32_t i = 0; i < symbols->count; i++)
		if (symbols->functions[i].begins_phase)
			found[symbols->functions[i].phase] = true;
	for (int phase = 0; phase < PHASES; phase++)
		if (!found[phase])
			return err_set(err, ERR_INPUT,
				       "%s has no function with which the phase '%s' of "
				       "a wake-up begins; it must be of the kernel that "
				       "is run, with its symbols",
				       name, phase_names[phase]);
	return 0;
}

int symbols_read(struct symbols *symbols, const char *name, const char *text,
		 struct err *err)
{
	size_t room = count_lines(text) + FUNCTION_UNKNOWN + 1, number = 1;

	*symbols = (struct symbols){.count = FUNCTION_UNKNOWN + 1};
	symbols->functions = arena_array(&symbols->arena, room, sizeof(struct function));
	symbols->functions[FUNCTION_USER].name = "[user]";
	symbols->functions[FUNCTION_VECTORS].name = "[vectors]";
	symbols->functions[FUNCTION_UNKNOWN].name = "[unknown]";
	for (; *text; number++) {
		size_t length = strcspn(text, "\n");

		if (length && !take_line(symbols, text, length))
			return err_set(err, ERR_INPUT,
				       "%s, line %zu: no 'ADDRESS TYPE NAME', as "
				       "/proc/kallsyms has it",
				       name, number);
		text += length + (text[length] == '\n');
	}
	qsort(symbols->functions + FUNCTION_UNKNOWN + 1,
	      symbols->count - FUNCTION_UNKNOWN - 1, sizeof(struct function), by_address);
	join_aliases(symbols);
	return check_phases(symbols, name, err);
}

void symbols_free(struct symbols *symbols)
{
	arena_free(&symbols->arena);
}

uint32_t symbols_find(const struct symbols *symbols, uint32_t address)
{
	uint32_t low = FUNCTION_UNKNOWN + 1, high = symbols->count;

	if (address < KERNEL_STARTS)
		return FUNCTION_USER;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (symbols->functions[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (address >= VECTORS_START)
		return FUNCTION_VECTORS;
	return low - 1; /* FUNCTION_UNKNOWN before the first one */
}
