/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * whylate: how late does Linux wake a real-time task, and why?
 *
 * The house is an hourglass. Left of the run file, code looks at this machine and never
 * judges: sys/ (Linux), measure/ (the real-time threads and who records them). The waist
 * is run/: what a run consists of, its histogram, its file. Right of it, code judges and
 * never looks at the machine: analyse/ computes, report/ describes and renders. Only
 * cmd/, one thin file per verb, sees both halves. base/ knows C and nothing else.
 *
 * This file finds the verb, runs it, prints the one error, chooses the exit status.
 */
#include <string.h>

#include "base/io.h"
#include "base/str.h"
#include "commands.h"
#include "report/out.h"
#include "version.h"

static void add_overview(struct str *out)
{
	str_add(out, "Usage: whylate VERB [options]\n\n"
		     "How late does Linux wake a real-time task, and why?\n\n");
	for (size_t i = 0; commands[i]; i++)
		str_addf(out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
	str_add(out,
		"\n'whylate VERB --help' lists a verb's options, 'whylate --version' "
		"the version.\n");
}

static void add_command_help(struct str *out, const struct command *command)
{
	str_addf(out, "Usage: whylate %s %s\n\n%s\n\n", command->name, command->synopsis,
		 command->summary);
	opt_add_help(out, &command->options);
	if (command->add_more_help) {
		str_add(out, "\n");
		command->add_more_help(out);
	}
}

static int fail(const struct err *err)
{
	report_say("whylate: %s", err->text);
	if (err->kind == ERR_INTERNAL)
		report_say("whylate: this is a bug; please report it with the command "
			   "line and "
			   "'whylate --version'");
	return err_exit_status(err);
}

/* Prints text on stdout; that can fail, as on a full disk. */
static int print(struct str *text)
{
	struct err err = {0};
	int status = report_print(text, &err);

	str_free(text);
	return status < 0 ? fail(&err) : 0;
}

static bool wants_help(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--"); i++)
		if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
			return true;
	return false;
}

static int run_command(const struct command *command, int argc, char **argv)
{
	struct str text = {0};
	struct err err = {0};
	int status;

	if (wants_help(argc, argv)) {
		add_command_help(&text, command);
		return print(&text);
	}
	status = command->run(command, argc, argv, &err);
	return status < 0 ? fail(&err) : status;
}

/*
 * What completion/whylate.bash asks: the verbs, or what one of them takes, a line each: its
 * subcommands, then its options.
 */
static void add_words(struct str *out, const char *verb)
{
	const struct command *command = verb ? command_find(verb) : NULL;

	for (size_t i = 0; !verb && commands[i]; i++)
		str_addf(out, "%s\n", commands[i]->name);
	if (!command)
		return;
	for (const char *const *word = command->subcommands; word && *word; word++)
		str_addf(out, "%s\n", *word);
	opt_add_words(out, &command->options);
}

int main(int argc, char **argv)
{
	const char *verb = argc > 1 ? argv[1] : "--help";
	const struct command *command = command_find(verb);
	struct str text = {0};
	struct err err = {0};

	io_hold_standard_descriptors();
	if (command)
		return run_command(command, argc - 1, argv + 1);
	if (!strcmp(verb, "--version"))
		str_add(&text, "whylate " WHYLATE_VERSION "\n");
	else if (!strcmp(verb, "--words"))
		add_words(&text, argc > 2 ? argv[2] : NULL);
	else if (!strcmp(verb, "--help") || !strcmp(verb, "-h"))
		add_overview(&text);
	else
		err_set(&err, ERR_INPUT, "no verb '%.60s'; 'whylate --help' lists them",
			verb);
	return err.kind ? fail(&err) : print(&text);
}
