# SPDX-License-Identifier: GPL-2.0-or-later
"""An apt of our own for one architecture: its lists and downloads are in the cache, the
host's packages and sources are neither used nor touched. Debian's signatures are checked."""

import os
import re
import shutil
import subprocess
import urllib.parse
from dataclasses import dataclass
from pathlib import Path

import cache
from packages import SUITES
from problem import Problem

KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
UPDATE_SECONDS = 300
DOWNLOAD_SECONDS = 3600


def mirror():
    return os.environ.get("WHYLATE_DEBIAN_MIRROR") or "http://deb.debian.org/debian"


@dataclass(frozen=True)
class Download:
    """A package as apt names it."""

    name: str
    version: str
    file: str
    size_bytes: int


def _host_settings():
    """How the host gets at package servers: proxies, timeouts; nothing else of its apt."""
    dump = subprocess.run(
        ["apt-config", "dump"], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    return [line for line in dump.splitlines() if re.match(r"Acquire::(http|ftp|Check-)", line)]


class Apt:
    """The packages of one architecture."""

    def __init__(self, architecture, suites=SUITES):
        for tool in ("apt-get", "apt-config", "dpkg-deb"):
            if not shutil.which(tool):
                raise Problem(
                    f"{tool} is not there, which fetches Debian's packages; once they are in "
                    f"{cache.folder()} it is not needed"
                )
        if not KEYRING.exists():
            raise Problem(f"{KEYRING} is not there; install debian-archive-keyring")
        self.architecture = architecture
        self.suites = suites
        name = architecture if suites == SUITES else f"{architecture}-{'-'.join(suites)}"
        self.folder = cache.folder() / "apt" / name
        self.updated = False
        self._configure()

    def _configure(self):
        for part in ("lists/partial", "cache/archives/partial"):
            cache.make(self.folder / part)
        (self.folder / "status").touch()
        (self.folder / "sources.list").write_text(
            "".join(f"deb [signed-by={KEYRING}] {mirror()} {suite} main\n" for suite in self.suites),
            encoding="utf-8",
        )
        ours = {
            "APT::Architecture": self.architecture,
            "APT::Architectures": self.architecture,
            "APT::Update::Error-Mode": "any",
            "Acquire::Languages": "none",
            "Acquire::Retries": "2",
            "Acquire::AllowInsecureRepositories": "false",
            "Dir::Etc::Parts": "/dev/null",
            "Dir::Etc::Main": "/dev/null",
            "Dir::Etc::SourceList": self.folder / "sources.list",
            "Dir::Etc::SourceParts": "/dev/null",
            "Dir::Etc::Preferences": "/dev/null",
            "Dir::Etc::PreferencesParts": "/dev/null",
            "Dir::State": self.folder,
            "Dir::State::Lists": self.folder / "lists",
            "Dir::State::status": self.folder / "status",
            "Dir::Cache": self.folder / "cache",
            "Dir::Log": self.folder,
        }
        lines = _host_settings() + [f'{name} "{value}";' for name, value in ours.items()]
        (self.folder / "apt.conf").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def _run(self, *words, seconds, cwd=None):
        environment = {**os.environ, "APT_CONFIG": str(self.folder / "apt.conf"), "LC_ALL": "C"}
        try:
            done = subprocess.run(
                ["apt-get", "-qq", *words],
                cwd=cwd,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise Problem(f"apt-get {words[0]} took more than {seconds} s") from None
        if done.returncode != 0:
            said = [line for line in done.stderr.splitlines() if line.startswith(("E:", "W:"))]
            raise Problem(
                f"no package from {mirror()} for {self.architecture} (apt-get: "
                f"{said[0] if said else done.stderr.strip()[:200]}); is there a network? "
                "WHYLATE_DEBIAN_MIRROR names another mirror"
            )
        return done.stdout

    def resolve(self, names, suite):
        """What installing these would download on a machine without any package."""
        if not self.updated:
            self._run("update", seconds=UPDATE_SECONDS)
            self.updated = True
        words = ("-y", "-t", suite, "--no-install-recommends", "--print-uris", "install")
        listing = self._run(*words, *names, seconds=UPDATE_SECONDS)
        return [_download(line) for line in listing.splitlines() if line.startswith("'")]

    def download(self, downloads, folder):
        """Fetches what is not there yet; apt takes up a file that is there in part."""
        wanted = [f"{download.name}={download.version}" for download in downloads]
        self._run("download", *wanted, seconds=DOWNLOAD_SECONDS, cwd=folder)


def _download(line):
    """From a line of --print-uris: 'URI' FILE BYTES HASH."""
    _, file, size_bytes = line.split()[:3]
    name, version, _ = file.split("_")
    return Download(name, urllib.parse.unquote(version), file, int(size_bytes))
