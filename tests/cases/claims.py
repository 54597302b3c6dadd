# SPDX-License-Identifier: GPL-2.0-or-later
"""What must not be claimed, and what must come first."""

from common import CASES, run


def never_claims(found, *words):
    """Nothing that is called bad, nor advice against it, has such words in it."""
    for finding in found.by_rule.values():
        if finding["verdict"] != "bad":
            continue
        for key in ("evidence", "fix"):
            for word in words:
                assert word.lower() not in finding[key].lower(), (word, finding)


def first_bad(case, root="root"):
    """The title of the first bad finding of the text."""
    done = run("doctor", "--sysroot", CASES / case / root)
    lines = [line for line in done.out.splitlines() if line.startswith("Bad: ")]
    return lines[0] if lines else ""
