"""The facts, computed once more from the four counts alone, by the formulas of the brief."""

import datetime
import json
import math
from fractions import Fraction

import pytest

from discordant import experiment
from discordant.article import appendix
from discordant.facts import article as facts
from discordant.facts import examples, leads
from discordant.language import KINDS, Refused

TABLES = {"I": (900, 20, 0, 80), "II": (820, 100, 80, 0)}  # brief/article.md section 2
SETTINGS = {
    "publisher": {"name": "P", "products": "Q"},
    "edition": {"version": "1.0.0", "date": datetime.date(2026, 11, 30)},
    "licence": {"texts": "T", "code": "C", "fonts": "F"},
    "sources": {"nist_updated": "2023-12-11", "accessed": datetime.date(2026, 10, 9)},
}


@pytest.fixture(scope="module")
def found():
    return facts.results()


def law(m):
    """Each probability from factorials; the code takes another way."""
    f = math.factorial
    return [Fraction(f(m), f(k) * f(m - k) * 2**m) for k in range(m + 1)]


def two_sided(b, c):
    chances = law(b + c)
    return sum(chance for k, chance in enumerate(chances) if abs(2 * k - b - c) >= abs(b - c))


def rationals(a, b, c, d):
    N, m = Fraction(a + b + c + d), b + c
    A, B = (a + c) / N, (a + b) / N
    return {
        **{"a": a, "b": b, "c": c, "d": d, "N": N, "m": m, "A_right": a + c, "B_right": a + b},
        **{"net": b - c, "lower": min(b, c), "upper": max(b, c)},
        **{"centre": Fraction(m, 2), "excess": Fraction(b - c, 2), "A_accuracy": A, "B_accuracy": B},
        **{"difference": B - A, "difference_points": 100 * (B - A), "relative_gain": B / A - 1},
        "exact_p": two_sided(b, c),
        "chi_square": Fraction((b - c) ** 2, m),
        "chi_square_corrected": Fraction((abs(b - c) - 1) ** 2, m),
    }


def roots(a, b, c, d):
    N, m = a + b + c + d, b + c
    A, B, delta = (a + c) / N, (a + b) / N, (b - c) / N
    paired = math.sqrt((m - N * delta**2) / (N - 1)) / math.sqrt(N)
    apart = math.sqrt(A * (1 - A) / N + B * (1 - B) / N)
    sample = math.sqrt(A * (1 - A) / (N - 1) + B * (1 - B) / (N - 1))
    return {
        "paired_standard_error": paired,
        "paired_standard_error_points": 100 * paired,
        "unpaired_standard_error": apart,
        "unpaired_standard_error_points": 100 * apart,
        "unpaired_standard_error_points_sample": 100 * sample,
        "chi_square_p": math.erfc(abs(b - c) / math.sqrt(2 * m)),
        "chi_square_corrected_p": math.erfc((abs(b - c) - 1) / math.sqrt(2 * m)),
        "correlation": (a / N - A * B) / math.sqrt(A * (1 - A) * B * (1 - B)),
    }


@pytest.mark.parametrize("name", TABLES)
def test_fractions_from_the_counts(found, name):
    for key, value in rationals(*TABLES[name]).items():
        assert found[f"{name}_{key}"].value == value, key


@pytest.mark.parametrize("name", TABLES)
def test_roots_from_the_counts(found, name):
    for key, value in roots(*TABLES[name]).items():
        assert found[f"{name}_{key}"].value == pytest.approx(value, rel=1e-12), key


@pytest.mark.parametrize("name", TABLES)
def test_nearest_and_undrawn_from_the_law(found, name):
    m = found[f"{name}_m"].value
    chances = law(m)
    below = {lower: 2 * sum(chances[: lower + 1]) for lower in range(m // 2)}
    lower = max(k for k, p in below.items() if p < Fraction(1, 20))
    assert found[f"{name}_nearest_lower"].value == lower
    assert found[f"{name}_nearest_upper"].value == m - lower
    assert found[f"{name}_nearest_net"].value == m - 2 * lower
    assert found[f"{name}_nearest_p"].value == below[lower]
    first, last = facts.WINDOWS[name]
    assert (found[f"{name}_first_drawn"].value, found[f"{name}_last_drawn"].value) == (first, last)
    assert found[f"{name}_undrawn"].value == sum(chances[:first]) + sum(chances[last + 1 :])


@pytest.mark.parametrize("name", TABLES)
def test_no_fact_of_a_comparison_is_left_unchecked(found, name):
    others = (
        "nearest_lower",
        "nearest_upper",
        "nearest_net",
        "nearest_p",
        "first_drawn",
        "last_drawn",
        "undrawn",
    )
    checked = {*rationals(*TABLES[name]), *roots(*TABLES[name]), *others}
    checked |= {fact.removeprefix(f"{name}_") for fact in leads.results(found) if fact.startswith(f"{name}_")}
    assert {fact.removeprefix(f"{name}_") for fact in found if fact.startswith(f"{name}_")} == checked


def test_names_without_a_comparison_hold_for_both(found):
    shared = {name for name in found if not name.startswith(("I_", "II_"))}
    assert {"N", "A_accuracy", "B_accuracy", "difference_points", "unpaired_standard_error"} <= shared
    for name in shared - {"zero", "alpha", "alpha_percent", *leads.results(found), *examples.results()}:
        first, second = found[f"I_{name}"], found[f"II_{name}"]
        assert found[name].value == first.value == second.value, name
        assert found[name].kind == first.kind == second.kind, name


def test_a_shared_name_that_holds_for_one_alone_stops_everything(monkeypatch):
    monkeypatch.setitem(experiment.SCENARIOS, "II", (819, 101, 80, 0))
    with pytest.raises(Refused, match="differs between the comparisons") as caught:
        facts.results()
    assert caught.value.path == "experiment.py"


@pytest.mark.parametrize(
    ("table", "lacking"),
    [
        ((5, 3, 2, 1), "comparison II has 5 discordant cases, too few"),
        ((0, 9, 0, 3), "leave relative_gain undefined"),
        ((0, 9, 3, 0), "comparison II has 12 discordant cases; its figure draws the bars 55 to 125"),
        ((800, 70, 54, 76), "draws the bars 55 to 125"),
        ((800, 2000, 80, 0), "a chi-square p-value too small for the data"),
        ((800, 71, 54, 75), "differs between the comparisons"),
        ((3, 9, 0, 0), "leave correlation undefined"),
    ],
)
def test_counts_that_leave_undefined_what_the_article_prints_are_refused(monkeypatch, table, lacking):
    monkeypatch.setitem(experiment.SCENARIOS, "II", table)
    with pytest.raises(Refused, match=lacking) as caught:
        facts.results()
    assert caught.value.path == "experiment.py"


@pytest.mark.parametrize(
    ("name", "printed", "tolerance"),
    [  # brief/article.md, by section; the tolerance is half a unit of the last digit printed there
        ("N", 1000, 0),
        ("A_right", 900, 0),
        ("B_right", 920, 0),
        ("net", 20, 0),
        ("difference", 0.02, 0),
        ("relative_gain", 0.0222, 5e-5),  # 2
        ("I_m", 20, 0),  # 4
        ("II_m", 180, 0),
        ("I_exact_p", 0.00000190735, 5e-12),  # 5
        ("II_exact_p", 0.156531, 5e-7),
        ("II_centre", 90, 0),
        ("II_excess", 10, 0),
        ("alpha", 0.05, 0),
        ("II_undrawn", 8e-8, 5e-9),
        ("I_paired_standard_error", 0.00443, 5e-6),  # 6
        ("II_paired_standard_error", 0.01341, 5e-6),
        ("I_paired_standard_error_points", 0.443, 5e-4),
        ("II_paired_standard_error_points", 1.341, 5e-4),
        ("unpaired_standard_error_points", 1.279, 5e-4),
        ("unpaired_standard_error_points_sample", 1.280, 5e-4),
        ("I_correlation", 0.88, 6e-3),
        ("II_correlation", -0.10, 5e-3),
        ("I_chi_square_p", 7.7e-6, 5e-8),  # 7
        ("I_chi_square_corrected_p", 2.2e-5, 5e-7),
        ("II_chi_square_p", 0.136, 5e-4),
        ("II_chi_square_corrected_p", 0.1567, 5e-5),
        ("I_nearest_p", 0.0414, 5e-5),
        ("II_nearest_p", 0.0439, 5e-5),
        ("II_nearest_net", 28, 0),
    ],
)
def test_values_as_the_brief_prints_them(found, name, printed, tolerance):
    assert float(found[name].value) == pytest.approx(printed, abs=tolerance, rel=1e-15)


def test_every_fact_has_its_own_name_and_a_known_kind(found):
    for name, fact in {**found, **facts.edition(SETTINGS)}.items():
        assert fact.name == name
        assert fact.kind in KINDS
        json.dumps(appendix.as_data(fact), allow_nan=False)


@pytest.mark.parametrize(("name", "rows"), [("I", 21), ("II", 71)])
def test_bars_are_the_law_in_its_window(name, rows):
    _a, b, c, _d = TABLES[name]
    chances, drawn = law(b + c), facts.distribution(name)
    assert len(drawn) == rows
    assert [row.k.value for row in drawn] == list(range(facts.WINDOWS[name][0], facts.WINDOWS[name][1] + 1))
    for row in drawn:
        k = row.k.value
        assert row.chance.value == chances[k]
        assert row.in_tails == (abs(2 * k - b - c) >= abs(b - c))
    in_tails = sum(row.chance.value for row in drawn if row.in_tails)
    assert 0 <= two_sided(b, c) - in_tails <= facts.results()[f"{name}_undrawn"].value


def test_edition_reads_the_settings():
    edition = facts.edition(SETTINGS)
    assert edition["publisher"].value == "P"
    assert edition["nist_updated"].value == datetime.date(2023, 12, 11)  # text is read as a date, too
    assert edition["publication_date"].value == datetime.date(2026, 11, 30)


@pytest.mark.parametrize("part", SETTINGS)
def test_edition_needs_every_part(part):
    with pytest.raises(KeyError, match=part):
        facts.edition({name: value for name, value in SETTINGS.items() if name != part})
