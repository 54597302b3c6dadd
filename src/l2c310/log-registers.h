/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The log's lines that name a controller, its size and its registers. For boot-log.c alone. */
#ifndef L2C310_LOG_REGISTERS_H
#define L2C310_LOG_REGISTERS_H

#include "l2c310/boot-log.h"
#include "l2c310/log-line.h"

/* Each takes a line of its kind, or returns false. */
bool log_take_enabled(struct l2c_log *log, const struct log_line *line);
bool log_take_registers(struct l2c_log *log, const struct log_line *line);

/* What mail has put on a line of its own: called for the line behind one with registers. */
void log_take_wrapped(struct l2c_log *log, const struct log_line *line);

#endif
