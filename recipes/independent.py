"""Independent: are the numbers of what was published true?  For whoever has no sources of it."""

from __future__ import annotations

from pathlib import Path

from ..audit.whole import audit
from ..production.texts import Progress
from .verdict import Verdict


def check(path: Path, progress: Progress) -> Verdict:
    """Every result recomputed and every number read back, in a folder, a ZIP, a PDF or a page.

    Raises Refused where there is nothing that can be read.
    """
    progress(f"reading {path}")
    report = audit(path)
    *notes, last = report.summary()
    faults = list(report.faults_in_lines())
    if faults:
        return Verdict(faults, [], [*notes, last], "")
    return Verdict([], [], notes, f"no fault found; {last}")
