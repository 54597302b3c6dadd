/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts and notes of a report that is read, and the notes on what was too much or twice. */
#include <stdarg.h>
#include <stdio.h>

#include "base/num.h"
#include "import/foreign-builder-parts.h"

PRINTF_LIKE(2, 0)
static const char *format_text(struct foreign_builder *builder, const char *format,
			       va_list args)
{
	va_list again;
	int length;
	char *text;

	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, args);
	if (length < 0)
		length = 0;
	text = arena_alloc(&builder->arena, (size_t)length + 1);
	vsnprintf(text, (size_t)length + 1, format, again);
	va_end(again);
	return text;
}

void foreign_add_note(struct foreign_builder *builder, enum foreign_note_kind kind,
		      const char *format, ...)
{
	va_list args;

	/* What makes a report no measurement is never dropped: there is one for each reason. */
	if (builder->note_count >= FOREIGN_NOTES_MAX && kind != FOREIGN_INVALID) {
		builder->notes_dropped++;
		return;
	}
	builder->notes = foreign_make_room(builder->notes, builder->note_count,
					   &builder->note_room, sizeof(*builder->notes));
	va_start(args, format);
	builder->notes[builder->note_count++] = (struct foreign_note){
		.kind = kind,
		.text = format_text(builder, format, args),
	};
	va_end(args);
}

void foreign_cut_off(struct foreign_builder *builder, const char *missing)
{
	builder->foreign.ended = "cut-off";
	foreign_add_note(builder, FOREIGN_INCONSISTENT,
			 "the report is cut off: %s may be missing, and what they would "
			 "change is unknown",
			 missing);
}

const char *foreign_text(struct foreign_builder *builder, const char *format, ...)
{
	const char *text;
	va_list args;

	va_start(args, format);
	text = format_text(builder, format, args);
	va_end(args);
	return text;
}

int64_t foreign_ns(struct foreign_builder *builder, int64_t value, int64_t ns_per_unit)
{
	int64_t ns;

	if (value == RUN_UNKNOWN || !__builtin_mul_overflow(value, ns_per_unit, &ns))
		return value == RUN_UNKNOWN ? RUN_UNKNOWN : ns;
	if (!builder->too_long++) {
		builder->too_long_value = value;
		builder->too_long_unit_ns = ns_per_unit;
	}
	return RUN_UNKNOWN;
}

static void tell_too_long(struct foreign_builder *builder)
{
	if (builder->too_long)
		foreign_add_note(
			builder, FOREIGN_INCONSISTENT,
			"%llu time%s of more than 292 years (the first is %lld in "
			"units of %lld ns): taken for unknown",
			(unsigned long long)builder->too_long,
			builder->too_long == 1 ? "" : "s",
			(long long)builder->too_long_value,
			(long long)builder->too_long_unit_ns);
}

/*
 * A line that comes twice is one that was pasted or logged twice, as a rule. Its counts added
 * up would be samples that nobody measured, and the last one is no better than the first.
 */
void foreign_tell_repeats(struct foreign_builder *builder,
			  const struct foreign_builder_stream *stream)
{
	const struct foreign_repeat *repeat = &stream->repeat;
	const char *name = stream->stream.name;

	if (!repeat->times)
		return;
	if (!*name)
		name = foreign_text(builder, "stream %lld",
				    (long long)stream->stream.index);
	foreign_add_note(
		builder, FOREIGN_INCONSISTENT,
		"%s: the bin at %lld.%03lld us comes twice, with %lld and with %lld "
		"samples%s: the first is kept",
		name, (long long)(repeat->from_ns / NS_PER_US),
		(long long)(repeat->from_ns % NS_PER_US), (long long)repeat->count,
		(long long)repeat->again,
		repeat->times > 1 ? foreign_text(builder, ", as %s %llu other%s",
						 repeat->times > 2 ? "do" : "does",
						 (unsigned long long)repeat->times - 1,
						 repeat->times > 2 ? "s" : "")
				  : "");
}

void foreign_tell_limits(struct foreign_builder *builder)
{
	tell_too_long(builder);
	if (builder->samples > FOREIGN_SAMPLES_MAX)
		foreign_add_note(
			builder, FOREIGN_NOTE,
			"%llu samples are too many to keep one by one: their values are "
			"kept as bins, their order and times are not",
			(unsigned long long)builder->samples);
	if (builder->surplus)
		foreign_add_note(builder, FOREIGN_INCONSISTENT,
				 "more than %d streams: the others are left out",
				 FOREIGN_STREAMS_MAX);
	if (builder->notes_dropped) {
		uint64_t dropped = builder->notes_dropped;

		builder->note_count--;
		foreign_add_note(builder, FOREIGN_NOTE, "%llu notes more are left out",
				 (unsigned long long)dropped + 1);
	}
}
