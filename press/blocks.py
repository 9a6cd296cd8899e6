"""Source blocks: Markdown text in which every paragraph, heading and list item has an id.

    A sentence with a {placeholder}. {#part.name claims="p < alpha" note="for the translator"}

    ::: figure cases
    Blocks that belong to the figure. {#figure.cases.caption}
    :::

A block ends with its id in braces; blank lines separate blocks.  `#` marks a heading, `-` a list
item.  `::: kind name` opens a container and `:::` closes it.  Nothing else is syntax here; what
stands inside a block is Markdown, filled and rendered by a scribe.
"""

from __future__ import annotations

import re
import shlex
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..language.files import Unreadable, read_text
from ..language.message import BRACKETS, LENGTH, PLACEHOLDER, unusable
from ..language.refused import Refused

# nothing is tried twice: a long text without a closing brace would take the square of its length
_ID = re.compile(r"\{#(?P<id>[A-Za-z0-9]++(?:[.-][A-Za-z0-9]++)*+)(?P<attributes>[^{}]*+)\}\s*+\Z")
_MARK = re.compile(r"(?P<heading>#{1,6})\s+|(?P<item>-)\s+")
_OPEN = re.compile(r":::\s+(?P<kind>[a-z]+)(?:\s+(?P<name>[a-z][a-z0-9-]*))?\Z")

_ATTRIBUTES = {"claims", "note"}


class SourceError(Refused):
    """A fault in a source file; the message names file and line, what is wrong and what to do."""


class Block(NamedTuple):
    """One message: what a translator sees as one entry."""

    id: str
    kind: str  # "heading", "item" or "paragraph"
    level: int  # of a heading, else 0
    text: str  # Markdown with {placeholders}
    claims: tuple[str, ...]
    note: str  # for the translator
    file: str  # "article.md"
    line: int

    @property
    def source(self) -> str:
        """Where it stands, for a person: `article.md:12`."""
        return f"{self.file}:{self.line}"

    @property
    def placeholders(self) -> tuple[str, ...]:
        """The names in braces, in the order of the text.

        >>> Block("x", "paragraph", 0, "{b} of {m}, so {b}", (), "", "x.md", 1).placeholders
        ('b', 'm', 'b')
        """
        return placeholders(self.text)


class Container(NamedTuple):
    """A group of blocks that the page sets in its own way: a figure, a table, a formula, ..."""

    kind: str
    name: str
    blocks: tuple[Block, ...]


Node = Block | Container
Place = tuple[str, int]  # a file and a line in it


def placeholders(text: str) -> tuple[str, ...]:
    """The names in braces, in the order of the text."""
    return tuple(PLACEHOLDER.findall(text))


def read(path: Path, name: str = "") -> list[Node]:
    """The blocks and containers of a source file, in order; SourceError where it cannot be read.

    `name` is what errors call the file; its own name, when none is given.
    """
    try:
        text = unicodedata.normalize("NFC", read_text(path))
    except Unreadable as error:
        raise SourceError(error.what, path=path, line=error.line, advice=error.advice) from None
    return parse(text, name or path.name)


def parse(text: str, name: str) -> list[Node]:
    """The blocks and containers of a source text; `name` is what errors call it.

    >>> [block.id for block in parse("# Title {#title}", "article.md")]
    ['title']
    """
    nodes: list[Node] = []
    open_container: tuple[str, str, int] | None = None
    inside: list[Block] = []
    for line, paragraph in _paragraphs(text):
        place = (name, line)
        if paragraph == ":::":
            if open_container is None:
                raise _wrong(place, "':::' closes a container, but none is open")
            nodes.append(Container(open_container[0], open_container[1], tuple(inside)))
            open_container, inside = None, []
        elif paragraph.startswith(":::"):
            if open_container is not None:
                raise _wrong(place, f"the container opened in line {open_container[2]} is still open")
            opening = _OPEN.match(paragraph)
            if opening is None:
                raise _wrong(place, f"a container opens with '::: kind name', not {paragraph[:40]!r}")
            open_container = (opening["kind"], opening["name"] or opening["kind"], line)
        elif open_container is None:
            nodes.append(_block(paragraph, place))
        else:
            inside.append(_block(paragraph, place))
    if open_container is not None:
        raise _wrong((name, open_container[2]), "this container is never closed with ':::'")
    refuse_repeated_ids(flat(nodes))
    return nodes


def flat(nodes: Sequence[Node]) -> list[Block]:
    """Every block, in order, those in containers too."""
    blocks: list[Block] = []
    for node in nodes:
        blocks.extend([node] if isinstance(node, Block) else node.blocks)
    return blocks


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Paragraphs and container marks with the line each begins in; lines are joined by spaces."""
    start, lines = 0, list[str]()
    for number, line in enumerate([*text.splitlines(), ""], 1):
        stripped = line.strip()
        if stripped.startswith(":::") or not stripped or _MARK.match(stripped):
            if lines:
                yield start, " ".join(lines)
            start, lines = number, []
            if stripped.startswith(":::"):
                yield number, stripped
            elif stripped:
                lines = [stripped]
        else:
            start = start if lines else number
            lines.append(stripped)


def _block(paragraph: str, place: Place) -> Block:
    start = max(paragraph.rfind("{#"), 0)  # a search for the pattern would try at every brace
    tail = _ID.match(paragraph, start)
    if tail is None:
        raise _wrong(place, "this block has no id", "end it with one, like {#part.name}")
    attributes = _attributes(tail["attributes"], place)
    mark = _MARK.match(paragraph)
    text = paragraph[mark.end() if mark else 0 : start].rstrip()
    kind, level = "paragraph", 0
    if mark is not None:
        kind, level = ("heading", len(mark["heading"])) if mark["heading"] else ("item", 0)
    if len(text) > LENGTH or text.count("[") > BRACKETS:
        limits = f"{LENGTH} characters or {BRACKETS} square brackets"
        raise _wrong(place, f"block {tail['id']} has more than {limits}", "part it")
    if not text.strip():
        raise _wrong(place, f"block {tail['id']} is empty")
    if unfit := unusable(text, text):
        raise _wrong(place, f"block {tail['id']} {unfit.what}", "delete it")
    claims = tuple(claim.strip() for claim in attributes.get("claims", "").split(";") if claim.strip())
    return Block(tail["id"], kind, level, text, claims, attributes.get("note", ""), *place)


def _attributes(text: str, place: Place) -> dict[str, str]:
    try:
        pairs = [part.partition("=") for part in shlex.split(text)]
    except ValueError as error:
        raise _wrong(place, f"the attributes after the id cannot be read: {error}") from None
    for name, equals, _value in pairs:
        if name not in _ATTRIBUTES or not equals:
            raise _wrong(place, f"{name!r} is no attribute of a block", "there are claims and note")
    return {name: value for name, _equals, value in pairs}


def refuse_repeated_ids(blocks: Iterable[Block]) -> None:
    """Raise SourceError for the first block whose id another has."""
    seen: dict[str, Block] = {}
    for block in blocks:
        first = seen.setdefault(block.id, block)
        if first is not block:
            raise SourceError(
                f"block id {block.id} stands already at {first.source}", path=block.file, line=block.line
            )


def _wrong(place: Place, what: str, advice: str = "") -> SourceError:
    return SourceError(what, path=place[0], line=place[1], advice=advice)
