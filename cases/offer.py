"""Offer: what one file offers to choose from, and how its rows are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

_ABOUT = {"inspect": ("input", "target", "metadata"), "lm-evaluation-harness": ("doc", "target")}


class Offer(NamedTuple):
    """One file, ready to be read.

    `relation` is what stands behind FROM, and `places` what stands in SQL for each column's text.
    Logs also say where their ids are, what can be compared in them (`results`: scorers, metrics), which
    filters their rows come from, where the epoch is, which task and model it was, and how the run ended.
    `separator` stands between the columns of a CSV file.
    """

    shown: str
    path: Path
    kind: str
    relation: str
    places: Mapping[str, str]
    sha256: str = ""
    id: str = ""
    results: Mapping[str, str] = {}
    filter: str = ""
    filters: tuple[str, ...] = ()
    epoch: str = ""
    task: str = ""
    model: str = ""
    status: str = ""
    encoding: str = ""
    separator: str = ","

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns, in the file's order."""
        return tuple(self.places)

    @property
    def further(self) -> tuple[str, ...]:
        """The columns that say what a case is about; a log has others, on how the run went."""
        about = _ABOUT.get(self.kind)
        return tuple(name for name in self.columns if about is None or name.split(".")[0] in about)

    @property
    def is_log(self) -> bool:
        """Whether an evaluation program wrote it."""
        return bool(self.results)
