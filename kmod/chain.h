/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One chain of activations: a timer's interrupt wakes a kernel thread, which wakes the
 * caller. The calls that take a question return what ioctl(2) is to return.
 */
#ifndef WHYLATE_CHAIN_H
#define WHYLATE_CHAIN_H

#include <whylate/kmod.h>

struct chain;

/* NULL: no memory. */
struct chain *chain_new(void);
/* Nobody may wait any more. */
void chain_free(struct chain *chain);

int chain_setup(struct chain *chain, struct whylate_kmod_setup *setup);
int chain_wait(struct chain *chain, struct whylate_kmod_wait *wait);
int chain_count(struct chain *chain, struct whylate_kmod_counts *counts);

/* Once for the module: being told of CPUs that go offline. */
int chain_register(void);
void chain_unregister(void);

#endif
