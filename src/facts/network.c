/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Network interfaces, their drivers, and the packet filter's table of connections. */
#include <string.h>

#include "base/str.h"
#include "facts/files.h"
#include "facts/topics.h"
#include "facts/value.h"

#define NET "/sys/class/net/*/"

/* clang-format off */
static const struct facts_file files[] = {
	{NET "operstate", "net.*.state", FORM_TEXT},
	{NET "threaded", "net.*.threaded", FORM_BOOL},
	{NET "gro_flush_timeout", "net.*.gro_flush", FORM_INTEGER, "ns"},
	{NET "napi_defer_hard_irqs", "net.*.defer", FORM_INTEGER, "count"},
	{"/proc/sys/net/netfilter/nf_conntrack_count", "net.connections", FORM_INTEGER, "count"},
	{"/proc/sys/net/netfilter/nf_conntrack_max", "net.connections.room", FORM_INTEGER,
	 "count"},
	{"/proc/sys/net/core/busy_poll", "net.busy_poll", FORM_INTEGER, "us"},
};
/* clang-format on */

/* NAME=value of the uevent files that match, "none" without such a line; the interface is the path's fifth part. */
static void put_uevents(struct facts *facts, const struct setup *setup,
			const char *pattern, const char *key, const char *what)
{
	const struct setup_file *file;
	size_t at = 0;

	while ((file = setup_next(setup, pattern, &at))) {
		const char *device = facts_part(facts, file->path, "/sys/class/net/");
		const char *value =
			file->error ? NULL : facts_value(facts, file->text, key);

		if (!file->error)
			facts_put_text(facts, file->path,
				       facts_format(facts, "net.%s.%s", device, what),
				       value ? value : "none");
	}
}

/*
 * What ethtool tells, asked by a capture or put into a collected tree in ethtool's own words:
 * "rx-usecs: 3", "adaptive-rx: 1", "Adaptive RX: on  TX: off".
 */
static void put_moderation(struct facts *facts, const struct setup *setup)
{
	static const char pattern[] = SETUP_ASKED "nic/*/coalesce";
	const struct setup_file *file;
	size_t at = 0;

	while ((file = setup_next(setup, pattern, &at))) {
		const char *device = facts_part(facts, file->path, SETUP_ASKED "nic/");
		const char *adaptive = facts_value(facts, file->text, "adaptive-rx");
		int64_t usecs;

		if (file->error)
			continue;
		if (!adaptive)
			adaptive = facts_value(facts, file->text, "Adaptive RX");
		if (adaptive)
			facts_put_bool(facts, file->path,
				       facts_format(facts, "net.%s.adaptive_rx", device),
				       *adaptive == '1' || str_starts(adaptive, "on"));
		if (facts_number(facts_value(facts, file->text, "rx-usecs"), &usecs))
			facts_put_integer(facts, file->path,
					  facts_format(facts, "net.%s.rx_usecs", device),
					  usecs, "us");
	}
}

void facts_topic_network(struct facts *facts, const struct setup *setup)
{
	facts_put_files(facts, setup, files, sizeof(files) / sizeof(files[0]));
	put_uevents(facts, setup, NET "uevent", "DEVTYPE", "kind");
	put_uevents(facts, setup, NET "device/uevent", "DRIVER", "driver");
	put_moderation(facts, setup);
}
