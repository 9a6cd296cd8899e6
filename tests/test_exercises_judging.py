"""Exercises in judgement: right options and numbers again by another route, from what the sheet prints.

What holds for the blocks and questions of every kind is in test_exercises_blocks.py.
"""

from fractions import Fraction
from math import comb, log, sqrt
from statistics import NormalDist

import pytest

from discordant.teaching.exercises.draws import Draws
from discordant.teaching.exercises.exercise import Counts, Square, Values
from discordant.teaching.exercises.kinds import KINDS

SEEDS = range(80)
ALPHA = Fraction(1, 20)
Z = NormalDist().inv_cdf(0.975)
BREAKING = {"frames", "duplicates", "passages", "users", "crops"}
HARMLESS = {"together", "training", "hardness", "unequal", "agreements", "successor"}


def draw(kind, seed, counts=None):
    return KINDS[kind].draw(Draws("test", kind, seed), counts)


def table(item):
    (square,) = (shown for shown in item.exhibits if isinstance(shown, Square))
    return Counts(*(fact.value for fact in square))


def options(item):
    (q,) = item.questions
    return {option.name: option.right for option in q.options}


def p_exact(b, c):
    """Both tails: every number of wins that lies as far from the middle as the observed one."""
    m = b + c
    return Fraction(sum(comb(m, k) for k in range(m + 1) if abs(2 * k - m) >= abs(b - c)), 2**m)


def score(b, c, N, difference):
    """Tango's statistic at a difference, its nuisance parameter by a search for the greatest likelihood."""

    def likelihood(q):
        cells = ((b, q + difference), (c, q), (N - b - c, 1 - difference - 2 * q))
        return sum(count * log(chance) if chance > 0 else (-1e300 if count else 0) for count, chance in cells)

    low, high = max(0.0, -difference), (1 - difference) / 2
    for _ in range(200):
        first, second = low + (high - low) / 3, high - (high - low) / 3
        low, high = (first, high) if likelihood(first) < likelihood(second) else (low, second)
    return (b - c - N * difference) / sqrt(N * (2 * low + difference - difference**2))


# === Independence ===


def test_independence():
    """Asked for what breaks it, or for what does not: the only one of its sort among five."""
    seen = set()
    for seed in SEEDS:
        item = draw("independence", seed)
        shown = options(item)
        assert len(shown) == 5
        (right,) = (name for name, is_right in shown.items() if is_right)
        sort = {"ask": BREAKING, "ask-harmless": HARMLESS}[item.questions[0].asks]
        assert shown.keys() & sort == {right}
        assert shown.keys() <= BREAKING | HARMLESS
        seen |= {(item.questions[0].asks, right)}
    assert {name for _asks, name in seen} == BREAKING | HARMLESS


# === What a result supports ===


def check_support(item):
    counts = table(item)
    p = p_exact(counts.b, counts.c)
    assert item.given["exact_p"].value == p
    assert item.given["N"].value == sum(counts)
    verdict = "rejected" if p < ALPHA else "not-rejected"
    wrong = {"not-rejected", "matters", "retrained"} if p < ALPHA else {"rejected", "equal", "unimportant"}
    (other,) = options(item).keys() - wrong - {verdict}
    assert other in {"null-probability", "agreements"}
    assert options(item) == {verdict: True} | dict.fromkeys(wrong | {other}, False)
    return verdict


def test_what_it_supports():
    verdicts = [check_support(draw("what-it-supports", seed)) for seed in SEEDS]
    assert 25 <= verdicts.count("rejected") <= 55


# === The report ===


def check_report(item):
    counts = table(item)
    upper, lower = max(counts.b, counts.c), min(counts.b, counts.c)
    (values,) = (shown for shown in item.exhibits if isinstance(shown, Values))
    rows = {name: fact.value for name, fact in values.rows}
    assert set(rows) == {"lead", "p", "low", "high"}
    assert rows["p"] == p_exact(upper, lower)
    assert abs(rows["lead"] - Fraction(100 * (upper - lower), counts.N)) <= Fraction(1, 200)
    half = 0.0050001  # of a hundredth of a point: the ends are rounded
    low, high = float(rows["low"]), float(rows["high"])
    for end, sign in ((low, 1), (high, -1)):
        outer, inner = (score(upper, lower, counts.N, (end + side * half) / 100) for side in (-sign, sign))
        assert min(outer * sign, inner * sign) <= Z <= max(outer * sign, inner * sign)
    assert low < rows["lead"] < high
    assert (low > 0) == (rows["p"] < ALPHA)
    (q,) = item.questions
    assert q.form == "text"
    verdict = "significant" if rows["p"] < ALPHA else "open"
    assert q.says == f"{verdict}-{'B' if counts.b > counts.c else 'A'}"
    return q.says


def test_a_lead_between_two_decimals_is_rounded_away_from_zero():
    """31 - 20 of 800 cases are 1.375 points."""
    (item,) = [KINDS["manager"].draw(Draws("any"), Counts(700, 31, 20, 49))]
    assert item.given["lead_points"].value == Fraction(138, 100)


def test_manager():
    said = [check_report(draw("manager", seed)) for seed in SEEDS]
    assert set(said) == {"significant-A", "significant-B", "open-A", "open-B"}


@pytest.mark.parametrize("kind", ["what-it-supports", "manager"])
def test_tables_stay_sensible(kind):
    leaders = set()
    for seed in SEEDS:
        counts = table(draw(kind, seed))
        p = p_exact(counts.b, counts.c)
        assert min(counts) >= 1
        assert counts.m >= 6
        assert not Fraction("0.045") <= p <= Fraction("0.055")
        assert Fraction("0.001") < p < Fraction("0.9")
        assert counts.a > counts.N / 2
        leaders.add(counts.b > counts.c)
    assert leaders == {True, False}


# === A teacher's own table ===


@pytest.mark.parametrize(
    "counts",
    [Counts(900, 20, 5, 75), Counts(820, 100, 80, 0), Counts(30, 2, 15, 60), Counts(900, 20, 0, 80)],
)
def test_own_table_is_used_as_it_is(counts):
    for kind, check in (("what-it-supports", check_support), ("manager", check_report)):
        assert KINDS[kind].takes(counts)
        item = draw(kind, 1, counts)
        assert item.own
        assert table(item) == counts
        check(item)


def test_own_tables_that_make_no_item():
    refused = [
        Counts(0, 0, 0, 0),
        Counts(100, 0, 0, 20),
        Counts(100, 3, 2, 20),  # too few disagreements
        Counts(100, 12, 12, 20),  # nobody is ahead
        Counts(10**6, 10**6, 10**6 - 5, 10**6),  # too many
    ]
    for counts in refused:
        assert not KINDS["what-it-supports"].takes(counts)
        assert not KINDS["manager"].takes(counts)


def test_a_p_value_that_prints_as_the_level_is_refused():
    near = [
        Counts(500, b, c, 50)
        for b in range(6, 150)
        for c in range(b // 3, b)
        if abs(p_exact(b, c) - ALPHA) < Fraction(1, 1000)
    ]
    assert near
    assert not any(KINDS["what-it-supports"].takes(counts) for counts in near)


def test_an_interval_that_contradicts_the_test_is_refused():
    """The score interval leaves zero out, the exact test does not reject."""
    counts = Counts(60, 14, 5, 40)
    assert p_exact(14, 5) > ALPHA
    assert abs(score(14, 5, counts.N, 0.0)) > Z
    assert KINDS["what-it-supports"].takes(counts)
    assert not KINDS["manager"].takes(counts)
    # An interval whose end would print as zero, and a lead that would.
    assert not KINDS["manager"].takes(Counts(100_000, 40, 30, 100_000))
