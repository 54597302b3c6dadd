# SPDX-License-Identifier: GPL-2.0-or-later
"""What boards there are."""

import debian
from machines import BOARDS


def _kernel(board):
    packages = debian.packages_of(board.kernel, board.architecture)
    return packages[0].removeprefix("linux-image-").split()[0] if packages else "not fetched yet"


def print_list():
    print(f"{'Board':<15} {'Kernel':<26} What it is")
    for board in BOARDS.values():
        print(f"{board.name:<15} {_kernel(board):<26} {board.what}")
        print(f"{'':<42} {board.cannot}")
    return 0
