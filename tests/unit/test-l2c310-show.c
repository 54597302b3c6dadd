/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sys/device-tree.c and sys/physical.c on files made here, and l2c310/agreement.c. */
#include <stdlib.h>
#include <sys/stat.h>

#include "base/bytes.h"
#include "l2c310/agreement.h"
#include "sys/device-tree.h"
#include "sys/physical.h"
#include "test.h"

static const char *const words[] = {"arm,pl310-cache", NULL};

/* A file of a made tree: PATH below proc/device-tree, and the folders above it. */
static void put(const char *root, const char *path, const void *bytes, size_t count)
{
	char whole[300];
	FILE *file;

	snprintf(whole, sizeof(whole), "%s/proc/device-tree/%s", root, path);
	for (char *at = strchr(whole + 1, '/'); at; at = strchr(at + 1, '/')) {
		*at = '\0';
		mkdir(whole, 0755);
		*at = '/';
	}
	file = fopen(whole, "w");
	CHECK(file && fwrite(bytes, 1, count, file) == count && fclose(file) == 0);
}

static void put_cells(const char *root, const char *path, const uint32_t *cells,
		      size_t count)
{
	uint8_t bytes[64];

	for (size_t i = 0; i < 4 * count; i++)
		bytes[i] = (uint8_t)(cells[i / 4] >> (24 - 8 * (i % 4)));
	put(root, path, bytes, 4 * count);
}

#define CELLS(...) (const uint32_t[]){__VA_ARGS__}, sizeof((uint32_t[]){__VA_ARGS__}) / 4

static void make_node(const char *root, const char *node)
{
	static const char compatible[] = "other,cache\0arm,pl310-cache";
	char path[200];

	snprintf(path, sizeof(path), "%s/compatible", node);
	put(root, path, compatible, sizeof(compatible));
	snprintf(path, sizeof(path), "%s/reg", node);
	put_cells(root, path, CELLS(0x00a02000, 0x1000));
}

/* What is found: 0 or 1 or -1, and the address or why there is none. */
static void expect(const char *root, int found, const char *path, uint64_t address,
		   const char *why)
{
	struct device_tree_node node;
	const struct root at = {root};

	CHECK_INT(device_tree_find(&at, words, &node), found);
	if (found == 1) {
		CHECK_TEXT(str_text(&node.path), path);
		CHECK_INT(node.has_address, why == NULL);
		if (why)
			CHECK_TEXT(node.why, why);
		else
			CHECK_INT((int64_t)node.address, (int64_t)address);
	}
	device_tree_node_free(&node);
}

static void remove_tree(const char *root)
{
	char command[200];

	snprintf(command, sizeof(command), "rm -rf '%s'", root);
	CHECK_INT(system(command), 0);
}

static void tree_of_imx6(void)
{
	char root[] = "/tmp/whylate-tree-XXXXXX";

	CHECK(mkdtemp(root) != NULL);
	expect(root, -1, "", 0, NULL);
	put_cells(root, "#address-cells", CELLS(1));
	put(root, "soc/name", "soc", 4);
	put_cells(root, "soc/#address-cells", CELLS(1));
	put_cells(root, "soc/#size-cells", CELLS(1));
	expect(root, 0, "", 0, NULL);
	make_node(root, "soc/cache-controller@a02000");
	expect(root, 1, "/soc/cache-controller@a02000", 0,
	       "no ranges lead from the node to the CPUs");
	put(root, "soc/ranges", "", 0);
	expect(root, 1, "/soc/cache-controller@a02000", 0x00a02000, NULL);
	put(root, "soc/cache-controller@a02000/status", "disabled", 9);
	expect(root, 0, "", 0, NULL);
	remove_tree(root);
}

/* A bus at another address, and one of 64 bits around it. */
static void tree_with_ranges(void)
{
	char root[] = "/tmp/whylate-tree-XXXXXX";

	CHECK(mkdtemp(root) != NULL);
	put_cells(root, "#address-cells", CELLS(2));
	put_cells(root, "#size-cells", CELLS(1));
	put_cells(root, "bus/#address-cells", CELLS(1));
	put_cells(root, "bus/#size-cells", CELLS(1));
	make_node(root, "bus/l2@a02000");
	put_cells(root, "bus/ranges",
		  CELLS(0, 0, 0x50000000, 0x1000, 0x00a00000, 1, 0x40000000, 0x10000));
	expect(root, 1, "/bus/l2@a02000", 0x140002000, NULL);
	put_cells(root, "bus/ranges", CELLS(0, 0, 0x50000000, 0x1000));
	expect(root, 1, "/bus/l2@a02000", 0, "no ranges lead from the node to the CPUs");
	put_cells(root, "bus/ranges", CELLS(0, 0, 0x50000000));
	expect(root, 1, "/bus/l2@a02000", 0, "no ranges lead from the node to the CPUs");
	put(root, "bus/l2@a02000/reg", "ab", 2);
	expect(root, 1, "/bus/l2@a02000", 0,
	       "the node's reg is not as #address-cells has it");
	remove_tree(root);
}

static enum l2c_answer with_parameter_of(uint32_t aux, enum l2c_parameter parameter,
					 enum l2c_ipipe ipipe)
{
	const struct l2c_log log = {.ipipe = ipipe};
	struct l2c_agreement agreement;

	l2c_agree_with_parameter(&agreement, true, aux, &log, parameter);
	CHECK(*agreement.why != '\0');
	return agreement.answer;
}

static enum l2c_answer with_parameter(uint32_t aux, enum l2c_parameter parameter)
{
	return with_parameter_of(aux, parameter, L2C_IPIPE_NOT_TOLD);
}

static void register_and_parameter(void)
{
	const uint32_t off = 0x02870000, pages = 0x02070000, on = 0x03070000;

	CHECK_INT(with_parameter(off, L2C_PARAMETER_OFF), L2C_ANSWER_YES);
	CHECK_INT(with_parameter(pages, L2C_PARAMETER_OFF), L2C_ANSWER_NO);
	CHECK_INT(with_parameter(on, L2C_PARAMETER_ON), L2C_ANSWER_YES);
	CHECK_INT(with_parameter(pages, L2C_PARAMETER_ON), L2C_ANSWER_NO);
	CHECK_INT(with_parameter_of(pages, L2C_PARAMETER_ON, L2C_IPIPE_ON),
		  L2C_ANSWER_YES);
	CHECK_INT(with_parameter_of(off, L2C_PARAMETER_ON, L2C_IPIPE_ON), L2C_ANSWER_NO);
	CHECK_INT(with_parameter(off, L2C_PARAMETER_ON), L2C_ANSWER_NO);
	CHECK_INT(with_parameter(off, L2C_PARAMETER_DEFAULT), L2C_ANSWER_YES);
	CHECK_INT(with_parameter(off, L2C_PARAMETER_OTHER), L2C_ANSWER_NO);
	CHECK_INT(with_parameter(off, L2C_PARAMETER_NONE), L2C_ANSWER_UNKNOWN);
}

static void register_and_log(void)
{
	struct l2c_log log = {.found = true};
	struct l2c_agreement agreement;

	l2c_agree_with_log(&agreement, true, 0x02870000, &log);
	CHECK_INT(agreement.answer, L2C_ANSWER_UNKNOWN);
	log.has_aux = true;
	log.aux_ctrl = 0x02870000;
	l2c_agree_with_log(&agreement, true, 0x02870000, &log);
	CHECK_INT(agreement.answer, L2C_ANSWER_YES);
	l2c_agree_with_log(&agreement, true, 0x02070000, &log);
	CHECK_INT(agreement.answer, L2C_ANSWER_NO);
	l2c_agree_with_log(&agreement, false, 0, &log);
	CHECK_INT(agreement.answer, L2C_ANSWER_UNKNOWN);
}

static bool while_not_7(size_t index, uint32_t value)
{
	(void)index;
	return value != 7;
}

/* A file in place of /dev/mem: words from 0x1000 on, and an end behind which nothing answers. */
static void words_of_a_device(void)
{
	static const uint16_t offsets[] = {0x000, 0x104, 0x008, 0x00c};
	char root[] = "/tmp/whylate-mem-XXXXXX", path[100];
	uint32_t page[2048] = {0}, values[4] = {0};
	const struct root at = {root};
	struct err err = {0};
	FILE *file;

	page[1024] = 5;
	page[1024 + 0x104 / 4] = 6;
	page[1024 + 0x008 / 4] = 7;
	CHECK(mkdtemp(root) != NULL);
	CHECK_INT(physical_read(&at, 0x1000, offsets, 4, values, while_not_7, &err), -1);
	CHECK_TEXT(err.text, "this kernel has no /dev/mem (CONFIG_DEVMEM)");
	snprintf(path, sizeof(path), "%s/dev", root);
	mkdir(path, 0755);
	snprintf(path, sizeof(path), "%s/dev/mem", root);
	file = fopen(path, "w");
	CHECK(file && fwrite(page, sizeof(page), 1, file) == 1 && fclose(file) == 0);
	CHECK_INT(physical_read(&at, 0x1000, offsets, 4, values, while_not_7, &err), 3);
	CHECK_INT(values[0] == 5 && values[1] == 6 && values[2] == 7, 1);
	CHECK_INT(physical_read(&at, 0x2000, offsets, 4, values, while_not_7, &err), -1);
	CHECK_TEXT(err.text, "nothing answers at 0x00002000: reading there ended in 'Bus "
			     "error'");
	CHECK_INT(physical_read(&at, 0x1004, offsets, 4, values, while_not_7, &err), -1);
	CHECK_TEXT(err.text, "0x1004 is no address of a page");
	remove_tree(root);
}

static const struct test tests[] = {
	{"tree of an i.MX6", tree_of_imx6},
	{"tree with ranges", tree_with_ranges},
	{"words of a device", words_of_a_device},
	{"register and parameter", register_and_parameter},
	{"register and log", register_and_log},
};
TEST_MAIN(tests)
