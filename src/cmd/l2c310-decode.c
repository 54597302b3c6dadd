/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * whylate l2c310 decode: values, or what a kernel log says of them, in words. Looks at no
 * machine.
 */
#include <errno.h>
#include <string.h>

#include "cmd/input.h"
#include "cmd/l2c310-parts.h"
#include "l2c310/words.h"
#include "report/l2c310-doc.h"

enum { MOST_VALUES = 16, LOG_MAX_BYTES = 64 << 20 };

static const enum l2c_controller controllers[] = {L2C_310, L2C_220, L2C_210};

/* What register a value is of; one line of advice when it may be several. */
static int identify(const struct l2c310_options *options, const char *text,
		    struct l2c310_item *item, struct err *err)
{
	CLEANUP(str_free) struct str fitting = {0};
	struct l2c_given given;

	if (l2c_parse(text, &given, err) < 0)
		return -1;
	item->given = text;
	item->decoding.value = given.value;
	item->from = L2C310_FROM_NAME;
	if (given.id != L2C_REGISTER_COUNT && options->reg != L2C310_NOT_GIVEN &&
	    given.id != l2c_register_find(l2c310_register_words[options->reg]))
		return err_set(err, ERR_INPUT,
			       "'%s' names another register than --register %s", text,
			       l2c310_register_words[options->reg]);
	if (given.id == L2C_REGISTER_COUNT && options->reg != L2C310_NOT_GIVEN) {
		item->from = L2C310_FROM_OPTION;
		given.id = l2c_register_find(l2c310_register_words[options->reg]);
	} else if (given.id == L2C_REGISTER_COUNT) {
		item->from = L2C310_FROM_VALUE;
		given.id = l2c_guess(given.value);
	}
	item->decoding.id = given.id;
	if (given.id != L2C_REGISTER_COUNT)
		return 0;
	l2c_add_fitting(&fitting, given.value);
	return err_set(
		err, ERR_INPUT,
		"'%s' cannot be told from its value; say what it is with --register%s%s",
		text, fitting.length ? ": it fits " : "", str_text(&fitting));
}

/* Options first, then a CACHE_ID among the values. */
static int choose_controller(const struct l2c310_options *options,
			     struct l2c310_item *items, size_t count, struct err *err)
{
	enum l2c_controller controller = L2C_UNKNOWN;
	uint8_t release = L2C_RELEASE_UNKNOWN;

	for (size_t i = 0; i < count; i++) {
		if (items[i].decoding.id != L2C_CACHE_ID)
			continue;
		controller = l2c_controller_of(items[i].decoding.value);
		release = l2c_release_of(items[i].decoding.value);
	}
	if (options->controller != L2C310_NOT_GIVEN)
		controller = controllers[options->controller];
	if (options->revision) {
		release = l2c_release_find(options->revision);
		if (release == L2C_RELEASE_UNKNOWN)
			return err_set(
				err, ERR_INPUT,
				"--revision: no L2C-310 '%.40s'; they are r0p0, r1p0, r2p0, "
				"r3p0, r3p1, r3p1-50rel0, r3p2 and r3p3",
				options->revision);
		if (controller & (L2C_220 | L2C_210))
			return err_set(err, ERR_INPUT,
				       "--revision is for the L2C-310, not the %s",
				       l2c_controller_name(controller));
		controller = L2C_310;
	}
	for (size_t i = 0; i < count; i++) {
		items[i].controller = controller;
		items[i].release = release;
	}
	return 0;
}

/* A CACHE_ID tells for itself whose it is; the register must exist there. */
static int decode_one(struct l2c310_item *item, struct err *err)
{
	enum l2c_register_id id = item->decoding.id;
	uint32_t value = item->decoding.value;

	if (id == L2C_CACHE_ID && l2c_controller_of(value) != L2C_UNKNOWN) {
		item->controller = l2c_controller_of(value);
		item->release = l2c_release_of(value);
	}
	if (item->controller != L2C_UNKNOWN &&
	    !(l2c_registers[id].controllers & item->controller))
		return err_set(err, ERR_INPUT, "'%s': the %s has no %s register",
			       item->given, l2c_controller_name(item->controller),
			       l2c_registers[id].title);
	if (item->controller == L2C_310 && item->release < l2c_registers[id].since)
		return err_set(err, ERR_INPUT,
			       "'%s': the L2C-310 has its %s register since %s",
			       item->given, l2c_registers[id].title,
			       l2c_release_name(l2c_registers[id].since));
	l2c_decode(&item->decoding, id, item->controller, item->release, value);
	return 0;
}

static int decode_values(const struct l2c310_options *options, char **values,
			 size_t count, struct err *err)
{
	struct l2c310_item items[MOST_VALUES] = {0};
	struct doc doc = {0};
	int status;

	if (!count)
		return err_set(err, ERR_INPUT,
			       "which value? As in: whylate l2c310 decode 0x02870000 "
			       "0x02070000, or --dmesg FILE");
	if (count > MOST_VALUES)
		return err_set(err, ERR_INPUT, "more than %d values at once",
			       MOST_VALUES);
	for (size_t i = 0; i < count; i++)
		if (identify(options, values[i], &items[i], err) < 0)
			return -1;
	if (choose_controller(options, items, count, err) < 0)
		return -1;
	for (size_t i = 0; i < count; i++)
		if (decode_one(&items[i], err) < 0)
			return -1;
	l2c310_values_doc(&doc, items, count);
	status = l2c310_print(options, &doc, err);
	doc_free(&doc);
	return status;
}

static int decode_log(const struct l2c310_options *options, size_t values,
		      struct err *err)
{
	const char *name = input_shown(options->dmesg);
	CLEANUP(str_free) struct str text = {0};
	struct doc doc = {0};
	struct l2c_log log;
	int status;

	if (values || options->reg != L2C310_NOT_GIVEN ||
	    options->controller != L2C310_NOT_GIVEN || options->revision)
		return err_set(err, ERR_INPUT,
			       "--dmesg stands alone: the log says what the values are");
	if (input_read_log(options->dmesg, LOG_MAX_BYTES, &text, err) < 0)
		return -1;
	l2c_log_scan(&log, str_text(&text), text.length);
	if (!log.found && log.boots > 1)
		return err_set(
			err, ERR_INPUT,
			"%s: its last boot of %u, which is the one that counts, has "
			"no line of a level 2 cache controller; cut out an earlier "
			"one to decode that",
			name, log.boots);
	if (!log.found)
		return err_set(
			err, ERR_INPUT,
			"%s: no line of a level 2 cache controller; a log from the "
			"boot on has one, where the machine has such a controller",
			name);
	l2c310_log_doc(&doc, &log, name);
	status = l2c310_print(options, &doc, err);
	doc_free(&doc);
	return status;
}

int l2c310_decode(const struct l2c310_options *options, char **operands, size_t count,
		  struct err *err)
{
	return options->dmesg ? decode_log(options, count, err)
			      : decode_values(options, operands, count, err);
}
