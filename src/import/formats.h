/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One struct for each format; formats.c lists them. */
#ifndef IMPORT_FORMATS_H
#define IMPORT_FORMATS_H

#include "import/import.h"

extern const struct import_format import_cyclictest;
extern const struct import_format import_latmus;
extern const struct import_format import_latmus_plot;
extern const struct import_format import_xenomai;
extern const struct import_format import_xenomai_plot;

#endif
