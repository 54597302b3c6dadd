/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * whylate l2c310 show: the controller that this machine's device tree names: its registers,
 * read only, against the kernel's log and command line. Where nothing names one, nothing is
 * read: what is at an address is not tried out.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cmd/doctor-input.h"
#include "cmd/l2c310-parts.h"
#include "l2c310/decode.h"
#include "report/l2c310-show.h"
#include "sys/device-tree.h"
#include "sys/kmod-l2c310.h"
#include "sys/physical.h"

/* Those whose registers are Arm's; others have other bits. */
static const char *const compatibles[] = {"arm,pl310-cache",
					  "brcm,bcm11351-a2-pl310-cache",
					  "arm,l220-cache", "arm,l210-cache", NULL};

/* What is worth showing; CACHE_ID first says which of them there are. */
static const enum l2c_register_id shown[] = {
	L2C_CACHE_ID,    L2C_CACHE_TYPE,   L2C_CTRL,     L2C_AUX_CTRL,
	L2C_TAG_LATENCY, L2C_DATA_LATENCY, L2C_PREFETCH, L2C_POWER,
};

enum { SHOWN_COUNT = sizeof(shown) / sizeof(shown[0]) };

/* Of that controller and release? */
static bool has(enum l2c_register_id id, uint32_t cache_id)
{
	return l2c_registers[id].controllers & l2c_controller_of(cache_id) &&
	       l2c_registers[id].since <= l2c_release_of(cache_id);
}

static bool is_arms(size_t index, uint32_t value)
{
	(void)index;
	return l2c_controller_of(value) != L2C_UNKNOWN;
}

static bool go_on(size_t index, uint32_t value)
{
	(void)index, (void)value;
	return true;
}

static void add_seen(struct l2c310_machine *machine, enum l2c_register_id id,
		     uint32_t cache_id, uint32_t value)
{
	struct l2c310_item *item = &machine->seen[machine->seen_count++];

	item->from = L2C310_FROM_NAME;
	item->controller = l2c_controller_of(cache_id);
	item->release = l2c_release_of(cache_id);
	l2c_decode(&item->decoding, id, item->controller, item->release, value);
}

/* CACHE_ID alone first: with another device there, no other word of it is touched. */
static int read_id(const struct root *root, uint64_t base, uint32_t *cache_id,
		   struct err *err)
{
	const uint16_t offset = l2c_registers[L2C_CACHE_ID].offset;

	if (physical_read(root, base, &offset, 1, cache_id, is_arms, err) < 0)
		return -1;
	if (!is_arms(0, *cache_id))
		return err_set(err, ERR_INPUT,
			       "0x%08x at 0x%08llx is no CACHE_ID of Arm's: another "
			       "device, or an emulator without the controller",
			       (unsigned)*cache_id, (unsigned long long)base);
	return 0;
}

static int read_through_memory(const struct root *root, struct l2c310_machine *machine,
			       struct err *err)
{
	enum l2c_register_id ids[L2C310_SEEN_MAX];
	uint16_t offsets[L2C310_SEEN_MAX];
	uint32_t values[L2C310_SEEN_MAX], cache_id = 0;
	size_t count = 0;
	int got;

	if (read_id(root, machine->base, &cache_id, err) < 0)
		return -1;
	for (size_t i = 0; i < SHOWN_COUNT; i++)
		if (has(shown[i], cache_id)) {
			ids[count] = shown[i];
			offsets[count++] = l2c_registers[shown[i]].offset;
		}
	got = physical_read(root, machine->base, offsets, count, values, go_on, err);
	for (int i = 0; i < got; i++)
		add_seen(machine, ids[i], cache_id, values[i]);
	if (got < 0)
		return -1;
	machine->through = "/dev/mem";
	return 0;
}

/* false: no module, or it has other things to say. */
static bool read_through_module(const struct root *root, struct l2c310_machine *machine)
{
	struct kmod_register registers[KMOD_L2C310_ROOM];
	struct err ignored = {0};
	uint64_t base;
	int got = kmod_read_l2c310(root, &base, registers, &ignored);

	if (got <= 0 || registers[0].offset != l2c_registers[L2C_CACHE_ID].offset ||
	    !is_arms(0, registers[0].value) || base != machine->base)
		return false;
	for (int i = 0; i < got; i++)
		for (size_t k = 0; k < SHOWN_COUNT; k++)
			if (registers[i].offset == l2c_registers[shown[k]].offset &&
			    has(shown[k], registers[0].value))
				add_seen(machine, shown[k], registers[0].value,
					 registers[i].value);
	machine->through = "/dev/whylate";
	return true;
}

static int read_registers(const struct root *root, struct l2c310_machine *machine,
			  struct err *err)
{
	return read_through_module(root, machine)
		       ? 0
		       : read_through_memory(root, machine, err);
}

static void read_setup(const struct setup *setup, struct l2c310_machine *machine)
{
	const struct setup_file *log = setup_find(setup, SETUP_LOG);
	const char *command_line = setup_text(setup, "/proc/cmdline");

	if (log && !log->error)
		l2c_log_scan(&machine->log, log->text, log->length);
	machine->parameter =
		command_line ? l2c_parameter_in(command_line, strlen(command_line))
			     : machine->log.parameter;
}

/* What is not known of it, in words; NULL: registers are to be read. */
static const char *look_into_tree(const struct root *root, struct device_tree_node *node,
				  struct l2c310_machine *machine)
{
	int found = device_tree_find(root, compatibles, node);

	if (found <= 0)
		return found < 0 ? "there is no device tree that would tell where the "
				   "controller is"
				 : "the device tree has no such controller";
	machine->compatible = node->compatible;
	machine->node = str_text(&node->path);
	machine->has_base = node->has_address;
	machine->base = node->address;
	if (!node->has_address)
		return node->why;
	return root_is_this_machine(root) ? NULL : "a collected tree has no registers";
}

/* Neither device tree nor log know of one. */
static int say_there_is_none(const struct l2c310_machine *machine, struct err *err)
{
	return err_set(err, ERR_INPUT,
		       "%s has no L2C-310, L220 or L210 as far as can be told: %s, and "
		       "the kernel's log has no line of one",
		       machine->about, machine->why_no_registers);
}

static int show(const struct l2c310_options *options, const struct root *root,
		struct l2c310_machine *machine, struct err *err)
{
	struct device_tree_node node = {0};
	CLEANUP(doc_free) struct doc doc = {0};
	struct err refused = {0};
	int status = 0;

	machine->why_no_registers = look_into_tree(root, &node, machine);
	if (!machine->why_no_registers && read_registers(root, machine, &refused) < 0)
		machine->why_no_registers = refused.text;
	if (!machine->seen_count && !machine->log.found && !machine->compatible) {
		status = say_there_is_none(machine, err);
	} else {
		bool contradicts = l2c310_show_doc(&doc, machine);

		status = l2c310_print(options, &doc, err);
		if (!status && contradicts)
			status = 1;
	}
	device_tree_node_free(&node);
	return status;
}

/* A value, or a run file, whose set-up it cannot look into by itself. */
static int refuse_operand(const char *operand, struct err *err)
{
	if (access(operand, F_OK) == 0)
		return err_set(err, ERR_INPUT,
			       "'%s': show reads this machine, no file; of a run: "
			       "'whylate show --unpack-setup DIR RUN', then 'whylate "
			       "l2c310 show --sysroot DIR'; of a log: 'whylate l2c310 "
			       "decode --dmesg FILE'",
			       operand);
	return err_set(err, ERR_INPUT,
		       "'%s': show takes no values; it reads those of this machine; "
		       "'whylate l2c310 decode' takes them",
		       operand);
}

int l2c310_show(const struct l2c310_options *options, char **operands, size_t count,
		struct err *err)
{
	CLEANUP(doctor_input_free) struct doctor_input input = {0};
	CLEANUP(str_free) struct str path = {0};
	struct l2c310_machine machine = {.about = "this machine"};
	struct root root = {""};

	if (count)
		return refuse_operand(operands[0], err);
	if (options->sysroot) {
		if (root_choose(options->sysroot, &path, err) < 0)
			return -1;
		machine.about = options->sysroot;
		root.path = str_text(&path);
	}
	if (doctor_read_machine(&input, options->sysroot, err) < 0)
		return -1;
	read_setup(&input.setup, &machine);
	return show(options, &root, &machine, err);
}
