/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each word of the list is a stressor, with or without its parameter, or a preset. */
#include "load/load-list.h"

#include <string.h>

#include "base/num.h"
#include "load/load-ops.h"
#include "load/stressors.h"

static int refuse_name(const char *name, size_t length, struct err *err)
{
	CLEANUP(str_free) struct str names = {0};
	size_t name_length = strcspn(name, ",=");

	if (name_length < length && stressor_preset(name, name_length))
		return err_set(err, ERR_INPUT,
			       "load: %.*s is a preset and takes no number; write it "
			       "without one, or what it stands for: %s",
			       (int)name_length, name,
			       stressor_preset(name, name_length));
	for (size_t i = 0; stressors[i]; i++)
		str_addf(&names, "%s%s", i ? " " : "", stressors[i]->name);
	for (size_t i = 0; stressor_presets[i].name; i++)
		str_addf(&names, " %s", stressor_presets[i].name);
	return err_set(err, ERR_INPUT, "load: '%.*s' is not one of: %s",
		       (int)(length < 40 ? length : 40), name, str_text(&names));
}

/* "=N" behind a name; the row's usual value without. */
static int parse_amount(const struct load_list_parser *parser, const struct load_ops *ops,
			const char *text, size_t length, int64_t *amount, struct err *err)
{
	char number[64] = "";

	*amount = ops->usual ? ops->usual : parser->cpus;
	if (!length)
		return 0;
	/* What is longer than that is out of range as far as it goes. */
	if (length - 1 < sizeof(number))
		memcpy(number, text + 1, length - 1);
	else
		memset(number, '9', sizeof(number) - 1);
	if (num_parse_integer(number, ops->least, ops->most, amount, err) < 0)
		return err_prefix(err, "load %s=N (%s)", ops->name, ops->parameter);
	return 0;
}

static int add_item(struct load_list_parser *parser, const struct load_ops *ops,
		    int64_t amount, struct err *err)
{
	struct load_plan *plan = parser->plan;

	for (uint32_t i = 0; i < plan->count; i++)
		if (plan->items[i].ops == ops)
			return err_set(err, ERR_INPUT,
				       "load: %s is given twice (a preset gives what it "
				       "stands for; --help lists that)",
				       ops->name);
	if (ops->needs_two_cpus && parser->cpus < 2) {
		if (!parser->in_preset)
			return err_set(err, ERR_INPUT, "load: %s needs two CPUs",
				       ops->name);
		str_addf(&parser->note, "load: %s is left out, it needs two CPUs",
			 ops->name);
		return 0;
	}
	plan->items[plan->count++] = (struct load_item){
		.ops = ops,
		.name = ops->name,
		.amount = amount,
		.processes = ops->counts_instances ? (int)amount : 1,
	};
	return 0;
}

/* One word of the list: "disk", "disk=16" or a preset. */
static int parse_word(struct load_list_parser *parser, const char *word, size_t length,
		      struct err *err)
{
	size_t name_length = strcspn(word, ",=");
	const char *preset = parser->in_preset ? NULL : stressor_preset(word, length);
	const struct load_ops *ops = stressor_find(word, name_length);
	int64_t amount;
	int status;

	if (preset) {
		parser->in_preset = true;
		status = load_list_parse(parser, preset, err);
		parser->in_preset = false;
		return status;
	}
	if (!ops)
		return refuse_name(word, length, err);
	if (parse_amount(parser, ops, word + name_length, length - name_length, &amount,
			 err) < 0)
		return -1;
	return add_item(parser, ops, amount, err);
}

int load_list_parse(struct load_list_parser *parser, const char *list, struct err *err)
{
	for (;;) {
		size_t length = strcspn(list, ",");

		if (!length)
			return err_set(
				err, ERR_INPUT,
				"load: a name is missing in the list (write it as in "
				"disk,net,memory-write=4)");
		if (parse_word(parser, list, length, err) < 0)
			return -1;
		list += length;
		if (!*list)
			return 0;
		list++;
	}
}
