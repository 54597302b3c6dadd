/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "cmd/print-doc.h"

#include <unistd.h>

#include "report/json.h"
#include "report/out.h"
#include "sys/terminal.h"

enum { USUAL_COLUMNS = 80 };

struct term_style print_style(int fd, bool ascii)
{
	int columns = sys_terminal_columns(fd);

	return (struct term_style){
		.columns = columns ? columns : USUAL_COLUMNS,
		.colour = sys_terminal_has_colour(fd),
		.ascii = ascii || (sys_is_terminal(fd) && !sys_locale_is_utf8()),
	};
}

int print_doc(const struct doc *doc, const struct print_how *how, struct err *err)
{
	const struct term_style style =
		print_style(how->aside ? STDERR_FILENO : STDOUT_FILENO, how->ascii);
	CLEANUP(str_free) struct str text = {0};
	struct json_writer json = {.out = &text, .pretty = true};

	if (how->json) {
		json_render(&json, NULL, doc);
		str_add_char(&text, '\n');
	} else {
		term_render(&text, doc, &style);
	}
	return how->aside ? report_print_aside(&text, err) : report_print(&text, err);
}
