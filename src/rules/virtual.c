/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about virtual machines: what the host takes, what the guest asks of it. */
#include <inttypes.h>
#include <string.h>

#include "base/str.h"
#include "rules/asks.h"
#include "rules/evidence.h"
#include "rules/table.h"

static enum rule_verdict say_no_guest(struct rule_finding *finding, int guest)
{
	if (guest < 0)
		return rule_say(finding, RULE_UNKNOWN,
				"whether this is a virtual machine is unknown");
	return rule_say(finding, RULE_NOT_APPLICABLE, "this is not a virtual machine");
}

static enum rule_verdict judge_steal(const struct rule_input *input,
				     struct rule_finding *finding)
{
	int guest = rule_yes(input, "virtual.guest");
	int64_t steal_ns, ticks;

	if (ask_counter(input, "steal", &steal_ns)) {
		if (steal_ns > 0)
			return rule_say(finding, RULE_BAD,
					"the host kept the CPUs from running for %" PRId64
					".%03" PRId64 " ms during the run",
					steal_ns / 1000000, steal_ns / 1000 % 1000);
		if (guest == 1)
			return rule_say(finding, RULE_OK,
					"no steal time during the run, in steps of a "
					"clock tick");
	}
	if (guest != 1)
		return say_no_guest(finding, guest);
	if (!rule_get_integer(input, finding, "virtual.steal", &ticks))
		return RULE_UNKNOWN;
	finding->weight = RULE_POSSIBLE;
	if (ticks > 0)
		return rule_say(finding, RULE_BAD,
				"/proc/stat: %" PRId64
				" ticks of steal since the start, all CPUs together",
				ticks);
	return rule_say(finding, RULE_UNKNOWN,
			"no steal since the start, but the host need not report any; "
			"measure");
}

const struct rule rule_steal = {
	.id = "steal",
	.title = "Time that the host took",
	.weight = RULE_LIKELY,
	.looks_at = "the run's counter 'steal', else the steal column of /proc/stat",
	.effect = "100 us to tens of ms, whenever the host runs something else",
	.fix = "on the host: pin the vCPUs to CPUs of their own and give them a real-time "
	       "policy (virsh vcpupin, vcpusched fifo)",
	.undo = "the old pinning and policy of the vCPUs",
	.prove = "compare the moments of steal with those of the spikes, then A-B on the "
		 "host",
	.find_out = "a run of whylate counts steal for each CPU and second",
	.basis = RULE_SEEN,
	.judge = judge_steal,
};

static enum rule_verdict judge_host(const struct rule_input *input,
				    struct rule_finding *finding)
{
	int guest = rule_yes(input, "virtual.guest");

	if (guest != 1)
		return say_no_guest(finding, guest);
	return rule_say(
		finding, RULE_UNKNOWN,
		"this is a virtual machine; how its host runs the vCPUs cannot be "
		"seen from inside");
}

const struct rule rule_host_scheduling = {
	.id = "host-scheduling",
	.title = "How the host runs the vCPUs",
	.weight = RULE_POSSIBLE,
	.looks_at = "the flag 'hypervisor' in /proc/cpuinfo, the device tree's model",
	.effect = "100 us to 6 ms where vCPUs are ordinary threads of the host",
	.fix = "on the host: one CPU for each vCPU (virsh vcpupin), SCHED_FIFO for them "
	       "(vcpusched), nothing else on these CPUs",
	.undo = "the old pinning and policy on the host",
	.prove = "A-B on the host; whylate in the guest sees the difference",
	.find_out =
		"on the host: taskset -p and chrt -p of every vCPU thread of the guest",
	.basis = RULE_SEEN,
	.judge = judge_host,
};

static enum rule_verdict judge_nx_huge_pages(const struct rule_input *input,
					     struct rule_finding *finding)
{
	const char *value;
	int kvm = rule_yes(input, "virtual.host.kvm");

	if (kvm == 0)
		return rule_say(finding, RULE_NOT_APPLICABLE, "KVM is not loaded");
	if (!rule_get_text(input, finding, "virtual.host.nx_huge_pages", &value))
		return RULE_UNKNOWN;
	if (strchr("Yy1", *value))
		return rule_say(finding, RULE_BAD,
				"/sys/module/kvm/parameters/nx_huge_pages is %s", value);
	return rule_say(finding, RULE_OK,
			"/sys/module/kvm/parameters/nx_huge_pages is %s", value);
}

const struct rule rule_nx_huge_pages = {
	.id = "nx-huge-pages",
	.title = "KVM splits executable huge pages",
	.weight = RULE_POSSIBLE,
	.looks_at = "/sys/module/kvm/parameters/nx_huge_pages on the host",
	.effect = "about 100 us on all vCPUs of a guest at once, while pages are put "
		  "together again",
	.fix = "kvm.nx_huge_pages=off on the host's command line: gives up a protection "
	       "against guests (iTLB multihit)",
	.undo = "take kvm.nx_huge_pages=off off the command line",
	.prove = "A-B on the host; a trace of EPT violations beside the guest's spikes",
	.find_out = "on the host: cat /sys/module/kvm/parameters/nx_huge_pages",
	.basis = RULE_SEEN,
	.judge = judge_nx_huge_pages,
};

static enum rule_verdict judge_emulated_console(const struct rule_input *input,
						struct rule_finding *finding)
{
	int guest = rule_yes(input, "virtual.guest");
	const char *serial;

	if (guest != 1)
		return say_no_guest(finding, guest);
	if (!rule_get_text(input, finding, "console.serial", &serial))
		return RULE_UNKNOWN;
	if (str_starts(serial, "ttyS") || str_starts(serial, "ttyAMA"))
		return rule_say(finding, RULE_BAD,
				"the kernel prints to %s, which the host emulates",
				serial);
	return rule_say(finding, RULE_OK,
			"no console of the kernel is an emulated serial line");
}

const struct rule rule_emulated_console = {
	.id = "emulated-console",
	.title = "Emulated serial console",
	.weight = RULE_POSSIBLE,
	.looks_at = "/proc/consoles in a virtual machine",
	.effect =
		"the guest stops for each character; hundreds of ms for a burst of lines",
	.fix = "'quiet' and a virtio console (console=hvc0) instead of console=ttyS0",
	.undo = "the old console= on the command line",
	.prove = "echo m > /proc/sysrq-trigger in a run, with both consoles",
	.find_out = "cat /proc/consoles",
	.basis = RULE_SEEN,
	.judge = judge_emulated_console,
};

/* "virtio_blk": the driver of a PCI or module fact that says the disk is the host's. */
static const char *find_disk(const struct rule_input *input)
{
	static const char *const modules[] = {"virtio_blk", "virtio_scsi", "xen_blkfront",
					      "hv_storvsc"};
	char name[64] = "module.";

	for (size_t i = 0; i < sizeof(modules) / sizeof(modules[0]); i++) {
		strcpy(name + strlen("module."), modules[i]);
		if (facts_known(input->facts, name))
			return modules[i];
	}
	if (setup_has(facts_setup(input->facts), "/sys/block/vda"))
		return "virtio_blk";
	return NULL;
}

static enum rule_verdict judge_virtual_disk(const struct rule_input *input,
					    struct rule_finding *finding)
{
	int guest = rule_yes(input, "virtual.guest");
	const char *disk = find_disk(input);

	if (guest != 1)
		return say_no_guest(finding, guest);
	if (disk)
		return rule_say(finding, RULE_BAD,
				"the disk is the host's (%s): I/O leaves the guest",
				disk);
	if (!facts_known(input->facts, "modules.read"))
		return rule_say(finding, RULE_UNKNOWN,
				"which disk drivers are in use is unknown");
	return rule_say(finding, RULE_OK, "no driver of a paravirtual disk is loaded");
}

const struct rule rule_virtual_disk = {
	.id = "virtual-disk",
	.title = "Disk of a virtual machine",
	.weight = RULE_NOTE,
	.looks_at = "/proc/modules, /sys/block/vda",
	.effect = "up to 3 ms under disk load (3095 us seen)",
	.fix = "pass the device through to the guest, or keep I/O off the vCPU that does "
	       "real-time work",
	.undo = "give the device back to the host",
	.prove = "a run with and one without disk load (whylate load disk)",
	.find_out = "lsblk and lsmod in the guest; on the host "
		    "/sys/kernel/debug/kvm/*/exits before and after",
	.basis = RULE_SEEN,
	.judge = judge_virtual_disk,
};
