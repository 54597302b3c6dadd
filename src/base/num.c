/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers and times, read and written. */
#include "base/num.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Reads digits; *end is behind the last one. false on overflow or when there is none. */
static bool read_digits(const char *text, int64_t *value, const char **end)
{
	int64_t sum = 0;

	*end = text;
	for (; is_digit(**end); ++*end)
		if (__builtin_mul_overflow(sum, 10, &sum) ||
		    __builtin_add_overflow(sum, **end - '0', &sum))
			return false;
	*value = sum;
	return *end != text;
}

int num_parse_integer(const char *text, int64_t min, int64_t max, int64_t *value,
		      struct err *err)
{
	const char *end;
	int64_t number = 0;

	if (!read_digits(text, &number, &end) || *end)
		return err_set(err, ERR_INPUT,
			       "'%.40s' is not a whole number from %lld to %lld", text,
			       (long long)min, (long long)max);
	if (number < min || number > max)
		return err_set(err, ERR_INPUT, "%.40s is out of range: %lld to %lld",
			       text, (long long)min, (long long)max);
	*value = number;
	return 0;
}

static const struct time_unit {
	const char *name;
	int64_t ns;
} time_units[] = {
	{"ns", 1},
	{"us", NS_PER_US},
	{"µs", NS_PER_US},
	{"ms", NS_PER_MS},
	{"s", NS_PER_S},
	{"min", 60 * NS_PER_S},
	{"m", 60 * NS_PER_S},
	{"h", 3600 * NS_PER_S},
	{"d", 86400 * NS_PER_S},
};

/* The unit that text starts with and that no letter follows; NULL if there is none. */
static const struct time_unit *find_unit(const char *text)
{
	size_t length = strcspn(text, "0123456789.");

	for (size_t i = 0; i < sizeof(time_units) / sizeof(time_units[0]); i++)
		if (strlen(time_units[i].name) == length &&
		    !memcmp(text, time_units[i].name, length))
			return &time_units[i];
	return NULL;
}

/* Reads ".ddd" as billionths; more than nine digits are refused, as is a lone point. */
static bool read_fraction(const char *text, int64_t *billionths, const char **end)
{
	int digits = 0;

	*billionths = 0;
	*end = text;
	if (*text != '.')
		return true;
	for (++*end; is_digit(**end) && digits < 9; ++*end, digits++)
		*billionths = *billionths * 10 + (**end - '0');
	if (!digits || is_digit(**end))
		return false;
	for (; digits < 9; digits++)
		*billionths *= 10;
	return true;
}

/* unit_ns * billionths / 1e9 without overflow; false when it is no whole number of ns. */
static bool scale_fraction(int64_t unit_ns, int64_t billionths, int64_t *ns)
{
	int64_t seconds_part = unit_ns / NS_PER_S * billionths;
	int64_t rest = unit_ns % NS_PER_S * billionths;

	*ns = seconds_part + rest / NS_PER_S;
	return rest % NS_PER_S == 0;
}

/* Adds one number with its unit; NULL, or what the text is instead of a time. */
static const char *read_term(const char **text, int64_t *sum_ns)
{
	static const char no_time[] = "not a time; write a number with its unit: "
				      "ns, us, ms, s, m, h or d, as in 250us or 15h";

	const struct time_unit *unit;
	int64_t whole, billionths, fraction_ns;

	if (!read_digits(*text, &whole, text) || !read_fraction(*text, &billionths, text))
		return no_time;
	unit = find_unit(*text);
	if (!unit)
		return no_time;
	if (!scale_fraction(unit->ns, billionths, &fraction_ns))
		return "no whole number of nanoseconds";
	*text += strlen(unit->name);
	if (__builtin_mul_overflow(whole, unit->ns, &whole) ||
	    __builtin_add_overflow(whole, fraction_ns, &whole) ||
	    __builtin_add_overflow(*sum_ns, whole, sum_ns))
		return "longer than 292 years";
	return NULL;
}

int num_parse_time(const char *text, int64_t *time_ns, struct err *err)
{
	const char *rest = text;
	int64_t sum_ns = 0;

	do {
		const char *wrong = read_term(&rest, &sum_ns);

		if (wrong)
			return err_set(err, ERR_INPUT, "'%.40s' is %s", text, wrong);
	} while (*rest);
	*time_ns = sum_ns;
	return 0;
}

/* Each row holds up to its limit, with so many decimals; rounding never reaches the limit. */
static const struct {
	uint64_t below_ns;
	int64_t unit_ns;
	int decimals;
	const char *unit;
} time_scales[] = {
	{1000, 1, 0, "ns"},
	{9995, NS_PER_US, 2, "us"},
	{999950, NS_PER_US, 1, "us"},
	{99995000, NS_PER_MS, 2, "ms"},
	{999950000, NS_PER_MS, 1, "ms"},
	{9995000000, NS_PER_S, 2, "s"},
	{59950000000, NS_PER_S, 1, "s"},
};

void num_add_time(struct str *out, int64_t time_ns)
{
	uint64_t ns = time_ns < 0 ? -(uint64_t)time_ns : (uint64_t)time_ns;
	uint64_t seconds = (ns + NS_PER_S / 2) / NS_PER_S;

	if (time_ns < 0)
		str_add(out, "-");
	for (size_t i = 0; i < sizeof(time_scales) / sizeof(time_scales[0]); i++)
		if (ns < time_scales[i].below_ns) {
			str_addf(out, "%.*f %s", time_scales[i].decimals,
				 (double)ns / (double)time_scales[i].unit_ns,
				 time_scales[i].unit);
			return;
		}
	if (seconds < 3600)
		str_addf(out, "%llu m %llu s", (unsigned long long)(seconds / 60),
			 (unsigned long long)(seconds % 60));
	else
		str_addf(out, "%llu h %llu m", (unsigned long long)(seconds / 3600),
			 (unsigned long long)(seconds / 60 % 60));
}

void num_add_exact_time(struct str *out, int64_t time_ns)
{
	const struct time_unit *best = &time_units[0];

	for (size_t i = 0; i < sizeof(time_units) / sizeof(time_units[0]); i++)
		if (time_ns % time_units[i].ns == 0 && time_units[i].ns > best->ns)
			best = &time_units[i];
	if (!time_ns)
		str_add(out, "0s");
	else
		str_addf(out, "%lld%s", (long long)(time_ns / best->ns),
			 best->ns == 60 * NS_PER_S ? "m" : best->name);
}

void num_add_us(struct str *out, int64_t time_ns)
{
	uint64_t ns = time_ns < 0 ? -(uint64_t)time_ns : (uint64_t)time_ns;
	uint64_t tenths = ns / 100 + (ns % 100 >= 50);

	str_addf(out, "%s%llu.%llu", time_ns < 0 ? "-" : "",
		 (unsigned long long)(tenths / 10), (unsigned long long)(tenths % 10));
}

void num_add_count(struct str *out, uint64_t count)
{
	char digits[24];
	int length = snprintf(digits, sizeof(digits), "%llu", (unsigned long long)count);

	for (int i = 0; i < length; i++) {
		if (i && (length - i) % 3 == 0)
			str_add(out, " ");
		str_add_char(out, digits[i]);
	}
}
