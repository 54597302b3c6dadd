# SPDX-License-Identifier: GPL-2.0-or-later
"""A QEMU of our own: started, talked to over descriptors that nobody else has, ended. It ends
when we do, however we do."""

import ctypes
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile

from machines import RAM_BYTES
from problem import BoardFailed

PACKAGES = ("qemu-system-arm", "qemu-system-x86")

_PR_SET_PDEATHSIG = 1
_LEAST_VERSION = (9, 0)
_ANSWER_SECONDS = 30
_MODEL = "whylate-model: "


def _end_with_parent(parent):
    """In the child, before QEMU: the kernel kills it when this process ends."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def host_program(name):
    """The host's own QEMU, if it is new enough."""
    program = shutil.which(name)
    if not program:
        return None
    said = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True, check=False)
    version = re.search(r"version (\d+)\.(\d+)", said.stdout)
    if not version or tuple(map(int, version.groups())) < _LEAST_VERSION:
        return None
    return [program]


def fetched_program(root, name):
    """The command that starts QEMU from an unpacked set with that set's own libraries."""
    loader = next(root.glob("lib/*/ld-linux-*.so.*"), None)
    if not loader:
        raise BoardFailed(f"{root} has no program loader; remove the folder to fetch it again")
    libraries = [f"{root}/{part}/{loader.parent.name}" for part in ("lib", "usr/lib")]
    return [
        *(str(loader), "--library-path", ":".join(libraries), f"{root}/usr/bin/{name}"),
        *("-L", f"{root}/usr/share/qemu", "-L", f"{root}/usr/share/seabios"),
    ]


def module_folder(root):
    """Where an unpacked QEMU has its plug-ins."""
    return next((str(path) for path in root.glob("usr/lib/*/qemu")), "")


def _file_in_memory(content):
    file = tempfile.TemporaryFile()
    file.write(content)
    file.flush()
    return file


class Qemu:
    """`data` and `console` are sockets to the serial ports of that name, `ram` is the
    machine's memory as a file."""

    def __init__(self, command, modules, serials, initrd, preset, files=()):
        self.ram = os.fdopen(os.memfd_create("ram"), "rb")
        os.truncate(self.ram.fileno(), RAM_BYTES)
        self._initrd = _file_in_memory(initrd)
        ends = {name: socket.socketpair() for name in ("data", "console", "qmp", "qtest")}
        words = [*command, "-initrd", f"/dev/fd/{self._initrd.fileno()}"]
        words += ["-display", "none", "-nodefaults", "-no-user-config", "-no-reboot", "-S"]
        for name, (_, theirs) in ends.items():
            words += ["-chardev", f"socket,id={name},fd={theirs.fileno()}"]
        backend = f"memory-backend-file,id=ram,size={RAM_BYTES},share=on"
        words += ["-object", f"{backend},mem-path=/dev/fd/{self.ram.fileno()}"]
        words += ["-m", f"{RAM_BYTES >> 20}", "-machine", "memory-backend=ram"]
        for name in serials:
            words += ["-serial", f"chardev:{name}"]
        words += ["-mon", "chardev=qmp,mode=control"]
        if preset:
            words += ["-qtest", "chardev:qtest", "-qtest-log", "none"]
        self._errors = tempfile.TemporaryFile()
        parent = os.getpid()
        self.process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._errors,
            env={**os.environ, **({"QEMU_MODULE_DIR": modules} if modules else {})},
            pass_fds=[
                *(file.fileno() for file in (self._initrd, self.ram, *files)),
                *(end.fileno() for _, end in ends.values()),
            ],
            start_new_session=True,
            preexec_fn=lambda: _end_with_parent(parent),
        )
        for _, theirs in ends.values():
            theirs.close()
        self.data, self.console, self._qmp, self._qtest = (ours for ours, _ in ends.values())
        self._answers = b""
        self._preset = preset

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for end in (self.data, self.console, self._qmp, self._qtest):
            end.close()
        for file in (self._initrd, self.ram, self._errors):
            file.close()

    def said(self):
        """The last line of what QEMU said on standard error."""
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it said nothing"

    def model_said(self):
        """The timing model's one line, "" when it said nothing."""
        self._errors.seek(0)
        for line in self._errors.read().decode(errors="replace").splitlines():
            if line.startswith(_MODEL):
                return line.removeprefix(_MODEL)
        return ""

    def how_it_ended(self):
        """QEMU ends with 0 when the machine switches itself off."""
        if self.process.returncode == 0:
            return "it was switched off"
        return f"QEMU ended with status {self.process.returncode}: {self.said()}"

    def go(self):
        """Presets registers, which the reset at the start would undo, and lets the CPUs run."""
        if self._preset:
            self._write_register(*self._preset)
        self._execute("qmp_capabilities")
        self._execute("cont")

    def quit(self):
        """Lets QEMU and its plugins come to their end."""
        self._execute("quit")
        try:
            self.process.wait(_ANSWER_SECONDS)
        except subprocess.TimeoutExpired:
            raise BoardFailed("QEMU did not end") from None

    def _write_register(self, address, value):
        self._qtest.settimeout(_ANSWER_SECONDS)
        try:
            self._qtest.sendall(f"writel {address:#x} {value:#x}\n".encode())
            answer = self._qtest.recv(100)
        except OSError:
            answer = b""
        if not answer.startswith(b"OK"):
            raise BoardFailed(f"QEMU did not preset {address:#x}: {self.said()}")

    def _execute(self, command):
        self._qmp.settimeout(_ANSWER_SECONDS)
        try:
            self._qmp.sendall(json.dumps({"execute": command}).encode() + b"\n")
            while True:
                answer = self._qmp_answer()
                if "return" in answer:
                    return
                if "error" in answer:
                    raise BoardFailed(f"QEMU refused {command}: {answer['error'].get('desc')}")
        except OSError:
            raise BoardFailed(f"QEMU did not answer: {self.said()}") from None

    def _qmp_answer(self):
        while b"\n" not in self._answers:
            data = self._qmp.recv(4096)
            if not data:
                self.process.wait(_ANSWER_SECONDS)
                raise BoardFailed(f"QEMU ended: {self.said()}")
            self._answers += data
        line, _, self._answers = self._answers.partition(b"\n")
        return json.loads(line)
