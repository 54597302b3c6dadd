# SPDX-License-Identifier: GPL-2.0-or-later
"""An initramfs: a cpio archive (format "newc") in memory. The same files give the same bytes."""

import stat
from pathlib import Path

_TRAILER = "TRAILER!!!"


class Initramfs:
    """Files by their paths on the board; the folders above them follow."""

    def __init__(self):
        self._entries = {}

    def folder(self, path):
        path = path.strip("/")
        if path and path not in self._entries:
            self.folder(path.rpartition("/")[0])
            self._entries[path] = (stat.S_IFDIR | 0o755, b"")

    def _entry(self, path, mode, content):
        path = path.strip("/")
        self.folder(path.rpartition("/")[0])
        self._entries[path] = (mode, content)

    def file(self, path, content, mode=0o644):
        self._entry(path, stat.S_IFREG | mode, content)

    def link(self, path, target):
        self._entry(path, stat.S_IFLNK | 0o777, str(target).encode())

    def tree(self, path, source):
        """A file or folder of this machine; links stay links."""
        source = Path(source)
        if source.is_dir():
            self.folder(path)
            for entry in sorted(source.iterdir()):
                if entry.is_symlink():
                    self.link(f"{path}/{entry.name}", entry.readlink())
                else:
                    self.tree(f"{path}/{entry.name}", entry)
        else:
            self.file(path, source.read_bytes(), 0o755 if source.stat().st_mode & 0o100 else 0o644)

    def cpio(self):
        archive = bytearray()
        for number, (path, (mode, content)) in enumerate(self._entries.items(), 1):
            archive += _record(path, number, mode, content)
        return bytes(archive + _record(_TRAILER, 0, 0, b""))


def _record(path, number, mode, content):
    """Names and contents are padded to 4 bytes; owner, times and devices are 0."""
    name = path.encode() + b"\0"
    links = 2 if stat.S_ISDIR(mode) else 1
    fields = (number, mode, 0, 0, links, 0, len(content), 0, 0, 0, 0, len(name), 0)
    head = b"070701" + b"".join(b"%08x" % field for field in fields) + name
    return head + b"\0" * (-len(head) % 4) + content + b"\0" * (-len(content) % 4)
