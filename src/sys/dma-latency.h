/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The PM QoS request of /dev/cpu_dma_latency: while it is held, no CPU enters an idle
 * state whose exit takes longer. It changes what is measured, on all CPUs.
 */
#ifndef SYS_DMA_LATENCY_H
#define SYS_DMA_LATENCY_H

#include <stdint.h>

#include "base/err.h"
#include "sys/root.h"

/* A descriptor to keep open for as long as the request is to hold; -1 with *err. */
int dma_latency_hold(const struct root *root, int32_t latency_us, struct err *err);

#endif
