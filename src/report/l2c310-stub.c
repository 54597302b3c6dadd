/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/l2c310-stub.h"

enum { REMARKS_MAX = 8 };

static const char *hex(struct doc *doc, uint32_t value)
{
	return doc_text(doc, "0x%08x", (unsigned)value);
}

static void add_both(struct doc *doc, struct doc_node *parent, const char *key,
		     const char *label, const char *word, const char *words)
{
	doc_field(doc, parent, key, NULL, cell_text(word));
	doc_field(doc, parent, NULL, label, cell_text(words));
}

static void add_bytes(struct doc *doc, struct doc_node *parent, const char *key,
		      const char *label, uint32_t bytes)
{
	doc_field(doc, parent, key, bytes ? label : NULL, cell_count(bytes));
}

static void add_kernel(struct doc *doc, struct doc_node *parent,
		       const struct zimage *zimage)
{
	add_bytes(doc, parent, "kernel_bytes", "kernel, bytes", zimage->bytes);
	add_bytes(doc, parent, "device_tree_bytes", "device tree behind it, bytes",
		  zimage->tree_bytes);
	add_bytes(doc, parent, "other_bytes", "something else behind, bytes",
		  zimage->more_bytes);
	doc_field(doc, parent, "is_efi_program", NULL,
		  cell_of(CELL_BOOL, zimage->is_efi));
}

static void add_state(struct doc *doc, struct doc_node *parent, const struct stub *stub)
{
	const char *page = stub->code_is_ours ? "as whylate writes it"
					      : "not as whylate writes it: changed, or "
						"another version's";
	const char *kernel = stub->image_is_whole ? "the one that the stub was made for"
						  : "another one, changed or cut off";

	doc_field(doc, parent, "page_is_ours", NULL,
		  cell_of(CELL_BOOL, stub->code_is_ours));
	doc_field(doc, parent, NULL, "page", cell_text(page));
	doc_field(doc, parent, "kernel_is_whole", NULL,
		  cell_of(CELL_BOOL, stub->image_is_whole));
	doc_field(doc, parent, NULL, "kernel behind it", cell_text(kernel));
}

static void add_setting(struct doc *doc, struct doc_node *parent, const struct stub *stub)
{
	static const char *const bits[] = {"default: bits 24:23 of AUX_CTRL become 00",
					   "off: bits 24:23 of AUX_CTRL become 01",
					   "on: bits 24:23 of AUX_CTRL become 10"};
	const struct stub_board *board = stub->board;

	add_both(doc, parent, "write_allocate", "write allocate",
		 stub_settings[stub->field], bits[stub->field]);
	add_both(doc, parent, "board", "board", board ? board->name : NULL,
		 board ? doc_text(doc, "%s: %s", board->name, board->what)
		       : "unknown here");
	add_both(doc, parent, "peripherals", "its CBAR", hex(doc, stub->peripherals),
		 hex(doc, stub->peripherals));
	add_both(doc, parent, "controller", "its controller", hex(doc, stub->controller),
		 hex(doc, stub->controller));
}

static void add_remarks(struct doc *doc, const struct stub *stub, bool is_efi)
{
	const char **remarks = arena_array(&doc->arena, REMARKS_MAX, sizeof(*remarks));
	uint32_t count = 0;

	remarks[count++] =
		"It writes only on that board, in the secure state, with the controller "
		"off; else it starts the kernel and has changed nothing.";
	if (stub->board && stub->board->note)
		remarks[count++] = doc_text(doc, "%s.", stub->board->note);
	remarks[count++] =
		"Where OP-TEE or other firmware owns the controller it has no effect: "
		"that must be rebuilt.";
	remarks[count++] = is_efi ? "The kernel was an EFI program; this file is none: "
				    "start it with bootz or kexec, not with bootefi."
				  : "Start it as you start the kernel: bootz or kexec.";
	remarks[count++] = "A signature of the kernel does not hold for this file, and a "
			   "FIT image must be made anew with it.";
	remarks[count++] = "Tested on emulated boards only.";
	remarks[count++] = "Whether it worked: 'whylate l2c310 show', or the kernel's "
			   "line 'L2C-310: CACHE_ID ..., AUX_CTRL ...'.";
	doc_list(doc, &doc->root, "remarks", "What to know", remarks, count);
}

void l2c310_stub_doc(struct doc *doc, const char *name, const struct stub *stub,
		     const void *kernel)
{
	struct doc_node *section =
		doc_section(doc, &doc->root, NULL,
			    doc_text(doc, "%s: a stub before a kernel", name));
	struct zimage zimage = {0};
	struct err ignored = {0};

	doc_field(doc, section, "file", NULL, cell_text(name));
	doc_field(doc, section, "has_stub", NULL, cell_of(CELL_BOOL, true));
	add_setting(doc, section, stub);
	add_state(doc, section, stub);
	if (kernel && zimage_look(&zimage, kernel, stub->image_bytes, &ignored) == 0)
		add_kernel(doc, section, &zimage);
	if (stub->code_is_ours && stub->image_is_whole)
		add_remarks(doc, stub, zimage.is_efi);
	else
		doc_sentence(doc, &doc->root,
			     "Do not start this file; make it again from the kernel.");
}

void l2c310_no_stub_doc(struct doc *doc, const char *name, const struct zimage *zimage)
{
	struct doc_node *section =
		doc_section(doc, &doc->root, NULL,
			    doc_text(doc, "%s: a kernel without a stub", name));

	doc_field(doc, section, "file", NULL, cell_text(name));
	doc_field(doc, section, "has_stub", NULL, cell_of(CELL_BOOL, false));
	add_kernel(doc, section, zimage);
	doc_field(doc, section, NULL, "EFI program",
		  cell_text(zimage->is_efi ? "yes" : "no"));
}
