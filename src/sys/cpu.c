/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CPU lists of /sys/devices/system/cpu. */
#include "sys/cpu.h"

#include <string.h>

#include "sys/sched.h"

static int read_list(const struct root *root, const char *path, struct cpuset *cpus,
		     struct err *err)
{
	CLEANUP(str_free) struct str text = {0};

	if (root_read(root, &text, "%s", path) < 0)
		return err_errno(err, "cannot read %s", path);
	if (cpuset_parse(str_text(&text), cpus, err) < 0)
		return err_prefix(err, "%s", path);
	return 0;
}

int cpu_read_online(const struct root *root, struct cpuset *online, struct err *err)
{
	return read_list(root, "/sys/devices/system/cpu/online", online, err);
}

int cpu_read_isolated(const struct root *root, struct cpuset *isolated, struct err *err)
{
	return read_list(root, "/sys/devices/system/cpu/isolated", isolated, err);
}

/* The line of /proc/self/status; false: it is not there. */
static bool read_status(const struct root *root, struct cpuset *allowed)
{
	static const char key[] = "Cpus_allowed_list:";
	CLEANUP(str_free) struct str text = {0};
	struct err ignored = {0};
	char *at;

	if (root_read(root, &text, "/proc/self/status") < 0 || !text.length)
		return false;
	at = strstr(text.text, key);
	if (!at)
		return false;
	at += strlen(key) + strspn(at + strlen(key), " \t");
	at[strcspn(at, "\n")] = '\0';
	return cpuset_parse(at, allowed, &ignored) == 0;
}

int cpu_read_allowed(const struct root *root, struct cpuset *allowed, struct err *err)
{
	struct cpuset isolated = {0};
	struct err ignored = {0};

	if (root_is_this_machine(root))
		return sched_get_cpus(0, allowed) < 0
			       ? err_errno(err,
					   "cannot read which CPUs this process may use")
			       : 0;
	if (read_status(root, allowed))
		return 0;
	if (cpu_read_online(root, allowed, err) < 0)
		return -1;
	if (cpu_read_isolated(root, &isolated, &ignored) == 0)
		*allowed = cpuset_minus(allowed, &isolated);
	return 0;
}
