"""Tables: the null distributions as CSV, every row recomputed."""

from __future__ import annotations

import re
from itertools import zip_longest

from .. import experiment
from .findings import Findings

_NAME = re.compile(r"null-distribution-(\w+)\.csv")


def check(content: bytes, file: str, findings: Findings) -> None:
    """Note every row of a table that is not what its comparison gives."""
    named = _NAME.search(file)
    counts = experiment.SCENARIOS.get(named[1]) if named else None
    if counts is None:
        findings.say(file, "a table of no comparison of this program")
        return
    right = rows(counts)
    for number, (stated, wanted) in enumerate(zip_longest(content.split(b"\r\n"), right), 1):
        if stated != wanted:
            found = (stated or b"").decode("utf-8", "backslashreplace")
            findings.fault(file, f"line {number}", found or "nothing", (wanted or b"the end").decode())
    findings.checked["rows of CSV recomputed"] += len(right) - 2
    findings.files.add(file)


def rows(counts: tuple[int, int, int, int]) -> list[bytes]:
    """The lines of a table: k, arrangements, probability as a double, whether it counts for the p-value.

    >>> rows((900, 20, 0, 80))[1]
    b'0,1,9.5367431640625e-07,1'
    """
    _a, b, c, _d = counts
    m = b + c
    law = zip(experiment.arrangements(m), experiment.null_distribution(m), strict=True)
    lines = ["k,weight,probability,in_tails"]
    for k, (ways, chance) in enumerate(law):
        lines.append(f"{k},{ways},{float(chance)!r},{int(abs(2 * k - m) >= abs(b - c))}")
    return [line.encode("ascii") for line in (*lines, "")]
