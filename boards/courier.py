# SPDX-License-Identifier: GPL-2.0-or-later
"""The other side of guest/courier.c: takes frames from bytes, and distrusts each."""

import struct
import zlib
from dataclasses import dataclass

from problem import BoardFailed

READY, OUT, ERR, FILES, STATUS = range(5)

_MAGIC = b"WLBC"
_HEAD = struct.Struct("<4sIIII")
_LARGEST_PAYLOAD_BYTES = 4096


@dataclass(frozen=True)
class FilesFrame:
    """How much is in the window, and the checksum of it."""

    size_bytes: int
    crc: int

    @classmethod
    def unpack(cls, payload):
        if len(payload) != 8:
            raise BoardFailed("the frame about its files has another size")
        return cls(*struct.unpack("<II", payload))


class Frames:
    """Fed with what arrives; next() gives (kind, payload), or None when more is needed."""

    def __init__(self):
        self._bytes = bytearray()
        self._sequence = 0
        self._in_step = False

    def feed(self, data):
        self._bytes += data

    def next(self):
        # Before the first frame there may be what boot code sent to the port.
        if not self._in_step:
            start = self._bytes.find(_MAGIC)
            del self._bytes[: start if start >= 0 else max(0, len(self._bytes) - len(_MAGIC) + 1)]
        if len(self._bytes) < _HEAD.size:
            return None
        magic, kind, sequence, size_bytes, crc = _HEAD.unpack_from(self._bytes)
        if magic != _MAGIC or size_bytes > _LARGEST_PAYLOAD_BYTES:
            raise BoardFailed(f"what it sent is damaged behind frame {self._sequence}")
        end = _HEAD.size + size_bytes
        if len(self._bytes) < end:
            return None
        payload = bytes(self._bytes[_HEAD.size : end])
        if zlib.crc32(self._bytes[len(_MAGIC) : 16] + payload) != crc:
            raise BoardFailed(f"frame {sequence} of what it sent is damaged")
        if sequence != self._sequence:
            raise BoardFailed(f"frames {self._sequence} to {sequence} of what it sent are lost")
        del self._bytes[:end]
        self._sequence += 1
        self._in_step = True
        return kind, payload
