"""Power and sample size: against going through every outcome, against full scans, and the printed numbers."""

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant.experiment import exact
from discordant.inference import (
    connor,
    nearest_below,
    power,
    quantile,
    sample_size,
    size_at_cutoff,
    size_by_normal,
    smallest_m,
)
from discordant.inference import rejection as walk
from discordant.inference.binomial import likely
from discordant.inference.size import _by_discordant_cases

FIVE_PERCENT = Fraction(1, 20)
EDGE = Fraction(3, 1000)

alphas = st.sampled_from([FIVE_PERCENT, Fraction(1, 16), 0.01, 0.5, 0.999, 1e-6])


@st.composite
def chances_of_two(draw):
    """p_b and p_c in thousandths, so that the sum over all outcomes is exact."""
    both = draw(st.integers(0, 1000))
    only_B = draw(st.integers(0, both))
    return Fraction(only_B, 1000), Fraction(both - only_B, 1000)


@st.composite
def B_ahead(draw):
    """The same with B better by five points at least, so that sizes stay in the thousands."""
    lead = draw(st.integers(50, 1000))
    only_A = draw(st.integers(0, (1000 - lead) // 2))
    return Fraction(only_A + lead, 1000), Fraction(only_A, 1000)


def by_every_outcome(p_b, p_c, N, alpha):
    """The sum of the trinomial over all b > c that `exact` calls significant, in Fractions."""
    return sum(
        math.comb(N, b + c) * math.comb(b + c, b) * p_b**b * p_c**c * (1 - p_b - p_c) ** (N - b - c)
        for b in range(N + 1)
        for c in range(min(b, N - b + 1))
        if exact(b, c) < alpha
    )


def by_every_m(p_b, p_c, N, alpha):
    """The same in Fractions for larger N, with the boundary of every m found anew."""
    total = Fraction(0)
    for m in range(N + 1):
        split = nearest_below(m, alpha)
        if split:
            wins = sum(math.comb(m, c) * p_c**c * p_b ** (m - c) for c in range(split.lower + 1))
            total += math.comb(N, m) * (1 - p_b - p_c) ** (N - m) * wins
    return total


# --- the binomial -------------------------------------------------------------------------------------------


@given(n=st.integers(0, 400), p=st.fractions(0, 1, max_denominator=1000))
def test_likely_outcomes(n, p):
    first, found = likely(n, float(p), float(1 - p))
    every = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    assert found == pytest.approx([float(q) for q in every[first : first + len(found)]], rel=1e-11)
    assert sum(every) - sum(every[first : first + len(found)]) < 1e-12
    assert math.fsum(found) == pytest.approx(1, abs=1e-15)


def test_likely_outcomes_of_large_counts():
    """Mean and variance are np and np(1 - p), far beyond where factorials or powers fit a double."""
    for n, p in [(10**6, 0.1), (10**15, 1e-12), (10**7, 0.5)]:
        first, found = likely(n, p, 1 - p)
        mean = math.fsum(k * chance for k, chance in enumerate(found, first))
        variance = math.fsum((k - mean) ** 2 * chance for k, chance in enumerate(found, first))
        assert mean == pytest.approx(n * p, rel=1e-9)
        assert variance == pytest.approx(n * p * (1 - p), rel=1e-9)


# --- the walk along m ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "alpha", [FIVE_PERCENT, 0.05, Fraction(1, 16), 0.01, 0.5, 0.999, 1e-6, Fraction(1, 10**40)]
)
def test_the_boundary_is_carried_as_the_test_finds_it(alpha):
    first = smallest_m(alpha)
    for boundary in walk.boundaries(first, first + 300, alpha):
        assert boundary.split == nearest_below(boundary.m, alpha)
        assert boundary.ways == math.comb(boundary.m, boundary.lower)
        assert boundary.next_ways == math.comb(boundary.m, boundary.lower + 1)


def test_a_boundary_that_is_not_the_tests_own_is_an_error(monkeypatch):
    """One arrangement too many, once on the way, is seen at the end."""
    right = walk._advance

    def wrong(boundary, alpha):
        found = right(boundary, alpha)
        return found._replace(below=found.below + 1) if found.m == 150 else found

    monkeypatch.setattr(walk, "_advance", wrong)
    with pytest.raises(AssertionError, match="m = 200 is not that of the exact test"):
        list(walk.boundaries(100, 200, FIVE_PERCENT))


def test_no_walk_starts_where_nothing_is_significant():
    with pytest.raises(ValueError, match=r"^first must"):
        list(walk.boundaries(5, 9, FIVE_PERCENT))


@pytest.mark.parametrize("p", [Fraction(1, 1000), Fraction(1, 2), Fraction(53, 100), Fraction(999, 1000)])
def test_the_chance_is_carried_without_loss(p):
    path = walk.chances(walk.boundaries(50, 900, FIVE_PERCENT), float(p), float(1 - p))
    for boundary, chance in path:
        if boundary.m % 50 == 0:
            m, ends = boundary.m, range(boundary.lower + 1)
            wanted = sum(math.comb(m, c) * (1 - p) ** c * p ** (m - c) for c in ends)
            assert chance == pytest.approx(float(wanted), abs=1e-12)


# --- power --------------------------------------------------------------------------------------------------


@given(p=chances_of_two(), N=st.integers(1, 16), alpha=alphas)
def test_power_by_every_outcome(p, N, alpha):
    assert power(*p, N, alpha) == pytest.approx(float(by_every_outcome(*p, N, alpha)), abs=1e-12)


@pytest.mark.parametrize(
    ("p_b", "p_c", "N", "alpha"),
    [
        (Fraction(1, 2), Fraction(3, 10), 100, FIVE_PERCENT),
        (Fraction(1, 10), Fraction(1, 20), 150, FIVE_PERCENT),
        # Here the chance of the boundary at the first likely m is beyond a double, and of weight at the last.
        (Fraction(99, 100), Fraction(1, 1000), 170, Fraction(1, 10**43)),
        (Fraction(8, 10), Fraction(1, 100), 220, Fraction(1, 10**43)),
        (Fraction(7, 10), Fraction(3, 10), 150, FIVE_PERCENT),
        (Fraction(3, 10), Fraction(0), 100, 0.01),
        (Fraction(1, 100), Fraction(1, 10), 150, 0.5),
    ],
)
def test_power_by_every_m(p_b, p_c, N, alpha):
    wanted = float(by_every_m(p_b, p_c, N, alpha))
    assert power(p_b, p_c, N, alpha) == pytest.approx(wanted, abs=1e-12)
    assert power(float(p_b), float(p_c), N, alpha) == pytest.approx(wanted, abs=1e-12)


def test_power_as_published():
    """statistics.md 2.4: Card and others' notebook simulates .800; .79758 by enumeration."""
    assert power(0.0225, 0.0025, 500, 0.05) == pytest.approx(0.79758, abs=5e-6)


@pytest.mark.parametrize(
    ("N", "rate", "size"),
    [
        (50, 0.10, 0.0088),
        (200, 0.05, 0.0219),
        (200, 0.20, 0.0346),
        (1000, 0.05, 0.0366),
        (1000, 0.20, 0.0424),
    ],
)
def test_false_alarms_as_published(N, rate, size):
    """statistics.md 2.2: with no difference, half of the false alarms are for B."""
    assert 2 * power(rate / 2, rate / 2, N, FIVE_PERCENT) == pytest.approx(size, abs=5e-5)


@given(p=chances_of_two(), N=st.integers(1, 5000), alpha=alphas)
def test_power_is_a_probability_and_keeps_to_alpha(p, N, alpha):
    found = power(*p, N, alpha)
    assert 0 <= found <= 1
    assert found + power(*p[::-1], N, alpha) <= 1 + 1e-12
    if p[0] <= p[1]:
        assert found <= alpha / 2 + 1e-12


@given(p_c=st.integers(0, 300), steps=st.lists(st.integers(0, 700), min_size=2, max_size=2))
def test_power_rises_with_the_chance_of_B(p_c, steps):
    low, high = sorted(steps)
    weaker, stronger = (power(Fraction(b, 1000), Fraction(p_c, 1000), 400, 0.05) for b in (low, high))
    assert weaker <= stronger + 1e-12


def test_power_at_the_ends():
    assert power(0, 0, 10, 0.05) == power(0, 1, 10, 0.05) == power(1, 0, 5, 0.05) == 0
    assert power(1, 0, 6, 0.05) == power(1.0, 0.0, 10**5, 0.05) == 1
    assert power(0.9, 0.1, 2000, 0.05) == pytest.approx(1, abs=1e-12)
    assert power(1e-320, 0.0, 10**15, 0.05) == power(0.0, 1e-320, 1, 0.05) == 0


# --- sample size --------------------------------------------------------------------------------------------


@given(p=B_ahead(), wanted=st.sampled_from([1e-9, 0.01, 0.3, 0.5, 0.8, 0.9, 0.99]), alpha=alphas)
def test_sample_size_by_a_full_scan(p, wanted, alpha):
    """Where it is small; and where it is not, at the size itself and the hundred before it."""
    size = sample_size(*p, wanted, alpha)
    assert power(*p, size, alpha) >= wanted
    for smaller in range(max(1, size - 100), size) if size > 300 else range(1, size):
        assert power(*p, smaller, alpha) < wanted


@pytest.mark.parametrize(
    ("p_b", "p_c", "wanted"),
    [(0.6, 0.4, 0.8), (0.55, 0.45, 0.5), (0.2, 0.1, 0.8), (0.03, 0.01, 0.9), (0.75, 0.25, 0.95)],
)
def test_sample_size_by_a_full_scan_from_one_case_on(p_b, p_c, wanted):
    size = sample_size(p_b, p_c, wanted, 0.05)
    assert next(N for N in range(1, 10**5) if power(p_b, p_c, N, 0.05) >= wanted) == size


@pytest.mark.parametrize("p_b", [1e-6, 1e-12, 1e-14])
def test_rare_wins_need_many_cases(p_b):
    """m is Poisson then, and B wins whenever it is 6 or more: its mean must be 7.906 for a power of 0.8."""
    mean = sample_size(p_b, 0, 0.8, 0.05) * p_b
    assert mean == pytest.approx(7.906, abs=5e-4)
    assert 1 - sum(math.exp(-mean) * mean**m / math.factorial(m) for m in range(6)) == pytest.approx(
        0.8, abs=1e-6
    )


def test_a_larger_size_may_fall_short_again():
    """As the docstring says: the power rises in a zigzag, plainly where every case is discordant."""
    size = sample_size(0.6, 0.4, 0.8, 0.05)
    assert any(power(0.6, 0.4, N, 0.05) < 0.8 for N in range(size, size + 10))


def test_a_power_that_some_size_has_is_reached_there():
    for N in (50, 137, 800):
        assert sample_size(0.2, 0.1, power(0.2, 0.1, N, 0.05), 0.05) <= N


@pytest.mark.parametrize("p", [Fraction(501, 1000), Fraction(6, 10), Fraction(99, 100), Fraction(1)])
@pytest.mark.parametrize("alpha", [FIVE_PERCENT, 0.01, 0.5, 1e-9])
def test_the_ceiling_over_the_power_never_falls(p, alpha):
    """What sample_size relies on: Neyman and Pearson's test at alpha / 2, to which the lottery adds up."""
    reached, ceiling = _by_discordant_cases(p, 1 - p, 400, alpha)
    assert len(reached) == len(ceiling) >= 400
    assert all(low <= high + 1e-12 for low, high in zip(reached, ceiling, strict=True))
    assert all(before <= after + 1e-12 for before, after in pairwise(ceiling))
    assert ceiling[0] == pytest.approx(float(alpha) / 2)


@pytest.mark.parametrize(("rate", "size"), [(Fraction(1, 20), 44_231), (Fraction(1, 10), 87_854)])
def test_sizes_of_the_handout(rate, size):
    """brief/handouts.md, handout 2: at an edge of 0.3 points 'about 44,200 and 88,100'.

    The first is met to the hundred.  The second is 0.3% more than need be: an enumeration of its own, with
    lgamma and the boundary of every m found anew, has 0.7999984 at 87,853 and 0.8000028 at 87,854.
    """
    p_b, p_c = (rate + EDGE) / 2, (rate - EDGE) / 2
    assert sample_size(p_b, p_c, 0.8, FIVE_PERCENT) == size
    assert power(p_b, p_c, size - 1, FIVE_PERCENT) < 0.8 <= power(p_b, p_c, size, FIVE_PERCENT)
    assert size == pytest.approx({FIVE_PERCENT: 44_200, Fraction(1, 10): 88_100}[rate], rel=3e-3)
    # more than both approximations: 43,600 and 87,200
    assert connor(p_b, p_c, 0.8, 0.05) < size_by_normal(rate, EDGE, 0.8, 0.05) < size


def test_sizes_by_formula_of_the_handout():
    """brief/handouts.md, handout 2: 426,829 r on the cut-off, about 872,000 r for 80% power."""
    assert round(size_at_cutoff(1, EDGE, 0.05)) == 426_829
    assert round(size_at_cutoff(FIVE_PERCENT, EDGE, 0.05), -3) == 21_000
    assert round(size_at_cutoff(Fraction(1, 10), EDGE, 0.05), -3) == 43_000
    assert round(size_by_normal(1, EDGE, 0.8, 0.05), -3) == 872_000
    assert round(size_by_normal(0.05, 0.003, 0.8, 0.05), -2) == 43_600
    assert round(size_by_normal(0.1, 0.003, 0.8, 0.05), -2) == 87_200


def test_a_study_on_the_cut_off_is_a_coin_flip():
    """brief/handouts.md, handout 2: 'about 50% power'."""
    N = round(size_at_cutoff(FIVE_PERCENT, EDGE, 0.05))
    p_b, p_c = (FIVE_PERCENT + EDGE) / 2, (FIVE_PERCENT - EDGE) / 2
    assert power(p_b, p_c, N, 0.05) == pytest.approx(0.5, abs=0.02)


@given(p=B_ahead(), alpha=st.floats(1e-6, 0.5), wanted=st.floats(0.5, 0.999))
def test_formulas_as_they_are_written(p, alpha, wanted):
    rate, difference = p[0] + p[1], p[0] - p[1]
    assert size_at_cutoff(rate, difference, alpha) * difference**2 / rate == pytest.approx(quantile(alpha))
    assert size_by_normal(rate, difference, 0.5, alpha) == pytest.approx(
        size_at_cutoff(rate, difference, alpha)
    )
    assert connor(*p, 0.5, alpha) == pytest.approx(size_at_cutoff(rate, difference, alpha))
    assert connor(*p, wanted, alpha) <= size_by_normal(rate, difference, wanted, alpha) * (1 + 1e-12)


def test_no_cases_are_needed_for_next_to_no_power():
    assert connor(0.3, 0.2, 0.001, 0.05) == size_by_normal(0.5, 0.1, 0.001, 0.05) == 0
    assert sample_size(0.3, 0.2, 1e-300, 0.05) == 6


# --- what is refused ----------------------------------------------------------------------------------------

NO_PROBABILITY = [-0.1, 1.1, math.nan, math.inf, "0.5", None, True, 1j]
NO_LEVEL = [0, 1, -0.1, 5, math.nan, "0.05", None, True, Fraction(1, 10**400)]
PLANNED = {"p_b": 0.3, "p_c": 0.1, "power": 0.8, "alpha": 0.05}


def refused(function, arguments, name, value):
    with pytest.raises(ValueError, match=rf"^{name} "):
        function(**{**arguments, name: value})


@pytest.mark.parametrize("value", NO_PROBABILITY)
def test_what_is_no_probability_is_refused_by_name(value):
    for name in ("p_b", "p_c"):
        refused(power, {"p_b": 0.3, "p_c": 0.1, "N": 10, "alpha": 0.05}, name, value)
        refused(sample_size, PLANNED, name, value)
        refused(connor, PLANNED, name, value)
    for name in ("rate", "difference"):
        refused(size_at_cutoff, {"rate": 0.1, "difference": 0.01, "alpha": 0.05}, name, value)


@pytest.mark.parametrize("value", NO_LEVEL)
def test_what_is_no_level_is_refused_by_name(value):
    refused(power, {"p_b": 0.3, "p_c": 0.1, "N": 10, "alpha": 0.05}, "alpha", value)
    refused(size_at_cutoff, {"rate": 0.1, "difference": 0.01, "alpha": 0.05}, "alpha", value)
    for name in ("alpha", "power"):
        refused(sample_size, PLANNED, name, value)
        refused(connor, PLANNED, name, value)
        refused(size_by_normal, {"rate": 0.1, "difference": 0.01, "power": 0.8, "alpha": 0.05}, name, value)


@pytest.mark.parametrize("N", [0, -1, 10.0, "10", None, True, 10**15 + 1])
def test_what_is_no_number_of_cases_is_refused(N):
    refused(power, {"p_b": 0.3, "p_c": 0.1, "alpha": 0.05}, "N", N)


@pytest.mark.parametrize("p_b", [0.05, 0.1, 0])
def test_no_size_lets_the_worse_model_win(p_b):
    refused(sample_size, PLANNED, "p_b", p_b)
    refused(connor, PLANNED, "p_b", p_b)


def test_two_chances_cannot_exceed_one():
    with pytest.raises(ValueError, match=r"^p_b \+ p_c must be at most 1"):
        power(0.7, 0.4, 10, 0.05)
    assert power(0.7, 0.3, 10, 0.05) == pytest.approx(power(Fraction(7, 10), Fraction(3, 10), 10, 0.05))


def test_a_difference_lies_within_the_rate():
    for difference in (0, 0.2):
        refused(size_at_cutoff, {"rate": 0.1, "alpha": 0.05}, "difference", difference)


@pytest.mark.parametrize(
    ("p_b", "p_c"), [(0.5, 0.4999), (0.050001, 0.05), (1e-12, 0), (1e-320, 0.0), (5e-324, 0)]
)
def test_what_would_need_too_many_cases_is_refused(p_b, p_c):
    """A hundred thousand discordant ones, or 10^15 in all; 10^-12 alone would do."""
    if p_b == 1e-12:
        assert sample_size(p_b, p_c, 0.8, 0.05) == pytest.approx(7.9e12, rel=0.01)
        return
    with pytest.raises(ValueError, match=r"^p_b and p_c, .* too few"):
        sample_size(p_b, p_c, 0.8, 0.05)


def test_a_p_value_of_just_alpha_does_not_reject():
    """Six wins of six have p = 1/32 and are certain here; so the power is all or nothing on either side."""
    alpha = Fraction(1, 32)
    assert power(1, 0, 6, alpha) == 0
    assert power(1, 0, 6, alpha + Fraction(1, 10**9)) == 1
    assert power(1, 0, 7, alpha) == 1  # p = 1/64
