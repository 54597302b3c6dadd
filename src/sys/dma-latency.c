/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Documentation/power/pm_qos_interface.rst: a binary 32-bit value in microseconds. */
#include "sys/dma-latency.h"

#include <fcntl.h>

#include "base/io.h"

int dma_latency_hold(const struct root *root, int32_t latency_us, struct err *err)
{
	CLEANUP(scope_close) int fd = root_open(root, O_WRONLY, "/dev/cpu_dma_latency");

	if (fd < 0 || io_write_all(fd, &latency_us, sizeof(latency_us)) < 0)
		return err_errno(err,
				 "cannot hold /dev/cpu_dma_latency (needs root and "
				 "CONFIG_CPU_IDLE); "
				 "--hold-dma-latency no measures the machine as it is");
	return scope_keep_fd(&fd);
}
