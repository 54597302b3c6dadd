/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What bytes look like that are no report. */
#include "base/looks.h"

#include <string.h>

#include "import/import.h"

static void add_first_line(struct str *out, const struct import_report *report)
{
	CLEANUP(lines_close) struct lines lines = {0};

	lines_open(&lines, report->text, report->length);
	while (lines_next(&lines))
		if (lines.length) {
			str_addf(out, "it is text that begins with '%.60s'", lines.line);
			return;
		}
	str_add(out, "it holds blanks only");
}

void import_add_looks(struct str *out, const struct import_report *report)
{
	struct looks looks = looks_of(report->text, report->length);

	if (!report->length)
		str_add(out, "it is empty");
	else if (!strcmp(looks.what, "text"))
		add_first_line(out, report);
	else
		str_addf(out, "it is %s%s%s", looks.what, looks.advice ? "; " : "",
			 looks.advice ? looks.advice : "");
}
