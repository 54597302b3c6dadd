/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Is this a virtual machine, or does it hold some? "virtual.guest" is known only where
 * something says yes or no: the CPU flags on x86, the log, the device tree of a real board.
 */
#include <string.h>

#include "facts/files.h"
#include "facts/topics.h"
#include "facts/value.h"

/* clang-format off */
static const struct facts_file files[] = {
	{"/sys/class/dmi/id/sys_vendor", "machine.vendor", FORM_TEXT},
	{"/sys/class/dmi/id/product_name", "machine.product", FORM_TEXT},
	{"/sys/class/dmi/id/bios_version", "firmware.version", FORM_TEXT},
	{"/sys/class/dmi/id/bios_date", "firmware.date", FORM_TEXT},
	{"/proc/device-tree/model", "machine.model", FORM_TEXT},
	{"/sys/hypervisor/type", "virtual.hypervisor", FORM_TEXT},
	{"/sys/module/kvm/parameters/nx_huge_pages", "virtual.host.nx_huge_pages", FORM_TEXT},
};
/* clang-format on */

/* What only a machine inside another one has as its model. */
static bool is_made_up_model(const char *model)
{
	return strstr(model, "dummy-virt") || strstr(model, "qemu") ||
	       strstr(model, "XENVM");
}

static void put_guest(struct facts *facts, const struct setup *setup)
{
	static const char name[] = "virtual.guest", cpuinfo[] = "/proc/cpuinfo";
	const char *flags = facts_cpu_flags(facts, setup);
	const char *model = facts_text(facts, "machine.model", NULL);

	if (flags)
		facts_put_bool(facts, cpuinfo, name, facts_has_word(flags, "hypervisor"));
	else if (facts_known(facts, "virtual.hypervisor"))
		facts_put_bool(facts, "/sys/hypervisor/type", name, true);
	else if (facts_integer(facts, "log.hypervisor.count", 0) ||
		 facts_integer(facts, "log.paravirtual.count", 0))
		facts_put_bool(facts, SETUP_LOG, name, true);
	else if (model)
		facts_put_bool(facts, "/proc/device-tree/model", name,
			       is_made_up_model(model));
	else
		facts_put_unknown(facts, cpuinfo, name,
				  "neither CPU flags nor a device tree tell");
}

/* "cpu  user nice system idle iowait irq softirq steal ..." since the start, in ticks. */
static void put_steal(struct facts *facts, const struct setup *setup)
{
	static const char path[] = "/proc/stat", name[] = "virtual.steal";
	const char *text = setup_text(setup, path);
	const char *at = text ? facts_value(facts, text, "cpu") : NULL;
	int64_t value;

	for (int i = 0; at && i < 7; i++) {
		at += strspn(at, " ");
		at += strcspn(at, " ");
	}
	if (facts_number(at, &value))
		facts_put_integer(facts, path, name, value, "ticks");
	else
		facts_put_missing(facts, setup, path, name);
}

void facts_topic_virtual(struct facts *facts, const struct setup *setup)
{
	facts_put_files(facts, setup, files, sizeof(files) / sizeof(files[0]));
	put_guest(facts, setup);
	put_steal(facts, setup);
	facts_put_bool(facts, "/sys/module/kvm", "virtual.host.kvm",
		       setup_has(setup, "/sys/module/kvm") ||
			       setup_has(setup, "/sys/module/kvm_intel") ||
			       setup_has(setup, "/sys/module/kvm_amd"));
	if (!setup_has(setup, "/sys/module"))
		facts_put_unknown(facts, "/sys/module", "virtual.host.kvm", "not there");
}
