# SPDX-License-Identifier: GPL-2.0-or-later
"""What ends boards/run with one line and an exit status of its own."""

USAGE = 2
BOARD = 125


class Problem(Exception):
    """Something that the caller has to put right: what, where, what to do."""

    status = USAGE


class BoardFailed(Problem):
    """The board did not get to the end of the command."""

    status = BOARD
    # What the timing model said, if that was the reason.
    model_said = ""
