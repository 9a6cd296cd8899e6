"""Orders of many sheets, over kinds, own tables and languages, and what students read of them."""

from itertools import cycle
from random import Random

from markupsafe import Markup
from sheet_seeds import coded

from discordant.press.scribe import Scribe
from discordant.publication.disk import catalog, load, locale
from discordant.teaching.exercises.exercise import Counts, for_students
from discordant.teaching.exercises.sheet import Order, takers
from discordant.teaching.sheets.texts import Writer

TAGS = ("en", "it", "zh-Hans")
OWN = (
    "which-cancel",
    "orientation",
    "exact-by-hand",
    "read-distribution",
    "past-one",
    "smallest-lead",
    "paired-se",
)
OWN += ("chi-square", "what-it-supports", "manager")
TOLD = [  # tables of which one item told another's answer
    (Counts(880, 40, 20, 60), ("which-cancel", "orientation", "manager")),
    (Counts(9000, 500, 400, 100), ()),
    (Counts(430, 42, 18, 10), ()),
]


def tables(chance):
    """Tables as classes bring them: small and large, close and lopsided, with round leads and without."""
    while True:
        N = chance.choice((40, 50, 80, 100, 200, 500, 1000, 2000, 10_000, 200_000))
        c = chance.randint(0, min(N // 8, chance.choice((3, 8, 30, 10_000))))
        b = c + chance.choice((0, N // 100, N // 50, N // 20, chance.randint(1, max(1, N // 10))))
        d = chance.randint(0, N // 6)
        table = Counts(N - b - c - d, *((b, c) if chance.random() < 0.5 else (c, b)), d)
        if min(table) >= 0 and takers(table):
            yield table


def orders(sheets):
    """So many; half with a class's own table, every other of these with kinds that take it alone."""
    chance = Random(9)
    own, sizes = tables(chance), cycle((16, 8, 16, 4, 12))
    for seed in range(sheets):
        if seed < 4 * len(TOLD):
            counts, kinds = TOLD[seed // 4]
        elif seed % 2:
            counts = next(own)
            fitting = takers(counts)
            kinds = (
                tuple(chance.sample(fitting, min(len(fitting), chance.randint(2, 4))))
                if seed % 4 == 1
                else ()
            )
        else:
            counts, kinds = None, ()
        yield Order(len(kinds) or next(sizes), 1, kinds, counts, coded(seed))


def writers():
    """One for each language."""
    publication = load()
    return {
        tag: Writer(Scribe(locale(tag), catalog(tag), {}, publication.formulas, {}), publication.blocks)
        for tag in TAGS
    }


def markup(written):
    """All the markup in what the writer gives; a number of it is a list's, an item's or a point's."""
    if isinstance(written, dict):
        written = [part for name, part in written.items() if name not in ("number", "points")]
    if isinstance(written, list | tuple):
        return " ".join(map(markup, written))
    return str(written) if isinstance(written, Markup | str) else ""


def read(writer, items):
    return [markup(writer.item(for_students(item), 1)) for item in items]
