/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A fuzz target as an ordinary test: feeds it every file of the folders that are named.
 * A folder that is missing or empty is a failure.
 */
#include <dirent.h>
#include <stdio.h>

#include "base/io.h"
#include "fuzz.h"

enum { MOST_BYTES = 1 << 26 };

static bool replay_file(const char *folder, const char *name)
{
	CLEANUP(str_free) struct str path = {0}, bytes = {0};
	struct err err = {0};

	str_addf(&path, "%s/%s", folder, name);
	printf("%s\n", str_text(&path));
	fflush(stdout);
	if (io_read_file(str_text(&path), MOST_BYTES, &bytes, &err) < 0) {
		printf("%s\n", err.text);
		return false;
	}
	LLVMFuzzerTestOneInput((const uint8_t *)str_text(&bytes), bytes.length);
	return true;
}

int main(int argc, char **argv)
{
	int passed = 0, failed = 0;

	for (int i = 1; i < argc; i++) {
		DIR *folder = opendir(argv[i]);
		int before = passed;

		for (struct dirent *entry; folder && (entry = readdir(folder));)
			if (entry->d_name[0] != '.')
				*(replay_file(argv[i], entry->d_name) ? &passed
								      : &failed) += 1;
		if (folder)
			closedir(folder);
		if (passed == before) {
			printf("nothing to replay in %s\n", argv[i]);
			failed++;
		}
	}
	printf("%d passed, %d failed\n", passed, failed);
	return failed || !passed;
}
