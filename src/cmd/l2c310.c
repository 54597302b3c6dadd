/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * whylate l2c310: the level 2 cache controller L2C-310 and its relatives. A subcommand is a row
 * here and a file l2c310-NAME.c. None of them writes a register.
 */

#include "cmd/l2c310-parts.h"
#include "cmd/print-doc.h"
#include "commands.h"
#include "l2c310/stub.h"

/* In the order of subcommand_words. */
enum { DECODE = 1, SHOW = 2, STUB = 4, RECIPE = 8 };

static const char *const subcommand_words[] = {"decode", "show", "stub", "recipe", NULL};
static l2c310_run_fn *const subcommands[] = {l2c310_decode, l2c310_show, l2c310_stub,
					     l2c310_recipe};

const char *const l2c310_register_words[] = {
	"aux",           "id",       "type",  "control",  "tag-latency",
	"data-latency",  "prefetch", "power", "lockdown", "debug",
	"event-control", "event",    NULL,
};
static const char *const controller_words[] = {"l2c-310", "l220", "l210", NULL};

#define AT(member) offsetof(struct l2c310_options, member)

/* clang-format off */
static const struct opt rows[] = {
	{.name = "dmesg", .value = "FILE|-", .parse = opt_text, .offset = AT(dmesg),
	 .takers = DECODE,
	 .help = "decode what this kernel log says, instead of values"},
	{.name = "register", .value = "NAME", .parse = opt_choice, .offset = AT(reg),
	 .takers = DECODE,
	 .choices = l2c310_register_words, .help = "what register the values are of"},
	{.name = "controller", .value = "NAME", .parse = opt_choice,
	 .takers = DECODE,
	 .offset = AT(controller), .choices = controller_words,
	 .help = "whose registers they are (default: a CACHE_ID's, or l2c-310)"},
	{.name = "revision", .value = "REVISION", .parse = opt_text,
	 .takers = DECODE,
	 .offset = AT(revision), .help = "of the l2c-310, as in r3p1-50rel0"},
	{.name = "sysroot", .value = "DIR", .parse = opt_text, .offset = AT(sysroot),
	 .takers = SHOW,
	 .help = "show: what a collected tree of a machine says, without registers"},
	{.name = "write-allocate", .value = "off|on|default", .parse = opt_choice,
	 .takers = STUB | RECIPE,
	 .offset = AT(write_allocate), .choices = stub_settings,
	 .help = "stub, recipe: bits 24:23 become 01 (off), 10 (on) or 00 (default)"},
	{.name = "board", .value = "NAME", .parse = opt_text, .offset = AT(board),
	 .takers = STUB,
	 .help = "stub: the only board where it writes (default: imx6)"},
	{.name = "inspect", .parse = opt_flag, .offset = AT(inspect), .takers = STUB,
	 .help = "stub: say what stub ZIMAGE has, and write nothing"},
	{.name = "remove", .parse = opt_flag, .offset = AT(remove), .takers = STUB,
	 .help = "stub: write the kernel as it was without it"},
	{.name = "source", .value = "DIR", .parse = opt_text, .offset = AT(source),
	 .takers = RECIPE,
	 .help = "kernel-patch: the kernel's source that the patch is for"},
	{.name = "aux", .value = "VALUE", .parse = opt_text, .offset = AT(aux),
	 .takers = RECIPE,
	 .help = "uboot: AUX_CTRL as it is now (assumed: 0x02070000, reset on i.MX6Q)"},
	{.name = "base", .value = "ADDRESS", .parse = opt_text, .offset = AT(base),
	 .takers = RECIPE,
	 .help = "uboot: where the controller is (assumed: 0x00a02000, i.MX6)"},
	{.name = "output", .letter = 'o', .value = "FILE", .parse = opt_text,
	 .offset = AT(output), .takers = STUB | RECIPE,
	 .help = "stub, kernel-patch: the new file; nothing is overwritten"},
	{.name = "json", .parse = opt_flag, .offset = AT(json), .help = "as JSON"},
};
/* clang-format on */

int l2c310_print(const struct l2c310_options *options, struct doc *doc, struct err *err)
{
	return print_doc(doc, &(struct print_how){.json = options->json}, err);
}

static int run_l2c310(const struct command *self, int argc, char **argv, struct err *err)
{
	struct l2c310_options options = {.reg = L2C310_NOT_GIVEN,
					 .controller = L2C310_NOT_GIVEN,
					 .write_allocate = L2C310_NOT_GIVEN};
	int operands;
	size_t chosen;

	if (opt_parse_for(&self->options, subcommand_words, &options, argc, argv,
			  &operands, &chosen, err) < 0)
		return -1;
	return subcommands[chosen](&options, argv + 2, (size_t)operands - 1, err);
}

static void add_more_help(struct str *out)
{
	str_add(out,
		"  decode [VALUE...]      registers in words\n"
		"  show                   the registers of this machine, read only\n"
		"  stub ZIMAGE -o FILE    a kernel that sets write allocate before it starts\n"
		"  recipe kernel-patch    a patch for Linux: l2x0_write_allocate=\n"
		"  recipe uboot           commands for U-Boot\n\n"
		"VALUE is 0x02870000, 02870000 or NAME=0x02870000. Values of one register "
		"are compared.\nNames of registers:");
	for (size_t i = 0; l2c310_register_words[i]; i++)
		str_addf(out, " %s", l2c310_register_words[i]);
	str_add(out, "\nNames of boards:");
	for (const struct stub_board *board = stub_boards; board->name; board++)
		if (!board->refused)
			str_addf(out, " %s", board->name);
	str_add(out, "\n");
}

extern const struct command command_l2c310;
const struct command command_l2c310 = {
	.name = "l2c310",
	.synopsis = "decode|show|stub|recipe [options] [OPERAND...]",
	.summary = "the cache controller's registers in words, and its switch",
	.options = {rows, sizeof(rows) / sizeof(rows[0])},
	.subcommands = subcommand_words,
	.add_more_help = add_more_help,
	.run = run_l2c310,
};
