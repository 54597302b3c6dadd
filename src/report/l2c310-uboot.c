/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * U-Boot switches the controller on with its data cache, and 'dcache off' writes both caches
 * back but leaves the controller on; AUX_CTRL can be written only while it is off. Known from
 * U-Boot's source (arch/arm/mach-imx/cache.c, arch/arm/lib), not tried on a board.
 */
#include "report/l2c310-uboot.h"

#include "l2c310/stub.h"

enum { CTRL_AT = 0x100, AUX_CTRL_AT = 0x104 };

/* A list of count sentences that the document keeps. */
#define LIST(doc, key, title, ...)                                    \
	add_list(doc, key, title, (const char *const[]){__VA_ARGS__}, \
		 sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static void add_list(struct doc *doc, const char *key, const char *title,
		     const char *const *lines, size_t count)
{
	const char **kept = arena_array(&doc->arena, count, sizeof(*kept));

	for (size_t i = 0; i < count; i++)
		kept[i] = lines[i];
	doc_list(doc, &doc->root, key, title, kept, (uint32_t)count);
}

static const char *write_word(struct doc *doc, uint32_t address, uint32_t value)
{
	return doc_text(doc, "mw.l 0x%08x 0x%08x", (unsigned)address, (unsigned)value);
}

static const char *read_word(struct doc *doc, uint32_t address)
{
	return doc_text(doc, "md.l 0x%08x 1", (unsigned)address);
}

static uint32_t with_field(uint32_t aux_ctrl, uint32_t field)
{
	return (aux_ctrl & ~(UINT32_C(3) << 23)) | field << 23;
}

static void add_values(struct doc *doc, const struct l2c310_uboot *recipe,
		       uint32_t wanted)
{
	struct doc_node *section = doc_section(doc, &doc->root, NULL,
					       doc_text(doc, "U-Boot: write allocate %s",
							stub_settings[recipe->field]));

	doc_field(doc, section, "write_allocate", NULL,
		  cell_text(stub_settings[recipe->field]));
	doc_field(doc, section, "base",
		  recipe->base_is_assumed ? "controller, assumed" : "controller",
		  cell_text(doc_text(doc, "0x%08x", (unsigned)recipe->base)));
	doc_field(doc, section, "base_assumed", NULL,
		  cell_of(CELL_BOOL, recipe->base_is_assumed));
	doc_field(doc, section, "aux_ctrl",
		  recipe->aux_is_assumed ? "AUX_CTRL, assumed" : "AUX_CTRL, as given",
		  cell_text(doc_text(doc, "0x%08x", (unsigned)recipe->aux_ctrl)));
	doc_field(doc, section, "aux_ctrl_assumed", NULL,
		  cell_of(CELL_BOOL, recipe->aux_is_assumed));
	doc_field(doc, section, "aux_ctrl_wanted", "AUX_CTRL wanted",
		  cell_text(doc_text(doc, "0x%08x", (unsigned)wanted)));
}

/* Nobody has read the register: the value is an example until somebody does. */
static void add_before(struct doc *doc, const struct l2c310_uboot *recipe, uint32_t aux)
{
	if (recipe->aux_is_assumed || recipe->base_is_assumed)
		doc_sentence(
			doc, &doc->root,
			doc_text(doc, "Assumed, not read: %s%s%s.",
				 recipe->aux_is_assumed
					 ? "AUX_CTRL, the reset value of the i.MX6Q "
					   "(--aux gives another)"
					 : "",
				 recipe->aux_is_assumed && recipe->base_is_assumed ? "; "
										   : "",
				 recipe->base_is_assumed
					 ? "the controller's address, that of the i.MX6 "
					   "(--base gives another)"
					 : ""));
	LIST(doc, "before", "Before",
	     doc_text(doc,
		      "'%s' must show 0x%08x; it may be read at any time. Another "
		      "value: make the recipe anew with --aux and that value, so that "
		      "all bits but 24:23 stay.",
		      read_word(doc, aux), (unsigned)recipe->aux_ctrl));
}

/* The value has these bits already: commands would only be a risk. */
static void say_nothing_changes(struct doc *doc, const struct l2c310_uboot *recipe)
{
	doc_sentence(doc, &doc->root,
		     doc_text(doc,
			      "Nothing would change: AUX_CTRL 0x%08x has bits 24:23 as "
			      "wanted%s, so there are no commands.",
			      (unsigned)recipe->aux_ctrl,
			      recipe->aux_is_assumed ? ", if the board has that value"
						     : ""));
}

void l2c310_uboot_doc(struct doc *doc, const struct l2c310_uboot *recipe)
{
	uint32_t ctrl = recipe->base + CTRL_AT, aux = recipe->base + AUX_CTRL_AT;
	uint32_t wanted = with_field(recipe->aux_ctrl, recipe->field);

	add_values(doc, recipe, wanted);
	doc_field(doc, &doc->root, "changes", NULL,
		  cell_of(CELL_BOOL, wanted != recipe->aux_ctrl));
	if (wanted == recipe->aux_ctrl)
		say_nothing_changes(doc, recipe);
	add_before(doc, recipe, aux);
	if (wanted == recipe->aux_ctrl) {
		doc_list(doc, &doc->root, "commands", NULL, NULL, 0);
		return;
	}
	LIST(doc, "commands", "Right before bootz or bootm, in this order", "dcache off",
	     write_word(doc, ctrl, 0), write_word(doc, aux, wanted));
	LIST(doc, "check", "How to check",
	     doc_text(doc, "'%s' must show 0x%08x.", read_word(doc, aux),
		      (unsigned)wanted),
	     "Under Linux: 'whylate l2c310 show'. The kernel may set further bits; bits "
	     "24:23 count.");
	LIST(doc, "undo", "How to undo",
	     "Nothing is stored: after a reset the value is the old one. Without a "
	     "reset, the same commands with this instead of the last one:",
	     write_word(doc, aux, recipe->aux_ctrl));
	LIST(doc, "limits", "Limits",
	     "The order counts. A write to AUX_CTRL with the controller on ends in a "
	     "bus error; 'dcache off' writes the caches back and leaves the controller "
	     "on, so the next command switches it off.",
	     "Where OP-TEE or other firmware owns the controller the writes have no "
	     "effect or stop the board: rebuild that firmware with the bits.",
	     "Some kernels clear the bits again (Exynos 4, Versatile Express), or find "
	     "the controller on and leave it as it is.",
	     "Read from U-Boot's source; not tried on a board.");
}
