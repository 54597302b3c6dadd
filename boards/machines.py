# SPDX-License-Identifier: GPL-2.0-or-later
"""The boards: a row each."""

from dataclasses import dataclass

RAM_BYTES = 1 << 30
WINDOW_BYTES = 1 << 27


@dataclass(frozen=True)
class Window:
    """Memory that `parameter` keeps from Linux, at this address and from there in QEMU's
    file of the machine's memory: files come back in it."""

    address: int
    ram_offset: int
    parameter: str


@dataclass(frozen=True)
class CacheController:
    """An L2C-310 whose AUX_CTRL a boot loader would have set before Linux starts."""

    aux_ctrl_address: int
    aux_ctrl: int


@dataclass(frozen=True)
class Disk:
    """How QEMU attaches a file as a disk, which drivers Linux needs for it, how it calls it."""

    words: tuple
    drivers: tuple
    device: str


@dataclass(frozen=True)
class Board:
    """`serials` says what QEMU's serial ports are, in their order; `console` and `data`
    what Linux calls them. `program` is the name of the architecture for tools/build-static."""

    name: str
    what: str
    qemu: str
    machine: tuple
    program: str
    architecture: str
    kernel: str
    serials: tuple
    console: str
    data: str
    window: Window
    cannot: str
    disk: Disk
    dtb: str = ""
    append: str = ""
    controller: CacheController = None
    no_preset_because: str = "it has no L2C-310"

    @property
    def qemu_set(self):
        return "qemu-x86" if self.qemu == "qemu-system-x86_64" else "qemu-arm"


def _at_the_top(ram_address):
    start = RAM_BYTES - WINDOW_BYTES
    return Window(ram_address + start, start, f"mem={start:#x}")


# 1 MiB, 16 ways as on the i.MX6Q: associativity (bit 16) and way size (bits 19:17 = 3, 64 KiB);
# the shareable attribute override (bit 22) is Linux's to set.
I_MX6Q = CacheController(aux_ctrl_address=0xA02104, aux_ctrl=0x02070000)

VIRTIO_DISK = Disk(
    words=(
        *("-drive", "if=none,id=disk,format=raw,file={file}"),
        *("-device", "virtio-blk-pci,drive=disk"),
    ),
    drivers=("virtio_pci", "virtio_blk"),
    device="vda",
)

# The DMA controller that serves Linux's serial ports, apart from the console, is not emulated.
_SABRELITE = {
    "qemu": "qemu-system-arm",
    "machine": ("-M", "sabrelite", "-smp", "4"),
    "program": "armhf",
    "architecture": "armhf",
    "serials": ("data", "console"),
    "console": "ttymxc1",
    "data": "ttymxc0",
    "window": _at_the_top(0x10000000),
    "dtb": "imx6q-sabrelite.dtb",
    "append": "initcall_blacklist=sdma_driver_init",
    "controller": I_MX6Q,
    "disk": Disk(
        words=(
            *("-drive", "if=none,id=disk,format=raw,file={file}"),
            *("-device", "sd-card,drive=disk,bus=sd-bus"),
        ),
        drivers=("gpio-mxc", "sdhci-esdhc-imx"),
        device="mmcblk3",
    ),
    "cannot": "no time taken by caches; reading its clock is slow",
}
_VEXPRESS = {
    "qemu": "qemu-system-arm",
    "machine": (
        *("-M", "vexpress-a9,audiodev=silence", "-audiodev", "none,id=silence"),
        *("-smp", "4"),
    ),
    "program": "armhf",
    "architecture": "armhf",
    "serials": ("console", "data"),
    "console": "ttyAMA0",
    "data": "ttyAMA1",
    "window": _at_the_top(0x60000000),
    "dtb": "vexpress-v2p-ca9.dtb",
    "disk": Disk(
        words=("-drive", "if=sd,format=raw,file={file}"),
        drivers=("armmmci",),
        device="mmcblk0",
    ),
    "cannot": "no time taken by caches; Linux's platform code clears write allocate",
    "no_preset_because": "Linux's platform code for it clears the field, whatever was there",
}
# QEMU puts the initramfs at the top of a PC's memory.
_X86 = {
    "qemu": "qemu-system-x86_64",
    "machine": ("-M", "q35", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2"),
    "program": "x86-64",
    "architecture": "amd64",
    "serials": ("console", "data"),
    "console": "ttyS0",
    "data": "ttyS1",
    "window": Window(0x20000000, 0x20000000, f"memmap={WINDOW_BYTES:#x}$0x20000000"),
    "disk": VIRTIO_DISK,
    # Its watchdog takes a host that is busy for a TSC that is wrong.
    "append": "tsc=reliable",
    "cannot": "no frequencies, idle states or SMIs of a real machine",
}
_ARM64 = {
    "qemu": "qemu-system-aarch64",
    "machine": ("-M", "virt", "-cpu", "cortex-a53", "-smp", "2"),
    "program": "aarch64",
    "architecture": "arm64",
    "serials": ("console", "data"),
    "console": "ttyAMA0",
    "data": "ttyAMA1",
    "window": _at_the_top(0x40000000),
    "disk": VIRTIO_DISK,
    "cannot": "no frequencies or idle states of a real machine",
}

_ROWS = (
    Board("sabrelite", "i.MX6Q, 4 Cortex-A9, L2C-310", kernel="linux-armmp", **_SABRELITE),
    Board("sabrelite-rt", "the same, PREEMPT_RT", kernel="linux-rt-armmp", **_SABRELITE),
    Board("vexpress-a9", "4 Cortex-A9, L2C-310", kernel="linux-armmp", **_VEXPRESS),
    Board("vexpress-a9-rt", "the same, PREEMPT_RT", kernel="linux-rt-armmp", **_VEXPRESS),
    Board("x86", "PC, 2 CPUs", kernel="linux-amd64", **_X86),
    Board("x86-rt", "the same, PREEMPT_RT", kernel="linux-rt-amd64", **_X86),
    Board("arm64", "virtual machine, 2 Cortex-A53", kernel="linux-arm64", **_ARM64),
    Board("arm64-rt", "the same, PREEMPT_RT", kernel="linux-rt-arm64", **_ARM64),
)
BOARDS = {board.name: board for board in _ROWS}

# Field "force write allocate" of AUX_CTRL, bits 24:23.
WRITE_ALLOCATE = {"default": 0b00, "off": 0b01, "on": 0b10}


def preset(controller, write_allocate):
    """AUX_CTRL as the boot loader would leave it."""
    return controller.aux_ctrl | WRITE_ALLOCATE[write_allocate] << 23
