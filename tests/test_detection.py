"""Power, detectable gaps and sizes by scipy against the same by whole numbers; and the verdicts."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discordant.experiment import exact
from discordant.inference import nearest_below, power, sample_size, smallest_m
from discordant.inference.detection import (
    _boundaries,
    cases_needed,
    detectable,
    expected_error,
    power_at,
    power_curve,
)
from discordant.inference.verdict import Verdict, score_verdict, verdict


@settings(max_examples=60)
@given(
    rate=st.floats(0.01, 1), share=st.floats(0.001, 1), N=st.integers(1, 3000), alpha=st.floats(0.001, 0.2)
)
def test_power_is_that_of_whole_numbers(rate, share, N, alpha):
    gap = rate * share
    by_outcomes = power((rate + gap) / 2, max(0.0, (rate - gap) / 2), N, alpha)
    assert power_at(rate, gap, N, alpha) == pytest.approx(by_outcomes, abs=1e-9)


def test_power_of_many_cases():
    """100,000 discordant cases and two million: as by whole numbers, and as the normal law has it."""
    assert power_at(0.5, 0.005, 200_000, 0.05) == pytest.approx(
        power(0.2525, 0.2475, 200_000, 0.05), abs=1e-6
    )
    # z = gap N / sqrt(rate N) = 2.8016, of which 1.96 are needed: 0.8
    assert power_at(0.2, 0.2 * 2.8016 / 2e6**0.5, 10**7, 0.05) == pytest.approx(0.8, abs=1e-3)


@pytest.mark.parametrize("alpha", [Fraction(1, 20), Fraction(1, 16), Fraction(1, 32), Fraction(1, 1000)])
def test_boundaries_are_those_of_the_test(alpha):
    """At 1/16 and 1/32 some p-values are alpha itself, and not below it."""
    import numpy as np

    found = _boundaries(np.arange(0, 400, dtype=float), float(alpha))
    for m in range(400):
        split = nearest_below(m, alpha)
        assert found[m] == (split.lower if split else -1), m


@settings(max_examples=40)
@given(rate=st.floats(0.001, 1), N=st.integers(1, 5000), wanted=st.floats(0.1, 0.95))
def test_the_detectable_gap_has_just_the_power(rate, N, wanted):
    gap = detectable(rate, N, wanted, 0.05)
    if gap is None:
        assert power_at(rate, rate, N, 0.05) < wanted
    else:
        assert 0 < gap <= rate
        assert power_at(rate, gap, N, 0.05) == pytest.approx(wanted, abs=1e-4)


def test_sizes():
    # statistics.md and R's MESS: 144; Connor's 155 of the tutorial with the exact test's few more
    assert cases_needed(0.7, 0.2, 0.8, 0.05) == sample_size(0.45, 0.25, 0.8, 0.05) == 144
    for rate, gap in ((0.05, 0.003), (0.05, 0.001)):
        N = cases_needed(rate, gap, 0.8, 0.05)
        assert power_at(rate, gap, N, 0.05) >= 0.8 > power_at(rate, gap, int(0.99 * N), 0.05)


def test_the_curve_is_the_power_at_each_size():
    sizes = [10, 100, 1000]
    assert power_curve(0.3, 0.05, sizes, 0.05) == [(N, power_at(0.3, 0.05, N, 0.05)) for N in sizes]


def test_the_expected_error():
    """sqrt((0.18 - 0.04^2) / 1000): of the article's 0.0133633 the same but for N - 1."""
    assert expected_error(0.18, 0.04, 1000) == pytest.approx(0.0133566, abs=5e-8)
    assert expected_error(1, 1, 5) == 0


# --- the verdict --------------------------------------------------------------------------------------------


@settings(max_examples=150)
@given(b=st.integers(0, 60), c=st.integers(0, 60), more=st.integers(0, 2000))
def test_the_verdict_is_that_of_the_exact_test(b, c, more):
    N = max(1, b + c + more)
    found = verdict(b, c, N, 0.05, 0.8)
    significant = exact(b, c) < Fraction(1, 20)
    assert (found.verdict is Verdict.EVIDENCE_FOR_B) == (significant and b > c)
    assert (found.verdict is Verdict.EVIDENCE_FOR_A) == (significant and c > b)
    assert (found.verdict is Verdict.NO_DISAGREEMENT) == (b + c == 0)
    if found.verdict is Verdict.UNDECIDED:
        assert found.gap == detectable(Fraction(b + c, N), N, 0.8, 0.05) > 0
    if found.verdict is Verdict.TOO_SMALL:
        assert found.gap is None
    if 0 < b + c < smallest_m(0.05):  # no split of so few is significant
        assert found.verdict is Verdict.TOO_SMALL


def test_turned_round_the_verdict_is_the_other():
    assert verdict(3, 30, 100, 0.05, 0.8).verdict is Verdict.EVIDENCE_FOR_A
    assert verdict(30, 3, 100, 0.05, 0.8).verdict is Verdict.EVIDENCE_FOR_B


def test_an_adjusted_p_value_decides():
    for adjusted in (0.2, Fraction(1, 5), Decimal("0.2"), 1):
        assert verdict(20, 0, 1000, 0.05, 0.8, adjusted).verdict is Verdict.UNDECIDED
    assert verdict(100, 80, 1000, 0.05, 0.8, 0.01).verdict is Verdict.EVIDENCE_FOR_B
    assert (
        verdict(5, 5, 1000, 0.05, 0.8, 0.01).verdict is not Verdict.EVIDENCE_FOR_B
    )  # there is no side to it


def test_clustered_cases_show_less():
    alone, clustered = (verdict(100, 80, 1000, 0.05, 0.8, 0.3, effect) for effect in (1, 4))
    assert clustered.gap == detectable(Fraction(180, 1000), 250, 0.8, 0.05) > alone.gap
    assert verdict(100, 80, 1000, 0.05, 0.8, 0.3, 0.5) == alone


def test_too_few_clusters_show_nothing():
    """Five that differ give 2 / 32 at best, six 2 / 64."""
    few, enough = (verdict(50, 10, 1000, 0.05, 0.8, p, 2, units) for p, units in ((1 / 16, 5), (1 / 32, 6)))
    assert few == (Verdict.TOO_SMALL, None)
    assert enough.verdict is Verdict.EVIDENCE_FOR_B


def test_verdicts_on_scores():
    for value, error, p, differing, wanted in (
        (0.1, 0.03, 0.001, 300, Verdict.EVIDENCE_FOR_B),
        (-0.1, 0.03, 0.001, 300, Verdict.EVIDENCE_FOR_A),
        (0.1, 0.1, 0.3, 300, Verdict.UNDECIDED),
        (0.1, 0.03, 0.05, 300, Verdict.UNDECIDED),  # alpha itself is not below alpha
        (0.1, 0.03, Decimal("0.0625"), 5, Verdict.TOO_SMALL),
        (0.1, None, 1, 1, Verdict.TOO_SMALL),
        (0, 0.0, 1, 0, Verdict.NO_DISAGREEMENT),
    ):
        assert score_verdict(value, error, p, differing, 0.05, 0.8).verdict is wanted
    # 1.96 + 0.8416 standard errors, of the table of the normal law
    assert score_verdict(0.1, 0.1, 0.3, 300, 0.05, 0.8).gap == pytest.approx(0.28016, abs=2e-5)
    assert score_verdict(1, 1, 1, 10**6, 0.05, 0.8).verdict is Verdict.UNDECIDED


def test_refused():
    for message, call in (
        ("gap|difference", lambda: power_at(0.1, 0.2, 100, 0.05)),
        ("N", lambda: power_at(0.2, 0.1, 0, 0.05)),
        ("N times the rate", lambda: power_at(0.5, 0.1, 10**8, 0.05)),
        ("power", lambda: detectable(0.2, 100, 1, 0.05)),
        ("rate", lambda: detectable(1.2, 100, 0.8, 0.05)),
        ("gap", lambda: expected_error(0.1, 0.2, 100)),
        ("gap must be larger", lambda: cases_needed(0.5, 1e-9, 0.8, 0.05)),
        ("gap must be larger", lambda: cases_needed(0.5, 1e-300, 0.8, 0.05)),
        ("alpha", lambda: verdict(1, 2, 3, 0, 0.8)),
        ("adjusted_p", lambda: verdict(1, 2, 3, 0.05, 0.8, 1.5)),
        ("units", lambda: verdict(1, 2, 3, 0.05, 0.8, 0.5, 1, -1)),
        ("p must", lambda: score_verdict(1, 1, 1.5, 9, 0.05, 0.8)),
        ("standard_error", lambda: score_verdict(1, -1, 0.5, 9, 0.05, 0.8)),
        ("design_effect", lambda: verdict(1, 2, 3, 0.05, 0.8, 0.5, 0)),
    ):
        with pytest.raises(ValueError, match=f"^({message})"):
            call()
    assert detectable(0, 100, 0.8, 0.05) is None
