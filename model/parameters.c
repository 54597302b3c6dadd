/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/parameters.h"

#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(struct parameters, member)

/* clang-format off */
const struct parameter parameter_rows[] = {
	{"core-mhz", "MHz", AT(core_mhz), 996, 100, 2000, false, false,
	 "i.MX6Q data sheet: 792 to 996"},
	{"instruction-millicycles", "cycles/1000", AT(instruction_millicycles), 1000, 250, 4000,
	 false, false, "assumed: one instruction a cycle where nothing is waited for"},
	{"load-hit-cycles", "cycles", AT(load_hit_cycles), 1, 0, 4, false, false,
	 "7-cpu.com: 4 from a load to its use; assumed: 3 of them hidden"},
	{"l1-bytes", "bytes", AT(l1_bytes), 32 << 10, 4 << 10, 256 << 10, true, false,
	 "i.MX6Q reference manual: 32 KiB each for instructions and data"},
	{"l1-ways", "ways", AT(l1_ways), 4, 1, 16, true, false, "Cortex-A9 TRM, DDI 0388"},
	{"micro-tlb-entries", "entries", AT(micro_tlb_entries), 32, 1, 64, false, false,
	 "Cortex-A9 TRM: 32 for data, 32 or 64 for instructions"},
	{"main-tlb-entries", "entries", AT(main_tlb_entries), 128, 2, 1024, true, false,
	 "Cortex-A9 TRM: 2 ways of 64"},
	{"main-tlb-cycles", "cycles", AT(main_tlb_cycles), 7, 0, 100, false, false,
	 "7-cpu.com, Cortex-A9: a miss of the first TLB"},
	{"walk-cycles", "cycles", AT(walk_cycles), 7, 0, 1000, false, false,
	 "7-cpu.com, Cortex-A9: a miss of the second TLB, descriptors in the cache"},
	{"l1-store-slots", "slots", AT(l1_store_slots), 4, 1, 16, false, false,
	 "Cortex-A9 TRM: store buffer of 4 x 64 bits"},
	{"l1-fill-buffers", "lines", AT(l1_fill_buffers), 2, 1, 16, false, false,
	 "Cortex-A9 TRM: 2 line fill buffers"},
	{"l1-eviction-buffers", "lines", AT(l1_eviction_buffers), 1, 1, 16, false, false,
	 "Cortex-A9 TRM: 1 eviction buffer"},
	{"streaming-lines", "lines", AT(streaming_lines), 4, 1, 1000000, false, false,
	 "assumed: full lines in a row before level 1 stops allocating; the TRM says 'several'"},
	{"l2-aux-ctrl", "register", AT(l2_aux_ctrl), 0x02070000, 0, 0x7fffffff, false, true,
	 "i.MX6Q: reset value; 16 ways of 64 KiB, round robin, no prefetch"},
	{"l2-hit-cycles", "cycles", AT(l2_hit_cycles), 23, 5, 100, false, false,
	 "7-cpu.com, Exynos 4210"},
	{"l2-busy-cycles", "cycles", AT(l2_busy_cycles), 8, 0, 100, false, false,
	 "7-cpu.com: 7 to 8.7 cycles a line from level 2"},
	{"l2-fill-buffers", "lines", AT(l2_fill_buffers), 4, 1, 16, false, false,
	 "L2C-310 TRM, DDI 0246"},
	{"l2-eviction-buffers", "lines", AT(l2_eviction_buffers), 3, 1, 16, false, false,
	 "L2C-310 TRM"},
	{"l2-store-slots", "lines", AT(l2_store_slots), 3, 1, 16, false, false, "L2C-310 TRM"},
	{"l2-prefetch-lines", "lines", AT(l2_prefetch_lines), 1, 1, 32, false, false,
	 "L2C-310 TRM: offset 0 is the next line; acts with AUX_CTRL bits 28 and 29"},
	{"dram-row-miss-ns", "ns", AT(dram_row_miss_ns), 110, 20, 1000, false, false,
	 "7-cpu.com: level 2 and 110 ns"},
	{"dram-row-hit-ns", "ns", AT(dram_row_hit_ns), 83, 10, 1000, false, false,
	 "derived: less tRP and tRCD of DDR3-1066, 13.1 ns each"},
	{"dram-banks", "banks", AT(dram_banks), 8, 1, 64, true, false, "DDR3, JESD79-3"},
	{"dram-row-bytes", "bytes", AT(dram_row_bytes), 8192, 64, 1 << 20, true, false,
	 "four x16 DDR3 devices of 2 KiB a row"},
	{"dram-mbytes-per-s", "MB/s", AT(dram_mbytes_per_s), 1000, 50, 20000, false, false,
	 "i.MX6Q: 475 to 2018 observed (criticallink wiki)"},
	{"dram-queue-lines", "lines", AT(dram_queue_lines), 8, 1, 256, false, false,
	 "assumed: writes that wait for reads before reads wait for them"},
	{"device-read-ns", "ns", AT(device_read_ns), 50, 0, 2000, false, false,
	 "assumed: interrupt controller and timer, the same under every policy"},
	{"masters-write-mbytes-per-s", "MB/s", AT(masters_write_mbytes_per_s), 0, 0, 20000, false,
	 false, "a question: other masters that write whole lines through level 2"},
	{"masters-read-mbytes-per-s", "MB/s", AT(masters_read_mbytes_per_s), 0, 0, 20000, false,
	 false, "a question: other masters that read through level 2"},
	{"masters-buffer-kib", "KiB", AT(masters_buffer_kib), 8192, 1, 65536, false, false,
	 "a question: how much memory each of these two goes through"},
	{0},
};
/* clang-format on */

static int64_t *value_of(const struct parameter *row, struct parameters *parameters)
{
	return (int64_t *)(void *)((char *)parameters + row->offset);
}

void parameters_set_defaults(struct parameters *parameters)
{
	for (const struct parameter *row = parameter_rows; row->name; row++)
		*value_of(row, parameters) = row->usual;
}

static const struct parameter *find_row(const char *name, size_t length)
{
	for (const struct parameter *row = parameter_rows; row->name; row++)
		if (strlen(row->name) == length && !memcmp(row->name, name, length))
			return row;
	return NULL;
}

static int check_value(const struct parameter *row, int64_t value, struct err *err)
{
	if (value < row->least || value > row->most)
		return err_set(err, ERR_INPUT, "%s must be %lld to %lld %s, not %lld",
			       row->name, (long long)row->least, (long long)row->most,
			       row->unit, (long long)value);
	if (row->power_of_two && (value & (value - 1)))
		return err_set(err, ERR_INPUT,
			       "%s must be a power of two of %s, not %lld", row->name,
			       row->unit, (long long)value);
	return 0;
}

/* One line, without its end and comment. */
static int take_line(struct parameters *parameters, const char *line, size_t length,
		     struct err *err)
{
	static const char blanks[] = " \t\r";
	char text[128], *rest;
	const struct parameter *row;
	size_t name;
	int64_t value;

	while (length && strchr(blanks, line[length - 1]))
		length--;
	while (length && strchr(blanks, *line))
		line++, length--;
	if (!length)
		return 0;
	if (length >= sizeof(text) || memchr(line, 0, length))
		return err_set(err, ERR_INPUT, "this is no 'NAME = VALUE'");
	memcpy(text, line, length);
	text[length] = 0;
	name = strcspn(text, " \t=");
	row = find_row(text, name);
	if (!row)
		return err_set(err, ERR_INPUT, "there is no parameter '%.*s'",
			       name < 60 ? (int)name : 60, text);
	rest = text + name + strspn(text + name, blanks);
	if (*rest++ != '=')
		return err_set(err, ERR_INPUT, "'=' and a value are missing behind %s",
			       row->name);
	rest += strspn(rest, blanks);
	if (!*rest || rest[strspn(rest, "-0123456789abcdefxABCDEF")])
		return err_set(err, ERR_INPUT, "%s has no whole number", row->name);
	value = strtoll(rest, &rest, row->hexadecimal ? 16 : 10);
	if (*rest)
		return err_set(err, ERR_INPUT, "%s has no whole number", row->name);
	*value_of(row, parameters) = value;
	return check_value(row, value, err);
}

/* What single values cannot tell. */
static int check_together(const struct parameters *parameters, struct err *err)
{
	if (parameters->dram_row_hit_ns > parameters->dram_row_miss_ns)
		return err_set(err, ERR_INPUT,
			       "dram-row-hit-ns is above dram-row-miss-ns");
	if (parameters->l1_bytes < parameters->l1_ways * 32)
		return err_set(err, ERR_INPUT, "l1-bytes are not a line for each way");
	return 0;
}

int parameters_read(struct parameters *parameters, const char *name, const char *text,
		    struct err *err)
{
	int number = 1;

	for (; *text; number++) {
		size_t length = strcspn(text, "\n"), used = strcspn(text, "#\n");

		if (take_line(parameters, text, used, err))
			return err_prefix(err, "%s, line %d", name, number);
		text += length + (text[length] == '\n');
	}
	if (check_together(parameters, err))
		return err_prefix(err, "%s", name);
	return 0;
}

void parameters_add_text(struct str *out, const struct parameters *parameters)
{
	for (const struct parameter *row = parameter_rows; row->name; row++) {
		int64_t value =
			*(const int64_t *)(const void *)((const char *)parameters +
							 row->offset);

		str_addf(out, row->hexadecimal ? "%s 0x%08llx\n" : "%s %lld\n", row->name,
			 (long long)value);
	}
}
