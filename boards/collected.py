# SPDX-License-Identifier: GPL-2.0-or-later
"""The files that a command left: a tar archive in the board's memory. What is in it is the
board's, and not trusted."""

import io
import sys
import tarfile
import zlib

from machines import WINDOW_BYTES
from problem import BoardFailed

# tar ends an archive with two blocks of zeros.
_END = bytes(1024)


def take(ram, window, frame):
    """The archive's bytes."""
    if frame.size_bytes > WINDOW_BYTES:
        raise BoardFailed(
            f"its files are {frame.size_bytes / 1e6:.0f} MB, and {WINDOW_BYTES / 1e6:.0f} MB fit"
        )
    ram.seek(window.ram_offset)
    archive = ram.read(frame.size_bytes)
    if zlib.crc32(archive) != frame.crc or not archive.endswith(_END):
        raise BoardFailed("its files did not come back whole")
    return archive


def unpack(archive, folder):
    """Files, folders and links that stay below the folder; tells what it leaves out."""
    try:
        with tarfile.open(fileobj=io.BytesIO(archive), mode="r:") as members:
            for member in members:
                if _is_harmless(member, folder.resolve()):
                    members.extract(member, folder, set_attrs=member.isfile())
                else:
                    print(f"boards/run: left out {member.name}: no file", file=sys.stderr)
    except (tarfile.TarError, OSError) as error:
        raise BoardFailed(f"its files cannot be unpacked into {folder}: {error}") from None


def _is_harmless(member, folder):
    """With the links that are there already, neither it nor what it points to is outside."""
    path = folder / member.name
    if member.issym():
        places = [path.parent, path.parent / member.linkname]
    elif member.islnk():
        places = [path, folder / member.linkname]
    else:
        places = [path]
    inside = all(place.resolve().is_relative_to(folder) for place in places)
    return inside and (member.issym() or member.islnk() or member.isfile() or member.isdir())
