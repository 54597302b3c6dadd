# SPDX-License-Identifier: GPL-2.0-or-later
"""What the checks of comparisons share: whylate compare's answer about a case's files."""

import importlib.util
import json
import re
import shutil
from pathlib import Path

CASES = Path(__file__).resolve().parent

# tests/system/common.py has the same name as a file here, so it is loaded under another one.
_spec = importlib.util.spec_from_file_location(
    "system_common", CASES.parent / "system" / "common.py"
)
_system = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_system)

main = _system.main
run = _system.run


class Compared:
    """What compare says, as JSON and as text."""

    def __init__(self, *arguments):
        done = run("compare", "--json", *arguments)
        shown = run("compare", *arguments)
        assert done.status == shown.status and done.status in (0, 1, 3), (done, shown)
        self.status, self.answer = done.status, json.loads(done.out)
        self.text = " ".join(shown.out.split())
        self.sentence = self.answer["sentence"]
        assert self.text.startswith(" ".join(self.sentence.split())), self.text

    def row(self, quantity, stream="total"):
        for row in self.answer["differences"]:
            if (row["stream"], row["quantity"]) == (stream, quantity):
                return row
        return None

    def change(self, quantity, stream="total"):
        """Of one figure: A, B, their difference in ns, the factor in thousandths."""
        row = self.row(quantity, stream)
        return row["a_ns"], row["b_ns"], row["difference_ns"], row["factor_thousandths"]

    def ranked(self):
        """Titles of the set-up's differences, in order."""
        return [item["title"] for item in self.answer["setup"]["differences"]]

    def item(self, rank):
        return self.answer["setup"]["differences"][rank - 1]

    def is_unknown(self, *words):
        """Each is named among the unknown."""
        for word in words:
            assert any(word in text for text in self.answer["unknown"]), (
                word,
                self.answer["unknown"],
            )

    def never_says(self, *patterns):
        for pattern in patterns:
            assert not re.search(pattern, self.text, re.I), (pattern, self.text)

    def has_no_p_value(self):
        """Neither p-values nor intervals; percentiles are the report's own or none."""
        for row in self.answer["differences"]:
            for key in ("low_ns", "high_ns", "no_larger_than_ns", "p_ppm", "sign_p_ppm"):
                assert row[key] is None, row


def copy_of(case, folder):
    """A case's files, to be changed."""
    shutil.copytree(CASES / case, folder / case)
    return folder / case
