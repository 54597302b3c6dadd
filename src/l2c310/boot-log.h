/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a kernel's log says of the level 2 cache controller: every form that Linux 2.6 to
 * today and I-pipe have printed. Time stamps, "host kernel: ", log levels and marks of mail
 * quoting before the message make no difference. A log of several boots counts from where
 * its last one begins (boots.h); of several lines of one kind the last one counts.
 *
 * "aux control register: A -> B" is kept apart: the kernel adds bits behind it, so only the
 * "CACHE_ID ..., AUX_CTRL ..." line tells the value. Takes no memory; reads each byte twice.
 */
#ifndef L2C310_BOOT_LOG_H
#define L2C310_BOOT_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "l2c310/registers.h"

/* What the log says of a switch. What is not told is not off. */
enum l2c_told { L2C_NOT_TOLD, L2C_TOLD_OFF, L2C_TOLD_ON };

/* "Memory policy: Data cache ...": what the kernel's own pages ask for. */
enum l2c_policy {
	L2C_POLICY_UNKNOWN,
	L2C_POLICY_UNCACHED,
	L2C_POLICY_BUFFERED,
	L2C_POLICY_WRITETHROUGH,
	L2C_POLICY_WRITEBACK,
	L2C_POLICY_WRITEALLOC,
};

/* Has the kernel read AUX_CTRL back, or is it what it meant to write? */
enum l2c_origin { L2C_ORIGIN_UNKNOWN, L2C_INTENDED, L2C_READ_BACK };

/* I-pipe on l2x0_write_allocate=. */
enum l2c_ipipe {
	L2C_IPIPE_NOT_TOLD,
	L2C_IPIPE_DEFAULT_OFF,
	L2C_IPIPE_ON,
	L2C_IPIPE_FORCED_ON, /* L2C-310 r3p2 and later */
};

/* l2x0_write_allocate= on the kernel's command line; I-pipe has 0 and 1. */
enum l2c_parameter {
	L2C_PARAMETER_NONE,
	L2C_PARAMETER_OFF,
	L2C_PARAMETER_ON,
	L2C_PARAMETER_DEFAULT,
	L2C_PARAMETER_OTHER, /* a word that means nothing to a kernel */
};

enum {
	L2C_LOG_NAME_BYTES = 32,
	L2C_LOG_TEXT_BYTES = 96,
	L2C_LOG_CHANGES = 4,
	L2C_LOG_ERRATA = 8,
	L2C_LOG_NOTES = 8,
};

struct l2c_log_change {
	bool by_platform; /* else by device tree and platform together */
	uint32_t from, to;
};

struct l2c_log {
	uint32_t boots;                 /* whose start is in the log */
	int kernel_major, kernel_minor; /* of the last one; 0.0: none */

	bool found;                    /* any line of a controller */
	char name[L2C_LOG_NAME_BYTES]; /* as printed: "L310", "L2C-310", "l2x0" */
	bool has_id, has_aux, has_size;
	uint32_t cache_id, aux_ctrl;
	bool ids_differ; /* in one boot: another CACHE_ID was told before */
	uint32_t other_cache_id;
	enum l2c_origin origin;
	uint32_t ways;
	uint64_t bytes;
	bool goes_on; /* while scanning: mail has wrapped the line with the registers */

	enum l2c_told prefetch_data, prefetch_instructions;
	bool has_prefetch_offset;
	uint32_t prefetch_offset_lines;
	enum l2c_told early_bresp, full_line_of_zeros;
	enum l2c_told clock_gating, standby;
	enum l2c_told outer_sync;        /* OFF: "disabling outer sync" */
	uint32_t errata[L2C_LOG_ERRATA]; /* whose workarounds are on */
	size_t errata_count;
	bool tells_errata; /* this kernel would print them: 3.16 and later */

	enum l2c_policy policy;
	bool policy_forced; /* "Forcing write-allocate cache policy for SMP" */
	enum l2c_ipipe ipipe;
	enum l2c_parameter parameter; /* the last one on the command line */

	/* "... aux control register: A -> B", in order; the count goes on beyond the room. */
	struct l2c_log_change changes[L2C_LOG_CHANGES];
	size_t change_count;
	/* Other lines of the controller's driver, cleaned: warnings, overrides. */
	char notes[L2C_LOG_NOTES][L2C_LOG_TEXT_BYTES];
	size_t note_count;
};

void l2c_log_scan(struct l2c_log *log, const char *text, size_t length);

/* Of /proc/cmdline, for example. */
enum l2c_parameter l2c_parameter_in(const char *command_line, size_t length);
/* "off"; NULL: none. */
const char *l2c_parameter_word(enum l2c_parameter parameter);

/* CACHE_ID 0: a kernel that found nothing at the address, as in old emulators. */
bool l2c_log_is_empty_address(const struct l2c_log *log);

/* By CACHE_ID, else by name. L2C_UNKNOWN for Aurora and what else has other bits. */
enum l2c_controller l2c_log_controller(const struct l2c_log *log);
/* enum l2c_release */
uint8_t l2c_log_release(const struct l2c_log *log);

/* "writealloc"; NULL: unknown. */
const char *l2c_policy_name(enum l2c_policy policy);

#endif
