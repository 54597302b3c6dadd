/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a summary to the screen and an exit status. */
#include "cmd/show-summary.h"

#include <unistd.h>

#include "report/json.h"
#include "report/out.h"
#include "report/summary-doc.h"
#include "report/term.h"
#include "sys/terminal.h"

enum { USUAL_COLUMNS = 80 };

static int status_of(const struct summary *summary)
{
	if (summary->validity == VALIDITY_INVALID)
		return 3;
	return summary->limit_exceeded ? 1 : 0;
}

static int show_as(const struct summary *summary, enum summary_level level,
		   const char *file, bool as_json, struct err *err)
{
	int fd = file ? STDOUT_FILENO : STDERR_FILENO;
	int columns = sys_terminal_columns(fd), status;
	const struct term_style style = {
		.columns = columns ? columns : USUAL_COLUMNS,
		.colour = sys_terminal_has_colour(fd),
		.ascii = sys_is_terminal(fd) && !sys_locale_is_utf8(),
	};
	CLEANUP(str_free) struct str text = {0};
	struct json_writer json = {.out = &text, .pretty = true};
	struct doc doc = {.for_people = !as_json};

	summary_doc(&doc, summary, as_json ? SUMMARY_FULL : level, file);
	if (as_json) {
		json_render(&json, NULL, &doc);
		str_add_char(&text, '\n');
	} else {
		term_render(&text, &doc, &style);
	}
	doc_free(&doc);
	status = file ? report_print(&text, err) : report_print_aside(&text, err);
	return status < 0 ? -1 : status_of(summary);
}

int show_summary(const struct summary *summary, const char *file, bool as_json,
		 struct err *err)
{
	return show_as(summary, SUMMARY_SHORT, file, as_json, err);
}

int show_summary_in_full(const struct summary *summary, const char *file, bool as_json,
			 struct err *err)
{
	return show_as(summary, SUMMARY_FULL, file, as_json, err);
}
