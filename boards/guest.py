# SPDX-License-Identifier: GPL-2.0-or-later
"""A command on a running board: passes on what it prints, and tells a command that ended from
a board that failed."""

import selectors
import sys
import time

from courier import ERR, FILES, OUT, READY, STATUS, FilesFrame, Frames
from problem import BoardFailed

# A kernel that panics says more after its last words; it is kept with the console.
_AFTER_PANIC_SECONDS = 1
_LOOK_SECONDS = 0.2


class Guest:
    """Feeds on a Qemu until the command's exit status is there."""

    def __init__(self, qemu, console):
        self._qemu = qemu
        self._console = console
        self.files = FilesFrame(0, 0)
        self._frames = Frames()
        self._booted = False
        self._status = None

    def run(self, limit_s):
        """The command's exit status."""
        end = time.monotonic() + limit_s
        with selectors.DefaultSelector() as selector:
            selector.register(self._qemu.data, selectors.EVENT_READ, self._take_data)
            selector.register(self._qemu.console, selectors.EVENT_READ, self._console.feed)
            while self._status is None:
                self._take(selector)
                self._give_up_if_over(selector, end, limit_s)
        return self._status

    def _take(self, selector):
        """False when nothing came."""
        ready = selector.select(_LOOK_SECONDS)
        for key, _ in ready:
            data = key.fileobj.recv(65536)
            if data:
                key.data(data)
            else:
                selector.unregister(key.fileobj)
        return bool(ready)

    def _take_data(self, data):
        self._frames.feed(data)
        while self._status is None:
            frame = self._frames.next()
            if not frame:
                return
            self._take_frame(*frame)

    def _take_frame(self, kind, payload):
        if kind == READY:
            self._booted = True
        elif kind == STATUS:
            self._status = int.from_bytes(payload, "little")
        elif kind == FILES:
            self.files = FilesFrame.unpack(payload)
        elif kind in (OUT, ERR):
            stream = sys.stdout if kind == OUT else sys.stderr
            stream.buffer.write(payload)
            stream.buffer.flush()

    def _give_up_if_over(self, selector, end, limit_s):
        if self._console.panic:
            until = time.monotonic() + _AFTER_PANIC_SECONDS
            while time.monotonic() < until and selector.get_map():
                self._take(selector)
            raise BoardFailed(f"its kernel gave up: {self._console.panic}")
        if self._qemu.process.poll() is not None and not selector.get_map():
            if self._status is None:
                raise BoardFailed(f"{self._qemu.how_it_ended()}; {self._where()}")
        if time.monotonic() >= end:
            raise BoardFailed(f"its time limit of {limit_s:g} s is over; {self._where()}")

    def _where(self):
        if self._booted:
            return "the command still ran"
        return f"it had not booted; the console's last line: {self._console.last_line() or 'none'}"
