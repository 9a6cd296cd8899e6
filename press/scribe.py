"""The scribe: messages of one language to HTML, with a record of every number it has printed.

Order of work on a message: placeholders become inert tokens, Markdown without raw HTML is rendered,
nh3 cleans the result, tokens are replaced by numbers and formulas.  So no message can bring
in markup, and no Markdown rule can touch a number.
"""

from __future__ import annotations

import copy
import html
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace as replace_fields
from typing import NamedTuple, Self

from markupsafe import Markup

from ..language import Catalog, Fact, Locale
from ..language.direction import direction
from ..language.forms import Written
from ..language.message import PLACEHOLDER, Unfit, forms_of, other_references, unusable
from ..language.spacing import GAP, with_gaps
from . import fonts, inline
from .binding import bound, with_numerals
from .blocks import Block
from .fill import FillError, Printed, plain, record, replace, split_form
from .formulas import mathml, with_symbols
from .gaps import set_gaps

_FIRST_TOKEN = 0xE000  # private use: no text of ours holds it, and neither Markdown nor nh3 cares for it
_FIRST_NOTE = 0xF800  # the marks of side notes apart, since they follow whatever they stand behind
_TOKEN = re.compile("([\ue000-\uf7ff])([,.;:!?)，。；：！？）、]*[\uf800-\uf8ff]?)")
_NOTE = re.compile("[\uf800-\uf8ff]")
_BEFORE_NOTE = re.compile(
    "(</span>)([\uf800-\uf8ff])|(?<![\ue000-\uf7ff])([^\\s<>\ue000-\uf7ff])([\uf800-\uf8ff])"
)
_INSIDE_A_TAG = re.compile("<[^>]*[\ue000-\uf8ff]")
_ADDRESS = re.compile('<a href="([^"]*)"')
_DRAWN = re.compile(  # ids of what figures show
    r"(?:figure|cover|sheet\.law)\.(?!.*\.(?:alt|caption)$)|comparison\.II?$"
)


_PLAIN = re.compile(
    r"title|description|report\..*|.*\.(?:alt|spoken|description)"
)  # and what no figure shows


def is_plain(block_id: str) -> bool:
    """Whether a block is set without emphasis: labels, names of pages, what stands for a picture or formula.

    >>> is_plain("figure.cases.both"), is_plain("figure.cases.caption")
    (True, False)
    """
    return bool(_DRAWN.match(block_id) or _PLAIN.fullmatch(block_id))


class Text(NamedTuple):
    """A message as the page shows it."""

    html: Markup
    translated: bool  # False where English stands in for a missing translation
    outdated: bool = False  # whether that is so because an older English was translated
    block: str = ""  # its id


class Fault(NamedTuple):
    """A translation that cannot be used, and why."""

    block: str
    what: str


# block, its English, the translation, and where links lead if it may have any -> what is wrong with it
Judged = dict[tuple[str, str, str, tuple[tuple[str, str], ...]], Unfit | None]


class Scribe:
    """Writes the messages of one language.

    `set_formula` makes of a formula's name and MathML, and whether it stands in an English passage, what the
    page shows; pages show the MathML.

    `english` is how English is written where it stands in, numbers and dates included; without it as the
    language itself writes, in Latin digits.

    `judged` is a memory of which translations were found fit; scribes of one locale share it, since each
    block is asked for again and again.

    `printed` is the record of every fact written, in order; `untranslated` the ids of blocks for
    which English stood in; `faults` the translations that could not be used.
    """

    def __init__(
        self,
        locale: Locale,
        catalog: Catalog,
        facts: Mapping[str, Fact],
        formulas: Mapping[str, Mapping[str, str]],
        links: Mapping[str, str],
        set_formula: Callable[[str, str, bool], str] = lambda name, math, english: math,
        judged: Judged | None = None,
        english: Locale | None = None,
    ) -> None:
        self.locale = locale
        self._amid_latin = replace_fields(locale, digits="latn")  # in formulas
        self._english = english or self._amid_latin
        self._without_font = fonts.without_font(locale)
        self._set_formula = set_formula
        self._catalog = catalog
        self._facts = facts
        self._formulas = formulas
        self._markdown = inline.engine()
        self._links = links
        self._addresses = tuple(sorted(links.items()))
        self.printed: list[Printed] = []
        self.untranslated: list[str] = []
        self.faults: list[Fault] = []
        self._asked: set[str] = set()
        self._judged: Judged = {} if judged is None else judged
        self._settable: set[str] = set()  # characters that have a face, as was seen

    def apart(self) -> Self:
        """The same with records of its own, for a product that is not the page."""
        other = copy.copy(self)
        other.printed, other.untranslated, other.faults, other._asked = [], [], [], set()
        return other

    def html(self, block: Block, facts: Mapping[str, Fact] | None = None, own: Collection[str] = ()) -> Text:
        """A block as HTML; `facts` are those that only this block has.

        `own` names the facts that are words of this language, such as a title: these say so where the
        passage is English.
        """
        known = {**self._facts, **(facts or {})}
        text, translated = self._message(block, known)
        tokens: dict[str, str] = {}  # of one character each -> what is to stand there
        numbers: list[str] = []  # those that stand for a number
        quoted: list[str] = []  # those that stand for English words in every language

        def token(name: str, asked: tuple[str, ...]) -> str:
            mark = chr(_FIRST_TOKEN + len(tokens))
            if name.startswith("f_"):
                tokens[mark] = self._inline(block, name[2:], english=not translated)
                return mark
            fact, form = self._look_up(block, name, known)
            foreign = not translated and fact.name in own
            locale = self.locale if translated or foreign else self._english
            written = locale.write(fact, form, asked)
            number = self._number(block.id, fact, form, written, not translated and not foreign, foreign)
            if inline.marks_note(name, fact):
                mark = chr(_FIRST_NOTE + len(tokens))
                tokens[mark] = inline.note_mark(fact, number)
            else:
                tokens[mark] = number
                (quoted if fact.is_quoted else numbers).append(mark)
            return mark

        rendered = self._inline_markdown(replace(text, token))
        if _INSIDE_A_TAG.search(rendered):
            raise _wrong(block, "a placeholder stands in a link's address")
        rendered = inline.coloured(rendered)
        if self.locale.tag != "en":
            rendered = inline.in_english(rendered, quoted)
        writes = self.locale if translated else self._english
        rendered = bound(with_numerals(rendered, writes.numerals), writes.together, numbers)
        if self.locale.gaps and translated:
            rendered = set_gaps(rendered, tokens)
        filled = _TOKEN.sub(lambda match: _beside(tokens[match[1]], match[2]), _with_notes_kept(rendered))
        filled = _NOTE.sub(lambda match: tokens[match[0]], filled)
        outdated = not translated and self._is_outdated(block)
        return Text(Markup(filled), translated, outdated, block.id)

    def plain(self, block: Block, facts: Mapping[str, Fact] | None = None) -> str:
        """A block as plain text: for labels in figures, text alternatives and titles."""
        known = {**self._facts, **(facts or {})}
        text, translated = self._message(block, known)
        if any(inline.marks_note(name, known[name]) for name in block.placeholders if name in known):
            raise _wrong(block, "a mark of a side note stands where no link can be")
        try:
            filled, printed = plain(text, block.id, known, self.locale if translated else self._english)
        except FillError as error:
            raise _wrong(block, error.what) from None
        if translated and self.locale.gaps and not _DRAWN.match(block.id):
            filled = filled.replace(GAP, "")  # to be read out or searched, not seen
        self.printed += [entry._replace(language=_language(not translated)) for entry in printed]
        return filled

    def writes(self, block: Block) -> Locale:
        """How a block is written: as this language is, or as English where that stands in."""
        return self.locale if self.state(block) == "done" else self._english

    def number(self, place: str, fact: Fact, form: str = "short") -> Markup:
        """One fact by itself, in a table cell."""
        return Markup(self._number(place, fact, form, self.locale.write(fact, form)))

    def name(self, place: str, fact: Fact) -> str:
        """One fact by itself in a drawing."""
        written = self.locale.write(fact)
        self.printed.append(record(place, fact, "short", written))
        return written.text

    def formula(self, name: str, display: bool = True, english: bool = False) -> Markup:
        """A formula as MathML, with its numbers in this language's form, but in the digits of its letters.

        `english`: it stands in a passage that is English, or is said in English, and so are its numbers.
        """
        kind = "display" if display else "inline"
        locale = self._english if english else self._amid_latin

        def write(placeholder: str) -> tuple[str, str]:
            try:
                fact, form = split_form(placeholder, self._facts)
            except FillError as error:
                raise FillError(f"formula {name!r}: {error.what}", path="formulas.toml") from None
            text = locale.format(fact, form)
            self.printed.append(Printed(f"formula.{name}", fact.name, form, text, _language(english)))
            return fact.name, text

        try:
            math = mathml(name, self._formulas[kind][name], write, display)
            math = with_symbols(math, locale.symbols)
        except KeyError:
            raise FillError(f"there is no {kind} formula {name!r}", path="formulas.toml") from None
        return Markup(self._set_formula(name, math, english))

    def _message(self, block: Block, facts: Mapping[str, Fact]) -> tuple[str, bool]:
        text = self._catalog.translation(block.id, block.text) if self.locale.tag != "en" else block.text
        fault = None if text is None else self.fault(block, text)
        if text is not None and fault is None:
            return self._with_gaps(text, block, facts), True
        if block.id not in self._asked:
            self._asked.add(block.id)
            self.untranslated.append(block.id)
            if fault:
                self.faults.append(Fault(block.id, fault.what))
        return self._sound(block), False

    def _sound(self, block: Block) -> str:
        """The English of a block; FillError where it asks for forms that English does not have."""
        if unfit := self._english.forms.unfit(block.text):
            raise _wrong(block, f"{unfit.what}; {unfit.advice}")
        return block.text

    def state(self, block: Block) -> str:
        """Where the translation of a block stands: as in `Catalog.state`, or "faulty"."""
        if self.locale.tag == "en":
            return "done"
        return "faulty" if self.current_fault(block) else self._catalog.state(block.id, block.text)

    def _is_outdated(self, block: Block) -> bool:
        return self._catalog.state(block.id, block.text) == "stale"

    def current_fault(self, block: Block) -> Unfit | None:
        """Why the catalog's translation of a block cannot be used; None where it can, or there is none."""
        text = self._catalog.translation(block.id, block.text)
        return None if text is None or self.locale.tag == "en" else self.fault(block, text)

    def fault(self, block: Block, text: str) -> Unfit | None:
        """Why a translation of a block cannot be used, or None."""
        may_link = any(sign in message for sign in "[<" for message in (text, block.text))
        asked = (block.id, block.text, text, self._addresses if may_link else ())
        if asked not in self._judged:
            self._judged[asked] = (
                unusable(block.text, text)
                or self.locale.forms.unfit(text)
                or self._link_fault(text, block)
                or other_references(block.text, text)
                or self._glyph_fault(block, text)
            )
        return self._judged[asked]

    def _glyph_fault(self, block: Block, text: str) -> Unfit | None:
        """Why a translation cannot be set, or None: a character that no face of the language has.

        A language without a font is read in that of its readers, but where a text is drawn.
        """
        if self._without_font and not _DRAWN.match(block.id):
            return None
        characters = "".join(dict.fromkeys(c for c in html.unescape(text) if c not in self._settable))
        roles = [role for role in ("text", "sans") if role in self.locale.fonts]
        lacking = [c for role in roles for c in fonts.lacking(characters, self.locale, role)]
        if not lacking:
            self._settable.update(characters)
            return None
        what = f"has {lacking[0]!r} (U+{ord(lacking[0]):04X}), which the project's fonts lack"
        return Unfit(what, "reword, or add a face to templates/fonts/fonts.toml")

    def _link_fault(self, text: str, block: Block) -> Unfit | None:
        """Why a translation's links cannot be used, or None: they lead where those of the English do."""
        if not re.search(r"[\[<]", text + block.text):
            return None
        ours, theirs = (
            self._inline_markdown(replace(message, lambda name, asked: chr(_FIRST_TOKEN)))
            for message in (block.text, text)
        )
        if not theirs.strip():
            return Unfit("shows nothing", "compare it with the English")
        if _INSIDE_A_TAG.search(theirs):
            return Unfit("has a placeholder in a link's address", "write the links of the English")
        wanted, found = (set(_ADDRESS.findall(rendered)) for rendered in (ours, theirs))
        if wanted == found:
            return None
        what = f"links to {_listed(found)}, the English to {_listed(wanted)}"
        return Unfit(what, "write the links of the English and no other brackets")

    def _with_gaps(self, text: str, block: Block, facts: Mapping[str, Fact]) -> str:
        if not self.locale.gaps:
            return text

        def shown(placeholder: str) -> str:
            match = PLACEHOLDER.fullmatch(placeholder)
            assert match
            if match[1].startswith("f_"):
                return "x"
            return self.locale.write(*self._look_up(block, match[1], facts), forms_of(placeholder)).text

        return with_gaps(text, shown)

    def _look_up(self, block: Block, name: str, facts: Mapping[str, Fact]) -> tuple[Fact, str]:
        try:
            return split_form(name, facts)
        except FillError as error:
            raise _wrong(block, error.what) from None

    def _number(
        self,
        place: str,
        fact: Fact,
        form: str,
        written: Written,
        english: bool = False,
        foreign: bool = False,
    ) -> str:
        """A fact as this language or English has written it; `foreign`: in this one, amid English."""
        text, quoted = written.number, fact.is_quoted and self.locale.tag != "en"
        self.printed.append(
            record(place, fact, form, written)._replace(language=_language(english or quoted))
        )
        # On a page that runs from right to left a number without a `dir` would lose its sign to the other
        # side.
        language = f' lang="{self.locale.tag}"' if foreign else ' lang="en"' if quoted else ""
        way = f' dir="{direction(text)}"' if self.locale.direction == "rtl" else ""
        name, shown = html.escape(fact.name), html.escape(text)
        number = f'<span class="fact"{language}{way} data-fact="{name}">{shown}</span>'
        if not written.before and not written.behind:
            return number
        return (
            f'<span class="nowrap">{html.escape(written.before)}{number}{html.escape(written.behind)}</span>'
        )

    def _inline(self, block: Block, name: str, english: bool) -> str:
        tex = self._formulas["inline"].get(name)
        if tex is None:
            raise _wrong(block, f"{{f_{name}}} names no inline formula")
        if len(tex) == 1 and tex.isalpha():
            return f"<i>{tex}</i>"
        return str(self.formula(name, display=False, english=english))

    def _inline_markdown(self, text: str) -> str:
        return inline.html(self._markdown, text, self._links)


def _language(english: bool) -> str:
    """What the record says of a passage: nothing where it is in the page's own language."""
    return "en" if english else ""


def _wrong(block: Block, what: str) -> FillError:
    return FillError(f"block {block.id}: {what}", path=block.file, line=block.line)


def _with_notes_kept(rendered: str) -> str:
    """The mark of a side note on the line of what it stands behind: no line begins with one."""

    def keep(match: re.Match[str]) -> str:
        span, after_span, sign, after_sign = match.groups()
        return f"{after_span}{span}" if span else f'<span class="nowrap">{sign}{after_sign}</span>'

    return _BEFORE_NOTE.sub(keep, rendered)


def _beside(written: str, behind: str) -> str:
    """A number or formula with the punctuation and the mark behind it; no line may end between them."""
    if behind and (written.startswith("<math") or _NOTE.search(behind)):
        return f'<span class="nowrap">{written}{behind}</span>'
    return written + behind


def _listed(addresses: set[str]) -> str:
    return ", ".join(sorted(addresses)) or "nothing"
