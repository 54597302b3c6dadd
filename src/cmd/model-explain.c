/* SPDX-License-Identifier: GPL-2.0-or-later */
/* whylate model explain: where the wake-ups' time goes. */

#include "cmd/model-parts.h"
#include "cmd/new-file.h"
#include "cmd/print-doc.h"
#include "report/model-doc.h"

static int show(const struct model_options *options, const struct model_trace *trace,
		const char *name, struct err *err)
{
	CLEANUP(explain_free) struct explanation explanation;
	CLEANUP(doc_free) struct doc doc = {0};
	CLEANUP(str_free) struct str picture = {0};

	explain(&explanation, trace);
	if (options->svg) {
		model_svg(&picture, &explanation);
		if (new_file_write("--svg", options->svg, str_text(&picture),
				   picture.length, err))
			return -1;
	}
	model_doc(&doc, &explanation, name);
	return print_doc(&doc, &(struct print_how){.json = options->json}, err);
}

int model_explain(const struct model_options *options, char **operands, size_t count,
		  struct err *err)
{
	struct model_trace trace = {0};
	int status;

	if (count != 1)
		return err_set(err, ERR_INPUT,
			       "explain wants the trace that boards/model left: whylate "
			       "model explain DIR/trace");
	status = model_read_trace(&trace, operands[0], err);
	if (!status)
		status = show(options, &trace, operands[0], err);
	model_trace_free(&trace);
	return status;
}
