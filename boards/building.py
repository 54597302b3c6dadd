# SPDX-License-Identifier: GPL-2.0-or-later
"""Running a compiler or make."""

import subprocess

from problem import Problem

_SECONDS = 1200


def call(command, what, **options):
    """What it prints; a Problem with that when it fails."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=_SECONDS,
            check=False,
            **options,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Problem(f"cannot build {what}: {error}") from None
    if done.returncode != 0:
        raise Problem(f"cannot build {what}; `{' '.join(command)}` says:\n{done.stdout.strip()}")
    return done.stdout
