# SPDX-License-Identifier: GPL-2.0-or-later
"""A board measures and judges itself, and this machine finds the same in what it brought back."""

import json
import re

import board

# A period that an emulated machine keeps, apart from what the host takes from it.
MEASURE = """
whylate run --period 20ms --warm-up 0s --for 2s --quiet -o run.whylate >run.txt; echo $? >run.status
whylate snapshot -o setup.whylate 2>snapshot.txt; echo $? >snapshot.status
whylate show --json run.whylate >show.json; echo $? >show.status
whylate doctor --json run.whylate >doctor.json; echo $? >doctor.status
whylate doctor >live.txt; echo $? >live.status
"""
STATUSES = {
    "run": ("0",),
    "snapshot": ("0",),
    "show": ("0",),
    "doctor": ("0", "1"),
    "live": ("0", "1"),
}


def judge(name, folder, *options):
    """Facts by name, after what must be so on every board."""
    done = board.run(name, *options, "--keep", folder, "--", MEASURE)
    assert done.status == 0, done
    for step, good in STATUSES.items():
        status = (folder / f"{step}.status").read_text().strip()
        assert status in good, (step, status, (folder / "run.txt").read_text(), done.err)
    _check_run(json.loads((folder / "show.json").read_text()))
    _check_same_here(folder)
    assert (folder / "live.txt").read_text().startswith("this machine: ")
    return _facts(board.whylate_here("doctor", "--facts", folder / "setup.whylate"))


def _check_run(shown):
    assert shown["validity"] == "valid", shown["reasons"]
    assert shown["ended"] == "complete" and shown["samples_lost"] == 0
    for stream in shown["streams"]:
        assert stream["count"] > 0 and stream["got_policy"] == "fifo", stream
        assert 0 < stream["min_ns"] <= stream["max_ns"], stream


def _check_same_here(folder):
    """The file's name aside, to the letter: between 32 and 64 bits nothing gets lost."""
    file = folder / "run.whylate"
    for step, arguments in {"show": ("show", "--json"), "doctor": ("doctor", "--json")}.items():
        there = (folder / f"{step}.json").read_text()
        here = board.whylate_here(*arguments, file).replace(str(file), "run.whylate")
        assert here == there, f"{step} says something else here"


def bad_rules(folder):
    """What doctor, there, called bad."""
    findings = json.loads((folder / "doctor.json").read_text())["findings"]
    return [row["rule"] for row in findings if row["verdict"] == "bad"]


def _facts(text):
    return {row[0]: row[1] for row in re.findall(r"^ +(\S+) +(.*\S)", text, re.MULTILINE)}
