/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a kernel log says of the level 2 cache controller. */
#include "base/str.h"
#include "l2c310/errata.h"
#include "l2c310/words.h"
#include "l2c310/write-allocate.h"
#include "report/l2c310-doc.h"

enum { ERRATA_MAX = 8 };

static struct cell cell_told(enum l2c_told told)
{
	return told == L2C_NOT_TOLD ? cell_none()
				    : cell_of(CELL_BOOL, told == L2C_TOLD_ON);
}

/* A switch: on, off or not told. */
static void add_told(struct doc *doc, struct doc_node *parent, const char *key,
		     const char *label, enum l2c_told what)
{
	doc_field(doc, parent, key, NULL, cell_told(what));
	if (label && what != L2C_NOT_TOLD)
		doc_field(doc, parent, NULL, label,
			  cell_text(what == L2C_TOLD_ON ? "on" : "off"));
}

/* Both: null in JSON, and no line of text when it is not known. */
static void add(struct doc *doc, struct doc_node *parent, const char *key,
		const char *label, struct cell cell)
{
	doc_field(doc, parent, key, cell.kind == CELL_NONE ? NULL : label, cell);
}

/* The same with other words for people. */
static void add_both(struct doc *doc, struct doc_node *parent, const char *key,
		     const char *label, struct cell cell, const char *words)
{
	doc_field(doc, parent, key, NULL, cell);
	if (words)
		doc_field(doc, parent, NULL, label, cell_text(words));
}

static const char *hex(struct doc *doc, bool known, uint32_t value)
{
	return known ? doc_text(doc, "0x%08x", (unsigned)value) : NULL;
}

static const char *size_text(struct doc *doc, const struct l2c_log *log)
{
	CLEANUP(str_free) struct str text = {0};

	if (!log->has_size)
		return NULL;
	if (log->ways)
		str_addf(&text, "%u ways, ", (unsigned)log->ways);
	l2c_add_bytes(&text, log->bytes);
	return doc_text(doc, "%s", str_text(&text));
}

static const char *controller_text(struct doc *doc, const struct l2c_log *log)
{
	const char *release = l2c_release_name(l2c_log_release(log));
	enum l2c_controller controller = l2c_log_controller(log);

	if (l2c_log_is_empty_address(log))
		return "none: CACHE_ID is 0";
	if (controller == L2C_UNKNOWN)
		return *log->name ? log->name : "not told";
	return doc_text(doc, "%s%s%s", l2c_controller_name(controller),
			release ? " " : "", release ? release : "");
}

static const char *aux_text(struct doc *doc, const struct l2c_log *log)
{
	static const char *const origin[] = {
		", not known whether it was read back",
		", as meant: this kernel does not read it back",
		", read back from the controller",
	};

	return log->has_aux ? doc_text(doc, "%s%s", hex(doc, true, log->aux_ctrl),
				       origin[log->origin])
			    : NULL;
}

/* A list of texts for JSON, and the same as one line; no line without any. */
static void add_numbers(struct doc *doc, struct doc_node *parent, const char *key,
			const char *label, const char *const *numbers, uint32_t count)
{
	CLEANUP(str_free) struct str text = {0};

	for (uint32_t i = 0; i < count; i++)
		str_addf(&text, "%s%s", i ? ", " : "", numbers[i]);
	doc_list(doc, parent, key, NULL, numbers, count);
	if (count)
		doc_field(doc, parent, NULL, label,
			  cell_text(doc_text(doc, "%s", str_text(&text))));
}

/* Those of this release, and those that the kernel tells it works around. */
static void add_errata(struct doc *doc, struct doc_node *parent,
		       const struct l2c_log *log)
{
	const char **known = arena_array(&doc->arena, ERRATA_MAX, sizeof(*known));
	const char **told = arena_array(&doc->arena, L2C_LOG_ERRATA, sizeof(*told));
	uint32_t count = 0;

	for (const struct l2c_erratum *one = l2c_errata; one->number; one++)
		if (l2c_is_affected(one, l2c_log_release(log)) && count < ERRATA_MAX)
			known[count++] = doc_text(doc, "%u", (unsigned)one->number);
	for (size_t i = 0; i < log->errata_count; i++)
		told[i] = doc_text(doc, "%u", (unsigned)log->errata[i]);
	add_numbers(doc, parent, "errata", "errata of the release", known, count);
	add_numbers(doc, parent, "workarounds", "workarounds told", told,
		    (uint32_t)log->errata_count);
}

static void add_identity(struct doc *doc, struct doc_node *parent,
			 const struct l2c_log *log)
{
	static const char *const origins[] = {NULL, "intended", "read-back"};
	const char *id = hex(doc, log->has_id, log->cache_id);
	enum l2c_controller controller = l2c_log_controller(log);

	doc_field(doc, parent, "name", NULL, cell_text(log->name));
	doc_field(doc, parent, "present", NULL,
		  l2c_log_is_empty_address(log) ? cell_of(CELL_BOOL, false)
		  : log->found                  ? cell_of(CELL_BOOL, true)
						: cell_none());
	add_both(doc, parent, "controller", "controller",
		 controller == L2C_UNKNOWN ? cell_none()
					   : cell_text(l2c_controller_name(controller)),
		 controller_text(doc, log));
	doc_field(doc, parent, "release", NULL,
		  cell_text(l2c_release_name(l2c_log_release(log))));
	doc_field(doc, parent, "ways", NULL,
		  log->ways ? cell_count(log->ways) : cell_none());
	add_both(doc, parent, "bytes", "size",
		 log->has_size ? cell_count(log->bytes) : cell_none(),
		 size_text(doc, log));
	add_both(doc, parent, "cache_id", "CACHE_ID", cell_text(id), id);
	if (log->ids_differ)
		add(doc, parent, "other_cache_id", "but told before",
		    cell_text(doc_text(doc,
				       "CACHE_ID %s: one machine has one; the last one "
				       "counts here",
				       hex(doc, true, log->other_cache_id))));
	add_both(doc, parent, "aux_ctrl", "AUX_CTRL",
		 cell_text(hex(doc, log->has_aux, log->aux_ctrl)), aux_text(doc, log));
	doc_field(doc, parent, "aux_ctrl_is", NULL, cell_text(origins[log->origin]));
}

/* What AUX_CTRL has as well is no line of text besides it. */
static void add_switches(struct doc *doc, struct doc_node *parent,
			 const struct l2c_log *log)
{
	const bool alone = !log->has_aux;

	add(doc, parent, "memory_policy", "memory policy",
	    cell_text(l2c_policy_name(log->policy)));
	add_told(doc, parent, "prefetch_data", alone ? "prefetch data" : NULL,
		 log->prefetch_data);
	add_told(doc, parent, "prefetch_instructions",
		 alone ? "prefetch instructions" : NULL, log->prefetch_instructions);
	add(doc, parent, "prefetch_offset_lines", "prefetch offset, lines",
	    log->has_prefetch_offset ? cell_count(log->prefetch_offset_lines)
				     : cell_none());
	add_told(doc, parent, "early_bresp", alone ? "early BRESP" : NULL,
		 log->early_bresp);
	add_told(doc, parent, "full_line_of_zeros", alone ? "full line of zeros" : NULL,
		 log->full_line_of_zeros);
	add_told(doc, parent, "dynamic_clock_gating", "dynamic clock gating",
		 log->clock_gating);
	add_told(doc, parent, "standby", "standby mode", log->standby);
	add_told(doc, parent, "outer_sync", "outer sync", log->outer_sync);
	add_errata(doc, parent, log);
}

static void add_ipipe(struct doc *doc, struct doc_node *parent, const struct l2c_log *log)
{
	static const char *const words[] = {NULL, "off, its default", "on, as asked for",
					    "on, forced from r3p2 on"};
	static const char *const keys[] = {NULL, "default-off", "on", "forced-on"};

	add_both(doc, parent, "ipipe_write_allocate", "I-pipe, write allocate",
		 cell_text(keys[log->ipipe]), words[log->ipipe]);
	add(doc, parent, "l2x0_write_allocate",
	    "l2x0_write_allocate=", cell_text(l2c_parameter_word(log->parameter)));
}

static void add_changes(struct doc *doc, struct doc_node *parent,
			const struct l2c_log *log)
{
	static const struct doc_column columns[] = {{.key = "by"},
						    {.key = "from"},
						    {.key = "to"}};
	struct doc_node *table = doc_table(doc, parent, "modified", NULL, columns, 3);

	for (size_t i = 0; i < log->change_count && i < L2C_LOG_CHANGES; i++) {
		const struct l2c_log_change *change = &log->changes[i];
		const char *from = hex(doc, true, change->from);
		const char *to = hex(doc, true, change->to);
		struct cell *row = doc_row(doc, table);

		row[0] = cell_text(change->by_platform ? "platform" : "DT/platform");
		row[1] = cell_text(from);
		row[2] = cell_text(to);
		doc_field(doc, parent, NULL,
			  change->by_platform ? "set by platform" : "set by DT/platform",
			  cell_text(doc_text(doc, "%s -> %s (not yet final)", from, to)));
	}
}

static void add_notes(struct doc *doc, const struct l2c_log *log)
{
	size_t count = log->note_count < L2C_LOG_NOTES ? log->note_count : L2C_LOG_NOTES;
	const char **notes = arena_array(&doc->arena, count + 1, sizeof(*notes));

	for (size_t i = 0; i < count; i++)
		notes[i] = doc_text(doc, "%s", log->notes[i]);
	doc_list(doc, &doc->root, "notes", "The kernel also says", notes,
		 (uint32_t)count);
}

static void add_write_allocate(struct doc *doc, const struct l2c_log *log)
{
	static const char *const words[] = {"unknown", "in force", "off"};
	struct l2c_write_allocate_state state = l2c_write_allocate_in(log);
	struct doc_node *section = doc_section(doc, &doc->root, "write_allocate", NULL);

	doc_section(doc, section, NULL,
		    doc_text(doc, "Write allocate: %s", words[state.in_force]));
	doc_field(doc, section, "state", NULL,
		  cell_text(l2c_write_allocate_word(state.state)));
	doc_field(doc, section, "in_force", NULL,
		  cell_text(l2c_answer_word(state.in_force)));
	doc_field(doc, section, "why", NULL, cell_text(state.why));
	doc_sentence(doc, section, doc_text(doc, "%s.", state.why));
	if (state.in_force != L2C_ANSWER_UNKNOWN)
		doc_sentence(
			doc, section,
			"Which is better depends on the load: measure one kernel with bits 24:23 at 01 and at 00.");
}

void l2c310_log_doc(struct doc *doc, const struct l2c_log *log, const char *name)
{
	struct l2c310_item item = {.from = L2C310_FROM_NAME,
				   .controller = l2c_log_controller(log),
				   .release = l2c_log_release(log)};
	struct doc_node *section;

	add_write_allocate(doc, log);
	section = doc_section(doc, &doc->root, NULL,
			      doc_text(doc, "Level 2 cache controller in %s", name));
	doc_field(doc, section, "file", NULL, cell_text(name));
	add_identity(doc, section, log);
	add_switches(doc, section, log);
	add_ipipe(doc, section, log);
	add_changes(doc, section, log);
	add_notes(doc, log);
	/* Another maker's bits would be put into wrong words. */
	if (!log->has_aux || item.controller == L2C_UNKNOWN)
		return;
	l2c_decode(&item.decoding, L2C_AUX_CTRL, item.controller, item.release,
		   log->aux_ctrl);
	section =
		doc_section(doc, &doc->root, "aux_ctrl_fields",
			    doc_text(doc, "AUX_CTRL %s", hex(doc, true, log->aux_ctrl)));
	l2c310_add_members(doc, section, &item);
	l2c310_add_fields(doc, section, &item);
}
