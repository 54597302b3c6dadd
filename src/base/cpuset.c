/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CPU sets and the kernel's text form of them. Asks the machine nothing. */
#include "base/cpuset.h"

#include <stddef.h>
#include <string.h>

#define WORDS (CPUSET_CPUS / 64)

int cpuset_count(const struct cpuset *set)
{
	int count = 0;

	for (size_t i = 0; i < WORDS; i++)
		count += __builtin_popcountll(set->word[i]);
	return count;
}

int cpuset_next(const struct cpuset *set, int from)
{
	for (int cpu = from < 0 ? 0 : from; cpu < CPUSET_CPUS;) {
		uint64_t rest = set->word[cpu / 64] >> (cpu % 64);

		if (rest)
			return cpu + __builtin_ctzll(rest);
		cpu = (cpu / 64 + 1) * 64;
	}
	return -1;
}

struct cpuset cpuset_minus(const struct cpuset *a, const struct cpuset *b)
{
	struct cpuset rest;

	for (size_t i = 0; i < WORDS; i++)
		rest.word[i] = a->word[i] & ~b->word[i];
	return rest;
}

struct cpuset cpuset_and(const struct cpuset *a, const struct cpuset *b)
{
	struct cpuset common;

	for (size_t i = 0; i < WORDS; i++)
		common.word[i] = a->word[i] & b->word[i];
	return common;
}

bool cpuset_equal(const struct cpuset *a, const struct cpuset *b)
{
	return !memcmp(a->word, b->word, sizeof(a->word));
}

/* Digits at *text; at most CPUSET_CPUS, so that a range never overflows. */
static bool read_number(const char **text, int *number)
{
	int value = 0;
	const char *start = *text;

	for (; **text >= '0' && **text <= '9'; ++*text) {
		value = value * 10 + (**text - '0');
		if (value > CPUSET_CPUS)
			return false;
	}
	*number = value;
	return *text != start;
}

/* "N", "N-M" or "N-M:USED/GROUP" (Documentation/admin-guide/kernel-parameters.rst). */
static bool read_range(const char **text, struct cpuset *set)
{
	int first, last, used = 1, group = 1;

	if (!read_number(text, &first))
		return false;
	last = first;
	if (**text == '-' && (++*text, !read_number(text, &last)))
		return false;
	if (**text == ':') {
		++*text;
		if (!read_number(text, &used) || *(*text)++ != '/' ||
		    !read_number(text, &group))
			return false;
	}
	if (first > last || last >= CPUSET_CPUS || used < 1 || group < used)
		return false;
	for (int cpu = first; cpu <= last; cpu++)
		if ((cpu - first) % group < used)
			cpuset_add(set, cpu);
	return true;
}

int cpuset_parse(const char *text, struct cpuset *set, struct err *err)
{
	const char *rest = text;
	struct cpuset result = {0};

	while (*rest && !strchr(" \t\n", *rest)) {
		if (!read_range(&rest, &result))
			goto bad;
		if (*rest == ',' && rest[1] && !strchr(" \t\n", rest[1]))
			rest++;
		else if (*rest && !strchr(" \t\n", *rest))
			goto bad;
	}
	if (rest[strspn(rest, " \t\n")])
		goto bad;
	*set = result;
	return 0;
bad:
	return err_set(
		err, ERR_INPUT,
		"'%.60s' is not a list of CPUs (0 to 8191); write numbers and ranges, as in 0-3,7",
		text);
}

void cpuset_add_text(struct str *out, const struct cpuset *set)
{
	const char *comma = "";
	int cpu = cpuset_next(set, 0);

	if (cpu < 0)
		str_add(out, "none");
	while (cpu >= 0) {
		int last = cpu;

		while (cpuset_has(set, last + 1))
			last++;
		str_addf(out, "%s%d", comma, cpu);
		if (last > cpu)
			str_addf(out, "-%d", last);
		comma = ",";
		cpu = cpuset_next(set, last + 1);
	}
}
