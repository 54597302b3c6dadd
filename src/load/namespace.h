/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A PID namespace: when its first process ends, the kernel kills all the others. */
#ifndef LOAD_NAMESPACE_H
#define LOAD_NAMESPACE_H

#include <stdbool.h>

/*
 * The next process that the caller forks is the first of a new one. false: refused, and
 * the caller may be in a state that is of no use: it had better end.
 */
bool namespace_enter(void);

#endif
