/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which CPUs there are, how they share what they are made of, and their names. */
#include "facts/files.h"
#include "facts/topics.h"

#define CPU "/sys/devices/system/cpu/"

/* clang-format off */
static const struct facts_file files[] = {
	{CPU "online", "cpu.online", FORM_TEXT, ""},
	{CPU "present", "cpu.present", FORM_TEXT, ""},
	{CPU "possible", "cpu.possible", FORM_TEXT, ""},
	{CPU "smt/active", "smt.active", FORM_BOOL, ""},
	{CPU "smt/control", "smt.control", FORM_TEXT, ""},
	{CPU "cpu#/topology/thread_siblings_list", "cpu.*.smt_siblings", FORM_TEXT, ""},
	{CPU "cpu#/topology/core_id", "cpu.*.core", FORM_INTEGER, ""},
	{CPU "cpu#/topology/physical_package_id", "cpu.*.package", FORM_INTEGER, ""},
	{CPU "cpu#/cpu_capacity", "cpu.*.capacity", FORM_INTEGER, ""},
	{CPU "cpu#/cache/index#/level", "cpu.*.cache.*.level", FORM_INTEGER, ""},
	{CPU "cpu#/cache/index#/type", "cpu.*.cache.*.type", FORM_TEXT, ""},
	{CPU "cpu#/cache/index#/size", "cpu.*.cache.*.size", FORM_TEXT, ""},
	{CPU "cpu#/cache/index#/shared_cpu_list", "cpu.*.cache.*.shared", FORM_TEXT, ""},
	{"/sys/devices/cpu_core/cpus", "cpu.performance_cores", FORM_TEXT, ""},
	{"/sys/devices/cpu_atom/cpus", "cpu.efficiency_cores", FORM_TEXT, ""},
};
/* clang-format on */

void facts_topic_cpu(struct facts *facts, const struct setup *setup)
{
	facts_put_files(facts, setup, files, sizeof(files) / sizeof(files[0]));
}
