/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where modelled wake-ups' time goes, as a document and as a picture. */
#ifndef REPORT_MODEL_DOC_H
#define REPORT_MODEL_DOC_H

#include "base/str.h"
#include "modelled/explain.h"
#include "report/doc.h"

void model_doc(struct doc *doc, const struct explanation *explanation, const char *file);

/* One paragraph: what makes the slowest policy slower than the fastest. */
void model_add_story(struct str *out, const struct explanation *explanation);

/* Stacked bars, one a policy. */
void model_svg(struct str *out, const struct explanation *explanation);

#endif
