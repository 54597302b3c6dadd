/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * whylate l2c310 recipe: what to do where a stub is no way: a patch for the kernel's source, or
 * commands for the boot loader. The source is only read.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/io.h"
#include "cmd/l2c310-parts.h"
#include "cmd/new-file.h"
#include "l2c310/kernel-patch.h"
#include "l2c310/stub.h"
#include "l2c310/words.h"
#include "report/l2c310-uboot.h"
#include "report/out.h"

enum { SOURCE_MAX_BYTES = 8 << 20 };

static bool is_there(const char *path)
{
	struct stat status;

	return stat(path, &status) == 0;
}

/* The list of parameters, if this kernel has one where it is looked for. */
static int read_list(const char *folder, struct kernel_list *list, struct err *err)
{
	for (const char *const *name = kernel_patch_lists; *name; name++) {
		CLEANUP(str_free) struct str path = {0};

		str_addf(&path, "%s/%s", folder, *name);
		if (!is_there(path.text))
			continue;
		list->name = *name;
		return io_read_file(path.text, SOURCE_MAX_BYTES, &list->text, err);
	}
	return 0;
}

static int read_driver(const char *folder, struct str *path, struct str *driver,
		       struct err *err)
{
	str_addf(path, "%s/" KERNEL_PATCH_DRIVER, folder);
	if (!is_there(path->text) && errno == ENOENT)
		return err_set(err, ERR_INPUT,
			       "--source: %s has no " KERNEL_PATCH_DRIVER
			       ": it should be the top of a Linux source",
			       folder);
	return io_read_file(path->text, SOURCE_MAX_BYTES, driver, err);
}

static int run_kernel_patch(const struct l2c310_options *options, struct err *err)
{
	CLEANUP(str_free) struct str path = {0}, driver = {0}, patch = {0};
	struct kernel_list list = {0};
	int status = -1;

	if (options->aux || options->base || options->json ||
	    options->write_allocate != L2C310_NOT_GIVEN)
		return err_set(err, ERR_INPUT,
			       "kernel-patch takes --source and -o alone: the kernel's "
			       "command line chooses");
	if (!options->source)
		return err_set(err, ERR_INPUT,
			       "--source DIR says what kernel's source the patch is for");
	if (read_driver(options->source, &path, &driver, err) == 0 &&
	    read_list(options->source, &list, err) == 0)
		status = kernel_patch_make(&patch, &driver, &list, err) < 0
				 ? err_prefix(err, "%s", path.text)
				 : 0;
	str_free(&list.text);
	if (status < 0)
		return -1;
	return options->output ? new_file_write("-o", options->output, patch.text,
						patch.length, err)
			       : report_print(&patch, err);
}

/* A number of 32 bits, as 'decode' takes values. */
static int parse_number(const char *option, const char *text, uint32_t *value,
			struct err *err)
{
	struct l2c_given given;

	if (l2c_parse(text, &given, err) < 0)
		return err_prefix(err, "%s", option);
	if (given.id != L2C_REGISTER_COUNT && given.id != L2C_AUX_CTRL)
		return err_set(err, ERR_INPUT, "%s: '%s' is no AUX_CTRL", option, text);
	*value = given.value;
	return 0;
}

static int run_uboot(const struct l2c310_options *options, struct err *err)
{
	/* The reset value of the i.MX6Q, and where its controller is. */
	struct l2c310_uboot recipe = {.aux_ctrl = 0x02070000,
				      .base = 0x00a02000,
				      .aux_is_assumed = !options->aux,
				      .base_is_assumed = !options->base};
	CLEANUP(doc_free) struct doc doc = {0};

	if (options->source || options->output)
		return err_set(err, ERR_INPUT, "uboot takes neither --source nor -o");
	if (options->aux &&
	    parse_number("--aux", options->aux, &recipe.aux_ctrl, err) < 0)
		return -1;
	if (options->base && parse_number("--base", options->base, &recipe.base, err) < 0)
		return -1;
	if (options->aux && !l2c_fits(L2C_AUX_CTRL, recipe.aux_ctrl))
		return err_set(err, ERR_INPUT,
			       "--aux: 0x%08x cannot be an AUX_CTRL: it has no way size, "
			       "or bits that have no meaning",
			       (unsigned)recipe.aux_ctrl);
	if (!recipe.base)
		return err_set(
			err, ERR_INPUT,
			"--base: no controller is at address 0; on an i.MX6 it is at "
			"0x00a02000");
	if (recipe.base % 4096)
		return err_set(err, ERR_INPUT,
			       "--base: 0x%08x is no multiple of 4096, as a "
			       "controller's address is",
			       (unsigned)recipe.base);
	if (options->write_allocate == L2C310_NOT_GIVEN)
		return err_set(
			err, ERR_INPUT,
			"uboot needs --write-allocate off, on or default: what the "
			"commands are to set");
	recipe.field = (uint32_t)options->write_allocate;
	l2c310_uboot_doc(&doc, &recipe);
	return l2c310_print(options, &doc, err);
}

int l2c310_recipe(const struct l2c310_options *options, char **operands, size_t count,
		  struct err *err)
{
	if (count == 1 && !strcmp(operands[0], "kernel-patch"))
		return run_kernel_patch(options, err);
	if (count == 1 && !strcmp(operands[0], "uboot"))
		return run_uboot(options, err);
	return err_set(err, ERR_INPUT, "which recipe? One of: kernel-patch, uboot");
}
