"""The facts of any four counts, worked out once more; bars of a null distribution; facts as values."""

import copy
import math
import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discordant import experiment, inference
from discordant.article import figures
from discordant.audit import results as audit
from discordant.facts import table
from discordant.facts.table import NullDistribution, of_counts, of_split
from discordant.language import KINDS, Catalog, Fact
from discordant.language.locale import _WRITERS, FormError
from discordant.press.scribe import Scribe
from discordant.publication import disk

cells = st.integers(min_value=0, max_value=40)
FIVE = Fraction(1, 20)
NEAREST = {"nearest_upper", "nearest_lower", "nearest_net", "nearest_p"}
DRAWN = {"first_drawn", "last_drawn", "undrawn"}
OF_SEVERAL = {
    "paired_standard_error",
    "paired_standard_error_points",
    "unpaired_standard_error_points_sample",
}
ALWAYS = {
    *"abcdNm",
    *("A_right", "B_right", "net", "lower", "upper", "centre", "excess", "A_accuracy", "B_accuracy"),
    *("difference", "difference_points", "exact_p"),
    *("chi_square", "chi_square_p", "chi_square_corrected", "chi_square_corrected_p"),
    *("unpaired_standard_error", "unpaired_standard_error_points"),
}


def values(facts):
    return {name: fact.value for name, fact in facts.items()}


def law(m):
    """Each probability from factorials."""
    f = math.factorial
    return [Fraction(f(m), f(k) * f(m - k) * 2**m) for k in range(m + 1)]


# === Any counts ===


@given(a=cells, b=cells, c=cells, d=cells)
def test_facts_of_any_counts(a, b, c, d):
    """By the definitions, from the counts alone; those of no more than counting, and those of inference."""
    N, m = a + b + c + d, b + c
    if not N:
        return
    found = values(of_counts(a, b, c, d))
    counted = {"a": a, "b": b, "c": c, "d": d, "N": N, "m": m, "A_right": a + c, "B_right": a + b}
    counted |= {"net": b - c, "lower": min(b, c), "upper": max(b, c)}
    shares = {"A_accuracy": Fraction(a + c, N), "B_accuracy": Fraction(a + b, N)}
    shares |= {"centre": Fraction(m, 2), "excess": Fraction(b - c, 2)}
    shares |= {"difference": Fraction(b - c, N), "difference_points": Fraction(100 * (b - c), N)}
    shares["exact_p"] = sum(p for k, p in enumerate(law(m)) if abs(2 * k - m) >= abs(b - c))
    shares["chi_square"] = Fraction((b - c) ** 2, m) if m else 0
    shares["chi_square_corrected"] = Fraction((abs(b - c) - 1) ** 2, m) if b != c else 0
    assert {name: found[name] for name in counted} == counted
    assert {name: found[name] for name in shares} == shares
    for name in ("chi_square", "chi_square_corrected"):
        assert found[f"{name}_p"] == inference.chi_square_p(shares[name])
    assert found.get("relative_gain") == (Fraction(b - c, a + c) if a + c else None)
    assert found.get("correlation") == inference.correlation(a, b, c, d)
    variances = [found[f"{model}_accuracy"] * (1 - found[f"{model}_accuracy"]) for model in "AB"]
    assert found["unpaired_standard_error"] == pytest.approx(math.sqrt(sum(variances) / N), rel=1e-12)


@given(a=cells, b=cells, c=cells, d=cells)
def test_just_what_is_undefined_is_absent(a, b, c, d):
    N = a + b + c + d
    if not N:
        return
    expected = set(ALWAYS)
    expected |= {"relative_gain"} if a + c else set()
    expected |= {"correlation"} if (a + b) * (c + d) * (a + c) * (b + d) else set()
    expected |= NEAREST if b + c >= 6 else set()  # 2 / 2^5 is above the level, 2 / 2^6 below
    expected |= OF_SEVERAL if N > 1 else set()
    assert set(of_counts(a, b, c, d)) == expected
    assert set(of_counts(a, b, c, d, FIVE, (0, 3))) == expected | DRAWN


@given(a=cells, b=cells, c=cells, d=cells)
def test_every_fact_has_its_name_and_a_value_of_its_kind(a, b, c, d):
    for name, fact in (of_counts(a, b, c, d, FIVE, (0, 1)) if a + b + c + d else {}).items():
        assert (fact.name, fact.kind in KINDS) == (name, True)
        assert (fact.kind == "count") == (type(fact.value) is int)


# Degenerate tables, by hand: counts -> some facts, and what is absent beside the window.
DEGENERATE = {
    (7, 0, 0, 3): (
        {"m": 0, "exact_p": 1, "chi_square": 0, "chi_square_p": 1, "chi_square_corrected_p": 1}
        | {"difference": 0, "centre": 0, "correlation": 1, "paired_standard_error": 0},
        NEAREST,
    ),
    (1, 0, 0, 0): (
        {"N": 1, "exact_p": 1, "A_accuracy": 1, "relative_gain": 0, "unpaired_standard_error": 0},
        NEAREST | OF_SEVERAL | {"correlation"},
    ),
    (0, 1, 0, 0): (
        {"N": 1, "exact_p": 1, "difference": 1, "chi_square": 1, "chi_square_corrected": 0},
        NEAREST | OF_SEVERAL | {"correlation", "relative_gain"},
    ),
    (40, 5, 5, 50): (
        {"exact_p": 1, "chi_square": 0, "chi_square_corrected": 0, "net": 0, "nearest_lower": 1}
        | {"nearest_upper": 9, "nearest_net": 8, "nearest_p": Fraction(11, 512)},
        set(),
    ),
    (0, 9, 0, 0): ({"A_accuracy": 0, "B_accuracy": 1}, {"relative_gain", "correlation"}),
    (4, 3, 2, 1): ({"exact_p": 1}, NEAREST),  # of five no split reaches the level
}


@pytest.mark.parametrize("counts", DEGENERATE, ids=str)
def test_degenerate_tables(counts):
    found, (expected, absent) = values(of_counts(*counts)), DEGENERATE[counts]
    assert {name: found[name] for name in expected} == expected
    assert (ALWAYS | NEAREST | OF_SEVERAL | {"correlation", "relative_gain"}) - set(found) == absent


def test_a_chi_square_p_value_that_no_double_holds_is_printed():
    """(b - c)^2 / m = 1999^2 / 2001, of which by mpmath 1.4.1 p is 4.05563957438882e-436."""
    found = of_counts(5, 2000, 1, 0)
    assert disk.locale("en").format(found["chi_square_p"]) == "4.06 × 10⁻⁴³⁶"
    assert disk.locale("it").format(found["chi_square_p"], "long") == "4,05564 × 10⁻⁴³⁶"
    assert 0 < found["chi_square_p"].number < found["chi_square_corrected_p"].number
    with pytest.raises(FormError):  # it is not exact
        disk.locale("en").format(found["chi_square_p"], "exact")


@pytest.mark.parametrize(
    "counts", [(7, 0, 0, 3), (1, 0, 0, 0), (0, 1, 0, 0), (0, 9, 0, 0), (40, 5, 5, 50), (4, 30, 2, 1)], ids=str
)
def test_an_audit_works_out_the_same_facts_of_any_counts(counts):
    """By a route of its own: the same names, degenerate or not, and the same values."""
    audited = audit.article({"X": counts})
    ours = table.named(
        {k: f[1:3] for k, f in of_counts(*counts, FIVE, (0, counts[1] + counts[2])).items()}, "X_"
    )
    theirs = {name: value for name, value in audited.items() if name.startswith("X_")}
    assert ours.keys() == theirs.keys()
    for name, fact in ours.items():
        value, kind = theirs[name]
        assert (float(fact.value), fact.kind) == (pytest.approx(float(value), rel=1e-12), kind), name


def test_another_level_has_another_nearest_result():
    """Of seven cases 7 to 0 has p = 2/128, 6 to 1 has 16/128, 5 to 2 has 58/128; below is strictly so."""
    for alpha, upper in ((Fraction(1, 64), None), (Fraction(1, 8), 7), (Fraction(1, 4), 6)):
        found = of_counts(4, 5, 2, 0, alpha)
        assert values(found).get("nearest_upper") == upper
    for m in range(30):
        split = inference.nearest_below(m, Fraction(1, 100))
        found = of_counts(3, m, 0, 4, Fraction(1, 100))
        assert ("nearest_p" in found) == (split is not None)
        assert split is None or found["nearest_p"].value == split.p


@given(a=cells, b=cells, c=cells, d=cells)
def test_a_split_has_the_same_facts_where_it_has_them(a, b, c, d):
    if a + b + c + d:
        whole, split = of_counts(a, b, c, d, FIVE, (1, 4)), of_split(b, c, a + b + c + d, FIVE, (1, 4))
        assert split.items() <= whole.items()
        assert {*"bcNm", "net", "difference", "exact_p", "chi_square_p"} | DRAWN <= split.keys()


@given(m=st.integers(min_value=1, max_value=60), first=cells, last=cells)
def test_what_a_figure_leaves_out(m, first, last):
    found = of_split(m, 0, m, FIVE, (first, last))
    assert table.window_of(found) == (first, last)
    assert found["undrawn"].value == sum(p for k, p in enumerate(law(m)) if not first <= k <= last)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: of_counts(0, 0, 0, 0),
        lambda: of_counts(5, -1, 2, 0),
        lambda: of_counts(5, 1, 2.5, 0),
        lambda: of_split(5, 3, 7),
        lambda: of_split(0, 0, 0),
        lambda: of_counts(5, 3, 2, 0, Fraction(2)),
        lambda: of_counts(0, 10_001, 0, 0, FIVE, (0, 9)),
        lambda: of_counts(0, 200_001, 0, 0),
    ],
)
def test_what_is_no_table_is_refused_without_a_file_of_ours(ask):
    with pytest.raises(ValueError, match=r"must be|at least one case") as caught:
        ask()
    assert ".py" not in str(caught.value)


# === Which bars are red ===


@pytest.mark.parametrize("m", range(31))
def test_the_tails_are_what_the_p_value_adds_up(m):
    chances = law(m)
    for observed in range(m + 1):
        drawn = NullDistribution(m, observed)
        low, high = drawn.tails
        red = [*low, *high]
        assert red == [k for k in range(m + 1) if abs(2 * k - m) >= abs(2 * observed - m)]
        assert red == [k for k in range(m + 1) if drawn.in_tails(k)]
        assert sum(chances[k] for k in red) == experiment.exact(observed, m - observed)
        assert drawn.chances == tuple(chances)
        assert drawn.weights == tuple(chance * 2**m for chance in chances)


def test_figures_take_their_numbers_from_the_facts():
    """Of other facts they show other bars, windows and dots; no count comes from elsewhere."""
    publication = disk.load()
    other = table.named({"b": (17, "count"), "m": (19, "count"), "a": (903, "count")}, "I_")
    other |= table.named({"first_drawn": (1, "count"), "last_drawn": (18, "count")}, "I_")
    known = publication.facts | other
    scribe = Scribe(disk.locale("en"), Catalog("", {}), known, publication.formulas, {})
    plan = figures.plan(scribe, publication.blocks, known)
    panel, second = plan.panels
    assert (panel.observed, panel.tails, panel.window) == (17, (range(3), range(17, 20)), (1, 18))
    assert panel.weights == tuple(math.comb(19, k) for k in range(20))
    assert (second.observed, second.tails) == (100, (range(81), range(100, 181)))
    counts = [{group.name: group.count for group in field.groups} for field in plan.fields]
    assert counts[0] == {"both": 903, "only_b": 17, "only_a": 0, "neither": 80}
    assert counts[1] == {"both": 820, "only_b": 100, "only_a": 80, "neither": 0}


# === Facts as values ===


def test_a_misspelt_kind_fails_where_the_fact_is_made():
    with pytest.raises(ValueError, match=r"^x: unknown kind 'weight'$"):
        Fact("x", 1, "weight")


def test_a_language_writes_every_kind():
    assert set(_WRITERS) == set(KINDS)


@pytest.mark.parametrize(
    ("value", "kind", "printed"),
    [
        (Fraction(9, 10), "accuracy", 90),
        (0.25, "percent", 25),
        (Fraction(2), "points", 2),
        (Fraction(1, 50), "ratio", Fraction(1, 50)),
        (0.1, "probability", Fraction(0.1)),
        (7, "count", 7),
    ],
)
def test_numbers_exactly_and_in_the_unit_of_their_print(value, kind, printed):
    fact = Fact("x", value, kind)
    assert (fact.is_number, fact.number, fact.in_printed_unit) == (True, Fraction(value), printed)


@pytest.mark.parametrize(("value", "kind"), [("A title", "name"), ("1.0", "version")])
def test_a_text_is_no_number(value, kind):
    fact = Fact("x", value, kind)
    assert not fact.is_number
    with pytest.raises(TypeError, match=f"^x is no number, but a {kind}$"):
        fact.number  # noqa: B018


def test_a_fact_travels_whole():
    fact = Fact("I_exact_p", Fraction(1, 524288), "probability")
    assert fact == copy.deepcopy(fact) == pickle.loads(pickle.dumps(fact)) == fact._replace(name="I_exact_p")
    assert type(fact._replace(name="p")) is Fact
