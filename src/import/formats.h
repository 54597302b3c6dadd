/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One struct for each format; formats.c lists them. */
#ifndef IMPORT_FORMATS_H
#define IMPORT_FORMATS_H

#include "import/import.h"

extern const struct import_format import_cyclictest, import_hwlatdetect,
	import_jitterdebugger, import_oslat, import_stress_ng_cyclic;

#endif
