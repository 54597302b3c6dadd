/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * whylate l2c310 stub: a new file with a page before a kernel, or without it again. The kernel
 * given is only read.
 */
#include "report/l2c310-stub.h"
#include "base/io.h"
#include "cmd/l2c310-parts.h"
#include "cmd/new-file.h"

static int write_new(const struct l2c310_options *options, const struct str *out,
		     struct err *err)
{
	return new_file_write("-o", options->output, str_text(out), out->length, err);
}

static const struct stub_board *choose_board(const struct l2c310_options *options,
					     struct err *err)
{
	const struct stub_board *board =
		options->board ? stub_board_find(options->board) : stub_boards;
	CLEANUP(str_free) struct str names = {0};

	if (board)
		return board;
	for (board = stub_boards; board->name; board++)
		if (!board->refused)
			str_addf(&names, "%s%s", names.length ? ", " : "", board->name);
	err_set(err, ERR_INPUT, "--board: '%.40s' is not one of: %s", options->board,
		str_text(&names));
	return NULL;
}

static int make(const struct l2c310_options *options, const char *name,
		const struct str *kernel, struct err *err)
{
	const struct stub_board *board = choose_board(options, err);
	CLEANUP(str_free) struct str out = {0};
	CLEANUP(doc_free) struct doc doc = {0};
	struct stub stub;

	if (!board)
		return -1;
	if (stub_make(&out, board, (uint32_t)options->write_allocate, kernel->text,
		      kernel->length, err) < 0)
		return err_prefix(err, "%s", name);
	if (write_new(options, &out, err) < 0 ||
	    stub_read(&stub, out.text, out.length, err) < 0)
		return -1;
	l2c310_stub_doc(&doc, options->output, &stub, kernel->text);
	return l2c310_print(options, &doc, err);
}

/* 0: as it was made, or a kernel without one; 1: damaged. */
static int inspect(const struct l2c310_options *options, const char *name,
		   const struct str *file, struct err *err)
{
	CLEANUP(doc_free) struct doc doc = {0};
	struct zimage zimage;
	struct stub stub;

	if (!stub_is_there(file->text, file->length)) {
		if (zimage_look(&zimage, file->text, file->length, err) < 0)
			return err_prefix(err, "%s", name);
		l2c310_no_stub_doc(&doc, name, &zimage);
		return l2c310_print(options, &doc, err);
	}
	if (stub_read(&stub, file->text, file->length, err) < 0)
		return err_prefix(err, "%s", name);
	l2c310_stub_doc(&doc, name, &stub,
			stub.image_is_whole ? file->text + STUB_BYTES : NULL);
	if (l2c310_print(options, &doc, err) < 0)
		return -1;
	return stub.code_is_ours && stub.image_is_whole ? 0 : 1;
}

static int take_off(const struct l2c310_options *options, const char *name,
		    const struct str *file, struct err *err)
{
	CLEANUP(str_free) struct str out = {0};
	CLEANUP(doc_free) struct doc doc = {0};
	struct zimage zimage;

	if (stub_remove(&out, file->text, file->length, err) < 0 ||
	    zimage_look(&zimage, out.text, out.length, err) < 0)
		return err_prefix(err, "%s", name);
	if (write_new(options, &out, err) < 0)
		return -1;
	l2c310_no_stub_doc(&doc, options->output, &zimage);
	return l2c310_print(options, &doc, err);
}

/* Exactly one of making, looking and taking off. */
static int check(const struct l2c310_options *options, size_t count, struct err *err)
{
	bool sets = options->write_allocate != L2C310_NOT_GIVEN;

	if (count != 1)
		return err_set(err, ERR_INPUT,
			       "which kernel? As in: whylate l2c310 stub zImage "
			       "--write-allocate off -o zImage.off");
	if (sets + options->inspect + options->remove != 1)
		return err_set(err, ERR_INPUT,
			       "stub takes one of --write-allocate off|on|default, "
			       "--inspect and --remove");
	if (options->inspect && (options->output || options->board))
		return err_set(err, ERR_INPUT,
			       "--inspect takes neither -o nor --board: it only looks");
	if (options->remove && options->board)
		return err_set(err, ERR_INPUT, "--remove takes no --board");
	if (!options->inspect && !options->output)
		return err_set(
			err, ERR_INPUT,
			"-o FILE says where the new kernel goes; the one given stays as "
			"it is");
	return 0;
}

int l2c310_stub(const struct l2c310_options *options, char **operands, size_t count,
		struct err *err)
{
	CLEANUP(str_free) struct str file = {0};

	if (check(options, count, err) < 0 ||
	    io_read_file(operands[0], STUB_IMAGE_MAX_BYTES, &file, err) < 0)
		return -1;
	str_add(&file, ""); /* an empty file has a text, too */
	if (options->inspect)
		return inspect(options, operands[0], &file, err);
	return (options->remove ? take_off : make)(options, operands[0], &file, err);
}
