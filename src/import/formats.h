/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One struct for each format; formats.c lists them. */
#ifndef IMPORT_FORMATS_H
#define IMPORT_FORMATS_H

#include "import/import.h"

extern const struct import_format import_cyclictest;
extern const struct import_format import_dot_latency;
extern const struct import_format import_ftrace_wakeup;
extern const struct import_format import_hdr_histogram;
extern const struct import_format import_hwlatdetect;
extern const struct import_format import_jitterdebugger;
extern const struct import_format import_latency_histogram;
extern const struct import_format import_latency_test;
extern const struct import_format import_latmus;
extern const struct import_format import_latmus_plot;
extern const struct import_format import_oslat;
extern const struct import_format import_osnoise_hist;
extern const struct import_format import_osnoise_top;
extern const struct import_format import_rteval;
extern const struct import_format import_strace;
extern const struct import_format import_stress_ng_cyclic;
extern const struct import_format import_timerlat_hist;
extern const struct import_format import_timerlat_top;
extern const struct import_format import_xenomai;
extern const struct import_format import_xenomai_plot;

#endif
