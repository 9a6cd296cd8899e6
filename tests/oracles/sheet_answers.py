"""The answers of exercises, worked out once more from what stands on the student's sheet.

Sums go over sequences, cases and distances from the middle here, not over the program's own functions.
"""

import re
from fractions import Fraction
from math import ceil, comb, sqrt
from pathlib import Path
from statistics import NormalDist, pstdev, stdev

from babel.messages.pofile import read_po
from sheet_pages import message, squeezed

import discordant
from discordant.press.blocks import flat, read

HOME = Path(discordant.__file__).parent
BREAKING = {"frames", "duplicates", "passages", "users", "crops"}
HARMLESS = {"together", "training", "hardness", "unequal", "agreements", "successor"}
FIVE = Fraction(1, 20)


def p_exact(b, c):
    """Both tails: every number of wins that lies as far from the middle as the observed one."""
    b, c = whole(b), whole(c)
    m = b + c
    return Fraction(sum(comb(m, k) for k in range(m + 1) if abs(2 * k - m) >= abs(b - c)), 2**m)


def answers(kind, item, right):
    """The answer to each question of an item: a number, four cells, an option's name, or None for words.

    `right` are the ways to say in a list that a model is right.
    """
    return ANSWERS[kind](item, right)


def value(item, name):
    found = item.given[name].value
    return whole(found) if found.denominator == 1 else found


def whole(number):
    assert number == int(number)
    return int(number)


# === From counting ===


def fill_table(item, right):
    outcomes = [(A in right, B in right) for A, B in item.exhibits["cases"]]
    assert len(outcomes) == value(item, "N")
    assert item.exhibits["square"] == (None,) * 4
    return [
        tuple(outcomes.count(cell) for cell in ((True, True), (False, True), (True, False), (False, False)))
    ]


def which_cancel(item, right):
    a, b, c, d = item.exhibits["square"]
    assert a + b + c + d == value(item, "N")
    return ["a-and-d", 100 * (Fraction(a + b, value(item, "N")) - Fraction(a + c, value(item, "N")))]


def orientation(item, right):
    only_A, only_B = value(item, "printed_b"), value(item, "printed_c")  # as its stem says
    return [only_B - only_A, "B" if only_B > only_A else "A"]


# === Testing ===


def exact_by_hand(item, right):
    return [p_exact(value(item, "b"), value(item, "c"))]


def read_distribution(item, right):
    m, b = value(item, "m"), value(item, "b")
    bars = item.exhibits["law"]
    assert [k for k, _chance in bars] == list(range(m + 1))
    p = p_exact(b, m - b)
    read_off = sum(chance.value for k, chance in bars if abs(2 * k - m) >= abs(2 * b - m))
    assert abs(read_off - p) <= Fraction(m + 1, 20000)  # each bar is rounded to four decimals
    return [p]


def smallest_m(item, right):
    alpha = value(item, "alpha_percent") / 100
    m = next(m for m in range(1, 99) if Fraction(2, 2**m) < alpha)
    return [m, Fraction(2, 2**m)]


def past_one(item, right):
    b, c = value(item, "b"), value(item, "c")
    assert b == c
    return [Fraction(2 * sum(comb(2 * b, k) for k in range(b + 1)), 2 ** (2 * b)), "one"]


def smallest_lead(item, right):
    leads = []
    for _name, named, p in item.exhibits["values"]:
        ends = [found.value for _name, found in named]
        assert sum(ends) == value(item, "m")
        assert p.is_(p_exact(*ends))
        leads.append((abs(ends[0] - ends[1]), p.value))
    net = min(lead for lead, p in leads if p < FIVE)
    assert any(p > FIVE for lead, p in leads if lead == net - 2)  # the next one to it
    return [net, Fraction(100 * net, value(item, "N"))]


# === Comparing ===


def two_dashboards(item, right):
    first, second = item.exhibits["rows"]
    N = value(item, "N")
    assert sum(first) == sum(second) == N
    accuracies = [(a + b, a + c) for a, b, c, _d in (first, second)]
    assert accuracies[0] == accuracies[1]
    few, many = sorted((first, second), key=lambda four: four[1] + four[2])
    ps = [p_exact(four[1], four[2]) for four in (few, many)]
    assert [p.is_(q) for (*_row, p), q in zip(item.exhibits["values"], ps, strict=True)] == [True, True]
    verdict = {(True, False): "fewer", (False, True): "more", (True, True): "both", (False, False): "neither"}
    return [Fraction(100 * abs(few[1] - few[2]), N), verdict[ps[0] < FIVE, ps[1] < FIVE]]


def paired_se(item, right):
    a, b, c, d = map(int, item.exhibits["square"])
    N = a + b + c + d
    assert value(item, "N") == N
    A = a * [1] + b * [0] + c * [1] + d * [0]
    B = a * [1] + b * [1] + c * [0] + d * [0]
    paired = stdev(y - x for x, y in zip(A, B, strict=True)) / sqrt(N)
    unpaired = sqrt((pstdev(A) ** 2 + pstdev(B) ** 2) / N)
    return [100 * paired, 100 * unpaired, "positive" if paired < unpaired else "negative"]


def chi_square(item, right):
    b, c = value(item, "b"), value(item, "c")
    plain, corrected = (Fraction((abs(b - c) - less) ** 2, b + c) for less in (0, 1))
    exact = p_exact(b, c)
    ps = [2 * NormalDist().cdf(-sqrt(statistic)) for statistic in (plain, corrected)]
    listed = [p for _name, _facts, p in item.exhibits["values"]]
    assert all(sum(p.is_(wanted) for p in listed) for wanted in (exact, *ps))
    nearer = min((0, 1), key=lambda which: abs(ps[which] - exact))
    return [plain, corrected, ("exact-plain", "exact-corrected")[nearer]]


def possible_lead(item, right):
    lead = value(item, "lead")
    best = Fraction(2, 2**lead)
    assert all(best < p_exact(lead + other, other) for other in range(1, 20))
    return [best, "possible" if best < FIVE else "never"]


def sample_size(item, right):
    rate, edge = value(item, "rate") / 100, value(item, "edge_points") / 100
    size = ceil(value(item, "cutoff") * rate / edge**2)
    asked = item.questions[1].asked
    found = [
        use for use in ("ask", "ask-twice", "ask-level") if asks(asked, f"exercise.sample-size.power.{use}")
    ]
    return [size, {"ask": "half", "ask-twice": "target", "ask-level": "alpha"}[found[0]]]


# === Judging ===


def independence(item, right):
    harmless = asks(item.questions[0].asked, "exercise.independence.breaks.ask-harmless")
    return [HARMLESS if harmless else BREAKING]  # one of them


def what_it_supports(item, right):
    _a, b, c, _d = item.exhibits["square"]
    p = p_exact(b, c)
    assert value(item, "alpha_percent") == 5
    return ["rejected" if p < FIVE else "not-rejected"]


def manager(item, right):
    a, b, c, d = item.exhibits["square"]
    lead, p, low, high = (shown for _name, _facts, shown in item.exhibits["values"])
    assert abs(lead.value - Fraction(100 * abs(b - c), a + b + c + d)) <= Fraction(1, 200)
    assert p.is_(p_exact(b, c))
    assert low.value < lead.value < high.value
    assert (low.value > 0) == (p.value < FIVE)
    return [None]


ANSWERS = {
    function.__name__.replace("_", "-"): function
    for function in (
        *(fill_table, which_cancel, orientation, exact_by_hand, read_distribution, smallest_m, past_one),
        *(smallest_lead, two_dashboards, paired_se, chi_square, possible_lead, sample_size, independence),
        *(what_it_supports, manager),
    )
}


# === Words, by the ids of their blocks ===


def asks(element, block):
    """Whether a question says what a block says, in any language."""
    return any(Words(tag).is_(element, block) for tag in ("en", "it", "zh-Hans"))


class Words:
    """What a language says, in its own words or, where they are missing, in English."""

    def __init__(self, tag):
        catalog = HOME / "locales" / tag / "LC_MESSAGES" / "exercises.po"
        sources = sorted((HOME / "templates" / "exercises").glob("*.md"))
        self._said = {block.id: {block.text} for path in sources for block in flat(read(path))}
        if catalog.exists():
            with catalog.open("rb") as file:
                for entry in read_po(file):
                    if entry.context in self._said and entry.string:
                        self._said[entry.context].add(entry.string)

    def ids(self, start):
        return [name for name in self._said if name.startswith(start)]

    def said(self, block):
        """The wordings of a block, without blanks, its numbers by their names, as patterns.

        A letter is itself, a longer formula may be anything, and so may what a form sets before a number.
        """
        for text in self._said[block]:
            text = re.sub(r"\{f_(\w)\}", r"\1", text)
            named = re.sub(r"\{(?!f_)(\w+?)(_long|_exact|_signed)?\}", r"{\1}", text)
            yield ".+?".join(
                "[^{}]*?".join(re.escape(squeezed(piece)) for piece in re.split(r"@\w+(?=\{)", part))
                for part in re.split(r"\{f_\w+\}", named)
            )

    def is_(self, element, block):
        """Whether an element says what a block says."""
        return any(re.fullmatch(said, message(element)) for said in self.said(block))

    def option(self, kind, element):
        """The name of the option that a student reads: it must be one alone."""
        found = {
            name.rpartition(".")[2]
            for name in self.ids(f"exercise.{kind}.")
            if ".option." in name and self.is_(element, name)
        }
        assert len(found) == 1, (kind, message(element), found)
        return found.pop()
