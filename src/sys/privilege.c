/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads limits, capabilities, control groups and seccomp state after a refusal. Changes
 * nothing.
 */
#include "sys/privilege.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "sys/cgroup.h"

/* capability.h of the kernel; linux/capability.h is not needed for two numbers. */
enum { CAP_BIT_IPC_LOCK = 14, CAP_BIT_SYS_NICE = 23 };

#define HOW_TO_GET_PRIORITY                                                             \
	"run as root, or 'setcap cap_sys_nice,cap_ipc_lock+ep' on the program, or add " \
	"'rtprio 99' and 'memlock unlimited' for the user to "                          \
	"/etc/security/limits.conf; "                                                   \
	"--policy other measures without it"

/* A number of /proc/self/status, in the given base; fallback when it is not there. */
static unsigned long long read_status(const struct root *root, const char *key, int base,
				      unsigned long long fallback)
{
	CLEANUP(str_free) struct str text = {0};
	const char *at;

	if (root_read(root, &text, "/proc/self/status") < 0)
		return fallback;
	at = strstr(str_text(&text), key);
	return at ? strtoull(at + strlen(key), NULL, base) : fallback;
}

static bool has_capability(const struct root *root, int bit)
{
	return read_status(root, "\nCapEff:", 16, 0) >> bit & 1;
}

static bool has_seccomp_filter(const struct root *root)
{
	return read_status(root, "\nSeccomp:", 10, 0) == 2;
}

/* CONFIG_RT_GROUP_SCHED: a new group has a real-time budget of 0 and refuses everyone. */
static bool explain_empty_budget(const struct root *root, struct err *err)
{
	char group[512];
	int64_t runtime_us;

	if (!cgroup_find(root, "cpu", group, sizeof(group)) ||
	    root_read_integer(root, &runtime_us, "%s/cpu.rt_runtime_us", group) < 0 ||
	    runtime_us != 0)
		return false;
	err_set(err, ERR_INPUT,
		"the control group %s has no real-time budget (cpu.rt_runtime_us is 0): "
		"'echo 950000 > %s/cpu.rt_runtime_us', or move the shell to the root "
		"group "
		"with 'echo $$ > /sys/fs/cgroup/cpu/tasks'; --policy other measures "
		"without it",
		group, group);
	return true;
}

static int explain_deadline(const struct root *root, int error, struct err *err)
{
	switch (error) {
	case EBUSY:
		return err_set(
			err, ERR_INPUT,
			"the kernel's admission control refused the deadline budget: too "
			"much is reserved already (see "
			"/proc/sys/kernel/sched_rt_runtime_us)");
	case ENOSYS:
		return err_set(
			err, ERR_INPUT,
			"this kernel has no sched_setattr: --policy deadline needs Linux "
			"3.14; use --policy fifo");
	case EPERM:
		return err_set(
			err, ERR_INPUT,
			has_capability(root, CAP_BIT_SYS_NICE)
				? "the kernel refused --policy deadline: a deadline thread "
				  "must be allowed on every CPU of its cpuset; start whylate "
				  "without taskset, or in an exclusive cpuset"
				: "no right to --policy deadline: CAP_SYS_NICE is missing; " HOW_TO_GET_PRIORITY);
	case EINVAL:
		return err_set(err, ERR_INPUT,
			       "the kernel refused the deadline parameters: the period "
			       "is outside "
			       "/proc/sys/kernel/sched_deadline_period_{min,max}_us");
	default:
		errno = error;
		return err_errno(err, "the kernel refused --policy deadline");
	}
}

int privilege_explain_policy(const struct root *root, const struct sched_wish *wish,
			     int error, struct err *err)
{
	const char *policy = sched_policy_names[wish->policy];
	struct rlimit limit = {0};

	if (wish->policy == POLICY_DEADLINE)
		return explain_deadline(root, error, err);
	if (error == EPERM && explain_empty_budget(root, err))
		return -1;
	if (error == EPERM && has_capability(root, CAP_BIT_SYS_NICE))
		return err_set(
			err, ERR_INPUT,
			"the kernel refused %s %d although CAP_SYS_NICE is there: %s; "
			"--policy other measures without it",
			policy, wish->priority,
			has_seccomp_filter(root)
				? "a seccomp filter is on; start the container with "
				  "--security-opt seccomp=unconfined or a profile that "
				  "allows "
				  "sched_setscheduler"
				: "look for a security module or a parent control group "
				  "without real-time budget");
	getrlimit(RLIMIT_RTPRIO, &limit);
	if (error == EPERM)
		return err_set(err, ERR_INPUT,
			       "no right to %s priority %d: CAP_SYS_NICE is missing and "
			       "RLIMIT_RTPRIO is %llu; %s%s",
			       policy, wish->priority, (unsigned long long)limit.rlim_cur,
			       has_seccomp_filter(root) ? "in a container start it with "
							  "--cap-add SYS_NICE --ulimit "
							  "rtprio=95; else "
							: "",
			       HOW_TO_GET_PRIORITY);
	errno = error;
	return err_errno(err, "the kernel refused %s priority %d", policy,
			 wish->priority);
}

int privilege_explain_memory_lock(const struct root *root, int error, struct err *err)
{
	struct rlimit limit = {0};

	getrlimit(RLIMIT_MEMLOCK, &limit);
	if (error == ENOSYS)
		return err_set(
			err, ERR_INPUT,
			"this kernel cannot lock memory (no mlockall); --policy other "
			"measures without it");
	if (!has_capability(root, CAP_BIT_IPC_LOCK))
		return err_set(err, ERR_INPUT,
			       "no right to lock memory: CAP_IPC_LOCK is missing and "
			       "RLIMIT_MEMLOCK "
			       "is %llu KiB; %s",
			       (unsigned long long)(limit.rlim_cur / 1024),
			       HOW_TO_GET_PRIORITY);
	if (error == EPERM && has_seccomp_filter(root))
		return err_set(err, ERR_INPUT,
			       "a seccomp filter forbids mlockall: start the container "
			       "with a profile "
			       "that allows it; --policy other measures without it");
	errno = error;
	return err_errno(err, "cannot lock memory; --policy other measures without it");
}

int privilege_explain_cpu(const struct root *root, int cpu, int error, struct err *err)
{
	CLEANUP(str_free) struct str text = {0};
	const char *allowed = "unknown";
	char *at;

	if (root_read(root, &text, "/proc/self/cpuset") == 0 && (at = text.text))
		at[strcspn(at, "\n")] = '\0', allowed = at;
	if (error == EINVAL)
		return err_set(
			err, ERR_INPUT,
			"CPU %d is not for this process: its cpuset '%s' leaves it out; "
			"choose other --cpus, or widen the cpuset",
			cpu, allowed);
	if (error == EPERM)
		return err_set(err, ERR_INPUT, "no right to move to CPU %d%s", cpu,
			       has_seccomp_filter(root)
				       ? ": a seccomp filter forbids sched_setaffinity"
				       : "");
	errno = error;
	return err_errno(err, "cannot move to CPU %d", cpu);
}
