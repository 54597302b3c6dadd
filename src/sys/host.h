/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The names that the kernel gives itself and this machine. */
#ifndef SYS_HOST_H
#define SYS_HOST_H

#include <sys/utsname.h>

/* utsname(2); all texts "" when the kernel does not tell. */
struct utsname host_names(void);

#endif
