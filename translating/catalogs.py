"""Catalogs from the source blocks: the POT template, and each language's PO brought up to date."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ..facts import article as facts
from ..facts import handouts
from ..language import Fact, resolve
from ..language import catalogs as po
from ..language.folders import available, folders
from ..language.refused import Refused
from ..press.blocks import Block
from ..press.fill import split_form
from ..publication.disk import Publication, load, locale
from ..teaching.exercises.draws import Draws
from ..teaching.exercises.kinds import KINDS
from ..teaching.exercises.meanings import MEANINGS
from ..workshop import emit

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
    "title": Fact("title", "a title", "name"),
    "rate": Fact("rate", Fraction(1, 20), "percent"),
    "variant": Fact("variant", "A", "name"),
    "part": Fact("part", "a", "name"),
    "points": Fact("points", 4, "label"),
    "observed": Fact("observed", 9, "count"),
    "id": Fact("id", "3f9c2a71b0", "name"),
    "seed": Fact("seed", "12-5fz0k-2m8qa-y3vcd-7w1ke", "version"),
    "items": Fact("items", "2, 5", "name"),
}

# what inline formulas stand for, beside the letters that facts.MEANINGS explains
FORMULAS = {
    "k": "number of wins",
    "K": "number of wins, as a random variable",
    "i": "number of a case",
    "Acc": "accuracy",
    "H0": "null hypothesis",
    "SE": "standard error",
    "alpha": "significance level",
    "pi_b": "probability of a case that B alone gets right",
    "pi_c": "probability of a case that A alone gets right",
    "pi_b_minus_pi_c": "difference of the two probabilities",
    "pi_b_plus_pi_c": "probability of a discordant case",
    "delta_hat": "estimated difference of the accuracies",
    "b_minus_c_over_N": "net gain as a share of all cases",
    "N_minus_one": "cases less one",
    "D_i": "what case i adds to the difference",
    "binomial_mk": "number of ways to choose k of m",
    "s_D_squared": "sample variance of the differences",
    "two_to_minus_m": "probability of each sequence of winners",
    "r": "rate of disagreement",
    "r_over_N": "rate of disagreement over the number of cases",
    "a_plus_b": "cases that B gets right",
    "a_plus_c": "cases that A gets right",
    "b_plus_c": "discordant cases",
    "b_minus_c": "net lead in cases",
    "b_is_c": "as many wins of B as of A",
    "m_is_b_plus_c": "number of discordant cases",
    "chi_square_plain": "chi-square statistic without correction",
    "chi_square_corrected": "chi-square statistic with continuity correction",
    "Acc_spread": "accuracy times one minus accuracy",
    "handout_coins": "probability that fair coins all fall alike",
}
_FORMS = {"long": "with more decimals", "exact": "as an exact fraction", "signed": "with its sign"}
_FILE = "LC_MESSAGES/discordant.po"


def sources(publication: Publication) -> list[po.Source]:
    """What a translator sees of each block: the English text, notes, placeholders with examples."""
    return [
        po.Source(
            block.id,
            block.text,
            _comments(block, publication),
            block.file,
            block.line,
            bool(block.placeholders),
        )
        for block in publication.blocks.values()
    ]


def update(publication: Publication, tag: str, path: Path, wording_only: Collection[str] = ()) -> bytes:
    """A language's PO file, brought up to date; in the blocks `wording_only` the English says the same."""
    edition = publication.settings["edition"]
    return po.update(
        path, sources(publication), tag, edition["version"], edition["date"], wording_only=wording_only
    )


def template(publication: Publication) -> bytes:
    """The POT file."""
    edition = publication.settings["edition"]
    return po.template(sources(publication), edition["version"], edition["date"])


def _comments(block: Block, publication: Publication) -> tuple[str, ...]:
    comments = [block.note] if block.note else []
    known = publication.facts | LOCAL | _example(block)
    comments += [_meaning(name, known, publication) for name in dict.fromkeys(block.placeholders)]
    return tuple(comments)


def _example(block: Block) -> facts.Facts:
    """The numbers of one exercise, where a block belongs to a kind of them."""
    first, _, rest = block.id.partition(".")
    kind = rest.partition(".")[0]
    return _drawn(kind) if first == "exercise" and kind in KINDS else {}


@cache
def _drawn(kind: str) -> facts.Facts:
    """The same at every update, so that catalogs stay as they are."""
    item = KINDS[kind].draw(Draws("example", kind), None)
    return {**item.given, **item.results}


def _meaning(name: str, known: facts.Facts, publication: Publication) -> str:
    """A placeholder, what it stands for and how English writes it, in one line."""
    if name.startswith("f_"):
        meaning = FORMULAS.get(name[2:]) or facts.MEANINGS.get(name[2:], "")
        formula = f"formula {publication.formulas['inline'][name[2:]]}"
        return f"{{{name}}}: {meaning}, as a {formula}" if meaning else f"{{{name}}}: {formula}"
    fact, form = split_form(name, known)
    said = facts.meaning(fact.name) or handouts.MEANINGS.get(fact.name, "") or MEANINGS.get(fact.name, "")
    meaning = "; ".join(part for part in (said, _FORMS.get(form)) if part)
    return f'{{{name}}}: {meaning or fact.kind}, e.g. "{locale("en").format(fact, form)}"'


class Updated(NamedTuple):
    """What an update wrote, and for each block reworded the languages that it was carried over in."""

    paths: list[Path]
    carried: dict[str, list[str]]


def update_files(tags: Sequence[str], wording_only: Sequence[str] = ()) -> Updated:
    """Bring the template and these catalogs (all, when none is named) up to date.

    They go into ./locales and nowhere else: an installed package is not to be changed.  Translations of
    the blocks `wording_only` stay current; Refused where there is nothing to carry over, or where
    more than the wording has changed.
    """
    publication = load()
    chosen = [resolve(tag) for tag in tags] or [tag for tag in available() if tag != "en"]
    for name in wording_only:
        _refuse_unknown_block(publication, name)
    folder = Path("locales")
    files = {folder / "discordant.pot": template(publication)}
    carried: dict[str, list[str]] = {name: [] for name in wording_only}
    for tag in chosen:
        path = file(tag)
        locale(tag)  # a locale that cannot be read has no catalog that could be brought up to date
        for name in wording_only:
            if _is_behind(path, publication.blocks[name]):
                carried[name].append(tag)
        files[folder / tag / _FILE] = update(publication, tag, path, wording_only)
    for name, languages in carried.items():
        if not languages:
            raise Refused(
                f"block {name}: no catalog has a translation of an older English text",
                advice="nothing to carry over",
            )
    for path, content in files.items():
        emit.write_file(path, content)
    return Updated(list(files), carried)


def file(tag: str) -> Path:
    """The catalog of a language: the publication's own, else the package's, else where it is to be.

    Raises Refused for English, and for a language that is not there.
    """
    if tag == "en":
        raise Refused("English is the source language: its texts are the blocks in templates/")
    own = Path("locales") / tag / _FILE
    if own.exists() and not own.is_file():
        raise Refused("no file", path=own, advice="move it away")
    there = [place / tag / _FILE for place in folders("locales") if (place / tag / _FILE).is_file()]
    if not there and tag not in available():
        raise Refused(f"there is no locale {tag}", advice=f"`discordant locale new {tag}` makes it")
    return next(iter(there), Path("locales") / tag / _FILE)


def _is_behind(path: Path, block: Block) -> bool:
    """Whether a catalog has a translation of an older English text of a block."""
    entry = po.read(path).entries.get(block.id) if path.is_file() else None
    return bool(entry and entry.text and (entry.english != block.text or (entry.fuzzy and entry.previous)))


def _refuse_unknown_block(publication: Publication, name: str) -> None:
    if name not in publication.blocks:
        near = difflib.get_close_matches(name, publication.blocks, n=3)
        raise Refused(
            f"there is no block {name[:60]}", advice=f"near matches: {', '.join(near)}" if near else ""
        )
