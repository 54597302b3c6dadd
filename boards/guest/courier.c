/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs a command on the board and sends what it prints, live, and its exit status over a
 * serial port, in frames whose loss or damage the other side sees (courier.py).
 *
 *   courier DEVICE COMMAND [ARGUMENT...]
 *
 * The command's descriptors 1, 2 and 3 are pipes: standard output, standard error, files.
 * A frame is five little-endian words of 32 bits and a payload: magic, kind, sequence
 * number, bytes of payload, CRC-32 (IEEE 802.3) of what is between the magic and itself
 * and of the payload.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { MAGIC = 0x43424c57, HEAD_BYTES = 20, PAYLOAD_BYTES = 4096, PIPES = 3 };

/* Kinds 1 to 3 are the descriptor that it was written to. */
enum { KIND_READY = 0, KIND_STATUS = 4 };

struct port {
	int fd;
	uint32_t sequence;
	unsigned char frame[HEAD_BYTES + PAYLOAD_BYTES];
};

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void put32(unsigned char *to, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		to[i] = (unsigned char)(value >> 8 * i);
}

static uint32_t crc32_add(uint32_t crc, const unsigned char *bytes, size_t n)
{
	for (; n; n--) {
		crc ^= *bytes++;
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return crc;
}

static void write_all(int fd, const unsigned char *bytes, size_t n)
{
	while (n) {
		ssize_t wrote = write(fd, bytes, n);
		if (wrote < 0 && errno != EINTR)
			die("courier: serial port");
		if (wrote > 0) {
			bytes += wrote;
			n -= (size_t)wrote;
		}
	}
}

/* The payload is in port->frame already. */
static void send_frame(struct port *port, uint32_t kind, uint32_t payload_bytes)
{
	unsigned char *frame = port->frame;
	put32(frame, MAGIC);
	put32(frame + 4, kind);
	put32(frame + 8, port->sequence++);
	put32(frame + 12, payload_bytes);
	uint32_t crc = crc32_add(UINT32_MAX, frame + 4, 12);
	put32(frame + 16, ~crc32_add(crc, frame + HEAD_BYTES, payload_bytes));
	write_all(port->fd, frame, HEAD_BYTES + payload_bytes);
}

static void open_port(struct port *port, const char *device)
{
	port->fd = open(device, O_RDWR | O_NOCTTY | O_CLOEXEC);
	struct termios settings;
	if (port->fd < 0 || tcgetattr(port->fd, &settings))
		die(device);
	cfmakeraw(&settings);
	settings.c_cflag |= CLOCAL;
	if (tcsetattr(port->fd, TCSANOW, &settings))
		die(device);
}

/* Descriptor 1 + i of the command writes to what pipes[i] reads. */
static pid_t start(char **command, struct pollfd *pipes)
{
	int ends[PIPES][2];
	for (int i = 0; i < PIPES; i++) {
		if (pipe2(ends[i], O_CLOEXEC))
			die("courier: pipe");
		/* Out of the way of the numbers that the command's ends get. */
		int high = fcntl(ends[i][1], F_DUPFD_CLOEXEC, 10);
		close(ends[i][1]);
		ends[i][1] = high;
		pipes[i] = (struct pollfd){.fd = ends[i][0], .events = POLLIN};
	}
	pid_t child = fork();
	if (child < 0)
		die("courier: fork");
	if (!child) {
		for (int i = 0; i < PIPES; i++)
			dup2(ends[i][1], 1 + i);
		execvp(command[0], command);
		_exit(127);
	}
	for (int i = 0; i < PIPES; i++)
		close(ends[i][1]);
	return child;
}

/* Sends what is there. False when nothing was. */
static int carry(struct port *port, struct pollfd *pipes, int timeout_ms)
{
	int carried = 0;
	if (poll(pipes, PIPES, timeout_ms) <= 0)
		return 0;
	for (int i = 0; i < PIPES; i++) {
		if (!pipes[i].revents)
			continue;
		ssize_t n = read(pipes[i].fd, port->frame + HEAD_BYTES, PAYLOAD_BYTES);
		if (n > 0)
			send_frame(port, (uint32_t)(1 + i), (uint32_t)n);
		else
			pipes[i].fd = -1;
		carried = 1;
	}
	return carried;
}

/*
 * Until the command has ended: what it leaves behind may hold its pipes for ever. Looks
 * often, because an ended command whose pipes are held wakes nobody here.
 */
static int carry_all(struct port *port, struct pollfd *pipes, pid_t child)
{
	int status = 0;
	while (waitpid(child, &status, WNOHANG) == 0)
		carry(port, pipes, 20);
	while (carry(port, pipes, 0))
		;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
	static struct port port;
	struct pollfd pipes[PIPES];
	if (argc < 3)
		return 2;
	open_port(&port, argv[1]);
	send_frame(&port, KIND_READY, 0);
	int status = carry_all(&port, pipes, start(argv + 2, pipes));
	put32(port.frame + HEAD_BYTES, (uint32_t)status);
	send_frame(&port, KIND_STATUS, 4);
	tcdrain(port.fd);
	return 0;
}
