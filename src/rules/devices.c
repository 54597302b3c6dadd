/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about devices: PCI power states and errors, USB, SD cards. */
#include <inttypes.h>
#include <string.h>

#include "rules/asks.h"
#include "rules/evidence.h"
#include "rules/table.h"

/* The first link that may go to sleep, or NULL. */
static const char *find_sleepy_link(const struct rule_input *input,
				    struct rule_finding *finding)
{
	const struct fact *fact;
	size_t at = 0;

	while ((fact = facts_next(input->facts, "pci.*.aspm.*", &at)))
		if (fact->kind == FACT_BOOL && fact->integer)
			return rule_text(finding, "%s (%s)", rule_device(finding, fact),
					 strrchr(fact->name, '.') + 1);
	return NULL;
}

/* Bridges alone: nobody at the end of any link. The PCI class 0x06 of a list that is there. */
static bool has_bridges_alone(const struct rule_input *input)
{
	const struct fact *fact;
	size_t at = 0, bridges = 0;

	while ((fact = facts_next(input->facts, "pci.*.class", &at))) {
		if (fact->kind != FACT_INTEGER || fact->integer >> 16 != 0x06)
			return false;
		bridges++;
	}
	return bridges > 0;
}

static enum rule_verdict judge_aspm(const struct rule_input *input,
				    struct rule_finding *finding)
{
	const char *link = find_sleepy_link(input, finding), *policy;

	if (rule_on_command_line(input, "pcie_aspm=off") == 1 && !link)
		return rule_say(finding, RULE_OK,
				"pcie_aspm=off is on the command line, and no link says "
				"otherwise");
	if (has_bridges_alone(input))
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"there are bridges alone on PCI, and no device");
	if (!rule_get_text(input, finding, "pci.aspm.policy", &policy))
		return RULE_UNKNOWN;
	if (!strcmp(policy, "performance") && !link)
		return rule_say(finding, RULE_OK, "the policy is [performance]");
	if (link)
		return rule_say(finding, RULE_BAD,
				"the policy is [%s]; the link of %s may go to sleep",
				policy, link);
	return rule_say(finding, RULE_BAD,
			"the policy is still [%s]; which links may go to sleep is not "
			"told",
			policy);
}

const struct rule rule_pcie_power = {
	.id = "pcie-power",
	.title = "PCIe links that go to sleep (ASPM)",
	.weight = RULE_POSSIBLE,
	.looks_at = "/sys/module/pcie_aspm/parameters/policy, link/l*_aspm of the PCI "
		    "devices, pcie_aspm= on the command line",
	.effect = "10 to 500 us for the first packet or register after a pause",
	.fix = "pcie_aspm=off on the command line (beware of typing errors), or for one "
	       "device echo 0 > /sys/bus/pci/devices/DEVICE/link/l1_2_aspm",
	.undo = "take pcie_aspm=off off the command line; write 1 to the device's file",
	.prove = "A-B for each device that the task uses",
	.find_out = "cat /sys/module/pcie_aspm/parameters/policy; lspci -vv | grep ASPM; "
		    "without that file the machine or kernel has no ASPM",
	.basis = RULE_SEEN,
	.judge = judge_aspm,
};

static enum rule_verdict judge_pcie_errors(const struct rule_input *input,
					   struct rule_finding *finding)
{
	enum rule_verdict verdict;

	if (!rule_has_line(input, finding, "pcie_error", &verdict))
		return verdict;
	return rule_say(finding, RULE_BAD, "%s",
			rule_quote(input, finding, "pcie_error"));
}

const struct rule rule_pcie_errors = {
	.id = "pcie-errors",
	.title = "Errors on PCIe links",
	.weight = RULE_POSSIBLE,
	.looks_at = "'PCIe Bus Error' in the kernel's log",
	.effect = "each error is an interrupt and some lines of log; storms of them keep "
		  "a CPU busy",
	.fix = "the card's seat, slot or firmware; ASPM off for that device",
	.undo = "none needed",
	.prove = "the lines stop with the card in another slot or with ASPM off",
	.find_out = "dmesg | grep 'PCIe Bus Error'",
	.basis = RULE_DOCUMENTED,
	.judge = judge_pcie_errors,
};

static bool is_old_pi(const char *model)
{
	return strstr(model, "Raspberry Pi") && !strstr(model, "Raspberry Pi 4") &&
	       !strstr(model, "Raspberry Pi 5") && !strstr(model, "Raspberry Pi 400") &&
	       !strstr(model, "Raspberry Pi 500") && !strstr(model, "Compute Module 4") &&
	       !strstr(model, "Compute Module 5");
}

static enum rule_verdict judge_usb_fiq(const struct rule_input *input,
				       struct rule_finding *finding)
{
	const char *model = facts_text(input->facts, "machine.model", NULL);
	int off = rule_on_command_line(input, "dwc_otg.fiq_enable=0");

	if (!model && ask_arch(input, "x86") == YES)
		return rule_say(finding, RULE_NOT_APPLICABLE, "this is no Raspberry Pi");
	if (!model)
		return rule_say(finding, RULE_UNKNOWN, "which board this is is unknown");
	if (!is_old_pi(model))
		return rule_say(finding, RULE_NOT_APPLICABLE, "this is a %s", model);
	if (strcmp(facts_text(input->facts, "kernel.preempt", ""), "rt") != 0)
		return rule_say(finding,
				facts_known(input->facts, "kernel.preempt")
					? RULE_NOT_APPLICABLE
					: RULE_UNKNOWN,
				"the kernel is not known to be a PREEMPT_RT one");
	if (rule_yes(input, "usb.dwc_otg.fiq") == 0 || off == 1)
		return rule_say(finding, RULE_OK, "dwc_otg.fiq_enable is 0");
	if (off < 0)
		return rule_say(finding, RULE_UNKNOWN, "the command line is unknown");
	return rule_say(finding, RULE_BAD,
			"%s with an RT kernel and without dwc_otg.fiq_enable=0", model);
}

const struct rule rule_usb_fiq = {
	.id = "usb-fiq",
	.title = "Fast interrupts of the Raspberry Pi's USB",
	.weight = RULE_LIKELY,
	.looks_at = "the board's model (Pi 1 to 3), dwc_otg.fiq_enable= on the command "
		    "line, the kind of kernel",
	.effect = "lock-ups with an RT kernel, tens of us otherwise",
	.fix = "dwc_otg.fiq_enable=0 dwc_otg.fiq_fsm_enable=0 in cmdline.txt, or "
	       "dtoverlay=dwc2",
	.undo = "take the words out of cmdline.txt",
	.prove = "A-B boots with USB traffic",
	.find_out = "cat /proc/device-tree/model /proc/cmdline; uname -v",
	.basis = RULE_SEEN,
	.judge = judge_usb_fiq,
};

static enum rule_verdict judge_usb_hotplug(const struct rule_input *input,
					   struct rule_finding *finding)
{
	int64_t last_us = facts_integer(input->facts, "log.usb_hotplug.last_time", -1);
	enum rule_verdict verdict;

	if (!rule_has_line(input, finding, "usb_hotplug", &verdict))
		return verdict;
	if (last_us < 0)
		return rule_say(finding, RULE_UNKNOWN,
				"the log's lines about USB devices carry no time");
	if (last_us < INT64_C(60000000))
		return rule_say(finding, RULE_OK,
				"no USB device came or went after the first minute");
	return rule_say(finding, RULE_BAD,
			"the last at %" PRId64 ".%06" PRId64 " s: '%s'",
			last_us / 1000000, last_us % 1000000,
			facts_text(input->facts, "log.usb_hotplug.last", ""));
}

const struct rule rule_usb_hotplug = {
	.id = "usb-hotplug",
	.title = "USB devices that come and go",
	.weight = RULE_NOTE,
	.looks_at = "'new ... USB device' and 'USB disconnect' in the kernel's log",
	.effect = "20 to 300 us at each plug; a device that fails and returns does it "
		  "again and again",
	.fix = "leave devices plugged or unplugged; a good cable; another controller",
	.undo = "none needed",
	.prove = "plug a device in during a run",
	.find_out = "dmesg | grep -i usb",
	.basis = RULE_SEEN,
	.judge = judge_usb_hotplug,
};

static enum rule_verdict judge_sd_card(const struct rule_input *input,
				       struct rule_finding *finding)
{
	size_t at = 0;
	const struct fact *type = facts_next(input->facts, "mmc.*.type", &at);

	if (facts_integer(input->facts, "log.mmc.count", 0)) {
		finding->weight = RULE_POSSIBLE;
		return rule_say(finding, RULE_BAD, "%s",
				rule_quote(input, finding, "mmc"));
	}
	if (type)
		return rule_say(finding, RULE_BAD, "a card of type %s is in use (%s)",
				type->kind == FACT_TEXT ? type->text : "unknown",
				type->source);
	if (setup_has(facts_setup(input->facts), "/sys/block/mmcblk0"))
		return rule_say(finding, RULE_BAD, "/sys/block/mmcblk0 is there");
	if (setup_has(facts_setup(input->facts), "/sys/bus/mmc") ||
	    setup_has(facts_setup(input->facts), "/sys/block"))
		return rule_say(finding, RULE_OK, "no SD card or eMMC among the devices");
	return rule_say(finding, RULE_UNKNOWN,
			"whether there is an SD card or eMMC is unknown");
}

const struct rule rule_sd_card = {
	.id = "sd-card",
	.title = "SD card or eMMC",
	.weight = RULE_NOTE,
	.looks_at = "/sys/bus/mmc/devices, errors of mmc in the kernel's log",
	.effect = "1 to 2 ms while data is written; seconds for a card behind SPI",
	.fix = "write logs to memory (tmpfs), or use another storage",
	.undo = "the old place for logs",
	.prove = "dd oflag=direct to the card during a run (whylate load disk)",
	.find_out = "ls /sys/bus/mmc/devices; dmesg | grep mmc",
	.basis = RULE_SEEN,
	.judge = judge_sd_card,
};
