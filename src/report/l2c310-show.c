/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/l2c310-show.h"

#include "report/l2c310-parts.h"

const struct l2c310_item *l2c310_seen(const struct l2c310_machine *machine,
				      enum l2c_register_id id)
{
	for (size_t i = 0; i < machine->seen_count; i++)
		if (machine->seen[i].decoding.id == id)
			return &machine->seen[i];
	return NULL;
}

/* The log, with what the registers say in place of what it says of them. */
static struct l2c_log as_seen(const struct l2c310_machine *machine)
{
	const struct l2c310_item *id = l2c310_seen(machine, L2C_CACHE_ID);
	const struct l2c310_item *aux = l2c310_seen(machine, L2C_AUX_CTRL);
	struct l2c_log log = machine->log;

	if (id) {
		log.found = log.has_id = true;
		log.cache_id = id->decoding.value;
	}
	if (aux) {
		log.has_aux = true;
		log.aux_ctrl = aux->decoding.value;
		log.origin = L2C_READ_BACK;
	}
	return log;
}

static void add_verdict(struct doc *doc, const struct l2c310_machine *machine)
{
	static const char *const words[] = {"unknown", "in force", "off"};
	const struct l2c310_item *ctrl = l2c310_seen(machine, L2C_CTRL);
	struct l2c_log log = as_seen(machine);
	struct l2c_write_allocate_state state = l2c_write_allocate_in(&log);
	struct doc_node *section = doc_section(doc, &doc->root, "write_allocate", NULL);

	doc_section(doc, section, NULL,
		    doc_text(doc, "Write allocate: %s", words[state.in_force]));
	doc_field(doc, section, "state", NULL,
		  cell_text(l2c_write_allocate_word(state.state)));
	doc_field(doc, section, "in_force", NULL,
		  cell_text(l2c_answer_word(state.in_force)));
	doc_field(doc, section, "why", NULL, cell_text(state.why));
	doc_sentence(doc, section, doc_text(doc, "%s.", state.why));
	if (ctrl && !(ctrl->decoding.value & 1))
		doc_sentence(doc, section,
			     "The controller is off (CTRL bit 0): nothing is cached in "
			     "it.");
}

static const char *agree_word(enum l2c_answer answer)
{
	static const char *const words[] = {"nothing to compare", "agree", "CONTRADICT"};

	return words[answer];
}

static bool add_agreement(struct doc *doc, struct doc_node *parent, const char *key,
			  const char *label, const struct l2c_agreement *agreement)
{
	struct doc_node *section = doc_section(doc, parent, key, NULL);

	doc_field(doc, section, "agree", NULL,
		  agreement->answer == L2C_ANSWER_UNKNOWN
			  ? cell_none()
			  : cell_of(CELL_BOOL, agreement->answer == L2C_ANSWER_YES));
	doc_field(doc, section, "why", NULL,
		  cell_text(doc_text(doc, "%s", agreement->why)));
	doc_field(doc, parent, NULL, label,
		  cell_text(doc_text(doc, "%s: %s", agree_word(agreement->answer),
				     agreement->why)));
	return agreement->answer == L2C_ANSWER_NO;
}

static bool add_agreements(struct doc *doc, const struct l2c310_machine *machine)
{
	const struct l2c310_item *aux = l2c310_seen(machine, L2C_AUX_CTRL);
	uint32_t value = aux ? aux->decoding.value : 0;
	struct doc_node *section =
		doc_section(doc, &doc->root, "agreement", "Do they agree?");
	struct l2c_agreement log, parameter;
	bool contradicts;

	l2c_agree_with_log(&log, aux, value, &machine->log);
	l2c_agree_with_parameter(&parameter, aux, value, &machine->log,
				 machine->parameter);
	contradicts = add_agreement(doc, section, "log", "register and log", &log);
	return add_agreement(doc, section, "parameter", "and the parameter",
			     &parameter) ||
	       contradicts;
}

/* No line of text when it is not known. */
static void add(struct doc *doc, struct doc_node *parent, const char *key,
		const char *label, const char *text)
{
	doc_field(doc, parent, key, text ? label : NULL, cell_text(text));
}

static void add_place(struct doc *doc, const struct l2c310_machine *machine)
{
	struct doc_node *section =
		doc_section(doc, &doc->root, NULL,
			    doc_text(doc, "Level 2 cache controller of %s",
				     machine->about));

	doc_field(doc, section, "machine", NULL, cell_text(machine->about));
	add(doc, section, "compatible", "compatible", machine->compatible);
	add(doc, section, "device_tree_node", "device tree node", machine->node);
	add(doc, section, "base", "base",
	    machine->has_base
		    ? doc_text(doc, "0x%08llx", (unsigned long long)machine->base)
		    : NULL);
	add(doc, section, "read_through", "read through", machine->through);
	doc_field(doc, section, "why_no_registers",
		  machine->why_no_registers ? "registers" : NULL,
		  machine->why_no_registers
			  ? cell_text(doc_text(doc, "unknown: %s",
					       machine->why_no_registers))
			  : cell_none());
}

bool l2c310_show_doc(struct doc *doc, const struct l2c310_machine *machine)
{
	bool contradicts;

	/* The log's words are all there is without registers. */
	if (machine->log.found && !machine->seen_count)
		l2c310_log_doc(doc, &machine->log,
			       doc_text(doc, "the log of %s", machine->about));
	else
		add_verdict(doc, machine);
	add_place(doc, machine);
	contradicts = add_agreements(doc, machine);
	if (machine->seen_count)
		l2c310_values_doc(doc, machine->seen, machine->seen_count);
	return contradicts;
}
