/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about graphics: what suspends itself, shares memory, or polls. */
#include <string.h>

#include "rules/asks.h"
#include "rules/evidence.h"
#include "rules/table.h"

/* The upper byte of a PCI class. */
enum { PCI_DISPLAY = 0x03 };

static bool is_display(const struct fact *class)
{
	return class->kind == FACT_INTEGER && class->integer >> 16 == PCI_DISPLAY;
}

/* The next display adapter behind *at; NULL: no more. */
static const struct fact *next_display(const struct rule_input *input, size_t *at)
{
	const struct fact *class;

	while ((class = facts_next(input->facts, "pci.*.class", at)))
		if (is_display(class))
			return class;
	return NULL;
}

/* Without PCI devices in the facts: a machine with device tree has no such adapter. */
static enum rule_verdict say_no_display(const struct rule_input *input,
					struct rule_finding *finding)
{
	size_t at = 0;

	if (facts_next(input->facts, "pci.*.class", &at))
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"no PCI device is a display adapter");
	if (ask_arch(input, "x86") == NO)
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"no x86, and no PCI devices");
	return rule_say(finding, RULE_UNKNOWN, "which PCI devices there are is unknown");
}

static const char *text_of(const struct fact *fact)
{
	return fact->kind == FACT_TEXT ? fact->text : NULL;
}

/* Says that this adapter suspends itself, and how to stop it. */
static enum rule_verdict say_suspends(struct rule_finding *finding, const char *device,
				      const char *driver, const char *power)
{
	finding->fix =
		rule_text(finding, "echo on > /sys/bus/pci/devices/%s/power/control",
			  device);
	finding->undo =
		rule_text(finding, "echo %s > /sys/bus/pci/devices/%s/power/control",
			  power, device);
	return rule_say(finding, RULE_BAD,
			"display adapter %s, driver %s, power/control is %s", device,
			driver, power);
}

static enum rule_verdict judge_graphics_power(const struct rule_input *input,
					      struct rule_finding *finding)
{
	const char *fine = NULL, *unknown = NULL;
	const struct fact *class;
	size_t at = 0;

	while ((class = next_display(input, &at))) {
		const char *driver =
			text_of(rule_sibling(input, finding, class, "driver"));
		const char *power = text_of(rule_sibling(input, finding, class, "power"));
		const char *device = rule_device(finding, class);

		if (!power || (!driver && strcmp(power, "on") != 0))
			unknown = device;
		else if (driver && strcmp(power, "on") != 0 &&
			 (!strcmp(driver, "i915") || !strcmp(driver, "xe")))
			return say_suspends(finding, device, driver, power);
		else
			fine = rule_text(finding, "%s, driver %s, power/control %s",
					 device, driver ? driver : "unknown", power);
	}
	if (unknown)
		return rule_say(
			finding, RULE_UNKNOWN,
			"driver or power/control of display adapter %s is unknown",
			unknown);
	if (fine)
		return rule_say(finding, RULE_OK, "display adapter %s", fine);
	return say_no_display(input, finding);
}

const struct rule rule_graphics_power = {
	.id = "graphics-power",
	.title = "Graphics that suspends itself (i915)",
	.weight = RULE_POSSIBLE,
	.looks_at =
		"class, driver and power/control of the PCI devices; other devices may "
		"suspend as they like",
	.effect =
		"about 1 ms on the CPU that serves it, mostly CPU 0; its timer interrupt "
		"stays in time, the thread is late",
	.fix = "echo on > /sys/bus/pci/devices/DEVICE/power/control",
	.undo = "echo auto > /sys/bus/pci/devices/DEVICE/power/control",
	.prove =
		"A-B-A with on and auto; rtla timerlat's stack of the thread that blocked",
	.find_out = "lspci -k; cat /sys/bus/pci/devices/*/power/control",
	.basis = RULE_SEEN,
	.judge = judge_graphics_power,
};

static enum rule_verdict judge_graphics_memory(const struct rule_input *input,
					       struct rule_finding *finding)
{
	static const char *const drivers[] = {"i915", "xe", "amdgpu", "radeon"};
	const char *unknown = NULL;
	const struct fact *class;
	size_t at = 0, seen = 0;

	while ((class = next_display(input, &at))) {
		const char *driver =
			text_of(rule_sibling(input, finding, class, "driver"));

		seen++;
		if (!driver)
			unknown = rule_device(finding, class);
		for (size_t i = 0; driver && i < sizeof(drivers) / sizeof(drivers[0]);
		     i++)
			if (!strcmp(driver, drivers[i]))
				return rule_say(finding, RULE_BAD,
						"display adapter %s with driver %s may "
						"share the memory's bandwidth",
						rule_device(finding, class), driver);
	}
	if (unknown)
		return rule_say(finding, RULE_UNKNOWN,
				"the driver of display adapter %s is unknown", unknown);
	if (seen)
		return rule_say(finding, RULE_OK,
				"no display adapter has a driver that draws in 3D");
	return say_no_display(input, finding);
}

const struct rule rule_graphics_memory = {
	.id = "graphics-memory",
	.title = "Graphics that shares memory bandwidth",
	.weight = RULE_NOTE,
	.looks_at = "class and driver of the PCI devices",
	.effect = "2 to 4 times as late while something draws in 3D",
	.fix = "a text console, another graphics card, or cache allocation for the "
	       "adapter where the processor has it",
	.undo = "start the desktop again",
	.prove = "a run with 3D load and one without",
	.find_out = "lspci -k",
	.basis = RULE_SEEN,
	.judge = judge_graphics_memory,
};

static enum rule_verdict judge_nvidia(const struct rule_input *input,
				      struct rule_finding *finding)
{
	const char *version = facts_text(input->facts, "graphics.nvidia", NULL);
	const struct fact *module = facts_get(input->facts, "modules.read");

	if (facts_integer(input->facts, "log.atomic_nvidia.count", 0)) {
		finding->weight = RULE_LIKELY;
		return rule_say(finding, RULE_BAD, "%s",
				rule_quote(input, finding, "atomic_nvidia"));
	}
	if (version)
		return rule_say(finding, RULE_BAD, "NVIDIA's own driver is loaded: %s",
				version);
	if (facts_known(input->facts, "module.nvidia"))
		return rule_say(finding, RULE_BAD,
				"NVIDIA's own driver is loaded: /proc/modules");
	if (ask_config(input, "CONFIG_MODULES") == NO)
		return rule_say(finding, RULE_OK,
				"a kernel without modules cannot have it");
	if (module->kind == FACT_UNKNOWN)
		return rule_say(finding, RULE_UNKNOWN, "/proc/modules: %s", module->text);
	return rule_say(finding, RULE_OK, "NVIDIA's own driver is not loaded");
}

const struct rule rule_nvidia = {
	.id = "nvidia",
	.title = "NVIDIA's own driver",
	.weight = RULE_POSSIBLE,
	.looks_at =
		"/proc/driver/nvidia/version, /proc/modules, 'scheduling while atomic: "
		"irq/..-nvidia' in the kernel's log",
	.effect = "ms, mostly while something polls the card (nvidia-smi)",
	.fix = "stop what polls (nvidia-smi -l, persistence daemon); nouveau, or no such "
	       "card",
	.undo = "start the poll or the driver again",
	.prove = "start and stop a poll at 10 Hz during a run",
	.find_out = "lsmod | grep nvidia",
	.basis = RULE_SEEN,
	.judge = judge_nvidia,
};
