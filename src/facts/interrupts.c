/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Interrupts: whose they are, where they may go, where they went. */
#include <ctype.h>
#include <string.h>

#include "base/cpuset.h"
#include "base/str.h"
#include "facts/files.h"
#include "facts/topics.h"

enum { COLUMNS = 1024 };

/* clang-format off */
static const struct facts_file files[] = {
	{"/proc/irq/#/smp_affinity_list", "irq.*.affinity", FORM_TEXT, ""},
	{"/proc/irq/#/effective_affinity_list", "irq.*.effective", FORM_TEXT, ""},
	{"/proc/irq/default_smp_affinity", "irq.default_affinity", FORM_TEXT, ""},
};
/* clang-format on */

/* "           CPU0       CPU3": which CPU each column is of. */
static int take_heading(const char *line, int *cpus)
{
	int count = 0;

	for (; (line = strstr(line, "CPU")) && count < COLUMNS; line += 3) {
		int cpu = 0;

		for (const char *c = line + 3; isdigit((unsigned char)*c); c++)
			cpu = cpu < CPUSET_CPUS ? cpu * 10 + (*c - '0') : CPUSET_CPUS;
		cpus[count++] = cpu;
	}
	return count;
}

/* Words with one blank between them, which is how people know them. */
static void put_name(struct facts *facts, const char *number, const char *rest)
{
	CLEANUP(str_free) struct str text = {0};

	for (; *rest; rest++)
		if (!isspace((unsigned char)*rest))
			str_add_char(&text, *rest);
		else if (text.length && text.text[text.length - 1] != ' ')
			str_add_char(&text, ' ');
	facts_put_text(facts, "/proc/interrupts",
		       facts_format(facts, "irq.%s.name", number), str_text(&text));
}

/* " 24:    0   12   IR-PCI-MSI 512000-edge   eth0" */
static void put_row(struct facts *facts, const char *line, const int *cpus, int columns)
{
	size_t digits = strspn(line, "0123456789");
	const char *number = facts_format(facts, "%.*s", (int)digits, line);
	struct cpuset served = {0};
	CLEANUP(str_free) struct str text = {0};

	if (!digits || line[digits] != ':')
		return;
	line += digits + 1;
	for (int i = 0; i < columns; i++) {
		size_t length;

		line += strspn(line, " ");
		length = strspn(line, "0123456789");
		if (!length)
			break;
		if (strspn(line, "0") < length)
			cpuset_add(&served, cpus[i] < CPUSET_CPUS ? cpus[i] : 0);
		line += length;
	}
	put_name(facts, number, line);
	if (cpuset_count(&served))
		cpuset_add_text(&text, &served);
	facts_put_text(facts, "/proc/interrupts",
		       facts_format(facts, "irq.%s.served", number), str_text(&text));
}

static void put_rows(struct facts *facts, const char *text)
{
	int cpus[COLUMNS], columns = 0;
	const char *line = facts_next_line(facts, &text);

	columns = line ? take_heading(line, cpus) : 0;
	while (columns && (line = facts_next_line(facts, &text)))
		put_row(facts, line, cpus, columns);
}

void facts_topic_interrupts(struct facts *facts, const struct setup *setup)
{
	const char *text = setup_text(setup, "/proc/interrupts");

	facts_put_files(facts, setup, files, sizeof(files) / sizeof(files[0]));
	if (text)
		put_rows(facts, text);
	facts_put_bool(facts, "/proc/interrupts", "irq.listed", text);
}
