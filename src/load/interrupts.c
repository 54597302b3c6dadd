/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Interrupts from one CPU to the next one: a thread keeps that busy with the same memory,
 * so that it must be told of each change to the page table (a TLB flush; arm64 does that
 * without interrupts) and of each membarrier(2) (an interrupt everywhere).
 */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "load/load-ops.h"
#include "sys/sched.h"

/* Linux 4.14; older headers have not even the names. */
enum { BARRIER_EXPEDITED = 1 << 3, REGISTER_EXPEDITED = 1 << 4 };

static void *read_page(void *page)
{
	for (;;)
		(void)*(volatile char *)page;
	return NULL;
}

static long barrier(int command)
{
	return syscall(SYS_membarrier, command, 0);
}

/* Instance i has CPUs i and i + 1 of those it may use, round and round. */
static int pin(const struct load_job *job, int further)
{
	struct cpuset allowed, one = {0};
	int cpu, at;

	if (sched_get_cpus(0, &allowed) < 0)
		return -1;
	at = (job->instance + further) % cpuset_count(&allowed);
	for (cpu = cpuset_next(&allowed, 0); at > 0; at--)
		cpu = cpuset_next(&allowed, cpu + 1);
	cpuset_add(&one, cpu);
	return sched_set_cpus(0, &one);
}

/* Two pages; NULL with errno. A second thread, on the next CPU, reads the first of them. */
static char *share_pages(const struct load_job *job, size_t bytes)
{
	struct cpuset allowed;
	char *pages = mmap(NULL, 2 * bytes, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_t reader;

	if (pages == MAP_FAILED || sched_get_cpus(0, &allowed) < 0 || pin(job, 1) < 0)
		return NULL;
	memset(pages, 1, 2 * bytes);
	errno = pthread_create(&reader, NULL, read_page, pages);
	if (errno || sched_set_cpus(0, &allowed) < 0 || pin(job, 0) < 0)
		return NULL;
	return pages;
}

static void interrupts_run(struct load_job *job)
{
	size_t bytes = (size_t)sysconf(_SC_PAGESIZE);
	char *pages = share_pages(job, bytes);
	bool has_barrier = barrier(REGISTER_EXPEDITED) == 0;

	if (!pages)
		return;
	for (;;) {
		if (mprotect(pages + bytes, bytes, PROT_READ) < 0 ||
		    mprotect(pages + bytes, bytes, PROT_READ | PROT_WRITE) < 0)
			return;
		pages[bytes] = 1;
		if (has_barrier && barrier(BARRIER_EXPEDITED) < 0)
			return;
		load_count(job, 1);
	}
}

extern const struct load_ops stressor_interrupts;
const struct load_ops stressor_interrupts = {
	.name = "interrupts",
	.disturbs = "other CPUs, by interrupts between CPUs",
	.unit = "rounds",
	.parameter = "pairs of threads",
	.usual = 1,
	.least = 1,
	.most = 256,
	.counts_instances = true,
	.needs_two_cpus = true,
	.run = interrupts_run,
};
