# SPDX-License-Identifier: GPL-2.0-or-later
"""The programs that are built for the boards: whylate, and what carries its output."""

import platform
from pathlib import Path

import cache
from building import call
from problem import Problem

SOURCE = Path(__file__).resolve().parents[1]
_PREFIXES = {
    "armhf": "arm-linux-gnueabihf-",
    "aarch64": "aarch64-linux-gnu-",
    "x86-64": "x86_64-linux-gnu-",
}


def whylate(board, given):
    """The static program; built unless one is given."""
    if given:
        if not Path(given).is_file():
            raise Problem(f"--program {given} is no file")
        return Path(given)
    return _whole(board.program)


def whylate_here():
    """The same for this machine."""
    return _whole({"armv7l": "armhf"}.get(platform.machine(), platform.machine().replace("_", "-")))


def _whole(architecture):
    with cache.locked("build"):
        call(["tools/build-static", "--whole", architecture], "whylate", cwd=SOURCE)
    return SOURCE / f"build-static/whole/whylate-{architecture}"


def whylate_marked():
    """The measuring half for armhf, which tells the model when a wake-up is over."""
    with cache.locked("build"):
        call(["tools/build-static", "--marked", "armhf"], "whylate for the model", cwd=SOURCE)
    return SOURCE / "build-static/marked/whylate-armhf"


def model_plugin():
    """model/ as a plugin of QEMU."""
    sources = sorted(SOURCE.glob("model/*.c"))
    sources += [SOURCE / f"src/base/{name}.c" for name in ("arena", "crc32c", "err", "io", "str")]
    headers = [*SOURCE.glob("model/*.h"), *SOURCE.glob("src/base/*.h")]
    plugin = cache.make(SOURCE / "build-static/marked") / "whylate-model.so"
    with cache.locked("build"):
        newest = max(file.stat().st_mtime for file in (*sources, *headers))
        if not plugin.exists() or plugin.stat().st_mtime < newest:
            new = plugin.with_suffix(".new")
            flags = ["-std=gnu17", "-D_GNU_SOURCE", "-D_FILE_OFFSET_BITS=64", "-O2", "-flto", "-Wall", "-Wextra",
                     "-fPIC", "-shared", "-fvisibility=hidden", f"-I{SOURCE}", f"-I{SOURCE}/src"]
            call(["gcc", *flags, *map(str, sources), "-o", str(new)], "the model")
            new.rename(plugin)
    return plugin


def courier(board):
    source = SOURCE / "boards/guest/courier.c"
    program = cache.make(cache.folder() / "programs") / f"courier-{board.program}"
    with cache.locked("build"):
        if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
            new = program.with_suffix(".new")
            flags = ["-std=gnu17", "-D_GNU_SOURCE", "-Os", "-Wall", "-Wextra", "-static", "-s"]
            call([_compiler(board), *flags, str(source), "-o", str(new)], "courier")
            new.rename(program)
    return program


def _compiler(board):
    native = platform.machine().replace("_", "-") == board.program
    return ("" if native else _PREFIXES[board.program]) + "gcc"
