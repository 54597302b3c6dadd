/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a summary to the screen and an exit status. */
#include "cmd/show-summary.h"
#include "cmd/print-doc.h"

#include "report/summary-doc.h"

static int status_of(const struct summary *summary)
{
	if (summary->validity == VALIDITY_INVALID)
		return 3;
	return summary->limit_exceeded ? 1 : 0;
}

static int show_as(const struct summary *summary, enum summary_level level,
		   const char *file, bool as_json, struct err *err)
{
	const struct print_how how = {.json = as_json, .aside = !file};
	struct doc doc = {.for_people = !as_json};
	int status;

	summary_doc(&doc, summary, as_json ? SUMMARY_FULL : level, file);
	status = print_doc(&doc, &how, err);
	doc_free(&doc);
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
