"""Credit: the passages that name who translated an edition and who reviewed it."""

from __future__ import annotations

from ..language import Fact
from ..language.credit import Credit, Refusal
from ..press import fonts
from ..press.blocks import Block
from ..press.scribe import Scribe, Text
from .edition import Edition


def named(edition: Edition) -> Credit:
    """Those whose names can be set in the edition's fonts; the others are among the refused."""
    credit, locale = edition.catalog.credit, edition.locale
    bare = fonts.without_font(locale)

    def lacking(name: str) -> str:
        lost = [sign for role in ("text", "sans") for sign in fonts.lacking(name, locale, role)]
        return "" if bare or not lost else lost[0]

    lost = {name: sign for name in credit.names if (sign := lacking(name))}
    path = edition.catalog.path
    refused = tuple(
        Refusal(0, name, f"has {sign!r} (U+{ord(sign):04X}), which the fonts of the language lack", path)
        for name, sign in lost.items()
    )
    return Credit(
        tuple(name for name in credit.translators if name not in lost),
        tuple(name for name in credit.reviewers if name not in lost),
        (*credit.refused, *refused),
    )


def messages(edition: Edition) -> list[tuple[Block, dict[str, Fact]]]:
    """The blocks that name somebody, each with the names that it needs."""
    blocks, credit = edition.publication.blocks, named(edition)
    roles = {"translators": credit.translators, "reviewers": credit.reviewers}
    return [
        (blocks[f"page.credit.{role}"], {role: Fact(role, edition.locale.list(list(names)), "name")})
        for role, names in roles.items()
        if names
    ]


def passages(edition: Edition, scribe: Scribe) -> list[Text]:
    """The same as HTML; names are of the edition's language where the passage stands in English."""
    return [scribe.html(block, facts, tuple(facts)) for block, facts in messages(edition)]
