# SPDX-License-Identifier: GPL-2.0-or-later
"""What the checks of the cases share: whylate's answers about a case's files, as JSON. Each
check-CASE is a list of functions like those of tests/system, and runs from anywhere."""

import importlib.util
import json
from pathlib import Path

CASES = Path(__file__).resolve().parent

# tests/system/common.py has the same name as this file, so it is loaded under another one.
_spec = importlib.util.spec_from_file_location(
    "system_common", CASES.parent / "system" / "common.py"
)
_system = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_system)

main = _system.main
run = _system.run
Skip = _system.Skip


class Findings:
    """What doctor says, by rule."""

    def __init__(self, done):
        assert done.status in (0, 1), done
        self.status, self.text = done.status, done.out
        self.answer = json.loads(done.out)
        self.by_rule = {finding["rule"]: finding for finding in self.answer["findings"]}

    def with_verdict(self, verdict):
        """Ids of the rules that say so; notes are not bad."""
        return {
            rule
            for rule, finding in self.by_rule.items()
            if self._word(finding) == verdict
        }

    @staticmethod
    def _word(finding):
        if finding["verdict"] == "bad" and finding["weight"] == "note":
            return "note"
        return finding["verdict"]

    def check(self, rule, verdict, *words, weight=None):
        """The rule says so, and its evidence holds the words. Returns the finding."""
        finding = self.by_rule[rule]
        assert self._word(finding) == verdict, finding
        assert weight in (None, finding["weight"]), finding
        for word in words:
            assert word in finding["evidence"], (word, finding)
        return finding

    def check_none(self, *rules, verdicts=("bad", "note")):
        """None of the rules says one of these."""
        for rule in rules:
            assert self._word(self.by_rule[rule]) not in verdicts, self.by_rule[rule]


def doctor(case, root=None, logs=()):
    """Doctor's findings about a tree or about boot logs of a case."""
    what = ["--sysroot", CASES / case / root] if root else []
    for number, log in enumerate(logs):
        what += [CASES / case / log] if number else ["--dmesg", CASES / case / log]
    return Findings(run("doctor", "--json", *what))
