"""What translators are told of placeholders: all that there are, no others, and the words are true.

The words of a meaning are read here and worked out from the four counts, by nobody's code but this file's.
"""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from discordant.facts import article, handouts
from discordant.language import Fact
from discordant.publication.disk import load
from discordant.reports import example
from discordant.teaching.exercises.draws import Draws
from discordant.teaching.exercises.kinds import KINDS
from discordant.translating import placeholders
from discordant.translating.placeholders import PlaceholderError

TABLES = {"I": (900, 20, 0, 80), "II": (820, 100, 80, 0)}  # brief/article.md section 2
SPLIT = (None, 42, 18, None)  # of 10,000 cases: brief/handouts.md


@pytest.fixture(scope="module")
def known():
    return placeholders.read()


@pytest.fixture(scope="module")
def publication():
    return load()


def drawn(kind):
    """Facts of several exercises of a kind."""
    for number in range(3):
        item = KINDS[kind].draw(Draws("placeholders", number), None)
        yield {**item.given, **item.results}


@pytest.fixture(scope="module")
def names(known, publication):
    exercises = [name for kind in KINDS for facts in drawn(kind) for name in facts]
    texts = [block for block in publication.blocks.values() if block.file == "report.md"]
    reported = [re.sub(r"_(signed|long|exact)$", "", name) for block in texts for name in block.placeholders]
    return dict.fromkeys([*publication.facts, *known.examples, *exercises, *reported])


def test_every_fact_has_a_meaning(known, names):
    assert [name for name in names if not known.meaning(name)] == []
    assert len(names) > 300


def test_every_meaning_is_of_a_fact(known, names, publication):
    """Without any one of the entries something that translators are told would be another."""
    before = {name: known.meaning(name) for name in names}
    formulas = list(publication.formulas["inline"])
    assert {name.partition(".")[0] for name in known.kinds} <= {*KINDS, "sheet", "report"}
    assert all(known.meaning(*name.split(".")[::-1]) == said for name, said in known.kinds.items())
    for field in ("facts", "beginnings", "endings", *known.own):
        table = known.own[field] if field in known.own else getattr(known, field)
        for entry in table:
            fewer = {name: said for name, said in table.items() if name != entry}
            changed = (
                known._replace(own={**known.own, field: fewer})
                if field in known.own
                else known._replace(**{field: fewer})
            )
            said = {name: changed.meaning(name) for name in names}
            letters = field == "facts" and entry in formulas
            assert said != before or letters, f"[{field}] {entry}"
    assert set(known.formulas) <= set(formulas)


def test_an_example_is_of_a_placeholder_that_has_no_other(known, publication):
    used = {
        name.removesuffix("_exact") for block in publication.blocks.values() for name in block.placeholders
    }
    assert set(known.examples) <= used
    assert not set(known.examples) & set(publication.facts)


# === The words are true ===

# sentence -> its value, from cases that both, B alone, A alone and neither get right
SAYS = {
    "cases that both models get right": lambda a, b, c, d: a,
    "cases that B alone gets right: its wins": lambda a, b, c, d: b,
    "cases that A alone gets right: its wins": lambda a, b, c, d: c,
    "cases that both models get wrong": lambda a, b, c, d: d,
    "cases that model A gets right": lambda a, b, c, d: a + c,
    "cases that model B gets right": lambda a, b, c, d: a + b,
    "cases in all": lambda a, b, c, d: a + b + c + d,
    "discordant cases: exactly one model is right": lambda a, b, c, d: b + c,
    "B's wins minus A's: the net gain in cases": lambda a, b, c, d: b - c,
    "B's wins minus A's, squared": lambda a, b, c, d: (b - c) ** 2,
    "B's wins minus A's, less one, for the continuity correction": lambda a, b, c, d: b - c - 1,
    "wins of the model that wins fewer": lambda a, b, c, d: min(b, c),
    "wins of the model that wins more": lambda a, b, c, d: max(b, c),
    "half of the discordant cases: the middle of the null distribution": lambda a, b, c, d: Fraction(
        b + c, 2
    ),
    "B's wins beyond half of the discordant cases": lambda a, b, c, d: Fraction(b - c, 2),
    "accuracy of model A": lambda a, b, c, d: Fraction(a + c, a + b + c + d),
    "accuracy of model B": lambda a, b, c, d: Fraction(a + b, a + b + c + d),
    "difference of the two accuracies, as a share": lambda a, b, c, d: Fraction(b - c, a + b + c + d),
    "difference of the two accuracies, in percentage points": lambda a, b, c, d: Fraction(
        100 * (b - c), a + b + c + d
    ),
    "gain of B relative to A's accuracy": lambda a, b, c, d: Fraction(b - c, a + c),
    "A's share of right answers times its share of wrong ones": lambda a, b, c, d: Fraction(
        (a + c) * (b + d), (a + b + c + d) ** 2
    ),
    "B's share of right answers times its share of wrong ones": lambda a, b, c, d: Fraction(
        (a + b) * (c + d), (a + b + c + d) ** 2
    ),
    "chi-square statistic, without correction": lambda a, b, c, d: Fraction((b - c) ** 2, b + c),
    "chi-square statistic, with continuity correction": lambda a, b, c, d: Fraction(
        (abs(b - c) - 1) ** 2, b + c
    ),
    "the product ad": lambda a, b, c, d: a * d,
    "the product bc": lambda a, b, c, d: b * c,
    "difference between b and c, without its sign": lambda a, b, c, d: abs(b - c),
    "wins of B divided by wins of A": lambda a, b, c, d: Fraction(b, c),
}


def holds(meaning: str, fact: Fact, counts: tuple) -> bool | None:
    """Whether the words give the fact's value; None for words that this file does not read."""
    says = SAYS.get(meaning.partition("; ")[0])
    if says is None or (any(count is None for count in counts) and "wins" not in meaning):
        return None
    value = Fraction(says(*(0 if count is None else count for count in counts)))
    return abs(Fraction(fact.value) - value) < Fraction(1, 10**12)


@pytest.mark.parametrize("name", TABLES)
def test_what_is_said_of_a_comparison_is_so(name, known):
    facts = {n: f for n, f in article.results().items() if n.startswith(f"{name}_")}
    read = {n: holds(known.meaning(n), fact, TABLES[name]) for n, fact in facts.items()}
    assert [n for n, true in read.items() if true is False] == []
    said = {n for n, true in read.items() if true}
    counts = "a b c d N m A_right B_right net lower upper centre excess A_accuracy B_accuracy relative_gain"
    assert {f"{name}_{stem}" for stem in counts.split()} <= said
    assert all(known.meaning(n).endswith(f"; comparison {name}") for n in facts)


def test_what_is_said_of_both_comparisons_is_so(known):
    shared = {n: f for n, f in article.results().items() if not n.startswith(("I_", "II_"))}
    for counts in TABLES.values():
        read = {n: holds(known.meaning(n), fact, counts) for n, fact in shared.items()}
        assert [n for n, true in read.items() if true is False] == []
        assert sum(map(bool, read.values())) >= 7


def test_what_is_said_of_a_handout_is_so(known):
    facts = handouts.results()
    read = {n: holds(known.meaning(n), facts[n], SPLIT) for n in facts if n.startswith("H1_")}
    assert [n for n, true in read.items() if true is False] == []
    assert {"H1_b", "H1_c", "H1_net", "H1_net_squared", "H1_excess"} <= {
        n for n, true in read.items() if true
    }
    for split in ("few", "below", "above", "some"):
        wins = {
            known.meaning(f"H2_{split}_{x}").partition("'s wins in ")[0]: facts[f"H2_{split}_{x}"]
            for x in "bc"
        }
        assert wins["B"].value - wins["A"].value == facts["H2_net"].value == 3


def test_what_is_said_of_a_report_is_so(known):
    facts = example.of("report.size.odds")
    counts = tuple(facts[x].value for x in "abcd")
    read = {n: holds(known.meaning(n, "report"), fact, counts) for n, fact in facts.items()}
    assert [n for n, true in read.items() if true is False] == []
    assert {"a", "b", "c", "d", "N", "m", "odds"} <= {n for n, true in read.items() if true}


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_said_of_an_exercise_is_so(kind, known):
    for facts in drawn(kind):
        counts = tuple(facts[x].value if x in facts else None for x in "abcd")
        if None in counts:
            counts = tuple(counts[i] if i in (1, 2) else None for i in range(4))
        if None in counts[1:3]:
            continue
        read = {n: holds(known.meaning(n, kind), fact, counts) for n, fact in facts.items()}
        assert [n for n, true in read.items() if true is False] == []


@pytest.mark.parametrize(("said", "other"), [("A", "B"), ("B", "A")])
def test_a_name_that_bears_a_letter_is_said_of_that_model(said, other, known, names):
    for name in names:
        if said in name.split("_") and other not in name.split("_"):
            assert re.search(rf"\b{said}\b", known.meaning(name)), name


def test_nothing_is_said_of_one_model_that_is_not_read_here(known, names):
    """Words that name A or B, and are neither worked out above nor plain, could be exchanged unseen."""
    worked = (*SAYS, "B's wins in ", "A's wins in ", "B's wins minus A's", "lower end", "upper end")
    plain = ("standard error of A's accuracy alone", "what model ")
    for name in names:
        meaning = known.meaning(name)
        if re.search(r"\b[AB]\b", meaning) and not name.startswith(("printed_", "one_", "H2_best")):
            assert meaning.startswith((*worked, *plain)), f"{name}: {meaning}"


SIDES = {"A": "B", "B": "A", "b": "c", "c": "b"}


def other_way_round(text):
    """The text with the models in each other's place."""
    return re.sub(r"\b[ABbc]\b", lambda side: SIDES[side[0]], text)


def test_what_differs_in_the_model_alone_means_the_same_of_the_other_model(known, names, publication):
    """A_right and B_right, pi_b and pi_c: exchange the models in the one to have the other."""
    told = {name: known.meaning(name) for name in names}
    told |= {f"f_{name}": known.of_formula(name) for name in publication.formulas["inline"]}
    pairs = 0
    for name, meaning in told.items():
        parts = name.split("_")
        for place, part in enumerate(parts):
            twin = "_".join([*parts[:place], SIDES.get(part, part), *parts[place + 1 :]])
            if twin != name and twin in told and meaning:
                pairs += 1
                assert told[twin] == other_way_round(meaning), f"{name} and {twin}"
    assert pairs > 40


def test_formulas_of_counts_mean_what_the_counts_do(known):
    """The law above would not see two meanings exchanged with each other; these hold them to the facts."""
    for formula, fact in (("a_plus_b", "B_right"), ("a_plus_c", "A_right")):
        assert known.of_formula(formula) == known.meaning(fact).replace("model ", "")
    for formula, fact in (("pi_b", "b"), ("pi_c", "c")):
        whose = known.meaning(fact).partition("that ")[2].partition(":")[0]  # "B alone gets right"
        assert whose in known.of_formula(formula)


# === The file ===


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('zero = "the number zero"', "zero = 0", "zero in [facts] must be a text"),
        ("[endings]", "[ending]", "[endings] is missing"),
        ("m = { count = 20 }", "m = 20", "m in [examples] must be a kind and a value"),
        ("m = { count = 20 }", "m = { weight = 20 }", "m in [examples] must be a kind and a value"),
        ("m = { count = 20 }", 'm = { count = "20" }', "must have a whole number"),
        ('{ percent = "1/20" }', '{ percent = "1/0" }', "must have a fraction"),
        ('{ percent = "1/20" }', '{ percent = "1/20%" }', "must have a fraction"),
        ("m = { count = 20 }", 'm = { date = "x" }', "cannot be of the kind date"),
    ],
)
def test_a_table_that_cannot_be_used_is_refused_by_field(old, new, says, tmp_path, monkeypatch):
    text = (Path(placeholders.find("templates", "placeholders.toml"))).read_text("utf-8")
    assert old in text
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "placeholders.toml").write_text(text.replace(old, new, 1), "utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PlaceholderError) as caught:
        placeholders.read()
    assert caught.value.path.endswith("placeholders.toml")
    assert says in caught.value.what
