# SPDX-License-Identifier: GPL-2.0-or-later
"""The kernel module on an emulated board, and programs that try it. A kernel with lockdep or
KASAN is not to be had from Debian, so what the log says is all there is."""

import subprocess
import sys
from pathlib import Path

import board
from board import ROOT, common

COMPILERS = {"x86-rt": "gcc", "vexpress-a9": "arm-linux-gnueabihf-gcc"}
# The kernel's complaints, and any backtrace that the module is in. A stall elsewhere may be this
# machine's, when it has no time for the board.
TROUBLE = r"WARNING:|BUG:|Oops|blocked for more than|\[whylate\]"


def module(name, folder):
    """whylate.ko for the board, or the reason why there is none."""
    file = folder / "whylate.ko"
    board.need(name)
    done = subprocess.run(
        [sys.executable, ROOT / "boards/build-module", name, "-o", file],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )
    if done.returncode == 2 and "cannot build" not in done.stdout:
        raise common.Skip(done.stdout.strip().splitlines()[-1])
    assert done.returncode == 0, done.stdout
    return file


def program(name, source, folder):
    """A static one, of SOURCE.c beside this file."""
    flags = ["-std=gnu17", "-D_GNU_SOURCE", "-D_FILE_OFFSET_BITS=64", "-D_TIME_BITS=64", "-O2",
             "-Wall", "-Wextra", "-Werror", "-static", "-pthread"]
    made = folder / source
    subprocess.run([COMPILERS[name], *flags, f"-I{ROOT / 'kmod/include'}",
                    Path(__file__).with_name(f"{source}.c"), "-o", made], check=True)
    return made


def on_board(name, folder, script, *programs):
    """Runs lines of shell with the module loaded; the kernel must not complain."""
    folder.mkdir(exist_ok=True)
    added = [module(name, folder), *(program(name, source, folder) for source in programs)]
    options = [word for file in added for word in ("--add", file)]
    lines = ["set -e", "insmod /in/whylate.ko", *script,
             f"! dmesg | grep -E -A 40 '{TROUBLE}'"]
    done = board.run(name, *options, "--keep", folder / "out", "--", "\n".join(lines))
    assert done.status == 0, f"{done}{texts_of(folder / 'out')}"
    return done.out


def texts_of(folder):
    """The ends of the small files in it: what the programs there said."""
    files = [file for file in sorted(folder.glob("*")) if file.stat().st_size < 1 << 16]
    return "".join(f"{file.name}:\n{file.read_text(errors='replace')[-2000:]}" for file in files)


def on_each(*cases):
    """The cases, for each board that the module is tried on."""

    def on(name, case):
        def on_that_board(folder):
            case(name, folder)

        on_that_board.__name__ = f"{case.__name__}_on_{name.replace('-', '_')}"
        return on_that_board

    return [on(name, case) for name in COMPILERS for case in cases]
