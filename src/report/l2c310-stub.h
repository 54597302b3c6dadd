/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A kernel with a page that sets write allocate before it, or without one, as a document. */
#ifndef REPORT_L2C310_STUB_H
#define REPORT_L2C310_STUB_H

#include "l2c310/stub.h"
#include "l2c310/zimage.h"
#include "report/doc.h"

/* kernel: the image behind the page, as stub->image_bytes says; NULL when it is damaged. */
void l2c310_stub_doc(struct doc *doc, const char *name, const struct stub *stub,
		     const void *kernel);

void l2c310_no_stub_doc(struct doc *doc, const char *name, const struct zimage *zimage);

#endif
