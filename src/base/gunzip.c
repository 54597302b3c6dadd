/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/gunzip.h"

#include <limits.h>

#define ZLIB_CONST
#include <zlib.h>

enum { PIECE = 1 << 16 };

/* zlib's window size for "up to 32 KiB, with a gzip or a zlib header: look which". */
enum { EITHER_WINDOW = 15 + 32 };

static int unpack(z_stream *stream, size_t max_bytes, struct str *out, struct err *err)
{
	size_t before = out->length;
	int status = Z_OK;

	while (status == Z_OK) {
		stream->next_out = (Bytef *)str_reserve(out, PIECE);
		stream->avail_out = PIECE;
		status = inflate(stream, Z_NO_FLUSH);
		out->length += PIECE - stream->avail_out;
		out->text[out->length] = '\0';
		if (out->length - before > max_bytes)
			return err_set(err, ERR_INPUT, "unpacks to more than %zu bytes",
				       max_bytes);
	}
	if (status != Z_STREAM_END)
		return err_set(err, ERR_INPUT, "damaged gzip data");
	return 0;
}

int gunzip(const void *bytes, size_t count, size_t max_bytes, struct str *out,
	   struct err *err)
{
	z_stream stream = {0};
	int status;

	if (count > UINT_MAX)
		return err_set(err, ERR_INPUT, "too much to unpack");
	stream.next_in = bytes;
	stream.avail_in = (uInt)count;
	if (inflateInit2(&stream, EITHER_WINDOW) != Z_OK)
		return err_set(err, ERR_INTERNAL, "zlib does not start");
	status = unpack(&stream, max_bytes, out, err);
	inflateEnd(&stream);
	return status;
}
