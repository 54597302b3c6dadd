/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the timing model is told: parameters, policies, symbols; and that the docs say the same. */
#include "test.h"

#include <stdlib.h>

#include "base/io.h"
#include "model/policy.h"
#include "model/symbols.h"

static const char kallsyms[] = "c0300000 T _stext\n"
			       "c0300100 T memcpy\n"
			       "c0300100 W __memcpy\n"
			       "c0300200 T hrtimer_interrupt\n"
			       "c0300300 t __schedule\n"
			       "c0300400 t do_nanosleep\n"
			       "c0300500 T sys_clock_gettime\n"
			       "c0300500 T __se_sys_clock_gettime\n"
			       "c0300600 d jiffies\n"
			       "bf000000 t hello\t[module]\n";

static void refuse(const char *text, const char *words)
{
	struct parameters parameters;
	struct err err = {0};

	parameters_set_defaults(&parameters);
	CHECK_INT(parameters_read(&parameters, "file", text, &err), -1);
	CHECK_TEXT(err.text, words);
}

static void defaults_are_in_range(void)
{
	struct parameters parameters;
	struct err err = {0};

	parameters_set_defaults(&parameters);
	CHECK_INT(parameters_read(&parameters, "file", "", &err), 0);
	for (const struct parameter *row = parameter_rows; row->name; row++) {
		CHECK(row->usual >= row->least && row->usual <= row->most);
		CHECK(*row->unit && *row->source);
		CHECK(!row->power_of_two || !(row->usual & (row->usual - 1)));
	}
}

static void a_file_is_read(void)
{
	struct parameters parameters;
	struct err err = {0};

	parameters_set_defaults(&parameters);
	CHECK_INT(parameters_read(&parameters, "file",
				  "# a comment\n\n core-mhz = 792 # slow\n"
				  "l2-aux-ctrl=0x02050000\r\nstreaming-lines =8",
				  &err),
		  0);
	CHECK_INT(parameters.core_mhz, 792);
	CHECK_INT(parameters.l2_aux_ctrl, 0x02050000);
	CHECK_INT(parameters.streaming_lines, 8);
	CHECK_INT(parameters.l2_hit_cycles, 23);
}

static void bad_files_are_refused(void)
{
	refuse("\nl3-bytes = 1\n", "file, line 2: there is no parameter 'l3-bytes'");
	refuse("l2-hit-cycles = -3",
	       "file, line 1: l2-hit-cycles must be 5 to 100 cycles, not -3");
	refuse("l1-bytes = 24576",
	       "file, line 1: l1-bytes must be a power of two of bytes, not 24576");
	refuse("core-mhz 5", "file, line 1: '=' and a value are missing behind core-mhz");
	refuse("core-mhz = fast", "file, line 1: core-mhz has no whole number");
	refuse("core-mhz = 5.5", "file, line 1: core-mhz has no whole number");
	refuse("core-mhz = 99999999999999999999",
	       "file, line 1: core-mhz must be 100 to 2000 MHz, not 9223372036854775807");
	refuse("dram-row-hit-ns = 300",
	       "file: dram-row-hit-ns is above dram-row-miss-ns");
	refuse("=", "file, line 1: there is no parameter ''");
}

static void policies(void)
{
	struct parameters parameters;
	struct policy list[POLICIES_MAX];
	struct err err = {0};

	parameters_set_defaults(&parameters);
	CHECK_INT(policies_parse(list, "wa-on,wa-off,lockdown=f000:0x0fff", &parameters,
				 &err),
		  3);
	CHECK_INT(list[0].aux_ctrl, 0x03070000);
	CHECK_INT(list[1].aux_ctrl, 0x02870000);
	CHECK_INT(list[2].locked_data, 0xf000);
	CHECK_INT(list[2].locked_instructions, 0x0fff);
	CHECK(list[2].fixes_lockdown);
	CHECK_INT(policies_parse(list, "wa-maybe", &parameters, &err), -1);
	CHECK_TEXT(err.text, "no policy 'wa-maybe'; they are: wa-on, wa-off, "
			     "lockdown=DATA:INSTRUCTIONS");
	CHECK_INT(policies_parse(list, "wa-on,wa-on", &parameters, &err), -1);
	CHECK_TEXT(err.text, "policy 'wa-on' comes twice");
	CHECK_INT(policies_parse(list, "lockdown=10000:0", &parameters, &err), -1);
	CHECK_INT(policies_parse(list, "lockdown=1", &parameters, &err), -1);
	CHECK_INT(policies_parse(list, "lockdown=-1:0", &parameters, &err), -1);
	CHECK_INT(policies_parse(list, "", &parameters, &err), -1);
}

static const char *name_at(const struct symbols *symbols, uint32_t address)
{
	return symbols->functions[symbols_find(symbols, address)].name;
}

static void symbols(void)
{
	struct symbols symbols;
	struct err err = {0};
	uint32_t copy;

	CHECK_INT(symbols_read(&symbols, "kallsyms", kallsyms, &err), 0);
	CHECK_TEXT(name_at(&symbols, 0x1f828), "[user]");
	CHECK_TEXT(name_at(&symbols, 0xbf000010), "hello");
	CHECK_TEXT(name_at(&symbols, 0xc03002fc), "hrtimer_interrupt");
	CHECK_TEXT(name_at(&symbols, 0xc0300600), "__se_sys_clock_gettime");
	CHECK_TEXT(name_at(&symbols, 0xffff0018), "[vectors]");
	CHECK_TEXT(name_at(&symbols, 0xbe000000), "[unknown]");
	copy = symbols_find(&symbols, 0xc0300104);
	CHECK(symbols.functions[copy].copies);
	symbols_free(&symbols);
}

static void symbols_that_are_none(void)
{
	struct symbols symbols;
	struct err err = {0};

	CHECK_INT(symbols_read(&symbols, "map", "", &err), -1);
	CHECK(strstr(err.text, "map has no function with which the phase 'timer'"));
	symbols_free(&symbols);
	CHECK_INT(symbols_read(&symbols, "map", "c0300000 T _stext\nnonsense\n", &err),
		  -1);
	CHECK_TEXT(err.text,
		   "map, line 2: no 'ADDRESS TYPE NAME', as /proc/kallsyms has it");
	symbols_free(&symbols);
	/* What a kernel tells who may not see addresses. */
	CHECK_INT(symbols_read(&symbols, "map", "00000000 T hrtimer_interrupt\n", &err),
		  -1);
	symbols_free(&symbols);
}

/* docs/model.md has a row "| NAME | UNIT | DEFAULT | RANGE |" for each. */
static void docs_have_every_parameter(void)
{
	CLEANUP(str_free) struct str text = {0}, path = {0};
	struct err err = {0};

	str_addf(&path, "%s/docs/model.md", getenv("SOURCE_ROOT"));
	CHECK_INT(io_read_file(str_text(&path), 1 << 20, &text, &err), 0);
	for (const struct parameter *row = parameter_rows; row->name; row++) {
		CLEANUP(str_free) struct str line = {0};

		if (row->hexadecimal)
			str_addf(&line,
				 "| `%s` | %s | 0x%08llx | 0x%llx to 0x%llx | %s |",
				 row->name, row->unit, (long long)row->usual,
				 (long long)row->least, (long long)row->most,
				 row->source);
		else
			str_addf(&line, "| `%s` | %s | %lld | %lld to %lld%s | %s |",
				 row->name, row->unit, (long long)row->usual,
				 (long long)row->least, (long long)row->most,
				 row->power_of_two ? ", power of two" : "", row->source);
		if (!strstr(str_text(&text), str_text(&line)))
			CHECK_TEXT("docs/model.md has not", str_text(&line));
	}
}

static const struct test tests[] = {
	{"defaults are in range", defaults_are_in_range},
	{"a file is read", a_file_is_read},
	{"bad files are refused", bad_files_are_refused},
	{"policies", policies},
	{"symbols", symbols},
	{"symbols that are none", symbols_that_are_none},
	{"docs have every parameter", docs_have_every_parameter},
};

TEST_MAIN(tests)
