/* SPDX-License-Identifier: GPL-2.0-or-later */
/* facts/: what a set-up says of the level 2 cache controller. */
#include "facts/facts.h"
#include "facts/topics.h"
#include "test.h"

struct made {
	struct setup setup;
	struct facts *facts;
};

static void put(struct made *made, const char *path, const char *text, size_t length)
{
	setup_put(&made->setup,
		  &(struct setup_file){.path = path, .text = text, .length = length});
}

static struct facts *look(struct made *made)
{
	made->facts = facts_open(&made->setup);
	facts_topic_cache_controller(made->facts, &made->setup);
	return made->facts;
}

static void discard(struct made *made)
{
	facts_free(made->facts);
	setup_free(&made->setup);
}

static struct facts *look_at_log(struct made *made, const char *text)
{
	put(made, SETUP_LOG, text, strlen(text));
	return look(made);
}

static void check_text(const struct facts *facts, const char *name, const char *expected)
{
	test_check_text(__FILE__, __LINE__, name, facts_text(facts, name, "(none)"),
			expected);
}

static void check_integer(const struct facts *facts, const char *name, int64_t expected,
			  const char *unit)
{
	const struct fact *fact = facts_get(facts, name);

	test_check_int(__FILE__, __LINE__, name, facts_integer(facts, name, -1),
		       expected);
	test_check_text(__FILE__, __LINE__, name, fact->unit, unit);
}

static void a_log_of_3_0(void)
{
	struct made made = {0};
	struct facts *facts = look_at_log(
		&made,
		"[    0.000000] Linux version 3.0.43-ipipe (a@b) #7 SMP PREEMPT\n"
		"[    0.000000] Memory policy: ECC disabled, Data cache writealloc\n"
		"[    0.190000] L310 cache controller enabled\n"
		"[    0.190000] l2x0: 16 ways, CACHE_ID 0x410000c7, AUX_CTRL 0x02870000, "
		"Cache size: 1048576 B\n");

	check_integer(facts, "l2c310.present", 1, "");
	check_text(facts, "l2c310.name", "L2C-310");
	check_text(facts, "l2c310.revision", "r3p1-50rel0");
	check_integer(facts, "l2c310.cache_id", 0x410000c7, "hex");
	check_integer(facts, "l2c310.aux_ctrl", 0x02870000, "hex");
	check_text(facts, "l2c310.aux_ctrl_is", "intended");
	check_integer(facts, "l2c310.ways", 16, "count");
	check_integer(facts, "l2c310.way_size", 65536, "bytes");
	check_integer(facts, "l2c310.bytes", 1048576, "bytes");
	check_text(facts, "l2c310.write_allocate", "forced-off");
	check_text(facts, "l2c310.write_allocate_in_force", "no");
	check_text(facts, "l2c310.memory_policy", "writealloc");
	check_text(facts, "l2c310.replacement", "round-robin");
	check_integer(facts, "l2c310.prefetch_data", 0, "");
	check_integer(facts, "l2c310.prefetch_instructions", 0, "");
	check_integer(facts, "l2c310.early_bresp", 0, "");
	check_integer(facts, "l2c310.full_line_of_zeros", 0, "");
	check_integer(facts, "l2c310.parity", 0, "");
	check_integer(facts, "l2c310.shared_override", 0, "");
	CHECK(!facts_known(facts, "l2c310.workarounds"));
	CHECK(!facts_known(facts, "l2c310.dynamic_clock_gating"));
	CHECK(!facts_known(facts, "l2c310.ipipe_write_allocate"));
	discard(&made);
}

static void a_log_of_today(void)
{
	struct made made = {0};
	struct facts *facts = look_at_log(
		&made, "Kernel command line: l2x0_write_allocate=1\n"
		       "L2C: I-pipe: write-allocate enabled, induces high latencies.\n"
		       "L2C-310 errata 752271 769419 enabled\n"
		       "L2C-310 enabling early BRESP for Cortex-A9\n"
		       "L2C-310 full line of zeros enabled for Cortex-A9\n"
		       "L2C-310 ID prefetch enabled, offset 16 lines\n"
		       "L2C-310 dynamic clock gating enabled, standby mode disabled\n"
		       "L2C-310 cache controller enabled, 16 ways, 1024 kB\n"
		       "L2C-310: CACHE_ID 0x410000c7, AUX_CTRL 0x76470001\n");

	check_text(facts, "l2c310.aux_ctrl_is", "read-back");
	check_text(facts, "l2c310.write_allocate", "follows-pages");
	check_text(facts, "l2c310.write_allocate_in_force", "unknown");
	CHECK(!facts_known(facts, "l2c310.memory_policy"));
	check_integer(facts, "l2c310.prefetch_data", 1, "");
	check_integer(facts, "l2c310.prefetch_instructions", 1, "");
	check_integer(facts, "l2c310.prefetch_offset_lines", 16, "count");
	check_integer(facts, "l2c310.early_bresp", 1, "");
	check_integer(facts, "l2c310.full_line_of_zeros", 1, "");
	check_integer(facts, "l2c310.shared_override", 1, "");
	check_integer(facts, "l2c310.non_secure_lockdown", 1, "");
	check_integer(facts, "l2c310.dynamic_clock_gating", 1, "");
	check_integer(facts, "l2c310.standby", 0, "");
	check_integer(facts, "l2c310.bytes", 1048576, "bytes");
	check_text(facts, "l2c310.workarounds", "752271 769419");
	check_text(facts, "l2c310.ipipe_write_allocate", "on");
	check_text(facts, "l2c310.write_allocate_parameter", "on");
	discard(&made);
}

static void another_makers_bits_get_no_names(void)
{
	struct made made = {0};
	struct facts *facts =
		look_at_log(&made, "Aurora cache controller enabled, 4 ways, 1024 kB\n"
				   "Aurora: CACHE_ID 0x00000100, AUX_CTRL 0x1a86ef00\n");

	check_text(facts, "l2c310.name", "Aurora");
	check_integer(facts, "l2c310.aux_ctrl", 0x1a86ef00, "hex");
	check_integer(facts, "l2c310.ways", 4, "count");
	check_text(facts, "l2c310.write_allocate", "unknown");
	CHECK(!facts_known(facts, "l2c310.revision"));
	CHECK(!facts_known(facts, "l2c310.replacement"));
	CHECK(!facts_known(facts, "l2c310.early_bresp"));
	discard(&made);
}

static void a_device_tree(void)
{
	static const char compatible[] = "vendor,l2\0arm,pl310-cache";
	struct made made = {0};
	struct facts *facts;

#define NODE "/proc/device-tree/soc/cache-controller@a02000/"
	put(&made, NODE "compatible", compatible, sizeof(compatible));
	put(&made, NODE "arm,shared-override", "", 0);
	put(&made, NODE "arm,tag-latency", "\0\0\0\4", 4);
	put(&made, NODE "prefetch-data", "\0\0\0\1", 4);
	put(&made, NODE "reg", "\0\xa0\x20\0", 4);
	put(&made, "/proc/device-tree/soc/other/arm,thing", "", 0);
	facts = look(&made);
	check_integer(facts, "l2c310.present", 1, "");
	check_text(facts, "l2c310.tree_compatible", "arm,pl310-cache");
	check_text(facts, "l2c310.tree_properties",
		   "arm,shared-override arm,tag-latency prefetch-data");
	check_text(facts, "l2c310.write_allocate_in_force", "unknown");
	CHECK(!facts_known(facts, "l2c310.aux_ctrl"));
	discard(&made);
}

static void nothing(void)
{
	struct made made = {0};
	struct facts *facts = look(&made);

	CHECK(!facts_known(facts, "l2c310.present"));
	discard(&made);
	made = (struct made){0};
	facts = look_at_log(&made, "nothing of it\n");
	CHECK(!facts_known(facts, "l2c310.present"));
	discard(&made);
	made = (struct made){0};
	facts = look_at_log(&made, "L2C-310: CACHE_ID 0x00000000, AUX_CTRL 0x00000000\n");
	CHECK(facts_known(facts, "l2c310.present"));
	check_integer(facts, "l2c310.present", 0, "");
	CHECK(!facts_known(facts, "l2c310.write_allocate"));
	discard(&made);
	made = (struct made){0};
	put(&made, "/proc/device-tree/x/compatible", "arm,pl310-cache-not", 20);
	facts = look(&made);
	CHECK(!facts_known(facts, "l2c310.present"));
	discard(&made);
}

static const struct test tests[] = {
	{"a-log-of-3-0", a_log_of_3_0},
	{"a-log-of-today", a_log_of_today},
	{"another-makers-bits-get-no-names", another_makers_bits_get_no_names},
	{"a-device-tree", a_device_tree},
	{"nothing", nothing},
};
TEST_MAIN(tests)
