/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Devices and what they do on their own: PCI, its power states, USB, SD cards, graphics. */
#include <string.h>

#include "facts/files.h"
#include "facts/topics.h"
#include "facts/value.h"

#define PCI "/sys/bus/pci/devices/*/"

/* clang-format off */
static const struct facts_file files[] = {
	{PCI "class", "pci.*.class", FORM_HEX, "hex"},
	{PCI "vendor", "pci.*.vendor", FORM_HEX, "hex"},
	{PCI "device", "pci.*.device", FORM_HEX, "hex"},
	{PCI "power/control", "pci.*.power", FORM_TEXT},
	{PCI "power/runtime_status", "pci.*.power_now", FORM_TEXT},
	{PCI "link/l0s_aspm", "pci.*.aspm.l0s", FORM_BOOL},
	{PCI "link/l1_aspm", "pci.*.aspm.l1", FORM_BOOL},
	{PCI "link/l1_1_aspm", "pci.*.aspm.l1_1", FORM_BOOL},
	{PCI "link/l1_2_aspm", "pci.*.aspm.l1_2", FORM_BOOL},
	{"/sys/module/pcie_aspm/parameters/policy", "pci.aspm.policy", FORM_CHOICE},
	{"/sys/module/usbcore/parameters/autosuspend", "usb.autosuspend", FORM_INTEGER, "s"},
	{"/sys/bus/usb/devices/*/product", "usb.*.product", FORM_TEXT},
	{"/sys/bus/mmc/devices/*/type", "mmc.*.type", FORM_TEXT},
	{"/sys/bus/mmc/devices/*/name", "mmc.*.name", FORM_TEXT},
	{"/sys/module/dwc_otg/parameters/fiq_enable", "usb.dwc_otg.fiq", FORM_BOOL},
};
/* clang-format on */

/* uevent: "DRIVER=i915" in one of its lines; the other lines are not needed. */
static void put_drivers(struct facts *facts, const struct setup *setup)
{
	const struct setup_file *file;
	size_t at = 0;

	while ((file = setup_next(setup, PCI "uevent", &at))) {
		const char *device =
			facts_part(facts, file->path, "/sys/bus/pci/devices/");
		const char *driver =
			file->error ? NULL : facts_value(facts, file->text, "DRIVER");

		if (!file->error)
			facts_put_text(facts, file->path,
				       facts_format(facts, "pci.%s.driver", device),
				       driver ? driver : "none");
	}
}

static void put_nvidia(struct facts *facts, const struct setup *setup)
{
	static const char path[] = "/proc/driver/nvidia/version";
	const char *line = facts_line_of(facts, setup, path);

	if (line)
		facts_put_text(facts, path, "graphics.nvidia", line);
}

/* Names of /proc/modules, a fact each: what is loaded; what is built in is not there. */
static void put_modules(struct facts *facts, const struct setup *setup)
{
	static const char path[] = "/proc/modules";
	const char *at = setup_text(setup, path), *line;

	if (!at) {
		facts_put_missing(facts, setup, path, "modules.read");
		return;
	}
	facts_put_bool(facts, path, "modules.read", true);
	while ((line = facts_next_line(facts, &at)))
		if (*line)
			facts_put_bool(facts, path,
				       facts_format(facts, "module.%.*s",
						    (int)strcspn(line, " "), line),
				       true);
}

void facts_topic_devices(struct facts *facts, const struct setup *setup)
{
	facts_put_files(facts, setup, files, sizeof(files) / sizeof(files[0]));
	put_drivers(facts, setup);
	put_nvidia(facts, setup);
	put_modules(facts, setup);
}
