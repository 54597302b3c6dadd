/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Anchors and forms: the driver of Linux 3.4 (also in vendors' trees), 6.1 and 6.12. */
#include "l2c310/kernel-patch.h"

#include <string.h>

#include "l2c310/insertions.h"

/* The two lines in which the driver computes the value that it writes, in every form. */
static const char mask_line[] = "aux &= aux_mask;";
static const char value_line[] = "aux |= aux_val;";

const char *const kernel_patch_lists[] = {
	"Documentation/admin-guide/kernel-parameters.txt",
	"Documentation/kernel-parameters.txt", /* before 4.9 */
	NULL,
};

/* What goes before the driver's init function. All that it uses is in every form. */
static const char parameter_code[] =
	"/*\n"
	" * l2x0_write_allocate=off|on|default: bits 24:23 of AUX_CTRL of an L2C-310 or\n"
	" * L220. 01 (off): a store that misses allocates no line. 10 (on): it does,\n"
	" * whatever the page tables ask for. With default, and without the parameter,\n"
	" * what boot loader and platform have set stays.\n"
	" */\n"
	"static char l2x0_write_allocate[16] __initdata = \"\";\n"
	"\n"
	"static int __init l2x0_parse_write_allocate(char *word)\n"
	"{\n"
	"\tsnprintf(l2x0_write_allocate, sizeof(l2x0_write_allocate), \"%s\",\n"
	"\t\t word && *word ? word : \"(nothing)\");\n"
	"\treturn 0;\n"
	"}\n"
	"early_param(\"l2x0_write_allocate\", l2x0_parse_write_allocate);\n"
	"\n"
	"/* Says in one line what becomes of the parameter. */\n"
	"static u32 __init l2x0_apply_write_allocate(u32 aux)\n"
	"{\n"
	"\tu32 id = readl_relaxed(l2x0_base + L2X0_CACHE_ID) & 0xff0003c0;\n"
	"\tconst char *word = l2x0_write_allocate, *why = NULL;\n"
	"\tu32 wanted = aux & ~(3 << 23);\n"
	"\n"
	"\tif (!*word)\n"
	"\t\treturn aux;\n"
	"\n"
	"\tif (!strcmp(word, \"off\"))\n"
	"\t\twanted |= 1 << 23;\n"
	"\telse if (!strcmp(word, \"on\"))\n"
	"\t\twanted |= 2 << 23;\n"
	"\telse if (!strcmp(word, \"default\"))\n"
	"\t\twanted = aux;\n"
	"\telse\n"
	"\t\twhy = \"it is none of off, on and default\";\n"
	"\n"
	"\tif (!why && readl_relaxed(l2x0_base + L2X0_CTRL) & 1)\n"
	"\t\twhy = \"the controller was on before Linux started\";\n"
	"\tif (!why && id != 0x410000c0 && id != 0x41000080)\n"
	"\t\twhy = \"the controller is neither an L2C-310 nor an L220\";\n"
	"\tif (why) {\n"
	"\t\tpr_warn(\"L2C: l2x0_write_allocate=%s has no effect: %s\\n\", word, why);\n"
	"\t\treturn aux;\n"
	"\t}\n"
	"\tpr_info(\"L2C: l2x0_write_allocate=%s: AUX_CTRL 0x%08x -> 0x%08x\\n\", word,\n"
	"\t\taux, wanted);\n"
	"\treturn wanted;\n"
	"}\n"
	"\n";

static const char call_code[] = "\taux = l2x0_apply_write_allocate(aux);\n";

static const char list_code[] =
	"\tl2x0_write_allocate=\n"
	"\t\t\t[ARM] Whether a store that misses the level 2 cache\n"
	"\t\t\t(L2C-310 or L220) allocates a line. Has an effect if\n"
	"\t\t\tthe controller is off when Linux starts.\n"
	"\t\t\tFormat: { off | on | default }\n"
	"\t\t\toff: never; on: always; default: as boot loader or\n"
	"\t\t\tplatform have set it.\n"
	"\n";

/* Where the list goes on behind it, in the order of the alphabet. */
static const char list_anchor[] = "\tl3cr=";

/* What the code above takes for granted. */
static const char *const needed[] = {"l2x0_base",     "L2X0_CACHE_ID", "L2X0_CTRL",
				     "readl_relaxed", "__init",        NULL};

/* In order: the first whose word is there. */
static const struct {
	const char *word;
	const char *saved;
} forms[] = {
	{"__l2c_init(", "Linux 3.16 and later: AUX_CTRL is kept in l2x0_saved_regs and "
			"written again on resume."},
	{"l2x0_saved_regs.aux_ctrl = aux",
	 "Linux 3.3 to 3.15: AUX_CTRL is kept in l2x0_saved_regs and written again on "
	 "resume."},
	{"l2x0_init(", "Linux before 3.3: the driver saves nothing. After a suspend that "
		       "switches the controller\noff the platform's code must call "
		       "l2x0_init() again, or restore AUX_CTRL as it was."},
};

/* The line without blanks around it is this text. */
static bool line_is(const char *line, size_t length, const char *text)
{
	while (length && (*line == ' ' || *line == '\t'))
		line++, length--;
	while (length && (line[length - 1] == ' ' || line[length - 1] == '\t' ||
			  line[length - 1] == '\r'))
		length--;
	return length == strlen(text) && !memcmp(line, text, length);
}

/* The one line behind the two; false: there is none, or several. */
static bool find_place(const struct lines *driver, size_t *place)
{
	size_t found = 0;

	for (size_t i = 1; i < driver->count; i++)
		if (line_is(driver->start[i - 1], lines_length(driver, i - 1),
			    mask_line) &&
		    line_is(driver->start[i], lines_length(driver, i), value_line)) {
			*place = i + 1;
			found++;
		}
	return found == 1;
}

/* The first line of the function around it; false: it does not look like one. */
static bool find_function(const struct lines *driver, size_t place, size_t *first)
{
	size_t at = place;

	while (at && *driver->start[at] != '{')
		at--;
	/* Its head may go over several lines; all but the first are indented. */
	while (at && (*driver->start[at] == '{' || *driver->start[at] == ' ' ||
		      *driver->start[at] == '\t'))
		at--;
	*first = at;
	/* Nothing of it is above: there is a blank line, a comment, a brace or an #endif. */
	return at && memchr(driver->start[at], '(', lines_length(driver, at)) &&
	       strchr("\r\n \t/#}", *driver->start[at - 1]);
}

static int find_insertions(const struct str *text, const struct lines *driver,
			   struct insertion insertions[2], struct err *err)
{
	for (size_t i = 0; needed[i]; i++)
		if (!strstr(str_text(text), needed[i]))
			return err_set(err, ERR_INPUT,
				       "the driver has no '%s': a form of it that is "
				       "unknown here",
				       needed[i]);
	if (!find_place(driver, &insertions[1].line))
		return err_set(err, ERR_INPUT,
			       "the driver has not exactly one '%s' with '%s' behind it: "
			       "a form of it that is unknown here",
			       mask_line, value_line);
	if (!find_function(driver, insertions[1].line, &insertions[0].line))
		return err_set(err, ERR_INPUT,
			       "no beginning of the function around '%s' is found: a "
			       "form of the driver that is unknown here",
			       mask_line);
	insertions[0].text = parameter_code;
	insertions[1].text = call_code;
	return 0;
}

static int refuse_patched(const struct str *driver, struct err *err)
{
	if (strstr(str_text(driver), "l2x0_apply_write_allocate"))
		return err_set(err, ERR_INPUT, "has this patch already");
	if (strstr(str_text(driver), "l2x0_write_allocate"))
		return err_set(err, ERR_INPUT,
			       "has an l2x0_write_allocate= already, as I-pipe's "
			       "kernels do: use that one (0 or 1)");
	return 0;
}

static void add_head(struct str *out, const struct str *driver, bool has_list)
{
	size_t form = 0;

	while (form + 1 < sizeof(forms) / sizeof(forms[0]) &&
	       !strstr(str_text(driver), forms[form].word))
		form++;
	str_addf(
		out,
		"ARM: cache-l2x0: Add l2x0_write_allocate=off|on|default\n\n"
		"Whether a store that misses the L2C-310 allocates a line decides how "
		"much programs that\nstream data disturb real-time tasks. Which way is "
		"better depends on the load. Bits 24:23\nof AUX_CTRL can only be written "
		"while the controller is off.\n\n%s\n%s\n"
		"To undo: patch -R -p1. Tested on an emulated i.MX6Q only (Linux 6.1).\n\n",
		forms[form].saved,
		has_list ? ""
			 : "No list of the kernel's parameters was found to add to.\n");
}

static void add_list(struct str *out, struct arena *arena, const struct kernel_list *list)
{
	const struct lines lines = lines_of(arena, &list->text);
	struct insertion insertion = {.text = list_code};

	while (insertion.line < lines.count &&
	       !str_starts(lines.start[insertion.line], list_anchor))
		insertion.line++;
	if (insertion.line < lines.count)
		insertions_add_diff(out, list->name, &lines, &insertion, 1);
}

int kernel_patch_make(struct str *out, const struct str *driver,
		      const struct kernel_list *list, struct err *err)
{
	CLEANUP(arena_free) struct arena arena = {0};
	const struct lines lines = lines_of(&arena, driver);
	struct insertion insertions[2];

	if (refuse_patched(driver, err) < 0 ||
	    find_insertions(driver, &lines, insertions, err) < 0)
		return -1;
	add_head(out, driver, list->name);
	insertions_add_diff(out, KERNEL_PATCH_DRIVER, &lines, insertions, 2);
	if (list->name)
		add_list(out, &arena, list);
	return 0;
}
