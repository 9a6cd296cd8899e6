"""The print edition: the same article as a PDF, with drawn formulas, data and listing attached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..press import document, pdf, printing
from ..press.drawings import Drawing
from ..press.fill import Printed
from ..press.formula_images import Drawer
from ..press.scribe import Scribe, Text
from ..publication import credit, reading
from ..publication.edition import Edition
from . import figures, listing
from . import page as article

SECTIONS_BEFORE_ABSTRACT = 1  # which ask for a choice that it gives away; the page folds it up instead
_PAGE_ALONE = ("page.formula", "page.note", "cover.title", "cover.kicker")


class Context(article.Context):
    """What the template gets, beside figures, fonts and styles."""

    publisher: str
    date: str
    abstract_head: Text
    sections_before_abstract: int
    places: list[Text]  # where the web edition and the data are


class Texts(NamedTuple):
    """One language's texts for print: the drawings, and the data with every number of them, are to come."""

    edition: Edition
    scribe: Scribe
    drawer: Drawer
    context: Context
    alternatives: dict[str, str]  # of each figure
    printed: list[Printed]


class Image(NamedTuple):
    """A panel of a figure."""

    source: str
    alternative: str
    english: bool  # whether the alternative is


def path(tag: str) -> str:
    """Where a language's PDF lies in the output."""
    return f"output/{tag}/discordant-{tag}.pdf"


def write(written: article.Written) -> Texts:
    """Every text of a language's PDF, whose formulas are drawn, and the record of what they print."""
    edition, publication = written.edition, written.edition.publication
    drawer = edition.drawer()
    scribe = edition.scribe({}, drawer)
    context: Context = {
        **written.context,
        **article.furniture(scribe, publication),
        "title": scribe.plain(publication.blocks["title"]),
        "document": document.write(
            publication.nodes[document.ARTICLE], scribe, before_abstract=SECTIONS_BEFORE_ABSTRACT
        ),
        "cite": article.cite(scribe, edition, scribe.plain(publication.blocks["title"])),
        "credit": credit.passages(edition, scribe),
        "status": article.status(scribe, edition),
        "publisher": publication.settings.publisher,
        "date": publication.settings.date.isoformat(),
        "abstract_head": scribe.html(publication.blocks["print.abstract"]),
        "sections_before_abstract": SECTIONS_BEFORE_ABSTRACT,
        "places": _places(edition),
    }
    alternatives = {
        name: scribe.plain(publication.blocks[f"figure.{name}.alt"]) for name in written.plan.shown
    }
    printed = [*scribe.printed, *written.printed["figures"]]
    shown = [entry for entry in printed if entry.block not in _PAGE_ALONE]
    return Texts(edition, scribe, drawer, context, alternatives, shown)


def job(texts: Texts, drawings: Mapping[str, Sequence[Drawing]], data: bytes) -> pdf.Job:
    """Everything that a language's PDF is made from; `data` is the content of discordant.json."""
    edition, publication = texts.edition, texts.edition.publication
    figures = {name: _images(name, panels, texts) for name, panels in drawings.items()}
    said, listed = (
        texts.scribe.plain(publication.blocks[block])
        for block in ("print.attachment", "print.attachment.listing")
    )
    return printing.job(
        "print.html.jinja2",
        {**texts.context, "figures": figures},
        texts.drawer,
        edition.locale,
        publication.english,
        publication.settings.date,
        attachments=(
            pdf.Attachment("discordant.json", data, said),
            pdf.Attachment("compare.py", listing.code().encode("utf-8"), listed, "Supplement"),
        ),
        contributors=credit.named(edition).names,
    )


def _places(edition: Edition) -> list[Text]:
    """Where the data lie, and the web edition, where formulas are MathML, if its address is known."""
    blocks, scribe = edition.publication.blocks, edition.bare_scribe(links={"web": edition.address})
    if not edition.address:
        return [scribe.html(blocks["print.unplaced"])]
    known = reading.facts(edition)
    return [scribe.html(blocks["print.address"], known), scribe.html(blocks["print.attached"])]


def _images(name: str, panels: Sequence[Drawing], texts: Texts) -> list[Image]:
    """A figure's panels; the first says the whole figure in words, the others their title."""
    images = []
    for place, panel in enumerate(panels):
        block = f"figure.{name}.alt" if place == 0 else figures.title_block(name, panel.comparison)
        words = texts.alternatives[name] if place == 0 else panel.title
        english = texts.edition.states[block] != "done"
        images.append(Image(printing.keep(texts.drawer, panel.id, panel), words, english))
    return images
