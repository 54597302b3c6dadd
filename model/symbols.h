/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernel's functions by address, from the text of /proc/kallsyms or a System.map, and what
 * of them the model knows by name: those that copy, and those with which a phase of a wake-up
 * begins.
 */
#ifndef MODEL_SYMBOLS_H
#define MODEL_SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "model/phase.h"

/* The first ones are no functions: programs, the page of vectors, the rest of the kernel. */
enum { FUNCTION_USER, FUNCTION_VECTORS, FUNCTION_UNKNOWN };

struct function {
	uint32_t address;
	const char *name;
	bool copies;
	bool begins_phase;
	enum phase phase;
};

struct symbols {
	struct function *functions; /* by address, from FUNCTION_UNKNOWN + 1 on */
	uint32_t count;
	struct arena arena;
};

/* -1 where text is not of the form, or lacks what the model must find. */
int symbols_read(struct symbols *symbols, const char *name, const char *text,
		 struct err *err);
void symbols_free(struct symbols *symbols);

/* The function's number. */
uint32_t symbols_find(const struct symbols *symbols, uint32_t address);

#endif
