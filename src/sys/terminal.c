/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Asks terminals, and changes only how keys come in. */
#include "sys/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

int sys_terminal_columns(int fd)
{
	struct winsize size = {0};

	return ioctl(fd, TIOCGWINSZ, &size) < 0 ? 0 : size.ws_col;
}

void sys_terminal_size(int fd, int *columns, int *rows)
{
	struct winsize size = {0};

	if (ioctl(fd, TIOCGWINSZ, &size) < 0)
		return;
	*columns = size.ws_col ? size.ws_col : *columns;
	*rows = size.ws_row ? size.ws_row : *rows;
}

bool sys_is_terminal(int fd)
{
	return isatty(fd);
}

static const char *environment(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "";
}

bool sys_terminal_has_cursor(int fd)
{
	return isatty(fd) && *environment("TERM") && strcmp(environment("TERM"), "dumb");
}

bool sys_terminal_has_colour(int fd)
{
	return sys_terminal_has_cursor(fd) && !*environment("NO_COLOR");
}

bool sys_terminal_is_ours(int fd)
{
	return tcgetpgrp(fd) == getpgrp();
}

int sys_terminal_take_keys(int fd, struct termios *before)
{
	struct termios keys;

	if (tcgetattr(fd, before) < 0)
		return -1;
	keys = *before;
	keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
	keys.c_iflag &= ~(tcflag_t)IXON;
	keys.c_cc[VQUIT] = _POSIX_VDISABLE;
	keys.c_cc[VMIN] = 1;
	keys.c_cc[VTIME] = 0;
	return tcsetattr(fd, TCSANOW, &keys);
}

/* Not TCSADRAIN: a terminal that takes nothing in would hold up the end of the run. */
void sys_terminal_give_back(int fd, const struct termios *before)
{
	tcsetattr(fd, TCSANOW, before);
}

static bool ends_locale_name(char c)
{
	return !c || c == '@';
}

/* As in en_GB.UTF-8 and de_DE.utf8@euro. */
static bool names_utf8(const char *locale)
{
	const char *charset = strchr(locale, '.');

	if (!charset)
		return false;
	charset++;
	return (!strncasecmp(charset, "utf-8", 5) && ends_locale_name(charset[5])) ||
	       (!strncasecmp(charset, "utf8", 4) && ends_locale_name(charset[4]));
}

/* POSIX, "Internationalization Variables": an empty one counts as not set. */
bool sys_locale_is_utf8(void)
{
	static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *value = environment(names[i]);

		if (*value)
			return names_utf8(value);
	}
	return false;
}
