/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Captures of trees made for the test, and what anonymity leaves of texts. */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "capture/anonymous.h"
#include "capture/expand.h"
#include "capture/setup-watch.h"
#include "test.h"

static char tree[] = "/tmp/whylate-test-XXXXXX";

static int remove_one(const char *path, const struct stat *status, int kind,
		      struct FTW *walk)
{
	(void)status, (void)kind, (void)walk;
	return remove(path);
}

static void clear_tree(void)
{
	nftw(tree, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	mkdir(tree, 0700);
}

static void make_folders(char *path)
{
	for (char *at = strchr(path + strlen(tree) + 1, '/'); at;
	     at = strchr(at + 1, '/')) {
		*at = '\0';
		mkdir(path, 0700);
		*at = '/';
	}
}

static void write_text(const char *path, const char *text)
{
	char full[512];
	FILE *file;

	snprintf(full, sizeof(full), "%s%s", tree, path);
	make_folders(full);
	file = fopen(full, "w");
	CHECK(file != NULL);
	if (!file)
		return;
	fputs(text, file);
	fclose(file);
}

static void take(struct setup *setup, bool watched_only)
{
	const struct root root = {tree};

	snapshot_take(&root, &(struct snapshot_options){.watched_only = watched_only},
		      setup);
}

static bool matches(const char *pattern, const char *name)
{
	return expand_matches(pattern, strlen(pattern), name);
}

static void matches_patterns(void)
{
	CHECK(matches("cpu#", "cpu0") && matches("cpu#", "cpu123"));
	CHECK(!matches("cpu#", "cpu") && !matches("cpu#", "cpufreq"));
	CHECK(!matches("cpu#", "cpu0x") && !matches("#", "self"));
	CHECK(matches("*", "") && matches("*", "x") && matches("a*b*c", "a1b2c"));
	CHECK(!matches("a*b*c", "a1b2") && matches("*version*", "u-boot,version"));
	CHECK(matches("plain", "plain") && !matches("plain", "plains"));
}

static void reads_a_tree(void)
{
	struct setup setup = {0};

	clear_tree();
	write_text("/proc/cmdline", "quiet\n");
	write_text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "ondemand\n");
	write_text("/sys/devices/system/cpu/cpu11/cpufreq/scaling_governor", "powersave");
	write_text("/sys/devices/system/cpu/cpufreq/cpufreq/scaling_governor", "no");
	write_text("/dmesg.txt", "[0.0] Linux\n");
	write_text("/boot/config-3.4.6-ipipe", "CONFIG_X=y\n");
	write_text("/etc/passwd", "nobody's business\n");
	take(&setup, false);
	CHECK_TEXT(setup_text(&setup, "/proc/cmdline"), "quiet\n");
	CHECK_TEXT(setup_text(&setup,
			      "/sys/devices/system/cpu/cpu11/cpufreq/scaling_governor"),
		   "powersave");
	CHECK(!setup_has(&setup, "/sys/devices/system/cpu/cpufreq/cpufreq"));
	CHECK_TEXT(setup_text(&setup, SETUP_LOG), "[0.0] Linux\n");
	CHECK(setup_find(&setup, SETUP_LOG)->varies);
	CHECK_TEXT(setup_text(&setup, "/boot/config-3.4.6-ipipe"), "CONFIG_X=y\n");
	CHECK(!setup_has(&setup, "/etc"));
	/* Not there: perhaps nobody collected it. And nothing of this machine. */
	CHECK(!setup_find(&setup, "/sys/kernel/realtime"));
	CHECK(!setup_find(&setup, SETUP_ASKED "uname"));
	CHECK(!setup_find(&setup, SETUP_ASKED "rt-tasks"));
	setup_free(&setup);
}

static void survives_an_empty_root(void)
{
	const struct root nowhere = {"/nonexistent/whylate"};
	struct setup setup = {0};

	clear_tree();
	take(&setup, false);
	for (size_t i = 0; i < setup.count; i++)
		CHECK_INT(setup.files[i].error, ENOENT);
	setup_free(&setup);
	snapshot_take(&nowhere, &(struct snapshot_options){0}, &setup);
	for (size_t i = 0; i < setup.count; i++)
		CHECK_INT(setup.files[i].error, ENOENT);
	setup_free(&setup);
}

/* Links out of the tree, a pipe that nobody writes to, a folder in a file's place. */
static void is_not_led_astray(void)
{
	struct setup setup = {0};
	char path[512];

	clear_tree();
	write_text("/proc/version", "Linux version 1\n");
	snprintf(path, sizeof(path), "%s/proc/cmdline", tree);
	CHECK_INT(symlink("/proc/self/status", path), 0);
	snprintf(path, sizeof(path), "%s/proc/swaps", tree);
	CHECK_INT(mkfifo(path, 0600), 0);
	snprintf(path, sizeof(path), "%s/proc/consoles", tree);
	CHECK_INT(mkdir(path, 0700), 0);
	snprintf(path, sizeof(path), "%s/sys", tree);
	CHECK_INT(symlink("/sys", path), 0);
	take(&setup, false);
	CHECK_TEXT(setup_text(&setup, "/proc/version"), "Linux version 1\n");
	CHECK(!setup_text(&setup, "/proc/cmdline"));
	CHECK(!setup_text(&setup, "/proc/swaps"));
	CHECK(!setup_text(&setup, "/proc/consoles"));
	CHECK(!setup_text(&setup, "/sys/devices/system/cpu/online"));
	setup_free(&setup);
}

static void cuts_what_is_long(void)
{
	struct setup setup = {0};
	char *text = calloc(1, SOURCE_USUAL_BYTES + 10);
	const struct setup_file *file;

	clear_tree();
	memset(text, 'y', SOURCE_USUAL_BYTES + 1);
	write_text("/proc/modules", text);
	text[SOURCE_USUAL_BYTES] = '\0';
	write_text("/proc/vmstat", text);
	take(&setup, false);
	file = setup_find(&setup, "/proc/modules");
	CHECK(file && file->cut && file->length == SOURCE_USUAL_BYTES);
	file = setup_find(&setup, "/proc/vmstat");
	CHECK(file && !file->cut && file->length == SOURCE_USUAL_BYTES);
	setup_free(&setup);
	free(text);
}

/* "PID (COMM) S PPID ..." with what is asked for in its place. */
static void write_stat(const char *path, int pid, const char *comm, int ppid, int flags,
		       int priority, int policy)
{
	char text[512];
	int length = snprintf(text, sizeof(text), "%d (%s) S %d 1 1 0 -1 %d", pid, comm,
			      ppid, flags);

	for (int field = 10; field <= 39; field++) /* of proc(5), counted from 1 */
		length += snprintf(text + length, sizeof(text) - (size_t)length, " 7%d",
				   field);
	snprintf(text + length, sizeof(text) - (size_t)length, " %d %d 0 0\n", priority,
		 policy);
	write_text(path, text);
}

static void finds_realtime_tasks(void)
{
	struct setup setup = {0};

	clear_tree();
	write_stat("/proc/2/stat", 2, "kthreadd", 0, 0x200000, 0, 0);
	write_stat("/proc/17/stat", 17, "migration/0", 2, 0x200000, 99, 1);
	write_stat("/proc/389/stat", 389, "a (b) c", 1, 0, 99, 0x40000002);
	write_stat("/proc/389/task/389/stat", 389, "a (b) c", 1, 0, 99, 0x40000002);
	write_stat("/proc/389/task/1390/stat", 1390, "dl", 1, 0, 0, 6);
	write_stat("/proc/389/task/391/stat", 391, "idle", 1, 0, 0, 5);
	write_text("/proc/389/task/1390/status",
		   "Name:\tdl\nCpus_allowed:\t6\nCpus_allowed_list:\t1-2\nMems:\t0\n");
	write_text("/proc/4/stat", "4 (broken");
	write_text("/proc/5/stat", "");
	take(&setup, false);
	CHECK_TEXT(setup_text(&setup, SETUP_ASKED "rt-tasks"),
		   "17 17 2 fifo 99 - migration/0\n"
		   "389 389 1 rr 99 - a (b) c\n"
		   "389 1390 1 deadline 0 1-2 dl\n");
	CHECK_TEXT(setup_text(&setup, SETUP_ASKED "programs"), "a (b) c\n");
	setup_free(&setup);
	/* An unpacked set-up has them already. */
	write_text("/whylate/rt-tasks", "as it was\n");
	take(&setup, false);
	CHECK_TEXT(setup_text(&setup, SETUP_ASKED "rt-tasks"), "as it was\n");
	setup_free(&setup);
}

static void knows_what_was_unreadable(void)
{
	struct setup setup = {0};

	clear_tree();
	write_text("/proc/cmdline", "x");
	write_text("/whylate/unreadable",
		   "13 /proc/timer_list\ncut /proc/cmdline\n1 /dmesg.txt\n"
		   "cut /proc/none\n13 /proc/../x\nrubbish\n\n13\n13 \n0 /a\n5 /b");
	take(&setup, false);
	CHECK_INT(setup_find(&setup, "/proc/timer_list")->error, EACCES);
	CHECK_INT(setup_find(&setup, SETUP_LOG)->error, EPERM);
	CHECK(setup_find(&setup, "/proc/cmdline")->cut);
	CHECK_INT(setup_find(&setup, "/b")->error, EIO);
	CHECK(!setup_find(&setup, "/a") && !setup_find(&setup, "/proc/none"));
	CHECK(!setup_find(&setup, SETUP_UNREADABLE));
	setup_free(&setup);
}

static void finds_its_control_group(void)
{
	struct setup setup = {0};

	clear_tree();
	write_text("/proc/self/cgroup",
		   "4:cpu,cpuacct:/user.slice/me\n3:memory:/m\n0::/a/b\nrubbish\n");
	write_text("/sys/fs/cgroup/cpu,cpuacct/user.slice/me/cpu.rt_runtime_us", "0\n");
	write_text("/sys/fs/cgroup/cpu,cpuacct/user.slice/cpu.rt_runtime_us", "1\n");
	write_text("/sys/fs/cgroup/a/b/cpu.max", "50000 100000\n");
	write_text("/sys/fs/cgroup/a/cpu.max", "max 100000\n");
	write_text("/sys/fs/cgroup/a/b/cpu.stat", "nr_throttled 3\n");
	write_text("/sys/fs/cgroup/memory/m/memory.max", "1\n");
	take(&setup, false);
	CHECK_TEXT(setup_text(&setup, "/sys/fs/cgroup/cpu,cpuacct/user.slice/me/"
				      "cpu.rt_runtime_us"),
		   "0\n");
	CHECK_TEXT(setup_text(&setup, "/sys/fs/cgroup/cpu,cpuacct/user.slice/"
				      "cpu.rt_runtime_us"),
		   "1\n");
	CHECK_TEXT(setup_text(&setup, "/sys/fs/cgroup/a/b/cpu.max"), "50000 100000\n");
	CHECK_TEXT(setup_text(&setup, "/sys/fs/cgroup/a/cpu.max"), "max 100000\n");
	CHECK(setup_find(&setup, "/sys/fs/cgroup/a/b/cpu.stat")->varies);
	CHECK(!setup_has(&setup, "/sys/fs/cgroup/memory"));
	setup_free(&setup);
}

#define GOVERNOR "/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor"

static void tells_changes_over_time(void)
{
	const struct root root = {tree};
	struct setup_watch *watch;
	const struct setup *changes;
	char path[512];

	clear_tree();
	write_text(GOVERNOR, "ondemand\n");
	write_text("/proc/cmdline", "quiet\n");
	write_text("/proc/sys/vm/stat_interval", "1\n");
	watch = setup_watch_open(&root, false);
	CHECK_TEXT(setup_text(setup_watch_known(watch), GOVERNOR), "ondemand\n");
	CHECK(!setup_watch_is_due(watch));
	CHECK(!setup_watch_look(watch, false));
	write_text(GOVERNOR, "performance\n");
	write_text("/proc/sys/vm/stat_interval", "120\n"); /* not watched */
	changes = setup_watch_look(watch, false);
	CHECK(changes && changes->count == 1);
	if (changes)
		CHECK_TEXT(setup_text(changes, GOVERNOR), "performance\n");
	CHECK_TEXT(setup_text(setup_watch_known(watch), GOVERNOR), "performance\n");
	snprintf(path, sizeof(path), "%s%s", tree, GOVERNOR);
	unlink(path);
	changes = setup_watch_look(watch, false);
	CHECK(changes && changes->count == 1 && changes->files[0].error == ENOENT);
	changes = setup_watch_look(watch, true);
	CHECK(changes && changes->count == 1);
	if (changes)
		CHECK_TEXT(setup_text(changes, "/proc/sys/vm/stat_interval"), "120\n");
	CHECK(!setup_watch_look(watch, true));
	setup_watch_close(watch);
}

static void check_scrubbed(const char *from, const char *to)
{
	const struct root root = {tree};
	struct anonymous *anonymous = anonymous_open(&root);
	struct str text = {0};

	str_add(&text, from);
	anonymous_scrub(anonymous, &text);
	CHECK_TEXT(str_text(&text), to);
	str_free(&text);
	anonymous_close(anonymous);
}

static void leaves_nobody_known(void)
{
	clear_tree();
	write_text("/proc/sys/kernel/hostname", "bench7.example.org\n");
	setenv("USER", "alice", 1);
	unsetenv("LOGNAME");
	unsetenv("SUDO_USER");
	check_scrubbed("", "");
	check_scrubbed("eth0: 52:54:00:12:34:56, 52-54-00-AB-cd-ef, 52:54:00:12:34:56",
		       "eth0: 02:00:00:00:00:01, 02-00-00-00-00-02, 02:00:00:00:00:01");
	check_scrubbed("pci 0000:00:1f.6 12:34:56 00:11:22:33:44:55:66",
		       "pci 0000:00:1f.6 12:34:56 02:00:00:00:00:01:66");
	check_scrubbed("enx525400123456 renx525400123456", "enx020000000001 "
							   "renx525400123456");
	check_scrubbed("root=UUID=0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f ro",
		       "root=UUID=00000000-0000-0000-0000-000000000001 ro");
	check_scrubbed(
		"Hardware\t: BCM2835\nSerial\t\t: 00000000abcdef01\nModel\t\t: Pi\n",
		"Hardware\t: BCM2835\nSerial\t\t: 0000000000000001\nModel\t\t: Pi\n");
	check_scrubbed("root=PARTUUID=0f92bece-02 ip=10.20.30.40::10.20.30.1 ro",
		       "root=PARTUUID=00000000-01 ip=192.0.2.1::192.0.2.2 ro");
	check_scrubbed("usb 1-1: SerialNumber: 4711\nserialno=0815 quiet",
		       "usb 1-1: SerialNumber: 0001\nserialno=0002 quiet");
	check_scrubbed("Linux version 6.1.0 (bob@build) (gcc (Debian) 12) #1",
		       "Linux version 6.1.0 (builder-1@host) (gcc (Debian) 12) #1");
	check_scrubbed("Linux version 6.1.0 (gcc 12@x) #1",
		       "Linux version 6.1.0 (gcc 12@x) #1");
	check_scrubbed(
		"nodename bench7.example.org, bench7, bench77, /home/alice, malice, "
		"alice-app",
		"nodename HOST, HOST, bench77, /home/USER, malice, USER-app");
	check_scrubbed("console=ttyS0,115200 isolcpus=1-3 irqaffinity=0",
		       "console=ttyS0,115200 isolcpus=1-3 irqaffinity=0");
}

static void tells_private_words_by_their_shape(void)
{
	clear_tree();
	check_scrubbed("dca632010203 DC-A6-32-01-02-03 dca6.3201.0203",
		       "020000000001 02-00-00-00-00-01 0200.0000.0001");
	check_scrubbed("123456789012 0x123456789abc gabcdef012345",
		       "123456789012 0x123456789abc gabcdef012345");
	check_scrubbed("1234-ABCD a000-afff 0123456789abcdef <0123456789abcdef>",
		       "0000-0001 a000-afff 0000000000000002 <0123456789abcdef>");
	check_scrubbed("CapEff:\t000001ffffffffff\nffff8881234567ab",
		       "CapEff:\t000001ffffffffff\nffff8881234567ab");
	check_scrubbed("10.0.0.1: 10.0.0.2, 10.0.0.1.",
		       "192.0.2.1: 192.0.2.2, 192.0.2.1.");
	check_scrubbed("fe80::1%eth0 [2001:db9::1]:80 ::1 12:34:56",
		       "2001:db8::1%eth0 [2001:db8::2]:80 ::1 12:34:56");
	check_scrubbed("kernel 6.1.0.13 5.4.3.2-rt1 usb 1-1.2.3.4", "kernel 6.1.0.13 "
								    "5.4.3.2-rt1 usb "
								    "1-1.2.3.4");
	check_scrubbed("6.1.0.13\n", "6.1.0.13\n");
	check_scrubbed("127.0.0.1 0.0.0.0 255.255.0.0 256.1.1.1 01.2.3.4",
		       "127.0.0.1 0.0.0.0 255.255.0.0 256.1.1.1 01.2.3.4");
	check_scrubbed("bob@example.com ethernet@fe300000 /soc@0.x/a@b.cd",
		       "user-1@example.org ethernet@fe300000 /soc@0.x/a@b.cd");
}

static void tells_private_words_by_their_keys(void)
{
	clear_tree();
	check_scrubbed("ip=10.0.0.1:10.0.0.2::255.0.0.0:board9:eth0:off board9 board99",
		       "ip=192.0.2.1:192.0.2.2::255.0.0.0:HOST:eth0:off HOST board99");
	check_scrubbed("ip=::::board9:eth0:dhcp ip=dhcp ip=eth0:dhcp",
		       "ip=::::HOST:eth0:dhcp ip=dhcp ip=eth0:dhcp");
	check_scrubbed("nfsroot=nas:/srv/x,v3 SSID=\"My net\" user=x /home/bob/a",
		       "nfsroot=path-1,v3 SSID=\"ssid-1\" user=x /home/user-1/a");
	check_scrubbed("mac= serial=\n, domain=(none) hostname=localhost",
		       "mac= serial=\n, domain=(none) hostname=localhost");
}

static const struct test tests[] = {
	{"matches patterns", matches_patterns},
	{"reads a tree", reads_a_tree},
	{"survives an empty root", survives_an_empty_root},
	{"is not led astray", is_not_led_astray},
	{"cuts what is long", cuts_what_is_long},
	{"finds real-time tasks", finds_realtime_tasks},
	{"knows what was unreadable", knows_what_was_unreadable},
	{"finds its control group", finds_its_control_group},
	{"tells changes over time", tells_changes_over_time},
	{"leaves nobody known", leaves_nobody_known},
	{"tells private words by their shape", tells_private_words_by_their_shape},
	{"tells private words by their keys", tells_private_words_by_their_keys},
};

int main(int argc, char **argv)
{
	int status;

	if (!mkdtemp(tree))
		return 1;
	status = test_main(tests, sizeof(tests) / sizeof(tests[0]), argc, argv);
	clear_tree();
	rmdir(tree);
	return status;
}
