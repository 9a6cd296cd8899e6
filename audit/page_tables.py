"""Tables of a page: each number below the head of its own column, beside the head of its own row."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from .. import experiment
from .findings import Findings
from .page import Page

_FACT = re.compile(r"(\w+)_([abcd])")
_MODEL = re.compile(r"(?<![A-Za-z])[AB](?![A-Za-z])")
_OF_CELL = {"b": "B", "c": "A"}


def check(page: Page, file: str, findings: Findings) -> None:
    """Hold the table of outcomes to its heads."""
    for table in page.elements():
        if table.tag != "table" or "outcomes" not in table.get("class", "").split():
            continue
        heads = [_cell(th) for th in table.iter("th") if th.get("scope") == "col"]
        for th in table.iter("th"):
            _head(th, file, findings)
        for row in table.iter("tr"):
            _row(row, heads, file, findings)


def _cell(head: Element) -> str:
    return next((name for name in head.get("class", "").split() if name in "abcd"), "")


def _head(head: Element, file: str, findings: Findings) -> None:
    """The head of a column says its cell in letters, and which model was right."""
    cell = _cell(head)
    if not cell:
        return
    letters = ["".join(i.itertext()).strip() for i in head.iter("i")]
    if letters and letters[-1] != cell:
        findings.fault(file, f"head of the column {cell}", letters[-1], cell)
    models = set(_MODEL.findall("".join(head.itertext())))
    if cell in _OF_CELL and len(models) == 1 and models != {_OF_CELL[cell]}:
        findings.fault(
            file, f"head of the column {cell}", "".join(head.itertext()), f"model {_OF_CELL[cell]}"
        )


def _row(row: Element, heads: list[str], file: str, findings: Findings) -> None:
    """A row's numbers are those of the comparison that its head names, each below its own head."""
    named = ["".join(th.itertext()).strip() for th in row if th.get("scope") == "row"]
    for place, cell in enumerate(row):
        for fact in cell.iter():
            found = _FACT.fullmatch(fact.get("data-fact") or "")
            if found is None:
                continue
            if named and named[0] in experiment.SCENARIOS and named[0] != found[1]:
                findings.fault(file, f"fact {found[0]}", named[0], f"{found[1]}, at the head of its row")
            if len(heads) == len(row) and heads[place] != found[2]:
                findings.fault(
                    file, f"fact {found[0]}", heads[place], f"{found[2]}, at the head of its column"
                )
