/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * whylate l2c310: the level 2 cache controller L2C-310 and its relatives. Reads what it is
 * given; touches no register.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"
#include "cmd/input.h"
#include "commands.h"
#include "l2c310/words.h"
#include "report/json.h"
#include "report/l2c310-doc.h"
#include "report/out.h"
#include "report/term.h"
#include "sys/terminal.h"

enum { USUAL_COLUMNS = 80, MOST_VALUES = 16, LOG_MAX_BYTES = 64 << 20, NOT_GIVEN = -1 };

struct l2c310_options {
	const char *dmesg, *revision;
	int reg, controller; /* NOT_GIVEN, or the word's index */
	bool json;
};

static const char *const register_words[] = {
	"aux",           "id",       "type",  "control",  "tag-latency",
	"data-latency",  "prefetch", "power", "lockdown", "debug",
	"event-control", "event",    NULL,
};
static const char *const controller_words[] = {"l2c-310", "l220", "l210", NULL};
static const enum l2c_controller controllers[] = {L2C_310, L2C_220, L2C_210};

#define AT(member) offsetof(struct l2c310_options, member)

/* clang-format off */
static const struct opt rows[] = {
	{.name = "dmesg", .value = "FILE|-", .parse = opt_text, .offset = AT(dmesg),
	 .help = "decode what this kernel log says, instead of values"},
	{.name = "register", .value = "NAME", .parse = opt_choice, .offset = AT(reg),
	 .choices = register_words, .help = "what register the values are of"},
	{.name = "controller", .value = "NAME", .parse = opt_choice,
	 .offset = AT(controller), .choices = controller_words,
	 .help = "whose registers they are (default: a CACHE_ID's, or l2c-310)"},
	{.name = "revision", .value = "REVISION", .parse = opt_text,
	 .offset = AT(revision), .help = "of the l2c-310, as in r3p1-50rel0"},
	{.name = "json", .parse = opt_flag, .offset = AT(json), .help = "as JSON"},
};
/* clang-format on */

static int print(const struct l2c310_options *options, struct doc *doc, struct err *err)
{
	int columns = sys_terminal_columns(STDOUT_FILENO);
	const struct term_style style = {
		.columns = columns ? columns : USUAL_COLUMNS,
		.colour = sys_terminal_has_colour(STDOUT_FILENO),
		.ascii = sys_is_terminal(STDOUT_FILENO) && !sys_locale_is_utf8(),
	};
	CLEANUP(str_free) struct str text = {0};
	struct json_writer json = {.out = &text, .pretty = true};

	if (options->json) {
		json_render(&json, NULL, doc);
		str_add_char(&text, '\n');
	} else {
		term_render(&text, doc, &style);
	}
	return report_print(&text, err);
}

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
	if (given.id != L2C_REGISTER_COUNT && options->reg != NOT_GIVEN &&
	    given.id != l2c_register_find(register_words[options->reg]))
		return err_set(err, ERR_INPUT,
			       "'%s' names another register than --register %s", text,
			       register_words[options->reg]);
	if (given.id == L2C_REGISTER_COUNT && options->reg != NOT_GIVEN) {
		item->from = L2C310_FROM_OPTION;
		given.id = l2c_register_find(register_words[options->reg]);
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
	if (options->controller != NOT_GIVEN)
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
	status = print(options, &doc, err);
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

	if (values || options->reg != NOT_GIVEN || options->controller != NOT_GIVEN ||
	    options->revision)
		return err_set(err, ERR_INPUT,
			       "--dmesg stands alone: the log says what the values are");
	if (input_read_log(options->dmesg, LOG_MAX_BYTES, &text, err) < 0)
		return -1;
	l2c_log_scan(&log, str_text(&text), text.length);
	if (!log.found)
		return err_set(
			err, ERR_INPUT,
			"%s: no line of a level 2 cache controller; a log from the "
			"boot on has one, where the machine has such a controller",
			name);
	l2c310_log_doc(&doc, &log, name);
	status = print(options, &doc, err);
	doc_free(&doc);
	return status;
}

static int run_decode(const struct l2c310_options *options, char **operands, size_t count,
		      struct err *err)
{
	return options->dmesg ? decode_log(options, count, err)
			      : decode_values(options, operands, count, err);
}

static const struct subcommand {
	const char *name;
	int (*run)(const struct l2c310_options *options, char **operands, size_t count,
		   struct err *err);
} subcommands[] = {
	{"decode", run_decode},
};

static const char *const subcommand_words[] = {"decode", NULL};

static int run_l2c310(const struct command *self, int argc, char **argv, struct err *err)
{
	struct l2c310_options options = {.reg = NOT_GIVEN, .controller = NOT_GIVEN};
	int operands;

	if (opt_parse(&self->options, &options, argc, argv, &operands, err) < 0)
		return -1;
	for (size_t i = 0; operands && i < sizeof(subcommands) / sizeof(subcommands[0]);
	     i++)
		if (!strcmp(subcommands[i].name, argv[1]))
			return subcommands[i].run(&options, argv + 2,
						  (size_t)operands - 1, err);
	return err_set(err, ERR_INPUT,
		       "%s%.40s%s do what? As in: whylate l2c310 decode 0x02870000",
		       operands ? "'" : "l2c310", operands ? argv[1] : "",
		       operands ? "':" : "");
}

static void add_more_help(struct str *out)
{
	str_add(out,
		"VALUE is 0x02870000, 02870000 or NAME=0x02870000. Values of one register "
		"are compared.\nNames of registers:");
	for (size_t i = 0; register_words[i]; i++)
		str_addf(out, " %s", register_words[i]);
	str_add(out, "\n");
}

extern const struct command command_l2c310;
const struct command command_l2c310 = {
	.name = "l2c310",
	.synopsis = "decode [options] [VALUE...]",
	.summary = "the cache controller's registers in words",
	.options = {rows, sizeof(rows) / sizeof(rows[0])},
	.subcommands = subcommand_words,
	.add_more_help = add_more_help,
	.run = run_l2c310,
};
