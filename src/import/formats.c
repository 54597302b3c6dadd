/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The formats that whylate reads. A new one is a file and a row. */
#include "import/formats.h"

#include <stddef.h>

const struct import_format *const import_formats[] = {
	&import_cyclictest,  &import_jitterdebugger,   &import_oslat,
	&import_hwlatdetect, &import_stress_ng_cyclic, NULL,
};
