/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about what somebody asked for and did not get. */
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "rules/asks.h"
#include "rules/table.h"

/* A word that seems to be meant for latency. */
static bool is_about_latency(const char *word)
{
	static const char *const parts[] = {
		"rcu",    "irq",    "cpu",      "nohz",    "idle",  "sched",
		"thread", "cstate", "aspm",     "asmp",    "tsc",   "tick",
		"mce",    "clock",  "watchdog", "preempt", "nosmt", "hz",
	};

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (strstr(word, parts[i]))
			return true;
	return false;
}

static enum rule_verdict judge_unknown(const struct rule_input *input,
				       struct rule_finding *finding)
{
	CLEANUP(str_free) struct str list = {0};
	const struct fact *fact;
	bool matters = false;
	size_t at = 0;

	if (!facts_known(input->facts, "cmdline.line"))
		return rule_say(finding, RULE_UNKNOWN, "%s",
				ask_why(input, finding, "cmdline.line"));
	while ((fact = facts_next(input->facts, "cmdline.unknown.*", &at))) {
		const char *why =
			facts_text(input->facts, rule_text(finding, "%s.why", fact->name),
				   "");

		matters |= is_about_latency(fact->text) || strstr(why, "meant");
		str_addf(&list, "%s'%s' (%s)", list.length ? ", " : "", fact->text, why);
	}
	if (!list.length)
		return rule_say(finding, RULE_OK,
				"no word on it is known to be unknown to the kernel");
	if (!matters)
		finding->weight = RULE_NOTE;
	return rule_say(finding, RULE_BAD,
			"the kernel does not know %s; such words are handed to init and "
			"change nothing",
			str_text(&list));
}

const struct rule rule_cmdline_unknown = {
	.id = "cmdline-unknown",
	.title = "Words on the command line that the kernel does not know",
	.weight = RULE_LIKELY,
	.looks_at =
		"/proc/cmdline, 'Unknown kernel command line parameters' in the log, a table "
		"of parameters with their architecture",
	.effect = "a setting that everybody believes in is not there",
	.fix = "correct the spelling, or take the word out",
	.undo = "the old command line",
	.prove = "boot; the file that mirrors the setting shows it (as "
		 "/sys/module/pcie_aspm/parameters/policy)",
	.find_out = "cat /proc/cmdline; dmesg | grep 'Unknown kernel'",
	.basis = RULE_SEEN,
	.judge = judge_unknown,
};

static enum rule_verdict judge_conflict(const struct rule_input *input,
					struct rule_finding *finding)
{
	CLEANUP(str_free) struct str list = {0};
	const struct fact *fact;
	size_t at = 0;

	if (!facts_known(input->facts, "cmdline.line"))
		return rule_say(finding, RULE_UNKNOWN, "%s",
				ask_why(input, finding, "cmdline.line"));
	while ((fact = facts_next(input->facts, "cmdline.conflict.*", &at)))
		str_addf(&list, "%s%s", list.length ? "; " : "", fact->text);
	if (!list.length)
		return rule_say(finding, RULE_OK, "no contradiction was found on it");
	return rule_say(finding, RULE_BAD, "%s", str_text(&list));
}

const struct rule rule_cmdline_conflict = {
	.id = "cmdline-conflict",
	.title = "Contradictions on the command line",
	.weight = RULE_LIKELY,
	.looks_at =
		"/proc/cmdline: the same name twice, irqaffinity= against isolcpus=, CPUs "
		"that do not exist, nohz=off with nohz_full=",
	.effect = "one of two settings is lost without a word",
	.fix = "decide for one of them",
	.undo = "the old command line",
	.prove = "boot, and read the setting in /sys/devices/system/cpu or /proc/irq",
	.find_out = "cat /proc/cmdline",
	.basis = RULE_SEEN,
	.judge = judge_conflict,
};

/* Scripts that run at boot, in which people set what sysctl.conf could. */
static const char *const scripts[] = {"/etc/rc.local", "/etc/rc.d/rc.local"};

struct write {
	const char *value, *path;
};

/* "echo VALUE > /proc/sys/..." of one line. */
static bool parse_write(struct rule_finding *finding, const char *line, size_t length,
			struct write *write)
{
	const char *copy = rule_text(finding, "%.*s", (int)length, line);
	const char *arrow = strchr(copy, '>');
	const char *begin = copy + strspn(copy, " \t");

	if (!arrow || !str_starts(begin, "echo "))
		return false;
	begin += 5;
	begin += strspn(begin, " \t\"'");
	write->value = rule_text(finding, "%.*s", (int)strcspn(begin, " \t\"'>"), begin);
	arrow += strspn(arrow, "> \t");
	write->path = rule_text(finding, "%.*s", (int)strcspn(arrow, " \t;&|"), arrow);
	return str_starts(write->path, "/proc/sys/") || str_starts(write->path, "/sys/");
}

static void check_write(const struct rule_input *input, struct rule_finding *finding,
			const struct write *write, struct str *list)
{
	const char *live = setup_text(facts_setup(input->facts), write->path);
	size_t length = live ? strcspn(live, "\n") : 0;

	/* A choice shows all words, the one in force in brackets. */
	if (!live ||
	    (strlen(write->value) == length && !strncmp(live, write->value, length)) ||
	    strstr(live, rule_text(finding, "[%s]", write->value)))
		return;
	str_addf(list, "%swrites %s to %s, which is %.*s now: refused, or changed since",
		 list->length ? "; " : "", write->value, write->path, (int)length, live);
}

static enum rule_verdict judge_scripts(const struct rule_input *input,
				       struct rule_finding *finding)
{
	CLEANUP(str_free) struct str list = {0};
	const char *seen = NULL;

	for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++) {
		const char *text = setup_text(facts_setup(input->facts), scripts[i]);

		seen = text ? scripts[i] : seen;
		while (text && *text) {
			size_t length = strcspn(text, "\n");
			struct write write;

			if (parse_write(finding, text, length, &write))
				check_write(input, finding, &write, &list);
			text += length + (text[length] == '\n');
		}
	}
	if (!seen)
		return rule_say(finding, RULE_UNKNOWN, "no rc.local was read");
	if (!list.length)
		return rule_say(finding, RULE_OK, "what %s writes is in force", seen);
	return rule_say(finding, RULE_BAD, "%s %s", seen, str_text(&list));
}

const struct rule rule_boot_script = {
	.id = "boot-script",
	.title = "A boot script whose settings are not in force",
	.weight = RULE_LIKELY,
	.looks_at =
		"echo VALUE > /proc/sys/... or /sys/... in rc.local, against the live value",
	.effect = "a setting that everybody believes in is not there",
	.fix = "correct the line; see what writes the file afterwards",
	.undo = "the old line",
	.prove = "boot, and read the file",
	.find_out =
		"read /etc/rc.local, /etc/rc.d/rc.local, /etc/sysctl.d and compare with the "
		"files themselves",
	.basis = RULE_SEEN,
	.judge = judge_scripts,
};
