/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A document as JSON: keys as they are, integers only, unknown is null. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "base/json-writer.h"
#include "report/doc.h"

/* One object. key is NULL at the top and in arrays. */
void json_render(struct json_writer *json, const char *key, const struct doc *doc);

#endif
