/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The model as a plugin of QEMU's TCG: the only file that calls QEMU. QEMU has one of it, on one
 * emulated core and one thread.
 *
 *   -plugin MODEL.so,output=FILE,symbols=FILE[,policies=A;B][,parameters=FILE]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "model/model.h"
#include "model/qemu-plugin-api.h"

#define EXPORT __attribute__((visibility("default")))

enum { REGISTERS = 15 };

struct plugin {
	struct model model;
	struct arena arena; /* of struct code */
	struct qemu_plugin_register *registers[REGISTERS];
	struct glib_array *bytes;
	uintptr_t ram; /* where the guest's memory begins in QEMU; 0: not known yet */
};

/* Instructions whose operand is a register that is to be read. */
struct reading {
	struct plugin *plugin;
	int number;
};

/* Some of QEMU's callbacks carry no pointer of ours. */
static struct plugin *plugin;

EXPORT int qemu_plugin_version = QEMU_API_VERSION;

static uint32_t read_register(int number)
{
	uint32_t value = 0;

	g_byte_array_set_size(plugin->bytes, 0);
	if (!plugin->registers[number] ||
	    qemu_plugin_read_register(plugin->registers[number], plugin->bytes) <= 0 ||
	    plugin->bytes->length < sizeof(value))
		return 0;
	memcpy(&value, plugin->bytes->data, sizeof(value));
	return value;
}

static void on_code(unsigned int cpu, void *data)
{
	(void)cpu;
	model_execute(&plugin->model, data);
}

static void on_task(unsigned int cpu, void *data)
{
	const struct reading *reading = data;

	(void)cpu;
	model_switch(&plugin->model, read_register(reading->number));
}

static void on_marker(unsigned int cpu, void *data)
{
	(void)cpu;
	(void)data;
	model_mark(&plugin->model, (int32_t)read_register(0));
}

static uint32_t low_word(struct qemu_mem_value value)
{
	return value.type == 0   ? value.data.u8
	       : value.type == 1 ? value.data.u16
				 : value.data.u32;
}

static void on_sleep(unsigned int cpu, void *data)
{
	(void)cpu;
	(void)data;
	model_sleep(&plugin->model);
}

static void on_memory(unsigned int cpu, uint32_t info, uint64_t vaddr, void *data)
{
	const bool is_store = qemu_plugin_mem_is_store(info);
	const struct qemu_plugin_hwaddr *place;
	uint64_t address;

	(void)cpu;
	if (!model_wants(&plugin->model, (uint32_t)vaddr))
		return;
	place = qemu_plugin_get_hwaddr(info, vaddr);
	if (!place)
		return;
	address = qemu_plugin_hwaddr_phys_addr(place);
	if (qemu_plugin_hwaddr_is_io(place))
		model_access_device(&plugin->model, address, is_store,
				    is_store ? low_word(qemu_plugin_mem_get_value(info))
					     : 0);
	else
		model_access(&plugin->model, data, address, (uint32_t)vaddr,
			     1U << qemu_plugin_mem_size_shift(info), is_store);
}

static uint32_t word_of(const struct qemu_plugin_insn *insn)
{
	uint32_t word = 0;

	qemu_plugin_insn_data(insn, &word, sizeof(word));
	return word;
}

static bool is_marker(const struct qemu_plugin_tb *tb, size_t at)
{
	const struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, at), *next;

	if (at + 1 == qemu_plugin_tb_n_insns(tb))
		return false;
	next = qemu_plugin_tb_get_insn(tb, at + 1);
	return guest_is_marker(word_of(insn), word_of(next),
			       qemu_plugin_insn_size(insn) == 2);
}

static bool is_sleep(const struct qemu_plugin_tb *tb, size_t at)
{
	const struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, at);

	return guest_is_sleep(word_of(insn), qemu_plugin_insn_size(insn) == 2);
}

/*
 * QEMU tells where code is in its own memory. That of the kernel's linear map is known to the
 * guest, so the distance between the two is.
 */
static uint64_t address_of(const struct qemu_plugin_insn *insn)
{
	uint32_t vaddr = (uint32_t)qemu_plugin_insn_vaddr(insn);
	uintptr_t host = (uintptr_t)qemu_plugin_insn_haddr(insn);
	bool is_linear = vaddr >= GUEST_LINEAR && vaddr < GUEST_LINEAR_END;

	if (!plugin->ram && is_linear && host)
		plugin->ram = host - (vaddr - GUEST_LINEAR);
	if (plugin->ram && host)
		return GUEST_RAM + (host - plugin->ram);
	return GUEST_RAM + (vaddr & 0x0fffffff);
}

static size_t length_of_run(const struct qemu_plugin_tb *tb, size_t from)
{
	size_t count = qemu_plugin_tb_n_insns(tb), at = from + 1;
	uint64_t line = qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, from)) /
			CACHE_LINE_BYTES;

	while (at < count && !is_marker(tb, at) && !is_sleep(tb, at - 1) &&
	       qemu_plugin_insn_vaddr(qemu_plugin_tb_get_insn(tb, at)) /
			       CACHE_LINE_BYTES ==
		       line)
		at++;
	return at - from;
}

static void watch_register(struct qemu_plugin_insn *insn, int number)
{
	struct reading *reading = arena_alloc(&plugin->arena, sizeof(*reading));

	reading->number = number;
	qemu_plugin_register_vcpu_insn_exec_cb(insn, on_task, QEMU_PLUGIN_CB_R_REGS,
					       reading);
}

static void watch_run(struct qemu_plugin_tb *tb, size_t from, size_t count)
{
	struct qemu_plugin_insn *first = qemu_plugin_tb_get_insn(tb, from);
	struct code *code = arena_alloc(&plugin->arena, sizeof(*code));

	*code = model_code(&plugin->model, (uint32_t)qemu_plugin_insn_vaddr(first),
			   address_of(first), (uint32_t)count);
	if (is_marker(tb, from))
		qemu_plugin_register_vcpu_insn_exec_cb(first, on_marker,
						       QEMU_PLUGIN_CB_R_REGS, NULL);
	qemu_plugin_register_vcpu_insn_exec_cb(first, on_code, QEMU_PLUGIN_CB_NO_REGS,
					       code);
	for (size_t i = from; i < from + count; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		int number = guest_writes_task(word_of(insn));

		qemu_plugin_register_vcpu_mem_cb(insn, on_memory, QEMU_PLUGIN_CB_NO_REGS,
						 QEMU_PLUGIN_MEM_RW, code);
		if (number >= 0 && number < REGISTERS)
			watch_register(insn, number);
		if (is_sleep(tb, i))
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_sleep,
							       QEMU_PLUGIN_CB_NO_REGS,
							       NULL);
	}
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t count = qemu_plugin_tb_n_insns(tb);

	(void)id;
	for (size_t at = 0; at < count;) {
		size_t run = length_of_run(tb, at);

		watch_run(tb, at, run);
		at += run;
	}
}

static void on_cpu(qemu_plugin_id_t id, unsigned int cpu)
{
	struct glib_array *all = qemu_plugin_get_registers();
	const struct qemu_register *rows = (const void *)all->data;

	(void)id;
	(void)cpu;
	for (unsigned int i = 0; i < all->length; i++)
		for (int number = 0; number < REGISTERS; number++) {
			char name[8];

			snprintf(name, sizeof(name), number == 14 ? "lr" : "r%d", number);
			if (!strcmp(rows[i].name, name))
				plugin->registers[number] = rows[i].handle;
		}
	g_array_free(all, 1);
}

static void say(const struct err *err)
{
	fprintf(stderr, "whylate-model: %s\n", err->text);
}

static void on_end(qemu_plugin_id_t id, void *data)
{
	struct err err = {0};

	(void)id;
	(void)data;
	if (model_close(&plugin->model, &err))
		say(&err);
	arena_free(&plugin->arena);
}

static int take_option(struct model_options *options, char *word, struct err *err)
{
	const struct {
		const char *name;
		const char **value;
	} rows[] = {
		{"parameters=", &options->parameters},
		{"policies=", &options->policies},
		{"symbols=", &options->symbols},
		{"output=", &options->output},
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (str_starts(word, rows[i].name)) {
			*rows[i].value = word + strlen(rows[i].name);
			return 0;
		}
	return err_set(err, ERR_INPUT, "no option '%s'", word);
}

static int open_model(const struct qemu_info *info, int argc, char **argv,
		      struct err *err)
{
	/* QEMU separates its own options by commas. */
	char policies[256];
	struct model_options options = {.policies = "wa-on;wa-off"};

	if (info->version.cur < QEMU_API_VERSION)
		return err_set(
			err, ERR_INPUT,
			"this QEMU has version %d of the plugin interface, and the "
			"model needs %d: QEMU 9.2 or newer",
			info->version.cur, QEMU_API_VERSION);
	if (!info->system_emulation || strcmp(info->target_name, "arm") ||
	    info->system.smp_vcpus != 1)
		return err_set(err, ERR_INPUT,
			       "the model needs qemu-system-arm with -smp 1");
	for (int i = 0; i < argc; i++)
		if (take_option(&options, argv[i], err))
			return -1;
	if (!options.symbols || !options.output)
		return err_set(err, ERR_INPUT, "symbols= and output= are needed");
	snprintf(policies, sizeof(policies), "%s", options.policies);
	for (char *at = policies; *at; at++)
		if (*at == ';')
			*at = ',';
	options.policies = policies;
	return model_open(&plugin->model, &options, err);
}

EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info,
			       int argc, char **argv)
{
	struct err err = {0};

	plugin = calloc(1, sizeof(*plugin));
	if (!plugin || open_model(info, argc, argv, &err)) {
		say(&err);
		return 1;
	}
	plugin->bytes = g_byte_array_new();
	qemu_plugin_register_vcpu_init_cb(id, on_cpu);
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	qemu_plugin_register_atexit_cb(id, on_end, NULL);
	return 0;
}
