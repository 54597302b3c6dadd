/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which kernel this is: version, architecture, modules, a second kernel beside it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "facts/files.h"
#include "facts/log.h"
#include "facts/topics.h"

/* clang-format off */
static const struct facts_file files[] = {
	{"/proc/sys/kernel/tainted", "kernel.tainted", FORM_INTEGER, ""},
	{"/sys/hypervisor/type", "kernel.hypervisor_type", FORM_TEXT, ""},
	{"/proc/device-tree/model", "machine.model", FORM_TEXT, ""},
	{"/sys/class/dmi/id/product_name", "machine.product", FORM_TEXT, ""},
};
/* clang-format on */

/* "Linux version 6.1.0 (who) (compiler) #1 SMP ...": the log has it with a time before it. */
static const char *version_line(struct facts *facts, const struct setup *setup,
				const char **source)
{
	const char *line = facts_line_of(facts, setup, "/proc/version");
	const char *log = log_last_boot(setup);

	*source = "/proc/version";
	if (line && str_starts(line, "Linux version "))
		return line;
	*source = "dmesg";
	log = log ? strstr(log, "Linux version ") : NULL;
	return log ? facts_next_line(facts, &log) : NULL;
}

static void put_release(struct facts *facts, const char *source, const char *line)
{
	const char *release = line + strlen("Linux version ");
	const char *build = strstr(release, " #");
	char *end;
	long major = strtol(release, &end, 10);
	long minor = *end == '.' ? strtol(end + 1, NULL, 10) : -1;

	facts_put_text(facts, source, "kernel.release",
		       facts_format(facts, "%.*s", (int)strcspn(release, " "), release));
	facts_put_text(facts, source, "kernel.build", build ? build + 1 : "");
	if (major > 0 && major < 1000 && minor >= 0 && minor < 1000)
		facts_put_integer(facts, source, "kernel.version", major * 1000 + minor,
				  "");
	else
		facts_put_unknown(facts, source, "kernel.version",
				  "the release is no number");
}

static const struct {
	const char *words, *arch;
	const char *path; /* NULL: in the release's name */
} arch_signs[] = {
	{"\nmachine x86_64", "x86", SETUP_ASKED "uname"},
	{"\nmachine i", "x86", SETUP_ASKED "uname"},
	{"\nmachine aarch64", "arm64", SETUP_ASKED "uname"},
	{"\nmachine arm", "arm", SETUP_ASKED "uname"},
	{"\nmachine riscv", "riscv", SETUP_ASKED "uname"},
	{"GenuineIntel", "x86", "/proc/cpuinfo"},
	{"AuthenticAMD", "x86", "/proc/cpuinfo"},
	{"HygonGenuine", "x86", "/proc/cpuinfo"},
	{"CentaurHauls", "x86", "/proc/cpuinfo"},
	{"ARMv6", "arm", "/proc/cpuinfo"},
	{"ARMv7", "arm", "/proc/cpuinfo"},
	{"\nisa\t\t: rv", "riscv", "/proc/cpuinfo"},
	{" asimd ", "arm64", "/proc/cpuinfo"},
	{"x86_64", "x86", NULL},
	{"amd64", "x86", NULL},
	{"aarch64", "arm64", NULL},
	{"arm64", "arm64", NULL},
	{"armmp", "arm", NULL},
	{"armv7", "arm", NULL},
	{"riscv64", "riscv", NULL},
	{"physical CPU 0x00000000", "arm64", SETUP_LOG},
	{"Booting Linux on physical CPU 0x", "arm", SETUP_LOG},
	{"CPU: ARMv", "arm", SETUP_LOG},
	{"BIOS-e820:", "x86", SETUP_LOG},
};

static void put_arch(struct facts *facts, const struct setup *setup)
{
	const char *release = facts_text(facts, "kernel.release", "");

	for (size_t i = 0; i < sizeof(arch_signs) / sizeof(arch_signs[0]); i++) {
		const char *path = arch_signs[i].path;
		const char *text = path ? setup_text(setup, path) : release;

		if (!text || !strstr(text, arch_signs[i].words))
			continue;
		facts_put_text(facts, path ? path : "/proc/version", "machine.arch",
			       arch_signs[i].arch);
		return;
	}
	facts_put_unknown(facts, "/proc/cpuinfo", "machine.arch", "nothing tells");
}

static const struct {
	const char *path;  /* any file at or below it; or */
	const char *words; /* in the log */
	const char *what;
} dual_signs[] = {
	{"/proc/xenomai", NULL, "cobalt"},
	{"/sys/devices/virtual/evl", NULL, "evl"},
	{"/sys/class/evl", NULL, "evl"},
	{"/proc/ipipe", NULL, "ipipe"},
	{NULL, "[Xenomai] scheduling class", "cobalt"},
	{NULL, "Xenomai/cobalt v", "cobalt"},
	{NULL, "I-pipe: head domain Xenomai", "ipipe"},
	{NULL, "EVL: core started", "evl"},
	{NULL, "I-pipe, ", "ipipe"},
	{NULL, "IRQ pipeline enabled", "dovetail"},
	{NULL, "[Xenomai]", "cobalt"},
};

/*
 * That no file of a second kernel was collected proves nothing. What does: all of a
 * log, that the file was looked for, or PREEMPT_RT, which goes with neither of them.
 */
static bool is_told_alone(const struct setup *setup, const char *log)
{
	const struct setup_file *cobalt = setup_find(setup, "/proc/xenomai/version");
	const char *version = setup_text(setup, "/proc/version");
	const char *told = log ? strstr(log, "Linux version ") : NULL;
	const char *rt = told ? strstr(told, "PREEMPT_RT") : NULL;
	struct log_line gap;

	return (log && !log_missing(setup, &gap)) ||
	       (rt && !memchr(told, '\n', (size_t)(rt - told))) ||
	       (cobalt && cobalt->error == ENOENT) ||
	       (version &&
		(strstr(version, "PREEMPT_RT") || strstr(version, "PREEMPT RT")));
}

/* "I-pipe 1.18-13: pipeline enabled." or "Interrupt pipeline (release #4)", as told. */
static void put_pipeline(struct facts *facts, const char *log)
{
	static const char *const words[] = {": pipeline enabled", "Interrupt pipeline (",
					    "IRQ pipeline enabled"};
	struct log_line line;

	while (log && log_next(&log, &line))
		for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
			const char *found = log_find(&line, words[i]);

			if (!found)
				continue;
			facts_put_text(facts, "dmesg", "kernel.dual.pipeline",
				       facts_format(facts, "%.*s",
						    (int)(i ? line.length
							    : (size_t)(found -
								       line.text)),
						    line.text));
			return;
		}
}

static void put_dual(struct facts *facts, const struct setup *setup)
{
	const char *log = log_last_boot(setup);

	put_pipeline(facts, log);
	for (size_t i = 0; i < sizeof(dual_signs) / sizeof(dual_signs[0]); i++) {
		const char *path = dual_signs[i].path, *words = dual_signs[i].words;

		if (path ? !setup_has(setup, path) : !log || !strstr(log, words))
			continue;
		facts_put_text(facts, path ? path : "dmesg", "kernel.dual",
			       dual_signs[i].what);
		facts_put_text(
			facts, path ? path : "dmesg", "kernel.dual.warning",
			facts_format(
				facts,
				"warning: a second real-time kernel (%s) runs beside "
				"Linux here; whylate's own threads run on Linux's side, "
				"and what it measures and judges holds for that side "
				"alone",
				dual_signs[i].what));
		return;
	}
	if (is_told_alone(setup, log))
		facts_put_text(facts, "/proc", "kernel.dual", "none");
	else
		facts_put_unknown(facts, "/proc", "kernel.dual",
				  "neither all of a log nor the kernel's "
				  "version tells");
}

static const struct {
	int bit;
	const char *what;
} taints[] = {
	{0, "proprietary module"}, {1, "module forced to load"},
	{4, "machine check"},      {7, "kernel had died (oops)"},
	{9, "kernel warning"},     {12, "module from outside the kernel"},
	{14, "soft lock-up"},
};

static void put_taints(struct facts *facts)
{
	const struct fact *fact = facts_get(facts, "kernel.tainted");
	CLEANUP(str_free) struct str text = {0};

	if (fact->kind != FACT_INTEGER)
		return;
	for (size_t i = 0; i < sizeof(taints) / sizeof(taints[0]); i++)
		if (fact->integer >> taints[i].bit & 1)
			str_addf(&text, "%s%s", text.length ? ", " : "", taints[i].what);
	facts_put_text(facts, fact->source, "kernel.taints", str_text(&text));
}

/* "NAME SIZE USERS ...", one a line. */
static void put_modules(struct facts *facts, const struct setup *setup)
{
	const char *at = setup_text(setup, "/proc/modules"), *line;

	while (at && (line = facts_next_line(facts, &at))) {
		int length = (int)strcspn(line, " ");

		if (length && length < 64)
			facts_put_bool(facts, "/proc/modules",
				       facts_format(facts, "module.%.*s", length, line),
				       true);
	}
}

void facts_topic_kernel(struct facts *facts, const struct setup *setup)
{
	const char *source, *line = version_line(facts, setup, &source);

	facts_put_files(facts, setup, files, sizeof(files) / sizeof(files[0]));
	if (line) {
		put_release(facts, source, line);
	} else {
		facts_put_unknown(facts, "/proc/version", "kernel.release", "not there");
		facts_put_unknown(facts, "/proc/version", "kernel.version", "not there");
		facts_put_unknown(facts, "/proc/version", "kernel.build", "not there");
	}
	put_arch(facts, setup);
	put_dual(facts, setup);
	put_taints(facts);
	put_modules(facts, setup);
}
