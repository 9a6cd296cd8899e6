"""Fonts: the project's own faces, cut to the characters that a page shows, as @font-face rules.

Which face a character takes is decided here and in type.css by the same few rules: `class="sans"`,
tables and drawings are sans, code is mono, mathematics is math, everything else is text; headings,
heads of tables, strong and b are bold; em and i are italic.
"""

from __future__ import annotations

import base64
import io
from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

import uharfbuzz
from fontTools.ttLib import TTFont

from ..language import Locale
from ..language.files import FONT, read
from ..language.folders import folders
from ..workshop.limits import OverLimit, bounded
from .faces import FEATURES, Face, FontError, table

_BOLD = {"h1", "h2", "h3", "h4", "thead", "strong", "b"}  # what stands in a thead are th
_ITALIC = {"em", "i"}
_SILENT = {"script", "style", "title", "metadata"}
_VOID = {"meta", "link", "br", "hr", "img", "input", "col", "wbr", "use", "path"}
# Text of another script takes some marks from the face of that script, though Latin faces have them.  Beside
# such a face a Latin family goes by a second name, under which it is cut without these.
_BESIDE = " Beside"
# In every face: a space is set in the font of the letters before it, whichever that is.
_SPACES = frozenset([0x20, 0xA0, 0x2009, 0x202F])
_JOINERS = frozenset([0x200C, 0x200D])  # shown by what the letters beside them look like
_DIRECTIONS = frozenset([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
_INVISIBLE = frozenset([*range(0x20), 0x7F, 0xAD, 0x200B, 0x2060, 0xFEFF]) | _JOINERS | _DIRECTIONS


class Lacking(FontError):
    """Characters of a page in one language that no face of ours has."""

    def __init__(self, tag: str, characters: str) -> None:
        super().__init__(
            f"{tag}: no font that it is set in has {listed(characters)}",
            advice=f"reword, or name in [fonts] of locales/{tag}/locale.toml a family that has them, one of "
            "templates/fonts/fonts.toml or one that you add there",
        )
        self.characters = characters


def listed(characters: str) -> str:
    """Characters as a person reads them, a dozen at most.

    >>> listed("b–")
    'b (U+0062) – (U+2013)'
    """
    shown = " ".join(f"{sign} (U+{ord(sign):04X})" for sign in characters[:12])
    return f"{shown} ..." if len(characters) > 12 else shown


class Setting(NamedTuple):
    """How a run of text is set."""

    role: str  # text, sans, mono or math
    weight: int
    style: str
    tag: str = ""  # the language, where it is not that of the page


@cache
def faces() -> tuple[Face, ...]:
    """Every face that fonts.toml names."""
    found = table()
    for face in found:
        _refuse_unsound(face.path)
    return tuple(found)


def _refuse_unsound(path: Path) -> None:
    """FontError, naming the file, for a font of a publication's own that cannot be cut."""
    if path.is_relative_to(folders("templates")[-1]):
        return
    if not _coverage(path):
        raise FontError("no font, or one without characters", path=path, advice="fonts.toml names it")
    try:
        cut(path, {0x20, 0x41})
    except Exception as error:  # the subsetter raises what it likes
        raise FontError(f"a damaged font, which cannot be cut: {str(error)[:200]}", path=path) from None


def characters(html: str, tag: str = "", bold_emphasis: Collection[str] = ()) -> dict[Setting, set[str]]:
    """The characters of a page by the way they are set.

    `tag` is the page's language, `bold_emphasis` the languages in which em is bold, not italic.

    >>> sorted(characters("<p>a<b>b</b></p>")[Setting("text", 700, "normal")])
    ['b']
    """
    reader = _Reader(tag, bold_emphasis)
    try:
        with bounded():
            reader.feed(html)
            reader.close()
    except OverLimit as error:
        raise FontError(f"a template writes HTML that takes {error} to read", advice="part it") from None
    except AssertionError as error:  # of `<![` and the like
        what = f"a template writes HTML that cannot be read: {str(error)[:100]}"
        raise FontError(what, advice="write < as &lt;") from None
    return dict(reader.found)


def rules(
    found: Mapping[Setting, set[str]], locale: Locale, others: Mapping[str, Locale] | None = None
) -> str:
    """@font-face rules with the faces inside, holding just these characters.

    `others` are the locales of passages in other languages, by tag.  Raises FontError where a
    character has no face, but for languages without a font: theirs are left to the fonts of the reader.
    """
    return "\n".join(
        _rule(name, face, f"url(data:font/woff;base64,{_base64(woff(font))}) format('woff')")
        for name, face, font in _cut_faces(found, locale, others or {}, lenient=True)
    )


def assets(
    found: Mapping[Setting, set[str]], locale: Locale, others: Mapping[str, Locale] | None = None
) -> tuple[str, dict[str, tuple[bytes, str]]]:
    """@font-face rules that point to assets, and the assets: name -> TrueType font and media type.

    `others` are the locales of passages in other languages, by tag.  Raises FontError where a
    character has no face.
    """
    rules, files = [], {}
    faces = _cut_faces(found, locale, others or {}, whole=True)
    for number, (name, face, font) in enumerate(faces):
        file = f"font-{number}.ttf"
        files[file] = (font, "font/ttf")
        rules.append(_rule(name, face, f"url(asset:{file}) format('truetype')"))
    return "\n".join(rules), files


def _cut_faces(
    found: Mapping[Setting, set[str]],
    locale: Locale,
    others: Mapping[str, Locale],
    whole: bool = False,
    lenient: bool = False,
) -> list[tuple[str, Face, bytes]]:
    """Each face that is needed, cut to its characters, with the family name it goes by.

    If `whole`, faces whose letters join keep all their characters: where one face has every letter of a
    language and a bolder one has not, fontconfig takes the first for both.  `lenient` leaves out what
    languages lack that have no font.
    """
    wanted: dict[tuple[Face, bool], set[int]] = defaultdict(set)
    missing: set[str] = set()
    for setting, text in found.items():
        language = others.get(setting.tag, locale)
        stack = _stack(setting, language)
        bare = lenient and without_font(language)
        beside = _several_scripts(stack)
        for character in text:
            code = ord(character)
            if code in _INVISIBLE:
                continue
            face = _face_for(code, stack)
            if face is None and not bare:
                missing.add(character)
            elif face:
                wanted[face, beside and face.script == "latin"].add(code)
    if missing:
        raise Lacking(locale.tag, "".join(sorted(missing)))
    order = {face: place for place, face in enumerate(faces())}
    return [
        (
            face.family + _BESIDE if beside else face.family,
            face,
            _cut_face(
                face, codes | (_coverage(face.path) if whole and face.of_script.joined else frozenset())
            ),
        )
        for (face, beside), codes in sorted(wanted.items(), key=lambda item: (order[item[0][0]], item[0][1]))
    ]


def families(locale: Locale, role: str) -> tuple[str, ...]:
    """The families of a role, in order."""
    if role == "math":
        return ("Discordant Math",)
    known = {face.family for face in faces()}
    for family in locale.fonts[role]:
        if family not in known:
            raise FontError(
                f"{role} in [fonts]: there is no family {family!r}",
                path=f"{locale.tag}/locale.toml",
                advice=f"there are {', '.join(sorted(known))}",
            )
    return tuple(locale.fonts[role])


def css_families(locale: Locale, role: str) -> str:
    """The families of a role as CSS lists them, under the names that `rules` declares."""
    names = families(locale, role)
    scripts = {face.family: face.script for face in faces()}
    several = len({scripts[name] for name in names}) > 1
    shown = [name + _BESIDE if several and scripts[name] == "latin" else name for name in names]
    return ", ".join(f'"{name}"' for name in shown)


def latin_family(locale: Locale, role: str) -> str:
    """The family in which a role sets numbers and Latin letters, under the name that `rules` declares."""
    names = families(locale, role)
    scripts = {face.family: face.script for face in faces()}
    place = next((place for place, name in enumerate(names) if scripts[name] == "latin"), 0)
    return css_families(locale, role).split(", ")[place]


def lacking(text: str, locale: Locale, role: str, weight: int = 400) -> list[str]:
    """The characters of a text, in order, that no face has with which a language sets this role.

    Raises FontError for a family that is not there.
    """
    stack = _stack(Setting(role, weight, "normal"), locale)
    return [
        character
        for character in dict.fromkeys(text)
        if ord(character) not in _INVISIBLE and _face_for(ord(character), stack) is None
    ]


def without_font(locale: Locale) -> str:
    """The characters of a language's own name and digits that no face has; "" where it has a font.

    Raises FontError for a family that is not there.
    """
    if "text" not in locale.fonts:
        return ""
    return "".join(lacking(f"{locale.name}{locale.decimal(1234567890, 0)}", locale, "text"))


def files(locale: Locale, role: str) -> list[Path]:
    """The font files behind a role, for whoever draws with them."""
    return [face.path for face in faces() if face.family in families(locale, role)]


def cut(path: Path, codes: set[int]) -> bytes:
    """A TrueType font with only these characters; layout rules among them are kept."""
    plan = uharfbuzz.SubsetInput()
    plan.unicode_set.update(codes)
    plan.layout_feature_tag_set.clear()
    plan.layout_feature_tag_set.update({_tag(feature) for feature in FEATURES})
    plan.flags = uharfbuzz.SubsetFlags.NO_HINTING | uharfbuzz.SubsetFlags.NOTDEF_OUTLINE
    subset = uharfbuzz.subset(uharfbuzz.Face(uharfbuzz.Blob(read(path, FONT))), plan)
    return bytes(subset.blob.data)


def cut_math(path: Path, codes: set[int]) -> bytes:
    """The mathematics font cut to these characters, its own table of stretchy forms kept."""
    return cut(path, codes | _MATHEMATICS)


def woff(font: bytes) -> bytes:
    """The same font as WOFF: a third smaller, in milliseconds (WOFF2 would cost a second a face)."""
    packed = TTFont(io.BytesIO(font), recalcTimestamp=False, recalcBBoxes=False)
    packed.flavor = "woff"
    out = io.BytesIO()
    packed.save(out, reorderTables=None)
    return out.getvalue()


# Browsers ask the mathematics font for glyphs that the source does not hold: italic letters for <mi>.
_ITALIC_LATIN = {ord("A") + i: 0x1D434 + i for i in range(26)} | {
    ord("a") + i: 0x1D44E + i for i in range(26)
}
_ITALIC_GREEK = {0x391 + i: 0x1D6E2 + i for i in range(25)} | {0x3B1 + i: 0x1D6FC + i for i in range(25)}
_MATHEMATICS = frozenset(ord(character) for character in "()[]|√∑−×=+/,.0123456789ˆ∼∣")


def _italic_twins(codes: set[int]) -> set[int]:
    twins = {_ITALIC_LATIN.get(code) or _ITALIC_GREEK.get(code) for code in codes}
    return codes | {0x210E if twin == 0x1D455 else twin for twin in twins if twin}


def _cut_face(face: Face, codes: set[int]) -> bytes:
    codes = codes | _SPACES
    return cut_math(face.path, _italic_twins(codes)) if face.script == "math" else cut(face.path, codes)


def _rule(name: str, face: Face, source: str) -> str:
    return (
        f'@font-face{{font-family:"{name}";font-weight:{face.weight};font-style:{face.style};'
        f"font-display:block;src:{source}}}"
    )


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")


def _stack(setting: Setting, locale: Locale) -> list[Face]:
    """The faces that a setting tries, in order; a family without the style lends its upright."""
    stack = []
    for family in families(locale, setting.role):
        members = [face for face in faces() if face.family == family]
        fitting = [f for f in members if f.weight == setting.weight and f.style == setting.style]
        fitting = fitting or [f for f in members if f.weight == setting.weight and f.style == "normal"]
        stack += fitting or members[:1]
    return stack


def _face_for(code: int, stack: list[Face]) -> Face | None:
    left_to_others = any(code in face.of_script.own_marks and code in _coverage(face.path) for face in stack)
    for face in stack:
        if left_to_others and face.script == "latin":
            continue
        if code in _coverage(face.path):
            return face
    return None


def _several_scripts(stack: list[Face]) -> bool:
    return len({face.script for face in stack}) > 1


@cache
def _coverage(path: Path) -> frozenset[int]:
    return frozenset(uharfbuzz.Face(uharfbuzz.Blob(read(path, FONT))).unicodes)


def _tag(feature: str) -> int:
    return int.from_bytes(feature.encode("ascii"), "big")


class _Reader(HTMLParser):
    """Walks a page, keeping the setting of the element it is in."""

    def __init__(self, tag: str, bold_emphasis: Collection[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.found: dict[Setting, set[str]] = defaultdict(set)
        self._tag, self._bold_emphasis = tag, bold_emphasis
        self._open: list[tuple[str, Setting | None]] = [("", Setting("text", 400, "normal"))]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _VOID:
            return
        setting = self._setting(tag, dict(attrs))
        self._open.append((tag, setting))
        address = dict(attrs).get("href") or ""
        if setting and tag == "a" and address.startswith("https"):  # printed behind the link, in brackets
            self.found[setting].update(f" ({address})")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An empty element of an SVG has no text."""

    def handle_endtag(self, tag: str) -> None:
        names = [name for name, _setting in self._open]
        if tag in names[1:]:
            del self._open[len(names) - 1 - names[::-1].index(tag) :]

    def handle_data(self, data: str) -> None:
        setting = self._open[-1][1]
        if setting is None:
            return
        self.found[setting].update(data)
        if self._open[-1][0] == "i" and setting.role == "sans":  # in the text's italic, but on sheets
            self.found[setting._replace(role="text")].update(data)
        if any(name == "svg" for name, _setting in self._open):  # a drawing sets weight by attribute
            self.found[setting._replace(weight=700)].update(data)

    def _setting(self, tag: str, attributes: Mapping[str, str | None]) -> Setting | None:
        outer = self._open[-1][1]
        if outer is None or tag in _SILENT:
            return None
        classes = (attributes.get("class") or "").split()
        role = outer.role
        if tag == "math" or "math" in classes:
            return Setting("math", 400, "normal", outer.tag)
        if tag in ("code", "pre"):
            role = "mono"
        elif tag in ("svg", "table", "button") or "sans" in classes:
            role = "sans"
        language = attributes.get("lang") or outer.tag if tag != "html" else ""
        weight = 700 if tag in _BOLD or "bold" in classes else outer.weight
        style = outer.style
        if tag in _ITALIC:
            if tag == "em" and (language or self._tag) in self._bold_emphasis:
                weight = 700
            else:
                style = "italic"
                weight = 400 if role == "sans" else weight  # of which there is no bold italic
        return Setting(role, weight, style, language)
