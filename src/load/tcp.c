/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sockets for net and ssh. No address but 127.0.0.1 and the peer's is ever used. */
#include "load/tcp.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/num.h"

enum { PATIENCE_MS = 5000 };

struct address {
	union {
		struct sockaddr any;
		struct sockaddr_in v4;
		struct sockaddr_in6 v6;
	} at;
	socklen_t length;
};

static bool set_host(struct address *address, const char *host, uint16_t port)
{
	*address = (struct address){0};
	if (inet_pton(AF_INET, host, &address->at.v4.sin_addr) == 1) {
		address->at.v4.sin_family = AF_INET;
		address->at.v4.sin_port = htons(port);
		address->length = sizeof(address->at.v4);
		return true;
	}
	if (inet_pton(AF_INET6, host, &address->at.v6.sin6_addr) == 1) {
		address->at.v6.sin6_family = AF_INET6;
		address->at.v6.sin6_port = htons(port);
		address->length = sizeof(address->at.v6);
		return true;
	}
	return false;
}

static int parse_peer(const char *text, struct address *address, struct err *err)
{
	const char *colon = strrchr(text, ':');
	size_t length = colon ? (size_t)(colon - text) : 0;
	bool in_brackets = length >= 2 && text[0] == '[' && text[length - 1] == ']';
	char host[64] = "";
	int64_t port;

	if (in_brackets && length - 2 < sizeof(host))
		memcpy(host, text + 1, length - 2);
	else if (length < sizeof(host))
		memcpy(host, text, length);
	if (!colon || (strchr(host, ':') && !in_brackets) ||
	    num_parse_integer(colon + 1, 1, 65535, &port, err) < 0 ||
	    !set_host(address, host, (uint16_t)port))
		return err_set(err, ERR_INPUT,
			       "load net: '%.60s' is no peer; write ADDRESS:PORT in "
			       "numbers, as in 192.0.2.7:9000 or [2001:db8::7]:9000",
			       text);
	return 0;
}

/* Waits for a connection that is under way; -1 with errno. */
static int await_connection(int fd)
{
	struct pollfd poll_fd = {.fd = fd, .events = POLLOUT};
	int error = 0, ready;
	socklen_t length = sizeof(error);

	while ((ready = poll(&poll_fd, 1, PATIENCE_MS)) < 0 && errno == EINTR)
		;
	if (!ready)
		error = ETIMEDOUT;
	else
		getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length);
	errno = error;
	return error ? -1 : 0;
}

/* -1 with errno. */
static int connect_to(const struct address *address)
{
	int fd = socket(address->at.any.sa_family,
			SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	int error;

	if (fd < 0)
		return -1;
	if (connect(fd, &address->at.any, address->length) == 0 ||
	    (errno == EINPROGRESS && await_connection(fd) == 0)) {
		fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
		return fd;
	}
	error = errno;
	close(fd);
	errno = error;
	return -1;
}

int tcp_check_peer(const char *peer, struct err *err)
{
	struct address address;

	return parse_peer(peer, &address, err);
}

int tcp_connect_peer(const char *peer, int *fd, struct err *err)
{
	struct address address;

	if (parse_peer(peer, &address, err) < 0)
		return -1;
	*fd = connect_to(&address);
	if (*fd < 0)
		return err_errno(err, "load net: cannot connect to %s", peer);
	return 0;
}

/* Any free port of 127.0.0.1; *address becomes the one that was chosen. */
static int listen_there(struct address *address)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	set_host(address, "127.0.0.1", 0);
	if (fd >= 0 && bind(fd, &address->at.any, address->length) == 0 &&
	    listen(fd, 1) == 0 &&
	    getsockname(fd, &address->at.any, &address->length) == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

int tcp_connect_loopback(int ends[2], struct err *err)
{
	struct address address;
	CLEANUP(scope_close) int listener = listen_there(&address);

	ends[0] = listener < 0 ? -1 : connect_to(&address);
	ends[1] = ends[0] < 0 ? -1 : accept4(listener, NULL, NULL, SOCK_CLOEXEC);
	if (ends[1] < 0)
		return err_errno(err, "load: no TCP connection over 127.0.0.1");
	return 0;
}
