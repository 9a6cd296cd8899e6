"""Intervals of the difference: their laws, their edges, and the handouts' numbers."""

import math
from fractions import Fraction
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant.experiment import case
from discordant.inference import Interval, chi_square, quantile, resolution, tango, wald

counts = st.integers(0, 200)
levels = st.floats(0.5, 0.999)
TABLES = {"b": counts, "c": counts, "more": st.integers(0, 500), "level": levels}


def total(b, c, more):
    """N, with some cases beside the discordant ones, and one at least."""
    return max(1, b + c + more)


def points(interval):
    return [round(100 * end, 2) for end in interval]


# --- published values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("interval", "b", "c", "N", "low", "high"),
    [  # statistics.md 2.4: Bentur, Tango's Table VII, CAMIS
        (tango, 1, 7, 21, -0.517, -0.026),
        (tango, 9, 3, 32, -0.027, 0.390),
        (wald, 15, 6, 46, 0.008764, 0.382541),
    ],
)
def test_as_published(interval, b, c, N, low, high):
    assert interval(b, c, N, 0.95) == pytest.approx((low, high), abs=5.1e-4)


def test_points_of_the_handout():
    """brief/handouts.md, handout 2: 3 to 0 of 1,000 gives -0.04 to 0.64, 51 disagreements -1.1 to 1.7."""
    assert points(wald(3, 0, 1000, 0.95)) == [-0.04, 0.64]
    assert wald(27, 24, 1000, 0.95) == pytest.approx((-0.011, 0.017), abs=5e-4)


@pytest.mark.parametrize(("rate", "half"), [(0.02, 0.9), (0.026, 1.0), (0.05, 1.4), (0.10, 2.0)])
def test_resolution_of_the_handout(rate, half):
    assert round(100 * resolution(rate, 1000, 0.95), 1) == half


def test_wald_divides_by_N_and_the_article_by_N_minus_1():
    """statistics.md 2.3: 0.0133566 and 0.0133633 at b = 110, c = 70, N = 1000."""
    low, high = wald(110, 70, 1000, 0.95)
    error = (high - low) / 2 / NormalDist().inv_cdf(0.975)
    assert error == pytest.approx(0.0133566, abs=5e-8)
    assert case(700, 110, 70, 120)["paired_standard_error"] == pytest.approx(0.0133633, abs=5e-8)
    assert case(700, 110, 70, 120)["paired_standard_error"] ** 2 * 999 == pytest.approx(error**2 * 1000)


# --- laws ---------------------------------------------------------------------------------------------------


def score(b, c, N, difference):
    """Tango's statistic, where its maximum is searched for instead of solved: no formula in common."""
    low, high = max(0.0, -difference), (1 - difference) / 2  # of q, the chance that only A is right

    def likelihood(q):
        chances = [(b, q + difference), (c, q), (N - b - c, 1 - 2 * q - difference)]
        return sum(n * math.log(p) if p > 0 else -math.inf for n, p in chances if n)

    for _ in range(200):
        third = (high - low) / 3
        if likelihood(low + third) < likelihood(high - third):
            low += third
        else:
            high -= third
    q = (low + high) / 2
    return (b - c - N * difference) / math.sqrt(N * (2 * q + difference - difference**2))


@given(b=st.integers(0, 60), c=st.integers(0, 60), more=st.integers(1, 200), level=levels)
def test_tango_ends_where_the_score_is_at_its_cut_off(b, c, more, level):
    N, z = b + c + more, math.sqrt(quantile(1 - level))
    low, high = tango(b, c, N, level)
    assert score(b, c, N, low) == pytest.approx(z, abs=1e-4)
    assert score(b, c, N, high) == pytest.approx(-z, abs=1e-4)


@given(**TABLES)
def test_tango_holds_the_estimate_and_is_mirrored_with_the_models(b, c, more, level):
    N = total(b, c, more)
    low, high = tango(b, c, N, level)
    assert -1 <= low <= (b - c) / N <= high <= 1
    assert low < high
    assert tango(c, b, N, level) == (-high, -low)


@given(**TABLES)
def test_tango_agrees_with_the_uncorrected_chi_square(b, c, more, level):
    low, high = tango(b, c, total(b, c, more), level)
    assert (not low <= 0 <= high) == (chi_square(b, c) > quantile(1 - level))


@given(**TABLES)
def test_tango_widens_with_the_level(b, c, more, level):
    N = total(b, c, more)
    inner, outer = tango(b, c, N, level), tango(b, c, N, (1 + level) / 2)
    assert outer.low <= inner.low
    assert inner.high <= outer.high


@given(**TABLES)
def test_wald_is_symmetric(b, c, more, level):
    N = total(b, c, more)
    low, high = wald(b, c, N, level)
    assert (low + high) / 2 == pytest.approx((b - c) / N, abs=1e-15)
    assert wald(c, b, N, level) == (-high, -low)


@given(N=st.integers(1, 10**6), level=levels)
def test_tango_where_nobody_wins_alone_and_where_B_always_does(N, level):
    """With b = c = 0 the score is solved by z^2 / (N + z^2), with b = N by (N - z^2) / (N + z^2)."""
    z2 = quantile(1 - level)
    nobody, always = tango(0, 0, N, level), tango(N, 0, N, level)
    assert nobody == pytest.approx((-z2 / (N + z2), z2 / (N + z2)), abs=1e-9)
    assert always == pytest.approx(((N - z2) / (N + z2), 1), abs=1e-9)
    assert wald(0, 0, N, level) == (0, 0)
    assert wald(N, 0, N, level) == (1, 1)


def test_tango_of_many_cases_is_the_normal_one():
    large = tango(51_000_000, 49_000_000, 10**9, 0.95)
    assert large == pytest.approx(wald(51_000_000, 49_000_000, 10**9, 0.95), abs=1e-9)


@given(half=st.integers(0, 100), more=st.integers(0, 500), level=levels)
def test_resolution_is_half_of_wald_where_no_difference_is_seen(half, more, level):
    N = total(half, half, more)
    assert resolution(Fraction(2 * half, N), N, level) == pytest.approx(wald(half, half, N, level).high)


# --- what is refused ----------------------------------------------------------------------------------------

GOOD = {"b": 3, "c": 1, "N": 20, "level": 0.95}
BAD = {
    "b": [-1, 2.0, "3", None, True],
    "c": [-1, 2.0, "3", None, True],
    "N": [0, 3, -1, 20.0, None, 10**15 + 1],
    "level": [0, 1, 95, -0.5, math.nan, "0.95", None, True],
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in BAD.items() for value in values]
)
@pytest.mark.parametrize("interval", [wald, tango])
def test_bad_input_is_refused_by_name(interval, name, value):
    with pytest.raises(ValueError, match=rf"^{name} must"):
        interval(**{**GOOD, name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [("rate", -0.1), ("rate", 1.1), ("rate", math.nan), ("rate", None), ("N", 0), ("N", 1.5)]
    + [("level", value) for value in BAD["level"]],
)
def test_resolution_refuses_bad_input_by_name(name, value):
    with pytest.raises(ValueError, match=rf"^{name} must"):
        resolution(**{"rate": 0.05, "N": 1000, "level": 0.95, name: value})


def test_an_interval_has_names():
    assert tango(0, 0, 1, 0.95)._fields == Interval._fields == ("low", "high")
