/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rules about the level 2 cache controller. Whether write allocate helps depends on the
 * load, so its rule has no good and no bad: it tells what is set and names the experiment.
 */
#include <inttypes.h>
#include <string.h>

#include "l2c310/decode.h"
#include "l2c310/errata.h"
#include "rules/table.h"

static bool is_fact(const struct rule_input *input, const char *name, const char *text)
{
	return !strcmp(facts_text(input->facts, name, ""), text);
}

/* The questions that every rule here starts with; true: answered. */
static bool answer_without_one(const struct rule_input *input,
			       struct rule_finding *finding, enum rule_verdict *verdict)
{
	const struct fact *present = facts_get(input->facts, "l2c310.present");

	if (present->kind == FACT_UNKNOWN)
		*verdict = rule_say(finding, RULE_UNKNOWN,
				    "whether there is an L2C-310 or L220: %s",
				    present->text);
	else if (!present->integer)
		*verdict =
			rule_say(finding, RULE_NOT_APPLICABLE, "no such controller: %s",
				 facts_text(input->facts, "l2c310.why", "CACHE_ID is 0"));
	return present->kind == FACT_UNKNOWN || !present->integer;
}

/* "AUX_CTRL 0x02870000 (24:23 = 01, read back)" */
static const char *register_text(const struct rule_input *input,
				 struct rule_finding *finding)
{
	int64_t value = facts_integer(input->facts, "l2c310.aux_ctrl", -1);
	const char *origin = "";

	if (value < 0)
		return "AUX_CTRL is unknown";
	if (is_fact(input, "l2c310.aux_ctrl_is", "intended"))
		origin = ", as meant, not read back";
	else if (is_fact(input, "l2c310.aux_ctrl_is", "read-back"))
		origin = ", read back";
	return rule_text(finding, "AUX_CTRL is 0x%08" PRIx64 " (24:23 = %d%d%s)",
			 (uint64_t)value, (int)(value >> 24 & 1), (int)(value >> 23 & 1),
			 origin);
}

/* Who can change it on this machine. */
static const char *fix_for(const struct rule_input *input, struct rule_finding *finding,
			   const char *usual)
{
	if (facts_known(input->facts, "secure_world.optee.method"))
		return "OP-TEE owns the register here: rebuild it with other bits 24:23, "
		       "if the experiment says so";
	if (facts_known(input->facts, "l2c310.ipipe_write_allocate") &&
	    !is_fact(input, "l2c310.ipipe_write_allocate", "forced-on"))
		return rule_text(finding,
				 "I-pipe: l2x0_write_allocate=%s on the kernel's command "
				 "line, if the experiment says so",
				 is_fact(input, "l2c310.write_allocate_in_force", "yes")
					 ? "0"
					 : "1");
	return usual;
}

static enum rule_verdict judge_write_allocate(const struct rule_input *input,
					      struct rule_finding *finding)
{
	static const char both[] =
		"Which is better depends on the load: with it the average was three times "
		"as high under dd, netcat and ssh (2014; the kernels differed, too), and "
		"somewhat better under four memory writers (2018)";
	const char *value = register_text(input, finding);
	const char *why = facts_text(input->facts, "l2c310.why", "");
	enum rule_verdict verdict;

	if (answer_without_one(input, finding, &verdict))
		return verdict;
	finding->fix = fix_for(input, finding, finding->fix);
	if (is_fact(input, "l2c310.write_allocate_in_force", "yes"))
		return rule_say(finding, RULE_UNKNOWN, "in force: %s. %s. %s", value, why,
				both);
	if (is_fact(input, "l2c310.write_allocate_in_force", "no"))
		return rule_say(finding, RULE_UNKNOWN, "off: %s. %s. %s", value, why,
				both);
	return rule_say(finding, RULE_UNKNOWN, "not known whether it is in force: %s. %s",
			value, why);
}

const struct rule rule_write_allocate = {
	.id = "write-allocate",
	.title = "write allocate of the level 2 cache (L2C-310)",
	.weight = RULE_NOTE,
	.looks_at = "L2C and l2x0 lines of the kernel's log, 'Memory policy' line",
	.effect = "reported: three times the average and hardly more at worst; which way "
		  "depends on the load",
	.fix = "bits 24:23 can be written only while the cache is off: 'whylate l2c310 "
	       "stub' does it before a stock kernel, 'recipe kernel-patch' gives Linux a "
	       "parameter for it, 'recipe uboot' has the boot loader's commands; OP-TEE, "
	       "where it owns the register, must be rebuilt",
	.undo = "'whylate l2c310 stub --remove', or 00 in bits 24:23 at the same place",
	.prove = "one kernel, bits 24:23 at 00, 01 and 00 (A-B-A), each without a load, "
		 "with --load thread-2014 and with --load memory-write=4",
	.find_out =
		"run one kernel with bits 24:23 at 00, 01 and 00 (A-B-A), each without a "
		"load, with --load thread-2014 and with --load memory-write=4; 'whylate "
		"l2c310 stub' and 'recipe' change the bits, 'whylate l2c310 show' shows "
		"them",
	.basis = RULE_SEEN,
	.judge = judge_write_allocate,
};

struct affected {
	const char *all, *missing; /* lists with words, "" when empty */
};

static const char *append(struct rule_finding *finding, const char *list,
			  const struct l2c_erratum *erratum)
{
	return rule_text(finding, "%s%s%u (%s)", list, *list ? ", " : "",
			 (unsigned)erratum->number, erratum->what);
}

/* workarounds: numbers of six digits with blanks between. */
static struct affected find_affected(struct rule_finding *finding, uint8_t release,
				     const char *workarounds)
{
	struct affected affected = {"", ""};

	for (const struct l2c_erratum *one = l2c_errata; one->number; one++) {
		const char *number = rule_text(finding, "%u", (unsigned)one->number);

		if (!l2c_is_affected(one, release))
			continue;
		affected.all = append(finding, affected.all, one);
		if (!one->is_always_handled && !strstr(workarounds, number))
			affected.missing = append(finding, affected.missing, one);
	}
	return affected;
}

static enum rule_verdict judge_errata(const struct rule_input *input,
				      struct rule_finding *finding)
{
	const struct fact *revision = facts_get(input->facts, "l2c310.revision");
	const struct fact *told = facts_get(input->facts, "l2c310.workarounds");
	struct affected affected;
	enum rule_verdict verdict;
	uint8_t release;

	if (answer_without_one(input, finding, &verdict))
		return verdict;
	if (!is_fact(input, "l2c310.name", "L2C-310") &&
	    facts_known(input->facts, "l2c310.name"))
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"the errata known here are the L2C-310's");
	release = l2c_release_find(revision->kind == FACT_TEXT ? revision->text : "");
	if (release == L2C_RELEASE_UNKNOWN)
		return rule_say(finding, RULE_UNKNOWN, "revision of the L2C-310: %s",
				revision->text);
	affected = find_affected(finding, release, told->text);
	if (!*affected.all)
		return rule_say(finding, RULE_OK, "%s has none of these errata",
				revision->text);
	if (told->kind != FACT_TEXT)
		return rule_say(
			finding, RULE_UNKNOWN,
			"%s has the errata %s; whether the kernel works around them "
			"is not told: %s",
			revision->text, affected.all, told->text);
	if (*affected.missing)
		return rule_say(
			finding, RULE_BAD,
			"%s has the errata %s; the kernel tells of workarounds for %s, "
			"not for %s",
			revision->text, affected.all, told->text, affected.missing);
	return rule_say(finding, RULE_OK,
			"%s has the errata %s; the kernel works around them (%s)",
			revision->text, affected.all, told->text);
}

const struct rule rule_l2c310_errata = {
	.id = "l2c310-errata",
	.title = "errata of the level 2 cache controller (L2C-310)",
	.weight = RULE_NOTE,
	.looks_at = "CACHE_ID and 'L2C-310 errata' lines of the kernel's log",
	.effect = "wrong data or stores that wait until the next one; not measured as "
		  "latency",
	.fix = "build the kernel with CONFIG_PL310_ERRATA_ and the number; double linefill "
	       "(PREFETCH, bit 30) stays off up to r3p1-50rel0",
	.undo = "build it without",
	.prove = "two kernels that differ in that option alone, A-B-A with your own load",
	.find_out = "grep PL310_ERRATA in the kernel's configuration",
	.basis = RULE_DOCUMENTED,
	.judge = judge_errata,
};
