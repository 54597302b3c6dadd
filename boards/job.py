# SPDX-License-Identifier: GPL-2.0-or-later
"""From a board and options to a command's exit status: fetches, builds, boots, waits."""

import contextlib
import os
import shlex
import subprocess
import tempfile
from pathlib import Path

import collected
import modules
import programs
import qemu
from console import Console
from debian import Debian
from guest import Guest
from initramfs import Initramfs
from machines import WINDOW_BYTES, preset
from packages import HOST
from problem import BoardFailed, Problem

GUEST = Path(__file__).resolve().parent / "guest"


def fetch(boards, sets):
    debian = Debian()
    for board in boards:
        _emulator(board, debian)
        for name in ("busybox", "libraries", board.kernel, *sets):
            debian.folder(name, board.architecture)
    return 0


def run(board, options, command, more_words=(), ends_itself=False):
    """The command's exit status. With ends_itself, QEMU has come to its own end."""
    register = _register(board, options.write_allocate)
    additions = [_addition(words) for words in options.add]
    keep = _keep_folder(options.keep)
    debian = Debian()
    words, plug_ins = _emulator(board, debian)
    words += [*_machine(board, debian, options), *more_words]
    initrd = _initramfs(board, debian, options, additions, command)
    with contextlib.ExitStack() as stack:
        log = stack.enter_context(open(keep / "console.log", "wb")) if keep else None
        files = [stack.enter_context(_disk_file(options.disk))] if options.disk else []
        words += [word.format(file=f"/dev/fd/{file.fileno()}") for file in files for word in board.disk.words]
        machine = stack.enter_context(
            qemu.Qemu(words, plug_ins, board.serials, initrd, register, files)
        )
        try:
            machine.go()
            guest = Guest(machine, Console(log))
            status = guest.run(options.time_limit)
            if keep:
                collected.unpack(collected.take(machine.ram, board.window, guest.files), keep)
            if ends_itself:
                machine.quit()
        except BoardFailed as failure:
            told = BoardFailed(f"{board.name} failed: {failure}")
            told.model_said = machine.model_said()
            raise told from None
    return status


def _register(board, write_allocate):
    """Address and value to preset; None where there is nothing to preset."""
    if board.controller:
        return (
            board.controller.aux_ctrl_address,
            preset(board.controller, write_allocate or "default"),
        )
    if write_allocate:
        raise Problem(f"{board.name} has no --write-allocate, since {board.no_preset_because}")
    return None


def _addition(words):
    """FILE[:PATH] as a file and its path on the board."""
    file, colon, path = words.rpartition(":")
    if not colon or not path.startswith("/"):
        file, path = words, f"/in/{Path(words).resolve().name}"
    if not Path(file).exists():
        raise Problem(f"--add {words}: {file} is not there")
    return Path(file), path


def _keep_folder(name):
    if name is None:
        return None
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(f"--keep {name}: {error.strerror}") from None
    return Path(name)


def _emulator(board, debian):
    """The words that start QEMU, and where its plug-ins are."""
    own = qemu.host_program(board.qemu)
    if own:
        return own, ""
    root = debian.folder(board.qemu_set, HOST)
    return qemu.fetched_program(root, board.qemu), qemu.module_folder(root)


def one_file(folder, pattern):
    found = sorted(folder.glob(pattern))
    if not found:
        raise Problem(f"{folder} has no {pattern}; remove the folder to fetch it again")
    return found[-1]


def _machine(board, debian, options):
    root = debian.folder(board.kernel, board.architecture)
    kernel = Path(options.kernel) if options.kernel else one_file(root, "boot/vmlinuz-*")
    if not kernel.is_file():
        raise Problem(f"--kernel {kernel} is no file")
    parameters = f"console={board.console},115200 panic=-1 rdinit=/init"
    words = [*board.machine, "-nic", "none", "-kernel", str(kernel)]
    if board.dtb:
        words += ["-dtb", str(one_file(root, f"usr/lib/linux-image-*/{board.dtb}"))]
    parameters = (parameters, board.window.parameter, board.append, options.append)
    return [*words, "-append", " ".join(filter(None, parameters))]


def _disk_file(size_mib):
    """Sparse, and gone with us. SD cards come in powers of 2."""
    if size_mib < 1 or size_mib & (size_mib - 1):
        raise Problem(f"--disk {size_mib}: a power of 2 of MiB is needed")
    file = tempfile.TemporaryFile()
    file.truncate(size_mib << 20)
    command = ["mke2fs", "-q", "-F", "-t", "ext4", f"/dev/fd/{file.fileno()}"]
    path = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
    try:
        subprocess.run(command, pass_fds=[file.fileno()], env={"PATH": path}, check=True)
    except FileNotFoundError:
        raise Problem("--disk needs mke2fs, of the package e2fsprogs") from None
    except subprocess.CalledProcessError:
        raise Problem(f"--disk {size_mib}: mke2fs could not make a file system") from None
    return file


def _add_disk(image, board, debian):
    root = debian.folder(board.kernel, board.architecture)
    names = (*board.disk.drivers, "crc32c_generic", "ext4")
    for number, (name, content) in enumerate(modules.in_order(root, names)):
        image.file(f"boards/modules/{number:02}-{name}.ko", content)
    image.file("boards/disk", f"/dev/{board.disk.device}\n".encode())
    image.folder("disk")


def _initramfs(board, debian, options, additions, command):
    image = Initramfs()
    for folder in ("dev", "etc", "in", "out", "proc", "root", "run", "sys", "tmp"):
        image.folder(folder)
    busybox = debian.folder("busybox", board.architecture) / "bin/busybox"
    image.file("bin/busybox", busybox.read_bytes(), 0o755)
    image.file("bin/whylate", programs.whylate(board, options.program).read_bytes(), 0o755)
    image.file("bin/courier", programs.courier(board).read_bytes(), 0o755)
    image.file("init", (GUEST / "init").read_bytes(), 0o755)
    image.file("boards/job", (GUEST / "job").read_bytes())
    image.file("etc/hostname", f"{board.name}\n".encode())
    ways_out = f"/dev/{board.data} {board.window.address:#x} {WINDOW_BYTES}\n"
    image.file("boards/ways-out", ways_out.encode())
    line = command[0] if len(command) == 1 else shlex.join(command)
    image.file("boards/command", line.encode() + b"\n")
    if options.keep is not None:
        image.file("boards/keep", b"")
    if options.disk is not None:
        _add_disk(image, board, debian)
    # Where Debian's kernels have no /proc/config.gz.
    config = one_file(debian.folder(board.kernel, board.architecture), "boot/config-*")
    image.file(f"boot/{config.name}", config.read_bytes())
    for name in options.sets:
        image.tree("", debian.folder(name, board.architecture))
    for file, path in additions:
        image.tree(path, file)
    return image.cpio()
