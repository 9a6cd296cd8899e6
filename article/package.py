"""The code package: experiment.py with data, schema, licences and a README in each language, as a ZIP."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence

from ..press.blocks import Block, Node
from ..press.scribe import Scribe

FOLDER = "discordant-package"
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


def readme(nodes: Sequence[Node], scribe: Scribe, title: str) -> bytes:
    """The README of the package in the scribe's language, as Markdown."""
    from ..language import Fact

    facts = {"title": Fact("title", title, "name")}
    parts: list[str] = []
    for node in nodes:
        if not isinstance(node, Block):
            continue
        text = scribe.plain(node, facts)
        if node.kind == "heading":
            parts.append(f"{'#' * node.level} {text}")
        elif node.kind == "item":
            item = f"- {text}"
            parts[-1:] = [f"{parts[-1]}\n{item}"] if parts[-1].startswith("- ") else [parts[-1], item]
        else:
            parts.append(text)
        if node.id == "package.run":
            parts.append("```\npython experiment.py\npython experiment.py --check data/discordant.json\n```")
    return ("\n\n".join(parts) + "\n").encode("utf-8")
