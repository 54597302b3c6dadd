/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A short sorted list by insertion: what is not worse than its last costs one comparison. */
#include "analyse/worst.h"

static bool is_same(const struct worst *a, const struct worst *b)
{
	return a->stream == b->stream && a->due_ns == b->due_ns &&
	       a->late_ns == b->late_ns && a->exact == b->exact;
}

void worst_offer(struct worst_list *list, const struct worst *candidate)
{
	uint32_t at;

	if (list->count == WORST_KEPT &&
	    candidate->late_ns <= list->item[WORST_KEPT - 1].late_ns)
		return;
	for (uint32_t i = 0; i < list->count; i++)
		if (is_same(&list->item[i], candidate))
			return;
	if (list->count < WORST_KEPT)
		list->count++;
	for (at = list->count - 1; at && list->item[at - 1].late_ns < candidate->late_ns;
	     at--)
		list->item[at] = list->item[at - 1];
	list->item[at] = *candidate;
}

static bool is_explained(const struct worst_list *spikes, const struct worst *slice)
{
	for (uint32_t i = 0; i < spikes->count; i++) {
		const struct worst *spike = &spikes->item[i];

		if (spike->stream == slice->stream && spike->late_ns == slice->late_ns &&
		    spike->due_ns >= slice->due_ns && spike->due_ns < slice->end_ns)
			return true;
	}
	return false;
}

struct worst_list worst_merge(const struct worst_list *spikes,
			      const struct worst_list *slice_maxima)
{
	struct worst_list merged = *spikes;

	for (uint32_t i = 0; i < slice_maxima->count; i++)
		if (!is_explained(spikes, &slice_maxima->item[i]))
			worst_offer(&merged, &slice_maxima->item[i]);
	return merged;
}
