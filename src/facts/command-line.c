/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the kernel was told at boot: each word, each parameter, and the words that it did not
 * take: by its own line in the log, by architecture, by their spelling.
 */
#include <string.h>

#include "base/cpuset.h"
#include "base/str.h"
#include "facts/files.h"
#include "facts/log.h"
#include "facts/parameters.h"
#include "facts/topics.h"

enum { WORDS = 256, NAME_BYTES = 64 };

struct words {
	const char *source;
	const char *word[WORDS];
	char name[WORDS][NAME_BYTES]; /* before "=", with "_" for "-" */
	const char *value[WORDS];     /* behind it; "" without */
	uint32_t count;
	uint32_t unknown, conflicts; /* facts put so far */
};

static const char *line_of(struct facts *facts, const struct setup *setup,
			   const char **source)
{
	/* x86 writes "Command line: " earlier in the log; both are behind this. */
	static const char begin[] = "ommand line: ";
	const char *line = facts_line_of(facts, setup, "/proc/cmdline");
	const char *log = log_last_boot(setup);

	*source = "/proc/cmdline";
	if (line)
		return line;
	*source = "dmesg";
	log = log ? strstr(log, begin) : NULL;
	if (!log)
		return NULL;
	log += strlen(begin);
	return facts_next_line(facts, &log);
}

static void take_word(struct facts *facts, struct words *words, const char *begin,
		      size_t length)
{
	uint32_t at = words->count;
	const char *word = facts_format(facts, "%.*s", (int)length, begin);
	size_t name_length = strcspn(word, "=");

	if (at == WORDS || name_length >= NAME_BYTES)
		return;
	words->word[at] = word;
	words->value[at] = word[name_length] ? word + name_length + 1 : "";
	memcpy(words->name[at], word, name_length);
	for (char *c = words->name[at]; *c; c++)
		if (*c == '-')
			*c = '_';
	words->count++;
}

/* Blanks part words, but not inside quotes. What stands behind "--" is init's. */
static void take_line(struct facts *facts, struct words *words, const char *line)
{
	while (*line) {
		size_t length = 0;
		bool quoted = false;

		line += strspn(line, " \t");
		while (line[length] &&
		       (quoted || (line[length] != ' ' && line[length] != '\t')))
			quoted ^= line[length++] == '"';
		if (length == 2 && str_starts(line, "--"))
			return;
		if (length)
			take_word(facts, words, line, length);
		line += length;
	}
}

/* The name of the fact: dots part names, so that they become "_" here. */
static void put_parameter(struct facts *facts, const char *source, const char *name,
			  const char *value)
{
	char plain[NAME_BYTES];
	size_t length = strlen(name);

	for (size_t i = 0; i <= length; i++)
		plain[i] = name[i] == '.' ? '_' : name[i];
	facts_put_text(facts, source, facts_format(facts, "cmdline.%s", plain), value);
}

static void put_unknown(struct facts *facts, struct words *words, const char *source,
			const char *word, const char *why)
{
	uint32_t number = words->unknown++;

	facts_put_text(facts, source, facts_format(facts, "cmdline.unknown.%u", number),
		       word);
	facts_put_text(facts, source,
		       facts_format(facts, "cmdline.unknown.%u.why", number), why);
}

/* Words for programs behind the kernel: nobody expects it to know them. */
static bool is_for_others(const char *name)
{
	static const char *const whole[] = {
		"BOOT_IMAGE", "splash",     "nosplash",    "rhgb",
		"single",     "boot",       "auto",        "priority",
		"ds",         "vt.handoff", "biosdevname", "maybe_ubiquity",
	};
	static const char *const begin[] = {
		"systemd.",  "rd.",    "luks.",     "net.",    "fsck.", "live",   "cloud",
		"plymouth.", "ostree", "ignition.", "coreos.", "snap",  "ubuntu",
	};

	for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); i++)
		if (!strcmp(name, whole[i]))
			return true;
	for (size_t i = 0; i < sizeof(begin) / sizeof(begin[0]); i++)
		if (str_starts(name, begin[i]))
			return true;
	return false;
}

/* On which machines it exists, and what does the same here. */
static const char *elsewhere(struct facts *facts, const struct parameter *parameter)
{
	if (!parameter || !*parameter->arch)
		return "";
	return facts_format(
		facts, "; '%s' exists on %s only%s", parameter->name, parameter->arch,
		strcmp(parameter->name, "idle")
			? ""
			: ", 'nohlt' does on arm what 'idle=poll' does there");
}

/* The kernel's own line: Unknown kernel command line parameters "a=1 b", will be ... */
static const char *log_unknown(struct facts *facts, const struct setup *setup)
{
	static const char begin[] = "Unknown kernel command line parameters \"";
	const char *log = log_last_boot(setup);

	log = log ? strstr(log, begin) : NULL;
	if (!log)
		return NULL;
	log += strlen(begin);
	return facts_format(facts, "%.*s", (int)strcspn(log, "\"\n"), log);
}

static void put_log_unknown(struct facts *facts, struct words *words, const char *list)
{
	struct words found = {0};

	take_line(facts, &found, list);
	for (uint32_t i = 0; i < found.count; i++) {
		const struct parameter *meant = parameter_meant(found.name[i]);

		if (is_for_others(found.name[i]))
			continue;
		put_unknown(facts, words, "dmesg", found.word[i],
			    facts_format(facts, "the kernel's log says so%s%s%s%s",
					 elsewhere(facts, parameter_find(found.name[i])),
					 meant ? "; probably meant: '" : "",
					 meant ? meant->name : "", meant ? "'" : ""));
	}
}

static bool is_in(const char *list, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = list; (at = strstr(at, word)); at += length)
		if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ' '))
			return true;
	return false;
}

static void put_word_unknown(struct facts *facts, struct words *words, uint32_t i)
{
	const struct parameter *known = parameter_find(words->name[i]);
	const struct parameter *meant = parameter_meant(words->name[i]);
	const char *arch = facts_text(facts, "machine.arch", NULL);

	if (is_for_others(words->name[i]))
		return;
	if (known && *known->arch && arch && strcmp(known->arch, arch))
		put_unknown(facts, words, words->source, words->word[i],
			    facts_format(facts, "this is %s%s", arch,
					 elsewhere(facts, known)));
	else if (meant)
		put_unknown(facts, words, words->source, words->word[i],
			    facts_format(facts,
					 "no parameter of that name is known; probably "
					 "meant: '%s'",
					 meant->name));
}

static void put_conflict(struct facts *facts, struct words *words, const char *text)
{
	facts_put_text(facts, words->source,
		       facts_format(facts, "cmdline.conflict.%u", words->conflicts++),
		       text);
}

/* The same name twice with different values: one of them is lost. */
static void find_duplicates(struct facts *facts, struct words *words)
{
	for (uint32_t i = 0; i < words->count; i++) {
		const struct parameter *known = parameter_find(words->name[i]);

		for (uint32_t j = 0; known && known->once && j < i; j++)
			if (!strcmp(words->name[i], words->name[j]) &&
			    strcmp(words->value[i], words->value[j]))
				put_conflict(facts, words,
					     facts_format(facts, "both '%s' and '%s'",
							  words->word[j],
							  words->word[i]));
	}
}

/* A list of CPUs behind any flags: "managed_irq,domain,1-3". */
static bool parse_cpus(const char *value, struct cpuset *set)
{
	struct err err = {0};
	const char *comma;

	while (*value && (*value < '0' || *value > '9')) {
		comma = strchr(value, ',');
		if (!comma)
			return false;
		value = comma + 1;
	}
	return *value && cpuset_parse(value, set, &err) == 0;
}

static bool asked_cpus(const struct facts *facts, const char *name, struct cpuset *set)
{
	return parse_cpus(facts_text(facts, name, ""), set);
}

static void find_contradictions(struct facts *facts, struct words *words)
{
	struct cpuset isolated, irqs, possible, outside;
	CLEANUP(str_free) struct str text = {0};
	bool is_isolated = asked_cpus(facts, "cmdline.isolcpus", &isolated);

	if (is_isolated && asked_cpus(facts, "cmdline.irqaffinity", &irqs)) {
		irqs = cpuset_and(&isolated, &irqs);
		cpuset_add_text(&text, &irqs);
		if (cpuset_count(&irqs))
			put_conflict(facts, words,
				     facts_format(facts,
						  "irqaffinity= sends interrupts to CPU "
						  "%s, which isolcpus= isolates",
						  str_text(&text)));
	}
	if (is_isolated && asked_cpus(facts, "cpu.possible", &possible)) {
		outside = cpuset_minus(&isolated, &possible);
		str_clear(&text);
		cpuset_add_text(&text, &outside);
		if (cpuset_count(&outside))
			put_conflict(facts, words,
				     facts_format(facts,
						  "isolcpus= names CPU %s, which this "
						  "machine does not have",
						  str_text(&text)));
		outside = cpuset_minus(&possible, &isolated);
		if (!cpuset_count(&outside))
			put_conflict(facts, words,
				     "isolcpus= names every CPU: none is left for the "
				     "rest of the system");
	}
	if (!strcmp(facts_text(facts, "cmdline.nohz", ""), "off") &&
	    facts_known(facts, "cmdline.nohz_full"))
		put_conflict(facts, words, "nohz=off disables nohz_full=");
}

void facts_topic_command_line(struct facts *facts, const struct setup *setup)
{
	struct words words = {0};
	const char *line = line_of(facts, setup, &words.source);
	const char *list = log_unknown(facts, setup);

	if (!line) {
		facts_put_unknown(facts, words.source, "cmdline.line",
				  "neither /proc/cmdline nor the log's line is there");
		return;
	}
	facts_put_text(facts, words.source, "cmdline.line", line);
	take_line(facts, &words, line);
	for (uint32_t i = 0; i < words.count; i++) {
		facts_put_text(facts, words.source,
			       facts_format(facts, "cmdline.given.%u", i), words.word[i]);
		put_parameter(facts, words.source, words.name[i], words.value[i]);
	}
	if (list)
		put_log_unknown(facts, &words, list);
	for (uint32_t i = 0; i < words.count; i++)
		if (!list || !is_in(list, words.word[i]))
			put_word_unknown(facts, &words, i);
	find_duplicates(facts, &words);
	find_contradictions(facts, &words);
}
