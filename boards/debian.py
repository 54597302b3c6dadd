# SPDX-License-Identifier: GPL-2.0-or-later
"""Sets of Debian's packages, fetched once and unpacked into the cache. Nothing is installed;
packages' scripts are not run."""

import platform
import shutil
import subprocess
import sys
import tarfile

import cache
from apt import Apt
from packages import HOST, SETS, SUITES
from problem import Problem

STAMP = ".packages"
_ROW = ".row"
_DEBIAN_NAMES = {"x86_64": "amd64", "aarch64": "arm64", "armv7l": "armhf"}


def host_architecture():
    return _DEBIAN_NAMES.get(platform.machine(), platform.machine())


def _folder(name, architecture):
    if architecture == HOST:
        architecture = host_architecture()
    return cache.folder() / "sets" / f"{name}-{architecture}"


def packages_of(name, architecture):
    """Lines "NAME VERSION" of a fetched set; None when it is not."""
    try:
        return (_folder(name, architecture) / STAMP).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return None


def _is_whole(folder, row):
    """It is there, and as its row is today."""
    try:
        return (folder / _ROW).read_text(encoding="utf-8") == repr(row)
    except (FileNotFoundError, NotADirectoryError):
        return False


class Debian:
    """Fetches what is missing; asks for lists of packages once."""

    def __init__(self):
        self._apts = {}

    def folder(self, name, architecture):
        """The unpacked set."""
        folder = _folder(name, architecture)
        if not _is_whole(folder, SETS[name]):
            with cache.locked("fetch"):
                if not _is_whole(folder, SETS[name]):
                    self._fetch(name, architecture, folder)
        return folder

    def _apt(self, architecture, suite):
        """One for the suites of the boards, one for each other suite."""
        if architecture == HOST:
            architecture = host_architecture()
        suites = SUITES if suite in SUITES else (suite,)
        if (architecture, suites) not in self._apts:
            self._apts[architecture, suites] = Apt(architecture, suites)
        return self._apts[architecture, suites]

    def _fetch(self, name, architecture, folder):
        row = SETS[name]
        apt = self._apt(architecture, row.suite)
        found = apt.resolve(row.install.split(), row.suite)
        downloads = [download for download in found if row.wants_package(download.name)]
        if not downloads:
            raise Problem(f"no package {row.packages} comes with {row.install} in {row.suite}")
        size_mb = sum(download.size_bytes for download in downloads) / 1e6
        print(f"boards/run: fetching {folder.name}: {size_mb:.1f} MB", file=sys.stderr)
        files = cache.make(cache.folder() / "downloads" / folder.name)
        apt.download(downloads, files)
        _unpack_all(downloads, files, row, folder)
        shutil.rmtree(files)


def _unpack_all(downloads, files, row, folder):
    """Under its name only when it is whole."""
    new = folder.with_name(folder.name + ".new")
    shutil.rmtree(new, ignore_errors=True)
    cache.make(new)
    for download in downloads:
        _unpack(files / download.file, new, row)
    lines = [f"{download.name} {download.version}\n" for download in downloads]
    (new / STAMP).write_text("".join(lines), encoding="utf-8")
    (new / _ROW).write_text(repr(row), encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    new.rename(folder)


def _unpack(package, folder, row):
    command = ["dpkg-deb", "--fsys-tarfile", str(package)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        with tarfile.open(fileobj=process.stdout, mode="r|") as archive:
            for member in archive:
                path = member.name.removeprefix("./")
                if not member.isdir() and row.wants_path(path):
                    _extract(archive, member, folder / path)
        process.stdout.read()
    if process.returncode != 0:
        raise Problem(f"{package} cannot be unpacked; remove it and try again")


def _extract(archive, member, path):
    """Files and links, with nothing of owner or time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if member.issym():
        path.symlink_to(member.linkname)
    elif member.islnk():
        path.hardlink_to(path.parents[member.name.removeprefix("./").count("/")] / member.linkname)
    elif member.isfile():
        with archive.extractfile(member) as source, open(path, "wb") as target:
            shutil.copyfileobj(source, target)
        path.chmod(0o755 if member.mode & 0o100 else 0o644)
