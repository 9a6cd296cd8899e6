"""Catalogs from the source blocks: the POT template, and each language's PO brought up to date."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..language import Fact, resolve
from ..language import catalogs as po
from ..language.folders import available, folders
from ..press import emit
from ..press.blocks import Block
from ..press.fill import split_form
from .publication import Publication, load, locale

# placeholders that only one block has, with an example for translators
LOCAL = {
    "a": Fact("a", 900, "count"),
    "b": Fact("b", 20, "count"),
    "c": Fact("c", 0, "count"),
    "d": Fact("d", 80, "count"),
    "m": Fact("m", 20, "count"),
    "number": Fact("number", 1, "label"),
    "fallbacks": Fact("fallbacks", 3, "count"),
    "blocks": Fact("blocks", 160, "count"),
    "title": Fact("title", "the title of the article", "name"),
}


def sources(publication: Publication) -> list[po.Source]:
    """What a translator sees of each block: the English text, notes, placeholders with examples."""
    return [
        po.Source(block.id, block.text, _comments(block, publication), block.source, bool(block.placeholders))
        for block in publication.blocks.values()
    ]


def update(publication: Publication, tag: str, path: Path) -> bytes:
    """A language's PO file, brought up to date."""
    edition = publication.settings["edition"]
    return po.update(path, sources(publication), tag, edition["version"], edition["date"])


def template(publication: Publication) -> bytes:
    """The POT file."""
    edition = publication.settings["edition"]
    return po.template(sources(publication), edition["version"], edition["date"])


def _comments(block: Block, publication: Publication) -> tuple[str, ...]:
    english = locale("en")
    known = publication.facts | LOCAL
    comments = [block.note] if block.note else []
    for name in dict.fromkeys(block.placeholders):
        if name.startswith("f_"):
            comments.append(f"{{{name}}}: formula {publication.formulas['inline'][name[2:]]}")
        else:
            fact, form = split_form(name, known)
            comments.append(f'{{{name}}}: {fact.kind}, e.g. "{english.format(fact, form)}"')
    return tuple(comments)


def update_files(tags: Sequence[str]) -> list[Path]:
    """Bring the template and these catalogs (all, when none is named) up to date; the paths written.

    They go into ./locales and nowhere else: an installed package is not to be changed.
    """
    publication = load()
    chosen = [resolve(tag) for tag in tags] or [tag for tag in available() if tag != "en"]
    folder = Path("locales")
    files = {folder / "discordant.pot": template(publication)}
    for tag in chosen:
        if tag == "en":
            raise ValueError("English is the source language: its texts are the blocks in templates/")
        name = f"{tag}/LC_MESSAGES/discordant.po"
        there = [place / name for place in folders("locales") if (place / name).is_file()]
        files[folder / name] = update(publication, tag, next(iter(there), folder / name))
    for path, content in files.items():
        emit.write_file(path, content)
    return list(files)
