"""What the article concludes is asserted: each assertion has a number that it alone does not let pass."""

import ast
import inspect
import traceback
from fractions import Fraction

import pytest

from discordant import experiment

RIGHT = {name: experiment.results(name) for name in experiment.SCENARIOS}
ONE, TWO = RIGHT


def spoil(monkeypatch, spoilt):
    """Have `check_article` see other results: comparison -> what is different in it."""
    monkeypatch.setattr(experiment, "results", lambda name: RIGHT[name] | spoilt.get(name, {}))


def line_that_speaks():
    """The line of `check_article` whose assertion does not hold."""
    with pytest.raises(AssertionError) as caught:
        experiment.check_article()
    return traceback.extract_tb(caught.value.__traceback__)[-1].lineno


def moved(shift):
    """A null distribution with something added to the chances of some outcomes."""
    law = experiment.null_distribution

    def other(m):
        chances = list(law(m))
        for k, more in shift.items():
            chances[k] += more
        return tuple(chances)

    return other


E = Fraction(1, 10**9)
NONE = "no p-value can occur"
SPOILT = {  # what is wrong: other results, another law, another level or none that can be reached
    "dashboards": ({TWO: {"unpaired_standard_error": 0.5}}, {}, None),
    "p of I above the level": ({}, {}, Fraction(1, 10**9)),
    "paired error of I": ({ONE: {"paired_standard_error": 0.5}}, {}, None),
    "paired error of II": ({TWO: {"paired_standard_error": 0.001}}, {}, None),
    "correlation of II": ({TWO: {"correlation": 0.1}}, {}, None),
    "an interval of I that holds zero": ({ONE: {"interval_low": -0.001}}, {}, None),
    "an interval of II that does not": ({TWO: {"interval_low": 0.001}}, {}, None),
    "p that cannot occur": ({}, {}, NONE),
    "a law that is none": ({}, {10: E}, None),  # in the middle of the first, so that its tails are right
    "a law that leans": ({}, {5: E, 6: -E}, None),
    "p that is not both tails": ({ONE: {"exact_p": 2 * RIGHT[ONE]["exact_p"]}}, {}, None),
    "a difference of another table": ({ONE: {"difference": E}, TWO: {"difference": E}}, {}, None),
}


def apply(monkeypatch, results, shift, level):
    spoil(monkeypatch, results)
    if shift:
        monkeypatch.setattr(experiment, "null_distribution", moved(shift))
    if level is NONE:
        monkeypatch.setattr(experiment, "attainable", lambda m: [])
    elif level:
        monkeypatch.setattr(experiment, "ALPHA", level)


def test_each_assertion_speaks_alone(monkeypatch):
    lines = []
    for spoilt in SPOILT.values():
        with monkeypatch.context() as patch:
            apply(patch, *spoilt)
            lines.append(line_that_speaks())
    source, first = inspect.getsourcelines(experiment.check_article)
    tree = ast.parse("".join(source))
    asserted = {node.lineno + first - 1 for node in ast.walk(tree) if isinstance(node, ast.Assert)}
    assert len(set(lines)) == len(lines)
    assert set(lines) == asserted


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("N", 1001),
        ("A_accuracy", Fraction(1, 2)),
        ("B_accuracy", Fraction(1, 2)),
        ("difference", Fraction(1, 2)),
        ("unpaired_standard_error", 0.5),
    ],
)
def test_a_dashboard_that_differs_is_named(monkeypatch, name, value):
    spoil(monkeypatch, {TWO: {name: value}})
    with pytest.raises(AssertionError, match=f"^{name}"):
        experiment.check_article()


@pytest.mark.parametrize("level", [RIGHT[ONE]["exact_p"], RIGHT[TWO]["exact_p"], Fraction(1, 2)])
def test_the_level_lies_between_the_two(monkeypatch, level):
    """Equal to either p-value it is not between them: significant is what is below the level."""
    monkeypatch.setattr(experiment, "ALPHA", level)
    with pytest.raises(AssertionError):
        experiment.check_article()
