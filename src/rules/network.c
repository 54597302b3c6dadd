/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules about the network: cards, their drivers, WiFi, the packet filter. */
#include <inttypes.h>
#include <string.h>

#include "base/str.h"
#include "rules/evidence.h"
#include "rules/table.h"

/* The next interface behind *at that is up, as its fact "net.IF.state". */
static const struct fact *next_up(const struct rule_input *input, size_t *at)
{
	const struct fact *state;

	while ((state = facts_next(input->facts, "net.*.state", at)))
		if (state->kind == FACT_TEXT && !strcmp(state->text, "up"))
			return state;
	return NULL;
}

/* "eth0" of the fact's source, /sys/class/net/eth0/... */
static const char *interface(struct rule_finding *finding, const struct fact *fact)
{
	const char *at = fact->source + strlen("/sys/class/net/");

	return rule_text(finding, "%.*s", (int)strcspn(at, "/"), at);
}

static bool knows_interfaces(const struct rule_input *input)
{
	size_t at = 0;

	return facts_next(input->facts, "net.*.state", &at);
}

static const char *driver_of(const struct rule_input *input, struct rule_finding *finding,
			     const struct fact *fact)
{
	const struct fact *driver = rule_sibling(input, finding, fact, "driver");

	return driver->kind == FACT_TEXT && strcmp(driver->text, "none") != 0
		       ? driver->text
		       : NULL;
}

static enum rule_verdict judge_nic_driver(const struct rule_input *input,
					  struct rule_finding *finding)
{
	static const char *const suspects[] = {"r8169", "e1000e", "r8152"};
	const struct fact *state;
	const char *fine = NULL;
	size_t at = 0;

	if (facts_integer(input->facts, "log.network_stuck.count", 0)) {
		finding->weight = RULE_LIKELY;
		return rule_say(finding, RULE_BAD, "%s",
				rule_quote(input, finding, "network_stuck"));
	}
	while ((state = next_up(input, &at))) {
		const char *driver = driver_of(input, finding, state);

		if (!driver)
			continue;
		fine = driver;
		for (size_t i = 0; i < sizeof(suspects) / sizeof(suspects[0]); i++)
			if (!strcmp(driver, suspects[i]))
				return rule_say(finding, RULE_BAD,
						"%s is up with the driver %s",
						interface(finding, state), driver);
	}
	if (fine)
		return rule_say(finding, RULE_OK, "interfaces that are up use %s", fine);
	if (knows_interfaces(input))
		return rule_say(finding, RULE_UNKNOWN,
				"which driver the interfaces have is unknown, or none is "
				"up");
	return rule_say(finding, RULE_UNKNOWN, "which interfaces there are is unknown");
}

const struct rule rule_network_driver = {
	.id = "network-driver",
	.title = "Driver of the network card",
	.weight = RULE_NOTE,
	.looks_at = "driver of the interfaces that are up; 'NETDEV WATCHDOG' and "
		    "'Hardware Unit Hang' in the kernel's log",
	.effect = "time-outs of ms for real-time traffic with r8169, r8152 and e1000e "
		  "(I219) cards",
	.fix = "a card with igb (i210) or igc (i225, i226); the vendor's driver for r8169",
	.undo = "put the old card or driver back",
	.prove = "the same job over the other card",
	.find_out = "ethtool -i IF",
	.basis = RULE_SEEN,
	.judge = judge_nic_driver,
};

/* Why packets wait at this interface; NULL: they do not. *known: was there anything to see? */
static const char *why_wait(const struct rule_input *input, struct rule_finding *finding,
			    const struct fact *state, bool *known)
{
	const struct fact *flush = rule_sibling(input, finding, state, "gro_flush");
	const struct fact *usecs = rule_sibling(input, finding, state, "rx_usecs");
	const struct fact *adaptive = rule_sibling(input, finding, state, "adaptive_rx");

	*known = usecs->kind == FACT_INTEGER;
	if (adaptive->kind == FACT_BOOL && adaptive->integer)
		return "adaptive-rx on";
	if (usecs->kind == FACT_INTEGER && usecs->integer > 0)
		return rule_text(finding, "rx-usecs %" PRId64, usecs->integer);
	if (flush->kind == FACT_INTEGER && flush->integer > 0)
		return rule_text(finding, "gro_flush_timeout %" PRId64 " ns",
				 flush->integer);
	return NULL;
}

static enum rule_verdict judge_moderation(const struct rule_input *input,
					  struct rule_finding *finding)
{
	const char *unknown = NULL, *fine = NULL;
	const struct fact *state;
	size_t at = 0;

	while ((state = next_up(input, &at))) {
		bool known;
		const char *why = why_wait(input, finding, state, &known);

		if (why)
			return rule_say(finding, RULE_BAD, "%s: %s: packets wait",
					interface(finding, state), why);
		if (known)
			fine = interface(finding, state);
		else if (driver_of(input, finding, state))
			unknown = interface(finding, state);
	}
	if (unknown)
		return rule_say(
			finding, RULE_UNKNOWN,
			"how long the card of %s holds interrupts back is not told",
			unknown);
	if (fine)
		return rule_say(finding, RULE_OK, "%s: rx-usecs 0 and adaptive-rx not on",
				fine);
	if (knows_interfaces(input))
		return rule_say(finding, RULE_NOT_APPLICABLE,
				"no interface with a card behind it is up");
	return rule_say(finding, RULE_UNKNOWN, "which interfaces there are is unknown");
}

const struct rule rule_network_moderation = {
	.id = "network-moderation",
	.title = "Interrupts that the network card holds back",
	.weight = RULE_NOTE,
	.looks_at = "rx-usecs and adaptive-rx of the cards, asked as ethtool does; "
		    "gro_flush_timeout of the interfaces",
	.effect = "50 to 300 us more for a round trip; nothing for timers",
	.fix = "ethtool -C IF adaptive-rx off rx-usecs 0",
	.undo = "ethtool -C IF with the values that ethtool -c IF showed before",
	.prove = "round-trip time A-B",
	.find_out = "ethtool -c IF: adaptive-rx should be off and rx-usecs 0",
	.basis = RULE_SEEN,
	.judge = judge_moderation,
};

static enum rule_verdict judge_wifi(const struct rule_input *input,
				    struct rule_finding *finding)
{
	const struct fact *state, *kind;
	const char *unknown = NULL;
	size_t at = 0;

	while ((state = next_up(input, &at))) {
		kind = rule_sibling(input, finding, state, "kind");
		if (kind->kind == FACT_TEXT ? !strcmp(kind->text, "wlan")
					    : str_starts(interface(finding, state), "wl"))
			return rule_say(finding, RULE_BAD, "%s, WiFi by its %s, is up",
					interface(finding, state),
					kind->kind == FACT_TEXT ? "kind" : "name");
		if (kind->kind != FACT_TEXT)
			unknown = interface(finding, state);
	}
	if (unknown)
		return rule_say(finding, RULE_UNKNOWN, "%s is up; what it is is unknown",
				unknown);
	for (at = 0; (kind = facts_next(input->facts, "net.*.kind", &at));)
		if (kind->kind == FACT_TEXT && !strcmp(kind->text, "wlan") &&
		    rule_sibling(input, finding, kind, "state")->kind != FACT_TEXT)
			return rule_say(finding, RULE_UNKNOWN,
					"whether the WiFi interface %s is up is unknown",
					interface(finding, kind));
	if (knows_interfaces(input))
		return rule_say(finding, RULE_OK, "no WiFi interface is up");
	return rule_say(finding, RULE_UNKNOWN, "which interfaces there are is unknown");
}

const struct rule rule_wifi = {
	.id = "wifi",
	.title = "WiFi",
	.weight = RULE_POSSIBLE,
	.looks_at = "state and DEVTYPE of the interfaces in /sys/class/net",
	.effect = "about 80 us more; scans come every 30 to 40 s",
	.fix = "rfkill block wifi, or a wire",
	.undo = "rfkill unblock wifi",
	.prove = "A-B-A with rfkill block and unblock",
	.find_out = "ip link; ls /sys/class/net/*/phy80211",
	.basis = RULE_SEEN,
	.judge = judge_wifi,
};

static enum rule_verdict judge_connections(const struct rule_input *input,
					   struct rule_finding *finding)
{
	int64_t count = facts_integer(input->facts, "net.connections", -1);

	if (count >= 0)
		return rule_say(finding, count > 1000 ? RULE_BAD : RULE_OK,
				"the packet filter follows %" PRId64 " connections",
				count);
	if (facts_known(input->facts, "module.nf_conntrack") ||
	    !facts_known(input->facts, "modules.read"))
		return rule_say(finding, RULE_UNKNOWN,
				"how many connections the packet filter follows is "
				"unknown");
	return rule_say(finding, RULE_OK,
			"nf_conntrack is not loaded; it could be built in");
}

const struct rule rule_connection_tracking = {
	.id = "connection-tracking",
	.title = "Packet filter that follows connections",
	.weight = RULE_NOTE,
	.looks_at = "/proc/sys/net/netfilter/nf_conntrack_count (1000 is not yet much), "
		    "/proc/modules",
	.effect = "10 us to ms of a kernel worker that clears a large table",
	.fix = "NOTRACK rules for bulk traffic, or no stateful rules (unload nf_conntrack)",
	.undo = "load the rules again",
	.prove = "A-B with the module unloaded",
	.find_out = "cat /proc/sys/net/netfilter/nf_conntrack_count",
	.basis = RULE_DOCUMENTED,
	.judge = judge_connections,
};
