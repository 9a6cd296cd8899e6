"""The document: source blocks in, written in one language and numbered, ready for a page template."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from markupsafe import Markup

from ..language import Fact
from .blocks import Block, Container, Node, SourceError
from .inline import COLOURS, NOTE
from .scribe import Scribe, Text


class Item(NamedTuple):
    """A piece of a section: kind decides how the template sets it, content what it holds."""

    kind: str  # paragraph, list, formula, display, figure, table, listing, note, box or references
    id: str
    content: Any


class Section(NamedTuple):
    """A numbered section; the one that gives the sources has no number."""

    id: str
    number: Markup | None
    title: Text
    items: list[Item]


class Numbered(NamedTuple):
    """A figure, table, formula or listing, with its running number and its blocks by last name."""

    number: Fact
    parts: dict[str, Text]


class Formula(TypedDict):
    """A formula on a line of its own."""

    number: Markup | None  # a `display` has none
    math: Markup  # as the scribe sets formulas
    spoken: str
    english: bool  # whether the spoken words are, and with them the numbers


class Note(NamedTuple):
    """A side note: beside the text where there is room."""

    number: Markup
    texts: list[Text]
    rows: int  # of how many items of the section its height may be a part, until something needs the margin


class Box(NamedTuple):
    """A boxed list: its head, what leads to it, its entries."""

    title: Text
    lead: list[Text]
    entries: list[Text]


class Reference(NamedTuple):
    """An entry of the list of references."""

    key: str
    text: Text


class Document(NamedTuple):
    """The parts of an article page, in the order of the source."""

    title: Text
    question: Text
    standfirst: Text
    description: str
    opening: Item  # the figure under the title
    abstract: list[Text]
    sections: list[Section]
    colophon: list[Text]
    errata: dict[str, Text]


ARTICLE = "article.md"
_NUMBERED = ("figure", "table", "formula", "listing", "note")
_NAMED = (*_NUMBERED, "display", "box")
_SINGLE = ("head", "abstract", "references", "colophon", "errata")
_INSIDE = (*_NAMED, "references")  # what stands in a section
UNNUMBERED = ("sources",)
MARGIN_ROWS = 4  # items of a section that a side note is beside, at most


class _Counter:
    """Running numbers, each a fact of its own: `figure_cases` is the number of that figure."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}

    def next(self, kind: str, name: str) -> Fact:
        self._last[kind] = self._last.get(kind, 0) + 1
        return Fact(f"{kind}_{name.replace('-', '_')}", self._last[kind], "label")


def numbers(nodes: Sequence[Node]) -> dict[str, Fact]:
    """The running numbers of sections, figures, tables, formulas, listings and notes, as facts by name."""
    counter = _Counter()
    facts: list[Fact] = []
    for node in nodes:
        if isinstance(node, Block) and node.kind == "heading" and _name(node) not in UNNUMBERED:
            facts.append(counter.next("section", _name(node)))
        elif isinstance(node, Container) and node.kind in _NUMBERED:
            facts.append(counter.next(node.kind, node.name))
    return {fact.name: fact for fact in facts}


def anchors(nodes: Sequence[Node]) -> dict[str, str]:
    """Where links inside the article lead, by the name that a text gives them: `figure-cases`, `ref-tango`.

    `only-b` and `only-a` are no places: what is linked to them gets the colour of that cell.
    """
    found = {name: f"#{name}" for name in COLOURS}
    for node in nodes:
        if isinstance(node, Block):
            if node.kind == "heading":
                found[_name(node)] = f"#{_name(node)}"
        elif node.kind == "references":
            found |= {f"ref-{key}": f"#ref-{key}" for key in map(_key, node.blocks)}
        elif node.kind in _NUMBERED:
            found[f"{node.kind}-{node.name}"] = f"#{node.kind}-{node.name}"
    return found


def write(
    nodes: Sequence[Node], scribe: Scribe, narrow: Collection[str] = (), before_abstract: int = 0
) -> Document:
    """The article in the scribe's language; SourceError where a part that every article has is missing.

    `before_abstract` is the number of sections that a reader meets first: the scribe records what it writes
    in that order.
    """
    _refuse_unknown(nodes)
    containers = {node.kind: node for node in nodes if isinstance(node, Container)}
    for kind in ("head", "abstract", "colophon"):
        if kind not in containers:
            raise SourceError(f"no container '::: {kind}'", path=ARTICLE, advice="every article has one")
    labels = numbers(nodes)
    head = {block.id: block for block in containers["head"].blocks}
    for name in ("title", "question", "standfirst", "description"):
        if name not in head:
            raise SourceError(f"the container '::: head' has no block {name}", path=ARTICLE)
    heads = [i for i, node in enumerate(nodes) if isinstance(node, Block) and node.kind == "heading"]
    first_section, cut = (heads[n] if n < len(heads) else len(nodes) for n in (0, before_abstract))
    opening = [
        node for node in nodes[:first_section] if isinstance(node, Container) and node.kind == "figure"
    ]
    if len(opening) != 1:
        raise SourceError(
            "the article opens with one figure, '::: figure name', before the first section", path=ARTICLE
        )
    _refuse_lost(nodes[:first_section])
    _refuse_unmarked(nodes)
    title, question, standfirst = (scribe.html(head[name]) for name in ("title", "question", "standfirst"))
    description = scribe.plain(head["description"])
    opened = _container(opening[0], scribe, labels)
    first = sections(nodes[first_section:cut], scribe, labels, narrow)
    return Document(
        title,
        question,
        standfirst,
        description,
        opened,
        [scribe.html(block) for block in containers["abstract"].blocks],
        [*first, *sections(nodes[cut:], scribe, labels, narrow)],
        [scribe.html(block) for block in containers["colophon"].blocks],
        {block.id: scribe.html(block) for block in _errata(containers)},
    )


def _refuse_unknown(nodes: Sequence[Node]) -> None:
    """A container of a kind that no page shows, or one that stands twice, would be lost without a word."""
    seen: set[tuple[str, str]] = set()
    for node in nodes:
        if not isinstance(node, Container):
            continue
        if node.kind not in (*_NAMED, *_SINGLE):
            known = ", ".join((*_NAMED, *_SINGLE))
            raise SourceError(
                f"there is no container '::: {node.kind}'", path=ARTICLE, advice=f"there are {known}"
            )
        key = (node.kind, node.name if node.kind in _NAMED else "")
        if key in seen:
            raise SourceError(f"the container '::: {node.kind} {node.name}' stands twice", path=ARTICLE)
        seen.add(key)


def _refuse_lost(opening: Sequence[Node]) -> None:
    """What stands before the first section is the opening figure and containers that have their own place."""
    for node in opening:
        if isinstance(node, Block):
            raise SourceError(
                f"block {node.id} stands before the first section",
                path=node.file,
                line=node.line,
                advice="move it there",
            )
        if node.kind in _INSIDE and node.kind != "figure":
            raise SourceError(f"{node.kind} {node.name} stands before the first section", path=ARTICLE)


def _refuse_unmarked(nodes: Sequence[Node]) -> None:
    """SourceError for a side note without one mark before it in its section, or a mark without a note."""
    marks: dict[str, Block] = {}  # of the section so far, and of those whose notes have come
    notes: set[str] = set()
    for node in nodes:
        if isinstance(node, Container) and node.kind == "note":
            mark = _mark_of(node.name)
            if mark not in marks:
                what, advice = (
                    f"nothing marks the note {node.name}",
                    f"write {{{mark}}} before it in its section",
                )
                raise SourceError(what, path=_file(node), line=_line(node), advice=advice)
            notes.add(mark)
        if isinstance(node, Block) and node.kind == "heading":
            _refuse_without_note(marks, notes)
            marks, notes = {}, set()
        for block in [node] if isinstance(node, Block) else node.blocks:
            for mark in (name for name in block.placeholders if name.startswith(NOTE)):
                if mark in marks:
                    raise SourceError(f"{{{mark}}} stands twice", path=block.file, line=block.line)
                marks[mark] = block
    _refuse_without_note(marks, notes)


def _refuse_without_note(marks: Mapping[str, Block], notes: Collection[str]) -> None:
    for mark, block in marks.items():
        if mark not in notes:
            what = f"{{{mark}}} marks no note that stands behind it in the same section"
            raise SourceError(what, path=block.file, line=block.line)


def _mark_of(note: str) -> str:
    return NOTE + note.replace("-", "_")


def _file(node: Container) -> str:
    return node.blocks[0].file if node.blocks else ARTICLE


def _line(node: Container) -> int | None:
    return node.blocks[0].line if node.blocks else None


def _errata(containers: Mapping[str, Container]) -> Sequence[Block]:
    return containers["errata"].blocks if "errata" in containers else ()


def sections(
    nodes: Sequence[Node], scribe: Scribe, labels: Mapping[str, Fact], narrow: Collection[str] = ()
) -> list[Section]:
    """Headings with what follows each; containers that have their own place on a page are left out.

    `labels` are the running numbers, as `numbers` gives them; `narrow` the figures that leave the margin
    free.
    """
    found: list[Section] = []
    for place, node in enumerate(nodes):
        if isinstance(node, Container):
            if node.kind == "note":
                found[-1].items.append(_note(node, scribe, labels, _rows(nodes[place + 1 :], narrow)))
            elif node.kind in _INSIDE:
                found[-1].items.append(_container(node, scribe, labels))
        elif node.kind == "heading":
            found.append(_section(node, scribe, labels))
        elif node.kind == "item":
            _add_to_list(found[-1].items, node, scribe)
        else:
            found[-1].items.append(Item("paragraph", node.id, scribe.html(node)))
    return found


def _section(heading: Block, scribe: Scribe, labels: Mapping[str, Fact]) -> Section:
    fact = labels.get(f"section_{_name(heading).replace('-', '_')}")
    number = scribe.number(heading.id, fact) if fact else None
    return Section(_name(heading), number, scribe.html(heading), [])


def _add_to_list(items: list[Item], block: Block, scribe: Scribe) -> None:
    if not items or items[-1].kind != "list":
        items.append(Item("list", block.id, []))
    items[-1].content.append(scribe.html(block))


def _container(node: Container, scribe: Scribe, labels: Mapping[str, Fact]) -> Item:
    if node.kind == "box":
        return Item("box", node.name, _box(node, scribe))
    if node.kind == "references":
        return Item("references", node.name, [Reference(_key(b), scribe.html(b)) for b in node.blocks])
    fact = labels.get(f"{node.kind}_{node.name.replace('-', '_')}")
    if node.kind in ("formula", "display"):
        return Item(node.kind, node.name, _formula(node, scribe, fact))
    assert fact is not None
    parts = {block.id.rpartition(".")[2]: scribe.html(block) for block in node.blocks}
    return Item(node.kind, node.name, Numbered(fact, parts))


def _formula(node: Container, scribe: Scribe, number: Fact | None) -> Formula:
    spoken = next((block for block in node.blocks if block.id.endswith(".spoken")), None)
    if spoken is None:
        what = f"formula {node.name} has no block formula.{node.name}.spoken"
        raise SourceError(what, path=_file(node))
    english = scribe.state(spoken) != "done"
    return {
        "number": scribe.number(f"formula.{node.name}.number", number) if number else None,
        "math": scribe.formula(node.name, english=english),
        "spoken": scribe.plain(spoken),
        "english": english,
    }


def _note(node: Container, scribe: Scribe, labels: Mapping[str, Fact], rows: int) -> Item:
    number = scribe.number(f"note.{node.name}.number", labels[_mark_of(node.name)])
    return Item("note", node.name, Note(number, [scribe.html(block) for block in node.blocks], rows))


def _rows(following: Sequence[Node], narrow: Collection[str]) -> int:
    """How many items a note may stand beside: until a figure that needs its margin, or the section's end."""
    rows, last = 1, ""
    for node in following:
        if isinstance(node, Block) and node.kind == "heading":
            return MARGIN_ROWS
        if isinstance(node, Container) and node.kind == "figure" and node.name not in narrow:
            return min(rows, MARGIN_ROWS)
        kind = node.kind
        rows += kind != "note" and (kind, last) != ("item", "item")
        last = kind
    return MARGIN_ROWS


def _box(node: Container, scribe: Scribe) -> Box:
    if not node.blocks:
        raise SourceError(f"the box {node.name} is empty", path=ARTICLE)
    title, *rest = node.blocks
    return Box(
        scribe.html(title),
        [scribe.html(block) for block in rest if block.kind != "item"],
        [scribe.html(block) for block in rest if block.kind == "item"],
    )


def _key(block: Block) -> str:
    """The key of a reference: `tango` for the block `reference.tango`."""
    return block.id.rpartition(".")[2]


def _name(heading: Block) -> str:
    """The section's name: `coin` for the heading `coin.title`, the last part but one."""
    return heading.id.rpartition(".")[0].rpartition(".")[2]
