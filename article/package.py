"""The code package: experiment.py, the listing, data, schema, licences and READMEs, as a ZIP."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from typing import NamedTuple

from ..language import Fact
from ..language.message import PLACEHOLDER
from ..press.blocks import Block
from ..press.scribe import Scribe
from ..publication import credit, status
from ..publication.edition import Edition

FOLDER = "discordant-package"
_RUN = "```\npython experiment.py\npython experiment.py --check data/discordant.json\npython compare.py\n```"
_WORD = re.compile(r"[^\W\d_]")
_EARLIEST = (1980, 1, 1, 0, 0, 0)  # the first moment that ZIP can hold; the same at every build


def archive(files: Mapping[str, bytes]) -> bytes:
    """A ZIP of the files in one folder: sorted, with one fixed date, so with the same bytes each time."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(f"{FOLDER}/{path}", _EARLIEST)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, whatever the machine
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, files[path])
    return buffer.getvalue()


class Passage(NamedTuple):
    """A passage of a README."""

    kind: str  # heading, paragraph, item, code, status, or mark, which says that what follows is in English
    text: str
    block: str = ""  # its id, where it has one


def readme(edition: Edition, scribe: Scribe, title: str) -> bytes:
    """The README of the package in the edition's language, as Markdown; what stands in English says so."""
    written, before = "", ""
    for passage in passages(edition, scribe, title):
        apart = "\n" if passage.kind == before == "item" else "\n\n"
        written += (apart if before else "") + passage.text
        before = passage.kind
    return (written + "\n").encode("utf-8")


def passages(edition: Edition, scribe: Scribe, title: str) -> list[Passage]:
    """What the README of the package says, in order, each as Markdown."""
    facts, blocks = {"title": Fact("title", title, "name")}, edition.publication.blocks
    parts: list[Passage] = []
    said = ""
    own = [(node, facts) for node in edition.publication.nodes["package.md"] if isinstance(node, Block)]
    for node, known in (*own, *credit.messages(edition)):
        text, mark = scribe.plain(node, known), _mark(node, scribe, blocks)
        if mark not in ("", said):  # said once for passages that follow each other
            parts.append(Passage("mark", f"*{mark}*"))
        said = mark
        before = {"heading": f"{'#' * node.level} ", "item": "- "}.get(node.kind, "")
        parts.append(Passage(node.kind, before + text, node.id))
        if node.id == "package.run":
            parts.append(Passage("code", _RUN))
    return [
        *parts,
        *(Passage("status", text) for text in status.unfinished(edition, ["package"], scribe.plain)),
    ]


def _mark(block: Block, scribe: Scribe, blocks: Mapping[str, Block]) -> str:
    """What stands before a passage in English; "" for one that is translated, or has no words of its own."""
    state = scribe.state(block)
    if state == "done" or not _WORD.search(PLACEHOLDER.sub("", block.text)):
        return ""
    return scribe.plain(blocks["page.outdated" if state == "stale" else "page.fallback"])
