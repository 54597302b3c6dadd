/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ends this program when whoever started it from afar is gone: standard input ends, or is
 * silent for 30 s. By SIGTERM; and where that has not helped after another 10 s, because
 * nobody takes what we write, at once.
 *
 * What comes there: LIFELINE_SIGN, once a second; and notes for the run file, each a line
 * that begins with LIFELINE_NOTE.
 */
#ifndef CMD_LIFELINE_H
#define CMD_LIFELINE_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"

#define LIFELINE_SIGN '.'
#define LIFELINE_NOTE 'n'

/*
 * From now on, in a thread of its own, until the program ends. After signals_open().
 * Returns a descriptor to poll for notes, never to be closed; -1 with *err.
 */
int lifeline_hold(struct err *err);

/* The next note that has come, without its line's end; false when there is none. */
bool lifeline_take_note(int notes_fd, struct str *note);

#endif
