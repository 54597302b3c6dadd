# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# What must be installed for what, and how it gets there; read by quickstart and check.
# Installs through apt-get only; for other distributions it prints the names.

# Purpose, how its presence is seen, then the packages: Debian and Ubuntu, Fedora and
# RHEL, Arch, openSUSE, Alpine. "-" where nothing needs to be installed.
packages_table() {
	cat <<-EOF
	build command:gcc      gcc             gcc              gcc        gcc             gcc
	build header:stdio.h   libc6-dev       glibc-devel      glibc      glibc-devel     musl-dev
	build header:linux/futex.h linux-libc-dev kernel-headers linux-api-headers linux-glibc-devel linux-headers
	build command:meson    meson           meson            meson      meson           meson
	build command:ninja    ninja-build     ninja-build      ninja      ninja           samurai
	build command:pkg-config pkg-config    pkgconf-pkg-config pkgconf  pkg-config      pkgconf
	build library:jansson  libjansson-dev  jansson-devel    jansson    libjansson-devel jansson-dev
	build library:zlib     zlib1g-dev      zlib-devel       zlib       zlib-devel      zlib-dev
	quick command:python3  python3         python3          python     python3         python3
	quick command:tmux     tmux            tmux             tmux       tmux            tmux
	quick command:nm       binutils        binutils         binutils   binutils        binutils
	quick sanitizer:gcc:address,undefined - libasan,libubsan - - -
	full  command:clang    clang           clang            clang      clang           clang
	full  sanitizer:clang:thread $(packages_clang_runtime) compiler-rt compiler-rt compiler-rt compiler-rt
	full  command:clang-format clang-format clang-tools-extra clang    clang-tools     clang-extra-tools
	full  command:cppcheck cppcheck        cppcheck         cppcheck   cppcheck        cppcheck
	full  command:sshd     openssh-server  openssh-server   openssh    openssh-server  openssh-server
	full  command:ssh      openssh-client  openssh-clients  openssh    openssh-clients openssh-client
	full  command:ip       iproute2        iproute          iproute2   iproute2        iproute2
	full  command:busybox  busybox-static  busybox          busybox    busybox-static  busybox
	full  command:strace  strace           strace           strace     strace          strace
	full  command:valgrind valgrind        valgrind         valgrind   valgrind        valgrind
	full  command:shellcheck shellcheck    ShellCheck       shellcheck ShellCheck      shellcheck
	static-build command:meson meson       meson            meson      meson           meson
	static-build command:ninja ninja-build ninja-build      ninja      ninja           samurai
	static-build command:readelf binutils  binutils         binutils   binutils        binutils
	static static:gcc      gcc,libc6-dev   gcc,glibc-static gcc        gcc,glibc-devel-static gcc,musl-dev
	x86-64 static:x86_64-linux-gnu-gcc gcc-x86-64-linux-gnu,libc6-dev-amd64-cross - - - -
	armhf static:arm-linux-gnueabihf-gcc gcc-arm-linux-gnueabihf,libc6-dev-armhf-cross - - - -
	aarch64 static:aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu,libc6-dev-arm64-cross - aarch64-linux-gnu-gcc - -
	riscv64 static:riscv64-linux-gnu-gcc gcc-riscv64-linux-gnu,libc6-dev-riscv64-cross - riscv64-linux-gnu-gcc - -
	emulate command:qemu-arm qemu-user     qemu-user        qemu-user  qemu-linux-user qemu-arm
	emulate command:qemu-aarch64 qemu-user qemu-user        qemu-user  qemu-linux-user qemu-aarch64
	emulate command:qemu-riscv64 qemu-user qemu-user        qemu-user  qemu-linux-user qemu-riscv64
	EOF
}

# Debian names the sanitizer runtime after the version of clang.
packages_clang_runtime() {
	packages_version=$(clang -dumpversion 2>/dev/null | cut -d. -f1)
	echo "libclang-rt-${packages_version:+$packages_version-}dev"
}

# True when what a row of the table names is there. Compiles, so that half an
# installation is not mistaken for a whole one.
packages_is_there() {
	case $1 in
	command:*) (PATH=$PATH:/usr/sbin:/sbin; command -v "${1#*:}") >/dev/null 2>&1 ;;
	header:*) echo "#include <${1#*:}>" | gcc -E -x c - >/dev/null 2>&1 ;;
	library:*) pkg-config --exists "${1#*:}" 2>/dev/null ;;
	static:*)
		packages_probe=$(mktemp) || return 1
		echo '#include <linux/futex.h>
			int main(void) { return 0; }' |
			"${1#*:}" -static -x c - -o "$packages_probe" 2>/dev/null
		packages_status=$?
		rm -f "$packages_probe"
		return $packages_status ;;
	sanitizer:*)
		packages_probe=$(mktemp) || return 1
		packages_rest=${1#*:}
		echo 'int main(void) { return 0; }' |
			"${packages_rest%%:*}" "-fsanitize=${packages_rest#*:}" -x c - \
				-o "$packages_probe" 2>/dev/null
		packages_status=$?
		rm -f "$packages_probe"
		return $packages_status ;;
	esac
}

# Prints column $1 (3: Debian ... 7: Alpine) of the rows of the purposes that follow.
packages_names() {
	packages_column=$1
	shift
	for packages_purpose in "$@"; do
		packages_table | awk -v purpose="$packages_purpose" -v column="$packages_column" \
			'$1 == purpose && $column != "-" { gsub(",", " ", $column); print $column }'
	done | awk '!seen[$0]++' | tr '\n' ' '
}

# Prints the Debian packages that are missing for the purposes.
packages_missing() {
	for packages_purpose in "$@"; do
		packages_table | while read -r purpose probe debian _; do
			[ "$purpose" = "$packages_purpose" ] || continue
			packages_is_there "$probe" || echo "$debian" | tr ',' '\n'
		done
	done | awk '!seen[$0]++' | tr '\n' ' '
}

packages_for_others() {
	cat <<-EOF
	Please install what is missing with your distribution's means:
	  Debian, Ubuntu   apt-get install $(packages_names 3 "$@")
	  Fedora, RHEL     dnf install $(packages_names 4 "$@")
	  Arch             pacman -S --needed $(packages_names 5 "$@")
	  openSUSE         zypper install $(packages_names 6 "$@")
	  Alpine           apk add $(packages_names 7 "$@")
	EOF
}

# Runs a command as root: directly, or through sudo.
packages_as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	else
		sudo "$@"
	fi
}

packages_apt_get() {
	packages_as_root env DEBIAN_FRONTEND=noninteractive \
		apt-get -q -y --no-install-recommends "$@" >&2
}

# Installs what is missing for the purposes. Returns 1 when something still is; then
# the reason has been said. Needs neither root nor network when nothing is missing.
packages_install() {
	packages_list=$(packages_missing "$@")
	[ -n "$packages_list" ] || return 0
	echo "Missing: $packages_list" >&2
	if ! command -v apt-get >/dev/null 2>&1; then
		packages_for_others "$@" >&2
		return 1
	fi
	if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null 2>&1; then
		echo "Neither root nor sudo is there; as root:" >&2
		echo "  apt-get install $packages_list" >&2
		return 1
	fi
	echo "Installing with apt-get: $packages_list" >&2
	packages_apt_get update || echo "apt-get update failed; trying what it knows." >&2
	# shellcheck disable=SC2086 # a list of names
	packages_apt_get install $packages_list || for package in $packages_list; do
		packages_apt_get install "$package"
	done
	packages_list=$(packages_missing "$@")
	[ -n "$packages_list" ] || return 0
	echo "Still missing: $packages_list" >&2
	return 1
}
