/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Text has a column for each policy and averages, rounded so that a column's parts add up to
 * its whole; JSON has rows of exact ps.
 */
#include "report/model-doc.h"

#include <string.h>

enum { FUNCTIONS_SHOWN = 15, LINES_SHOWN = 10, BAR_COLUMNS = 60 };

/* A column whose parts are rounded so that they add up. */
struct rounding {
	uint64_t sum_ps;
	int64_t told_ns;
};

static int64_t average_ns(const struct explanation *explanation, uint64_t ps)
{
	uint64_t divisor = UINT64_C(1000) * explanation->wake_ups;

	return divisor ? (int64_t)((ps + divisor / 2) / divisor) : 0;
}

static int64_t part_ns(const struct explanation *explanation, struct rounding *column,
		       uint64_t ps)
{
	int64_t before_ns = column->told_ns;

	column->sum_ps += ps;
	column->told_ns = average_ns(explanation, column->sum_ps);
	return column->told_ns - before_ns;
}

/* A name, then a column for each policy. */
static struct doc_node *policy_table(struct doc *doc,
				     const struct explanation *explanation,
				     const char *title)
{
	const struct model_trace *trace = explanation->trace;
	uint32_t count = 1 + trace->policy_count;
	struct doc_column *columns = arena_array(&doc->arena, count, sizeof(*columns));

	columns[0] = (struct doc_column){.title = "", .left = true};
	for (uint32_t i = 0; i < trace->policy_count; i++)
		columns[1 + i] = (struct doc_column){
			.title = doc_text(doc, "%s", trace->policies[i].name)};
	return doc_table(doc, &doc->root, NULL, title, columns, count);
}

/* Parts by number; of one policy each is at a fixed place of struct explained. */
typedef uint64_t part_fn(const struct explained *policy, uint32_t part);

static uint64_t cost_part(const struct explained *policy, uint32_t part)
{
	return policy->by_cost[part];
}

static uint64_t phase_part(const struct explained *policy, uint32_t part)
{
	return policy->by_phase[part];
}

static void add_parts(struct doc *doc, const struct explanation *explanation,
		      const char *title, const struct trace_names *names, part_fn *part)
{
	struct doc_node *table = policy_table(doc, explanation, title);
	struct rounding columns[TRACE_POLICIES] = {0};
	struct cell *row;

	for (uint32_t i = 0; i < names->count; i++) {
		row = doc_row(doc, table);
		row[0] = cell_text(explain_words(names->name[i]));
		for (uint32_t p = 0; p < explanation->trace->policy_count; p++)
			row[1 + p] = cell_of(CELL_EXACT,
					     part_ns(explanation, &columns[p],
						     part(&explanation->policy[p], i)));
	}
	row = doc_row(doc, table);
	row[0] = cell_text("all");
	for (uint32_t p = 0; p < explanation->trace->policy_count; p++)
		row[1 + p] =
			cell_of(CELL_EXACT,
				average_ns(explanation, explanation->policy[p].total_ps));
	table->table.rule_before_last = true;
}

/* Each policy as a line of letters, one for each cost. */
static const char letters[] = "i1t2MbdB";

static const char *bar_of(struct doc *doc, const struct explanation *explanation,
			  uint32_t policy)
{
	uint64_t longest = explanation->policy[explanation->slowest].total_ps, sum = 0;
	char bar[BAR_COLUMNS + 1];
	uint32_t at = 0;

	for (uint32_t i = 0; i < explanation->trace->costs.count; i++) {
		char letter = i < strlen(letters) ? letters[i] : '?';

		sum += explanation->policy[policy].by_cost[i];
		while (at < BAR_COLUMNS && longest &&
		       (double)at + 0.5 < (double)sum * BAR_COLUMNS / (double)longest)
			bar[at++] = letter;
	}
	bar[at] = 0;
	return doc_text(doc, "%s", bar);
}

static void add_bars(struct doc *doc, const struct explanation *explanation)
{
	static const struct doc_column columns[] = {{.title = "", .left = true},
						    {.title = "", .left = true}};
	struct doc_node *table = doc_table(
		doc, &doc->root, NULL,
		"i instructions, 1 level 1, t translation, 2 level 2, M memory, b waiting for "
		"buffers, d devices, B waiting for the bus",
		columns, 2);

	for (uint32_t i = 0; i < explanation->trace->policy_count; i++) {
		struct cell *row = doc_row(doc, table);

		row[0] = cell_text(explanation->trace->policies[i].name);
		row[1] = cell_text(bar_of(doc, explanation, i));
	}
}

static void add_evictors(struct doc *doc, const struct explanation *explanation)
{
	const struct model_trace *trace = explanation->trace;
	struct doc_node *table = policy_table(
		doc, explanation,
		"Lines missed in level 2, by whose line had displaced them (all wake-ups)");
	struct cell *row;

	for (uint32_t i = 0; i < trace->owners.count; i++) {
		row = doc_row(doc, table);
		row[0] = cell_text(explain_words(trace->owners.name[i]));
		for (uint32_t p = 0; p < trace->policy_count; p++)
			row[1 + p] = cell_count(explanation->policy[p].lost_to[i]);
	}
	row = doc_row(doc, table);
	row[0] = cell_text("never there before, or invalidated");
	for (uint32_t p = 0; p < trace->policy_count; p++)
		row[1 + p] = cell_count(explanation->policy[p].lost_otherwise);
	row = doc_row(doc, table);
	row[0] = cell_text("all");
	for (uint32_t p = 0; p < trace->policy_count; p++)
		row[1 + p] = cell_count(explanation->policy[p].misses);
	table->table.rule_before_last = true;
}

static void add_functions(struct doc *doc, const struct explanation *explanation)
{
	const struct model_trace *trace = explanation->trace;
	struct doc_node *table =
		policy_table(doc, explanation, "By function in us, the longest first");
	struct rounding columns[TRACE_POLICIES] = {0};
	struct cell *row;

	for (uint32_t i = 0; i < trace->function_count && i < FUNCTIONS_SHOWN; i++) {
		uint32_t function = explanation->functions[i];

		row = doc_row(doc, table);
		row[0] = cell_text(trace->functions[function].name);
		for (uint32_t p = 0; p < trace->policy_count; p++)
			row[1 + p] = cell_of(CELL_EXACT,
					     part_ns(explanation, &columns[p],
						     explain_function_ps(explanation,
									 function, p)));
	}
	row = doc_row(doc, table);
	row[0] = cell_text("all others");
	for (uint32_t p = 0; p < trace->policy_count; p++)
		row[1 + p] =
			cell_of(CELL_EXACT,
				average_ns(explanation, explanation->policy[p].total_ps) -
					columns[p].told_ns);
}

static const char *main_evictor_of(const struct explanation *explanation,
				   const struct trace_line *line)
{
	const struct trace_names *owners = &explanation->trace->owners;
	uint32_t found = 0;

	for (uint32_t i = 1; i < owners->count; i++)
		if (line->lost_to[i] > line->lost_to[found])
			found = i;
	if (!owners->count || line->lost_to[found] <= line->other)
		return "nobody";
	return explain_words(owners->name[found]);
}

static uint64_t misses_of(const struct explanation *explanation,
			  const struct trace_line *line)
{
	uint64_t misses = line->other;

	for (uint32_t i = 0; i < explanation->trace->owners.count; i++)
		misses += line->lost_to[i];
	return misses;
}

static void add_lines(struct doc *doc, const struct explanation *explanation)
{
	static const struct doc_column columns[] = {
		{.key = "address", .title = "line", .left = true},
		{.key = "function", .title = "missed in", .left = true},
		{.key = "misses", .title = "misses"},
		{.key = "memory_ns", .title = "us in all"},
		{.key = "evictor", .title = "displaced most often by", .left = true},
	};
	const struct model_trace *trace = explanation->trace;
	struct doc_node *table =
		doc_table(doc, &doc->root, "lines",
			  doc_text(doc, "Lines that cost most under %s",
				   trace->policies[explanation->slowest].name),
			  columns, 5);

	for (uint32_t i = 0; i < explanation->line_count && i < LINES_SHOWN; i++) {
		const struct trace_line *line = &trace->lines[explanation->lines[i]];
		struct cell *row = doc_row(doc, table);

		row[0] = cell_text(
			doc_text(doc, "0x%08llx", (unsigned long long)line->address));
		row[1] = cell_text(line->function);
		row[2] = cell_count(misses_of(explanation, line));
		row[3] = cell_of(CELL_EXACT, (int64_t)(line->ps / 1000));
		row[4] = cell_text(main_evictor_of(explanation, line));
	}
}

/* JSON alone: each part of the whole, exact. */
static void add_exact(struct doc *doc, const struct explanation *explanation)
{
	static const struct doc_column columns[] = {{.key = "policy"},
						    {.key = "phase"},
						    {.key = "cost"},
						    {.key = "ps"}};
	const struct model_trace *trace = explanation->trace;
	struct doc_node *table = doc_table(doc, &doc->root, "parts", NULL, columns, 4);

	for (uint32_t p = 0; p < trace->policy_count; p++)
		for (uint32_t i = 0; i < trace->phases.count; i++)
			for (uint32_t j = 0; j < trace->costs.count; j++) {
				struct cell *row = doc_row(doc, table);

				row[0] = cell_text(trace->policies[p].name);
				row[1] = cell_text(trace->phases.name[i]);
				row[2] = cell_text(trace->costs.name[j]);
				row[3] = cell_count(explanation->policy[p].by_both[i][j]);
			}
}

static void add_exact_functions(struct doc *doc, const struct explanation *explanation)
{
	static const struct doc_column columns[] = {{.key = "policy"},
						    {.key = "function"},
						    {.key = "cost"},
						    {.key = "ps"}};
	const struct model_trace *trace = explanation->trace;
	struct doc_node *table =
		doc_table(doc, &doc->root, "functions", NULL, columns, 4);

	for (uint32_t i = 0; i < trace->function_count; i++)
		for (uint32_t p = 0; p < trace->policy_count; p++)
			for (uint32_t j = 0; j < trace->costs.count; j++) {
				struct cell *row = doc_row(doc, table);

				row[0] = cell_text(trace->policies[p].name);
				row[1] = cell_text(trace->functions[i].name);
				row[2] = cell_text(trace->costs.name[j]);
				row[3] = cell_count(
					trace->functions[i]
						.ps[p * trace->costs.count + j]);
			}
}

static void add_totals(struct doc *doc, const struct explanation *explanation)
{
	static const struct doc_column columns[] = {{.key = "policy"},
						    {.key = "aux_ctrl"},
						    {.key = "total_ps"},
						    {.key = "other_ps"},
						    {.key = "level2_misses"}};
	const struct model_trace *trace = explanation->trace;
	struct doc_node *table = doc_table(doc, &doc->root, "policies", NULL, columns, 5);

	for (uint32_t p = 0; p < trace->policy_count; p++) {
		struct cell *row = doc_row(doc, table);

		row[0] = cell_text(trace->policies[p].name);
		row[1] = cell_text(trace->policies[p].aux_text);
		row[2] = cell_count(explanation->policy[p].total_ps);
		row[3] = cell_count(explanation->policy[p].other_ps);
		row[4] = cell_count(explanation->policy[p].misses);
	}
}

static void add_head(struct doc *doc, const struct explanation *explanation,
		     const char *file)
{
	const struct explained *slow = &explanation->policy[explanation->slowest];
	struct str story = {0};

	doc_verdict(
		doc, &doc->root, "origin", MOOD_UNSURE, "modelled",
		"MODELLED, not measured: whylate-model 1 of the i.MX6Q's memory system");
	doc_field(doc, &doc->root, "file", NULL, cell_text(file));
	model_add_story(&story, explanation);
	doc_sentence(doc, &doc->root, doc_text(doc, "%s", str_text(&story)));
	doc_field(doc, &doc->root, "story", NULL,
		  cell_text(doc_text(doc, "%s", str_text(&story))));
	str_free(&story);
	doc_field(doc, &doc->root, "wake_ups", "Wake-ups, warm-up included",
		  cell_count(explanation->wake_ups));
	doc_field(doc, &doc->root, "left_out", "Left out, no interrupt began them",
		  cell_count(explanation->trace->unmatched));
	doc_field(doc, &doc->root, NULL, "In no function that has a name",
		  cell_text(doc_text(doc, "%.2f %%",
				     slow->total_ps ? 100.0 * (double)slow->other_ps /
							      (double)slow->total_ps
						    : 0)));
}

void model_doc(struct doc *doc, const struct explanation *explanation, const char *file)
{
	const struct model_trace *trace = explanation->trace;

	add_head(doc, explanation, file);
	add_totals(doc, explanation);
	add_exact(doc, explanation);
	add_exact_functions(doc, explanation);
	add_bars(doc, explanation);
	add_parts(doc, explanation, "What a wake-up's time goes to, in us on average",
		  &trace->costs, cost_part);
	add_parts(doc, explanation, "The same by phase", &trace->phases, phase_part);
	add_evictors(doc, explanation);
	add_functions(doc, explanation);
	add_lines(doc, explanation);
}
