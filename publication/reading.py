"""Reading: what an edition says of itself in one language, how long it takes to read and where it lies."""

from __future__ import annotations

import re

from ..facts.table import Facts, named
from ..language.message import PLACEHOLDER
from ..press.blocks import Block
from ..press.document import ARTICLE
from .edition import Edition

WORDS, HAN = 230, 400  # that a reader takes in within a minute
_LAST = "sources.title"  # the heading after the closing section
_HAN = re.compile("[\u3400-\u9fff\U00020000-\U0003ffff]")
_LETTER, _WORD = re.compile(r"[^\W\d_]"), re.compile(r"\w[\w.,:’'\-]*")
_LINK = re.compile(r"\]\[[^\]]*\]")


def facts(edition: Edition) -> Facts:
    """What holds for one language alone: `reading_minutes`, and `address` where the edition has one."""
    address = edition.address
    return named(
        {"reading_minutes": (minutes(running(edition)), "count"), "address": (address or None, "name")}
    )


def minutes(text: str) -> int:
    """The minutes that a text takes to read, rounded, one at least.

    >>> minutes("word " * 230 * 3), minutes("字" * 1000), minutes("")
    (3, 3, 1)
    """
    han = len(_HAN.findall(text))
    if 2 * han > len(_LETTER.findall(text)):
        return max(1, (2 * han + HAN) // (2 * HAN))
    return max(1, (2 * len(_WORD.findall(text)) + WORDS) // (2 * WORDS))


def running(edition: Edition) -> str:
    """The running text from the title to the closing section, as this language has it, numbers as one sign.

    Left out is what stands in containers: captions, notes, tables, formulas, the abstract.
    """
    words = [_message(edition, edition.publication.blocks["title"])]
    for node in edition.publication.nodes[ARTICLE]:
        if isinstance(node, Block):
            if node.id == _LAST:
                break
            words.append(_message(edition, node))
    return "\n".join(words)


def _message(edition: Edition, block: Block) -> str:
    """The words of a block, translated where they are."""
    text = block.text
    if edition.tag != "en" and edition.states[block.id] == "done":
        text = edition.catalog.translation(block.id, block.text) or text
    return PLACEHOLDER.sub("0", _LINK.sub("]", text))
