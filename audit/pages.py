"""Pages: every number of an HTML page read back, and held to its fact, to the record and to its formula."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from . import formulas as known_formulas
from . import markup, package_files, page_tables, styles
from .data import STANDS_IN, Data, Edition, Entry, is_stated, own, value_of, wrong
from .findings import Findings
from .numbers import KNOWN, Marks, Value, Values, marks_of
from .page import Page, Passage, shown
from .record import Record

_FACT = re.compile(r"\\fact\{\w+\}")
_NAMED = re.compile(r"(?<![A-Za-z0-9.,])[A-Z][0-9](?![A-Za-z0-9.,%]*[0-9%])")  # the names A4, F1
# blocks that are said beside the text, or by a figure
_BESIDE = re.compile(
    r"cover\.|.*spoken$|figure\.[\w-]+\.(?!caption|table|alt|both|only-|neither)|description$"
)
_TWICE = "table.outcomes"  # which a figure has for its data, too
_NUMERALS = frozenset(("0", "1", "2", "1/2"))  # typed in languages that write them for words
_HAN = "\u2e80"  # from here on, characters that are numeric are words of Chinese
_FLOAT = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?", re.ASCII)


class Context(NamedTuple):
    """What a page is held to."""

    data: Data
    edition: Edition
    entries: tuple[Entry, ...] | None  # the list of what it prints, in order; None where there is none
    ours: bool  # whether it must be this program's own edition, style and addresses included
    titles: frozenset[str] | None  # texts in which no fact is marked; None where these cannot be known
    exists: markup.Exists
    named: markup.Named


def check(page: Page, file: str, findings: Findings, context: Context) -> None:
    """Check everything about one page but its drawings."""
    findings.files.add(file)
    markup.check(page, file, findings, context.exists, context.named)
    styles.check(page, file, findings, context.ours)
    if not context.ours:
        _of_another(findings, context)
    passages = page.passages()
    _values(passages, file, findings, context)
    if context.titles is not None:
        _strays(page, file, findings, context.titles)
    formulas(page, file, findings)
    page_tables.check(page, file, findings)
    _listing(page, file, findings, context)
    if context.entries is not None:
        _against_record(page, passages, file, findings, context)


def _of_another(findings: Findings, context: Context) -> None:
    """Say that it is another's edition, and which of its names would say a number."""
    findings.note(
        "this is NOT THE PROGRAM'S OWN EDITION: publisher or version, style and addresses are another's"
    )
    own_settings = package_files.template("article.toml")
    for name, (value, kind) in context.data.facts.items():
        if kind == "name" and has_digits(str(value)) and str(value) not in own_settings:
            findings.note(f"{name}, a name that holds a number: {str(value)[:100]}")


def _values(passages: list[Passage], file: str, findings: Findings, context: Context) -> None:
    facts = context.data.facts
    seen: dict[tuple[str, str], str] = {}
    for passage in passages:
        for name, text, language in passage.facts:
            findings.checked["numbers of pages"] += 1
            if language not in ("", STANDS_IN):
                findings.fault(file, f"fact {name}", language, "the page's language, or English")
            elif name not in facts and is_stated(name) and not context.data.editions:
                before = seen.setdefault((name, language), text)
                if before != text:  # of a page by itself nothing more is known
                    findings.fault(file, f"fact {name}", text, f"{before}, as before")
                findings.note("names, dates, versions and running numbers, for want of discordant.json")
            elif what := wrong(name, text, context.edition.of(language), facts):
                findings.fault(file, f"fact {name}", text, f"{value_of(name, facts)} ({what})")


def _strays(page: Page, file: str, findings: Findings, titles: frozenset[str]) -> None:
    """Digits that belong to no fact.  The listing, formulas and drawings are looked at by themselves."""
    for text, element in page.texts():
        if page.within(element, "svg", "math", "style", "pre") or page.fact_of(element) is not None:
            continue
        if element.tag == "span" and element.get("class") == "numeral" and text in _NUMERALS:
            continue
        if has_digits(text) and text.strip() not in titles:
            findings.say(
                file, f"a number that belongs to no fact: '{' '.join(text.split())[:80]}'", element.tag
            )


def has_digits(text: str) -> bool:
    """Whether a text holds a number; the name of a paper or a score, A4 or F1, is none.

    >>> has_digits("for A4"), has_digits("p = 0.04"), has_digits("x²")
    (False, True, True)
    """
    return any(c.isnumeric() and (c < _HAN or c > "\uff00") for c in _NAMED.sub("", text))


def formulas(page: Page, file: str, findings: Findings) -> None:
    """The numbers of formulas: facts, or the constants that the formula has in TeX."""
    known = package_files.formulas()
    inline = {digits for tex in known["inline"].values() for digits in _constants(tex)}
    for math in page.elements():
        if math.tag != "math":
            continue
        plain = [shown(mn) for mn in math.iter("mn") if page.fact_of(mn) is None]
        name = _formula_name(page, math)
        if name in known["display"]:
            wanted = Counter(_constants(known["display"][name]))
            odd = sorted((Counter(plain) - wanted).elements()) or sorted((wanted - Counter(plain)).elements())
        else:
            everywhere = inline | {digits for tex in known["display"].values() for digits in _constants(tex)}
            odd = [digits for digits in plain if digits not in everywhere]
        whole = name if name in known["display"] else ""
        if not known_formulas.is_known(math, whole):
            text = " ".join("".join(math.itertext()).split())
            findings.fault(
                file, f"formula {name or 'in a sentence'}", text, "a formula that this program knows"
            )
        if odd:
            findings.fault(
                file, f"formula {name or 'in a sentence'}", " ".join(odd), "the constants of the formula"
            )
        for leaf in math.iter():
            if (
                leaf.tag in ("mi", "mo", "mtext", "ms")
                and has_digits(leaf.text or "")
                and page.fact_of(leaf) is None
            ):
                findings.fault(file, f"formula {name}", leaf.text, "no digit outside a number")
        findings.checked["formulas"] += 1


def _constants(tex: str) -> list[str]:
    return re.findall(r"\d+", _FACT.sub("", tex))


def _formula_name(page: Page, math: Element) -> str:
    for element in page.above(math):
        if element.get("id", "").startswith("formula-"):
            return element.get("id", "").removeprefix("formula-")
    return ""


def _listing(page: Page, file: str, findings: Findings, context: Context) -> None:
    """The code that the article prints is the program's, and what it printed are the results."""
    blocks = [element for element in page.elements() if element.tag == "pre"]
    if not blocks:
        return
    if len(blocks) > 2:
        findings.say(file, "more than the listing and what it printed", "<pre>")
    texts = ["".join(block.itertext()) for block in blocks]
    if texts[0].strip() != package_files.listing().strip():
        if context.ours:
            findings.say(file, "is not the code that this program prints", "listing")
        else:
            findings.note(f"{file}: the code that it prints, which is the publisher's own")
    results = {
        _float(value)
        for value, _kind in context.data.facts.values()
        if isinstance(value, (int, float)) or value
    }
    for text in texts[1:]:
        for token in _FLOAT.findall(text):
            findings.checked["numbers of listings"] += 1
            if not any(
                abs(float(token) - right) <= 1e-9 * abs(right) for right in results if right is not None
            ):
                findings.fault(file, "output of the listing", token, "a result of experiment.py")


def _float(value: object) -> float | None:
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return None


def _against_record(
    page: Page, passages: list[Passage], file: str, findings: Findings, context: Context
) -> None:
    _count(page, file, findings, context.entries or ())
    record = Record(context.entries or (), context.edition.tag)
    flow: list[tuple[Passage, list[int]]] = []
    for passage in passages:
        in_row = page.within(passage.element, "nav", "table", "summary")
        places = record.places(passage.facts, in_row)
        if not places:
            findings.fault(
                file,
                _place(passage),
                _texts(passage),
                "numbers that discordant.json lists one after the other",
            )
        elif in_row or any(map(record.is_furniture, places)):
            for place in places:
                record.meet(place, len(passage.facts))
        else:
            flow.append((passage, places))
    astray = record.out_of_order([places for _, places in flow], [len(passage.facts) for passage, _ in flow])
    for number in astray:
        passage = flow[number][0]
        findings.fault(file, _place(passage), _texts(passage), "in the order of discordant.json")
    for where, text, _element in [*page.spoken(), ("the foot of a page", styles.foot(page), page.root)]:
        findings.checked["labels and descriptions"] += 1
        if not record.spoken(text, where):
            findings.fault(file, where, text, "numbers that discordant.json lists one after the other")
    for label in page.elements():
        if (
            label.tag == "text"
            and not is_tick(shown(label), context.edition.marks)
            and not record.spoken(shown(label), "figure")
        ):
            findings.fault(file, "label of a figure", shown(label), "numbers that discordant.json lists")
    for entry in record.unseen():
        findings.say(file, f"{entry.fact}, {entry.text}, is not printed", entry.block)


def _count(page: Page, file: str, findings: Findings, entries: tuple[Entry, ...]) -> None:
    """No fact stands on a page more often than it is listed; the contents say some again."""
    listed = Counter(entry.fact for entry in entries if not _BESIDE.match(entry.block))
    listed += Counter(entry.fact for entry in entries if entry.block == _TWICE)
    printed = Counter(
        element.get("data-fact", "")
        for element in page.elements()
        if "data-fact" in element.attrib
        and not page.within(element, "nav")
        and not _in_contents(page, element)
    )
    for name, more in (printed - listed).items():
        findings.fault(file, f"fact {name}", f"{more} more", f"{listed[name]}, as discordant.json lists")


def _in_contents(page: Page, element: Element) -> bool:
    return any("contents" in one.get("class", "").split() for one in page.above(element))


def _place(passage: Passage) -> str:
    return f"<{passage.element.tag}> with {', '.join(said.fact for said in passage.facts[:4])}"


def _texts(passage: Passage) -> str:
    """What a passage prints, English that stands in named as that."""
    said = ", ".join(said.text for said in passage.facts)
    language = next((said.language for said in passage.facts if said.language), "")
    return f"{said} ({language})" if language else said


def is_tick(text: str, marks: Marks) -> bool:
    """Whether a label of a figure is a number alone, as beside an axis."""
    from .numbers import number, plain

    try:
        number(plain(text).strip(), marks)
    except ValueError:
        return False
    return True


def addresses(ours: bool, findings: Findings) -> Callable[[str], bool]:
    """Which addresses a publication may link to: those that this program names.

    Another publisher's addresses cannot be known here; they are noted.
    """
    known, settings = {address.rstrip("/") for address in package_files.addresses()}, package_files.settings()
    references: Any = settings.get("references", ())  # a list, where all other entries are tables
    known |= {package_files.doi_link(one["doi"]) for one in references if one.get("doi")}
    edition = settings["edition"]
    canonical = str(edition.get("canonical", ""))
    translate = _translate(str(edition.get("translate", "")))

    def named(address: str) -> bool:
        if address.rstrip("/") in known or (canonical and address.startswith(canonical)):
            return True
        if translate and translate.fullmatch(address):
            return True
        if not ours:
            findings.note(f"where the publisher's own links to {_site(address)} lead")
        return not ours

    return named


def _site(address: str) -> str:
    """Where an address leads, without the place there: a page can have hundreds of them."""
    return re.sub(r"(?<=[^/:])/.*", "", address, flags=re.DOTALL)[:100]


def _translate(pattern: str) -> re.Pattern[str] | None:
    """The addresses of passages to be translated, where this program names such a place."""
    if not pattern:
        return None
    parts = {"tag": "[A-Za-z0-9-]+", "part": "[a-z]+", "id": "[A-Za-z0-9.-]+"}
    pieces = re.split(r"\{(tag|part|id)\}", pattern)
    return re.compile("".join(parts[one] if n % 2 else re.escape(one) for n, one in enumerate(pieces)))


def _words(page: Page, facts: Values) -> dict[str, Value]:
    """The words that a page by itself prints for whole numbers, each for one number alone."""
    found: dict[str, set[Value]] = {}
    for passage in page.passages():
        for name, text, _language in passage.facts:
            value = facts.get(name, ("",))[0]
            if text.isalpha() and not isinstance(value, str) and Fraction(value).denominator == 1:
                found.setdefault(text.lower(), set()).add(value)
    return {word: values.pop() for word, values in found.items() if len(values) == 1}


def marks_for(tag: str, editions: Mapping[str, Edition]) -> Edition:
    """The edition of a language, or what is known of a language without one."""
    return editions.get(tag) or Edition(tag, KNOWN.get(tag, Marks(".", ",", 4)), {})


def edition_of(page: Page, tag: str, known: Data | None) -> Edition:
    """The edition of a page's language; without data, how the page itself is seen to write what is known."""
    if known:
        return marks_for(tag, known.editions)
    facts = own().facts
    if tag in KNOWN:
        return marks_for(tag, {})._replace(words=_words(page, facts))
    printed = [
        (text, Fraction(facts[name][0]), facts[name][1])
        for passage in page.passages()
        for name, text, language in passage.facts
        if not language and name in facts and isinstance(facts[name][0], (int, float, Fraction))
    ]
    return Edition(tag, marks_of(tag, printed), {})
