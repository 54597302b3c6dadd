# SPDX-License-Identifier: GPL-2.0-or-later
"""Which of Debian's packages are needed for what: a row for each set of them. A set is
fetched and unpacked as a whole, into a folder of its own in the cache."""

import re
from dataclasses import dataclass

STABLE = "bookworm"
NEWER = "bookworm-backports"
SUITES = (STABLE, NEWER)
# Has the oldest kernel that the module is for; asked only for that.
OLD = "bullseye"
HOST = "host"

EVERYTHING = "."
# What disks need, and the file system on them.
MODULES = (
    r"ext4|jbd2|mbcache|crc16|crc32c_generic|sdhci|sdhci-pltfm|sdhci-esdhc-imx|cqhci|armmmci"
    r"|gpio-mxc|gpio-generic|virtio|virtio_ring|virtio_pci|virtio_pci_legacy_dev|virtio_pci_modern_dev|virtio_blk"
)
KERNEL_FILES = (
    r"boot/(vmlinuz|config)-"
    r"|usr/lib/linux-image-[^/]*/(imx6q-sabrelite|vexpress-v2p-ca9)\.dtb$"
    rf"|lib/modules/[^/]*/kernel/(.*/)?({MODULES})\.ko(\.xz)?$"
)
LIBRARY_FILES = r"usr/include/|usr/lib/.*(\.a|\.pc)$"
NO_DOCUMENTS = r"(?!usr/share/(doc|man|locale|bug|lintian)/)"


@dataclass(frozen=True)
class PackageSet:
    """Of what `install` pulls in from `suite`, the packages and paths that match."""

    install: str
    suite: str
    packages: str
    paths: str

    def wants_package(self, name):
        return re.fullmatch(self.packages, name) is not None

    def wants_path(self, path):
        return re.match(self.paths, path) is not None


def with_all_it_needs(name, suite):
    return PackageSet(name, suite, ".*", NO_DOCUMENTS)


def kernel(name, suite=STABLE):
    # The metapackage names the current version's package.
    return PackageSet(name, suite, r"linux-image-\d.*", KERNEL_FILES)


def headers(name, suite=STABLE):
    # Without linux-kbuild, whose programs have to run on the host.
    return PackageSet(name, suite, r"linux-headers-\d.*", EVERYTHING)


def kbuild(suite):
    return PackageSet("linux-headers-amd64", suite, r"linux-kbuild-.*", EVERYTHING)


# Debian 12's own QEMU, 7.2, has no L2C-310 on the Sabrelite.
SETS = {
    "qemu-arm": with_all_it_needs("qemu-system-arm", NEWER),
    "qemu-x86": with_all_it_needs("qemu-system-x86", NEWER),
    "busybox": PackageSet("busybox-static", STABLE, "busybox-static", r"bin/busybox$"),
    "libraries": PackageSet(
        "libjansson-dev zlib1g-dev", STABLE, "libjansson-dev|zlib1g-dev", LIBRARY_FILES
    ),
    "rtla": with_all_it_needs("rtla", NEWER),
    # For the kernel patch of 'whylate l2c310 recipe'.
    "linux-source": PackageSet(
        "linux-source-6.1", STABLE, r"linux-source-6\.1", r"usr/src/.*\.tar\.xz$"
    ),
    "kernel-tools": PackageSet(
        "flex bison", STABLE, "flex|bison|m4|libsigsegv2", NO_DOCUMENTS
    ),
    "linux-armmp": kernel("linux-image-armmp"),
    "linux-rt-armmp": kernel("linux-image-rt-armmp"),
    "linux-amd64": kernel("linux-image-amd64"),
    "linux-rt-amd64": kernel("linux-image-rt-amd64", NEWER),
    "linux-arm64": kernel("linux-image-arm64"),
    "linux-rt-arm64": kernel("linux-image-rt-arm64"),
    "headers-armmp": headers("linux-headers-armmp"),
    "headers-rt-armmp": headers("linux-headers-rt-armmp"),
    "headers-amd64": headers("linux-headers-amd64"),
    "headers-rt-amd64": headers("linux-headers-rt-amd64", NEWER),
    "headers-arm64": headers("linux-headers-arm64"),
    "headers-rt-arm64": headers("linux-headers-rt-arm64"),
    "headers-oldest": headers("linux-headers-amd64", OLD),
    "kbuild-bookworm": kbuild(STABLE),
    "kbuild-bookworm-backports": kbuild(NEWER),
    "kbuild-bullseye": kbuild(OLD),
    "sparse": PackageSet("sparse", STABLE, "sparse", r"usr/bin/"),
}
# What --with may name.
ADDITIONS = ("rtla",)
