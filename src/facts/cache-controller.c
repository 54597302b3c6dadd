/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The level 2 cache controller L2C-310 and its relatives: what the kernel's log says, and
 * the device tree where the set-up has it. No register is read, so the log's last line with
 * registers stands for them.
 */
#include <stdio.h>
#include <string.h>

#include "base/str.h"
#include "facts/topics.h"
#include "l2c310/decode.h"
#include "l2c310/write-allocate.h"

#define LOG "dmesg"
#define CPUINFO "/proc/cpuinfo"
#define NAME(name) "l2c310." name

static const char *const compatibles[] = {
	"arm,pl310-cache",
	"arm,l220-cache",
	"arm,l210-cache",
	"marvell,aurora-system-cache",
	"marvell,aurora-outer-cache",
	"marvell,tauros3-cache",
	"brcm,bcm11351-a2-pl310-cache",
};

static void put_told(struct facts *facts, const char *name, enum l2c_told told)
{
	if (told == L2C_NOT_TOLD)
		facts_put_unknown(facts, LOG, name, "the log does not tell");
	else
		facts_put_bool(facts, LOG, name, told == L2C_TOLD_ON);
}

/* One of AUX_CTRL's: switches as yes or no, what has names by its name, else its number. */
static void put_field(struct facts *facts, const struct l2c_decoded *decoded)
{
	const struct l2c_field *field = decoded->field;
	const char *name = facts_format(facts, NAME("%s"), field->key);
	bool is_named = !strcmp(field->key, "replacement");

	if (field->kind == L2C_WORDS && field->high == field->low && !is_named)
		facts_put_bool(facts, LOG, name, decoded->number);
	else if (decoded->meaning)
		facts_put_text(facts, LOG, name, decoded->meaning);
	else
		facts_put_integer(facts, LOG, name, decoded->number, "");
}

static void put_aux_ctrl(struct facts *facts, const struct l2c_log *log)
{
	static const char *const origins[] = {"unknown", "intended", "read-back"};
	enum l2c_controller controller = l2c_log_controller(log);
	struct l2c_decoding decoding;

	facts_put_integer(facts, LOG, NAME("aux_ctrl"), log->aux_ctrl, "hex");
	facts_put_text(facts, LOG, NAME("aux_ctrl_is"), origins[log->origin]);
	/* The bits of other makers' controllers would get wrong names. */
	if (controller == L2C_UNKNOWN)
		return;
	l2c_decode(&decoding, L2C_AUX_CTRL, controller, l2c_log_release(log),
		   log->aux_ctrl);
	for (size_t i = 0; i < decoding.count; i++)
		put_field(facts, &decoding.fields[i]);
	facts_put_integer(facts, LOG, NAME("ways"), l2c_ways(controller, log->aux_ctrl),
			  "count");
	facts_put_integer(facts, LOG, NAME("way_size"), l2c_way_bytes(log->aux_ctrl),
			  "bytes");
	facts_put_integer(facts, LOG, NAME("bytes"),
			  (int64_t)l2c_ways(controller, log->aux_ctrl) *
				  l2c_way_bytes(log->aux_ctrl),
			  "bytes");
}

static void put_identity(struct facts *facts, const struct l2c_log *log)
{
	enum l2c_controller controller = l2c_log_controller(log);
	const char *release = l2c_release_name(l2c_log_release(log));

	facts_put_text(facts, LOG, NAME("name"),
		       controller == L2C_UNKNOWN ? log->name
						 : l2c_controller_name(controller));
	if (log->has_id)
		facts_put_integer(facts, LOG, NAME("cache_id"), log->cache_id, "hex");
	if (log->ids_differ)
		facts_put_integer(facts, LOG, NAME("other_cache_id"), log->other_cache_id,
				  "hex");
	if (release)
		facts_put_text(facts, LOG, NAME("revision"), release);
	else
		facts_put_unknown(facts, LOG, NAME("revision"),
				  "the log has no CACHE_ID of an L2C-310");
	if (log->has_aux)
		put_aux_ctrl(facts, log);
	else
		facts_put_unknown(facts, LOG, NAME("aux_ctrl"),
				  "the log does not have it");
	/* The kernel's own sum counts, where it printed one. */
	if (log->ways)
		facts_put_integer(facts, LOG, NAME("ways"), log->ways, "count");
	if (log->has_size)
		facts_put_integer(facts, LOG, NAME("bytes"), (int64_t)log->bytes,
				  "bytes");
}

static void put_errata(struct facts *facts, const struct l2c_log *log)
{
	CLEANUP(str_free) struct str text = {0};

	for (size_t i = 0; i < log->errata_count; i++)
		str_addf(&text, "%s%u", i ? " " : "", (unsigned)log->errata[i]);
	if (log->errata_count || log->tells_errata)
		facts_put_text(facts, LOG, NAME("workarounds"),
			       text.length ? str_text(&text) : "none");
	else
		facts_put_unknown(facts, LOG, NAME("workarounds"),
				  "kernels before 3.16 do not tell");
}

static void put_ipipe(struct facts *facts, const struct l2c_log *log)
{
	static const char *const words[] = {NULL, "default-off", "on", "forced-on"};

	if (words[log->ipipe])
		facts_put_text(facts, LOG, NAME("ipipe_write_allocate"),
			       words[log->ipipe]);
	if (log->parameter != L2C_PARAMETER_NONE)
		facts_put_text(facts, LOG, NAME("write_allocate_parameter"),
			       l2c_parameter_word(log->parameter));
}

static void put_write_allocate(struct facts *facts, const struct l2c_log *log)
{
	struct l2c_write_allocate_state state = l2c_write_allocate_in(log);
	const char *policy = l2c_policy_name(log->policy);

	facts_put_text(facts, LOG, NAME("write_allocate"),
		       l2c_write_allocate_word(state.state));
	facts_put_text(facts, LOG, NAME("write_allocate_in_force"),
		       l2c_answer_word(state.in_force));
	facts_put_text(facts, LOG, NAME("why"), state.why);
	if (policy)
		facts_put_text(facts, LOG, NAME("memory_policy"), policy);
	else
		facts_put_unknown(facts, LOG, NAME("memory_policy"),
				  "no 'Memory policy' line in the log");
}

static void put_log(struct facts *facts, const struct l2c_log *log)
{
	facts_put_bool(facts, LOG, NAME("present"), !l2c_log_is_empty_address(log));
	if (l2c_log_is_empty_address(log))
		return;
	/* Lines of their own first: what AUX_CTRL tells replaces them. */
	put_told(facts, NAME("prefetch_data"), log->prefetch_data);
	put_told(facts, NAME("prefetch_instructions"), log->prefetch_instructions);
	put_told(facts, NAME("early_bresp"), log->early_bresp);
	put_told(facts, NAME("full_line_of_zeros"), log->full_line_of_zeros);
	put_told(facts, NAME("dynamic_clock_gating"), log->clock_gating);
	put_told(facts, NAME("standby"), log->standby);
	put_identity(facts, log);
	if (log->has_prefetch_offset)
		facts_put_integer(facts, LOG, NAME("prefetch_offset_lines"),
				  log->prefetch_offset_lines, "count");
	put_errata(facts, log);
	put_ipipe(facts, log);
	put_write_allocate(facts, log);
}

/* The one of a device tree's "compatible", texts with a NUL behind each. */
static const char *compatible_of(const struct setup_file *file)
{
	for (size_t at = 0; at < file->length; at += strlen(file->text + at) + 1)
		for (size_t i = 0; i < sizeof(compatibles) / sizeof(compatibles[0]); i++)
			if (!strcmp(file->text + at, compatibles[i]))
				return compatibles[i];
	return NULL;
}

static bool is_in_tree(const char *path)
{
	return str_starts(path, "/proc/device-tree/") ||
	       str_starts(path, "/sys/firmware/devicetree/base/");
}

/* Properties of the node that change what the controller does, by their names. */
static void put_properties(struct facts *facts, const struct setup *setup,
			   const char *node, size_t length)
{
	CLEANUP(str_free) struct str list = {0};

	for (size_t i = 0; i < setup->count; i++) {
		const char *name = setup->files[i].path + length;

		if (strncmp(setup->files[i].path, node, length))
			continue;
		if (!str_starts(name, "arm,") && !str_starts(name, "prefetch-") &&
		    strcmp(name, "wt-override"))
			continue;
		str_addf(&list, "%s%s", list.length ? " " : "", name);
	}
	facts_put_text(facts, "device tree", NAME("tree_properties"),
		       list.length ? str_text(&list) : "none");
}

/* Is there such a node? */
static bool put_tree(struct facts *facts, const struct setup *setup)
{
	static const char last[] = "/compatible";

	for (size_t i = 0; i < setup->count; i++) {
		const struct setup_file *file = &setup->files[i];
		size_t length = strlen(file->path);
		const char *compatible;

		if (!is_in_tree(file->path) || file->error || length < sizeof(last) ||
		    strcmp(file->path + length - sizeof(last) + 1, last))
			continue;
		compatible = compatible_of(file);
		if (!compatible)
			continue;
		facts_put_text(facts, file->path, NAME("tree_compatible"), compatible);
		put_properties(facts, setup, file->path, length - sizeof(last) + 2);
		return true;
	}
	return false;
}

/*
 * Only 32-bit Arm has such controllers, and there not the CPUs with a level 2 cache of
 * their own (Cortex-A7, A8, A12, A15, A17). NULL: it may have one.
 */
static const char *why_absent(const struct setup *setup)
{
	static const char *const own_cache[] = {"0xc07", "0xc08", "0xc0d", "0xc0e",
						"0xc0f"};
	const char *text = setup_text(setup, CPUINFO), *at;

	if (!text)
		return NULL;
	at = strstr(text, "CPU architecture:");
	if (!at || strstr(at, "AArch64") || at[strcspn(at, "0123456789")] == '8')
		return "not a 32-bit Arm processor";
	at = strstr(text, "CPU part");
	for (size_t i = 0; at && i < sizeof(own_cache) / sizeof(own_cache[0]); i++)
		if (strstr(at, own_cache[i]))
			return "the processor has its level 2 cache inside";
	return NULL;
}

/* Nothing in the log: is there none, or is it not known? */
static void put_without_log(struct facts *facts, const struct setup *setup, bool has_log,
			    bool in_tree)
{
	const char *absent = why_absent(setup);
	const char *missing = has_log ? "no line of it in the kernel's log"
				      : "the kernel's log was not kept";

	if (in_tree) {
		facts_put_bool(facts, "device tree", NAME("present"), true);
		facts_put_text(facts, LOG, NAME("write_allocate"), "unknown");
		facts_put_text(facts, LOG, NAME("write_allocate_in_force"), "unknown");
		facts_put_text(facts, LOG, NAME("why"),
			       "The kernel's log has no line of the controller");
		facts_put_unknown(facts, LOG, NAME("aux_ctrl"), missing);
		facts_put_unknown(facts, LOG, NAME("revision"), missing);
	} else if (absent) {
		facts_put_bool(facts, CPUINFO, NAME("present"), false);
		facts_put_text(facts, CPUINFO, NAME("why"), absent);
	} else {
		facts_put_unknown(facts, LOG, NAME("present"), missing);
	}
}

/*
 * The controller of a modelled run is the model's: a line as Linux prints it, which counts as the
 * last one.
 */
static void scan_log(struct l2c_log *log, const struct setup *setup,
		     const struct setup_file *file)
{
	const char *modelled = setup_text(setup, SETUP_ASKED "model-l2c310");
	CLEANUP(str_free) struct str text = {0};

	str_add_bytes(&text, file->text, file->length);
	if (modelled)
		str_addf(&text, "\n%s", modelled);
	l2c_log_scan(log, str_text(&text), text.length);
}

void facts_topic_cache_controller(struct facts *facts, const struct setup *setup)
{
	const struct setup_file *file = setup_find(setup, SETUP_LOG);
	bool has_log = file && !file->error, in_tree = put_tree(facts, setup);
	struct l2c_log log = {0};

	if (has_log)
		scan_log(&log, setup, file);
	if (log.found)
		put_log(facts, &log);
	else
		put_without_log(facts, setup, has_log, in_tree);
}
