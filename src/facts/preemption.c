/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How preemptible the kernel is, by the evidence that can be trusted. /sys/kernel/realtime is
 * read but proves nothing when it is not there: mainline has no such file.
 */
#include <string.h>

#include "facts/files.h"
#include "facts/topics.h"

/* In the order of trust. The version string of RT kernels is made by the build itself. */
static const struct {
	const char *words, *model;
} build_signs[] = {
	{" PREEMPT_RT", "rt"},
	{" PREEMPT RT", "rt"},
};

static bool has_word(const char *text, const char *word)
{
	const char *at = strstr(text, word);
	char behind = at ? at[strlen(word)] : '\0';

	return at && (!behind || behind == ' ' || behind == '\n');
}

static void put_preempt_by_config(struct facts *facts)
{
	static const struct {
		const char *name, *model;
	} options[] = {
		{"config.CONFIG_PREEMPT_RT", "rt"},
		{"config.CONFIG_PREEMPT_RT_FULL", "rt"},
		{"config.CONFIG_PREEMPT_LAZY", "lazy"},
		{"config.CONFIG_PREEMPT", "full"},
		{"config.CONFIG_PREEMPT_VOLUNTARY", "voluntary"},
		{"config.CONFIG_PREEMPT_NONE", "none"},
	};

	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		const struct fact *fact = facts_get(facts, options[i].name);

		if (fact->kind != FACT_TEXT || strcmp(fact->text, "y"))
			continue;
		facts_put_text(facts, fact->source, "kernel.preempt", options[i].model);
		facts_put_text(facts, fact->source, "kernel.preempt.evidence",
			       facts_format(facts, "%s=y", options[i].name + 7));
		return;
	}
	facts_put_unknown(facts, "/proc/version", "kernel.preempt",
			  "neither the version nor a configuration tells");
}

static bool put_preempt_by_build(struct facts *facts, const char *build,
				 const char *source)
{
	for (size_t i = 0; i < sizeof(build_signs) / sizeof(build_signs[0]); i++) {
		if (!has_word(build, build_signs[i].words))
			continue;
		facts_put_text(facts, source, "kernel.preempt", build_signs[i].model);
		facts_put_text(facts, source, "kernel.preempt.evidence",
			       facts_format(facts, "the version says '%s'",
					    build_signs[i].words + 1));
		return true;
	}
	return false;
}

/* The build says "PREEMPT_DYNAMIC": which model is in force stands in debugfs, or was asked. */
static bool put_preempt_in_force(struct facts *facts, const struct setup *setup,
				 const char *build)
{
	static const char path[] = "/sys/kernel/debug/sched/preempt";
	const char *line = facts_line_of(facts, setup, path);
	const char *asked = facts_text(facts, "cmdline.preempt", NULL);

	/* "none voluntary (full) lazy": round brackets here. */
	if (line && strchr(line, '(') && strchr(line, ')') > strchr(line, '(')) {
		const char *begin = strchr(line, '(') + 1;

		facts_put_text(facts, path, "kernel.preempt",
			       facts_format(facts, "%.*s", (int)strcspn(begin, ")"),
					    begin));
		facts_put_text(facts, path, "kernel.preempt.evidence",
			       "the kernel says so in debugfs");
		return true;
	}
	if (asked && strstr(build, "PREEMPT_DYNAMIC")) {
		facts_put_text(facts, "/proc/cmdline", "kernel.preempt", asked);
		facts_put_text(facts, "/proc/cmdline", "kernel.preempt.evidence",
			       "the command line asks for it, and the kernel can switch");
		return true;
	}
	return false;
}

void facts_topic_preemption(struct facts *facts, const struct setup *setup)
{
	static const struct facts_file realtime = {"/sys/kernel/realtime",
						   "kernel.realtime_file", FORM_BOOL, ""};
	const char *build = facts_text(facts, "kernel.build", "");
	const char *source = facts_get(facts, "kernel.build")->source;

	facts_put_files(facts, setup, &realtime, 1);
	if (put_preempt_by_build(facts, build, source) ||
	    put_preempt_in_force(facts, setup, build))
		return;
	if (has_word(build, " PREEMPT")) {
		facts_put_text(facts, source, "kernel.preempt", "full");
		facts_put_text(facts, source, "kernel.preempt.evidence",
			       "the version says 'PREEMPT'");
		return;
	}
	put_preempt_by_config(facts);
	/* An RT kernel's version says PREEMPT_RT instead, so one thing is known. */
	if (!facts_known(facts, "kernel.preempt") &&
	    has_word(build, " PREEMPT_DYNAMIC")) {
		facts_put_text(facts, source, "kernel.preempt", "dynamic");
		facts_put_text(facts, source, "kernel.preempt.evidence",
			       "the version says 'PREEMPT_DYNAMIC'; which model is in "
			       "force stands in /sys/kernel/debug/sched/preempt");
	}
}
