"""The last lines of a handout: what it draws on, where the article lies, who made it."""

from __future__ import annotations

from ...language import Fact
from ...press.scribe import Scribe, Text
from ...publication import credit
from ...publication.edition import Edition

ARTICLE = "../index.html"  # from where the handouts lie
_CREDIT = 40  # letters of names for which a handout has room on its two pages


def links(edition: Edition) -> dict[str, str]:
    """Where the links of a language's handouts lead; `canonical` is the article's address, if it has one."""
    folder = edition.publication.settings.canonical
    near = {"article": ARTICLE}
    return {**near, "canonical": f"{folder}{edition.tag}/"} if folder else near


def sources(edition: Edition, scribe: Scribe) -> list[Text]:
    """What the sheet draws on, and where the article lies if its edition has an address."""
    blocks, own = edition.publication.blocks, links(edition)
    found = scribe.html(blocks["handout.imprint.sources"])
    if "canonical" not in own:
        return [found]
    address = {"address": Fact("address", own["canonical"], "name")}
    return [found, scribe.html(blocks["handout.imprint.address"], address)]


def makers(edition: Edition, scribe: Scribe) -> list[Text]:
    """Who translated and reviewed, where so much has room; the article names them all."""
    fits = sum(map(len, credit.named(edition).names)) <= _CREDIT
    return credit.passages(edition, scribe) if fits else []
