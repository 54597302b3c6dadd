/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The pieces of text around the rows of a Xenomai log: times, set-up, statistics. */
#include <string.h>

#include "base/num.h"
#include "import/xenomai.h"

/* What a report calls the measured context, and what we call it. */
static const struct {
	const char *theirs, *ours;
} contexts[] = {
	{"periodic user-mode task", "user"},
	{"in-kernel periodic task", "kernel"},
	{"in-kernel timer handler", "irq"},
	{"user", "user"},
	{"kernel", "kernel"},
	{"irq", "irq"},
	{"sirq", "irq"},
};

static void take_context(const char *text, struct xenomai_run *run)
{
	text += strspn(text, " \t");
	for (size_t i = 0; i < sizeof(contexts) / sizeof(contexts[0]); i++) {
		size_t length = strlen(contexts[i].theirs);

		if (!strncmp(text, contexts[i].theirs, length) &&
		    (!text[length] || strchr(" ,\t", text[length]))) {
			run->context = contexts[i].ours;
			return;
		}
	}
}

/* One piece between commas. */
static void take_piece(const char *piece, struct xenomai_run *run)
{
	const char *at = piece;
	int64_t number;

	if (take_word(&at, "priority") && take_integer(&at, &number)) {
		run->priority = number;
		return;
	}
	at = piece;
	if (take_word(&at, "CPU") && take_integer(&at, &number)) {
		run->cpu = number;
		run->not_isolated = take_word(&at, "-noisol");
		return;
	}
	at = piece;
	if (take_decimal_ns(&at, NS_PER_US, &number) && take_word(&at, "us") &&
	    take_word(&at, "period") && number > 0)
		run->period_ns = number;
}

void xenomai_take_setup(const char *text, struct xenomai_run *run)
{
	const char *piece;

	if (*text == '(')
		text++;
	take_context(text, run);
	for (piece = strchr(text, ','); piece; piece = strchr(piece, ','))
		take_piece(++piece, run);
}

void xenomai_take_cell(struct xenomai_run *run, const char *text)
{
	struct xenomai_cell cell;
	int64_t end;

	if (take_word(&text, "min|") || take_word(&text, "max|"))
		return;
	if (!take_word(&text, "avg|") || !take_integer(&text, &cell.bucket) ||
	    !take_word(&text, "-") || !take_integer(&text, &end) ||
	    !take_word(&text, "|") || !take_integer(&text, &cell.hits) ||
	    !take_end(&text) || cell.bucket < 0 || cell.hits < 0 || end < 1 ||
	    end - 1 != cell.bucket) {
		run->cells_lost++;
		return;
	}
	if (run->cell_count == run->cell_room) {
		run->cell_room = run->cell_room ? 2 * run->cell_room : 64;
		run->cells = mem_grow(run->cells, run->cell_room * sizeof(*run->cells));
	}
	run->cells[run->cell_count++] = cell;
}

void xenomai_take_spread(struct xenomai_run *run, const char *text)
{
	static const char *const kinds[XENOMAI_KINDS] = {"min|", "avg|", "max|"};
	struct xenomai_spread spread = {.known = true};

	for (int i = 0; i < XENOMAI_KINDS; i++) {
		if (!take_word(&text, kinds[i]))
			continue;
		if (take_integer(&text, &spread.samples) && take_word(&text, "|") &&
		    take_decimal_ns(&text, 1000, &spread.average) &&
		    take_word(&text, "|") &&
		    take_decimal_ns(&text, 1000, &spread.deviation) && take_end(&text) &&
		    spread.samples >= 0) {
			run->spread[i] = spread;
			return;
		}
	}
	run->lines_lost++;
}

const char *xenomai_us(struct foreign_builder *builder, int64_t time_ns)
{
	uint64_t size = time_ns < 0 ? -(uint64_t)time_ns : (uint64_t)time_ns;

	if (time_ns == RUN_UNKNOWN)
		return "unknown";
	return foreign_text(builder, "%s%llu.%03llu", time_ns < 0 ? "-" : "",
			    (unsigned long long)(size / 1000),
			    (unsigned long long)(size % 1000));
}
