"""PDF text: every number in the text of a PDF against the ordered list of what it prints."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from .. import experiment
from . import package_files
from .data import STANDS_IN, Edition, Entry
from .findings import Findings
from .numbers import ANY_NUMBER, KNOWN, NUMBER, Marks, Stated, Values, number, plain, raised

_MOST = 3_000  # numbers of a text; ours have about 400
_POWER = r"\d[\d.,]*\s*×\s*10\s*[⁻−]?[\d⁰¹²³⁴⁵⁶⁷⁸⁹]+"
_FROM_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "−0123456789")
_PAGES = re.compile(r" · (\d+)(?=\s|$)")  # in the contents
_FOLIO = re.compile(r"(\d+) / \x02?(\d+)")  # pdfium may take a line's end for one at a hyphen
_ADDRESS = re.compile(r"\(?https?:[^\s)]+(?:\s[^\s)]*\.html?)?\)?")
# blocks that are said, drawn as shapes or written beside the text
_UNWRITTEN = re.compile(
    r".*\.spoken$|formula\.[\w-]+$|figure\.[\w-]+\.alt$|description$|.*\.description$|page\.formula$"
)
# blocks whose place in the text is not that of the list: labels of drawings; headings, running feet
_DRAWN = re.compile(r"figure\.[\w-]+\.(?!caption$|alt$)")
_APART = re.compile(
    r".*title$|(?:formula|note)\.[\w-]+\.number$|page\.(?:figure|table|listing)$|print\.|handout\.\w+\.short$"
)
_PIECE = re.compile(r"\d+(?:[.,٫٬]\d+)*", re.ASCII)
_TABLES = ("table.outcomes", "table.methods", "table.yardsticks")
_NOTE = re.compile(r"note\.[\w-]+\.number$")
_CONSTANTS = frozenset(["0", "1", "2", "1/2", "+1", "−1"])  # of formulas inside sentences, or for words


class Token(NamedTuple):
    """A number of the list and the entry that it comes from."""

    text: str
    entry: Entry


def pages(content: bytes) -> list[str]:
    """The text of each page; RuntimeError for what the reader cannot open."""
    import pypdfium2

    with pypdfium2.PdfDocument(content) as document:
        return [page.get_textpage().get_text_bounded().replace("\r\n", "\n") for page in document]


def check(content: bytes, file: str, edition: Edition, entries: Sequence[Entry], findings: Findings) -> None:
    """Hold the numbers of a text to the list, in its order; else there are only ticks and constants."""
    try:
        texts = pages(content)
    except (RuntimeError, ValueError, OSError) as error:
        findings.say(file, f"its text cannot be read: {error}")
        return
    text, extra = _prose(texts, file, findings)
    found = _numbers(text, edition.tag)
    if len(found) > _MOST:
        findings.say(file, "has more numbers than any PDF that a build makes")
        return
    findings.checked["numbers of PDFs"] += len(found)
    if edition.runs_left:
        _unordered(text, extra, file, edition, entries, findings)
        return
    quoted = any(e.fact == "title" for e in entries)  # by a handout, whose own title is another
    written = [e for e in entries if not _UNWRITTEN.match(e.block) and not (quoted and e.block == "title")]
    listed = [t for e in written for t in _tokens(e, edition.tag)]
    for name in _TABLES:
        table = [token.text for token in listed if token.entry.block == name]
        if table and not _taken_out(found, table):
            findings.fault(file, name, "another table", " ".join(table))
    beside = _of_notes(entries)
    flow = [t for t in listed if not _floats(t.entry.block) and t.entry.block not in beside]
    missing, added = _compared([token.text for token in flow], found)
    spare = Counter(added)
    for token in missing:
        _absent(flow[token].entry, file, findings)
    floating = [t for t in listed if _floats(t.entry.block) or t.entry.block in beside]
    _floating(floating, spare, file, findings)
    again = [t.text for t in listed if t.entry.block.endswith(("title", ".short"))]
    drawn = [t.text for e in entries if _UNWRITTEN.match(e.block) for t in _tokens(e, edition.tag)]
    spare -= Counter([*extra, *_printed_by_code(edition.tag), *again, *again, *drawn])
    for token_text in spare.elements():
        if token_text not in _CONSTANTS:
            findings.fault(file, "a number in the text", token_text, "one that discordant.json lists there")


def check_alone(content: bytes, file: str, edition: Edition, facts: Values, findings: Findings) -> None:
    """Hold the numbers of a text to the values that any fact has, where no list says which stands where."""
    try:
        text, extra = _prose(pages(content), file, findings)
    except (RuntimeError, ValueError, OSError) as error:
        findings.say(file, f"its text cannot be read: {error}")
        return
    values = [Fraction(value) for value, _kind in facts.values()]
    cited = {n for source in package_files.sources() for n in re.findall(r"\d+", str(source))}
    for token in _numbers(text, edition.tag):
        findings.checked["numbers of PDFs"] += 1
        ways = list(filter(None, (_stated(token, marks) for marks in (edition.marks, KNOWN[STANDS_IN]))))
        known = any(
            _is_round(stated) or any(abs(stated - value) <= slack for value in values)
            for stated, slack in ways
        )
        if not ways:
            known = token in extra or re.fullmatch(r"[\d.]+", token) is not None  # a version, a licence
        if not known and token not in cited:
            findings.fault(file, "a number in the text", token, "the value of a fact")
    findings.files.add(file)


def _stated(token: str, marks: Marks) -> Stated | None:
    """What a number states, read as a language writes; None where it is not written so."""
    try:
        return number(re.sub("×10([−0-9]+)$", _raised, token), marks)
    except ValueError:
        return None


def _is_round(value: Fraction) -> bool:
    """Whether a number may stand at the axis of a figure."""
    return value % 10 == 0 and (value < 200 or re.fullmatch("[125]0+", str(value)) is not None)


def _raised(found: re.Match[str]) -> str:
    return f" × 10{raised(found[1])}"


def _unordered(
    text: str, extra: Sequence[str], file: str, edition: Edition, entries: Sequence[Entry], findings: Findings
) -> None:
    """The numbers of a text that runs from right to left: a reader gives it in pieces, in no sure order."""
    apart = re.sub("(?<=[0-9])(?=[⁰¹²³⁴⁵⁶⁷⁸⁹])", " ", plain(text))
    found = Counter(_PIECE.findall(apart.translate(_FROM_SUPERSCRIPTS)))
    pieces = [(p, e) for e in entries for p in _PIECE.findall(_alike(plain(e.text)))]
    written = [(p, e) for p, e in pieces if not _UNWRITTEN.match(e.block) and not _floats(e.block)]
    for piece, entry in written:
        if not found[piece]:
            _absent(entry, file, findings)
        found[piece] -= 1
    code = [p for text in _printed_by_code(edition.tag) for p in _PIECE.findall(text)]
    addresses = [p for address in package_files.addresses() for p in _PIECE.findall(address)]
    known = {*extra, *(piece for piece, _entry in pieces), *code, *addresses, *_CONSTANTS}
    for piece in sorted((+found).keys() - known):
        findings.fault(file, "a number in the text", piece, "one that discordant.json lists")
    findings.note("the order of numbers in PDFs of languages that run from right to left")


def _of_notes(entries: Sequence[Entry]) -> frozenset[str]:
    """The blocks of side notes: what follows the number of one.  They stand in the margin."""
    pairs = pairwise(entries)
    return frozenset(behind.block for before, behind in pairs if _NOTE.match(before.block))


def _floats(block: str) -> bool:
    return block in _TABLES or _DRAWN.match(block) is not None or _APART.match(block) is not None


def _absent(entry: Entry, file: str, findings: Findings) -> None:
    findings.say(file, f"{entry.fact}, {entry.text}, is not printed, or not in its place", entry.block)


def _taken_out(found: list[str], stretch: Sequence[str]) -> bool:
    """Take a stretch of numbers that stand one after the other out of a text; False where it is not there."""
    for start in range(len(found) - len(stretch) + 1):
        if found[start : start + len(stretch)] == list(stretch):
            del found[start : start + len(stretch)]
            return True
    return False


def _floating(tokens: Sequence[Token], spare: Counter[str], file: str, findings: Findings) -> None:
    """What may stand anywhere stands somewhere.  Drawings of some scripts have their labels as shapes."""
    drawn = [token for token in tokens if _DRAWN.match(token.entry.block)]
    as_text = 2 * sum(min(n, spare[text]) for text, n in Counter(t.text for t in drawn).items()) >= len(drawn)
    seen: set[tuple[str, str, str]] = set()
    for token in tokens:
        key = (token.entry.block, token.entry.fact, token.text)
        if token.entry.block in _TABLES or (token.entry.block.endswith("title") and key in seen):
            continue  # a title is listed as often as it is written, in the text and beside it
        seen.add(key)
        if spare[token.text]:
            spare[token.text] -= 1
        elif as_text or not _DRAWN.match(token.entry.block):
            _absent(token.entry, file, findings)


def _printed_by_code(tag: str) -> Iterator[str]:
    """The numbers that the article's code prints, as it does."""
    for counts in experiment.SCENARIOS.values():
        case = experiment.case(*counts)
        for name in ("A_accuracy", "B_accuracy", "exact_p", "paired_standard_error"):
            if (value := case[name]) is not None:
                yield from _numbers(repr(float(value)), tag)
        yield str(case["discordant"])
        yield from map(str, counts)


def _prose(texts: Sequence[str], file: str, findings: Findings) -> tuple[str, list[str]]:
    """The text without what no list has: folios, pages in the contents, addresses, code; numbers on axes."""
    code = {line.strip() for line in package_files.listing().split("\n")}
    kept: list[str] = []
    axes: list[str] = []
    for place, text in enumerate(texts, 1):
        lines = []
        for line in text.split("\n"):
            if line.strip() in code:
                continue
            if re.fullmatch(r"[\d.,٫−\s]+", line):
                axes += line.split()
            lines.append(line)
        joined = "\n".join(lines)
        for folio in _FOLIO.finditer(joined):
            if (int(folio[1]), int(folio[2])) == (place, len(texts)):
                joined = f"{joined[: folio.start()]} {joined[folio.end() :]}"
                break
        else:
            findings.say(file, "its number is wrong or missing", f"page {place}")
        for target in _PAGES.findall(joined):
            if not 1 <= int(target) <= len(texts):
                findings.fault(file, "contents", f"page {target}", f"a page from 1 to {len(texts)}")
        kept.append(_ADDRESS.sub(" ", _PAGES.sub(" ", joined)))
    return "\n".join(kept), axes


def _numbers(text: str, tag: str) -> list[str]:
    """The numbers of a text, spelt alike wherever they are raised or broken."""
    pattern = re.compile(
        f"{_POWER}|{(NUMBER if tag in KNOWN else ANY_NUMBER).pattern}", re.ASCII if tag in KNOWN else 0
    )
    return [_alike(token) for token in pattern.findall(plain(text))]


def _alike(token: str) -> str:
    return re.sub(r"\s+", "", token).translate(_FROM_SUPERSCRIPTS)


def _tokens(entry: Entry, tag: str) -> Iterator[Token]:
    for text in _numbers(entry.text, tag):
        yield Token(text, entry)


def _compared(listed: Sequence[str], found: Sequence[str]) -> tuple[list[int], list[str]]:
    """Which places of the list are not in the text, in order, and what of the text is not in the list."""
    lengths = [
        array("H", bytes(2 * len(found) + 2)) for _ in range(len(listed) + 1)
    ]  # of the longest common rest
    for i in range(len(listed) - 1, -1, -1):
        row, below = lengths[i], lengths[i + 1]
        for j in range(len(found) - 1, -1, -1):
            row[j] = below[j + 1] + 1 if listed[i] == found[j] else max(below[j], row[j + 1])
    missing, added = list[int](), list[str]()
    i = j = 0
    while i < len(listed) and j < len(found):
        if listed[i] == found[j]:
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] >= lengths[i][j + 1]:
            missing.append(i)
            i += 1
        else:
            added.append(found[j])
            j += 1
    return [*missing, *range(i, len(listed))], [*added, *found[j:]]
