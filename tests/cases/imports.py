# SPDX-License-Identifier: GPL-2.0-or-later
"""What the checks of reports share: whylate import's answer about a case's files as JSON, and
how a run made of it is shown again."""

import importlib.util
import json
from pathlib import Path

CASES = Path(__file__).resolve().parent

# tests/system has files of its own with such names, so its common.py gets another one.
_spec = importlib.util.spec_from_file_location(
    "system_common", CASES.parent / "system" / "common.py"
)
_system = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_system)

main = _system.main
run = _system.run

PERCENTILES = ("p50_ns", "p90_ns", "p99_ns", "p99_9_ns", "p99_99_ns", "p99_999_ns")


class Imported:
    """What import --json says of one report."""

    def __init__(self, done):
        self.status, self.answer = done.status, json.loads(done.out)
        self.about = self.answer["imported"]
        self.streams = self.answer["streams"]
        self.reasons = self.answer["reasons"]

    def notes(self, kind="note"):
        return [note["text"] for note in self.about["notes"] if note["kind"] == kind]

    def says(self, *words, kind="note"):
        """One note of this kind has all of these words in it."""
        for text in self.notes(kind):
            if all(word in text for word in words):
                return text
        raise AssertionError((words, self.notes(kind)))

    def never_says(self, *words):
        for text in self.notes() + self.notes("assumed") + self.notes("inconsistent"):
            for word in words:
                assert word not in text, (word, text)

    def consistent(self):
        assert not self.notes("inconsistent"), self.about["notes"]

    def stream(self, number=0, **expected):
        """This stream, which has these figures."""
        stream = self.streams[number]
        for key, value in expected.items():
            assert stream[key] == value, (number, key, stream[key], value)
        return stream

    def by_name(self, name, **expected):
        number = [stream["name"] for stream in self.streams].index(name)
        return self.stream(number, **expected)

    def without_percentiles(self):
        for stream in self.streams:
            for key in PERCENTILES:
                assert stream[key] is None, (key, stream[key])
                assert stream[key.replace("_ns", "_at_least_ns")] is None, key


def imported(case, file, status=0):
    """A file of a case. What it says on the standard error is for people."""
    done = run("import", "--json", CASES / case / file)
    assert done.status == status, done
    return Imported(done)


def same_when_shown(case, file, folder, status=0):
    """A run file made of the report shows the same figures again."""
    direct = imported(case, file, status)
    out = folder / "imported.whylate"
    done = run("import", "-o", out, CASES / case / file)
    assert done.status == status and out.stat().st_size, done
    done = run("show", "--json", out)
    assert done.status == status, done
    again = Imported(done)
    assert again.streams == direct.streams
    assert again.about["notes"] == direct.about["notes"]
    return direct


def findings(case, file, folder, statuses=(0, 1)):
    """What doctor says of a run made of the report, by rule."""
    out = folder / "findings.whylate"
    done = run("import", "-o", out, CASES / case / file)
    assert out.stat().st_size, done
    done = run("doctor", "--json", out)
    assert done.status in statuses, done
    return {finding["rule"]: finding for finding in json.loads(done.out)["findings"]}


def judged(finding, verdict, *words, weight=None):
    """It has this verdict, and the words are in its evidence."""
    assert finding["verdict"] == verdict, finding
    assert weight in (None, finding["weight"]), finding
    for word in words:
        assert word in finding["evidence"], (word, finding)
