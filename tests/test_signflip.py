"""Signs flipped at random: against going through all of them, against the exact test, and by draws."""

import math
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant.experiment import exact
from discordant.inference import signflip
from discordant.inference.signflip import sign_flip

steps = st.lists(st.integers(-6, 6), max_size=9)


def by_all_signs(differences):
    """The definition, in fractions."""
    exactly = [Fraction(repr(x)) if isinstance(x, float) else Fraction(x) for x in differences]
    seen = abs(sum(exactly))
    sums = [
        abs(sum(s * x for s, x in zip(signs, exactly, strict=True)))
        for signs in product((1, -1), repeat=len(exactly))
    ]
    return Fraction(sum(s >= seen for s in sums), len(sums))


@given(differences=steps)
def test_whole_numbers_are_exact(differences):
    found = sign_flip(differences)
    assert found.p.fraction == by_all_signs(differences)
    assert found.draws is None


@given(differences=steps, step=st.sampled_from([0.1, 0.25, 0.7, 1e-7, 3e9]))
def test_scores_of_one_step_are_exact(differences, step):
    """0.1 + 0.2 is not 0.3 in doubles, yet the sums tie."""
    found = sign_flip([x * step for x in differences])
    assert found.p.fraction == by_all_signs(differences)
    assert found.draws is None


@given(differences=st.lists(st.floats(-3, 3), min_size=1, max_size=9))
def test_a_few_of_any_size_are_gone_through_one_by_one(differences):
    found = sign_flip([round(x, 9) for x in differences])
    assert found.p.fraction == by_all_signs([round(x, 9) for x in differences])
    assert found.draws is None


def test_thirds_tie_although_no_double_holds_them():
    differences = [1 / 3, 2 / 3, -1 / 3, 1.0, 2 / 3]
    assert sign_flip(differences).p.fraction == by_all_signs([1, 2, -1, 3, 2])
    # 1 + 1/2 - 3/3 is as far as -1 + 1/2 + 3/3
    assert sign_flip([-1 / 3] * 3 + [1.0, 0.5]).p.fraction == by_all_signs([-2, -2, -2, 6, 3])
    assert sign_flip([Fraction(x, 3) for x in (1, 2, -1, 3, 2)]).p.fraction == by_all_signs([1, 2, -1, 3, 2])


@given(b=st.integers(0, 300), c=st.integers(0, 300))
def test_on_single_cases_it_is_the_exact_test(b, c):
    assert sign_flip([1] * b + [-1] * c).p.fraction == exact(b, c)


@given(differences=steps)
def test_turned_round_and_with_ties_it_is_the_same(differences):
    p = sign_flip(differences).p
    assert sign_flip([-x for x in differences]).p == p
    assert sign_flip([*differences, 0, 0.0]).p == p


def test_many_units_written_down():
    """Every sum of 300 units of three sizes, counted one by one with a dictionary."""
    differences = [1, 1, -1, 2, -3, 1] * 50
    ways = {0: 1}
    for size in map(abs, differences):
        grown = {}
        for s, n in ways.items():
            for t in (s + size, s - size):
                grown[t] = grown.get(t, 0) + n
        ways = grown
    far = sum(n for s, n in ways.items() if abs(s) >= abs(sum(differences)))
    assert sign_flip(differences).p.fraction == Fraction(far, 2**300)


def test_draws_come_near_what_is_exact(monkeypatch):
    """99,999 draws of a p-value of about 0.1 have a standard error of 0.001; both ways of drawing."""
    differences = [1, 2, -3, 4, 5, -1, 1, 1, 7, -2] * 3
    several = sign_flip(differences).p.value
    different = [math.sqrt(n) * (-1) ** (n % 3) for n in range(1, 19)]
    once = sign_flip(different).p.value
    monkeypatch.setattr(signflip, "_MOST_BITS", 0)
    monkeypatch.setattr(signflip, "_MOST_ENUMERATED", 0)
    for values, wanted in ((differences, several), (different, once)):
        found = sign_flip(values)
        assert found.draws == 99_999
        assert found.p.value == pytest.approx(wanted, abs=0.005)
        assert found == sign_flip(values)  # the same draws each time
        assert sign_flip(values, seed=1).p != found.p


def test_draws_never_give_nothing_and_grow_fewer(monkeypatch):
    monkeypatch.setattr(signflip, "_MOST_SIGNS", 100_000)
    found = sign_flip([n + 1 / 7 for n in range(1, 61)])
    assert found.draws == 1666
    assert found.p.fraction == Fraction(1, 1667)  # all sixty one way
    monkeypatch.setattr(signflip, "_GROUPS", 1)
    assert sign_flip([n + 1 / 7 for n in range(1, 61)]).p.fraction == Fraction(1, 1667)


@settings(max_examples=20)
@given(seed=st.integers(0, 99))
def test_draws_are_fair(seed):
    """Of two different sizes the four sums are as likely as each other; the far two are hit half the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(signflip, "_MOST_ENUMERATED", 0)
        patch.setattr(signflip, "_MOST_BITS", 0)
        assert sign_flip([1.0, math.pi], seed).p.value == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, "1", True, None, 10**400])
def test_refused(value):
    with pytest.raises(ValueError, match=r"^a difference must be a"):
        sign_flip([2, value])


def test_how_often_may_come_with_them():
    assert sign_flip({1: 7, -1: 1, 0: 50}).p.fraction == exact(7, 1)
    assert sign_flip({0.5: 3, -0.25: 2, 0.1: 0}) == sign_flip([0.5] * 3 + [-0.25] * 2)
    with pytest.raises(ValueError, match=r"^often must be a whole number"):
        sign_flip({1: -1})


def test_nothing_to_flip():
    for differences in ([], [0, 0.0], [1, -1]):
        assert sign_flip(differences).p.fraction == 1
