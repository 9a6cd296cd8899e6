"""Clusters, more than two models, adjusted p-values and margins: their laws and published values."""

import json
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from discordant.experiment import case, exact
from discordant.inference import chi_square, chi_square_corrected, chi_square_p, tango
from discordant.inference.asymptotic import chi_square_always_corrected
from discordant.inference.categories import by_category
from discordant.inference.clusters import clustered
from discordant.inference.difference import difference, mean_difference, noninferiority_p
from discordant.inference.models import cochran, pairs
from discordant.inference.multiple import holm
from discordant.inference.student import student

CASES = json.loads((Path(__file__).parent / "cases" / "reference_cases.json").read_text("utf-8"))["cases"]
tables = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(1, 9)).map(
    lambda t: (t[0], t[1], sum(t))  # b, c, n
)
patterns = st.dictionaries(st.tuples(*[st.booleans()] * 3), st.integers(0, 40), min_size=1).filter(
    lambda found: sum(found.values()) > 0
)


def reference_clusters(name):
    inputs = next(case["inputs"] for case in CASES if case["id"] == name)
    return [(b, c, a + b + c + d) for a, b, c, d in inputs["clusters_a_b_c_d"]]


# --- clusters -----------------------------------------------------------------------------------------------


def test_thyroid_patients():
    """statistics.md 2.4: 2.857, 2.315 and 3.132 where cases alone give 4.5, p 0.034: the verdict flips."""
    found = clustered(reference_clusters("clust-thyroid-mcnemar"))
    statistics = found.obuchowski, found.durkalski, found.yang
    assert [float(s.value) for s in statistics] == pytest.approx([2.857, 2.315, 3.132], abs=5e-4)
    assert all(0.0765 <= s.p <= 0.1285 for s in statistics)
    assert found.flipped.p.value > 0.05
    assert found.design_effect > 1
    assert (found.clusters, found.differing) == (21, 6)


@given(clusters=st.lists(tables, min_size=2, max_size=8))
def test_the_statistics_by_their_sums(clusters):
    """As they are written in the papers and in R's clust.bin.pair, in doubles."""
    found = clustered(clusters)
    K, N = len(clusters), sum(n for _, _, n in clusters)
    d = [b - c for b, c, _ in clusters]
    D = sum(d) / N
    yang = sum((x - n * D) ** 2 + x**2 for x, (_, _, n) in zip(d, clusters, strict=True)) / 2
    shares = [x / n for x, (_, _, n) in zip(d, clusters, strict=True)]
    for statistic, above, below in (
        (found.obuchowski, (K - 1) / K * sum(d) ** 2, sum(x * x for x in d)),
        (found.yang, (K - 1) / K * sum(d) ** 2, yang),
        (found.durkalski, sum(shares) ** 2, sum(share**2 for share in shares)),
    ):
        assert float(statistic.value) == pytest.approx(above / below if below else 0, abs=1e-9)
        assert statistic.p == chi_square_p(statistic.value)


@given(b=st.integers(0, 40), c=st.integers(0, 40))
def test_clusters_of_one_case_are_cases(b, c):
    clusters = [(1, 0, 1)] * b + [(0, 1, 1)] * c + [(0, 0, 1)] * 2
    found = clustered(clusters)
    assert found.flipped.p.fraction == exact(b, c)
    assert found.durkalski.value == chi_square(b, c)
    assert found.design_effect == (1 if b + c else None)


def test_cases_that_are_given_several_times_count_once():
    """Five copies of each case: the cases alone are sure, the clusters as unsure as before."""
    found = clustered([(5, 0, 5)] * 6 + [(0, 5, 5)] * 2)
    assert found.flipped.p.fraction == exact(6, 2)
    assert found.design_effect == 5
    assert exact(30, 10) < Fraction(1, 400)


@given(b=st.integers(0, 40), c=st.integers(0, 40))
def test_the_error_of_clusters_of_one_case_is_the_paired_one(b, c):
    found = clustered({(1, 0, 1): b, (0, 1, 1): c, (0, 0, 1): 2})
    assert found.difference == Fraction(b - c, b + c + 2)
    assert found.standard_error == pytest.approx(difference(b, c, b + c + 2).standard_error)


def test_the_error_of_clusters_whose_cases_all_go_one_way():
    """Twenty clusters of five that go one way as one: the error of twenty cases."""
    found = clustered({(5, 0, 5): 8, (0, 5, 5): 2, (0, 0, 5): 10})
    assert found.standard_error == pytest.approx(difference(8, 2, 20).standard_error)


def test_students_interval():
    """scipy.stats.t and the table of Student's law: 2.571 with five degrees of freedom."""
    assert student(0, 1, 6, 0.95) == pytest.approx((-2.571, 2.571), abs=5e-4)
    for units, level in ((2, 0.9), (30, 0.99), (10**6, 0.95)):
        low, high = stats.t.interval(level, units - 1, loc=0.3, scale=0.02)
        assert student(0.3, 0.02, units, level) == pytest.approx((low, high))
    for message, call in (
        ("units", lambda: student(0, 1, 1, 0.95)),
        ("level", lambda: student(0, 1, 5, 1)),
        ("value and", lambda: student(0, -1, 5, 0.95)),
        ("value and", lambda: student(float("nan"), 1, 5, 0.95)),
    ):
        with pytest.raises(ValueError, match=f"^{message}"):
            call()


@given(clusters=st.dictionaries(tables, st.integers(0, 4), min_size=2))
def test_clusters_may_come_with_how_many_there_are(clusters):
    each = [cluster for cluster, often in clusters.items() for _ in range(often)]
    if len(each) > 1:
        assert clustered(clusters) == clustered(each)


def test_clusters_refused():
    for message, clusters in (
        ("clusters must be at least two", [(1, 0, 3)]),
        ("n must be at least b", [(1, 0, 3), (2, 2, 3)]),
        ("n must be at least b", [(1, 0, 3), (0, 0, 0)]),
        ("c must be a whole number", [(1, 0, 3), (0, -1, 2)]),
    ):
        with pytest.raises(ValueError, match=f"^{message}"):
            clustered(clusters)


# --- categories ---------------------------------------------------------------------------------------------


def test_categories():
    """Each its own table, in the order given; Holm over three: 2 / 64 times three, the others at most 1."""
    found = by_category({"x": (5, 1, 1, 0), None: (3, 6, 0, 1), "y": (4, 0, 0, 4)})
    assert [row.name for row in found] == ["x", None, "y"]
    assert [row.p.fraction for row in found] == [1, Fraction(1, 32), 1]
    assert [row.difference for row in found] == [0, Fraction(6, 10), 0]
    assert [row.adjusted for row in found] == [1, Decimal(3) / 32, 1]
    assert by_category({}) == []
    for tables, message in (({"x": (0, 0, 0, 0)}, "a category must"), ({"x": (1, -1, 0, 0)}, "b must")):
        with pytest.raises(ValueError, match=f"^{message}"):
            by_category(tables)


# --- several models -----------------------------------------------------------------------------------------


def test_three_drugs():
    """SAS's documentation: 46 patients, Q 8.4706, p 0.0145; so do the tests of statsmodels have it."""
    drugs = {
        (True, True, True): 6,
        (True, True, False): 16,
        (True, False, True): 2,
        (True, False, False): 4,
        (False, True, True): 2,
        (False, True, False): 4,
        (False, False, True): 6,
        (False, False, False): 6,
    }
    found = cochran(drugs)
    assert (round(float(found.Q), 4), found.freedom, round(found.p, 4)) == (8.4706, 2, 0.0145)


@given(found=patterns)
def test_each_pair_is_its_own_table(found):
    rows = [pattern for pattern, often in found.items() for _ in range(often)]
    for pair in pairs(found):
        both = Counter((row[pair.first], row[pair.second]) for row in rows)
        assert (pair.a, pair.d) == (both[True, True], both[False, False])
        assert (pair.b, pair.c) == (both[False, True], both[True, False])
        assert pair.p.fraction == exact(pair.b, pair.c)
    assert [pair.adjusted for pair in pairs(found)] == holm([pair.p.decimal for pair in pairs(found)])


@given(found=patterns, baseline=st.integers(0, 2))
def test_against_a_baseline_there_are_fewer(found, baseline):
    against = pairs(found, baseline)
    assert [(p.first, p.second) for p in against] == [(baseline, i) for i in range(3) if i != baseline]
    every = {frozenset((p.first, p.second)): p for p in pairs(found)}
    for pair in against:
        other = every[frozenset((pair.first, pair.second))]
        assert pair.p == other.p
        assert pair.adjusted <= other.adjusted


@given(a=st.integers(0, 30), b=st.integers(0, 30), c=st.integers(0, 30))
def test_with_two_models_Q_is_McNemars(a, b, c):
    found = cochran({(True, True): a, (False, True): b, (True, False): c, (False, False): 1})
    expected = chi_square(b, c) if b + c else None
    assert expected == found.Q
    assert found.p == pytest.approx(chi_square_p(chi_square(b, c)))


def test_models_refused():
    for message, call in (
        ("patterns must each", lambda: pairs({(True, True): 1, (True,): 1})),
        ("patterns must each", lambda: cochran({(True,): 3})),
        ("patterns must each", lambda: cochran({})),
        ("patterns must have at least one case", lambda: cochran({(True, False): 0})),
        ("cases must be a whole number", lambda: pairs({(True, False): -1})),
        ("baseline must be", lambda: pairs({(True, False): 1}, 2)),
    ):
        with pytest.raises(ValueError, match=f"^{message}"):
            call()


# --- Holm ---------------------------------------------------------------------------------------------------


@given(ps=st.lists(st.fractions(0, 1), max_size=6), alpha=st.fractions(0, 1))
def test_holm_rejects_what_the_rule_does(ps, alpha):
    """The rule itself: from the smallest on, as long as p (k - i) stays below alpha."""
    rejected, left = set(), len(ps)
    for i in sorted(range(len(ps)), key=ps.__getitem__):
        if ps[i] * left >= alpha:
            break
        rejected.add(i)
        left -= 1
    assert {i for i, p in enumerate(holm(ps)) if p < alpha} == rejected


def test_holm_as_R_has_it():
    """R: p.adjust(c(0.01, 0.02, 0.03, 0.04, 0.05), "holm") is 0.05 0.08 0.09 0.09 0.09."""
    assert holm([0.01, 0.02, 0.03, 0.04, 0.05]) == pytest.approx([0.05, 0.08, 0.09, 0.09, 0.09])
    assert holm([]) == []
    assert holm([Decimal("1E-3000000"), Decimal(1)])[0] == Decimal("2E-3000000")
    with pytest.raises(ValueError, match=r"^a p-value must be"):
        holm([0.5, 1.5])


# --- difference and margin ----------------------------------------------------------------------------------


@given(a=st.integers(0, 40), b=st.integers(0, 40), c=st.integers(0, 40), d=st.integers(1, 40))
def test_the_difference_is_that_of_the_article(a, b, c, d):
    found = difference(b, c, a + b + c + d)
    result = case(a, b, c, d)
    assert found == (result["difference"], result["paired_standard_error"])


@given(b=st.integers(0, 40), c=st.integers(0, 40), more=st.integers(2, 100))
def test_the_mean_of_scores_that_are_right_and_wrong_is_the_difference(b, c, more):
    found, wanted = mean_difference({1: b, -1: c, 0: more}), difference(b, c, b + c + more)
    assert found.cases == b + c + more
    assert found.value == pytest.approx(float(wanted.value))
    assert found.standard_error == pytest.approx(wanted.standard_error)


def test_the_mean_of_scores():
    """0.5, 0.5, -0.25 by hand: mean 0.25, squares 0.0625 + 0.0625 + 0.25, over 3 * 2."""
    assert mean_difference({0.5: 2, -0.25: 1}) == (3, 0.25, pytest.approx((0.375 / 6) ** 0.5))
    assert mean_difference({0.5: 1}) == (1, 0.5, None)
    with pytest.raises(ValueError, match=r"^differences must be at least one"):
        mean_difference({})


@given(b=st.integers(0, 40), c=st.integers(0, 40), more=st.integers(1, 100), margin=st.floats(0.01, 0.5))
def test_the_margin_is_met_just_when_tangos_interval_lies_above_it(b, c, more, margin):
    N = b + c + more
    p = noninferiority_p(b, c, N, margin)
    low, _ = tango(b, c, N, 0.95)
    if abs(p - 0.025) > 1e-7:
        assert (p < 0.025) == (low > -margin)


@given(b=st.integers(0, 40), c=st.integers(0, 40))
def test_a_margin_next_to_none_is_half_of_the_chi_square(b, c):
    p = noninferiority_p(b, c, 100, 1e-9)
    if b > c:
        assert p == pytest.approx(chi_square_p(chi_square(b, c)) / 2, rel=1e-4)


def test_margins_refused():
    for margin in (0, 1, -0.1, "0.1"):
        with pytest.raises(ValueError, match=r"^margin must be"):
            noninferiority_p(3, 1, 10, margin)


def test_both_ways_to_correct():
    """statistics.md 3: at b = c = 3 statsmodels and mlxtend give 0.1667, R 0; elsewhere they agree."""
    assert float(chi_square_always_corrected(3, 3)) == pytest.approx(0.1667, abs=5e-5)
    assert chi_square_corrected(3, 3) == chi_square_always_corrected(0, 0) == 0
    for b, c in product(range(8), repeat=2):
        if b != c:
            assert chi_square_always_corrected(b, c) == chi_square_corrected(b, c)
    assert chi_square_p(chi_square(42, 18)) == pytest.approx(stats.chi2.sf(9.6, 1))
