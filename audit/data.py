"""Data: discordant.json held to its schema, to what its counts give, and to itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import isclose
from typing import NamedTuple

from .. import experiment
from . import credit, leads, numbers, package_files, results, sheets, strict
from .findings import Findings
from .numbers import Marks, Value, Values
from .stated import fits, kind_of

PATH = "output/data/discordant.json"
SCHEMA = "output/data/discordant.schema.json"
# facts that belong to one passage in one language, so that the file has no single value for them
LOCAL = {
    "title": "name",
    "missing": "count",
    "outdated": "count",
    "blocks": "count",
    "translators": "name",
    "reviewers": "name",
    "rate": "percent",
    "erratum_date": "date",
    "address": "name",
    "reading_minutes": "count",
}
STANDS_IN = "en"  # the language of passages that are not translated
_RATES = {Fraction(rate, 100) for rate in (2, 5, 10, 20)}  # of the curves in a handout's figure
_EDITION = {  # fact -> the part of the provenance that says the same
    "publication_version": "edition",
    "publication_date": "date",
    "publisher": "publisher",
    "python_version": "python",
    "matplotlib_version": "matplotlib",
}
_ENTRIES = 2_000  # of what one product prints in one language; ours have up to 430
_LABEL = re.compile("(section|figure|table|formula|listing|note)_")
_CLOSE = Fraction(1, 10**9)  # relative; of values that are no fractions
_SCHEMA_FAULTS = 20


class Entry(NamedTuple):
    """One fact as one block prints it."""

    block: str
    fact: str
    text: str
    language: str = ""  # of the block, where it is not the edition's own
    is_word: bool = False  # a small number in letters


class Edition(NamedTuple):
    """What one language prints, by product, and how it writes numbers."""

    tag: str
    marks: Marks
    printed: Mapping[str, tuple[Entry, ...]]
    runs_left: bool = False  # whether it is written from right to left
    words: Mapping[str, Value] = {}  # a word in small letters -> the number that it is printed for
    credit: Mapping[str, tuple[str, ...]] = {}  # "translators" and "reviewers" -> whom it names

    def of(self, language: str) -> Edition:
        """How a passage is written: as this edition is, or as the English that stands in there."""
        own = Edition(STANDS_IN, numbers.KNOWN[STANDS_IN], {}, words=self.words, credit=self.credit)
        return own if language else self


class Data(NamedTuple):
    """What the publication may print."""

    facts: Values  # recomputed, where they can be
    editions: Mapping[str, Edition]
    provenance: Mapping[str, object]


def own() -> Data:
    """What is known without any data file: the results, and no record of what is printed."""
    return Data(_recomputed(), {}, {})


def read(content: bytes, findings: Findings, shown: str = PATH) -> Data | None:
    """The data of a publication, after they have been checked; None where they cannot be used at all."""
    try:
        document = strict.parse(content)
    except strict.NotJson as error:
        findings.say(shown, str(error))
        return None
    _schema(document, findings, shown)
    if not isinstance(document, dict):
        return None
    for name, right in experiment.data().items():
        for place, found, wanted in _differences(right, document.get(name), name):
            findings.fault(shown, place, found, wanted)
    findings.checked["results of discordant.json recomputed"] += _leaves(experiment.data())
    facts = _facts(_table(document, "facts"), findings, shown)
    provenance = _table(document, "provenance")
    for fact, part in _EDITION.items():
        if fact in facts and facts[fact][0] != provenance.get(part):
            findings.fault(
                shown, f"facts.{fact}", facts[fact][0], f"{provenance.get(part)}, as provenance says"
            )
    editions = {
        tag: _edition(tag, _table(_table(document, "locales"), tag), facts, findings, shown)
        for tag in _table(document, "locales")
    }
    _alike(editions, findings, shown)
    findings.files.add(shown)
    return Data(facts, editions, provenance)


def schema_beside(content: bytes, findings: Findings) -> None:
    """Note where the schema that was published is not this program's."""
    if content != package_files.schema():
        findings.say(SCHEMA, "is not the schema of this program, to which the data were held all the same")
    findings.files.add(SCHEMA)


def _table(value: object, name: str) -> dict[str, object]:
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}


def _schema(document: object, findings: Findings, shown: str) -> None:
    import jsonschema

    schema = strict.parse(package_files.schema())
    validator = jsonschema.Draft202012Validator(schema)
    for count, error in enumerate(validator.iter_errors(document)):
        if count == _SCHEMA_FAULTS:
            findings.say(shown, "and more that the schema does not allow")
            return
        place = ".".join(map(str, error.absolute_path)) or "the whole"
        findings.say(shown, f"not as the schema says: {error.message[:200]}", place)
    findings.checked["schemas"] += 1


def _recomputed() -> Values:
    """Every fact whose value follows from counts, by name."""
    found: dict[str, tuple[Value, str]] = dict(results.article(experiment.SCENARIOS))
    found |= leads.article(experiment.SCENARIOS)
    return found | {name: (value, "") for name, value in sheets.handouts().items()}


def _facts(stated: Mapping[str, object], findings: Findings, shown: str) -> Values:
    """The facts with the values that they must have; those that follow from nothing have what is stated."""
    found: dict[str, tuple[Value, str]] = {}
    recomputed = _recomputed()
    for name in sorted(recomputed.keys() - stated.keys()):
        findings.say(shown, "is missing", f"facts.{name}")
    labels: dict[str, int] = {}
    for name, entry in stated.items():
        place = f"facts.{name}"
        kind, value = _value(entry)
        if name in recomputed:
            right, right_kind = recomputed[name]
            if value is None or not _same(value, right) or not _nearest(entry):
                findings.fault(shown, place, _said(entry), _written(right))
            if right_kind and kind != right_kind:
                findings.fault(shown, f"{place}.kind", kind, right_kind)
            found[name] = (right, right_kind or kind)
            findings.checked["facts recomputed"] += 1
        elif label := _LABEL.match(name):
            labels[label[1]] = labels.get(label[1], 0) + 1
            if value != labels[label[1]] or kind != "label":
                findings.fault(shown, place, _said(entry), f"{labels[label[1]]}, the next of its kind")
            found[name] = (labels[label[1]], "label")
        elif wanted := kind_of(name):
            if kind != wanted or not isinstance(value, str) or not fits(value, kind):
                findings.fault(shown, place, f"{kind} {_said(entry)}", f"a {wanted}")
                continue
            found[name] = (value, kind)
            findings.checked["facts only held to be the same everywhere"] += 1
        else:
            findings.say(shown, "this program knows no such fact", place)
    return found


def _value(entry: object) -> tuple[str, Value | None]:
    """Kind and value of a stated fact; None for a value that is none."""
    if not isinstance(entry, dict):
        return "", None
    kind, value = str(entry.get("kind", "")), entry.get("value")
    above, below = entry.get("numerator"), entry.get("denominator")
    if above is None and below is None:
        return kind, value
    if not all(isinstance(part, str) and re.fullmatch("-?[0-9]{1,4000}", part) for part in (above, below)):
        return kind, None
    return kind, Fraction(int(above), int(below)) if int(below) else None  # type: ignore[arg-type]


def _nearest(entry: object) -> bool:
    """Whether the double beside a fraction is the nearest one, and the fraction is reduced."""
    if not isinstance(entry, dict) or "numerator" not in entry:
        return True
    _kind, exact = _value(entry)
    return (
        isinstance(exact, Fraction)
        and entry.get("value") == float(exact)
        and [entry["numerator"], entry["denominator"]] == [str(exact.numerator), str(exact.denominator)]
    )


def _same(value: object, right: Value) -> bool:
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)):
        return False
    if isinstance(right, float) or isinstance(value, float):
        return abs(Fraction(value) - Fraction(right)) <= _CLOSE * abs(Fraction(right))
    return bool(value == right)


def _said(entry: object) -> str:
    if isinstance(entry, dict) and "numerator" in entry:
        return f"{entry.get('numerator')}/{entry.get('denominator')} ({entry.get('value')})"
    return str(entry.get("value") if isinstance(entry, dict) else entry)


def _written(value: object) -> str:
    return f"{value} ({float(value)})" if isinstance(value, Fraction) else str(value)


def _differences(right: object, stated: object, place: str) -> Iterator[tuple[str, str, str]]:
    """The places at which a value departs from what it must be: place, what stands there, what is right."""
    if isinstance(right, dict) and isinstance(stated, dict):
        for key in right:
            yield from _differences(right[key], stated.get(key), f"{place}.{key}")
    elif isinstance(right, list) and isinstance(stated, list) and len(right) == len(stated):
        for number, (ours, theirs) in enumerate(zip(right, stated, strict=True)):
            yield from _differences(ours, theirs, f"{place}[{number}]")
    elif isinstance(right, float) and isinstance(stated, float) and isclose(right, stated, rel_tol=1e-12):
        return  # machines differ in the last digits of erfc
    elif type(right) is not type(stated) or right != stated:
        yield (
            place,
            str(stated),
            str(right) if not isinstance(right, (dict, list)) else "what the counts give",
        )


def _leaves(value: object) -> int:
    if isinstance(value, dict):
        return sum(_leaves(part) for part in value.values())
    return sum(_leaves(part) for part in value) if isinstance(value, list) else 1


def _edition(
    tag: str, locale: Mapping[str, object], facts: Values, findings: Findings, shown: str
) -> Edition:
    printed = _printed(locale)
    for product, entries in printed.items():
        if len(entries) > _ENTRIES:
            findings.say(shown, "prints more than any build does; left out", f"locales.{tag}: {product}")
    printed = {product: entries[:_ENTRIES] for product, entries in printed.items()}
    known = [
        (entry.text, Fraction(facts[entry.fact][0]), facts[entry.fact][1])
        for entries in printed.values()
        for entry in entries
        if not entry.language and isinstance(facts.get(entry.fact, ("",))[0], (int, float, Fraction))
    ]
    marks = numbers.marks_of(tag, known)
    words = _words(tag, printed, facts, findings, shown)
    runs_left = locale.get("direction") == "rtl"
    edition = Edition(tag, marks, printed, runs_left, words, credit.read(locale))
    for product, entries in printed.items():
        for entry in entries:
            if what := wrong(entry.fact, entry.text, edition.of(entry.language), facts):
                place = f"locales.{tag}.printed.{product}: {entry.block}: {entry.fact}"
                findings.fault(shown, place, entry.text, f"{value_of(entry.fact, facts)} ({what})")
            findings.checked["numbers of the record read"] += 1
    findings.languages.add(tag)
    return edition


def _printed(locale: Mapping[str, object]) -> dict[str, tuple[Entry, ...]]:
    """Product -> what it prints, in order; entries of another shape are the schema's to name."""
    lists = locale.get("printed")
    if not isinstance(lists, dict):
        lists = {"page": lists}
    return {product: tuple(_entries(entries)) for product, entries in lists.items()}


def _entries(entries: object) -> Iterator[Entry]:
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict):
            block, fact, text = (entry.get(name) for name in ("block", "fact", "text"))
            if isinstance(block, str) and isinstance(fact, str) and isinstance(text, str):
                language = STANDS_IN if "language" in entry else ""
                yield Entry(block, fact, text, language, entry.get("form") == "word")


def _words(
    tag: str, printed: Mapping[str, tuple[Entry, ...]], facts: Values, findings: Findings, shown: str
) -> dict[str, Value]:
    """The words that are printed for numbers: one number each, and that a whole one."""
    found: dict[str, Value] = {}
    for product, entries in printed.items():
        for entry in entries:
            if not entry.is_word or entry.fact not in facts:
                continue
            value, word = facts[entry.fact][0], entry.text.lower()
            place = f"locales.{tag}.printed.{product}: {entry.block}: {entry.fact}"
            whole = not isinstance(value, str) and Fraction(value).denominator == 1
            if not whole or any(c.isnumeric() and c < "\u2e80" for c in word):
                findings.fault(shown, place, entry.text, "a whole number in letters")
            elif found.setdefault(word, value) != value:
                findings.fault(shown, place, entry.text, f"one number alone, not {found[word]} as well")
    return found


def wrong(fact: str, text: str, edition: Edition, facts: Values) -> str | None:
    """Why a text does not state a fact, or None."""
    tag, marks = edition.tag, edition.marks
    if fact in facts:
        value, kind = facts[fact]
        if text.lower() in edition.words:
            return None if edition.words[text.lower()] == value else "the word of another number"
        return numbers.states(text, value, kind or _kind_seen(text), tag, marks)
    if fact not in LOCAL:
        return "there is no such fact"
    if fact == "rate":
        return (
            None
            if any(not numbers.states(text, rate, "percent", tag, marks) for rate in _RATES)
            else "another"
        )
    if fact in edition.credit:
        return None if credit.lists(text, edition.credit[fact]) else "others than the data name"
    if LOCAL[fact] == "count":
        try:
            return None if numbers.number(numbers.plain(text), marks).slack == Fraction(1, 2) else "no count"
        except ValueError as error:
            return str(error)
    return None


def _kind_seen(text: str) -> str:
    """For a fact whose kind nothing says: a percentage where it is printed as one."""
    return "percent" if "%" in text or "٪" in text else "ratio"


def is_stated(fact: str) -> bool:
    """Whether a fact follows from no count: a running number, or what an edition says about itself."""
    return kind_of(fact) != "" or _LABEL.match(fact) is not None


def value_of(fact: str, facts: Values) -> str:
    """The value that a fact has, for a message."""
    value = facts.get(fact, ("unknown", ""))[0]
    return f"{float(value):.10g}" if isinstance(value, (Fraction, float)) else str(value)


def _alike(editions: Mapping[str, Edition], findings: Findings, shown: str) -> None:
    """Every language prints the same facts in each block, whatever the order in which it says them."""
    by_tag = {
        tag: {
            (product, entry.block, entry.fact)
            for product, entries in edition.printed.items()
            for entry in entries
            if not entry.block.startswith(("page.status", "page.credit"))
        }
        for tag, edition in editions.items()
    }
    everything = set().union(*by_tag.values())
    for tag, found in by_tag.items():
        for product, block, fact in sorted(everything - found):
            findings.say(
                shown,
                f"{fact} is not printed, as it is in another language",
                f"locales.{tag}.printed.{product}: {block}",
            )


def texts(entries: Iterable[Entry]) -> list[tuple[str, str]]:
    """(fact, text) of entries, in order."""
    return [(entry.fact, entry.text) for entry in entries]
