/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The build counts, too, where both tell it: one release is built with and without PREEMPT_RT. */
#include "cmd/kernel-said.h"

#include <ctype.h>
#include <string.h>

#include "facts/log.h"

void kernel_said_free(struct kernel_said *said)
{
	str_free(&said->release);
	str_free(&said->build);
	str_free(&said->who);
}

static void keep(struct kernel_said *said, const char *who, const struct str *release,
		 const struct str *build)
{
	if (!said->release.length) {
		str_add_bytes(&said->release, str_text(release), release->length);
		str_add(&said->who, who);
	}
	if (!said->build.length)
		str_add_bytes(&said->build, str_text(build), build->length);
}

static int compare_with(struct kernel_said *said, const char *who,
			const struct str *release, const struct str *build,
			struct err *err)
{
	bool same_build = !build->length || !said->build.length ||
			  !strcmp(str_text(build), str_text(&said->build));

	if (!release->length)
		return 0;
	if (said->release.length &&
	    strcmp(str_text(release), str_text(&said->release)) != 0)
		return err_set(err, ERR_INPUT,
			       "%s is of kernel %.100s, %s of kernel %.100s: take both "
			       "from the boot that was measured",
			       str_text(&said->who), str_text(&said->release), who,
			       str_text(release));
	if (said->release.length && !same_build)
		return err_set(
			err, ERR_INPUT,
			"%s and %s are of kernels %.100s that were built apart "
			"(%.100s; %.100s): take both from the boot that was measured",
			str_text(&said->who), who, str_text(release),
			str_text(&said->build), str_text(build));
	keep(said, who, release, build);
	return 0;
}

/* "6.1.0-rt5 (who) (compiler) #1 SMP ..." up to the line's end. */
static int compare_line(struct kernel_said *said, const char *who, const char *line,
			struct err *err)
{
	CLEANUP(str_free) struct str release = {0}, build = {0};
	size_t length = strcspn(line, "\n");
	const char *sign = str_find(line, length, " #");

	while (length && isspace((unsigned char)line[length - 1]))
		length--;
	str_add_bytes(&release, line, strcspn(line, " \t\r\n"));
	if (sign && sign < line + length)
		str_add_bytes(&build, sign + 1, length - (size_t)(sign + 1 - line));
	return compare_with(said, who, &release, &build, err);
}

int kernel_said_release(struct kernel_said *said, const char *who, const char *release,
			struct err *err)
{
	CLEANUP(str_free) struct str text = {0};

	/* Some reports have the name of the system before it. */
	if (!release || !isdigit((unsigned char)*release))
		return 0;
	str_add_bytes(&text, release, strcspn(release, " \t\r\n"));
	return compare_line(said, who, str_text(&text), err);
}

/* Where the text says what kernel it is of, behind these words; NULL: it does not. */
static const char *behind(const char *text, const char *words)
{
	const char *at = text ? strstr(text, words) : NULL;

	return at ? at + strlen(words) : NULL;
}

static int compare_text(struct kernel_said *said, const char *who, const char *path,
			const char *text, const char *words, struct err *err)
{
	CLEANUP(str_free) struct str name = {0};
	const char *line = behind(text, words);

	str_addf(&name, "%s%s", who, path);
	return line ? compare_line(said, str_text(&name), line, err) : 0;
}

static const char version_words[] = "Linux version ";

int kernel_said_log(struct kernel_said *said, const char *who, const struct setup *setup,
		    struct err *err)
{
	return compare_text(said, who, "", log_last_boot(setup), version_words, err);
}

int kernel_said_files(struct kernel_said *said, const char *who,
		      const struct setup *setup, struct err *err)
{
	static const struct {
		const char *path, *words;
	} files[] = {
		{"/proc/version", version_words},
		{"/proc/sys/kernel/osrelease", ""},
		{SETUP_ASKED "uname", "\nrelease "},
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		if (compare_text(said, who, files[i].path,
				 setup_text(setup, files[i].path), files[i].words,
				 err) < 0)
			return -1;
	return 0;
}

int kernel_said_setup(struct kernel_said *said, const char *who,
		      const struct setup *setup, struct err *err)
{
	return kernel_said_files(said, who, setup, err) < 0
		       ? -1
		       : compare_text(said, who, SETUP_LOG, log_last_boot(setup),
				      version_words, err);
}
