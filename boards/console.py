# SPDX-License-Identifier: GPL-2.0-or-later
"""What the board says on its console: kept in a file, and searched for a kernel's last words."""

import re

_LAST_WORDS = re.compile(rb"Kernel panic - not syncing: [^\r\n]*(?=[\r\n])")
_REMEMBERED_BYTES = 1000


class Console:
    """Writes what arrives to `file`, if there is one."""

    def __init__(self, file):
        self._file = file
        self._end = b""
        self.panic = None

    def feed(self, data):
        if self._file:
            self._file.write(data)
            self._file.flush()
        seen = self._end + data
        found = _LAST_WORDS.search(seen)
        if found and not self.panic:
            self.panic = found.group().decode(errors="replace")
        self._end = seen[-_REMEMBERED_BYTES:]

    def last_line(self):
        lines = self._end.decode(errors="replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")
