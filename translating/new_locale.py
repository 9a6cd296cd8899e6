"""A new language: its catalog, its locale.toml, and what the project knows and lacks for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import babel
import pyphen

from ..language import Locale, resolve, scripts
from ..language import catalogs as po
from ..language.files import read_text
from ..language.folders import available, find
from ..language.locale import NUMBERING, ROLES
from ..language.refused import Refused
from ..press import fonts
from ..publication.disk import PARTS, load
from ..workshop import emit
from . import catalogs, glossary
from .characters import of_language


class Created(NamedTuple):
    """What was made, and what to know about the language, a line each."""

    paths: list[Path]
    notes: list[str]


def create(tag: str) -> Created:
    """Make the folder of a new language in ./locales.

    Raises UnknownTag for a tag that CLDR does not know, Refused for a language that is there.
    """
    tag = resolve(tag)
    folder = Path("locales") / tag
    emit.recover(folder.parent, folder)
    if tag in available():
        raise Refused(
            f"there is a locale {tag} already",
            advice=f"`discordant locale update {tag}` brings its catalog up to date",
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused("is there already, without a locale.toml", path=folder, advice="move it away first")
    locale = _locale(tag)
    files = {
        "locale.toml": _settings(locale).encode("utf-8"),
        **{po.file(part): content for part, content in catalogs.update(load(), tag).items()},
        "STYLE.md": _questions(locale),
    }
    made = {f"{tag}/{name}": content for name, content in files.items()} | _column(tag)
    emit.write_files(folder.parent, made)
    return Created([folder.parent / name for name in made], list(_notes(locale)))


def _questions(locale: Locale) -> bytes:
    """The style sheet of a language: questions, for its translators to answer."""
    text = read_text(find("locales", "STYLE.md"))
    return text.replace("LANGUAGE", locale.babel.english_name or locale.tag, 1).encode("utf-8")


def _column(tag: str) -> dict[str, bytes]:
    """The publication's glossary with a column for a language, by file name; empty where it has one."""
    known = glossary.read()
    return {} if tag in known.columns else {"glossary.csv": glossary.with_column(known, tag)}


def _locale(tag: str) -> Locale:
    """A language's ways of writing as far as CLDR and fonts.toml tell."""
    known = babel.Locale.parse(tag, sep="-")
    script = scripts.of(tag)
    name = known.get_display_name() or known.english_name or tag
    digits = known.default_numbering_system
    return Locale(
        tag=tag,
        name=name[:1].title() + name[1:],
        complete=(),
        group_from=5 if tag in scripts.GROUPED_FROM_FIVE else 4,
        digits=digits if digits in NUMBERING else "latn",
        fonts=_families(tag),
        emphasis="italic" if script.slanted else "bold",
        gaps=script.full_width,
        quotes=scripts.QUOTES.get(tag, ()),
        long_date=_long_date(known),
        months=_months(known),
    )


def _long_date(known: babel.Locale) -> str:
    """CLDR's pattern of a day without a stop behind the year, which the end of a sentence has as well."""
    pattern: str = known.date_formats["long"].pattern
    return pattern.removesuffix(".") if pattern.endswith("y.") else "long"


def _months(known: babel.Locale) -> tuple[str, ...]:
    """The months where CLDR has capitals for them against the custom of print; else none, for CLDR's own."""
    names = known.months["format"]["wide"]
    return tuple(names[month].lower() for month in sorted(names)) if known.language in _SMALL_MONTHS else ()


def _dates(locale: Locale) -> list[str]:
    lines = []
    if locale.long_date != "long":
        lines += [
            "# without the stop behind the year, which would stand beside that of a sentence",
            f'long = "{locale.long_date}"',
        ]
    if locale.months:
        lines += [
            "# the months as a date has them, where CLDR writes capitals against the custom of print",
            f"months = [{_quoted(list(locale.months))}]",
        ]
    return ["[dates]", *lines, ""] if lines else []


def _families(tag: str) -> dict[str, list[str]]:
    """For each role the Latin family, then that of the script: its first for text, its last for labels."""
    listed: dict[str, list[str]] = {}
    for face in fonts.faces():
        families = listed.setdefault(face.script, [])
        if face.family not in families:
            families.append(face.family)
    own = next((listed[script] for script in scripts.faces(tag) if script in listed), [])
    return {
        role: [latin, *(own[:1] if role == "text" else own[-1:])]
        for role, latin in zip(ROLES, listed["latin"], strict=True)
    }


def _settings(locale: Locale) -> str:
    """The locale.toml of a language, with what each field means."""
    thousand = locale.decimal(1000, 0)
    lines = [
        f"# {locale.babel.english_name}",
        "# the language's name in itself, as the list of languages shows it",
        f'name = "{locale.name}"',
        f"# the parts that hold no untranslated block; there are {', '.join(PARTS)};",
        "# a release is held to it",
        "complete = []",
    ]
    if locale.emphasis == "bold":
        lines += ["# where letters have no slanted form", 'emphasis = "bold"']
    if locale.gaps:
        lines += ["# a thin space between Han and Latin; translators do not type it", "gaps = true"]
    lines += [
        "# quotation marks and apostrophe of the language: with them, those of a typewriter are errors",
        f"quotes = [{_quoted(list(locale.quotes))}]" if locale.quotes else '# quotes = ["“”", "’"]',
    ]
    lines += [
        "# what no line's end parts: * is any word, {} any number",
        f"together = [{_quoted(list(locale.together))}]",
        "",
        "[numbers]",
        f"# the smallest count of digits that is grouped: 4 or more; now a thousand is {thousand}",
        f"group_from = {locale.group_from}",
        f"# CLDR's name of the digits: {', '.join(NUMBERING)}",
        f'digits = "{locale.digits}"',
        "",
        *_dates(locale),
        "[fonts]",
        "# families of templates/fonts/fonts.toml, in the order in which a character is looked for:",
        "# of the running text, of labels and tables, of code",
    ]
    return "\n".join([*lines, *(f"{role} = [{_quoted(locale.fonts[role])}]" for role in ROLES)]) + "\n"


def _quoted(names: list[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _notes(locale: Locale) -> Iterator[str]:
    known = locale.babel
    yield f"direction: {'right to left' if locale.direction == 'rtl' else 'left to right'}"
    yield f"numbers: {locale.decimal(12345, 0)}, {locale.decimal(0.5, 1)}; digits {locale.digits}"
    forms = [form for form in ("zero", "one", "two", "few", "many") if form in known.plural_form.tags]
    yield f"categories of plurals, for [forms] in locale.toml: {', '.join([*forms, 'other'])}"
    for role in ROLES:
        lacking = fonts.lacking(of_language(locale), locale, role)
        shown = " ".join(f"{c} (U+{ord(c):04X})" for c in lacking[:12]) + (
            " ..." if len(lacking) > 12 else ""
        )
        says = f"lacks of the language's characters {shown}" if lacking else "has them all"
        yield f"font for {_ROLE_NAMES[role]}: {', '.join(locale.fonts[role])}; {says}"
    if fonts.without_font(locale):
        yield (
            "without a font: pages are read in the readers' own, drawings stay in English, and a "
            "PDF that needs such characters is not made"
        )
    yield f"hyphenation in the PDF: {_hyphenation(locale.tag)}"
    if fonts.without_font(locale):
        yield f"next: discordant locale font {locale.tag} FILE, with a free font of the script; it can wait"
    folder = Path("locales")
    first, style = folder / locale.tag / po.file("article"), folder / locale.tag / "STYLE.md"
    yield f"next: decide the words, in {folder / 'glossary.csv'} and {style}"
    yield f"then: translate {first}, and look at it with `discordant preview {locale.tag}`"


_SMALL_MONTHS = {"eo"}
_ROLE_NAMES = {"text": "text", "sans": "labels", "mono": "code"}


def _hyphenation(tag: str) -> str:
    """Whether words are hyphenated: print.css does so in every language that there are patterns for."""
    patterns = pyphen.language_fallback(tag.replace("-", "_"))
    if patterns:
        return f"on, with the patterns {patterns}"
    return f"none; lines end between {'words' if scripts.of(tag).spaced else 'characters or syllables'}"
