"""Record: what a page or a PDF prints against the ordered list of what it should, in discordant.json.

A passage (a paragraph, heading, row, formula) prints a stretch of the list.  Those of the running text follow
one another as the list does; furniture (contents, labels of figures, data tables) may stand anywhere.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import islice

from .data import Entry
from .numbers import numbers_in, plain
from .page import Said

# blocks that a page sets apart from its running text, or more than once
_FURNITURE = re.compile(
    r"page\.|table\.(?:outcomes|methods|yardsticks)$|(?:formula|note)\.[\w-]+\.number$|cover\.|figure\.[\w-]+\.(?:alt$|table|(?!caption))|title$|description$"
)
# blocks that are printed elsewhere: on the cover picture and in the README of the code package
ELSEWHERE = re.compile(r"cover\.|package\.")
# what is said beside the text -> the blocks that say it
BLOCKS = {
    "description": re.compile(r"(?:.*\.)?description$|handout\.index\.intro$"),
    "title": re.compile(r"(?:.*\.)?title$"),
    "formula": re.compile(r".*\.spoken$|page\.formula$"),
    "figure": re.compile(r"figure\."),
}
_HAN = "\u2e80"  # from here on scripts write words side by side
_PLACES = 100  # at which the same numbers stand; ours have some twenty
_LONGEST = 5_000  # passages of a page; ours have about 200


class Record:
    """The list of one product in one language."""

    def __init__(self, entries: Sequence[Entry], tag: str) -> None:
        self.entries, self.tag = entries, tag
        self.seen: set[int] = set()  # places of the list that were met
        self._facts = _Stretches([(entry.fact, plain(entry.text), entry.language) for entry in entries])
        tokens = [(token, place) for place, entry in enumerate(entries) for token in self.tokens(entry.text)]
        self._tokens = _Stretches([token for token, _place in tokens])
        self._place_of = [place for _token, place in tokens]
        self._words: dict[str, list[int]] = defaultdict(list)  # block -> places of its numbers in letters
        for place, entry in enumerate(entries):
            if entry.is_word:
                self._words[entry.block].append(place)

    def tokens(self, text: str) -> list[str]:
        """The numbers of a text as the list can be searched for them."""
        return [plain(token) for token in numbers_in(text, self.tag)]

    def places(self, facts: Sequence[Said], in_row: bool = False) -> list[int]:
        """Where a passage can begin in the list; where it fills whole blocks of it, only there.

        `in_row`: it is a row of a table or an entry of the contents, of which a block has many.
        """
        found = self._facts.places([(said.fact, plain(said.text), said.language) for said in facts])
        whole = [place for place in found if self._begins(place) and self._begins(place + len(facts))]
        return found if in_row else whole or found

    def _begins(self, place: int) -> bool:
        """Whether a block begins at a place of the list."""
        if place in (0, len(self.entries)):
            return True
        return self.entries[place].block != self.entries[place - 1].block

    def meet(self, start: int, length: int) -> None:
        """Note that a stretch of the list is printed."""
        self.seen.update(range(start, start + length))

    def spoken(self, text: str, what: str = "") -> bool:
        """Whether the numbers of a label or title are a stretch of the list; all such stretches are noted.

        `what` says what it is, one of the names in BLOCKS: then it must be of such a block.  Numbers in
        letters are noted where a text has all of a block.
        """
        for block, places in self._words.items():
            if (what not in BLOCKS or BLOCKS[what].match(block)) and self._says(text, places):
                self.seen.update(places)
        tokens = self.tokens(text)
        starts = self._tokens.places(tokens)
        if what in BLOCKS:
            starts = [s for s in starts if BLOCKS[what].match(self.entries[self._place_of[s]].block)]
        for start in starts:
            self.seen.update(self._place_of[start : start + len(tokens)])
        return bool(starts) or not tokens

    def _says(self, text: str, places: Sequence[int]) -> bool:
        """Whether a text has each of these words, as often as it is listed."""
        wanted = Counter(self.entries[place].text.lower() for place in places)
        apart = r"(?<!{0}){1}(?!{0})"  # in scripts whose words stand apart
        patterns = {
            word: apart.format(r"[^\W\d_]", re.escape(word)) if max(word) < _HAN else re.escape(word)
            for word in wanted
        }
        return all(len(re.findall(patterns[word], text.lower())) >= n for word, n in wanted.items())

    def unseen(self) -> Iterator[Entry]:
        """What the list has and nothing printed."""
        for place, entry in enumerate(self.entries):
            if place not in self.seen and not ELSEWHERE.match(entry.block):
                yield entry

    def is_furniture(self, place: int) -> bool:
        """Whether what the list has there need not keep the order of the running text."""
        return _FURNITURE.match(self.entries[place].block) is not None

    def out_of_order(self, passages: Sequence[Sequence[int]], lengths: Sequence[int]) -> list[int]:
        """Which of some passages, each with the places where it can begin, break the order of the list.

        What keeps the order is noted as printed.
        """
        if len(passages) > _LONGEST:
            return list(range(len(passages)))
        chosen = _increasing(passages, lengths)
        for number, place in chosen.items():
            self.meet(place, lengths[number])
        return [number for number in range(len(passages)) if number not in chosen]


class _Stretches:
    """A list that is searched for stretches."""

    def __init__(self, items: Sequence[Hashable]) -> None:
        self._items = list(items)
        self._first: dict[Hashable, list[int]] = defaultdict(list)
        for place, item in enumerate(items):
            self._first[item].append(place)

    def places(self, wanted: Iterable[Hashable]) -> list[int]:
        """The places at which these items stand one after the other."""
        sought = list(wanted)
        if not sought:
            return []
        starts = self._first.get(sought[0], ())
        here = (start for start in starts if self._items[start : start + len(sought)] == sought)
        return list(islice(here, _PLACES))


def _increasing(options: Sequence[Sequence[int]], lengths: Sequence[int]) -> dict[int, int]:
    """Places for as many stretches of a row as can be, one behind the other: number in the row -> place."""
    ends: list[int] = []  # of the best row of each length, where it ends
    owners: list[tuple[int, int]] = []  # (number in the row, place) of the last of each
    before: dict[tuple[int, int], tuple[int, int] | None] = {}
    for number, places in enumerate(options):
        for place in sorted(places, reverse=True):
            length, end = bisect_right(ends, place), place + lengths[number]
            if length < len(ends) and end >= ends[length]:
                continue
            before[number, place] = owners[length - 1] if length else None
            ends[length:] = [end, *ends[length + 1 :]]
            owners[length:] = [(number, place), *owners[length + 1 :]]
    chosen: dict[int, int] = {}
    last = owners[-1] if owners else None
    while last is not None:
        chosen[last[0]] = last[1]
        last = before[last]
    return chosen
