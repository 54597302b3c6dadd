/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The formats that whylate reads. A new one is a file and a row. */
#include "import/formats.h"

#include <stddef.h>

/* clang-format off */
const struct import_format *const import_formats[] = {
	&import_cyclictest,
	&import_xenomai,
	&import_xenomai_plot,
	&import_latmus,
	&import_latmus_plot,
	NULL,
};
/* clang-format on */
