"""Labels: what a figure's words and numbers say, held to the panel in which they stand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from .data import Edition, Entry
from .drawing import Drawing, Label
from .figures import ticks_aside
from .findings import Findings
from .numbers import plain
from .record import Record

# a label in the colour of a group, or of both tails, says the numbers of that group
_OF_COLOUR = {
    "cases": {"amber": "only-b", "violet": "only-a"},
    "null-distribution": {"red": "tails"},
}
_MODEL = re.compile(r"(?<![A-Za-z])[AB](?![A-Za-z])")
_NUMERAL = re.compile(r"(?<![A-Za-z])II?(?![A-Za-z])")
_DIGITS = re.compile(r"[\d\W_]+")

_OTHER = {"I": "II", "II": "I"}
_SIDES = {
    "cases": "field-1-",
    "records": "record-",
    "attainable": "panel-1-",
}  # of a figure whose panels stand side by side


def check(
    drawing: Drawing, kind: str, panels: Sequence[str], edition: Edition, file: str, findings: Findings
) -> None:
    """Hold each label to the numbers that the list of figures has for its panel, all of them and no other."""
    entries = [
        entry for entry in edition.printed.get("figures", ()) if entry.block.startswith(f"figure.{kind}.")
    ]
    try:
        parted = _parted(drawing, kind, panels)
    except (IndexError, ValueError):
        return  # said where the panels are measured
    words: dict[str, set[str]] = {}
    for panel, standing in parted.items():
        own = _of_panel(entries, panel)
        record = Record(own, edition.tag)
        place = f"labels of panel {panel}"
        said = Counter[str]()
        texts = {text for text, _label in ticks_aside(drawing, edition.marks)}
        for label in standing:
            if label.text not in texts:
                continue
            tokens = record.tokens(label.text)
            said.update(tokens)
            if not record.spoken(label.text):
                findings.fault(file, place, label.text, "numbers that discordant.json lists for this panel")
            if (block := _block(own, record, tokens)) and tokens:
                words.setdefault(block, set()).add(_DIGITS.sub(" ", label.text).strip())
            _colour(label, kind, own, record, file, place, findings)
        wanted = Counter(token for entry in own for token in record.tokens(entry.text))
        if entries and said != wanted:
            odd = sorted(((said - wanted) + (wanted - said)).elements())
            findings.fault(file, place, " ".join(odd), "each number of the panel as often as it is listed")
        _title(standing, panel, kind, file, findings)
    for block, ways in words.items():
        if len(ways) > 1:
            findings.fault(file, block, " / ".join(sorted(ways)), "the same words in each panel")


def _parted(drawing: Drawing, kind: str, panels: Sequence[str]) -> dict[str, list[Label]]:
    """The labels by panel: those of bars stand one below the other, others side by side."""
    if len(panels) == 1:
        return {panels[0]: drawing.labels}
    found: dict[str, list[Label]] = {panel: [] for panel in panels}
    first, second = panels
    if kind == "null-distribution":
        edge = drawing.strokes("panel-2-base")[0][0][1] - 233  # its title stands 224 above its base
        for label in drawing.labels:
            found[second if label.y > edge else first].append(label)
        return found
    names = [name for name in drawing.paths if name.startswith(_SIDES[kind])]
    middle = drawing.width / 2
    begins_left = drawing.strokes(names[0])[0][0][0] < middle
    for label in drawing.labels:
        found[first if (label.x < middle) == begins_left else second].append(label)
    return found


def _of_panel(entries: Sequence[Entry], panel: str) -> list[Entry]:
    """What the list has for one panel: its facts and blocks, and once what belongs to either."""
    other = _OTHER.get(panel, "-")
    mine = [
        entry
        for entry in entries
        if not entry.fact.startswith(f"{other}_")
        and f".{other}." not in entry.block
        and (panel not in ("table", "cells") or entry.block.endswith(".cells") == (panel == "cells"))
    ]
    found: dict[str, list[Entry]] = {}
    for block, group in groupby(mine, lambda entry: entry.block):
        stated = list(group)
        half = stated[: len(stated) // 2]
        found.setdefault(block, half if stated == half * 2 else stated)
    return [entry for group in found.values() for entry in group]


def _block(entries: Sequence[Entry], record: Record, tokens: list[str]) -> str:
    """The block whose numbers these are, where it is the only one."""
    found = [
        block
        for block, group in groupby(entries, lambda entry: entry.block)
        if [token for entry in group for token in record.tokens(entry.text)] == tokens
    ]
    return found[0] if len(found) == 1 else ""


def _colour(
    label: Label, kind: str, own: Sequence[Entry], record: Record, file: str, place: str, findings: Findings
) -> None:
    group = _OF_COLOUR.get(kind, {}).get(label.colour)
    tokens = record.tokens(label.text)
    if group is None or not tokens:
        return
    right = [
        token
        for entry in own
        if entry.block.rpartition(".")[2] == group
        for token in record.tokens(entry.text)
    ]
    if right and not Counter(tokens) <= Counter(right):
        findings.fault(file, place, label.text, f"{', '.join(right)}, in the colour of {group}")
    models = set(_MODEL.findall(label.text))
    if kind == "cases" and len(models) == 1 and models != {group[-1].upper()}:
        findings.fault(file, place, label.text, f"{group[-1].upper()}, in the colour of {group}")


def _title(standing: Sequence[Label], panel: str, kind: str, file: str, findings: Findings) -> None:
    """The topmost label of a panel names no other comparison."""
    title = min(standing, key=lambda label: label.y, default=None)
    if title and kind == "null-distribution":
        named = set(_NUMERAL.findall(plain(title.text)))
        if named and panel not in named:
            findings.fault(file, f"title of panel {panel}", title.text, f"comparison {panel}")
