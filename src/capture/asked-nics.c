/* SPDX-License-Identifier: GPL-2.0-or-later */
/* linux/ethtool.h: two questions, the same for all drivers. Who does not answer is left out. */
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "capture/asked.h"

struct nics {
	const struct asked *asked;
	int fd;
};

static const struct {
	const char *name; /* as ethtool -c has it */
	size_t offset;
} coalescing[] = {
	{"adaptive-rx", offsetof(struct ethtool_coalesce, use_adaptive_rx_coalesce)},
	{"adaptive-tx", offsetof(struct ethtool_coalesce, use_adaptive_tx_coalesce)},
	{"rx-usecs", offsetof(struct ethtool_coalesce, rx_coalesce_usecs)},
	{"rx-frames", offsetof(struct ethtool_coalesce, rx_max_coalesced_frames)},
	{"rx-usecs-irq", offsetof(struct ethtool_coalesce, rx_coalesce_usecs_irq)},
	{"tx-usecs", offsetof(struct ethtool_coalesce, tx_coalesce_usecs)},
	{"tx-frames", offsetof(struct ethtool_coalesce, tx_max_coalesced_frames)},
	{"rx-usecs-low", offsetof(struct ethtool_coalesce, rx_coalesce_usecs_low)},
	{"rx-usecs-high", offsetof(struct ethtool_coalesce, rx_coalesce_usecs_high)},
};

static bool ask(const struct nics *nics, const char *nic, void *question)
{
	struct ifreq request = {.ifr_data = question};

	strncpy(request.ifr_name, nic, sizeof(request.ifr_name) - 1);
	return ioctl(nics->fd, SIOCETHTOOL, &request) == 0;
}

static void tell(const struct nics *nics, const char *nic, const char *what,
		 const struct str *text)
{
	CLEANUP(str_free) struct str path = {0};

	str_addf(&path, SETUP_ASKED "nic/%s/%s", nic, what);
	nics->asked->put(nics->asked->self, str_text(&path), text, 0, false);
}

static void ask_nic(void *self, const char *nic)
{
	const struct nics *nics = self;
	struct ethtool_drvinfo driver = {.cmd = ETHTOOL_GDRVINFO};
	struct ethtool_coalesce coalesce = {.cmd = ETHTOOL_GCOALESCE};
	CLEANUP(str_free) struct str text = {0};

	if (ask(nics, nic, &driver)) {
		str_addf(&text,
			 "driver: %.32s\nversion: %.32s\nfirmware-version: %.32s\n"
			 "bus-info: %.32s\n",
			 driver.driver, driver.version, driver.fw_version,
			 driver.bus_info);
		tell(nics, nic, "driver", &text);
	}
	if (!ask(nics, nic, &coalesce))
		return;
	str_clear(&text);
	for (size_t i = 0; i < sizeof(coalescing) / sizeof(coalescing[0]); i++) {
		uint32_t value;

		memcpy(&value, (const char *)&coalesce + coalescing[i].offset,
		       sizeof(value));
		str_addf(&text, "%s: %u\n", coalescing[i].name, value);
	}
	tell(nics, nic, "coalesce", &text);
}

void asked_nics(const struct asked *asked)
{
	CLEANUP(scope_close) int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	struct nics nics = {asked, fd};

	if (fd >= 0)
		root_list(asked->root, "/sys/class/net", ask_nic, &nics);
}
