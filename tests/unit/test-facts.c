/* SPDX-License-Identifier: GPL-2.0-or-later */
/* facts/: the store, rows of files, and what topics make of raw text. */
#include "facts/facts.h"

#include <errno.h>
#include <zlib.h>

#include "facts/files.h"
#include "facts/parameters.h"
#include "test.h"

#define CPU "/sys/devices/system/cpu/"

static struct setup nothing;

static void keeps_kinds_apart(void)
{
	struct facts *facts = facts_open(&nothing);
	const struct fact *fact;

	facts_put_text(facts, "/a", "a.text", "performance");
	facts_put_integer(facts, "/b", "a.number", -5, "us");
	facts_put_bool(facts, "/c", "a.flag", true);
	facts_put_unknown(facts, "/d", "a.lost", "no such file");
	CHECK_TEXT(facts_text(facts, "a.text", "?"), "performance");
	CHECK_INT(facts_integer(facts, "a.number", 7), -5);
	CHECK_INT(facts_integer(facts, "a.flag", 7), 1);
	/* Another kind is no value of this one. */
	CHECK_INT(facts_integer(facts, "a.text", 7), 7);
	CHECK_TEXT(facts_text(facts, "a.number", "?"), "?");
	CHECK(facts_known(facts, "a.number"));
	CHECK(!facts_known(facts, "a.lost"));
	CHECK_TEXT(facts_text(facts, "a.lost", "?"), "?");
	fact = facts_get(facts, "a.lost");
	CHECK_TEXT(fact->text, "no such file");
	CHECK_TEXT(fact->source, "/d");
	CHECK_TEXT(facts_get(facts, "a.number")->unit, "us");
	facts_free(facts);
}

static void does_not_know_what_nobody_put(void)
{
	struct facts *facts = facts_open(&nothing);

	CHECK_INT(facts_get(facts, "a")->kind, FACT_UNKNOWN);
	CHECK_TEXT(facts_get(facts, "a")->text, "nobody has looked");
	CHECK(!facts_known(facts, ""));
	facts_put_bool(facts, "", "ab", true);
	CHECK(!facts_known(facts, "a"));
	CHECK(!facts_known(facts, "abc"));
	facts_free(facts);
	facts_free(NULL);
}

/* The last word counts, and takes the kind with it. */
static void replaces(void)
{
	struct facts *facts = facts_open(&nothing);
	size_t at = 0;

	facts_put_unknown(facts, "/a", "x", "not there");
	facts_put_text(facts, "/b", "x", "one");
	facts_put_integer(facts, "/c", "x", 2, "");
	CHECK_INT(facts_integer(facts, "x", 0), 2);
	CHECK_TEXT(facts_get(facts, "x")->source, "/c");
	CHECK(facts_next(facts, "x", &at));
	CHECK(!facts_next(facts, "x", &at));
	facts_free(facts);
}

static void orders_numbers_as_numbers(void)
{
	static const char *const names[] = {"cpu.10.x", "cpu.2.x", "cpu.1.x", "cpu.2.a",
					    "cpu.100.x"};
	static const char *const wanted[] = {"cpu.1.x", "cpu.2.x", "cpu.10.x",
					     "cpu.100.x"};
	struct facts *facts = facts_open(&nothing);
	size_t at = 0;

	for (size_t i = 0; i < 5; i++)
		facts_put_bool(facts, "", names[i], true);
	for (size_t i = 0; i < 4; i++)
		CHECK_TEXT(facts_next(facts, "cpu.*.x", &at)->name, wanted[i]);
	CHECK(!facts_next(facts, "cpu.*.x", &at));
	facts_free(facts);
}

static int count(const struct facts *facts, const char *pattern)
{
	size_t at = 0;
	int found = 0;

	while (facts_next(facts, pattern, &at))
		found++;
	return found;
}

static void matches_patterns(void)
{
	struct facts *facts = facts_open(&nothing);

	facts_put_bool(facts, "", "cpu.0.idle.1.us", true);
	facts_put_bool(facts, "", "cpu.0.idle.2.us", true);
	facts_put_bool(facts, "", "cpu.1.idle.1.us", true);
	facts_put_bool(facts, "", "cpu.1.idle", true);
	CHECK_INT(count(facts, "cpu.*.idle.*.us"), 3);
	CHECK_INT(count(facts, "cpu.0.idle.*.us"), 2);
	CHECK_INT(count(facts, "cpu.*.idle"), 1);
	CHECK_INT(count(facts, "cpu.*"), 0);
	CHECK_INT(count(facts, NULL), 4);
	facts_free(facts);
}

static void put(struct setup *setup, const char *path, const char *text)
{
	setup_put(setup, &(struct setup_file){.path = path,
					      .text = text,
					      .length = strlen(text)});
}

static void reads_files_by_rows(void)
{
	static const struct facts_file rows[] = {
		{"/p/cpu#/gov", "cpu.*.gov", FORM_TEXT, ""},
		{"/p/irq/*/n", "irq.*.n", FORM_INTEGER, "count"},
		{"/p/hex", "hex", FORM_HEX, "hex"},
		{"/p/flag", "flag", FORM_BOOL, ""},
		{"/p/choice", "choice", FORM_CHOICE, ""},
		{"/p/none", "none", FORM_TEXT, ""},
		{"/p/secret", "secret", FORM_TEXT, ""},
		{"/p/bad", "bad", FORM_INTEGER, ""},
	};
	struct setup setup = {0};
	struct facts *facts = facts_open(&setup);

	put(&setup, "/p/cpu3/gov", "  ondemand \nmore\n");
	put(&setup, "/p/cpufreq/gov", "no instance\n");
	put(&setup, "/p/irq/00:02.0/n", "-7\n");
	put(&setup, "/p/hex", "0x50005\n");
	put(&setup, "/p/flag", "Y\n");
	put(&setup, "/p/choice", "always [madvise] never\n");
	put(&setup, "/p/bad", "7 apples\n");
	setup_put(&setup,
		  &(struct setup_file){.path = "/p/secret", .text = "", .error = EACCES});
	facts_put_files(facts, &setup, rows, sizeof(rows) / sizeof(rows[0]));
	CHECK_TEXT(facts_text(facts, "cpu.3.gov", "?"), "ondemand");
	CHECK_INT(count(facts, "cpu.*.gov"), 1);
	CHECK_INT(facts_integer(facts, "irq.00:02_0.n", 0), -7);
	CHECK_INT(facts_integer(facts, "hex", 0), 0x50005);
	CHECK_INT(facts_integer(facts, "flag", 0), 1);
	CHECK_TEXT(facts_text(facts, "choice", "?"), "madvise");
	CHECK_TEXT(facts_get(facts, "none")->text, "not there");
	CHECK(!facts_known(facts, "secret"));
	CHECK_TEXT(facts_get(facts, "secret")->text, strerror(EACCES));
	CHECK_TEXT(facts_get(facts, "bad")->text, "no number: '7 apples'");
	facts_free(facts);
	setup_free(&setup);
}

static void takes_the_command_line_apart(void)
{
	struct setup setup = {0};
	struct facts *facts;

	put(&setup, "/proc/cmdline",
	    "ro isolcpus=managed_irq,domain,1-3 rcu-nocbs=1 dyndbg=\"file a +p; x\" "
	    "pcie_aspm.policy=off -- single\n");
	facts = facts_of(&setup);
	CHECK_TEXT(facts_text(facts, "cmdline.ro", "?"), "");
	CHECK_TEXT(facts_text(facts, "cmdline.rcu_nocbs", "?"), "1");
	CHECK_TEXT(facts_text(facts, "cmdline.dyndbg", "?"), "\"file a +p; x\"");
	CHECK_TEXT(facts_text(facts, "cmdline.pcie_aspm_policy", "?"), "off");
	CHECK_TEXT(facts_text(facts, "isolation.isolcpus", "?"), "1-3");
	CHECK_TEXT(facts_text(facts, "isolation.isolcpus_flags", "?"),
		   "managed_irq,domain");
	CHECK(!facts_known(facts, "cmdline.single"));
	CHECK_INT(count(facts, "cmdline.given.*"), 5);
	facts_free(facts);
	setup_free(&setup);
}

/* By hand: one swap, one letter, two letters. */
static void counts_slips(void)
{
	CHECK_INT(parameter_slips("pcie_asmp", "pcie_aspm"), 1);
	CHECK_INT(parameter_slips("isolcpu", "isolcpus"), 1);
	CHECK_INT(parameter_slips("nohz_ful", "nohz_full"), 1);
	CHECK_INT(parameter_slips("kitten", "sitting"), 3);
	CHECK_INT(parameter_slips("", "abc"), 3);
	CHECK_INT(parameter_slips("same", "same"), 0);
	CHECK_TEXT(parameter_meant("pcie_asmp")->name, "pcie_aspm");
	CHECK_TEXT(parameter_meant("isolcpu")->name, "isolcpus");
	CHECK_TEXT(parameter_meant("intel_idle.max_cstates")->name,
		   "intel_idle.max_cstate");
	/* Known as it is; too short; too far away. */
	CHECK(!parameter_meant("nosmt"));
	CHECK(!parameter_meant("nohs"));
	CHECK(!parameter_meant("rcu_nohz"));
	CHECK(!parameter_meant("myapp.mode"));
}

/* A name with ") " in it; field 40 is the priority, 41 the policy (proc(5)). */
static void reads_tasks(void)
{
	struct setup setup = {0};
	struct facts *facts;

	put(&setup, "/proc/7/stat",
	    "7 (a) S 2) S 1 7 7 0 -1 0 0 0 0 0 1 4 0 0 -100 0 1 0 47 0 0 0 0 0 0 0 0 0 0 0 "
	    "0 0 0 0 17 3 99 2 0 0 0\n");
	put(&setup, "/proc/7/status", "Name:\ta\nCpus_allowed_list:\t0-3\n");
	facts = facts_of(&setup);
	CHECK_TEXT(facts_text(facts, "task.7.comm", "?"), "a) S 2");
	CHECK_TEXT(facts_text(facts, "task.7.policy", "?"), "rr");
	CHECK_INT(facts_integer(facts, "task.7.priority", 0), 99);
	CHECK_TEXT(facts_text(facts, "task.7.cpus", "?"), "0-3");
	CHECK_INT(facts_integer(facts, "task.7.is_kernel", 1), 0);
	/* One process is not the list of all. */
	CHECK_INT(facts_integer(facts, "task.listed", 1), 0);
	facts_free(facts);
	setup_free(&setup);
}

static void reads_interrupts(void)
{
	struct setup setup = {0};
	struct facts *facts;

	put(&setup, "/proc/interrupts",
	    "           CPU0       CPU2\n"
	    " 24:          0         12   IR-PCI-MSI   512-edge      eth0\n"
	    " 25:          0          0  GICv3  27 Level     arch_timer\n"
	    "LOC:          5          5   Local timer interrupts\n"
	    "ERR:          0\n");
	facts = facts_of(&setup);
	CHECK_TEXT(facts_text(facts, "irq.24.name", "?"), "IR-PCI-MSI 512-edge eth0");
	CHECK_TEXT(facts_text(facts, "irq.24.served", "?"), "2");
	CHECK_TEXT(facts_text(facts, "irq.25.served", "?"), "");
	CHECK_INT(count(facts, "irq.*.name"), 2);
	facts_free(facts);
	setup_free(&setup);
}

/* The real thing: gzip, as /proc/config.gz is. */
static void unpacks_the_configuration(void)
{
	static const char text[] = "CONFIG_HZ=250\n# CONFIG_NO_HZ_FULL is not set\n"
				   "CONFIG_PREEMPT_RT=y\n";
	unsigned char packed[256];
	z_stream stream = {.next_in = (Bytef *)(uintptr_t)text,
			   .avail_in = sizeof(text) - 1,
			   .next_out = packed,
			   .avail_out = sizeof(packed)};
	struct setup setup = {0};
	struct facts *facts;

	CHECK_INT(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY),
		  Z_OK);
	CHECK_INT(deflate(&stream, Z_FINISH), Z_STREAM_END);
	setup_put(&setup, &(struct setup_file){.path = "/proc/config.gz",
					       .text = (const char *)packed,
					       .length = stream.total_out});
	deflateEnd(&stream);
	facts = facts_of(&setup);
	CHECK_TEXT(facts_text(facts, "config.CONFIG_HZ", "?"), "250");
	CHECK_TEXT(facts_text(facts, "config.CONFIG_NO_HZ_FULL", "?"), "n");
	CHECK_TEXT(facts_text(facts, "kernel.preempt", "?"), "rt");
	CHECK_TEXT(facts_text(facts, "config.source", "?"), "/proc/config.gz");
	facts_free(facts);
	setup_free(&setup);
}

/* Damaged data, and another kernel's configuration, tell nothing. */
static void trusts_no_wrong_configuration(void)
{
	struct setup setup = {0};
	struct facts *facts;

	setup_put(&setup, &(struct setup_file){.path = "/proc/config.gz",
					       .text = "\x1f\x8b garbage",
					       .length = 10});
	put(&setup, "/proc/version", "Linux version 6.1.0 (a) #1 SMP\n");
	put(&setup, "/boot/config-5.0.0", "CONFIG_PREEMPT_RT=y\n");
	facts = facts_of(&setup);
	CHECK(!facts_known(facts, "config.source"));
	CHECK(!facts_known(facts, "config.CONFIG_PREEMPT_RT"));
	CHECK(!facts_known(facts, "kernel.preempt"));
	facts_free(facts);
	setup_free(&setup);
}

static void reads_the_log_alone(void)
{
	struct setup setup = {0};
	struct facts *facts;

	put(&setup, SETUP_LOG,
	    "[    0.0] Booting Linux on physical CPU 0x0000000000 [0x410fd034]\n"
	    "[    0.0] Linux version 6.12.17-rt8 (op@bench1) (gcc) #1 SMP PREEMPT_RT Mon\n"
	    "[    0.0] Kernel command line: rw nohz_full=1\n"
	    "[    0.0] NO_HZ: Full dynticks CPUs: 1.\n");
	facts = facts_of(&setup);
	CHECK_TEXT(facts_text(facts, "kernel.release", "?"), "6.12.17-rt8");
	CHECK_INT(facts_integer(facts, "kernel.version", 0), 6012);
	CHECK_TEXT(facts_text(facts, "kernel.preempt", "?"), "rt");
	CHECK_TEXT(facts_text(facts, "machine.arch", "?"), "arm64");
	CHECK_TEXT(facts_text(facts, "cmdline.nohz_full", "?"), "1");
	CHECK_TEXT(facts_text(facts, "isolation.nohz_full", "?"), "1");
	CHECK_TEXT(facts_text(facts, "kernel.dual", "?"), "none");
	CHECK(!facts_known(facts, "cpu.online"));
	facts_free(facts);
	setup_free(&setup);
}

/* 2000000000 us, the kernel's "no wish", as the device gives it and as a capture writes it. */
static void reads_the_latency_request(void)
{
	static const struct setup_file files[] = {
		{.path = "/dev/cpu_dma_latency", .text = "\x00\x94\x35\x77", .length = 4},
		{.path = "/dev/cpu_dma_latency", .text = "2000000000\n", .length = 11},
	};

	for (int i = 0; i < 2; i++) {
		struct setup setup = {0};
		struct facts *facts;

		setup_put(&setup, &files[i]);
		facts = facts_of(&setup);
		CHECK_INT(facts_integer(facts, "idle.request_us", 0), 2000000000);
		facts_free(facts);
		setup_free(&setup);
	}
}

static const struct test tests[] = {
	{"keeps_kinds_apart", keeps_kinds_apart},
	{"does_not_know_what_nobody_put", does_not_know_what_nobody_put},
	{"replaces", replaces},
	{"orders_numbers_as_numbers", orders_numbers_as_numbers},
	{"matches_patterns", matches_patterns},
	{"reads_files_by_rows", reads_files_by_rows},
	{"takes_the_command_line_apart", takes_the_command_line_apart},
	{"counts_slips", counts_slips},
	{"reads_tasks", reads_tasks},
	{"reads_interrupts", reads_interrupts},
	{"unpacks_the_configuration", unpacks_the_configuration},
	{"trusts_no_wrong_configuration", trusts_no_wrong_configuration},
	{"reads_the_log_alone", reads_the_log_alone},
	{"reads_the_latency_request", reads_the_latency_request},
};

TEST_MAIN(tests)
