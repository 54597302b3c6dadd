/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which program suits which machine, and where it may be. */
#include "cmd/on-program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/io.h"

enum { PROGRAM_BYTES_MAX = 64 << 20 };

static const struct {
	const char *machine, *arch;
} archs[] = {
	{"x86_64", "x86-64"}, {"aarch64", "aarch64"}, {"armv7l", "armhf"},
	{"armv8l", "armhf"},  {"riscv64", "riscv64"},
};

static const char *arch_of(const char *machine)
{
	for (size_t i = 0; i < sizeof(archs) / sizeof(archs[0]); i++)
		if (!strcmp(archs[i].machine, machine))
			return archs[i].arch;
	return NULL;
}

/* The folder that this program is in. */
static const char *own_folder(struct arena *arena)
{
	char path[4096];
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
	char *slash;

	if (length < 0)
		return ".";
	path[length] = '\0';
	slash = strrchr(path, '/');
	if (slash)
		*slash = '\0';
	return arena_copy(arena, path);
}

int on_program_read(struct arena *arena, const char *machine, struct str *program,
		    struct err *err)
{
	static const char *const places[] = {"", "/../build-static", "/../lib/whylate"};
	const char *arch = arch_of(machine), *named = getenv("WHYLATE_STATIC");
	const char *own = own_folder(arena);
	char path[4200];

	if (!arch)
		return err_set(err, ERR_INPUT,
			       "there is no whylate for a machine of the kind '%.40s'",
			       machine);
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		if (named)
			snprintf(path, sizeof(path), "%s/whylate-%s", named, arch);
		else
			snprintf(path, sizeof(path), "%s%s/whylate-%s", own, places[i],
				 arch);
		if (access(path, R_OK) == 0)
			return io_read_file(path, PROGRAM_BYTES_MAX, program, err);
	}
	return err_set(
		err, ERR_INPUT,
		"a static whylate for %s is needed and not here: 'tools/build-static %s' "
		"makes it ($WHYLATE_STATIC may name its folder)",
		machine, arch);
}
