"""Verify: is a published folder still what the build made, and do its data still follow from the code?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from .. import experiment
from ..language.refused import Refused
from ..press import emit

_DATA = "output/data/discordant.json"


def faults(parent: Path) -> Iterator[str]:
    """Every way in which the folder departs from its manifest, and its data from the calculations.

    Raises Refused where there is no manifest, EmitError where it is not one of ours.
    """
    files = emit.read_manifest(parent)["files"]
    if not files:
        raise Refused("not there", path=parent / emit.MANIFEST, advice="`discordant build` makes it")
    for path, entry in files.items():
        yield from _file(parent / path, entry["sha256"])
    if _DATA in files:
        yield from _data(parent / _DATA)


def count(parent: Path) -> int:
    """The number of files that the manifest names."""
    return len(emit.read_manifest(parent)["files"])


def _file(path: Path, sha256: str) -> Iterator[str]:
    try:
        content = path.read_bytes()
    except OSError as error:
        yield f"{path}: cannot be read: {error.strerror}"
        return
    if emit.sha256(content) != sha256:
        yield f"{path}: has changed since it was built"


def _data(path: Path) -> Iterator[str]:
    try:
        shipped = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        yield f"{path}: cannot be read as JSON"
        return
    for name, computed in experiment.data().items():
        if not isinstance(shipped, dict) or shipped.get(name) != computed:
            yield f"{path}: {name} is not what experiment.py computes"
