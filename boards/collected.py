# SPDX-License-Identifier: GPL-2.0-or-later
"""The files that a command left, from the tar archive that the board sent."""

import sys
import tarfile

from problem import BoardFailed

_END_BYTES = 1024


class Collected:
    """An archive in a file; what is in it is the board's, and not trusted."""

    def __init__(self, file):
        self._file = file

    def unpack(self, folder):
        """Files, folders and links that stay below the folder; tells what it leaves out."""
        self._check_end()
        self._file.seek(0)
        try:
            with tarfile.open(fileobj=self._file, mode="r:") as archive:
                for member in archive:
                    self._unpack_member(archive, member, folder)
        except (tarfile.TarError, OSError) as error:
            raise BoardFailed(f"its files cannot be unpacked into {folder}: {error}") from None

    def _check_end(self):
        """tar ends an archive with two blocks of zeros; without, it did not get to the end."""
        size_bytes = self._file.seek(0, 2)
        self._file.seek(max(0, size_bytes - _END_BYTES))
        if size_bytes < _END_BYTES or any(self._file.read()):
            raise BoardFailed("its files did not come back whole")

    @staticmethod
    def _unpack_member(archive, member, folder):
        parts = member.name.split("/")
        if member.name.startswith("/") or ".." in parts or not (member.isfile() or member.isdir()):
            if not member.issym() or member.linkname.startswith("/") or ".." in member.linkname:
                print(f"boards/run: {member.name} is no file and is left out", file=sys.stderr)
                return
        archive.extract(member, folder, set_attrs=member.isfile())
