/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs a command on the board. What it prints goes, live, over a serial port, and so does
 * its exit status, in frames whose loss or damage the other side sees (courier.py). A serial
 * port is slow: the command's files go into memory that Linux does not use and the other
 * side can read; a frame tells how many bytes they are, and their checksum.
 *
 *   courier DEVICE ADDRESS BYTES COMMAND [ARGUMENT...]
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
#include <sys/mman.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { MAGIC = 0x43424c57, HEAD_BYTES = 20, PAYLOAD_BYTES = 4096, PIPES = 3 };

/* Kinds 1 and 2 are the descriptor that it was written to. */
enum { KIND_READY = 0, KIND_FILES = 3, KIND_STATUS = 4 };
enum { FILES = 2 }; /* among the pipes */

struct port {
	int fd;
	uint32_t sequence;
	unsigned char frame[HEAD_BYTES + PAYLOAD_BYTES];
};

/* The memory for files. It takes whole words: some machines refuse others there. */
struct window {
	volatile uint32_t *words;
	size_t bytes;
	size_t filled; /* goes on behind the end, so that the other side sees it */
	uint32_t crc;
	unsigned char rest[PAYLOAD_BYTES];
	size_t rest_bytes;
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

static void open_window(struct window *window, const char *address, const char *bytes)
{
	int fd = open("/dev/mem", O_RDWR | O_SYNC | O_CLOEXEC);
	window->bytes = strtoul(bytes, NULL, 0);
	window->crc = UINT32_MAX;
	off_t start = strtoll(address, NULL, 0);
	void *at =
		mmap(NULL, window->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, start);
	if (at == MAP_FAILED)
		die("courier: /dev/mem");
	window->words = at;
	close(fd);
}

/* Moves what is in `rest` to the window; bytes behind its end are only counted. */
static void window_flush(struct window *window)
{
	for (size_t i = 0; i < window->rest_bytes; i += 4) {
		uint32_t word;
		memcpy(&word, window->rest + i, 4);
		if (window->filled + i + 4 <= window->bytes)
			window->words[(window->filled + i) / 4] = word;
	}
	window->crc = crc32_add(window->crc, window->rest, window->rest_bytes);
	window->filled += window->rest_bytes;
	window->rest_bytes = 0;
}

/* Like read(), into the window. */
static ssize_t window_read(struct window *window, int fd)
{
	ssize_t n = read(fd, window->rest + window->rest_bytes,
			 sizeof(window->rest) - window->rest_bytes);
	if (n > 0)
		window->rest_bytes += (size_t)n;
	if (window->rest_bytes == sizeof(window->rest))
		window_flush(window);
	return n;
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

static ssize_t carry_one(struct port *port, struct window *window, int i, int fd)
{
	if (i == FILES)
		return window_read(window, fd);
	ssize_t n = read(fd, port->frame + HEAD_BYTES, PAYLOAD_BYTES);
	if (n > 0)
		send_frame(port, (uint32_t)(1 + i), (uint32_t)n);
	return n;
}

/* Sends what is there. False when nothing was. */
static int carry(struct port *port, struct window *window, struct pollfd *pipes,
		 int timeout_ms)
{
	int carried = 0;
	if (poll(pipes, PIPES, timeout_ms) <= 0)
		return 0;
	for (int i = 0; i < PIPES; i++) {
		if (!pipes[i].revents)
			continue;
		if (carry_one(port, window, i, pipes[i].fd) <= 0)
			pipes[i].fd = -1;
		carried = 1;
	}
	return carried;
}

/*
 * Until the command has ended: what it leaves behind may hold its pipes for ever. Looks
 * often, because an ended command whose pipes are held wakes nobody here.
 */
static int carry_all(struct port *port, struct window *window, struct pollfd *pipes,
		     pid_t child)
{
	int status = 0;
	while (waitpid(child, &status, WNOHANG) == 0)
		carry(port, window, pipes, 20);
	while (carry(port, window, pipes, 0))
		;
	window_flush(window);
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
	static struct port port;
	static struct window window;
	struct pollfd pipes[PIPES];
	if (argc < 5)
		return 2;
	open_port(&port, argv[1]);
	open_window(&window, argv[2], argv[3]);
	send_frame(&port, KIND_READY, 0);
	int status = carry_all(&port, &window, pipes, start(argv + 4, pipes));
	put32(port.frame + HEAD_BYTES, (uint32_t)window.filled);
	put32(port.frame + HEAD_BYTES + 4, ~window.crc);
	send_frame(&port, KIND_FILES, 8);
	put32(port.frame + HEAD_BYTES, (uint32_t)status);
	send_frame(&port, KIND_STATUS, 4);
	tcdrain(port.fd);
	return 0;
}
