/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the registers hold against what the kernel's log and its command line say. Does not
 * judge which of them is right: a difference means that somebody wrote the register later, that
 * a firmware owns it, or that the kernel does not know the parameter.
 */
#ifndef L2C310_AGREEMENT_H
#define L2C310_AGREEMENT_H

#include "l2c310/boot-log.h"
#include "l2c310/write-allocate.h"

struct l2c_agreement {
	enum l2c_answer answer; /* unknown: there is nothing to compare */
	char why[200];          /* a sentence without a full stop */
};

/* has_aux: the register was read. log: of this boot. */
void l2c_agree_with_log(struct l2c_agreement *agreement, bool has_aux, uint32_t aux_ctrl,
			const struct l2c_log *log);

/* parameter: of the command line that this kernel was started with. */
void l2c_agree_with_parameter(struct l2c_agreement *agreement, bool has_aux,
			      uint32_t aux_ctrl, const struct l2c_log *log,
			      enum l2c_parameter parameter);

#endif
