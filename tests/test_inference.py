"""What stands beside the exact p-value: published values, and a second route to each."""

import json
import math
import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist
from statistics import correlation as pearson

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant.experiment import exact
from discordant.inference import chi_square, chi_square_corrected, chi_square_p, correlation, nearest_below

CASES = json.loads((Path(__file__).parent / "cases" / "reference_cases.json").read_text("utf-8"))["cases"]
FIVE_PERCENT = Fraction(1, 20)

cells = st.integers(min_value=0, max_value=300)

ANSWERS = {
    "chi2_uncorrected": chi_square,
    "chi2_continuity": chi_square_corrected,
    "p_chi2_uncorrected": lambda b, c: chi_square_p(chi_square(b, c)),
    "p_chi2_continuity": lambda b, c: chi_square_p(chi_square_corrected(b, c)),
}


def discordant(inputs):
    """b and c; over all clusters where the counts are given by cluster."""
    if "clusters_a_b_c_d" in inputs:
        return tuple(sum(cluster[i] for cluster in inputs["clusters_a_b_c_d"]) for i in (1, 2))
    return inputs["b"], inputs["c"]


@pytest.mark.parametrize(
    "reference",
    [pytest.param(c, id=c["id"]) for c in CASES if c["quantity"] in ANSWERS and c["role"] == "match"],
)
def test_chi_square_as_published(reference):
    found = float(ANSWERS[reference["quantity"]](*discordant(reference["inputs"])))
    expected, tolerance = reference["expected"], reference["tolerance"]
    allowed = tolerance["value"] * (expected if tolerance["type"] == "relative" else 1)
    assert abs(found - expected) <= allowed, reference["source"]


def test_three_treatments_in_pairs():
    (reference,) = [c for c in CASES if c["id"] == "rstatix-pairwise"]
    rows, pairs = reference["inputs"]["rows"], reference["inputs"]["pairs_b_c"]
    for (name, (b, c)), expected in zip(pairs.items(), reference["expected"], strict=True):
        i, j = ("ABC".index(letter) for letter in name.split("-"))
        assert (b, c) == (sum(r[j] > r[i] for r in rows), sum(r[i] > r[j] for r in rows))
        assert float(chi_square_corrected(b, c)) == pytest.approx(
            expected, abs=reference["tolerance"]["value"]
        )


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


def test_p_of_known_quantiles():
    """3.841 and 6.635 are the 5% and 1% points of any printed table of chi-square."""
    assert chi_square_p(3.841458820694124) == pytest.approx(0.05, abs=1e-12)
    assert chi_square_p(6.634896601021214) == pytest.approx(0.01, abs=1e-12)


def test_approximation_comes_close_where_there_is_much_to_see():
    for b, c in [(5100, 4900), (5050, 4950)]:
        assert chi_square_p(chi_square_corrected(b, c)) == pytest.approx(float(exact(b, c)), rel=2e-3)


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
@pytest.mark.parametrize("m", range(41))
def test_nearest_below_by_looking_at_every_split(m, alpha):
    """Strictly below: at m = 5 the smallest p is 1/16, and 1/16 is not below 1/16."""
    every = [(exact(m - lower, lower), lower) for lower in range(m // 2 + 1)]
    below = [entry for entry in every if entry[0] < alpha]
    found = nearest_below(m, alpha)
    if not below:
        assert found is None
    else:
        assert (found.p, found.lower, found.upper) == (*max(below), m - max(below)[1])


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


def test_no_reference_case_is_forgotten():
    """Intervals, power, clusters and several models are still to come; everything else is tested."""
    later = re.compile(
        "ci_|power_|sample_size_|chi2_clustered_|cochran_|bonferroni|cohens_g|p_noninferiority"
    )
    later_p = {"p_exact_unconditional", "p_mid_two_sided_fagerland", "p_mid_two_sided_doubled"}
    here = {*ANSWERS, "chi2_continuity_pairwise_AB_AC_BC"}
    in_experiment = {"p_exact_two_sided", "p_exact_decimal_20_digits", "p_exact_as_double_and_log10"}
    in_experiment |= {"p_exact_one_sided_b_greater", "p_exact_one_sided_b_less", "p_mid_two_sided"}
    in_experiment |= {"posterior_prob_B_better", "paired_se", "counts_a_b_c_d"}
    quantities = {c["quantity"] for c in CASES if not later.match(c["quantity"])}
    assert quantities == here | in_experiment | later_p
