"""The document: source blocks in, written in one language and numbered, ready for a page template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from markupsafe import Markup

from ..language import Fact
from .blocks import Block, Container, Node, SourceError
from .scribe import Scribe, Text


class Item(NamedTuple):
    """A piece of a section: kind decides how the template sets it, content what it holds."""

    kind: str  # paragraph, list, formula, figure, table or listing
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

    number: Markup
    math: Markup  # as the scribe sets formulas
    spoken: str
    english: bool  # whether the spoken words are, and with them the numbers


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
_NUMBERED = {"figure": "figure", "table": "table", "formula": "formula", "listing": "listing"}
_SINGLE = ("head", "abstract", "colophon", "errata")
UNNUMBERED = ("sources",)


class _Counter:
    """Running numbers, each a fact of its own: `figure_cases` is the number of that figure."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}

    def next(self, kind: str, name: str) -> Fact:
        self._last[kind] = self._last.get(kind, 0) + 1
        return Fact(f"{kind}_{name.replace('-', '_')}", self._last[kind], "label")


def numbers(nodes: Sequence[Node]) -> dict[str, Fact]:
    """The running number of every section, figure, table, formula and listing, as facts by name."""
    counter = _Counter()
    facts: list[Fact] = []
    for node in nodes:
        if isinstance(node, Block) and node.kind == "heading" and _name(node) not in UNNUMBERED:
            facts.append(counter.next("section", _name(node)))
        elif isinstance(node, Container) and node.kind in _NUMBERED:
            facts.append(counter.next(node.kind, node.name))
    return {fact.name: fact for fact in facts}


def write(nodes: Sequence[Node], scribe: Scribe) -> Document:
    """The article in the scribe's language; SourceError where a part that every article has is missing."""
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
    first_section = next(
        (i for i, node in enumerate(nodes) if isinstance(node, Block) and node.kind == "heading"), len(nodes)
    )
    opening = [
        node for node in nodes[:first_section] if isinstance(node, Container) and node.kind == "figure"
    ]
    if len(opening) != 1:
        raise SourceError(
            "the article opens with one figure, '::: figure name', before the first section", path=ARTICLE
        )
    _refuse_lost(nodes[:first_section])
    title, question, standfirst = (scribe.html(head[name]) for name in ("title", "question", "standfirst"))
    description = scribe.plain(head["description"])
    return Document(
        title,
        question,
        standfirst,
        description,
        _container(opening[0], scribe, labels),
        [scribe.html(block) for block in containers["abstract"].blocks],
        sections(nodes[first_section:], scribe, labels),
        [scribe.html(block) for block in containers["colophon"].blocks],
        {block.id: scribe.html(block) for block in _errata(containers)},
    )


def _refuse_unknown(nodes: Sequence[Node]) -> None:
    """A container of a kind that no page shows, or one that stands twice, would be lost without a word."""
    seen: set[tuple[str, str]] = set()
    for node in nodes:
        if not isinstance(node, Container):
            continue
        if node.kind not in (*_NUMBERED, *_SINGLE):
            known = ", ".join((*_NUMBERED, *_SINGLE))
            raise SourceError(
                f"there is no container '::: {node.kind}'", path=ARTICLE, advice=f"there are {known}"
            )
        key = (node.kind, node.name if node.kind in _NUMBERED else "")
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
        if node.kind in _NUMBERED and node.kind != "figure":
            raise SourceError(f"{node.kind} {node.name} stands before the first section", path=ARTICLE)


def _errata(containers: Mapping[str, Container]) -> Sequence[Block]:
    return containers["errata"].blocks if "errata" in containers else ()


def sections(nodes: Sequence[Node], scribe: Scribe, labels: Mapping[str, Fact]) -> list[Section]:
    """Headings with what follows each; containers that have their own place on a page are left out.

    `labels` are the running numbers, as `numbers` gives them.
    """
    found: list[Section] = []
    for node in nodes:
        if isinstance(node, Container):
            if node.kind in _NUMBERED:
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
    fact = labels[f"{node.kind}_{node.name.replace('-', '_')}"]
    if node.kind == "formula":
        spoken = next((block for block in node.blocks if block.id.endswith(".spoken")), None)
        if spoken is None:
            file = node.blocks[0].file if node.blocks else "article.md"
            raise SourceError(f"formula {node.name} has no block formula.{node.name}.spoken", path=file)
        english = scribe.state(spoken) != "done"
        content: Formula = {
            "number": scribe.number(f"formula.{node.name}.number", fact),
            "math": scribe.formula(node.name, english=english),
            "spoken": scribe.plain(spoken),
            "english": english,
        }
        return Item("formula", node.name, content)
    parts = {block.id.rpartition(".")[2]: scribe.html(block) for block in node.blocks}
    return Item(node.kind, node.name, Numbered(fact, parts))


def _name(heading: Block) -> str:
    """The section's name: `coin` for the heading `coin.title`, the last part but one."""
    return heading.id.rpartition(".")[0].rpartition(".")[2]
