"""The interval and the odds that agree with the exact test: their laws and their edges."""

import math
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, stats

from discordant.experiment import exact
from discordant.inference import tango, wald
from discordant.inference.fay_lumbard import _reaches, fay_lumbard
from discordant.inference.odds import odds
from discordant.inference.roots import crossing

counts = st.integers(0, 60)
TABLES = {"b": counts, "c": counts, "more": st.integers(0, 300), "level": st.sampled_from([0.8, 0.95, 0.99])}


def ends(b, c, more, level):
    return fay_lumbard(b, c, max(1, b + c + more), level)


@given(**TABLES)
def test_both_hold_no_difference_just_when_the_test_finds_none(b, c, more, level):
    undecided = exact(b, c) >= 1 - Fraction(level)
    low, high = ends(b, c, more, level)
    assert (low <= 0 <= high) == undecided
    _, least, most = odds(b, c, level)
    assert (least <= 1 and (most is None or most >= 1)) == undecided


@given(**TABLES)
def test_turned_round(b, c, more, level):
    low, high = ends(b, c, more, level)
    assert ends(c, b, more, level) == (-high, -low)
    _, least, most = odds(b, c, level)
    assert odds(c, b, level)[1:] == (
        pytest.approx(1 / most) if most else 0,
        pytest.approx(1 / least) if least else None,
    )


@given(**TABLES)
def test_around_the_estimate_and_within_its_bounds(b, c, more, level):
    low, high = ends(b, c, more, level)
    assert -1 <= low < high <= 1
    assert low <= (b - c) / max(1, b + c + more) <= high
    ratio, least, most = odds(b, c, level)
    assert least >= 0
    if ratio is not None:
        assert least < ratio < most or (b == 0 and least == 0 < most)


@given(**TABLES)
def test_a_higher_level_is_wider(b, c, more, level):
    low, high = ends(b, c, more, level)
    wider_low, wider_high = ends(b, c, more, 0.995)
    assert wider_low <= low + 1e-10
    assert high - 1e-10 <= wider_high


@pytest.mark.parametrize(
    ("N", "rate", "gap", "tango_covers", "covers"),
    [(30, 0.2, 0.1, 0.961, 0.986), (100, 0.05, 0.03, 0.939, 0.986)],
)
def test_coverage(N, rate, gap, tango_covers, covers):
    """statistics.md 2.3: how often 95 % intervals hold the true difference, over every outcome."""
    p_b, p_c = (rate + gap) / 2, (rate - gap) / 2
    found = dict.fromkeys((wald, tango, fay_lumbard), 0.0)
    for b in range(N + 1):
        for c in range(N + 1 - b):
            ways = math.comb(N, b) * math.comb(N - b, c)
            chance = ways * p_b**b * p_c**c * (1 - rate) ** (N - b - c)
            if chance > 1e-8:
                for interval in found:
                    low, high = interval(b, c, N, 0.95)
                    found[interval] += chance * (low <= gap <= high)
    assert found[fay_lumbard] == pytest.approx(covers, abs=6e-4)
    assert found[tango] == pytest.approx(tango_covers, abs=6e-4)
    assert found[wald] < 0.95  # the table's 0.920 is of the interval whose error divides by N - 1


@settings(max_examples=25)
@given(b=st.integers(0, 12), c=st.integers(1, 12), more=st.integers(1, 40), end=st.floats(-0.9, 0.9))
def test_the_integral_is_that_of_an_adaptive_rule(b, c, more, end):
    """scipy.integrate.quad over scipy.stats, split at the kink: another way to the same mean."""
    m, N = b + c, b + c + more
    share = stats.beta(m + 1, N - m) if end > 0 else stats.beta(m, N - m + 1)

    def both(t):
        return float(share.pdf(t) * stats.beta(b + 1, c).sf(min(1, max(0, 0.5 + end / (2 * t)))))

    kink = abs(end)
    parts = [
        integrate.quad(both, a, z, epsabs=1e-12, limit=200)[0] for a, z in ((1e-12, kink), (kink, 1)) if a < z
    ]
    assert _reaches(end, b, c, N) == pytest.approx(sum(parts), abs=1e-8)


@pytest.mark.parametrize(
    ("b", "c", "N", "low", "high"),
    [
        # statistics.md 2.4, R's exact2x2, whose search stops up to 2e-5 early
        (1, 7, 21, -0.545499616748, 0.020449393962),
        (110, 70, 1000, 0.0127297218947, 0.0672885017479),
        # no disagreement: +- the upper end of Beta(1, N) at 0.975, as R gives it in closed form
        (0, 0, 7, -(1 - 0.025 ** (1 / 7)), 1 - 0.025 ** (1 / 7)),
    ],
)
def test_as_R_has_it(b, c, N, low, high):
    assert fay_lumbard(b, c, N, 0.95) == pytest.approx((low, high), abs=5e-5)


def test_at_the_edges():
    assert fay_lumbard(6, 0, 6, 0.95).high == 1  # nothing speaks against B being right alone on every case
    assert fay_lumbard(0, 6, 6, 0.95).low == -1
    assert fay_lumbard(0, 0, 1, 0.95) == pytest.approx((-0.975, 0.975))
    # 6 of 6 one way: p is 2 / 64, so the difference is above 0; 5 of 5: p is 2 / 32, so it may be none
    assert fay_lumbard(6, 0, 1000, 0.95).low > 0
    assert fay_lumbard(5, 0, 1000, 0.95).low < 0
    # p is 1 / 16, and so is 1 - level: 0 is an end, and belongs to the interval
    low, _ = fay_lumbard(5, 0, 40, 0.9375)
    assert -1e-9 < low <= 0


def test_a_million_disagreements():
    """Close to the normal interval, 2,600 +- 1.96 * 1,000 of ten million, and a little wider."""
    low, high = fay_lumbard(501_300, 498_700, 10_000_000, 0.95)
    assert (low, high) == pytest.approx((640.0e-7, 4560.0e-7), abs=15e-7)
    assert low < 640.04e-7 < 4559.96e-7 < high


def test_a_few_disagreements_of_ever_so_many():
    """Of few among many the interval shrinks as 1 / N, and 0 stays on its side."""
    wide, narrow = fay_lumbard(7, 1, 10**6, 0.95), fay_lumbard(7, 1, 10**12, 0.95)
    assert [10**6 * end for end in narrow] == pytest.approx(wide, rel=1e-4)
    assert fay_lumbard(9, 1, 10**12, 0.95).low > 0 > fay_lumbard(8, 1, 10**12, 0.99).low


def test_odds_where_one_model_wins_every_disagreement():
    """(tail)^(1 / m) is the share at which all m have the probability of the tail: Clopper and Pearson."""
    ratio, low, high = odds(7, 0, 0.95)
    share = 0.025 ** (1 / 7)
    assert (ratio, high) == (None, None)
    assert low == pytest.approx(share / (1 - share))
    assert odds(0, 7, 0.95)[:2] == (0, 0)


@pytest.mark.parametrize("level", [0, 1, 1.5, "0.95", True])
def test_refused(level):
    for function in (lambda: fay_lumbard(3, 1, 10, level), lambda: odds(3, 1, level)):
        with pytest.raises(ValueError, match=r"^level must be"):
            function()
    with pytest.raises(ValueError, match=r"^N must be at least b"):
        fay_lumbard(3, 1, 3, 0.95)


def test_the_solver_finds_steep_flat_and_missing_roots():
    for f, root in (
        (lambda x: 0.5 - x, 0.5),
        (lambda x: (0.3 - x) ** 3, 0.3),
        (lambda x: 1 if x < 0.123 else -1e-9, 0.123),
        (lambda x: -x, 0.0),
        (lambda x: 1 - x, 1.0),
        (lambda x: 1e-30 - x**40, 1e-30 ** (1 / 40)),
    ):
        assert crossing(f, 0, 1, 1e-12) == pytest.approx(root, abs=1e-4 if root == 0.3 else 1e-11)
