# SPDX-License-Identifier: GPL-2.0-or-later
"""Kernel headers of Debian, unpacked, and whylate's kernel module built against them: for a
board's kernel, or for the oldest that it is for. The packages' links and makefiles point to
/usr/src; kbuild's own way of building into another folder needs neither."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import cache
from building import call
from debian import host_architecture
from machines import BOARDS
from packages import HOST, SETS
from problem import Problem

MODULE = Path(__file__).resolve().parents[1] / "kmod"
OLDEST = "oldest"
NAMES = (*BOARDS, OLDEST)
# Debian's architecture: the kernel's name for it, and the compiler's prefix.
_TARGETS = {
    "amd64": ("x86", ""),
    "armhf": ("arm", "arm-linux-gnueabihf-"),
    "arm64": ("arm64", "aarch64-linux-gnu-"),
}


@dataclass(frozen=True)
class Headers:
    """What all flavours share, what this one adds, and its architecture."""

    common: Path
    flavour: Path
    architecture: str

    @property
    def release(self):
        return self.flavour.name.removeprefix("linux-headers-")


def fetch(name, debian):
    """The headers of a board's kernel, or of the oldest."""
    if host_architecture() != "amd64":
        raise Problem(
            "this computer is no x86-64 one, which kbuild's programs are for: build the module there"
        )
    board = BOARDS.get(name)
    chosen = board.kernel.replace("linux-", "headers-", 1) if board else "headers-oldest"
    architecture = board.architecture if board else "amd64"
    root = debian.folder(chosen, architecture)
    tools = debian.folder(f"kbuild-{SETS[chosen].suite}", HOST)
    _link_tools(root, tools)
    folders = sorted((root / "usr/src").glob("linux-headers-*"))
    common = [folder for folder in folders if "-common" in folder.name]
    flavour = [folder for folder in folders if "-common" not in folder.name]
    if len(common) != 1 or len(flavour) != 1:
        raise Problem(f"{root} has not the headers of one kernel; remove it to fetch it again")
    found = Headers(common[0], flavour[0], architecture)
    if board:
        _check_release(found, debian.folder(board.kernel, architecture))
    return found


def _link_tools(root, tools):
    """Links of the headers lead to usr/lib/linux-kbuild-VERSION beside them."""
    for folder in (tools / "usr/lib").glob("linux-kbuild-*"):
        place = root / "usr/lib" / folder.name
        cache.make(place.parent)
        with cache.locked("fetch"):
            if not place.exists():
                place.unlink(missing_ok=True)
                place.symlink_to(folder)


def _check_release(headers, kernel):
    """Kernel and headers may have been fetched at different times."""
    if not (kernel / f"boot/vmlinuz-{headers.release}").exists():
        raise Problem(
            f"{kernel} is another version than the headers of {headers.release}; remove it "
            f"and {headers.flavour.parents[2]} to fetch both again"
        )


def build(headers, folder, *words):
    """whylate.ko, without debugging information, in the folder. Returns it, and what make says."""
    shutil.copytree(MODULE, folder, dirs_exist_ok=True)
    kernel_name, prefix = _TARGETS[headers.architecture]
    if not shutil.which(f"{prefix}gcc"):
        raise Problem(f"{prefix}gcc is not there; tools/packages.sh names its package")
    command = [
        *("make", "-s", "-C", str(folder), f"KDIR={headers.common}", f"O={headers.flavour}"),
        *(f"ARCH={kernel_name}", f"CROSS_COMPILE={prefix}", f"CC={prefix}gcc"),
        # Type information needs pahole, and nobody asks for it.
        *("CONFIG_DEBUG_INFO_BTF_MODULES=", *words, "modules"),
    ]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    said = call(command, f"whylate.ko for {headers.release}", env=environment)
    module = folder / "whylate.ko"
    if not module.exists():
        raise Problem(f"make says nothing and builds no whylate.ko for {headers.release}")
    call([f"{prefix}objcopy", "--strip-debug", str(module)], "whylate.ko")
    return module, said
