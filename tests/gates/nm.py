# SPDX-License-Identifier: GPL-2.0-or-later
"""The symbols of object files and archives, as nm sees them."""

import os
import re
import subprocess
from collections import namedtuple

# object: the file or archive member; kind: nm's letter; section: "" when there is none.
Symbol = namedtuple("Symbol", "object name kind section")


def symbols(paths):
    """All symbols of all paths; fails when there are none, since then nothing was looked at."""
    found = []
    for path in paths:
        listing = subprocess.run(
            [os.environ.get("NM", "nm"), "--format=sysv", path],
            check=True, stdout=subprocess.PIPE, text=True,
        ).stdout
        member = os.path.basename(path)
        for line in listing.splitlines():
            columns = [column.strip() for column in line.split("|")]
            if len(columns) == 1 and line.endswith(":"):
                member = re.sub(r".*[\[/](.+?)\]?:$", r"\1", line.removeprefix("Symbols from "))
            if len(columns) == 7 and columns[0] != "Name":
                found.append(Symbol(member, columns[0], columns[2], columns[6]))
    if not found:
        raise SystemExit(f"no symbols in {paths}")
    return found


def is_mutable(symbol):
    """Writable while the program runs; .data.rel.ro is read-only once it is loaded."""
    if symbol.kind in "cC":
        return True
    section = symbol.section
    if section.startswith((".data.rel.ro", ".rodata")):
        return False
    return section.startswith((".data", ".bss", ".tdata", ".tbss", ".sdata", ".sbss", "*COM*"))
