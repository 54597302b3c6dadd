/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "l2c310/agreement.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/scope.h"

static void PRINTF_LIKE(3, 4) say(struct l2c_agreement *agreement, enum l2c_answer answer,
				  const char *format, ...)
{
	va_list arguments;

	agreement->answer = answer;
	va_start(arguments, format);
	vsnprintf(agreement->why, sizeof(agreement->why), format, arguments);
	va_end(arguments);
}

static unsigned write_allocate_bits(uint32_t aux_ctrl)
{
	return aux_ctrl >> 23 & 3;
}

void l2c_agree_with_log(struct l2c_agreement *agreement, bool has_aux, uint32_t aux_ctrl,
			const struct l2c_log *log)
{
	if (!has_aux)
		say(agreement, L2C_ANSWER_UNKNOWN, "the register could not be read");
	else if (!log->has_aux)
		say(agreement, L2C_ANSWER_UNKNOWN, "the log has no line with AUX_CTRL");
	else if (aux_ctrl == log->aux_ctrl)
		say(agreement, L2C_ANSWER_YES, "both have 0x%08x", (unsigned)aux_ctrl);
	else
		say(agreement, L2C_ANSWER_NO, "the register has 0x%08x, the log 0x%08x%s",
		    (unsigned)aux_ctrl, (unsigned)log->aux_ctrl,
		    log->origin == L2C_INTENDED ? ", as the kernel meant it" : "");
}

void l2c_agree_with_parameter(struct l2c_agreement *agreement, bool has_aux,
			      uint32_t aux_ctrl, const struct l2c_log *log,
			      enum l2c_parameter parameter)
{
	unsigned bits = write_allocate_bits(has_aux ? aux_ctrl : log->aux_ctrl);
	/* I-pipe, which says so in the log, lets the pages decide when it is on. */
	bool is_as_asked = parameter == L2C_PARAMETER_OFF
				   ? bits == 1
				   : bits == 2 || (log->ipipe && bits != 1);

	if (parameter == L2C_PARAMETER_NONE)
		say(agreement, L2C_ANSWER_UNKNOWN,
		    "l2x0_write_allocate= is not on the kernel's command line");
	else if (parameter == L2C_PARAMETER_OTHER)
		say(agreement, L2C_ANSWER_NO,
		    "l2x0_write_allocate= is neither off, on nor default");
	else if (!has_aux && !log->has_aux)
		say(agreement, L2C_ANSWER_UNKNOWN,
		    "neither register nor log tells AUX_CTRL");
	else if (parameter == L2C_PARAMETER_DEFAULT)
		say(agreement, L2C_ANSWER_YES,
		    "l2x0_write_allocate=default leaves bits 24:23 as they were");
	else
		say(agreement, is_as_asked ? L2C_ANSWER_YES : L2C_ANSWER_NO,
		    "l2x0_write_allocate=%s, and bits 24:23 are %u%u%s",
		    l2c_parameter_word(parameter), bits >> 1, bits & 1,
		    is_as_asked ? ""
				: ": this kernel does not know it, or the controller "
				  "was on before it");
}
