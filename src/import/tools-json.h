/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the JSON reports of rt-tests and of jitterdebugger have in common. */
#ifndef IMPORT_TOOLS_JSON_H
#define IMPORT_TOOLS_JSON_H

#include "base/json.h"
#include "import/import.h"

/*
 * The report as JSON, to be given to json_free(). What these tools print that is none is
 * repaired, and that is noted: "-nan", quotes inside of texts. NULL with *err.
 */
struct json *tools_json_parse(const struct import_report *report,
			      struct foreign_builder *builder, struct err *err);

/* Version, command, kernel and the like, into builder->foreign. */
void tools_json_head(const struct json *json, struct foreign_builder *builder);

/* A number of so many ns as ns, rounded to nearest; RUN_UNKNOWN when it is none or too large. */
int64_t tools_json_ns(struct foreign_builder *builder, const struct json *value,
		      int64_t ns_per_unit);

/* A count; RUN_UNKNOWN when it is none. */
int64_t tools_json_count(const struct json *value);

/*
 * The members of "histogram" as bins of the stream, a unit wide, from key - shift on; those
 * whose key is no number are counted in builder->foreign.lines_skipped. Returns the sum.
 */
int64_t tools_json_bins(const struct json *histogram, struct foreign_builder *builder,
			int64_t index, int64_t ns_per_unit, int64_t shift);

#endif
