# SPDX-License-Identifier: GPL-2.0-or-later
"""What the benchmarks share: the machine's name, the program, peers, medians, and the
one way in which a figure is told. Each benchmark is a script of its own beside this."""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WHYLATE = os.environ.get("WHYLATE", str(ROOT / "build/whylate"))
CPU = max(os.sched_getaffinity(0))
SKIPPED = 77

FOLDER = tempfile.TemporaryDirectory(prefix="whylate-bench-")
SCRATCH = Path(FOLDER.name)


def machine():
    model = "unknown processor"
    for line in Path("/proc/cpuinfo").read_text(encoding="ascii").splitlines():
        if re.match(r"(model name|Model|Hardware)\s*:", line):
            model = line.split(":", 1)[1].strip()
            break
    virtual = " (virtual)" if "hypervisor" in Path("/proc/cpuinfo").read_text() else ""
    kernel = os.uname()
    return f"{model}{virtual}, {os.cpu_count()} CPUs, Linux {kernel.release} {kernel.machine}"


def skip(why):
    print("skipped:", why)
    tell({"skipped": why})
    sys.exit(SKIPPED)


def need(*commands):
    for command in commands:
        if not shutil.which(command):
            skip(f"{command} is not installed")


def tell(row):
    """One row for bench/all, which says where."""
    path = os.environ.get("BENCH_ROWS")
    if path:
        with open(path, "a", encoding="utf-8") as rows:
            print(json.dumps(row), file=rows)


def figure(name, value, goal, unit="", at_least=False, digits=2):
    """Prints a figure beside its goal, and says by how much it was missed."""
    missed = goal / value - 1 if at_least else value / goal - 1
    verdict = "met" if missed <= 0 else f"missed by {100 * missed:.0f} %"
    sign = ">=" if at_least else "<="
    row = {
        "name": name,
        "measured": f"{value:.{digits}f}{unit}",
        "goal": f"{sign} {goal:g}{unit}",
        "verdict": verdict,
    }
    print(f"{name}: {row['measured']} (goal {row['goal']}: {verdict})", flush=True)
    tell(row)


def note(words):
    print("  " + words, flush=True)


def title(words):
    print(f"{words}\n  {machine()}", flush=True)


def median(values):
    return statistics.median(values)


def spread(values, digits=2):
    low, middle, high = min(values), median(values), max(values)
    return f"{middle:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def interleaved(rounds, **measures):
    """Calls every measure once a round, so that a change of the machine meets all of them;
    every other round backwards. Returns the lists of results by name."""
    results = {name: [] for name in measures}
    for i in range(rounds):
        for name in list(measures)[:: -1 if i & 1 else 1]:
            results[name].append(measures[name]())
    return results


def fresh(suffix):
    handle, path = tempfile.mkstemp(suffix=suffix, dir=SCRATCH)
    os.close(handle)
    os.unlink(path)
    return Path(path)


def whylate_run(*options, path=None):
    """The command of a run on CPU."""
    return [WHYLATE, "run", "--cpus", str(CPU), "--quiet", "--json", "-o",
            str(path or fresh(".whylate")), *options]


def cyclictest(*options):
    """--laptop, since by default it keeps the CPU from idling deeply and whylate does not:
    that changes what a wake-up costs more than anything measured here."""
    return ["cyclictest", "--laptop", "-q", "-t", "1", "-a", str(CPU), "-p", "95", "-m", *options]


def output(command, env=None, allowed=(0,)):
    done = subprocess.run(command, env={**os.environ, **(env or {})}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode not in allowed:
        skip(f"{' '.join(command[:2])} failed ({done.returncode}): "
             f"{(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout


def cpu_seconds(command):
    """User and system time of a command and of what it started."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        process = subprocess.Popen(command, stdout=nowhere, stderr=nowhere)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        skip(f"{' '.join(command[:2])} failed ({process.returncode})")
    return usage.ru_utime + usage.ru_stime


def build(source, *flags, shared=False):
    """Compiles bench/SOURCE; with the library that was built beside the program if it
    is a program. Returns its path."""
    binary = SCRATCH / Path(source).stem
    command = ["cc", "-O2", "-std=gnu17", "-D_GNU_SOURCE", f"-I{ROOT}/src", "-o", str(binary)]
    command += ["-shared", "-fPIC"] if shared else []
    command += [str(ROOT / "bench" / source), *flags]
    if not shared:
        library = Path(WHYLATE).parent / "libwhylate.a"
        if not library.exists():
            skip(f"{library} is not there")
        command += [str(library), "-lpthread", "-lm", "-ljansson", "-lz"]
    subprocess.run(command, check=True)
    return str(binary)


def chunks(path):
    """(kind, payload, bytes with framing) of a run file that is known to be whole."""
    data, at = Path(path).read_bytes(), 0
    while at < len(data):
        assert data[at : at + 4] == b"\x89WL\x1a", f"{path}: no chunk at {at}"
        length = int.from_bytes(data[at + 12 : at + 16], "little")
        yield data[at + 4], data[at + 16 : at + 16 + length], length + 20
        at += length + 20


SLICES, COUNTS, SPIKES, RAW = 3, 4, 5, 6
