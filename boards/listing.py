# SPDX-License-Identifier: GPL-2.0-or-later
"""What boards there are, and what is used for them."""

import debian
import qemu
from machines import BOARDS
from packages import HOST


def _kernel(board):
    packages = debian.packages_of(board.kernel, board.architecture)
    return packages[0].removeprefix("linux-image-").split()[0] if packages else "not fetched yet"


def _emulator(board):
    own = qemu.host_program(board.qemu)
    if own:
        return f"this machine's, {own[0]}"
    packages = debian.packages_of(board.qemu_set, HOST) or []
    versions = [line.split()[1] for line in packages if line.split()[0] in qemu.PACKAGES]
    return f"Debian's, {versions[0]}" if versions else "Debian's, not fetched yet"


def print_list():
    print(f"{'Board':<15} {'Kernel':<26} What it is")
    for board in BOARDS.values():
        print(f"{board.name:<15} {_kernel(board):<26} {board.what}")
        print(f"{'':<42} {board.cannot}")
    print()
    for program, board in {board.qemu: board for board in BOARDS.values()}.items():
        print(f"{program:<20} {_emulator(board)}")
    return 0
