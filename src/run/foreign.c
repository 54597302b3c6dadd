/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What figures of another tool's report mean beside each other. */
#include "run/foreign.h"

#include "base/saturate.h"

bool foreign_has_upper_edges(const struct foreign_stream *stream)
{
	const struct foreign_bin *first = stream->bins;

	return stream->bin_count && stream->min_ns == first->to_ns &&
	       stream->resolution_ns == saturate_sub(first->to_ns, first->from_ns);
}

int64_t foreign_bin_figure_ns(const struct foreign_bin *bin, bool has_upper_edges,
			      int64_t min_ns, int64_t max_ns)
{
	int64_t figure_ns = has_upper_edges ? bin->to_ns : bin->from_ns;

	if (min_ns != RUN_UNKNOWN && figure_ns < min_ns)
		figure_ns = min_ns;
	if (max_ns != RUN_UNKNOWN && figure_ns > max_ns)
		figure_ns = max_ns;
	return figure_ns;
}
