/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the model uses of QEMU's public interface for TCG plugins, as version 4 of it has it
 * (QEMU 9.2 and later; the names and layouts are QEMU's). Distributions package no header, and
 * a plugin may bring its own: QEMU tells at loading which versions it serves.
 */
#ifndef MODEL_QEMU_PLUGIN_API_H
#define MODEL_QEMU_PLUGIN_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { QEMU_API_VERSION = 4 };

typedef uint64_t qemu_plugin_id_t;

struct qemu_info {
	const char *target_name;
	struct {
		int min, cur;
	} version;
	bool system_emulation;
	struct {
		int smp_vcpus, max_vcpus;
	} system;
};

enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_CB_R_REGS };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_RW = 3 };

/* Of a memory access; kinds 0 to 4 are 8 to 128 bits. */
struct qemu_mem_value {
	int type;
	union {
		uint8_t u8;
		uint16_t u16;
		uint32_t u32;
		uint64_t u64;
		struct {
			uint64_t low, high;
		} u128;
	} data;
};

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_plugin_hwaddr;
struct qemu_plugin_register;

struct qemu_register {
	struct qemu_plugin_register *handle;
	const char *name, *feature;
};

/* GLib's, of which QEMU's interface makes use. */
struct glib_array {
	char *data;
	unsigned int length;
};
struct glib_array *g_byte_array_new(void);
struct glib_array *g_byte_array_set_size(struct glib_array *array, unsigned int length);
char *g_array_free(struct glib_array *array, int with_data);

/* Ours, which QEMU looks for. */
extern int qemu_plugin_version;
int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info *info, int argc,
			char **argv);

void qemu_plugin_register_vcpu_init_cb(qemu_plugin_id_t id,
				       void (*call)(qemu_plugin_id_t, unsigned int));
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id,
				    void (*call)(qemu_plugin_id_t, void *), void *data);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
					   void (*call)(qemu_plugin_id_t,
							struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    void (*call)(unsigned int, void *),
					    enum qemu_plugin_cb_flags flags, void *data);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
				      void (*call)(unsigned int, uint32_t info,
						   uint64_t vaddr, void *data),
				      enum qemu_plugin_cb_flags flags,
				      enum qemu_plugin_mem_rw kinds, void *data);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb,
						 size_t index);
size_t qemu_plugin_insn_data(const struct qemu_plugin_insn *insn, void *to, size_t bytes);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);
void *qemu_plugin_insn_haddr(const struct qemu_plugin_insn *insn);

unsigned int qemu_plugin_mem_size_shift(uint32_t info);
bool qemu_plugin_mem_is_store(uint32_t info);
struct qemu_mem_value qemu_plugin_mem_get_value(uint32_t info);
struct qemu_plugin_hwaddr *qemu_plugin_get_hwaddr(uint32_t info, uint64_t vaddr);
bool qemu_plugin_hwaddr_is_io(const struct qemu_plugin_hwaddr *address);
uint64_t qemu_plugin_hwaddr_phys_addr(const struct qemu_plugin_hwaddr *address);

struct glib_array *qemu_plugin_get_registers(void);
int qemu_plugin_read_register(struct qemu_plugin_register *handle,
			      struct glib_array *bytes);

#endif
