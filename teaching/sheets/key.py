"""The key as a table for spreadsheets and programs: a line for each question of each variant."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from ...language.cells import inert
from ..exercises.sheet import Sheet
from .pupils import Pupil
from .texts import PARTS, Writer

COLUMNS = ("variant", "item", "kind", "part", "points", "key")
CLASS_COLUMNS = ("name", "id", "variant")


def table(writer: Writer, sheet: Sheet) -> bytes:
    """The key as CSV, its numbers as the language writes them; with a mark of UTF-8, which spreadsheets need.

    Kinds and columns have the same names in every language; a part is empty where an item asks one thing.
    """
    return _csv(COLUMNS, _rows(writer, sheet))


def of_class(dealt: Iterable[tuple[str, Pupil]]) -> bytes:
    """Who has which variant, as CSV of the same kind; no name is taken for a formula."""
    rows = ((inert(pupil.name), inert(pupil.id), letter) for letter, pupil in dealt)
    return _csv(CLASS_COLUMNS, rows)


def _csv(columns: Sequence[str], rows: Iterable[Sequence[str | int]]) -> bytes:
    text = io.StringIO()
    written = csv.writer(text, lineterminator="\n")
    written.writerow(columns)
    written.writerows(rows)
    return text.getvalue().encode("utf-8-sig")


def _rows(writer: Writer, sheet: Sheet) -> Iterator[tuple[str | int, ...]]:
    for letter, items in sheet.variants.items():
        for number, item in enumerate(items, 1):
            for place, question in enumerate(item.questions):
                part = PARTS[place] if len(item.questions) > 1 else ""
                key = " ".join(str(writer.key(item.kind, question).striptags()).split())
                yield letter, number, item.kind, part, question.points, key
