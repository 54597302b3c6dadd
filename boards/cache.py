# SPDX-License-Identifier: GPL-2.0-or-later
"""Where fetched packages are kept, and who may write there: one process at a time. A set that is
there is whole, since it gets its name only when it is."""

import fcntl
import os
import sys
from contextlib import contextmanager
from pathlib import Path

from problem import Problem


def folder():
    chosen = os.environ.get("WHYLATE_BOARDS_CACHE")
    if chosen:
        return Path(chosen).absolute()
    usual = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(usual).absolute() / "whylate" / "boards"


def make(path):
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(
            f"cannot make {path}: {error.strerror}; choose a folder with WHYLATE_BOARDS_CACHE"
        ) from None
    return path


@contextmanager
def locked(what):
    """Holds the lock of that name; says so when it has to wait for what may take long."""
    path = make(folder()) / f"{what}.lock"
    try:
        file = open(path, "w", encoding="ascii")
    except OSError as error:
        raise Problem(f"cannot write {path}: {error.strerror}") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if what == "fetch":
                print("boards/run: waiting for another one, which fetches", file=sys.stderr)
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
