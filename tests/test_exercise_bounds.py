"""Exercises ask what can be told from what they print: of two distances one is plainly the larger."""

from fractions import Fraction
from math import comb, erfc, sqrt

import pytest

from discordant.teaching.exercises.draws import Draws
from discordant.teaching.exercises.exercise import Counts
from discordant.teaching.exercises.kinds import KINDS

CHI_SQUARE = KINDS["chi-square"]


def asks_which(counts):
    """Whether an item can be made of a table, and asks which approximation is nearer."""
    return CHI_SQUARE.takes(counts) and len(CHI_SQUARE.draw(Draws("own"), counts).questions) == 3


def distances(b, c):
    """How far the p-values of both chi-square forms are from the exact one, as six decimals print them."""
    m, lead = b + c, abs(b - c)
    exact = Fraction(sum(comb(m, k) for k in range(m + 1) if abs(2 * k - m) >= lead), 2**m)
    p = [float(exact), erfc(lead / sqrt(2 * m)), erfc((lead - 1) / sqrt(2 * m))]
    printed = [round(10**6 * value) for value in p]
    return abs(printed[1] - printed[0]), abs(printed[2] - printed[0])


@pytest.mark.parametrize("m", range(6, 61))
def test_of_an_own_table_is_asked_which_is_nearer_only_where_one_is_plainly(m):
    """By half as much again, and by some units of the last decimal that the sheet prints."""
    for c in range(m // 2):
        if asks_which(Counts(100, m - c, c, 10)):
            near, far = sorted(distances(m - c, c))
            assert far >= 1.4 * near, (m - c, c)
            assert far - near >= 4, (m - c, c)


@pytest.mark.parametrize(("b", "c"), [(30, 9), (21, 5), (7, 0), (16, 3), (13, 2)])
def test_an_even_race_is_no_exercise(b, c):
    """Both forms are off by nearly the same: 0.00107 against 0.00077 and 0.00136 for 30 to 9."""
    near, far = sorted(distances(b, c))
    assert far < 1.5 * near + 1
    assert not asks_which(Counts(500, b, c, 20))
    assert not asks_which(Counts(500, c, b, 20))


def test_some_tables_are_taken():
    taken = [c for c in range(40) if asks_which(Counts(100, 80 - c, c, 10))]
    assert len(taken) > 5


@pytest.mark.parametrize("number", range(40))
def test_what_is_drawn_is_plain_as_well(number):
    item = CHI_SQUARE.draw(Draws("bounds", str(number)), None)
    near, far = sorted(distances(item.given["b"].value, item.given["c"].value))
    assert (far >= 1.4 * near, far - near >= 4) == (True, True)


def test_the_table_of_the_handout_is_taken():
    """42 to 18: 9.6, 8.8167, and p-values of 0.0027, 0.0019 and 0.0030."""
    item = CHI_SQUARE.draw(Draws("own"), Counts(430, 42, 18, 10))
    assert CHI_SQUARE.takes(Counts(430, 42, 18, 10))
    plain, corrected, _nearer = item.questions
    assert (plain.answer[0].value, corrected.answer[0].value) == (Fraction(48, 5), Fraction(529, 60))
    assert [option.name for option in item.questions[2].options if option.right] == ["exact-corrected"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_large_table_is_taken_or_refused(kind):
    """Up to a million cases, also where the exact p-value is a fraction of thousands of digits."""
    for counts in (Counts(60_000, 9000, 8000, 23_000), Counts(900_000, 25_001, 24_000, 50_999)):
        if KINDS[kind].takes(counts):
            assert KINDS[kind].draw(Draws("large"), counts).own
