/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How often rules about a run's shape err: made-up runs without any structure, of several
 * kinds, in which at most 1 % may look bad to each rule, and runs with a stated one, of
 * which 90 % must. Seeds are fixed, so the rates are the same on every machine. With
 * SHAPES_TELL in the environment they are printed.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyse/detail.h"
#include "analyse/summary.h"
#include "facts/facts.h"
#include "rules/rules.h"
#include "stats/prng.h"
#include "test.h"

enum { RUNS = 500, STREAMS = 4, SLICES = 120, SPIKES = 4000, COUNTERS = 6 };

#define US 1000.0
#define SECOND_NS 1000000000.0

/* What is fed to the rules: only what those of a run's shape look at. */
struct world {
	struct facts *facts; /* of nothing */
	struct prng prng;
	struct detail detail;
	struct summary summary;
	struct summary_stream streams[STREAMS];
	int64_t cpus[STREAMS];
	int64_t max_ns[STREAMS][SLICES], avg_ns[STREAMS][SLICES];
	int64_t *max_rows[STREAMS], *avg_rows[STREAMS];
	int64_t value[COUNTERS][SLICES];
	struct detail_counter counters[COUNTERS];
	struct detail_spike spikes[SPIKES];
	uint32_t first;
};

static struct world *open_world(void)
{
	static const struct setup nothing;
	struct world *world = calloc(1, sizeof(*world));

	world->facts = facts_of(&nothing);
	return world;
}

static void close_world(struct world *world)
{
	facts_free(world->facts);
	free(world);
}

static double uniform(struct world *world)
{
	return prng_unit(&world->prng);
}

static double exponential(struct world *world)
{
	return -log(1 - uniform(world));
}

/* Sum of twelve: near enough to normal, and the same with every libm. */
static double normal(struct world *world)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += uniform(world);
	return sum;
}

static void clear(struct world *world, uint64_t seed, uint32_t streams, uint32_t slices)
{
	static const char *const names[COUNTERS] = {"context_switches", "steal",
						    "interrupts",       "steal",
						    "interrupts",       "forks"};

	*world = (struct world){.facts = world->facts};
	/* Mixed: neighbouring seeds would give the same draws, one behind the other. */
	world->prng.state = prng_next(&(struct prng){seed});
	for (uint32_t i = 0; i < streams; i++) {
		world->streams[i].what = (struct run_stream){.cpu = i,
							     .period_ns = 1000000,
							     .policy = "fifo",
							     .wake = "x"};
		world->streams[i].selected = true;
		world->cpus[i] = i;
		world->max_rows[i] = world->max_ns[i];
		world->avg_rows[i] = world->avg_ns[i];
	}
	for (uint32_t i = 0; i < COUNTERS; i++) {
		bool of_cpu =
			!strcmp(names[i], "steal") || !strcmp(names[i], "interrupts");

		world->counters[i] = (struct detail_counter){
			.what = {names[i], "", of_cpu ? "cpu" : "machine", "", true},
			.instance = of_cpu ? i / 3 : 0,
			.value = world->value[i]};
	}
	world->detail = (struct detail){.streams = streams,
					.slices = slices,
					.room = slices,
					.slice_ns = (int64_t)SECOND_NS,
					.max_ns = world->max_rows,
					.avg_ns = world->avg_rows,
					.counters = world->counters,
					.counter_count = COUNTERS,
					.first = &world->first,
					.spikes = world->spikes};
	world->summary.streams = world->streams;
	world->summary.cpus = world->cpus;
	world->summary.head.stream_count = streams;
	world->summary.head.cpu_count = streams;
}

/* Maxima over the run are those of its slices. */
static void conclude(struct world *world)
{
	for (uint32_t i = 0; i < world->detail.streams; i++) {
		struct histogram_stats *stats = &world->streams[i].measured.stats;

		stats->count = 1000 * world->detail.slices;
		for (uint32_t j = 0; j < world->detail.slices; j++)
			if (world->max_ns[i][j] > stats->max_ns)
				stats->max_ns = world->max_ns[i][j];
	}
}

static void add_spike(struct world *world, uint32_t stream, double at_s)
{
	if (world->detail.spike_count < SPIKES)
		world->spikes[world->detail.spike_count++] =
			(struct detail_spike){(int64_t)(at_s * SECOND_NS), 500000,
					      stream};
}

/* How a series without structure moves: what a factor of it is in each slice. */
enum walk { STEADY, HEAVY, DRIFT, SWITCHED, WALKS };

static void draw_walk(struct world *world, enum walk walk, double *factor,
		      uint32_t slices)
{
	double level = normal(world);
	bool on = uniform(world) < 0.5;

	for (uint32_t i = 0; i < slices; i++) {
		level = 0.95 * level + sqrt(1 - 0.95 * 0.95) * normal(world);
		if (uniform(world) < 0.05)
			on = !on;
		factor[i] = walk == STEADY  ? 1
			    : walk == HEAVY ? pow(1 - uniform(world), -1 / 1.2)
			    : walk == DRIFT ? exp(level / 2)
					    : (on ? 3 : 1);
	}
}

/* Counters, each on its own. */
static void draw_counters(struct world *world)
{
	double factor[SLICES];

	for (uint32_t i = 0; i < COUNTERS; i++) {
		draw_walk(world, (enum walk)prng_below(&world->prng, WALKS), factor,
			  world->detail.slices);
		for (uint32_t j = 0; j < world->detail.slices; j++)
			world->value[i][j] = (int64_t)(2000 * factor[j] *
						       (0.9 + 0.2 * uniform(world)));
	}
}

/* Spikes of each stream at random times; some come in bursts. */
static void draw_spikes(struct world *world, double rate, bool in_bursts)
{
	for (uint32_t i = 0; i < world->detail.streams; i++) {
		double at_s = exponential(world) / rate;

		while (at_s < world->detail.slices) {
			double more_s = at_s;

			add_spike(world, i, at_s);
			while (in_bursts && uniform(world) < 0.7)
				add_spike(world, i, more_s += 0.3 * uniform(world));
			at_s += exponential(world) / rate;
		}
	}
}

/* A run of no structure: every stream, counter and spike goes its own way. */
static void draw_plain(struct world *world, enum walk walk)
{
	uint32_t slices = world->detail.slices;
	double factor[SLICES];

	for (uint32_t i = 0; i < world->detail.streams; i++) {
		double usual_ns = (10 + 20 * uniform(world)) * US;
		bool episode = false;

		draw_walk(world, walk, factor, slices);
		for (uint32_t j = 0; j < slices; j++) {
			/* Now and then some seconds of trouble. */
			episode = uniform(world) < (episode ? 0.6 : 0.02);
			world->avg_ns[i][j] = (int64_t)(usual_ns * factor[j] *
							(0.3 + 0.02 * normal(world)));
			world->max_ns[i][j] =
				(int64_t)(usual_ns * factor[j] *
					  (1 + 0.3 * exponential(world)) *
					  (episode ? pow(10, 0.5 + 2.5 * uniform(world))
						   : 1));
		}
	}
	draw_counters(world);
	draw_spikes(world, pow(10, -2 + 2 * uniform(world)), uniform(world) < 0.5);
}

/* Quiet streams, to put a structure in. */
static void draw_quiet(struct world *world)
{
	for (uint32_t i = 0; i < world->detail.streams; i++)
		for (uint32_t j = 0; j < world->detail.slices; j++) {
			world->avg_ns[i][j] =
				(int64_t)(5 * US * (1 + 0.1 * normal(world)));
			world->max_ns[i][j] =
				(int64_t)(20 * US * (1 + 0.3 * exponential(world)));
		}
	draw_counters(world);
}

/* One second in ten: all streams ten times as late. */
static void plant_together(struct world *world)
{
	draw_quiet(world);
	for (uint32_t j = 0; j < world->detail.slices; j++) {
		bool all = uniform(world) < 0.1;

		for (uint32_t i = 0; i < world->detail.streams; i++)
			if (all || uniform(world) < 0.01)
				world->max_ns[i][j] *= 10;
	}
}

/* One second in seven: CPU 0 alone 20 to 50 times as late. */
static void plant_one_cpu(struct world *world)
{
	draw_quiet(world);
	for (uint32_t j = 0; j < world->detail.slices; j++)
		if (uniform(world) < 1.0 / 7)
			world->max_ns[0][j] =
				(int64_t)(20 * US * (20 + 30 * uniform(world)));
}

/* One second in five: a gap of 50 ms, up to 5 % more or less. */
static void plant_throttling(struct world *world)
{
	draw_quiet(world);
	for (uint32_t j = 0; j < world->detail.slices; j++)
		if (uniform(world) < 0.2)
			world->max_ns[1][j] =
				(int64_t)(50000 * US * (0.95 + 0.1 * uniform(world)));
}

/* Every 5 s, within 100 ms; one spike in ten comes at another time. */
static void plant_grid(struct world *world)
{
	double at_s = 5 * uniform(world);

	draw_quiet(world);
	for (; at_s < world->detail.slices; at_s += 5) {
		add_spike(world, 0, at_s + 0.1 * uniform(world));
		if (uniform(world) < 0.1)
			add_spike(world, 1, world->detail.slices * uniform(world));
	}
}

/* CPU 1's maximum is half noise, half what its steal time says (rank correlation 0.7). */
static void plant_counter(struct world *world)
{
	draw_quiet(world);
	for (uint32_t j = 0; j < world->detail.slices; j++) {
		double cause = exponential(world);

		world->value[3][j] = (int64_t)(1000000 * cause);
		world->max_ns[1][j] += (int64_t)(20 * US * cause);
	}
}

/* Half as late on average in the seconds in which somebody works. */
static void plant_busyness(struct world *world)
{
	double factor[SLICES];

	draw_quiet(world);
	draw_walk(world, SWITCHED, factor, world->detail.slices);
	for (uint32_t j = 0; j < world->detail.slices; j++) {
		world->value[0][j] =
			(int64_t)(2000 * factor[j] * (0.9 + 0.2 * uniform(world)));
		for (uint32_t i = 0; factor[j] > 2 && i < world->detail.streams; i++)
			world->avg_ns[i][j] /= 2;
	}
}

/* A list of single samples, as cyclictest -v prints: no slices. */
static void draw_moments(struct world *world, bool same)
{
	uint32_t moments = 20;

	world->detail.slices = 0;
	for (uint32_t k = 0; k < moments; k++) {
		double at_s = 10 * uniform(world);

		for (uint32_t i = 0; i < world->detail.streams; i++)
			if (!same || uniform(world) < 0.9)
				add_spike(world, i,
					  same ? at_s + 0.001 * uniform(world)
					       : 10 * uniform(world));
	}
}

static void plant_moments(struct world *world)
{
	draw_moments(world, true);
}

/* As many a stream as in 20 periods of a list of 0.2 s: some meet by chance. */
static void draw_thick_moments(struct world *world)
{
	world->detail.slices = 0;
	for (uint32_t i = 0; i < world->detail.streams; i++)
		for (uint32_t k = 0; k < 30; k++)
			add_spike(world, i, 0.2 * uniform(world));
}

/* The same by what a load of ours counts, while tasks are switched at one rate. */
static void plant_load(struct world *world)
{
	plant_busyness(world);
	world->counters[5].what =
		(struct run_counter){"compute", "loops", "load", "", true};
	for (uint32_t j = 0; j < world->detail.slices; j++) {
		world->value[5][j] = world->value[0][j];
		world->value[0][j] = 2000;
	}
}

static const struct rule *rule_of(const char *id)
{
	for (size_t i = 0; rules[i]; i++)
		if (!strcmp(rules[i]->id, id))
			return rules[i];
	CHECK_TEXT(id, "a rule's id");
	return rules[0];
}

/* Bad, and more than a note. */
static bool says_bad(struct world *world, const struct rule *rule, bool is_report)
{
	CLEANUP(arena_free) struct arena arena = {0};
	const struct run_foreign report = {.tool = "x"};
	const struct rule_input input = {.facts = world->facts,
					 .run = is_report ? NULL : &world->summary,
					 .foreign = is_report ? &report : NULL,
					 .detail = &world->detail};
	struct rule_finding finding = {.weight = rule->weight,
				       .evidence = "",
				       .arena = &arena};

	return rule->judge(&input, &finding) == RULE_BAD && finding.weight > RULE_NOTE;
}

static const char *const shape_rules[] = {"all-at-once",     "one-cpu",
					  "throttling-gaps", "time-grid",
					  "goes-with",       "better-under-load"};

enum { SHAPE_RULES = sizeof(shape_rules) / sizeof(shape_rules[0]) };

static void look_for_structure(struct world *world, enum walk walk, uint32_t streams,
			       uint32_t slices)
{
	int wrong[SHAPE_RULES] = {0};

	for (uint32_t run = 0; run < RUNS; run++) {
		clear(world, run + 1, streams, slices);
		draw_plain(world, walk);
		conclude(world);
		for (int i = 0; i < SHAPE_RULES; i++)
			wrong[i] += says_bad(world, rule_of(shape_rules[i]), false);
	}
	for (int i = 0; i < SHAPE_RULES; i++) {
		if (getenv("SHAPES_TELL"))
			fprintf(stderr,
				"%-18s walk %d, %u streams, %3u slices: %.2f %%\n",
				shape_rules[i], (int)walk, streams, slices,
				100.0 * wrong[i] / RUNS);
		CHECK(wrong[i] * 100 <= RUNS);
	}
}

/* Of runs without structure, at most one in a hundred looks bad to each rule. */
static void structure_is_not_found_in_noise(void)
{
	struct world *world = open_world();

	for (int walk = 0; walk < WALKS; walk++)
		for (uint32_t streams = 2; streams <= STREAMS; streams += 2)
			for (uint32_t slices = 30; slices <= SLICES; slices *= 4)
				look_for_structure(world, (enum walk)walk, streams,
						   slices);
	close_world(world);
}

static const struct {
	const char *rule;
	void (*plant)(struct world *world);
	bool is_report;
} planted[] = {
	{"all-at-once", plant_together, false},
	{"one-cpu", plant_one_cpu, false},
	{"throttling-gaps", plant_throttling, false},
	{"time-grid", plant_grid, false},
	{"goes-with", plant_counter, false},
	{"better-under-load", plant_busyness, false},
	{"better-under-load", plant_load, false},
	{"all-at-once", plant_moments, true},
};

/* Of runs with a structure, nine in ten look bad. */
static void structure_is_found(void)
{
	struct world *world = open_world();

	for (size_t i = 0; i < sizeof(planted) / sizeof(planted[0]); i++) {
		int found = 0;

		for (uint32_t run = 0; run < RUNS; run++) {
			clear(world, run + 1, 2, SLICES);
			planted[i].plant(world);
			conclude(world);
			found += says_bad(world, rule_of(planted[i].rule),
					  planted[i].is_report);
		}
		if (getenv("SHAPES_TELL"))
			fprintf(stderr, "%-18s found in %.1f %%\n", planted[i].rule,
				100.0 * found / RUNS);
		CHECK(found * 10 >= RUNS * 9);
	}
	close_world(world);
}

/* Lists of samples: spikes that meet by chance. */
static void moments_are_not_the_same_by_chance(void)
{
	struct world *world = open_world();

	for (uint32_t streams = 2; streams <= STREAMS; streams++)
		for (int thick = 0; thick < 2; thick++) {
			int wrong = 0;

			for (uint32_t run = 0; run < RUNS; run++) {
				clear(world, run + 1, streams, 0);
				if (thick)
					draw_thick_moments(world);
				else
					draw_moments(world, false);
				wrong += says_bad(world, rule_of("all-at-once"), true);
			}
			if (getenv("SHAPES_TELL"))
				fprintf(stderr, "moments, %u streams, %s: %.2f %%\n",
					streams, thick ? "thick" : "thin",
					100.0 * wrong / RUNS);
			CHECK(wrong * 100 <= RUNS);
		}
	close_world(world);
}

static const struct test tests[] = {
	{"noise", structure_is_not_found_in_noise},
	{"structure", structure_is_found},
	{"moments", moments_are_not_the_same_by_chance},
};

TEST_MAIN(tests)
