// SPDX-License-Identifier: GPL-2.0
/*
 * The activation. Its stages, and who ends each of them:
 *
 *	IDLE - chain_arm() -> ARMED - chain_fired() -> FIRED - chain_thread() -> DONE
 *	                      ARMED - chain_cancel() -> IDLE or OFFLINE
 *
 * hrtimer_cancel() tells one caller alone that it did so; so an activation either
 * happens as a whole or not at all, and the counts say which.
 */
#include "chain.h"

#include <linux/bitops.h>
#include <linux/cpuhotplug.h>
#include <linux/kthread.h>
#include <linux/rcuwait.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/suspend.h>
#include <linux/topology.h>

#include "compat.h"

enum chain_stage { CHAIN_IDLE, CHAIN_ARMED, CHAIN_FIRED, CHAIN_DONE, CHAIN_OFFLINE };

struct chain {
	/* Who has bit 0 may use all that the timer, the thread and hotplug do not. */
	unsigned long busy;
	struct task_struct *thread; /* NULL: no setup yet */
	struct rcuwait waiter;
	struct hrtimer timer;
	enum chain_stage
		stage; /* released by whoever ends a stage, acquired by the next */
	u64 irq_ns, thread_ns;
	struct whylate_kmod_counts counts;
	unsigned int cpu;
	bool is_gone; /* its CPU went offline; written and read on that CPU */
	bool is_suspending;
	struct hlist_node hotplug;
	struct notifier_block suspend;
};

/* The number that the kernel gave to our callbacks. */
static enum cpuhp_state chain_hotplug __ro_after_init;

static enum hrtimer_restart chain_fired(struct hrtimer *timer)
{
	u64 now_ns = ktime_get_ns();
	struct chain *chain = container_of(timer, struct chain, timer);

	chain->irq_ns = now_ns;
	chain->counts.fired++;
	chain->counts.strays += smp_processor_id() != chain->cpu;
	/* Partner: chain_thread(). */
	smp_store_release(&chain->stage, CHAIN_FIRED);
	wake_up_process(chain->thread);
	return HRTIMER_NORESTART;
}

static int chain_thread(void *argument)
{
	struct chain *chain = argument;

	for (;;) {
		set_current_state(TASK_IDLE);
		if (kthread_should_stop())
			break;
		/* Partner: chain_fired(). */
		if (smp_load_acquire(&chain->stage) != CHAIN_FIRED) {
			schedule();
			continue;
		}
		chain->thread_ns = ktime_get_ns();
		__set_current_state(TASK_RUNNING);
		chain->counts.threads++;
		/* Partner: chain_has_ended(). */
		smp_store_release(&chain->stage, CHAIN_DONE);
		rcuwait_wake_up(&chain->waiter);
	}
	__set_current_state(TASK_RUNNING);
	return 0;
}

static bool chain_has_ended(struct chain *chain)
{
	/* Partners: chain_thread() and chain_cpu_down(). */
	return smp_load_acquire(&chain->stage) >= CHAIN_DONE;
}

/* false: the timer has fired already, or somebody else has cancelled it. */
static bool chain_cancel(struct chain *chain)
{
	if (!hrtimer_cancel(&chain->timer))
		return false;
	chain->counts.cancelled++;
	return true;
}

/*
 * On the CPU that goes offline, like chain_arm(), which cannot be preempted: it sees
 * is_gone, or its timer is seen here. A suspend takes CPUs down as well; then tasks are
 * frozen and have left chain_wait(), and the CPU comes back before they do.
 */
static int chain_cpu_down(unsigned int cpu, struct hlist_node *node)
{
	struct chain *chain = hlist_entry(node, struct chain, hotplug);

	if (cpu != chain->cpu)
		return 0;
	if (!READ_ONCE(chain->is_suspending))
		WRITE_ONCE(chain->is_gone, true);
	if (chain_cancel(chain)) {
		/* Partner: chain_has_ended(). */
		smp_store_release(&chain->stage, CHAIN_OFFLINE);
		rcuwait_wake_up(&chain->waiter);
	}
	return 0;
}

static int chain_note_suspend(struct notifier_block *block, unsigned long what,
			      void *unused)
{
	struct chain *chain = container_of(block, struct chain, suspend);
	bool is_over = what == PM_POST_SUSPEND || what == PM_POST_HIBERNATION ||
		       what == PM_POST_RESTORE;

	WRITE_ONCE(chain->is_suspending, !is_over);
	return NOTIFY_DONE;
}

static bool chain_take(struct chain *chain)
{
	return !test_and_set_bit_lock(0, &chain->busy);
}

static void chain_give_back(struct chain *chain)
{
	clear_bit_unlock(0, &chain->busy);
}

/* From here on a suspend or an offline CPU is noticed. */
static int chain_watch_cpu(struct chain *chain)
{
	int error = register_pm_notifier(&chain->suspend);

	if (error)
		return error;
	error = cpuhp_state_add_instance_nocalls(chain_hotplug, &chain->hotplug);
	/* Offline before: nobody will tell. */
	if (!error && !cpu_online(chain->cpu)) {
		cpuhp_state_remove_instance_nocalls(chain_hotplug, &chain->hotplug);
		error = -ENODEV;
	}
	if (error)
		unregister_pm_notifier(&chain->suspend);
	return error;
}

static int chain_start(struct chain *chain, unsigned int cpu)
{
	struct task_struct *thread;
	int error;

	chain->cpu = cpu;
	thread = kthread_create_on_node(chain_thread, chain, cpu_to_node(cpu),
					"whylate/%u", cpu);
	if (IS_ERR(thread))
		return PTR_ERR(thread);
	kthread_bind(thread, cpu);
	error = chain_watch_cpu(chain);
	if (error) {
		kthread_stop(thread);
		return error;
	}
	sched_set_fifo(thread);
	chain->thread = thread;
	wake_up_process(thread);
	return 0;
}

static int chain_check(const struct chain *chain, struct whylate_kmod_setup *setup)
{
	if (setup->version != WHYLATE_KMOD_VERSION) {
		setup->version = WHYLATE_KMOD_VERSION;
		return -EPROTO;
	}
	if (memchr_inv(setup->reserved, 0, sizeof(setup->reserved)))
		return -EINVAL;
	if (chain->thread)
		return -EBUSY;
	if (setup->cpu >= nr_cpu_ids || !cpu_online(setup->cpu))
		return -ENODEV;
	return 0;
}

int chain_setup(struct chain *chain, struct whylate_kmod_setup *setup)
{
	int error;

	if (!chain_take(chain))
		return -EBUSY;
	error = chain_check(chain, setup);
	if (!error)
		error = chain_start(chain, setup->cpu);
	if (!error)
		setup->thread_tid = task_pid_vnr(chain->thread);
	chain_give_back(chain);
	return error;
}

static int chain_arm(struct chain *chain, s64 due_ns)
{
	int error = 0;

	preempt_disable();
	if (READ_ONCE(chain->is_gone)) {
		error = -ENODEV;
	} else if (smp_processor_id() != chain->cpu || current->nr_cpus_allowed != 1) {
		error = -EXDEV;
	} else {
		chain->counts.armed++;
		chain->stage = CHAIN_ARMED;
		hrtimer_start(&chain->timer, ns_to_ktime(due_ns),
			      HRTIMER_MODE_ABS_PINNED_HARD);
	}
	preempt_enable();
	return error;
}

/* Armed. Once the timer has fired, the end is near and cannot be interrupted. */
static int chain_sleep(struct chain *chain)
{
	if (rcuwait_wait_event(&chain->waiter, chain_has_ended(chain),
			       TASK_INTERRUPTIBLE)) {
		if (chain_cancel(chain)) {
			chain->stage = CHAIN_IDLE;
			return -ERESTARTNOHAND;
		}
		rcuwait_wait_event(&chain->waiter, chain_has_ended(chain),
				   TASK_UNINTERRUPTIBLE);
	}
	return chain->stage == CHAIN_OFFLINE ? -ENODEV : 0;
}

static int chain_activate(struct chain *chain, struct whylate_kmod_wait *wait)
{
	int error;

	if (!chain->thread)
		return -ENOTCONN;
	if (wait->due_ns < 0)
		return -EINVAL;
	error = chain_arm(chain, wait->due_ns);
	if (!error)
		error = chain_sleep(chain);
	if (error)
		return error;
	wait->irq_ns = chain->irq_ns;
	wait->thread_ns = chain->thread_ns;
	wait->sequence = ++chain->counts.woken;
	return 0;
}

int chain_wait(struct chain *chain, struct whylate_kmod_wait *wait)
{
	int error;

	if (!chain_take(chain))
		return -EBUSY;
	error = chain_activate(chain, wait);
	chain_give_back(chain);
	return error;
}

int chain_count(struct chain *chain, struct whylate_kmod_counts *counts)
{
	if (!chain_take(chain))
		return -EBUSY;
	*counts = chain->counts;
	chain_give_back(chain);
	return 0;
}

struct chain *chain_new(void)
{
	struct chain *chain = kzalloc(sizeof(*chain), GFP_KERNEL_ACCOUNT);

	if (!chain)
		return NULL;
	rcuwait_init(&chain->waiter);
	hrtimer_setup(&chain->timer, chain_fired, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_PINNED_HARD);
	chain->suspend.notifier_call = chain_note_suspend;
	return chain;
}

void chain_free(struct chain *chain)
{
	if (chain->thread) {
		cpuhp_state_remove_instance_nocalls(chain_hotplug, &chain->hotplug);
		unregister_pm_notifier(&chain->suspend);
		kthread_stop(chain->thread);
	}
	kfree(chain);
}

int __init chain_register(void)
{
	int state = cpuhp_setup_state_multi(CPUHP_AP_ONLINE_DYN, "whylate:online", NULL,
					    chain_cpu_down);

	if (state < 0)
		return state;
	chain_hotplug = state;
	return 0;
}

void chain_unregister(void)
{
	cpuhp_remove_multi_state(chain_hotplug);
}
