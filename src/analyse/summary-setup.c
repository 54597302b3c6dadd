/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files come sorted from a writer of ours; from others they may come in any number. */
#include "analyse/summary-setup.h"

#include <errno.h>
#include <string.h>

static bool has_room(struct summary *summary, const struct setup_file *file)
{
	size_t bytes = file->length + strlen(file->path) + sizeof(*file);

	if (summary->setup_after.count >= SUMMARY_SETUP_FILES ||
	    bytes > SUMMARY_SETUP_BYTES - summary->setup_bytes) {
		summary->setup_is_cut = true;
		return false;
	}
	summary->setup_bytes += bytes;
	return true;
}

static bool is_same(const struct setup_file *a, const struct setup_file *b)
{
	return a->error == b->error && a->length == b->length &&
	       !memcmp(a->text, b->text, a->length);
}

/* The texts of the two live in the set-ups' arenas, which keep what was replaced. */
static void keep_change(struct summary *summary, int64_t time_ns,
			const struct setup_file *before, const struct setup_file *after)
{
	if (after->varies || is_same(before, after))
		return;
	if (summary->setup_change_count == SUMMARY_SETUP_CHANGES) {
		summary->setup_changes_not_kept++;
		return;
	}
	if (!summary->setup_changes)
		summary->setup_changes =
			arena_array(&summary->arena, SUMMARY_SETUP_CHANGES,
				    sizeof(*summary->setup_changes));
	summary->setup_changes[summary->setup_change_count++] =
		(struct summary_setup_change){time_ns, after->path, *before, *after};
}

static void take_change(struct summary *summary, int64_t time_ns,
			const struct setup_file *file)
{
	const struct setup_file *known = setup_find(&summary->setup_after, file->path);
	struct setup_file before = {.path = file->path, .text = "", .error = ENOENT};

	if (known)
		before = *known;
	setup_put(&summary->setup_after, file);
	keep_change(summary, time_ns, &before,
		    setup_find(&summary->setup_after, file->path));
}

void summary_take_setup(struct summary *summary, const struct run_setup *setup)
{
	for (size_t i = 0; i < setup->count; i++) {
		const struct setup_file *file = &setup->files[i];

		if (!has_room(summary, file))
			continue;
		if (setup->changes) {
			take_change(summary, setup->time_ns, file);
			continue;
		}
		setup_put(&summary->setup_before, file);
		setup_put(&summary->setup_after, file);
	}
}
