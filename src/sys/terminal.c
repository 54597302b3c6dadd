/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Asks terminals. Changes nothing of them. */
#include "sys/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int sys_terminal_columns(int fd)
{
	struct winsize size = {0};

	return ioctl(fd, TIOCGWINSZ, &size) < 0 ? 0 : size.ws_col;
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

bool sys_terminal_has_colour(int fd)
{
	return isatty(fd) && !*environment("NO_COLOR") && *environment("TERM") &&
	       strcmp(environment("TERM"), "dumb");
}

/* POSIX, "Internationalization Variables": an empty one counts as not set. */
bool sys_locale_is_utf8(void)
{
	static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *value = environment(names[i]);

		if (*value)
			return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
	}
	return false;
}
