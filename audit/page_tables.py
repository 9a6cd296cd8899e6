"""Tables of a page: each number below the head of its own column, beside the head of its own row."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from .. import experiment
from .findings import Findings
from .page import Page

_FACT = re.compile(
    r"([A-Z]+)_(a|b|c|d|N|A_accuracy|B_accuracy|exact_p|chi_square(?:_corrected)?_(?:p|factor))"
)
_COMPARISON = re.compile(r"(?<![A-Za-z])([A-Z]+)(?![A-Za-z])")
_MODEL = re.compile(r"(?<![A-Za-z])[AB](?![A-Za-z])")
_OF_CELL = {"b": "B", "c": "A", "A-accuracy": "A", "B-accuracy": "B"}
_LINES = frozenset(("a", "b", "c", "d", "N", "A-accuracy", "B-accuracy", "exact", "plain", "corrected"))
_METHODS = {  # method -> its facts, in the order of the columns of a comparison
    "exact": ("exact_p",),
    "plain": ("chi_square_p", "chi_square_factor"),
    "corrected": ("chi_square_corrected_p", "chi_square_corrected_factor"),
}


def check(page: Page, file: str, findings: Findings) -> None:
    """Hold the tables of outcomes and of methods to their heads."""
    for table in page.elements():
        classes = table.get("class", "").split() if table.tag == "table" else []
        if "outcomes" in classes or "methods" in classes:
            columns = _columns(table)
            for row in table.iter("tr"):
                _row(row, columns, file, findings)


def _columns(table: Element) -> list[str]:
    """The comparison of each column, from the left; "" for that of the heads of rows."""
    first = next(table.iter("tr"), ())
    columns: list[str] = []
    for head in first:
        named = [one for one in _COMPARISON.findall("".join(head.itertext())) if one in experiment.SCENARIOS]
        span = head.get("colspan", "1")
        columns += (named[-1:] or [""]) * (int(span) if span in ("1", "2") else 1)
    return columns


def _row(row: Element, columns: list[str], file: str, findings: Findings) -> None:
    """A row's numbers are those that its head names, each of the comparison at the head of its column."""
    heads = [th for th in row if th.get("scope") == "row"]
    line = next((name for th in heads for name in th.get("class", "").split() if name in _LINES), "")
    for head in heads:
        _head(head, line, file, findings)
    before = ""
    for place, cell in enumerate(row):
        names = [element.get("data-fact") or "" for element in cell.iter()]
        for found in filter(None, map(_FACT.fullmatch, names)):
            comparison = columns[place] if place < len(columns) else ""
            if comparison != found[1]:
                findings.fault(file, f"fact {found[0]}", comparison, f"{found[1]}, at the head of its column")
            nth = before == comparison
            before = comparison
            if found[2] not in _facts(line)[nth : nth + 1]:
                findings.fault(file, f"fact {found[0]}", line, f"{found[2]}, at the head of its row")


def _facts(line: str) -> tuple[str, ...]:
    return _METHODS.get(line, (line.replace("-", "_"),))


def _head(head: Element, line: str, file: str, findings: Findings) -> None:
    """The head of a row says its cell in letters, and which model was right."""
    text = "".join(head.itertext())
    letters = ["".join(i.itertext()).strip() for i in head.iter("i")]
    if line in ("a", "b", "c", "d") and letters and letters[-1] != line:
        findings.fault(file, f"head of the row {line}", letters[-1], line)
    models = set(_MODEL.findall(text))
    if line in _OF_CELL and len(models) == 1 and models != {_OF_CELL[line]}:
        findings.fault(file, f"head of the row {line}", text, f"model {_OF_CELL[line]}")
