// SPDX-License-Identifier: GPL-2.0
/*
 * /dev/whylate: checks what comes from user space, and hands it to the chain of
 * activations that a descriptor is, or to the cache controller's registers. The
 * descriptor can be neither read, written nor mapped.
 */
#include <linux/capability.h>
#include <linux/fs.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/uaccess.h>

#include "chain.h"
#include "l2c310.h"

/* The layout that include/whylate/kmod.h promises on any machine. */
static_assert(sizeof(struct whylate_kmod_setup) == 32);
static_assert(sizeof(struct whylate_kmod_wait) == 32);
static_assert(sizeof(struct whylate_kmod_counts) == 64);
static_assert(sizeof(struct whylate_kmod_l2c310) == 400);

/*
 * CAP_SYS_ADMIN, besides the file's mode: whoever opens it gets kernel threads of
 * real-time priority, which no limit of a user or a control group counts, and sees
 * device registers.
 */
static int device_open(struct inode *inode, struct file *file)
{
	struct chain *chain;

	if (!capable(CAP_SYS_ADMIN))
		return -EPERM;
	chain = chain_new();
	if (!chain)
		return -ENOMEM;
	file->private_data = chain;
	return nonseekable_open(inode, file);
}

/* The last descriptor is closed, and no ioctl(2) is going on. */
static int device_release(struct inode *inode, struct file *file)
{
	chain_free(file->private_data);
	return 0;
}

static int device_setup(struct chain *chain, void __user *user)
{
	struct whylate_kmod_setup setup;
	int error;

	if (copy_from_user(&setup, user, sizeof(setup)))
		return -EFAULT;
	setup.thread_tid = 0;
	error = chain_setup(chain, &setup);
	if (error && error != -EPROTO)
		return error;
	return copy_to_user(user, &setup, sizeof(setup)) ? -EFAULT : error;
}

static int device_wait(struct chain *chain, void __user *user)
{
	struct whylate_kmod_wait wait;
	int error;

	if (copy_from_user(&wait, user, sizeof(wait)))
		return -EFAULT;
	error = chain_wait(chain, &wait);
	if (error)
		return error;
	return copy_to_user(user, &wait, sizeof(wait)) ? -EFAULT : 0;
}

static int device_counts(struct chain *chain, void __user *user)
{
	struct whylate_kmod_counts counts;
	int error = chain_count(chain, &counts);

	if (error)
		return error;
	return copy_to_user(user, &counts, sizeof(counts)) ? -EFAULT : 0;
}

static int device_l2c310(void __user *user)
{
	struct whylate_kmod_l2c310 answer = {};
	int error = l2c310_read(&answer);

	if (error)
		return error;
	return copy_to_user(user, &answer, sizeof(answer)) ? -EFAULT : 0;
}

static long device_ioctl(struct file *file, unsigned int command, unsigned long argument)
{
	struct chain *chain = file->private_data;
	void __user *user = (void __user *)argument;

	switch (command) {
	case WHYLATE_KMOD_WAIT:
		return device_wait(chain, user);
	case WHYLATE_KMOD_SETUP:
		return device_setup(chain, user);
	case WHYLATE_KMOD_COUNTS:
		return device_counts(chain, user);
	case WHYLATE_KMOD_L2C310:
		return device_l2c310(user);
	}
	return -ENOTTY;
}

static const struct file_operations device_operations = {
	.owner = THIS_MODULE, /* an open descriptor keeps the module */
	.open = device_open,
	.release = device_release,
	.unlocked_ioctl = device_ioctl,
	.compat_ioctl = compat_ptr_ioctl,
};

static struct miscdevice device = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "whylate",
	.fops = &device_operations,
	.mode = 0600,
};

static int __init device_init(void)
{
	int error = chain_register();

	if (error)
		return error;
	error = misc_register(&device);
	if (error)
		chain_unregister();
	return error;
}

static void __exit device_exit(void)
{
	misc_deregister(&device);
	chain_unregister();
}

module_init(device_init);
module_exit(device_exit);

MODULE_DESCRIPTION("whylate: wake-up latency by interrupt, kernel thread and task");
MODULE_LICENSE("GPL");
