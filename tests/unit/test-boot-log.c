/* SPDX-License-Identifier: GPL-2.0-or-later */
/* l2c310/: what kernel logs say, in every form that Linux and I-pipe have printed. */
#include "l2c310/boot-log.h"

#include "base/arena.h"
#include "base/str.h"
#include "l2c310/decode.h"
#include "l2c310/write-allocate.h"
#include "test.h"

static struct l2c_log scan(const char *text)
{
	struct l2c_log log;

	l2c_log_scan(&log, text, strlen(text));
	return log;
}

static void check_state(const char *text, const char *state, const char *in_force)
{
	struct l2c_log log = scan(text);
	struct l2c_write_allocate_state found = l2c_write_allocate_in(&log);

	CHECK_TEXT(l2c_write_allocate_word(found.state), state);
	CHECK_TEXT(l2c_answer_word(found.in_force), in_force);
	CHECK(found.why && *found.why);
}

#define VERSION_3_0 "[    0.000000] Linux version 3.0.43-ipipe (a@b) #7 SMP\n"
#define POLICY_OLD "[    0.000000] Memory policy: ECC disabled, Data cache "
#define POLICY "[    0.000000] Memory policy: Data cache "
#define L310 "[    0.190000] L310 cache controller enabled\n"
#define OLD_LINE(aux)                                                                 \
	"[    0.190000] l2x0: 16 ways, CACHE_ID 0x410000c7, AUX_CTRL " aux ", Cache " \
	"size: 1048576 B\n"
#define NEW_LINE(aux) "[    0.000000] L2C-310: CACHE_ID 0x410000c7, AUX_CTRL " aux "\n"

static void form_a(void)
{
	struct l2c_log log = scan("L2X0 cache controller enabled\n");

	CHECK(log.found && !log.has_aux && !log.has_id && !log.has_size);
	CHECK_TEXT(log.name, "L2X0");
	check_state("L2X0 cache controller enabled\n", "unknown", "unknown");
}

static void form_b(void)
{
	struct l2c_log log = scan(VERSION_3_0 L310 OLD_LINE("0x02870000"));

	CHECK_TEXT(log.name, "L310");
	CHECK(log.has_id && log.has_aux && log.has_size);
	CHECK_INT(log.cache_id, 0x410000c7);
	CHECK_INT(log.aux_ctrl, 0x02870000);
	CHECK_INT(log.ways, 16);
	CHECK_INT(log.bytes, 1048576);
	CHECK_INT(log.origin, L2C_INTENDED);
	CHECK_INT(log.kernel_major, 3);
	CHECK_INT(log.kernel_minor, 0);
	CHECK_INT(l2c_log_controller(&log), L2C_310);
	CHECK_INT(l2c_log_release(&log), L2C_R3P1_50REL0);
	CHECK(!log.tells_errata);
}

static void names_of_form_b(void)
{
	static const struct {
		const char *text, *name;
		enum l2c_controller controller;
	} rows[] = {
		{"L210 cache controller enabled\n"
		 "l2x0: 8 ways, CACHE_ID 0x4100004f, AUX_CTRL 0x00020fff, Cache size: "
		 "131072 B\n",
		 "L210", L2C_210},
		{"L220 cache controller enabled\n"
		 "l2x0: 8 ways, CACHE_ID 0x41000086, AUX_CTRL 0x02020fff, Cache size: "
		 "131072 B\n",
		 "L220", L2C_220},
		{"L2x0 series cache controller enabled\n"
		 "l2x0: 8 ways, CACHE_ID 0x41000086, AUX_CTRL 0x02020fff, Cache size: "
		 "0x00020000 B\n",
		 "L2x0 series", L2C_220},
		{"Aurora cache controller enabled\n"
		 "l2x0: 32 ways, CACHE_ID 0x00000100, AUX_CTRL 0x1a696b12, Cache size: "
		 "131072 B\n",
		 "Aurora", L2C_UNKNOWN},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct l2c_log log = scan(rows[i].text);

		CHECK_TEXT(log.name, rows[i].name);
		CHECK_INT(l2c_log_controller(&log), rows[i].controller);
		CHECK(log.has_aux && log.has_id);
		CHECK_INT(log.bytes, 131072);
	}
}

static void whose_value_it_is(void)
{
	static const struct {
		const char *version;
		enum l2c_origin origin;
	} rows[] = {
		{"", L2C_ORIGIN_UNKNOWN},
		{"Linux version 2.6.38.8-gnu (a@b) #1\n", L2C_INTENDED},
		{"Linux version 3.4.6-ipipe (a@b) #1\n", L2C_INTENDED},
		{"Linux version 3.8.13 (a@b) #1\n", L2C_ORIGIN_UNKNOWN},
		{"Linux version 3.10.32 (a@b) #1\n", L2C_READ_BACK},
		{"Linux version 3.14.17-xenomai (a@b) #1\n", L2C_READ_BACK},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		CLEANUP(str_free) struct str text = {0};
		struct l2c_log log;

		str_add(&text, rows[i].version);
		str_add(&text, L310 OLD_LINE("0x02070000"));
		log = scan(str_text(&text));
		CHECK_INT(log.origin, rows[i].origin);
		str_clear(&text);
		str_add(&text, rows[i].version);
		str_add(&text, NEW_LINE("0x76470001"));
		log = scan(str_text(&text));
		CHECK_INT(log.origin, L2C_READ_BACK);
	}
}

static const char emulator[] =
	"L2C: DT/platform modifies aux control register: 0x02020000 -> 0x02420000\n"
	"L2C-310 erratum 769419 enabled\n"
	"L2C-310 enabling early BRESP for Cortex-A9\n"
	"L2C-310 full line of zeros enabled for Cortex-A9\n"
	"L2C-310 dynamic clock gating disabled, standby mode disabled\n"
	"L2C-310 cache controller enabled, 8 ways, 128 kB\n"
	"L2C-310: CACHE_ID 0x410000c8, AUX_CTRL 0x46420001\n";

static void form_c(void)
{
	struct l2c_log log = scan(emulator);

	CHECK_INT(log.aux_ctrl, 0x46420001);
	CHECK_INT(log.cache_id, 0x410000c8);
	CHECK_INT(log.ways, 8);
	CHECK_INT(log.bytes, 131072);
	CHECK_INT(log.origin, L2C_READ_BACK);
	CHECK_INT(log.change_count, 1);
	CHECK_INT(log.changes[0].from, 0x02020000);
	CHECK_INT(log.changes[0].to, 0x02420000);
	CHECK(!log.changes[0].by_platform);
	CHECK_INT(log.errata_count, 1);
	CHECK_INT(log.errata[0], 769419);
	CHECK_INT(log.early_bresp, L2C_TOLD_ON);
	CHECK_INT(log.full_line_of_zeros, L2C_TOLD_ON);
	CHECK_INT(log.clock_gating, L2C_TOLD_OFF);
	CHECK_INT(log.standby, L2C_TOLD_OFF);
	CHECK_INT(log.prefetch_data, L2C_NOT_TOLD);
	CHECK_INT(log.note_count, 0);
	CHECK(log.tells_errata);
	CHECK_INT(l2c_log_release(&log), L2C_R3P2);
}

static void names_of_form_c(void)
{
	static const struct {
		const char *name;
		enum l2c_controller controller;
	} rows[] = {
		{"L2C-210", L2C_210},     {"L2C-220", L2C_220},
		{"L2C-310", L2C_310},     {"L2C-310 Coherent", L2C_310},
		{"BCM-L2C-310", L2C_310}, {"Aurora", L2C_UNKNOWN},
		{"Tauros3", L2C_310},     {"L310", L2C_310},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		CLEANUP(str_free) struct str text = {0};
		struct l2c_log log;

		str_addf(&text,
			 "%s cache controller enabled, 16 ways, 1024 kB\n"
			 "%s: CACHE_ID 0x00000200, AUX_CTRL 0x02870000\n",
			 rows[i].name, rows[i].name);
		log = scan(str_text(&text));
		CHECK_TEXT(log.name, rows[i].name);
		CHECK_INT(log.ways, 16);
		CHECK_INT(log.bytes, 1048576);
		CHECK_INT(log.aux_ctrl, 0x02870000);
		CHECK_INT(l2c_log_controller(&log), rows[i].controller);
	}
}

static void prefetch_lines(void)
{
	struct l2c_log log = scan("L2C-310 ID prefetch enabled, offset 16 lines\n");

	CHECK_INT(log.prefetch_data, L2C_TOLD_ON);
	CHECK_INT(log.prefetch_instructions, L2C_TOLD_ON);
	CHECK(log.has_prefetch_offset);
	CHECK_INT(log.prefetch_offset_lines, 16);
	log = scan("L2C-310 I prefetch enabled, offset 1 lines\n");
	CHECK_INT(log.prefetch_data, L2C_TOLD_OFF);
	CHECK_INT(log.prefetch_instructions, L2C_TOLD_ON);
	log = scan("L2C-310 D prefetch enabled, offset 8 lines\n");
	CHECK_INT(log.prefetch_data, L2C_TOLD_ON);
	CHECK_INT(log.prefetch_instructions, L2C_TOLD_OFF);
}

static void errata_lines(void)
{
	struct l2c_log log = scan("L2C-310 errata 588369 727915 752271 769419 enabled\n");

	CHECK_INT(log.errata_count, 4);
	CHECK_INT(log.errata[0], 588369);
	CHECK_INT(log.errata[1], 727915);
	CHECK_INT(log.errata[2], 752271);
	CHECK_INT(log.errata[3], 769419);
	log = scan("L2C-310 errata 1 2 3 4 5 6 7 8 9 10 enabled\n");
	CHECK_INT(log.errata_count, L2C_LOG_ERRATA);
}

static void warnings_are_kept(void)
{
	static const char *const lines[] = {
		("L2C: platform provided aux values match the hardware, so have no effect.  "
		 "Please remove them."),
		"L2C: platform provided aux values permit register corruption.",
		"L2C: DT/platform tries to modify or specify cache size",
		"L2C: device tree omits to specify unified cache",
		"L2C: device tree omits to specify cache-level",
		"L2C OF: override cache size: 262144 bytes (256KB)",
		"L2C-310: enabling full line of zeros but not enabled in Cortex-A9",
		"L2C-310: disabling Cortex-A9 specific feature bits",
	};
	CLEANUP(str_free) struct str text = {0};
	struct l2c_log log;

	for (size_t i = 0; i < 8; i++)
		str_addf(&text, "[    0.000000] %s\r\n", lines[i]);
	log = scan(str_text(&text));
	CHECK_INT(log.note_count, 8);
	for (size_t i = 0; i < 8; i++)
		CHECK_TEXT(log.notes[i], lines[i]);
	CHECK_INT(log.full_line_of_zeros, L2C_NOT_TOLD);
	str_add(&text, "L2C OF: override line size: 32 bytes\n");
	log = scan(str_text(&text));
	CHECK_INT(log.note_count, 9);
	log = scan("L2C-310 early BRESP only supported with Cortex-A9\n"
		   "L2C: disabling outer sync\n");
	CHECK_INT(log.early_bresp, L2C_TOLD_OFF);
	CHECK_INT(log.outer_sync, L2C_TOLD_OFF);
	CHECK_INT(log.note_count, 0);
}

static void form_d_of_ipipe(void)
{
	struct l2c_log log = scan("L2C: I-pipe: l2x0_write_allocate= not specified, "
				  "defaults to 0 (disabled).\n");

	CHECK_INT(log.ipipe, L2C_IPIPE_DEFAULT_OFF);
	log = scan("L2C: I-pipe: write-allocate enabled, induces high latencies.\n");
	CHECK_INT(log.ipipe, L2C_IPIPE_ON);
	log = scan("L2C: I-pipe: revision >= L310-r3p2 detected, forcing WA.\n");
	CHECK_INT(log.ipipe, L2C_IPIPE_FORCED_ON);
	CHECK_INT(log.parameter, L2C_PARAMETER_NONE);
	log = scan(
		"Kernel command line: quiet l2x0_write_allocate=1 root=/dev/mmcblk0p2\n");
	CHECK_INT(log.parameter, L2C_PARAMETER_ON);
	log = scan("Kernel command line: l2x0_write_allocate=1 l2x0_write_allocate=0\n");
	CHECK_INT(log.parameter, L2C_PARAMETER_OFF);
	log = scan(
		"Kernel command line: l2x0_write_allocate=off l2x0_write_allocate=default");
	CHECK_INT(log.parameter, L2C_PARAMETER_DEFAULT);
	log = scan("Kernel command line: l2x0_write_allocate=offline");
	CHECK_INT(log.parameter, L2C_PARAMETER_OTHER);
}

static void form_e_of_policies(void)
{
	static const struct {
		const char *text;
		enum l2c_policy policy;
	} rows[] = {
		{POLICY_OLD "writealloc\n", L2C_POLICY_WRITEALLOC},
		{POLICY "writealloc\n", L2C_POLICY_WRITEALLOC},
		{"Memory policy: ECC enabled, Data cache writeback\n",
		 L2C_POLICY_WRITEBACK},
		{POLICY "writethrough\r\n", L2C_POLICY_WRITETHROUGH},
		{POLICY "uncached\n", L2C_POLICY_UNCACHED},
		{POLICY "buffered", L2C_POLICY_BUFFERED},
		{POLICY "writeallocate\n", L2C_POLICY_UNKNOWN},
		{"Forcing write-allocate cache policy for SMP\n", L2C_POLICY_WRITEALLOC},
		{"Only cachepolicy=writealloc supported on ARMv6 and later\n",
		 L2C_POLICY_UNKNOWN},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct l2c_log log = scan(rows[i].text);

		CHECK_INT(log.policy, rows[i].policy);
		CHECK(!log.found);
	}
}

static void the_arrow_never_counts(void)
{
	struct l2c_log log =
		scan("L2C: platform modifies aux control register: 0x72360000 -> "
		     "0x72760000\n"
		     "L2C: DT/platform modifies aux control register: 0x72360000 -> "
		     "0x72f60000\n");

	CHECK(!log.has_aux && log.found);
	CHECK_INT(log.change_count, 2);
	CHECK(log.changes[0].by_platform && !log.changes[1].by_platform);
	check_state("L2C: platform modifies aux control register: 0x02070000 -> "
		    "0x02870000\n" POLICY "writealloc\n",
		    "unknown", "unknown");
	/* Behind the last line of registers, too. */
	check_state(
		POLICY "writealloc\n" NEW_LINE(
			"0x76470001") "L2C: platform modifies aux control register: 0x76470001 -> "
				      "0x76c70001\n",
		"follows-pages", "yes");
}

static void the_four_states(void)
{
	check_state(POLICY "writealloc\n" L310 OLD_LINE("0x02870000"), "forced-off",
		    "no");
	check_state(L310 OLD_LINE("0x02870000"), "forced-off", "no");
	check_state(POLICY "writeback\n" L310 OLD_LINE("0x03070000"), "forced-on", "yes");
	check_state(POLICY "writealloc\n" L310 OLD_LINE("0x02070000"), "follows-pages",
		    "yes");
	check_state(POLICY "writeback\n" L310 OLD_LINE("0x02070000"), "follows-pages",
		    "no");
	check_state(POLICY "writethrough\n" L310 OLD_LINE("0x03870000"), "follows-pages",
		    "no");
	check_state(L310 OLD_LINE("0x02070000"), "follows-pages", "unknown");
	check_state(L310 OLD_LINE("0x03870000"), "follows-pages", "unknown");
	check_state("", "unknown", "unknown");
	check_state(POLICY "writealloc\n", "unknown", "unknown");
	check_state(POLICY "writealloc\nL210 cache controller enabled\n"
			   "l2x0: 8 ways, CACHE_ID 0x4100004f, AUX_CTRL 0x00820fff, "
			   "Cache size: 131072 B\n",
		    "unknown", "unknown");
	check_state(POLICY "writealloc\nAurora cache controller enabled, 4 ways, 1024 "
			   "kB\nAurora: CACHE_ID 0x00000100, AUX_CTRL 0x1a86ef00\n",
		    "unknown", "unknown");
}

/* Changing the input must change the answer, and nothing else may. */
static void mutants(void)
{
	struct l2c_log a =
		scan(VERSION_3_0 POLICY_OLD "writealloc\n" L310 OLD_LINE("0x02870000"));
	struct l2c_log b =
		scan(VERSION_3_0 POLICY_OLD "writealloc\n" L310 OLD_LINE("0x02070000"));
	struct l2c_log prefetch =
		scan(VERSION_3_0 POLICY_OLD "writealloc\n" L310 OLD_LINE("0x32070000"));

	CHECK_INT(a.aux_ctrl ^ b.aux_ctrl, 0x00800000);
	CHECK_INT(b.aux_ctrl ^ prefetch.aux_ctrl, 0x30000000);
	CHECK_INT(l2c_write_allocate_in(&a).in_force, L2C_ANSWER_NO);
	CHECK_INT(l2c_write_allocate_in(&b).in_force, L2C_ANSWER_YES);
	CHECK_INT(l2c_write_allocate_in(&prefetch).in_force, L2C_ANSWER_YES);
	a.aux_ctrl = b.aux_ctrl;
	CHECK(!memcmp(&a, &b, sizeof(a)));
}

static void prefixes_make_no_difference(void)
{
	static const char *const prefixes[] = {
		"",
		"[    0.000000] ",
		"[    0.000000][    T0] ",
		"[Mon Jul  2 10:11:12 2018] ",
		"<6>[    0.000000] ",
		"<6>",
		"Jan 01 00:00:03 bench1 kernel: ",
		"Jan  1 00:00:03 bench1 kernel: [    0.000000] ",
		"2018-07-02T10:11:12.123456+02:00 bench1 kernel: [    0.000000] ",
		"2018-07-02T10:11:12+0200 bench1 kernel: ",
		"kernel: ",
		"kern  :info  : [    0.000000] ",
		"kern  :info  : [Mon Jul  2 10:11:12 2018] ",
		"> ",
		">> >[    0.000000] ",
		"| > [    0.000000] ",
		"\t[    0.000000]   ",
		"[2018-07-02 10:11:12] [    0.000000] ",
		"\033[32m[    0.000000] \033[0m\033[1;33m",
	};
	struct l2c_log plain = scan(emulator);

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		CLEANUP(str_free) struct str text = {0};
		struct l2c_log log;

		for (const char *at = emulator; *at;) {
			size_t length = strcspn(at, "\n");

			str_add(&text, prefixes[i]);
			str_add_bytes(&text, at, length);
			str_add(&text, i % 2 ? "\r\n" : "\n");
			at += length + 1;
		}
		log = scan(str_text(&text));
		if (memcmp(&log, &plain, sizeof(log)))
			CHECK_TEXT(prefixes[i], "like no prefix");
	}
}

static void mail_wraps_lines(void)
{
	struct l2c_log log = scan("> l2x0: 16 ways, CACHE_ID 0x410000c7, AUX_CTRL\n"
				  "> 0x02870000, Cache size: 1048576 B\n");

	CHECK(log.has_aux && log.has_size);
	CHECK_INT(log.aux_ctrl, 0x02870000);
	CHECK_INT(log.bytes, 1048576);
	log = scan("> l2x0: 16 ways, CACHE_ID 0x410000c7, AUX_CTRL 0x02870000, Cache "
		   "size:\n> 1048576 B\n");
	CHECK_INT(log.aux_ctrl, 0x02870000);
	CHECK_INT(log.bytes, 1048576);
	/* A vendor's kernel. */
	log = scan(
		"l2x0: 16 ways, 2048 sets, CACHE_ID 0x410000c8,  Cache size: 1048576 B\n"
		"      AUX_CTRL 0x7ec80001, PREFETCH 0x71000007\n");
	CHECK_INT(log.aux_ctrl, 0x7ec80001);
	CHECK_INT(log.cache_id, 0x410000c8);
	CHECK_INT(log.bytes, 1048576);
	/* Nothing is made up from what follows. */
	log = scan("L2C-310: CACHE_ID 0x410000c7,\nother: 0x12345678\n0x11111111\n");
	CHECK(!log.has_aux);
}

static void the_last_boot_counts(void)
{
	struct l2c_log log = scan(VERSION_3_0 POLICY_OLD "writealloc\n" L310 OLD_LINE(
		"0x02870000") "Linux version 4.19.0 (a@b) #1\n" NEW_LINE("0x76470001"));

	CHECK_INT(log.boots, 2);
	CHECK_INT(log.aux_ctrl, 0x76470001);
	CHECK_INT(log.policy, L2C_POLICY_UNKNOWN);
	CHECK(!log.has_size);
	log = scan(OLD_LINE("0x02870000") OLD_LINE("0x02070000"));
	CHECK_INT(log.aux_ctrl, 0x02070000);
	CHECK(!log.ids_differ);
	log = scan("L2C-310: CACHE_ID 0x410000c7, AUX_CTRL 0x76470001\n"
		   "L2C-310: CACHE_ID 0x410000c9, AUX_CTRL 0x76470001\n");
	CHECK(log.ids_differ);
	CHECK_INT(log.other_cache_id, 0x410000c7);
	CHECK_INT(log.cache_id, 0x410000c9);
}

/* As facts do: from the first line of the last boot, or from where the time falls back. */
static void boots_begin_where_their_first_line_is(void)
{
	struct l2c_log log =
		scan("[    0.000000] Linux version 3.0.0 (a@b) #1\n"
		     "[    1.000000] " NEW_LINE("0x02870000") "[   99.000000] x\n"
							      "[    2.000000] y\n");

	CHECK_INT(log.boots, 1);
	CHECK(!log.found);
	log = scan("[   99.000000] " NEW_LINE(
		"0x02870000") "[    0.000000] Booting Linux on physical CPU 0x0\n"
			      "[    0.000000] Linux version 4.19.0 (a@b) #1\n");
	CHECK_INT(log.boots, 1);
	CHECK(!log.found);
	CHECK_INT(log.kernel_major, 4);
}

static void nothing_behind_the_address(void)
{
	static const char text[] =
		POLICY "writealloc\nL2x0 series cache controller enabled\n"
		       "l2x0: 8 ways, CACHE_ID 0x00000000, AUX_CTRL 0x00000000, "
		       "Cache size: 65536 B\n";
	struct l2c_log log = scan(text);

	CHECK(l2c_log_is_empty_address(&log));
	CHECK_INT(l2c_log_controller(&log), L2C_UNKNOWN);
	check_state(text, "unknown", "unknown");
	log = scan("L2C-310 cache controller enabled, 8 ways, 64 kB\n"
		   "L2C-310: CACHE_ID 0x00000000, AUX_CTRL 0x00000000\n");
	CHECK(l2c_log_is_empty_address(&log));
}

static void other_text_is_nothing(void)
{
	static const char *const texts[] = {
		"the L2C-310: CACHE_ID 0x410000c7, AUX_CTRL 0x02870000 line of the log\n",
		"foo cache controller enabled, 16 ways, 1024 kB\n",
		" cache controller enabled\n",
		"a name that is longer than a controller's may be cache controller enabled\n",
		"CACHE_ID 0x410000c7\n",
		": CACHE_ID 0x410000c7, AUX_CTRL 0x02870000\n",
		"kernel: ",
		"[",
		">",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		CHECK(!scan(texts[i]).found);
	CHECK(!scan("L2C-310: CACHE_ID 0x410000c7, AUX_CTRL 0x123456789\n").has_aux);
	CHECK(!scan("l2x0: 99 ways, CACHE_ID 0xg, AUX_CTRL 0x\n").has_aux);
}

/* A long line, and garbage: an answer in time, and what is readable is read. */
static void long_lines_and_garbage(void)
{
	size_t length = 10 << 20, tail = strlen(emulator);
	char *text = mem_alloc(length + tail + 1);
	struct l2c_log log;
	uint32_t random = 1;

	memset(text, '>', length);
	text[length - 1] = '\n';
	memcpy(text + length, emulator, tail);
	l2c_log_scan(&log, text, length + tail);
	CHECK_INT(log.aux_ctrl, 0x46420001);
	for (size_t i = 0; i < length - 1; i++) {
		random = random * 1664525 + 1013904223;
		text[i] = (char)(random >> 24);
	}
	l2c_log_scan(&log, text, length + tail);
	CHECK_INT(log.aux_ctrl, 0x46420001);
	for (size_t i = 0; i < length - 1; i++)
		text[i] = "[]"[i % 2];
	l2c_log_scan(&log, text, length + tail);
	CHECK_INT(log.aux_ctrl, 0x46420001);
	free(text);
}

static const struct test tests[] = {
	{"form-a", form_a},
	{"form-b", form_b},
	{"names-of-form-b", names_of_form_b},
	{"whose-value-it-is", whose_value_it_is},
	{"form-c", form_c},
	{"names-of-form-c", names_of_form_c},
	{"prefetch-lines", prefetch_lines},
	{"errata-lines", errata_lines},
	{"warnings-are-kept", warnings_are_kept},
	{"form-d-of-ipipe", form_d_of_ipipe},
	{"form-e-of-policies", form_e_of_policies},
	{"the-arrow-never-counts", the_arrow_never_counts},
	{"the-four-states", the_four_states},
	{"mutants", mutants},
	{"prefixes-make-no-difference", prefixes_make_no_difference},
	{"mail-wraps-lines", mail_wraps_lines},
	{"the-last-boot-counts", the_last_boot_counts},
	{"boots begin where their first line is", boots_begin_where_their_first_line_is},
	{"nothing-behind-the-address", nothing_behind_the_address},
	{"other-text-is-nothing", other_text_is_nothing},
	{"long-lines-and-garbage", long_lines_and_garbage},
};
TEST_MAIN(tests)
