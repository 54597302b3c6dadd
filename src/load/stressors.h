/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stressors there are, and the presets made of them. */
#ifndef LOAD_STRESSORS_H
#define LOAD_STRESSORS_H

#include <stddef.h>

#include <stddef.h>

struct load_ops;

/* NULL ends the array. */
extern const struct load_ops *const stressors[];

const struct load_ops *stressor_find(const char *name, size_t length);

/* The list that a preset stands for; NULL when there is none of that name. */
const char *stressor_preset(const char *name, size_t length);

struct stressor_preset {
	const char *name;
	const char *list;
	const char *help;
};

/* A row without a name ends them. */
extern const struct stressor_preset stressor_presets[];

#endif
