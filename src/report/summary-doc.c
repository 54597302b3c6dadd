/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The order of a summary's document, and its first line. Computes nothing. */
#include "report/summary-doc.h"

#include <string.h>

#include "base/num.h"
#include "report/sample-words.h"
#include "report/summary-foreign-parts.h"
#include "report/summary-parts.h"

const char *summary_time(const struct summary_describer *describer, int64_t time_ns)
{
	struct str text = {0};
	const char *kept;

	num_add_time(&text, time_ns);
	kept = arena_copy(&describer->doc->arena, str_text(&text));
	str_free(&text);
	return kept;
}

static bool several(const struct summary *summary,
		    const char *(*of)(const struct run_stream *))
{
	for (uint32_t i = 1; i < summary->head.stream_count; i++)
		if (strcmp(of(&summary->streams[i].what), of(&summary->streams[0].what)))
			return true;
	return false;
}

static const char *wake_of(const struct run_stream *what)
{
	return what->wake;
}

static const char *context_of(const struct run_stream *what)
{
	return what->context;
}

const char *summary_stream_label(const struct summary_describer *describer,
				 uint32_t stream)
{
	const struct summary *summary = describer->summary;
	const struct run_stream *what = &summary->streams[stream].what;
	bool wakes = several(summary, wake_of), contexts = several(summary, context_of);
	const char *name = what->cpu >= 0 ? doc_text(describer->doc, "cpu %lld",
						     (long long)what->cpu)
					  : doc_text(describer->doc, "stream %u", stream);

	return doc_text(describer->doc, "%s%s%s%s%s", name, wakes ? " " : "",
			wakes ? what->wake : "", contexts ? " " : "",
			contexts ? what->context : "");
}

static const struct {
	enum doc_mood mood;
	const char *word, *shown, *praise;
} verdicts[] = {
	[VALIDITY_VALID] = {MOOD_GOOD, "valid", "valid", "the run got what it asked for"},
	[VALIDITY_INVALID] = {MOOD_BAD, "invalid", "INVALID", ""},
	[VALIDITY_UNKNOWN] = {MOOD_UNSURE, "unknown", "validity unknown", ""},
	[VALIDITY_NO_RUN] = {MOOD_UNSURE, "none", "no measurement",
			     "the file holds the set-up of a machine and nothing else"},
};

static void add_verdict(const struct summary_describer *describer)
{
	struct doc *doc = describer->doc;
	const struct summary *summary = describer->summary;
	const struct sentences *reasons = &summary->reasons;
	const char *why = verdicts[summary->validity].praise;
	const char *shown = verdicts[summary->validity].shown;

	if (summary->head.host.modelled && *summary->head.host.modelled)
		doc_verdict(doc, &doc->root, NULL, MOOD_UNSURE, "modelled",
			    doc_text(doc, "MODELLED, not measured: %s",
				     summary->head.host.modelled));
	if (reasons->count == 1)
		why = reasons->text[0];
	if (reasons->count > 1)
		why = doc_text(doc, "for %u reasons", reasons->count);
	doc_verdict(doc, &doc->root, "validity", verdicts[summary->validity].mood,
		    verdicts[summary->validity].word,
		    doc_text(doc, "%s: %s", shown, why));
	doc_list(doc, &doc->root, "reasons", NULL, reasons->text, reasons->count);
	if (reasons->count > 1)
		doc_list(doc, &doc->root, NULL, "", reasons->text, reasons->count);
	doc_list(doc, &doc->root, "unchecked", "Unknown besides", summary->unchecked.text,
		 summary->unchecked.count);
}

void summary_doc(struct doc *doc, const struct summary *summary, enum summary_level level,
		 const char *file)
{
	struct summary_describer describer = {
		.doc = doc,
		.summary = summary,
		.level = level,
		.file = file,
	};
	const struct sample_words *words = sample_words_of_total(summary);

	add_verdict(&describer);
#ifdef WHYLATE_HOST
	if (summary->foreign) {
		summary_foreign_doc(&describer);
		return;
	}
#endif
	if (summary_is_setup_alone(summary)) {
		summary_add_snapshot(&describer);
		summary_add_setup(&describer);
		summary_add_file(&describer);
		return;
	}
	summary_add_run(&describer);
	if (!summary_is_metered(summary))
		summary_add_figures(&describer);
	summary_add_load(&describer);
	summary_add_disturbances(&describer);
	if (level == SUMMARY_FULL && summary->total->stats.count)
		doc_histogram(doc, &doc->root, "histogram",
			      "Histogram (both axes logarithmic)", summary->total, words,
			      0);
	if (level == SUMMARY_FULL && summary->timeline.count)
		doc_timeline(doc, &doc->root, "timeline",
			     doc_text(doc, "%s of every %s", words->greatest,
				      summary->head.slice_ns == NS_PER_S
					      ? "second"
					      : summary_time(&describer,
							     summary->head.slice_ns)),
			     &summary->timeline, summary->head.slice_ns);
	summary_add_worst(&describer);
	summary_add_events(&describer);
	summary_add_setup(&describer);
	summary_add_file(&describer);
}
