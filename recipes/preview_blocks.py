"""What a preview tells of each block: its English, its translation, where both lie, and what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

from ..language.folders import find
from ..language.reviewed import REVIEWED
from ..press.blocks import Block
from ..publication.disk import SOURCES
from ..publication.edition import Edition
from ..translating import review


class BlockFault(TypedDict):
    """Something wrong with a translation."""

    what: str
    warning: bool


class AboutBlock(TypedDict):
    """What a translator wants to know of a block."""

    id: str
    english: str
    note: str
    source: str  # file and line
    translation: str
    place: str  # likewise, of the translation
    status: str
    reviewed: bool
    faults: list[BlockFault]


def about(own: Edition) -> list[AboutBlock]:
    """What a translator wants to know of each block, in the order of the sources."""
    refused, translations = {fault.block for fault in own.faults}, own.catalog
    found: dict[str, list[BlockFault]] = {}
    for fault in review.blocks(own):
        what = f"{fault.finding.what}; {fault.finding.advice}"
        found.setdefault(fault.block, []).append({"what": what, "warning": fault.finding.warning})
    places = {name: _shown(find("templates", name)) for name in SOURCES}
    told: list[AboutBlock] = []
    for block in own.publication.blocks.values():
        entry = translations.entries.get(block.id)
        told.append(
            {
                "id": block.id,
                "english": block.text,
                "note": block.note,
                "source": f"{places[block.file]}:{block.line}",
                "translation": entry.text if entry else "",
                "place": f"{_shown(Path(entry.path))}:{entry.line}" if entry else "",
                "status": "faulty" if block.id in refused else _status(own, block),
                "reviewed": entry is not None and entry.review == REVIEWED,
                "faults": found.get(block.id, []),
            }
        )
    return told


def _status(own: Edition, block: Block) -> str:
    if own.tag == "en":
        return "source"
    state = own.catalog.state(block.id, block.text)
    if state == "missing" and block.id not in own.catalog.entries:
        return "absent"
    return "translated" if state == "done" else state


def _shown(path: Path) -> str:
    """A path as seen from here, where it lies below."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
