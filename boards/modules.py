# SPDX-License-Identifier: GPL-2.0-or-later
"""Kernel modules of an unpacked kernel package, in the order in which they can be loaded. The
package has no modules.dep; each module says itself what it depends on."""

import lzma
import re

from problem import Problem

_DEPENDS = re.compile(rb"\0depends=([^\0]+)")


def _name(word):
    """File names and dependencies mix '-' and '_'."""
    return word.replace("-", "_")


def _content(path):
    """Debian compresses them in newer kernels."""
    data = path.read_bytes()
    return lzma.decompress(data) if path.suffix == ".xz" else data


def in_order(root, names):
    """(name, content) of each, behind what it needs. What is not there is built in; if it is
    not, the board says that it has no disk."""
    paths = {_name(path.name.split(".")[0]): path for path in root.glob("lib/modules/**/*.ko*")}
    if not paths:
        raise Problem(f"{root} has no modules; remove the folder to fetch it again")
    found = {}

    def add(name):
        if name in found or name not in paths:
            return
        data = _content(paths[name])
        needed = _DEPENDS.search(data)
        for other in needed[1].decode().split(",") if needed else ():
            add(_name(other))
        found[name] = data

    for name in names:
        add(_name(name))
    return found.items()
