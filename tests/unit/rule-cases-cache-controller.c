/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about the level 2 cache controller. */
#include "rule-cases.h"

#define LOG "/dmesg.txt"
#define OLD(aux)                                                             \
	"L310 cache controller enabled\n"                                    \
	"l2x0: 16 ways, CACHE_ID 0x410000c7, AUX_CTRL " aux ", Cache size: " \
	"1048576 B\n"
#define NEW(id, aux) "L2C-310: CACHE_ID " id ", AUX_CTRL " aux "\n"
#define VERSION_3_0 "Linux version 3.0.43-ipipe (a@b) #7\n"
#define ASKS "Memory policy: Data cache writealloc\n"
#define ASKS_NOT "Memory policy: Data cache writeback\n"
#define I_PIPE \
	"L2C: I-pipe: l2x0_write_allocate= not specified, defaults to 0 (disabled).\n"
#define ARMV7 "CPU architecture: 7\nCPU part\t: 0xc09\n"
#define OPTEE "/proc/device-tree/firmware/optee/method"

static const struct rule_case cases[] = {
	{"write-allocate",
	 RULE_UNKNOWN,
	 "in force|0x02070000|24:23 = 00|writealloc|depends on the load|2014|2018",
	 {{LOG, ASKS OLD("0x02070000")}}},
	{"write-allocate",
	 RULE_UNKNOWN,
	 "off:|0x02870000|24:23 = 01|not read back|depends on the load",
	 {{LOG, VERSION_3_0 ASKS OLD("0x02870000")}}},
	{"write-allocate",
	 RULE_UNKNOWN,
	 "off:|writeback|depends on the load",
	 {{LOG, ASKS_NOT OLD("0x02070000")}}},
	{"write-allocate",
	 RULE_UNKNOWN,
	 "in force|24:23 = 10|read back",
	 {{LOG, ASKS_NOT NEW("0x410000c7", "0x77470001")}}},
	{"write-allocate",
	 RULE_UNKNOWN,
	 "not known whether|0x02070000|no 'Memory policy' line",
	 {{LOG, OLD("0x02070000")}}},
	{"write-allocate",
	 RULE_UNKNOWN,
	 "AUX_CTRL is unknown",
	 {{LOG, ASKS "L2X0 cache controller enabled\n"}}},
	{"write-allocate",
	 RULE_UNKNOWN,
	 "other bits than an L2C-310",
	 {{LOG, ASKS "Aurora: CACHE_ID 0x00000100, AUX_CTRL 0x1a86ef00\n"}}},
	{"write-allocate", RULE_UNKNOWN, "no line of it", {{LOG, "Linux version 6.1\n"}}},
	{"write-allocate", RULE_UNKNOWN, "was not kept", {{"/proc/cpuinfo", ARMV7}}},
	{"write-allocate",
	 RULE_UNKNOWN,
	 "not known whether|no line of the controller",
	 {{"/proc/cpuinfo", ARMV7},
	  {"/proc/device-tree/soc/l2-cache@a02000/compatible", "arm,pl310-cache"}}},
	{"write-allocate",
	 RULE_NOT_APPLICABLE,
	 "not a 32-bit Arm",
	 {{"/proc/cpuinfo", "processor : 0\nvendor_id : GenuineIntel\n"}}},
	{"write-allocate",
	 RULE_NOT_APPLICABLE,
	 "not a 32-bit Arm",
	 {{"/proc/cpuinfo", "CPU architecture: 8\nCPU part\t: 0xd03\n"}}},
	{"write-allocate",
	 RULE_NOT_APPLICABLE,
	 "level 2 cache inside",
	 {{"/proc/cpuinfo", "CPU architecture: 7\nCPU part\t: 0xc07\n"}}},
	{"write-allocate",
	 RULE_NOT_APPLICABLE,
	 "CACHE_ID is 0",
	 {{LOG, ASKS NEW("0x00000000", "0x00000000")}}},

	{"l2c310-errata",
	 RULE_OK,
	 "r3p1-50rel0|752271|769419|works around",
	 {{LOG,
	   "L2C-310 errata 752271 769419 enabled\n" NEW("0x410000c7", "0x76470001")}}},
	/* Double linefill was off already: nothing to print. */
	{"l2c310-errata",
	 RULE_OK,
	 "752271|works around",
	 {{LOG, "L2C-310 erratum 769419 enabled\n" NEW("0x410000c7", "0x76470001")}}},
	{"l2c310-errata",
	 RULE_OK,
	 "r3p2 has none",
	 {{LOG, NEW("0x410000c8", "0x46420001")}}},
	{"l2c310-errata",
	 RULE_BAD,
	 "r3p1-50rel0|not for 769419",
	 {{LOG, NEW("0x410000c7", "0x76470001")}},
	 .is_note = true},
	{"l2c310-errata",
	 RULE_BAD,
	 "r2p0|not for 727915",
	 {{LOG, "L2C-310 erratum 769419 enabled\n" NEW("0x410000c4", "0x76470001")}},
	 .is_note = true},
	{"l2c310-errata",
	 RULE_BAD,
	 "r3p0|727915|753970|752271|not for 753970",
	 {{LOG,
	   "L2C-310 errata 727915 769419 enabled\n" NEW("0x410000c5", "0x76470001")}},
	 .is_note = true},
	{"l2c310-errata",
	 RULE_BAD,
	 "r1p0|588369|not for 588369",
	 {{LOG, "L2C-310 erratum 769419 enabled\n" NEW("0x410000c2", "0x36470000")}},
	 .is_note = true},
	{"l2c310-errata", RULE_UNKNOWN, "before 3.16", {{LOG, OLD("0x02070000")}}},
	{"l2c310-errata",
	 RULE_UNKNOWN,
	 "no CACHE_ID",
	 {{LOG, "L310 cache controller enabled\n"}}},
	{"l2c310-errata",
	 RULE_NOT_APPLICABLE,
	 "the L2C-310's",
	 {{LOG, "L220 cache controller enabled\nl2x0: 8 ways, CACHE_ID 0x41000086, "
		"AUX_CTRL 0x02020fff, Cache size: 131072 B\n"}}},
	{"l2c310-errata",
	 RULE_NOT_APPLICABLE,
	 "not a 32-bit Arm",
	 {{"/proc/cpuinfo", "processor : 0\nvendor_id : GenuineIntel\n"}}},
	{0},
};

static const struct rule_cannot cannot[] = {
	{"write-allocate", RULE_BAD, "its direction depends on the load"},
	{"write-allocate", RULE_OK, "its direction depends on the load"},
	{0},
};

const struct rule_case_table rule_cases_cache_controller = {cases, cannot};
