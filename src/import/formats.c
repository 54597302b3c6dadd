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
	&import_timerlat_hist,
	&import_timerlat_top,
	&import_osnoise_hist,
	&import_osnoise_top,
	&import_latency_test,
	&import_latency_histogram,
	&import_dot_latency,
	&import_hwlatdetect,
	&import_jitterdebugger,
	&import_oslat,
	&import_stress_ng_cyclic,
	&import_hdr_histogram,
	&import_rteval,
	&import_strace,
	&import_ftrace_wakeup,
	NULL,
};
/* clang-format on */
