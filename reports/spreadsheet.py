"""The cases on which models differ, as CSV that no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from ..cases.outcomes import Case
from ..language.cells import inert


def as_csv(cases: Iterable[Case], models: Sequence[str]) -> bytes:
    """A line for each case: its id, who is right (A or B of two, else their names), what each said, more.

    A cell that a spreadsheet would compute has an apostrophe before it.
    """
    listed = list(cases)
    columns = list(dict.fromkeys(name for case in listed for name, _ in case.columns))
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(map(inert, ["id", "right", *models, *columns]))
    for case in listed:
        further = dict(case.columns)
        names = ("A", "B") if len(models) == 2 else models
        right = "; ".join(name for name, is_right in zip(names, case.right, strict=True) if is_right)
        writer.writerow(map(inert, [case.id, right, *case.results, *(further.get(c, "") for c in columns)]))
    return out.getvalue().encode("utf-8", "replace")
