/* SPDX-License-Identifier: GPL-2.0-or-later */
/* whylate model collect: a run file for each policy, all of them or none. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "cmd/model-parts.h"
#include "modelled/collect.h"
#include "report/out.h"
#include "run/reader.h"
#include "run/writer.h"

/* The run files so far, which go again when one of them fails. */
struct made {
	char name[TRACE_POLICIES][1024];
	uint32_t count;
};

static int play(const char *name, const struct run_sink *sink, struct err *err)
{
	struct reader_report report;
	int fd = open(name, O_RDONLY | O_CLOEXEC), status;

	if (fd < 0)
		return err_errno(err, "cannot read %s", name);
	status = reader_play(fd, name, sink, &report, err);
	close(fd);
	if (!status && (report.damaged_places || report.cut_off || !report.has_end))
		return err_set(err, ERR_INPUT,
			       "%s: the guest's run is cut off or damaged", name);
	return status;
}

static int make_one(struct made *made, struct collect *collect, uint32_t policy,
		    const char *run, struct err *err)
{
	const char *name = made->name[made->count];
	int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666), status;
	struct writer *writer;
	struct run_sink sink;

	if (fd < 0 && errno == EEXIST)
		return err_set(err, ERR_INPUT,
			       "-o: %s exists; whylate never overwrites: remove it or "
			       "choose another folder",
			       name);
	if (fd < 0)
		return err_errno(err, "-o: cannot create %s", name);
	made->count++;
	writer = writer_open(fd, name);
	writer_tell_no_time(writer);
	sink = collect_sink(collect, policy, writer_sink(writer));
	status = play(run, &sink, err);
	if (!status && writer_trouble(writer))
		status = err_set(err, ERR_INPUT, "%s", writer_trouble(writer));
	writer_close(writer);
	return status;
}

static int make_all(const struct model_options *options, struct collect *collect,
		    const struct model_trace *trace, const char *run, struct err *err)
{
	struct made made = {.count = 0};

	for (uint32_t i = 0; i < trace->policy_count; i++) {
		CLEANUP(str_free) struct str name = {0};

		str_addf(&name, "%s/%s.whylate", options->output,
			 trace->policies[i].name);
		if (name.length >= sizeof(made.name[0]) ||
		    strchr(trace->policies[i].name, '/'))
			return err_set(err, ERR_INPUT,
				       "-o: the folder's name is too long");
		memcpy(made.name[i], str_text(&name), name.length + 1);
		if (!make_one(&made, collect, i, run, err))
			continue;
		for (uint32_t j = 0; j < made.count; j++)
			unlink(made.name[j]);
		return -1;
	}
	for (uint32_t i = 0; i < made.count; i++)
		report_say("whylate: %s: modelled, not measured", made.name[i]);
	return 0;
}

static int collect_from(const struct model_options *options,
			const struct model_trace *trace, const char *run, struct err *err)
{
	struct guest_samples samples = {0};
	struct run_sink sink = guest_samples_sink(&samples);
	struct collect *collect = NULL;
	int status = play(run, &sink, err);

	if (!status)
		collect = collect_open(trace, &samples, run, err);
	status = collect ? make_all(options, collect, trace, run, err) : -1;
	collect_close(collect);
	str_free(&samples.bytes);
	return status;
}

int model_collect(const struct model_options *options, char **operands, size_t count,
		  struct err *err)
{
	struct model_trace trace = {0};
	int status;

	if (count != 2 || !options->output)
		return err_set(err, ERR_INPUT,
			       "collect wants the model's trace, the guest's run and a "
			       "folder: whylate model collect TRACE RUN -o DIR");
	status = model_read_trace(&trace, operands[0], err);
	if (!status)
		status = collect_from(options, &trace, operands[1], err);
	model_trace_free(&trace);
	return status;
}
