# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# What runs on the other machine before whylate does. POSIX shell, as a busybox has it.
#
# on-ssh.c sends it over standard input, so that no login shell has to understand it, and
# one more line: measure, detach or fetch, with options. What it says are lines
# that begin with "whylate-"; on-ssh.c passes over all others, which a profile may print.
# It writes nowhere but in a folder of its own, and that goes when it ends.
#
# meson makes a C string of this file.

umask 077
folder=

tell() {
	printf 'whylate-%s\n' "$*"
}

refuse() {
	tell refused "$*"
	exit 2
}

# Makes $folder, ours alone, in the first place in which programs may be put and started.
make_folder() {
	trap '[ -z "$folder" ] || rm -rf "$folder"' EXIT
	trap 'exit 2' HUP INT PIPE TERM
	kind=$1
	shift
	for place in "$@"; do
		if ! [ -d "$place" ] || ! mkdir "$place/.whylate-$kind-$$"; then
			continue
		fi
		folder=$place/.whylate-$kind-$$
		printf '#!/bin/sh\nexit 0\n' >"$folder/whylate" &&
			chmod 700 "$folder/whylate" && "$folder/whylate" && return
		rm -rf "$folder"
		folder=
	done 2>/dev/null
	refuse "no folder there may be written to and have programs in it; tried: $*"
}

# Some busyboxes were built without head -c.
take_bytes() {
	if printf x | head -c 1 >/dev/null 2>&1; then
		head -c "$1"
	else
		dd bs=1 count="$1" 2>/dev/null
	fi
}

# Says what machine this is, and puts the program for it, which follows, into $folder.
take_program() {
	printf '\n' # what a profile printed may lack its line's end
	tell machine "$(uname -m)"
	read -r size || exit 2
	make_folder "$@"
	take_bytes "$size" >"$folder/whylate"
	[ "$(wc -c <"$folder/whylate")" -eq "$size" ] ||
		refuse "the program did not arrive whole in $folder"
	"$folder/whylate" --version >/dev/null 2>&1 ||
		refuse "the program for $(uname -m) does not start there"
}

# The program has no name any more when it starts: whatever happens, nothing is left.
measure() {
	take_program now "$XDG_RUNTIME_DIR" /dev/shm /run /tmp /var/tmp "$HOME"
	exec 9<"$folder/whylate"
	rm -rf "$folder"
	trap - EXIT HUP INT PIPE TERM
	tell ready
	exec /proc/self/fd/9 run --output - --lifeline "$@"
}

# In a place that outlives the session and is found again. Told once it measures.
detach() {
	take_program run "$HOME" /var/tmp /tmp /dev/shm
	cd "$folder" || exit 2
	session=
	if command -v setsid >/dev/null 2>&1; then
		session=setsid
	fi
	(
		trap '' HUP
		exec $session ./whylate run --output run.whylate --quiet "$@"
	) >out 2>&1 </dev/null &
	pid=$!
	echo "$pid" >pid
	seconds=0
	while [ ! -s run.whylate ] && kill -0 "$pid" 2>/dev/null && [ "$seconds" -lt 10 ]; do
		sleep 1
		seconds=$((seconds + 1))
	done
	[ -s run.whylate ] || kill -0 "$pid" 2>/dev/null || refuse "$(tail -n 1 out)"
	trap - EXIT HUP INT PIPE TERM
	tell detached "$pid $folder"
}

# One detached run: named while it measures; else its file comes home, and when that is
# said to be safe there, goes away here.
fetch_one() {
	pid=$(cat "$1/pid")
	# shellcheck disable=SC3013 # busybox, dash, bash, ksh and zsh know -ef
	if [ "/proc/$pid/cwd" -ef "$1" ]; then
		tell running "$pid $1"
	elif [ -s "$1/run.whylate" ]; then
		tell file "$(wc -c <"$1/run.whylate") $1"
		cat "$1/run.whylate"
		read -r answer && [ "$answer" = ok ] || exit 2
		rm -rf "$1"
	else
		rm -rf "$1"
	fi
}

fetch() {
	printf '\n'
	for place in "$HOME" /var/tmp /tmp /dev/shm; do
		for found in "$place"/.whylate-run-*; do
			[ ! -f "$found/pid" ] || [ ! -O "$found" ] || fetch_one "$found"
		done
	done
	tell end
}
