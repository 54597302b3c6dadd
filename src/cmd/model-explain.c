/* SPDX-License-Identifier: GPL-2.0-or-later */
/* whylate model explain: where the wake-ups' time goes. */
#include <unistd.h>

#include "cmd/model-parts.h"
#include "cmd/new-file.h"
#include "report/json.h"
#include "report/model-doc.h"
#include "report/out.h"
#include "report/term.h"
#include "sys/terminal.h"

enum { USUAL_COLUMNS = 80 };

static int print(const struct model_options *options, const struct doc *doc,
		 struct err *err)
{
	int columns = sys_terminal_columns(STDOUT_FILENO);
	const struct term_style style = {
		.columns = columns ? columns : USUAL_COLUMNS,
		.colour = sys_terminal_has_colour(STDOUT_FILENO),
		.ascii = sys_is_terminal(STDOUT_FILENO) && !sys_locale_is_utf8(),
	};
	CLEANUP(str_free) struct str text = {0};
	struct json_writer json = {.out = &text, .pretty = true};

	if (options->json) {
		json_render(&json, NULL, doc);
		str_add_char(&text, '\n');
	} else {
		term_render(&text, doc, &style);
	}
	return report_print(&text, err);
}

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
	return print(options, &doc, err);
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
