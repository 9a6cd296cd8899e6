"""What stands beside the exact p-value: printed values, and a second route to each."""

import math
from decimal import Decimal
from fractions import Fraction
from statistics import NormalDist
from statistics import correlation as pearson

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant.experiment import exact, null_distribution
from discordant.inference import (
    chi_square,
    chi_square_corrected,
    chi_square_far_p,
    chi_square_p,
    correlation,
    exact_fraction,
    mid_p,
    nearest_below,
    quantile,
    smallest_m,
    smallest_net,
)

FIVE_PERCENT = Fraction(1, 20)

cells = st.integers(min_value=0, max_value=300)


@pytest.mark.parametrize("m", range(61))
def test_the_shorter_sum_is_the_same_p_value(m):
    assert [exact_fraction(m - c, c) for c in range(m + 1)] == [exact(m - c, c) for c in range(m + 1)]


@given(m=st.integers(min_value=61, max_value=20_000), share=st.floats(0, 1))
@settings(max_examples=20)
def test_the_shorter_sum_is_the_same_p_value_of_many(m, share):
    c = int(share * m)
    assert exact_fraction(m - c, c) == exact(m - c, c)


def as_printed(value, text):
    """Whether a value rounds to the digits in a text."""
    return abs(Decimal(value) - Decimal(text)) <= Decimal((0, (5,), Decimal(text).as_tuple().exponent - 1))


@pytest.mark.parametrize(
    ("b", "c", "plain", "corrected"),
    [  # statistics.md 2.4: Bentur (ratesci tests and an R run), Cavo, the exact2x2 vignette
        (1, 7, "0.033895", "0.077100"),
        (6, 16, "0.033006", "0.055009"),
        (2, 9, "0.03481", "0.07044"),
        # brief/article.md section 7
        (20, 0, "7.7e-6", "2.2e-5"),
        (100, 80, "0.136", "0.1567"),
    ],
)
def test_worked_p_values(b, c, plain, corrected):
    assert as_printed(chi_square_p(chi_square(b, c)), plain)
    assert as_printed(chi_square_p(chi_square_corrected(b, c)), corrected)


def test_nothing_observed_is_no_evidence():
    assert chi_square(0, 0) == chi_square_corrected(0, 0) == 0
    assert chi_square_p(0) == 1.0


def test_correction_is_left_out_where_there_is_nothing_to_correct():
    """statistics.md section 3: others report 0.1667 at b = c = 3; R gives 0, and so do we."""
    assert chi_square_corrected(3, 3) == 0


@given(b=cells, c=cells)
def test_statistics_are_what_their_formulas_say(b, c):
    assert chi_square(b, c) == chi_square(c, b)
    assert chi_square(b, c) * (b + c) == (b - c) ** 2
    if b != c:
        assert chi_square_corrected(b, c) * (b + c) == (abs(b - c) - 1) ** 2
        assert chi_square_corrected(b, c) < chi_square(b, c)


@given(z=st.floats(min_value=0, max_value=6))
def test_p_is_two_normal_tails(z):
    """On one degree of freedom chi-square is the square of a standard normal."""
    assert chi_square_p(z * z) == pytest.approx(2 * NormalDist().cdf(-z), rel=1e-6, abs=1e-15)


# By mpmath 1.4.1 at 50 digits: erfc(sqrt(x / 2)).
FAR = {
    1000: "1.7958327848007261946e-219",
    1484: "1.173344059546191618e-324",
    1500: "3.9151098847153747201e-328",
    Fraction(198**2, 2): "1.7200876690141621718e-4259",
    200_000: "6.3567124608600087397e-43433",
    10**12: "1.8881054069264228709e-217147240958",
}


def test_p_where_no_double_holds_it():
    for statistic, p in FAR.items():
        assert f"{chi_square_far_p(statistic):.15e}" == f"{Decimal(p):.15e}", statistic
    assert float(chi_square_far_p(1000)) == pytest.approx(chi_square_p(1000), rel=1e-13)


@pytest.mark.parametrize("statistic", [999.9, -1, 10**19, math.nan])
def test_a_far_statistic_is_far(statistic):
    with pytest.raises(ValueError, match="statistic"):
        chi_square_far_p(statistic)


def test_p_of_known_quantiles():
    """3.841 and 6.635 are the 5% and 1% points of any printed table of chi-square."""
    assert chi_square_p(3.841458820694124) == pytest.approx(0.05, abs=1e-12)
    assert chi_square_p(6.634896601021214) == pytest.approx(0.01, abs=1e-12)


def test_quantiles_as_every_table_prints_them():
    """brief/handouts.md, handout 1: 3.8415 and 6.6349, 'about 3.84' and 'about 6.63'."""
    assert as_printed(quantile(FIVE_PERCENT), "3.8415")
    assert as_printed(quantile(0.01), "6.6349")


@given(alpha=st.floats(min_value=1e-300, max_value=1, exclude_max=True))
def test_quantile_is_where_p_is_alpha(alpha):
    assert chi_square_p(quantile(alpha)) == pytest.approx(alpha, rel=1e-9)


def test_approximation_comes_close_where_there_is_much_to_see():
    for b, c in [(5100, 4900), (5050, 4950)]:
        assert chi_square_p(chi_square_corrected(b, c)) == pytest.approx(float(exact(b, c)), rel=2e-3)


# --- mid-p --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("b", "c", "p"),
    [
        (1, 7, "0.0390625"),  # statistics.md 2.4: Bentur
        (42, 18, "0.00187"),  # brief/handouts.md, handout 1
    ],
)
def test_mid_p_as_published(b, c, p):
    assert as_printed(float(mid_p(b, c)), p)


@given(b=cells, c=cells)
def test_mid_p_counts_what_was_observed_by_half(b, c):
    chances, k = null_distribution(b + c), min(b, c)
    assert mid_p(b, c) == 2 * (sum(chances[:k]) + chances[k] / 2)
    assert mid_p(b, c) == mid_p(c, b)
    assert 0 < mid_p(b, c) <= exact(b, c)
    assert (mid_p(b, c) == 1) == (b == c)


# --- discreteness -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("m", "upper", "lower", "p"),
    [(20, 15, 5, 0.0414), (180, 104, 76, 0.0439), (6, 6, 0, 0.03125)],
)
def test_nearest_p_below_five_percent_as_published(m, upper, lower, p):
    """brief/article.md section 7; statistics.md 2.4 for m = 6."""
    split = nearest_below(m, FIVE_PERCENT)
    assert (split.upper, split.lower) == (upper, lower)
    assert float(split.p) == pytest.approx(p, abs=5e-5)


@pytest.mark.parametrize("alpha", [FIVE_PERCENT, Fraction(1, 16), Fraction(1, 100), Fraction(1), Fraction(0)])
@each("m", range(41))
def test_nearest_below_by_looking_at_every_split(m, alpha):
    """Strictly below: at m = 5 the smallest p is 1/16, and 1/16 is not below 1/16."""
    every = [(exact(m - lower, lower), lower) for lower in range(m // 2 + 1)]
    below = [entry for entry in every if entry[0] < alpha]
    found = nearest_below(m, alpha)
    if not below:
        assert found is None
    else:
        assert (found.p, found.lower, found.upper) == (*max(below), m - max(below)[1])


@given(m=st.integers(0, 3000), alpha=st.fractions(0, 1) | st.floats(0, 1) | st.floats(1e-300, 1e-30))
def test_nearest_below_has_the_next_split_on_the_other_side(m, alpha):
    found = nearest_below(m, alpha)
    lower = found.lower if found else -1
    if found:
        assert found.p == exact(m - lower, lower) < alpha
    assert exact(m - lower - 1, lower + 1) >= alpha


@pytest.mark.parametrize(
    ("m", "net"), [(5, None), (6, 6), (20, 10), (51, 15), (180, 28), (0, None), (1, None)]
)
def test_smallest_net(m, net):
    assert smallest_net(m, FIVE_PERCENT) == net


@given(m=st.integers(0, 200), alpha=st.fractions(0, 1))
def test_smallest_net_by_looking_at_every_split(m, alpha):
    significant = [abs(m - 2 * c) for c in range(m + 1) if exact(m - c, c) < alpha]
    assert smallest_net(m, alpha) == min(significant, default=None)


@pytest.mark.parametrize(
    ("alpha", "m"), [(FIVE_PERCENT, 6), (Fraction(1, 16), 6), (0.01, 8), (0.5, 3), (0.9, 2), (1e-300, 998)]
)
def test_smallest_m(alpha, m):
    """brief/handouts.md, handout 2: the first split that can is 6 to 0; p of 5 to 0 is 1/16, not below it."""
    assert smallest_m(alpha) == m
    assert nearest_below(m, alpha)
    assert nearest_below(m - 1, alpha) is None


# --- what is refused ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [-1, 2.5, "3", None, True])
@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (chi_square, ["b", 1]),
        (chi_square, [1, "c"]),
        (chi_square_corrected, ["b", 1]),
        (chi_square_corrected, [1, "c"]),
        (mid_p, ["b", 1]),
        (mid_p, [1, "c"]),
        (correlation, [1, 2, 3, "d"]),
        (nearest_below, ["m", 0.05]),
        (smallest_net, ["m", 0.05]),
    ],
)
def test_what_is_no_count_is_refused_by_name(function, arguments, count):
    (name,) = [argument for argument in arguments if isinstance(argument, str)]
    with pytest.raises(ValueError, match=rf"^{name} must"):
        function(*(count if argument == name else argument for argument in arguments))


@pytest.mark.parametrize("alpha", [-0.1, 1.1, 5, math.nan, math.inf, "0.05", None, True, 1j])
def test_what_is_no_level_is_refused_by_name(alpha):
    for call in (lambda: nearest_below(9, alpha), lambda: smallest_net(9, alpha)):
        with pytest.raises(ValueError, match=r"^alpha must"):
            call()


@pytest.mark.parametrize("alpha", [-0.1, 0, 1, 1.1, 5, math.nan, "0.05", None, True, Fraction(1, 10**400)])
def test_levels_at_which_nothing_or_everything_is_significant_are_refused(alpha):
    for function in (quantile, smallest_m):
        with pytest.raises(ValueError, match=r"^alpha must"):
            function(alpha)


@pytest.mark.parametrize("statistic", [-1e-9, math.nan, "3.84", None])
def test_what_is_no_statistic_is_refused(statistic):
    with pytest.raises(ValueError, match=r"^statistic must"):
        chi_square_p(statistic)


# --- how the outcomes relate --------------------------------------------------------------------------------


@pytest.mark.parametrize(("table", "r"), [((900, 20, 0, 80), 0.88), ((820, 100, 80, 0), -0.10)])
def test_correlation_as_published(table, r):
    """brief/article.md section 6: about +0.88 and -0.10."""
    assert correlation(*table) == pytest.approx(r, abs=5e-3)


@given(a=cells, b=cells, c=cells, d=cells)
def test_correlation_is_pearsons_over_the_cases(a, b, c, d):
    margins = (a + b, c + d, a + c, b + d)
    if 0 in margins:
        assert correlation(a, b, c, d) is None
        return
    A = [1] * a + [0] * b + [1] * c + [0] * d
    B = [1] * a + [1] * b + [0] * c + [0] * d
    r = correlation(a, b, c, d)
    assert r == pytest.approx(pearson(A, B), abs=1e-9)
    assert -1 - 1e-12 <= r <= 1 + 1e-12
    assert r == pytest.approx(correlation(a, c, b, d))


@given(a=cells, b=cells, c=cells, d=cells)
def test_pairing_helps_just_when_outcomes_correlate(a, b, c, d):
    """Var(B - A) = Var A + Var B - 2 Cov: the article's ad > bc, both variances over N."""
    N = a + b + c + d
    if N == 0:
        return
    paired = Fraction(b + c, N) - Fraction(b - c, N) ** 2
    apart = Fraction((a + c) * (b + d) + (a + b) * (c + d), N * N)
    assert (paired < apart) == (a * d > b * c)
    assert math.isclose(apart - paired, 2 * Fraction(a * d - b * c, N * N))
