/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What happened to the run and to its file; its streams are judged by rows elsewhere. */
#include "analyse/validity.h"

#include "analyse/validity-checks.h"
#include "base/num.h"

enum { SAID_EVENTS = 8 };

void validity_note(struct verdict *verdict, enum validity means, const char *sentence)
{
	bool is_proof = means == VALIDITY_INVALID;

	verdict->invalid |= is_proof;
	verdict->unknown |= !is_proof;
	sentences_add(is_proof ? &verdict->summary->reasons
			       : &verdict->summary->unchecked,
		      &verdict->summary->concluded, "%s", sentence);
}

static void check_events(struct verdict *verdict)
{
	const struct summary *summary = verdict->summary;
	uint64_t said = 0;
	struct str sentence = {0};

	for (uint32_t i = 0; i < summary->event_count && said < SAID_EVENTS; i++) {
		if (!summary->events[i].invalidates)
			continue;
		validity_note(verdict, VALIDITY_INVALID, summary->events[i].text);
		said++;
	}
	if (summary->invalidating_events > said) {
		str_addf(&sentence, "%llu more events that invalidate the run",
			 (unsigned long long)(summary->invalidating_events - said));
		validity_note(verdict, VALIDITY_INVALID, str_text(&sentence));
	}
	str_free(&sentence);
}

static void check_end(struct verdict *verdict)
{
	const struct summary *summary = verdict->summary;
	struct str sentence = {0};

	if (summary->has_end && summary->end.checked == NO)
		str_add(&sentence,
			"read back again at the end of the run, the scheduling "
			"settings were no longer the same or could not be had");
	else if (summary->has_end && summary->end.checked != YES)
		str_add(&sentence,
			"the scheduling settings could not be read back again at "
			"the end of the run");
	else if (!summary->has_end && summary->running)
		str_add(&sentence,
			"the run is still going on, so its final check is to come");
	if (!summary->has_end && !summary->running) {
		str_add(&sentence, "the run is truncated at ");
		num_add_time(&sentence, summary->last_ns);
		str_add(&sentence, " of run time: what came after is not known");
	}
	if (sentence.length)
		validity_note(verdict, VALIDITY_UNKNOWN, str_text(&sentence));
	str_free(&sentence);
}

static void check_damage(struct verdict *verdict)
{
	const struct reader_report *file = &verdict->summary->file;
	struct str sentence = {0};

	if (file->damaged_places)
		str_addf(&sentence,
			 "%llu bytes of the file are damaged, in %llu place%s; ",
			 (unsigned long long)file->damaged_bytes,
			 (unsigned long long)file->damaged_places,
			 file->damaged_places == 1 ? "" : "s");
	if (file->missing_chunks)
		str_addf(&sentence, "%llu chunk%s of the file %s missing; ",
			 (unsigned long long)file->missing_chunks,
			 file->missing_chunks == 1 ? "" : "s",
			 file->missing_chunks == 1 ? "is" : "are");
	if (file->unreadable_chunks)
		str_addf(&sentence, "%llu chunk%s of the file make%s no sense; ",
			 (unsigned long long)file->unreadable_chunks,
			 file->unreadable_chunks == 1 ? "" : "s",
			 file->unreadable_chunks == 1 ? "s" : "");
	if (sentence.length) {
		str_add(&sentence, "the rest was read");
		validity_note(verdict, VALIDITY_UNKNOWN, str_text(&sentence));
	}
	str_free(&sentence);
}

static void check_gaps(struct verdict *verdict)
{
	const struct summary *summary = verdict->summary;

	for (uint32_t i = 0; i < summary->head.stream_count; i++) {
		const struct summary_stream *stream = &summary->streams[i];
		struct str sentence = {0};

		if (!stream->selected || !stream->gaps)
			continue;
		validity_add_stream(&sentence, &stream->what, i);
		str_add(&sentence, ": ");
		num_add_time(&sentence, stream->missing_ns);
		str_addf(&sentence, " missing, in %llu place%s",
			 (unsigned long long)stream->gaps, stream->gaps == 1 ? "" : "s");
		validity_note(verdict, VALIDITY_UNKNOWN, str_text(&sentence));
		str_free(&sentence);
	}
}

/* What another tool says of its run; what it got, nobody read back for us. */
static void check_foreign(struct verdict *verdict)
{
	const struct run_foreign *foreign = verdict->summary->foreign;

	for (uint32_t i = 0; i < foreign->note_count; i++)
		if (foreign->notes[i].kind == FOREIGN_INVALID)
			validity_note(verdict, VALIDITY_INVALID, foreign->notes[i].text);
	validity_note(verdict, VALIDITY_UNKNOWN,
		      "another tool measured: what the kernel granted it (policy, CPUs, "
		      "memory lock) was not read back");
}

/* All around the meter is ours. */
static void check_metered(struct verdict *verdict)
{
	check_events(verdict);
	if (verdict->summary->foreign)
		check_foreign(verdict);
	else
		validity_note(verdict, VALIDITY_UNKNOWN,
			      verdict->summary->running
				      ? "the meter's figures are read when it has ended"
				      : "no figures could be read from what the meter "
					"printed");
	check_end(verdict);
}

/* A run of ours. */
static void check_own(struct verdict *verdict)
{
	validity_check_streams(verdict, VALIDITY_INVALID);
	check_events(verdict);
	validity_check_streams(verdict, VALIDITY_UNKNOWN);
	if (!verdict->summary->has_obtained)
		validity_note(verdict, VALIDITY_UNKNOWN,
			      "what the kernel granted (policy, CPUs, memory lock) is "
			      "not in the file");
	check_end(verdict);
}

void validity_judge(struct summary *summary)
{
	struct verdict verdict = {.summary = summary};

	summary->reasons = summary->unchecked = (struct sentences){0};
	if (summary_is_setup_alone(summary)) {
		check_damage(&verdict);
		summary->reasons = summary->unchecked;
		summary->unchecked = (struct sentences){0};
		summary->validity = VALIDITY_NO_RUN;
		return;
	}
	if (summary_is_metered(summary))
		check_metered(&verdict);
	else if (summary->foreign)
		check_foreign(&verdict);
	else
		check_own(&verdict);
	check_damage(&verdict);
	check_gaps(&verdict);
	summary->validity = verdict.invalid   ? VALIDITY_INVALID
			    : verdict.unknown ? VALIDITY_UNKNOWN
					      : VALIDITY_VALID;
	if (verdict.invalid)
		return;
	summary->reasons = summary->unchecked;
	summary->unchecked = (struct sentences){0};
}
