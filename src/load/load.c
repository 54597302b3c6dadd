/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a plan to processes at work. What each of them does is its own file's. */
#include "load/load.h"

#include <errno.h>
#include <semaphore.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "load/cage.h"
#include "load/caged.h"
#include "load/load-ops.h"

/* A line of its own each, or counting would be a load of its own. */
struct shared_item {
	alignas(64) _Atomic uint64_t done;
	_Atomic uint32_t ended; /* 0: at work; else status of one that ended, | ENDED */
};

#define ENDED (UINT32_C(1) << 31)

/* In memory that whylate and all processes of the load share. */
struct shared {
	sem_t go; /* load_go() posts, each process waits */
	struct shared_item items[LOAD_MOST_ITEMS];
};

struct load {
	const struct load_plan *plan;
	struct shared *shared;
	struct cage *cage;
	struct load_job *jobs; /* one for each process, all items in a row */
	uint32_t *item_of;     /* of each process */
	uint32_t process_count;
	bool told[LOAD_MOST_ITEMS], end_told;
};

/* In the cage. */
static void run_process(void *self, uint32_t i)
{
	struct load *load = self;
	struct load_job *job = &load->jobs[i];
	const struct load_item *item = &load->plan->items[load->item_of[i]];

	caged_set_name(item->name);
	caged_volunteer_for_oom();
	caged_close_all_but(job->fd, 2);
	while (sem_wait(&load->shared->go) < 0)
		;
	errno = 0;
	if (item->ops)
		item->ops->run(job);
	else
		execl("/bin/sh", "sh", "-c", load->plan->command, (char *)NULL);
	_exit(errno && errno < 128 ? errno : 127);
}

/* In the cage's warden. */
static void note_end(void *self, uint32_t i, int status)
{
	struct load *load = self;

	/* Pairs with load_trouble(). */
	atomic_store_explicit(&load->shared->items[load->item_of[i]].ended,
			      ENDED | (uint32_t)status, memory_order_release);
}

static uint32_t count_processes(const struct load_plan *plan)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < plan->count; i++)
		count += (uint32_t)plan->items[i].processes;
	return count;
}

static struct load_job make_job(struct load *load, uint32_t item, int instance)
{
	const struct load_plan *plan = load->plan;

	return (struct load_job){
		.amount = plan->items[item].amount,
		.instance = instance,
		.stream_bytes = plan->stream_bytes,
		.cache_bytes = plan->cache_bytes,
		.pace_mbytes_per_s = plan->pace_mbytes_per_s,
		.folder = plan->folder,
		.peer = plan->peer,
		.fd = {-1, -1},
		.done = &load->shared->items[item].done,
	};
}

static void make_jobs(struct load *load)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < load->plan->count; i++)
		for (int k = 0; k < load->plan->items[i].processes; k++, at++) {
			load->item_of[at] = i;
			load->jobs[at] = make_job(load, i, k);
		}
}

static int prepare_jobs(struct load *load, struct err *err)
{
	for (uint32_t i = 0; i < load->process_count; i++) {
		const struct load_ops *ops = load->plan->items[load->item_of[i]].ops;

		if (ops && ops->prepare && ops->prepare(&load->jobs[i], err) < 0)
			return -1;
	}
	return 0;
}

/* They live on in the cage. */
static void close_descriptors(struct load *load)
{
	for (uint32_t i = 0; i < load->process_count; i++)
		for (int k = 0; k < 2; k++) {
			if (load->jobs[i].fd[k] >= 0)
				close(load->jobs[i].fd[k]);
			load->jobs[i].fd[k] = -1;
		}
}

static int map_shared(struct load *load, struct err *err)
{
	void *memory = mmap(NULL, sizeof(struct shared), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		return err_errno(err, "no memory for the load");
	load->shared = memory;
	sem_init(&load->shared->go, 1, 0);
	return 0;
}

static int start(struct load *load, struct err *err)
{
	const struct cage_work work = {
		.count = load->process_count,
		.run = run_process,
		.ended = note_end,
		.self = load,
		.cpus = load->plan->cpus,
	};
	int status;

	make_jobs(load);
	status = prepare_jobs(load, err);
	if (!status)
		status = cage_open(&work, &load->cage, err);
	close_descriptors(load);
	return status;
}

int load_open(const struct load_plan *plan, struct load **result, struct err *err)
{
	struct load *load = mem_alloc(sizeof(*load));

	load->plan = plan;
	load->process_count = count_processes(plan);
	load->jobs = mem_alloc(load->process_count * sizeof(*load->jobs));
	load->item_of = mem_alloc(load->process_count * sizeof(*load->item_of));
	if (map_shared(load, err) < 0 || start(load, err) < 0) {
		load_close(load);
		return -1;
	}
	*result = load;
	return 0;
}

void load_go(struct load *load)
{
	for (uint32_t i = 0; i < load->process_count; i++)
		sem_post(&load->shared->go);
}

int64_t load_done(const struct load *load, uint32_t i)
{
	if (!load->plan->items[i].ops)
		return -1;
	return (int64_t)atomic_load_explicit(&load->shared->items[i].done,
					     memory_order_relaxed);
}

static const char *describe_end(struct arena *arena, const struct load_item *item,
				int status)
{
	CLEANUP(str_free) struct str text = {0};

	str_addf(&text, "load %s: ", item->name);
	if (WIFSIGNALED(status))
		str_addf(&text, "a process of it was killed by signal %d",
			 WTERMSIG(status));
	else if (item->ops)
		str_addf(&text, "it could not go on: %s", strerror(WEXITSTATUS(status)));
	else
		str_addf(&text, "it ended with status %d", WEXITSTATUS(status));
	return arena_copy(arena, str_text(&text));
}

/* Its status once one of the processes of item i has ended, untold so far; else -1. */
static int take_end(struct load *load, uint32_t i)
{
	uint32_t ended =
		atomic_load_explicit(&load->shared->items[i].ended, memory_order_acquire);

	if (!ended || load->told[i])
		return -1;
	load->told[i] = true;
	return (int)(ended & ~ENDED);
}

const char *load_trouble(struct load *load, struct arena *arena, bool *is_fault)
{
	for (uint32_t i = 0; load->cage && i < load->plan->count; i++) {
		const struct load_item *item = &load->plan->items[i];
		int status = take_end(load, i);

		if (status < 0)
			continue;
		*is_fault = item->ops || WIFSIGNALED(status) || WEXITSTATUS(status);
		return describe_end(arena, item, status);
	}
	if (!load->cage || load->end_told || !cage_has_ended(load->cage))
		return NULL;
	load->end_told = *is_fault = true;
	return "load: somebody has killed the processes that hold it, and so all of it";
}

const char *load_cage(const struct load *load)
{
	return cage_kind(load->cage);
}

void load_end(struct load *load)
{
	cage_close(load->cage);
	load->cage = NULL;
}

void load_close(struct load *load)
{
	if (!load)
		return;
	load_end(load);
	if (load->shared)
		munmap(load->shared, sizeof(*load->shared));
	free(load->jobs);
	free(load->item_of);
	free(load);
}
