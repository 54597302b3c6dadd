/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tables of stressors and presets. */
#include "load/stressors.h"

#include <stddef.h>
#include <string.h>

#include "load/load-ops.h"

extern const struct load_ops stressor_cache, stressor_cpu, stressor_disk, stressor_fork,
	stressor_interrupts, stressor_memory_read, stressor_memory_write,
	stressor_messages, stressor_net, stressor_page_fault, stressor_ssh,
	stressor_ssh_system, stressor_timers;

const struct load_ops *const stressors[] = {
	&stressor_disk,         &stressor_net,
	&stressor_ssh,          &stressor_ssh_system,
	&stressor_memory_write, &stressor_memory_read,
	&stressor_cache,        &stressor_cpu,
	&stressor_fork,         &stressor_timers,
	&stressor_messages,     &stressor_page_fault,
	&stressor_interrupts,   NULL,
};

const struct stressor_preset stressor_presets[] = {
	{"light", "cpu=1,disk=16,timers=1",
	 "cpu=1,disk=16,timers=1: a machine that is in use"},
	{"thread-2014", "disk,net,ssh", "disk,net,ssh: dd, netcat and ssh"},
	{"everything",
	 "disk,net,ssh,memory-write,memory-read,cache,cpu,fork,timers,messages,page-fault,"
	 "interrupts",
	 "all of these but ssh-system"},
	{0},
};

const struct load_ops *stressor_find(const char *name, size_t length)
{
	for (size_t i = 0; stressors[i]; i++)
		if (strlen(stressors[i]->name) == length &&
		    !memcmp(stressors[i]->name, name, length))
			return stressors[i];
	return NULL;
}

const char *stressor_preset(const char *name, size_t length)
{
	for (size_t i = 0; stressor_presets[i].name; i++)
		if (strlen(stressor_presets[i].name) == length &&
		    !memcmp(stressor_presets[i].name, name, length))
			return stressor_presets[i].list;
	return NULL;
}
