/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "facts/parameters.h"

#include <stddef.h>
#include <string.h>

/* clang-format off */
static const struct parameter parameters[] = {
	{"acpi", "", false}, {"acpi_irq_nobalance", "x86", false}, {"amd_pstate", "x86", true},
	{"apparmor", "", false}, {"audit", "", true}, {"audit_backlog_limit", "", false},
	{"cgroup_disable", "", false}, {"cgroup_enable", "", false}, {"cgroup_memory", "", false},
	{"clk_ignore_unused", "", false}, {"clocksource", "", true}, {"console", "", false},
	{"consoleblank", "", false}, {"coherent_pool", "", false},
	{"cpufreq.default_governor", "", true}, {"cpufreq.off", "", true},
	{"cpuidle.governor", "", true}, {"cpuidle.off", "", true}, {"crashkernel", "", false},
	{"default_hugepagesz", "", true}, {"delayacct", "", false}, {"dwc_otg.fiq_enable", "", true},
	{"dwc_otg.fiq_fsm_enable", "", true}, {"dyndbg", "", false}, {"earlycon", "", false},
	{"earlyprintk", "", false}, {"efi", "", true}, {"elevator", "", false},
	{"fsck.mode", "", false}, {"fsck.repair", "", false}, {"hpet", "x86", true},
	{"highres", "", true}, {"hugepages", "", false}, {"hugepagesz", "", false},
	{"hung_task_panic", "", false}, {"i915.enable_dc", "", true}, {"i915.enable_rc6", "", true},
	{"idle", "x86", true}, {"init", "", false}, {"initcall_debug", "", false},
	{"initrd", "", false}, {"intel_idle.max_cstate", "x86", true}, {"intel_iommu", "x86", true},
	{"intel_pstate", "x86", true}, {"iommu", "", true}, {"iommu.passthrough", "", true},
	{"iomem", "", false}, {"irqaffinity", "", true}, {"irqpoll", "", false},
	{"isolcpus", "", true}, {"kpti", "", true}, {"kthread_cpus", "", true},
	{"kvm.nx_huge_pages", "", true}, {"l1tf", "x86", true}, {"loglevel", "", true},
	{"log_buf_len", "", false}, {"lpj", "", true}, {"maxcpus", "", true}, {"mce", "x86", true},
	{"mds", "x86", true}, {"mem", "", false}, {"memmap", "", false}, {"mitigations", "", true},
	{"module_blacklist", "", false}, {"modprobe.blacklist", "", false},
	{"net.ifnames", "", false}, {"nmi_watchdog", "", true}, {"noacpi", "", false},
	{"noaudit", "", false}, {"nohalt", "", false}, {"nohlt", "", true}, {"nohpet", "x86", false},
	{"nohz", "", true}, {"nohz_full", "", true}, {"noinitrd", "", false},
	{"noirqdebug", "", true}, {"nokaslr", "", false}, {"nolapic", "x86", false},
	{"nolapic_timer", "x86", false}, {"nomodeset", "", false}, {"noapic", "x86", false},
	{"nopti", "", true}, {"noresume", "", false}, {"nosmp", "", true}, {"nosmt", "", true},
	{"nosoftlockup", "", true}, {"noswap", "", false}, {"notsc", "x86", true},
	{"nospectre_v1", "", true}, {"nospectre_v2", "", true}, {"nospec_store_bypass_disable", "", true},
	{"nowatchdog", "", true}, {"nowb", "arm", false}, {"nr_cpus", "", true}, {"numa_balancing", "", true},
	{"panic", "", false}, {"pci", "", false}, {"pcie_aspm", "", true},
	{"pcie_aspm.policy", "", true}, {"pcie_ports", "", true}, {"pcie_port_pm", "", true},
	{"possible_cpus", "x86", true}, {"preempt", "", true}, {"printk.devkmsg", "", false},
	{"printk.time", "", false}, {"processor.max_cstate", "x86", true},
	{"processor.ignore_ppc", "x86", true}, {"psi", "", true}, {"quiet", "", false},
	{"rcu_nocb_poll", "", true}, {"rcu_nocbs", "", true}, {"rcupdate.rcu_expedited", "", true},
	{"rcupdate.rcu_normal", "", true}, {"rcupdate.rcu_normal_after_boot", "", true},
	{"rcutree.kthread_prio", "", true}, {"rcutree.enable_rcu_lazy", "", true},
	{"rd.lvm.lv", "", false}, {"reboot", "", false}, {"relax_domain_level", "", true},
	{"resume", "", false}, {"retbleed", "x86", true}, {"root", "", false},
	{"rootdelay", "", false}, {"rootflags", "", false}, {"rootfstype", "", false},
	{"rootwait", "", false}, {"sched_debug", "", false}, {"selinux", "", true},
	{"skew_tick", "", true}, {"smsc95xx.turbo_mode", "", false}, {"softlockup_panic", "", false},
	{"spec_store_bypass_disable", "", true}, {"spectre_v2", "", true}, {"splash", "", false},
	{"split_lock_detect", "x86", true}, {"srbds", "x86", true}, {"swapaccount", "", false},
	{"sysrq_always_enabled", "", false}, {"threadirqs", "", true},
	{"transparent_hugepage", "", true}, {"tsc", "x86", true}, {"tsx", "x86", true},
	{"usbcore.autosuspend", "", true}, {"vga", "", false}, {"video", "", false},
	{"vmalloc", "", false}, {"watchdog_thresh", "", true}, {"workqueue.power_efficient", "", true},
	{"workqueue.unbound_cpus", "", true}, {"xenomai.smi", "x86", true},
	{"xenomai.supported_cpus", "", true}, {"xenomai.allowed_group", "", true},
};
/* clang-format on */

enum {
	COUNT = sizeof(parameters) / sizeof(parameters[0]),
	/* Short names are too close to each other to guess. */
	SHORTEST = 6,
	LONGEST = 40,
	MOST_SLIPS = 2,
};

const struct parameter *parameter_find(const char *name)
{
	for (size_t i = 0; i < COUNT; i++)
		if (!strcmp(parameters[i].name, name))
			return &parameters[i];
	return NULL;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* The usual table of edit distances with swaps, of which three lines are kept. */
int parameter_slips(const char *a, const char *b)
{
	int lines[3][LONGEST + 1] = {0};
	int a_length = (int)strlen(a), b_length = (int)strlen(b);

	if (a_length > LONGEST || b_length > LONGEST)
		return LONGEST;
	for (int j = 0; j <= b_length; j++)
		lines[0][j] = j;
	for (int i = 1; i <= a_length; i++) {
		int *line = lines[i % 3], *above = lines[(i + 2) % 3];
		const int *second = lines[(i + 1) % 3];

		line[0] = i;
		for (int j = 1; j <= b_length; j++) {
			line[j] = least(above[j - 1] + (a[i - 1] != b[j - 1]),
					least(above[j], line[j - 1]) + 1);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				line[j] = least(line[j], second[j - 2] + 1);
		}
	}
	return lines[a_length % 3][b_length];
}

const struct parameter *parameter_meant(const char *name)
{
	const struct parameter *nearest = NULL;
	int fewest = MOST_SLIPS + 1;

	if (strlen(name) < SHORTEST || parameter_find(name))
		return NULL;
	for (size_t i = 0; i < COUNT; i++) {
		int slips = strlen(parameters[i].name) < SHORTEST
				    ? LONGEST
				    : parameter_slips(name, parameters[i].name);
		/* Two slips are much in a short name. */
		bool near = slips * 4 <= (int)strlen(name);

		if (near && slips < fewest) {
			fewest = slips;
			nearest = &parameters[i];
		}
	}
	return nearest;
}
