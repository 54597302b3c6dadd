# SPDX-License-Identifier: GPL-2.0-or-later
"""What the system tests share: starting whylate, looking at what it says and leaves, and a
list of cases of which each passes, fails or says why it cannot run here."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

WHYLATE = os.environ["WHYLATE"]
SKIPPED = 77

# Unprivileged and soon over.
QUICK = ("run", "--policy", "other", "--warm-up", "0s", "--quiet")


class Skip(Exception):
    """This machine cannot show it; the words say why."""


class Done:
    """A process that is over: its status, and what it said."""

    def __init__(self, process, out, err):
        self.status, self.out, self.err = process.returncode, out, err

    def __repr__(self):
        return f"exit status {self.status}\nout: {self.out}\nerr: {self.err}"


def start(*arguments, wrapper=(), program=WHYLATE, **options):
    """Starts whylate (or a copy), behind the wrapper's words if there are any."""
    usual = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = [str(word) for word in (*wrapper, program, *arguments)]
    return subprocess.Popen(command, **{**usual, "text": True, **options})


def finish(process, seconds=20):
    """Its end; one that does not come in time is killed and is a failure."""
    try:
        return Done(process, *process.communicate(timeout=seconds))
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise AssertionError(f"it still ran after {seconds} s") from None


def run(*arguments, seconds=20, **options):
    return finish(start(*arguments, **options), seconds)


def show(file, status=0):
    """A run file as JSON; status None: whatever it is."""
    done = run("show", "--json", file)
    assert status is None or done.status == status, done
    return json.loads(done.out)


def one_line(text):
    """That line; it begins with the program's name."""
    lines = text.splitlines()
    assert len(lines) == 1 and lines[0].startswith("whylate: "), text
    return lines[0]


def wait_for(condition, what, seconds=10):
    """What the condition gives once that is not None, False or nothing."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.01)
    raise AssertionError(f"waited {seconds} s in vain for {what}")


def worker_tids(process):
    """The threads under SCHED_FIFO, once they measure."""

    def find():
        tids = [int(tid) for tid in os.listdir(f"/proc/{process.pid}/task")]
        return [tid for tid in tids if os.sched_getscheduler(tid) == os.SCHED_FIFO]

    return wait_for(find, "a real-time thread")


def wait_for_file(file, bytes_at_least=1):
    wait_for(lambda: file.exists() and file.stat().st_size >= bytes_at_least, file)


def processes_naming(text):
    """Ids of processes whose command line has the text; this one aside."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if text in (folder / "cmdline").read_bytes().decode(errors="replace"):
                found.append(int(folder.name))
        except OSError:
            pass
    return [pid for pid in found if pid != os.getpid()]


def needs_root():
    if os.geteuid() != 0:
        raise Skip("needs root")


def _run_case(case, folder):
    try:
        case(folder)
        return "passed", ""
    except Skip as why:
        return "skipped", str(why)
    except Exception:  # pylint: disable=broad-except
        return "FAILED", traceback.format_exc()


def main(*cases):
    """Runs the cases, or those named as arguments; each gets a new folder."""
    # What is started inherits what is ignored: by nohup, for example.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    results = []
    for case in cases:
        if sys.argv[1:] and case.__name__ not in sys.argv[1:]:
            continue
        with tempfile.TemporaryDirectory(prefix="whylate-test-") as folder:
            os.chmod(folder, 0o755)
            started = time.monotonic()
            result, words = _run_case(case, Path(folder))
            if result == "passed" and processes_naming(folder):
                result, words = "FAILED", "it left a process running"
        took = time.monotonic() - started
        print(f"{result}: {case.__name__.replace('_', ' ')} ({took:.1f} s) {words}", flush=True)
        results.append(result)
    if "FAILED" in results or not results:
        sys.exit(1)
    sys.exit(0 if "passed" in results else SKIPPED)
