/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The screen and the keys of a run that goes on, or its lines where there is no screen.
 * Knows neither where the run is measured nor who reads it: see struct live_host.
 */
#ifndef CMD_LIVE_H
#define CMD_LIVE_H

#include "analyse/live.h"

/* Who feeds the sink of a struct live, and what a key may ask of it. */
struct live_host {
	void *self;
	/* Nothing is told to the sink in between. NULL: the caller's thread tells it. */
	void (*lock)(void *self);
	void (*unlock)(void *self);
	int64_t (*time_ns)(void *self);
	/* Into the run file, as of now; false: it could not be. NULL: it never can. */
	bool (*note)(void *self, const char *text);
};

/* Standard input and error are one terminal, in the foreground, that has a cursor. */
bool live_view_has_screen(void);

struct live_view;

/*
 * Shows at once. on_screen: as live_view_has_screen() said, and signals_add_terminal()
 * was called. *live and *host must live longer. Every function takes a NULL view: quiet.
 */
struct live_view *live_view_open(struct live *live, const struct live_host *host,
				 bool on_screen);

/* Gives the terminal back, and repeats there what was said meanwhile. */
void live_view_close(struct live_view *view);

/* To poll for keys; -1: none come. */
int live_view_fd(const struct live_view *view);

/* There is news, or time has passed: shows it when it is due. */
void live_view_tick(struct live_view *view);

/* Takes what was typed, if anything. false: the run is to end. */
bool live_view_take_keys(struct live_view *view);

/* The size of the screen has changed. */
void live_view_redraw(struct live_view *view);

/* The terminal as it was before, for others to use it, and back. */
void live_view_suspend(struct live_view *view);
void live_view_resume(struct live_view *view);

/* A message that stays in sight; without a screen it is a line. */
void live_view_say(struct live_view *view, const char *format, ...) PRINTF_LIKE(2, 3);

#endif
