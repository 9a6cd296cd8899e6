"""What the second edition says of the two leads, and its small examples: values, laws, refusals."""

import itertools
from fractions import Fraction
from pathlib import Path

import pytest

from discordant import experiment
from discordant.audit import leads as audited
from discordant.facts import article, examples, leads
from discordant.language import Refused
from discordant.publication import disk

TABLES = {"I": (900, 20, 0, 80), "II": (820, 100, 80, 0)}  # brief/article.md section 2


@pytest.fixture(scope="module")
def found():
    return article.results()


# Worked out apart from this project, with standard library and Tango's formula, when the edition was planned.
DECIMALS = {
    "difference_percent": Fraction(1, 50),
    "level": Fraction(19, 20),
    "z": 1.959964,
    "I_sequences": 1_048_576,
    "II_sequences_digits": 55,
    "I_tail_sequences": 2,
    "I_per_million": 2,  # 1.907
    "II_one_in": 6,  # 6.388
    "I_low_points": Fraction(13, 10),  # 1.29837
    "I_high_points": Fraction(31, 10),  # 3.06900
    "II_low_points": Fraction(-6, 10),  # -0.63481
    "II_high_points": Fraction(47, 10),  # 4.65372
    "I_low_images": 13,
    "I_high_images": 31,
    "II_low_images": -6,
    "II_high_images": 47,
    "II_high_floor": 4,
    "I_simple_low_points": Fraction(11, 10),  # 1.13185
    "I_simple_high_points": Fraction(29, 10),  # 2.86815
    "II_simple_low_points": Fraction(-6, 10),  # -0.62796
    "II_simple_high_points": Fraction(46, 10),  # 4.62796
    "I_lead_in_errors": 4.515280,
    "II_lead_in_errors": 1.491625,
    "I_lead_in_errors_about": Fraction(9, 2),
    "II_lead_in_errors_about": Fraction(3, 2),
    "error_ratio": 3.027089,
    "error_ratio_about": 3,
    "I_chi_square_factor": 4.060200,
    "II_chi_square_factor": 0.869072,
    "I_chi_square_corrected_factor": 11.281558,
    "II_chi_square_corrected_factor": 1.001229,
    "I_chi_square_factor_about": 4,
    "II_chi_square_short": Fraction(13, 100),
    "I_above_upper": 14,
    "I_above_lower": 6,
    "I_above_p": 0.115318,
    "II_above_upper": 103,
    "II_above_lower": 77,
    "II_above_p": 0.062107,
    "drawn_p": Fraction(3, 10),
    "farthest_p": Fraction(1, 200),
    "records": 5,
    "coins_m": 4,
    "coins_sequences": 16,
    "coins_alike": 2,
    "coins_alike_p": Fraction(1, 8),
    "coins_upper": 3,
    "coins_lower": 1,
    "coins_tails": 10,
    "coins_tails_p": Fraction(5, 8),
    **{f"coins_ways_{k}": ways for k, ways in enumerate((1, 4, 6, 4, 1))},
    **{f"coins_chance_{k}": Fraction(ways, 16) for k, ways in enumerate((1, 4, 6, 4, 1))},
}


def test_values_as_worked_out_apart(found):
    for name, right in DECIMALS.items():
        value = found[name].value
        if isinstance(right, float):
            assert float(value) == pytest.approx(right, abs=5.1e-7), name
        else:
            assert value == right, name
            assert type(value) is type(right), name


@pytest.mark.parametrize("name", TABLES)
def test_the_splits_round_the_level_are_neighbours(found, name):
    """By going through every split: no attainable p-value lies between, and the level does."""
    _a, b, c, _d = TABLES[name]
    m, alpha = b + c, found["alpha"].value
    ps = {experiment.exact(m - lower, lower): lower for lower in range(m // 2 + 1)}
    above, nearest = (found[f"{name}_{side}_p"].value for side in ("above", "nearest"))
    assert nearest < alpha <= above
    assert [p for p in ps if nearest < p < above] == []
    assert (ps[above], ps[nearest]) == (
        found[f"{name}_above_lower"].value,
        found[f"{name}_nearest_lower"].value,
    )
    assert found[f"{name}_above_upper"].value == m - ps[above]


# SPEC of the figure: net leads 6 to 20 in comparison I, 16 to 40 in comparison II, in steps of two
@pytest.mark.parametrize(("name", "first", "last"), [("I", 6, 20), ("II", 16, 40)])
def test_the_stairs_that_are_drawn(name, first, last):
    steps, (_a, b, c, _d) = article.stairs(name), TABLES[name]
    assert [s.upper.value - s.lower.value for s in steps] == list(range(first, last + 1, 2))
    assert {s.upper.value + s.lower.value for s in steps} == {b + c}
    for step in steps:
        assert step.p.value == experiment.exact(step.upper.value, step.lower.value)
        assert step.below == (step.p.value < Fraction(1, 20))
    assert [s.upper.value for s in steps if s.observed] == [b]
    ps = [s.p.value for s in steps]
    assert ps[0] <= Fraction(3, 10)
    assert all(later < earlier for earlier, later in itertools.pairwise(ps))


def test_an_audit_works_out_the_same(found):
    theirs, ours = audited.article(TABLES), found | article.steps()
    known = [name for name in ours if name in theirs]
    assert theirs.keys() <= ours.keys()
    assert {*DECIMALS, "I_split_15_p", "II_split_104_p", "I_standard_error_images"} <= set(known)
    for name in known:
        value, kind = theirs[name]
        assert (float(ours[name].value), ours[name].kind) == (pytest.approx(float(value), rel=1e-12), kind)


def test_records_fall_into_their_cells():
    cells = [record.cell for record in examples.RECORDS]
    assert cells == ["both", "only_b", "both", "only_a", "neither"]
    assert [record.identifier for record in examples.RECORDS] == ["0417", "0512", "0733", "0806", "0994"]
    wrong = examples.RECORDS[-1]
    assert len({wrong.label, wrong.A_said, wrong.B_said}) == 3  # an answer of its own


# Two tables with the same dashboards, of which a sentence in the plural would say one or none.
BROKEN = {
    "I_per_million": (0, (880, 30, 0, 90), (800, 110, 80, 10)),  # 2/2^30: 0.002 of a million
    "II_one_in": (1, (891, 11, 9, 89), (821, 81, 79, 19)),  # 81 to 79: hardly more even
    "II_high_floor": (0, (8980, 31, 20, 969), (8943, 68, 57, 932)),  # 0.11 points and some 0.22
    "error_ratio_about": (1, (830, 90, 70, 10), (820, 100, 80, 0)),  # 160 disagreements and 180
}


@pytest.mark.parametrize("name", BROKEN)
def test_counts_that_a_sentence_cannot_tell_of_have_a_number_for_its_claim(monkeypatch, name):
    value, *tables = BROKEN[name]
    for comparison, counts in zip(TABLES, tables, strict=True):
        monkeypatch.setitem(experiment.SCENARIOS, comparison, counts)
    assert article.results()[name].value == value


def test_a_comparison_without_a_standard_error_is_refused(found):
    none = found["I_paired_standard_error"]._replace(value=0.0)
    with pytest.raises(Refused, match="has no standard error"):
        leads.results({**found, none.name: none})


def test_the_sources_are_facts_and_settings():
    publication = disk.load()
    keys = [reference.key for reference in publication.settings.references]
    assert keys == ["mcnemar", "edwards", "dietterich", "tango", "fagerland"]
    facts = publication.facts
    assert (facts["tango_year"].value, facts["tango_year"].kind) == ("1998", "version")
    assert facts["mcnemar_place"].value == "12(2):153–157"
    # as the publisher gives it, with signs that an address has not
    assert facts["tango_doi"].value == "10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B"
    assert publication.anchors["doi-tango"].endswith("17:8%3C891::AID-SIM780%3E3.0.CO;2-B")
    assert facts["publication_year"].value == str(publication.settings.date.year)
    for reference in publication.settings.references:
        for part in ("author", "title", "journal", "place"):
            assert facts[f"{reference.key}_{part}"].value == getattr(reference, part)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('key = "edwards"', 'key = "mcnemar"', "the key mcnemar of [[references]] is taken"),
        ('key = "edwards"', 'key = "publication"', "the key publication of [[references]] is taken"),
        ('key = "edwards"', 'key = "Edwards 1948"', "key in [[references]] number 2 must be small letters"),
        ('key = "edwards"\n', "", "key in [[references]] number 2 is missing"),
        ("year = 1948", 'year = "1948"', "year in [[references]] number 2 must be a whole number"),
        ('"10.1007/BF02289261"', '"https://doi.org/10.1007/BF02289261"', "number 2 must be a DOI without"),
        ('place = "13:91"', 'place = ""', "place in [[references]] number 5 must be a text"),
    ],
)
def test_a_source_that_cannot_be_used_is_named(old, new, says, tmp_path, monkeypatch):
    text = Path(disk.find("templates", "article.toml")).read_text("utf-8")
    assert old in text
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "article.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refused) as caught:
        disk.load()
    assert says in caught.value.what
    assert str(caught.value.path).endswith("article.toml")


def test_a_publication_without_sources_has_none(tmp_path, monkeypatch):
    text = Path(disk.find("templates", "article.toml")).read_text("utf-8")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "article.toml").write_text(
        text.partition("[[references]]")[0], encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    loaded = disk.load()
    assert loaded.settings.references == ()
    assert not [name for name in loaded.facts if name.endswith(("_author", "_journal", "_doi"))]
