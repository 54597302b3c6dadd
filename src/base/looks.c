/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "base/looks.h"

#include <string.h>

/* How files begin. */
static const struct beginning {
	const char *bytes;
	size_t length;
	struct looks looks;
} beginnings[] = {
	{"\x1f\x8b", 2, {"gzip data", "unpack it first"}},
	{"BZh", 3, {"bzip2 data", "unpack it first"}},
	{"\xfd"
	 "7zXZ",
	 5,
	 {"xz data", "unpack it first"}},
	{"\x28\xb5\x2f\xfd", 4, {"zstd data", "unpack it first"}},
	{"PK\x03\x04", 4, {"a zip archive", "unpack it first"}},
	{"\x89WL\x1a", 4, {"a run of whylate's own", "'whylate show' shows it"}},
	{"\x7f"
	 "ELF",
	 4,
	 {"a program", NULL}},
	{"\x89PNG", 4, {"a picture", NULL}},
	{"%PDF", 4, {"a PDF document", NULL}},
	{"\xff\xfe", 2, {"text in UTF-16", "save it as UTF-8"}},
	{"PERFILE2", 8, {"data of perf", NULL}},
	{"\x17\x08\x44tracing", 10, {"a trace.dat of trace-cmd", NULL}},
	{"<!DOCTYPE", 9, {"a page of HTML", "save the text in it alone"}},
	{"<html", 5, {"a page of HTML", "save the text in it alone"}},
	{"<?xml", 5, {"XML of another kind", NULL}},
	{"{", 1, {"JSON of another kind", NULL}},
	{"[{", 2, {"JSON of another kind", NULL}},
};

/* Bytes that no text has: more than a few of them. */
static int is_binary(const char *bytes, size_t length)
{
	size_t count = 0, seen = length < 4096 ? length : 4096;

	for (size_t i = 0; i < seen; i++) {
		unsigned char byte = (unsigned char)bytes[i];

		count += (byte < ' ' && !strchr("\t\n\r\f\x1b", byte)) || byte == 0;
	}
	return count * 20 > seen;
}

struct looks looks_of(const char *bytes, size_t length)
{
	for (size_t i = 0; i < sizeof(beginnings) / sizeof(beginnings[0]); i++)
		if (length >= beginnings[i].length &&
		    !memcmp(bytes, beginnings[i].bytes, beginnings[i].length))
			return beginnings[i].looks;
	return (struct looks){is_binary(bytes, length) ? "binary data of another kind"
						       : "text",
			      NULL};
}
