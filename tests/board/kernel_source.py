# SPDX-License-Identifier: GPL-2.0-or-later
"""Debian's source of Linux 6.1 with the patch of 'whylate l2c310 recipe kernel-patch', and a
configuration that is small and boots on the emulated Sabrelite."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE_ROOT = Path(os.environ["SOURCE_ROOT"])
sys.path[:0] = [str(SOURCE_ROOT / "tests/system"), str(SOURCE_ROOT / "boards")]
import common  # pylint: disable=wrong-import-position
from debian import Debian  # pylint: disable=wrong-import-position
from packages import HOST  # pylint: disable=wrong-import-position
from problem import Problem  # pylint: disable=wrong-import-position

CROSS = os.environ.get("CROSS_COMPILE", "arm-linux-gnueabihf-")
DRIVER = "arch/arm/mm/cache-l2x0.c"
# The machine, a console, an initramfs, what boards/run needs there, and suspend.
OPTIONS = (
    "MMU ARCH_MULTIPLATFORM ARCH_MULTI_V7 ARCH_MXC SOC_IMX6Q SMP HOTPLUG_CPU AEABI VFP NEON "
    "PRINTK TTY SERIAL_IMX SERIAL_IMX_CONSOLE BLK_DEV_INITRD RD_GZIP BINFMT_ELF BINFMT_SCRIPT "
    "PROC_FS PROC_SYSCTL SYSFS DEVTMPFS TMPFS DEVMEM FUTEX EPOLL POSIX_TIMERS MULTIUSER PM "
    "SUSPEND KERNEL_GZIP UNIX NET DEBUG_FS"
).split()
MUST_BE = ("CACHE_L2X0", "SOC_IMX6Q", "SERIAL_IMX_CONSOLE", "SMP")


def _environment():
    """With flex and bison of the host, or of the cache."""
    environment = {**os.environ, "KBUILD_BUILD_TIMESTAMP": "1970-01-01"}
    if shutil.which("flex") and shutil.which("bison"):
        return environment
    tools = Debian().folder("kernel-tools", HOST)
    libraries = ":".join(str(path) for path in tools.glob("usr/lib/*-linux-gnu*"))
    return {
        **environment,
        "PATH": f"{tools}/usr/bin:{environment['PATH']}",
        "LD_LIBRARY_PATH": libraries,
        "BISON_PKGDATADIR": f"{tools}/usr/share/bison",
        "M4": f"{tools}/usr/bin/m4",
    }


def _run(command, **options):
    done = subprocess.run(
        [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, check=False, **options)
    assert done.returncode == 0, f"{command}:\n{done.stdout[-3000:]}"
    return done.stdout


class Kernel:
    """Unpacked, patched and configured below the folder work."""

    def __init__(self, work):
        if not shutil.which(CROSS + "gcc"):
            raise common.Skip(f"there is no {CROSS}gcc")
        try:
            source = Debian().folder("linux-source", HOST)
            self._environment = _environment()
        except Problem as problem:
            raise common.Skip(str(problem)) from None
        self.source, self.output = work / "linux", work / "output"
        self.source.mkdir()
        (archive,) = source.glob("usr/src/linux-source-*.tar.xz")
        _run(["tar", "-C", self.source, "--strip-components=1", "-xf", archive])
        self._patch(work)
        self._configure()

    def _patch(self, work):
        patch = work / "write-allocate.patch"
        done = common.run("l2c310", "recipe", "kernel-patch", "--source", self.source, "-o",
                          patch)
        assert done.status == 0, done
        said = _run(["patch", "-p1", "--fuzz=0", "-d", self.source, "-i", patch])
        assert "offset" not in said and DRIVER in said, said

    def make(self, *targets):
        return _run(
            ["nice", "make", "-C", self.source, f"O={self.output}", "ARCH=arm",
             f"CROSS_COMPILE={CROSS}", f"-j{os.cpu_count()}", *targets],
            env=self._environment)

    def _configure(self):
        self.make("allnoconfig")
        config = self.output / ".config"
        lines = [line for line in config.read_text(encoding="utf-8").splitlines()
                 if line.split("=")[0].split(" ")[-1] not in OPTIONS]
        lines += [f"CONFIG_{name}=y" for name in OPTIONS]
        config.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.make("olddefconfig")
        text = config.read_text(encoding="utf-8")
        for name in MUST_BE:
            assert f"CONFIG_{name}=y" in text, f"CONFIG_{name} is not set"
