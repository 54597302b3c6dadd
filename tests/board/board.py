# SPDX-License-Identifier: GPL-2.0-or-later
"""What the tests on emulated boards share: boards/run, and whether its packages can be had."""

import functools
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "system"))

import common  # noqa: E402

ROOT = Path(os.environ["SOURCE_ROOT"])
RUN = ROOT / "boards/run"
# A board is slow where the machine is busy with other tests.
LIMIT_S = 240
FAILED = 125


def start(*arguments, **options):
    return common.start(*arguments, wrapper=(sys.executable,), program=RUN, **options)


@functools.cache
def need(board, *options):
    """Skips what needs the board's packages where they cannot be fetched."""
    done = common.finish(start("--fetch", board, *options), seconds=1800)
    if done.status != 0:
        raise common.Skip(done.err.strip())


def begin(board, *arguments, **options):
    need(board)
    return start(board, "--time-limit", LIMIT_S, *arguments, **options)


def run(board, *arguments, **options):
    return common.finish(begin(board, *arguments, **options), seconds=LIMIT_S + 60)


def one_line(text):
    lines = text.splitlines()
    assert len(lines) == 1 and lines[0].startswith("boards/run: "), text
    return lines[0]


def whylate_here(*arguments):
    """What whylate says on this machine."""
    done = subprocess.run(
        [common.WHYLATE, *map(str, arguments)], stdout=subprocess.PIPE, text=True, check=False
    )
    return done.stdout
