"""The calculations: published values, a second route to each number, and laws for any counts."""

import ast
import itertools
import json
import math
import sys
from decimal import Context, Decimal
from fractions import Fraction
from pathlib import Path

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant import experiment
from discordant.experiment import arrangements, attainable, case, exact, interval, null_distribution

# values with the program or paper that each comes from; collected by the project, never made by its code
CASES = json.loads((Path(__file__).parent / "cases" / "reference_cases.json").read_text("utf-8"))["cases"]

small = st.integers(min_value=0, max_value=60)
cells = st.integers(min_value=0, max_value=400)


def references(*quantities, role="match"):
    found = [c for c in CASES if c["quantity"] in quantities and c["role"] == role]
    assert found, f"no reference case for {quantities}"
    return [pytest.param(c, id=c["id"]) for c in found]


def near(value, expected, tolerance):
    scale = abs(expected) if tolerance["type"] == "relative" else 1
    return abs(value - expected) <= tolerance["value"] * scale


def counts(reference):
    return [reference["inputs"][cell] for cell in "abcd"]


def discordant(reference):
    return reference["inputs"]["b"], reference["inputs"]["c"]


# --- published values ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("reference", references("p_exact_two_sided"))
def test_two_sided_p_as_published(reference):
    p = exact(*discordant(reference))
    assert near(float(p), reference["expected"], reference["tolerance"]), reference["source"]


@pytest.mark.parametrize("reference", references("p_exact_two_sided", role="known_wrong_publication"))
def test_a_wrong_publication_is_not_repeated(reference):
    p = exact(*discordant(reference))
    assert float(p) != reference["expected"], reference["note"]
    assert p == Fraction(26, 4096)  # mlxtend's printed 24/4096 leaves the term k = 0 out


@pytest.mark.parametrize(
    "reference",
    [
        pytest.param(c, id=c["id"])
        for c in CASES
        if "exact" in c and c["quantity"] in ("p_exact_two_sided", "p_exact_as_double_and_log10")
    ],
)
def test_two_sided_p_as_the_very_fraction(reference):
    numerator, power = reference["exact"].split("/2^")
    assert exact(*discordant(reference)) == Fraction(int(numerator), 2 ** int(power))


@pytest.mark.parametrize("reference", references("p_exact_decimal_20_digits"))
def test_large_counts_to_twenty_digits(reference):
    """Sources: exact integers by gmpy2, agreed with arb; up to a million discordant cases."""
    p = exact(*discordant(reference))
    power = p.denominator.bit_length() - 1
    assert p.denominator == 2**power
    # its leading 200 bits, times a power of two: reading a million digits would take seconds
    spare = max(p.numerator.bit_length() - 200, 0)
    wide, twenty = (Context(prec=digits, Emin=-999_999_999) for digits in (60, 20))
    value = wide.multiply(Decimal(p.numerator >> spare), wide.power(Decimal(2), spare - power))
    assert twenty.plus(value) == Decimal(reference["expected"])


@pytest.mark.parametrize("reference", references("p_exact_as_double_and_log10"))
def test_a_tiny_p_is_the_nearest_double(reference):
    p, (double, log10) = exact(*discordant(reference)), reference["expected"]
    assert float(p) == double
    assert math.log10(p.numerator) - math.log10(p.denominator) == pytest.approx(log10, abs=1e-9)


@pytest.mark.parametrize(
    "reference", references("p_exact_one_sided_b_greater", "p_exact_one_sided_b_less", "p_mid_two_sided")
)
def test_other_p_values_add_up_from_the_null_distribution(reference):
    (b, c), quantity = discordant(reference), reference["quantity"]
    chances = null_distribution(b + c)
    p = {
        "p_exact_one_sided_b_greater": sum(chances[b:]),
        "p_exact_one_sided_b_less": sum(chances[: b + 1]),
        "p_mid_two_sided": exact(b, c) - chances[b],
    }[quantity]
    assert near(float(p), reference["expected"], reference["tolerance"]), reference["source"]


@pytest.mark.parametrize("reference", references("posterior_prob_B_better"))
def test_posterior_under_a_flat_prior_is_a_sum_of_the_law_with_one_more_case(reference):
    b, c = discordant(reference)
    assert sum(null_distribution(b + c + 1)[: b + 1]) == Fraction(64839, 2**16) == reference["expected"]


@pytest.mark.parametrize("reference", references("paired_se"))
def test_paired_standard_error(reference):
    found, expected = case(*counts(reference))["paired_standard_error"], reference["expected"]
    assert found is None if expected is None else near(found, expected, reference["tolerance"])


@pytest.mark.parametrize("reference", references("counts_a_b_c_d"))
def test_which_cell_is_which(reference):
    """The four counts of mlxtend's example, from its labels: b is what only B gets right."""
    truth, A, B = (reference["inputs"][key] for key in ("y_true", "model_A", "model_B"))
    pairs = [(A_says == label, B_says == label) for label, A_says, B_says in zip(truth, A, B, strict=True)]
    found = [pairs.count(pair) for pair in [(True, True), (False, True), (True, False), (False, False)]]
    assert found == reference["expected"]
    result = case(*found)
    assert result["A_accuracy"] == Fraction(sum(pair[0] for pair in pairs), len(pairs))
    assert result["B_accuracy"] == Fraction(sum(pair[1] for pair in pairs), len(pairs))


@pytest.mark.parametrize(
    ("b", "c", "p"),
    [
        (20, 0, Fraction(1, 524288)),  # brief/article.md section 5: 2/2^20
        (5, 0, Fraction(1, 16)),  # statistics.md 2.4, minimum evidence: m = 5 gives .0625
        (6, 0, Fraction(1, 32)),  # and m = 6 gives .03125
        (0, 0, Fraction(1)),  # brief/article.md section 7: m = 0
        (2, 8, Fraction(112, 1024)),  # commitlore #114: .1094
    ],
)
def test_worked_values(b, c, p):
    assert exact(b, c) == p


# --- a second route -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("m", range(13))
def test_every_sequence_of_coins_counted(m):
    """All 2^m sequences, one by one: those whose imbalance is at least the observed one."""
    wins = [sum(sequence) for sequence in itertools.product((0, 1), repeat=m)]
    assert arrangements(m) == tuple(wins.count(k) for k in range(m + 1))
    for b in range(m + 1):
        extreme = sum(abs(2 * k - m) >= abs(2 * b - m) for k in wins)
        assert exact(b, m - b) == Fraction(extreme, 2**m)


@pytest.mark.parametrize("m", [1, 2, 20, 99, 180, 1000, 1075])
def test_arrangements_are_binomial_coefficients(m):
    assert arrangements(m) == tuple(math.comb(m, k) for k in range(m + 1))


@pytest.mark.parametrize(
    ("b", "c"), [(5130, 4870), (5001, 4999), (9000, 1000), (50412, 49588), (50001, 49999)]
)
def test_large_counts_by_another_sum(b, c):
    """The tail from its largest term down, though the code may sum the middle, or the tail upwards."""
    m, low = b + c, min(b, c)
    ways, tail = math.comb(m, low), 0
    for k in range(low, -1, -1):
        tail += ways
        ways = ways * k // (m - k + 1)
    assert exact(b, c) == Fraction(2 * tail, 2**m)


def test_boundary_of_the_double():
    """statistics.md section 4: 1075 one-way wins give the smallest double, 1076 half of it, a tie to zero."""
    assert float(exact(1075, 0)) == 5e-324
    assert exact(1076, 0) == exact(1075, 0) / 2 == Fraction(1, 2**1075)
    assert float(exact(1076, 0)) == 0.0


# --- laws ---------------------------------------------------------------------------------------------------


@given(b=cells, c=cells)
def test_models_may_change_names(b, c):
    assert exact(b, c) == exact(c, b)
    assert 0 < exact(b, c) <= 1


@given(b=cells, c=cells)
def test_p_is_one_just_when_the_wins_differ_by_one_at_most(b, c):
    """Outcomes less extreme than (b, c) are k = min + 1 .. max - 1: there are none just when |b - c| <= 1."""
    assert (exact(b, c) == 1) == (abs(b - c) <= 1)


@given(m=small)
def test_null_distribution_is_a_symmetric_law(m):
    chances = null_distribution(m)
    assert sum(chances) == 1
    assert chances == chances[::-1]
    assert sum(k * chance for k, chance in enumerate(chances)) == Fraction(m, 2)
    assert sum(k * k * chance for k, chance in enumerate(chances)) - Fraction(m, 2) ** 2 == Fraction(m, 4)


@given(b=small, c=small)
def test_three_definitions_of_two_sided_agree_at_one_half(b, c):
    chances = null_distribution(b + c)
    central = min(1, 2 * sum(chances[: b + 1]), 2 * sum(chances[b:]))
    least_likely = sum(chance for chance in chances if chance <= chances[b])
    tails = [sum(chances[: k + 1]) if 2 * k < b + c else sum(chances[k:]) for k in range(b + c + 1)]
    blaker = sum(chance for chance, tail in zip(chances, tails, strict=True) if tail <= tails[b])
    assert exact(b, c) == central == least_likely == blaker


@given(m=small)
def test_the_more_lopsided_the_smaller_p(m):
    by_lead = [exact(m - c, c) for c in range(m // 2, -1, -1)]  # |b - c| grows by two each time
    assert all(later < earlier for earlier, later in itertools.pairwise(by_lead))


@given(a=cells, b=cells, c=cells, d=cells)
def test_case_adds_up(a, b, c, d):
    if a + b + c + d == 0:
        return
    result = case(a, b, c, d)
    assert (result["N"], result["discordant"]) == (a + b + c + d, b + c)
    assert result["A_accuracy"] * result["N"] == a + c
    assert result["B_accuracy"] * result["N"] == a + b
    assert result["difference"] * result["N"] == b - c
    assert result["exact_p"] == exact(b, c)
    gain = result["relative_gain"]
    assert gain is None if a + c == 0 else gain * result["A_accuracy"] == result["difference"]
    _standard_errors_by_definition(result)


def _standard_errors_by_definition(result):
    """Over the list of the D_i, and from two Bernoulli variances."""
    N, mean = result["N"], result["difference"]
    if N > 1:
        squares = result["b"] * (1 - mean) ** 2 + result["c"] * (-1 - mean) ** 2
        squares += (result["a"] + result["d"]) * mean**2
        assert result["paired_standard_error"] == pytest.approx(math.sqrt(squares / (N - 1) / N), rel=1e-12)
    variances = [result[f"{model}_accuracy"] * (1 - result[f"{model}_accuracy"]) for model in "AB"]
    assert result["unpaired_standard_error"] == pytest.approx(math.sqrt(sum(variances) / N), rel=1e-12)


# --- what comes in ------------------------------------------------------------------------------------------


WRONG = [2.5, 3.0, True, False, "3", float("nan"), float("inf"), None, -1, -(10**30), numpy.bool_(True)]
WRONG += [numpy.float64(3), Fraction(3), Decimal(3), 3j, [3], numpy.array([3, 4]), numpy.int64(-2), b"3"]


@pytest.mark.parametrize("value", WRONG, ids=repr)
@pytest.mark.parametrize("cell", "abcd")
def test_bad_count_names_its_cell(cell, value):
    table = dict.fromkeys("abcd", 5) | {cell: value}
    with pytest.raises(ValueError, match=rf"^{cell} must be a whole number of cases, zero or more, not "):
        case(**table)
    if cell in "bc":
        with pytest.raises(ValueError, match=rf"^{cell} must be a whole number"):
            exact(table["b"], table["c"])


@pytest.mark.parametrize("call", [arrangements, null_distribution])
@pytest.mark.parametrize("value", [-1, 2.5, True, None])
def test_bad_number_of_discordant_cases(call, value):
    with pytest.raises(ValueError, match="m must be a whole number"):
        call(value)


@pytest.mark.parametrize("number", [numpy.int8(3), numpy.uint64(3), numpy.int64(3)])
def test_other_integers_come_back_as_plain_ints(number):
    result = case(number, number, 0, number)
    assert result == case(3, 3, 0, 3)
    assert {type(result[name]) for name in ("a", "b", "c", "d", "N", "discordant")} == {int}


def test_small_integer_types_do_not_overflow():
    assert case(*[numpy.int8(100)] * 4)["N"] == 400


def test_no_case_and_one_case():
    with pytest.raises(ValueError, match="at least one case"):
        case(0, 0, 0, 0)
    for table, p in {(1, 0, 0, 0): 1, (0, 1, 0, 0): 1, (0, 0, 1, 0): 1, (0, 0, 0, 1): 1}.items():
        result = case(*table)
        assert (result["N"], result["exact_p"], result["paired_standard_error"]) == (1, p, None)


def test_models_that_agree_everywhere():
    result = case(5, 0, 0, 2)
    assert (result["exact_p"], result["difference"], result["paired_standard_error"]) == (1, 0, 0.0)


# --- the article --------------------------------------------------------------------------------------------


def test_check_article_holds_and_can_fail(monkeypatch):
    experiment.check_article()
    for broken in [
        {"I": (900, 20, 0, 80), "II": (900, 20, 0, 80)},  # no difference in evidence
        {"I": (820, 100, 80, 0), "II": (900, 20, 0, 80)},  # exchanged
        {"I": (900, 20, 0, 80), "II": (821, 99, 80, 0)},  # another accuracy
    ]:
        monkeypatch.setattr(experiment, "SCENARIOS", broken)
        with pytest.raises(AssertionError):
            experiment.check_article()


@given(m=small)
def test_attainable_p_values_are_those_of_every_split(m):
    assert attainable(m) == [(m - c, c, exact(m - c, c)) for c in range(m // 2, -1, -1)]


@pytest.mark.parametrize("reference", references("ci_difference_tango"))
def test_interval_as_published(reference):
    """At 95 %, as the article has it, without a level to choose."""
    given = reference["inputs"]
    if given["level"] == 0.95:
        found = interval(given["b"], given["c"], given["N"])
        expected, tolerance = reference["expected"], reference["tolerance"]
        assert all(near(end, right, tolerance) for end, right in zip(found, expected, strict=True))


@pytest.mark.parametrize("N", [179, 0, 10**16])
def test_an_interval_of_too_few_or_too_many_cases_is_refused(N):
    with pytest.raises(ValueError, match="N must be at least b \\+ c and 1, and at most"):
        interval(100, 80, N)


@pytest.mark.parametrize("name", experiment.SCENARIOS)
def test_results_name_the_two_splits_round_the_level(name):
    """By going through all splits: no p-value lies between the two, and the level does."""
    found, m = experiment.results(name), experiment.results(name)["discordant"]
    ps = [exact(m - c, c) for c in range(m // 2 + 1)]
    assert found["above_p"] == min(p for p in ps if p >= experiment.ALPHA)
    assert found["nearest_p"] == max(p for p in ps if p < experiment.ALPHA)
    for side in ("above", "nearest"):
        assert exact(found[f"{side}_upper"], found[f"{side}_lower"]) == found[f"{side}_p"]
        assert found[f"{side}_upper"] + found[f"{side}_lower"] == m


def test_results_of_too_few_disagreements_have_no_split_below_the_level(monkeypatch):
    monkeypatch.setattr(experiment, "SCENARIOS", {"I": (3, 5, 0, 2)})
    found = experiment.results("I")
    assert (found["above_p"], found["nearest_p"]) == (Fraction(1, 16), None)


def test_data_holds_every_result():
    for name, comparison in experiment.data()["comparisons"].items():
        found = {**comparison["counts"], **comparison["results"]}
        assert found == {key: experiment.as_data(value) for key, value in experiment.results(name).items()}


def test_data_holds_the_whole_law():
    for name, comparison in experiment.data()["comparisons"].items():
        law, p = comparison["null_distribution"], comparison["results"]["exact_p"]
        b, c = comparison["counts"]["b"], comparison["counts"]["c"]
        assert (b + c, sum(map(int, law["weights"]))) == (law["m"], int(law["denominator"])), name
        assert Fraction(int(p["numerator"]), int(p["denominator"])) == exact(b, c)
        assert p["value"] == float(exact(b, c))


def test_standard_library_alone():
    tree = ast.parse(Path(experiment.__file__).read_text("utf-8"))
    modules = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert not any(node.level for node in froms)
    assert {name.split(".")[0] for name in modules + [node.module for node in froms]} <= set(
        sys.stdlib_module_names
    )
