# SPDX-License-Identifier: GPL-2.0-or-later
"""From the options of boards/model to run files: one boot for the kernel's symbols, one for the
run itself, whose clock counts instructions."""

import dataclasses
import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import SimpleNamespace

import cache
import job
import programs
from debian import Debian
from machines import BOARDS
from problem import BoardFailed, Problem

_BOARD = "vexpress-a9-rt"
# One core; a nanosecond for each instruction, whatever the host does; a fixed date.
_MACHINE = (
    *("-accel", "tcg,thread=single", "-icount", "shift=0,sleep=off"),
    *("-rtc", "base=2026-01-01T00:00:00,clock=vm", "-seed", "1"),
)
_COLLECT_SECONDS = 600
# A line that is written is read and written back: well below what memory can do by default.
_PACE_MBYTES_PER_S = 250
_SYMBOLS_SECONDS = 300
_PLUGIN_REFUSALS = ("-plugin", "plugin", "undefined symbol")


def run(options):
    output = _empty_folder(options.output)
    for file in (options.parameters, options.kernel, options.symbols, options.whylate):
        if file and not Path(file).is_file():
            raise Problem(f"{file} is no file")
    if options.parameters:
        _check_name("--parameters", options.parameters)
    with tempfile.TemporaryDirectory(dir=output.parent, prefix=f".{output.name}.") as folder:
        work = Path(folder)
        symbols = Path(options.symbols).resolve() if options.symbols else _symbols(options, work)
        kept = _boot(options, symbols, work)
        _collect(options, kept)
        for file in sorted(kept.iterdir()):
            file.rename(output / file.name)
    return 0


def _empty_folder(name):
    """Made when it is not there; what is in it stays what it is."""
    folder = Path(name).resolve()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise Problem(f"-o {name} is not empty; choose another folder")
    except OSError as error:
        raise Problem(f"-o {name}: {error.strerror}") from None
    return folder


def _check_name(what, name):
    """QEMU takes commas for the end of an option."""
    if "," in str(Path(name).resolve()):
        raise Problem(f"{what} {name}: QEMU takes no comma in a file's name")


def _board():
    board = BOARDS[_BOARD]
    machine = list(board.machine)
    machine[machine.index("-smp") + 1] = "1"
    return dataclasses.replace(board, machine=(*machine, *_MACHINE))


def _job_options(options, keep, limit_s):
    return SimpleNamespace(
        write_allocate=None, add=[], keep=str(keep), disk=None, sets=[], kernel=options.kernel,
        program=str(programs.whylate_marked()), append="", time_limit=limit_s,
    )


def _symbols(options, work):
    """The kernel's own list, asked once for each kernel."""
    board = _board()
    root = Debian().folder(board.kernel, board.architecture)
    name = job.one_file(root, "boot/vmlinuz-*").name
    kept = cache.make(cache.folder() / "symbols") / f"{name}.kallsyms"
    if options.kernel is None and kept.exists():
        return kept
    keep = work / "symbols"
    status = job.run(board, _job_options(options, keep, _SYMBOLS_SECONDS),
                     ["cat /proc/kallsyms >/out/kallsyms"])
    found = keep / "kallsyms"
    if status or not found.is_file() or not found.stat().st_size:
        raise Problem("this kernel does not tell its symbols (/proc/kallsyms); "
                      "give its System.map with --symbols")
    if options.kernel is not None:
        return found
    new = kept.with_suffix(f".{os.getpid()}")
    shutil.copyfile(found, new)
    new.rename(kept)
    return kept


def _plugin_words(options, symbols, trace):
    words = f"{programs.model_plugin()},symbols={symbols},output={trace}"
    if options.parameters:
        words += f",parameters={Path(options.parameters).resolve()}"
    policies = options.policy.replace(",", ";")
    return ["-plugin", f"{words},policies={policies}"]


def _command(options):
    words = ["whylate", "run", "--raw", "--quiet", "--wake", "nanosleep", "--period", options.period,
             "--warm-up", "200ms", "--samples", str(options.samples), "-o", "/out/guest.whylate"]
    if options.load != "none":
        words += ["--load", options.load]
        if "memory-" in options.load:
            words += ["--load-pace", str(options.pace or _PACE_MBYTES_PER_S)]
    if options.load_command:
        words += ["--load-command", options.load_command]
    # Its figures are an emulator's: nobody is to read them by accident.
    said = "/out/guest.txt"
    return [f"{shlex.join(words)} >{said} 2>&1 || {{ status=$?; cat {said} >&2; exit $status; }}"]


def _boot(options, symbols, work):
    """The folder with what the board and the model left."""
    kept = work / "run"
    for what in (symbols, work):
        _check_name("the folder", what)
    words = _plugin_words(options, symbols, kept / "trace")
    try:
        status = job.run(_board(), _job_options(options, kept, options.time_limit),
                         _command(options), words, ends_itself=True)
    except BoardFailed as failure:
        raise _explained(failure) from None
    if status:
        raise BoardFailed(f"whylate in the guest ended with status {status}; "
                          "its words are above")
    if not (kept / "trace").is_file():
        raise BoardFailed("QEMU ended, and the model left nothing")
    return kept


def _explained(failure):
    """What the model refused is the caller's to put right; a QEMU that cannot have it, too."""
    if failure.model_said:
        return Problem(failure.model_said)
    text = str(failure)
    if "QEMU did not answer" in text and any(word in text for word in _PLUGIN_REFUSALS):
        return Problem("this QEMU has no plugins, or is older than 9.2, which the model needs "
                       f"({text}); take another one out of PATH, and Debian's is fetched")
    return failure


def _collect(options, kept):
    program = options.whylate or programs.whylate_here()
    command = [str(program), "model", "collect", str(kept / "trace"),
               str(kept / "guest.whylate"), "-o", str(kept)]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False,
                          timeout=_COLLECT_SECONDS)
    if done.returncode:
        raise Problem(done.stderr.strip().removeprefix("whylate: "))
