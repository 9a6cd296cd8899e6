"""Which numbers on a sheet tell an answer: those near it, of its unit or name, of either sign, and sums."""

from fractions import Fraction

import pytest

from discordant.facts.table import NullDistribution
from discordant.language import Fact
from discordant.teaching.exercises.draws import Draws
from discordant.teaching.exercises.exercise import Counts, Exercise, Question, Rows, Square, Values, facts
from discordant.teaching.exercises.kinds import KINDS
from discordant.teaching.exercises.leaks import look, tells


def asks(value, kind="probability", name="answer", tolerance=0, places=None):
    """An item that asks for one number, and prints none but how many decimals are wanted."""
    given = facts(("places", places, "count")) if places is not None else {}
    question = Question("q", "number", 1, answer=(Fact(name, value, kind),), tolerance=Fraction(tolerance))
    return look(Exercise("asks", given, {}, (), (question,)))


def prints(value, kind="probability", name="printed"):
    """An item that prints one number in its text, and asks nothing."""
    return look(Exercise("prints", facts((name, value, kind)), {}, (), ()))


def shows(exhibit, **given):
    return look(Exercise("shows", given, {}, (exhibit,), ()))


def told(asking, other):
    """Whether one tells the other's answer: the same whichever of the two was there first."""
    found = tells(asking, [other])
    assert tells(other, [asking]) == found
    return found


@pytest.mark.parametrize(
    ("printed", "options", "is_told"),
    [
        ("0.0414", {}, True),
        ("0.0415", {}, True),  # one in the last of four decimals
        ("0.0416", {}, False),
        ("0.05", {"places": 2}, True),
        ("0.06", {"places": 2}, False),
        ("0.049", {"tolerance": "0.01"}, True),  # would be taken for right
        ("0.052", {"tolerance": "0.01"}, False),
        ("0.0415", {"places": 6}, True),  # nobody tells six decimals apart
    ],
)
def test_what_would_be_taken_for_it(printed, options, is_told):
    assert told(asks(Fraction("0.0414"), **options), prints(Fraction(printed))) == is_told


@pytest.mark.parametrize(("asked", "printed"), [(-2.5, 2.5), (2.5, -2.5), (-2.5, -2.5)])
def test_signs_do_not_hide_it(asked, printed):
    assert told(asks(asked, "points"), prints(printed, "statistic"))


@pytest.mark.parametrize(
    ("asked", "printed", "is_told"),
    [  # (value, kind, name)
        ((12, "count", "m"), (12, "count", "b"), False),  # small counts are everywhere
        ((12, "count", "m"), (12, "count", "m"), True),  # but not under the very letter
        ((2, "points", "lead"), (2, "count", "net"), False),
        ((2, "points", "lead"), (2, "points", "other"), True),
        ((2, "points", "lead"), (Fraction(2, 100), "percent", "gain"), True),  # the same unit
        ((30, "points", "lead"), (30, "count", "N"), False),
        ((31, "points", "lead"), (31, "count", "N"), True),  # a number like that is of one origin
        ((Fraction(5, 2), "points", "lead"), (Fraction(5, 2), "statistic", "x"), True),
        ((5, "points", "lead"), (Fraction(1, 20), "percent", "alpha_percent"), False),  # the level is no news
        ((5, "points", "lead"), (Fraction(1, 20), "percent", "rate"), True),
        ((90, "points", "x"), (Fraction(9, 10), "accuracy", "A"), True),
    ],
)
def test_small_whole_numbers_tell_those_of_their_unit(asked, printed, is_told):
    assert told(asks(*asked), prints(*printed)) == is_told


def test_exhibits_print_their_numbers():
    cells = [Fact(name, value, "count") for name, value in zip("abcd", (820, 100, 80, 0), strict=True)]
    for exhibit in (Square(*cells), Rows((tuple(cells),)), Values((("x", cells[0]),))):
        assert told(asks(820, "count"), shows(exhibit))
        assert not told(asks(640, "count"), shows(exhibit))
    assert told(asks(Fraction(184756, 2**20)), shows(NullDistribution(20, 15)))  # the bar in the middle


@pytest.mark.parametrize("p", [Fraction(5425, 131072), Fraction(5425, 262144), Fraction(21700, 2**20)])
def test_bars_add_up_to_tails(p):
    """15 to 5: p = 5425/131072, of which one tail is half; whoever has the bars has both."""
    assert told(asks(p), shows(NullDistribution(20, 15)))


def test_what_no_tail_is_stays_untold():
    assert not told(asks(Fraction(1, 10)), shows(NullDistribution(20, 15)))


def test_a_lead_in_points_among_so_many_cases_gives_it_in_cases():
    lead = {"lead": Fact("lead", Fraction(12), "points"), "N": Fact("N", 500, "count")}
    beside = look(Exercise("lead", lead, {}, (), ()))
    assert told(asks(60, "count", "net"), beside)
    assert not told(asks(63, "count", "net"), beside)


def test_an_item_that_says_its_own_answer():
    question = Question("q", "number", 1, answer=(Fact("p", Fraction("0.0414"), "probability"),))
    own = look(Exercise("own", facts(("p", Fraction("0.0414"), "probability")), {}, (), (question,)))
    assert tells(own, [])
    assert not tells(asks(Fraction("0.0414")), [])


def test_a_lead_is_asked_for_in_cases():
    """So that a lead in points tells it, given the number of cases; half of one is no number of things."""
    item = KINDS["smallest-lead"].draw(Draws("a lead"), Counts(969, 31, 0, 0))
    units = {answer.name: answer.unit for answer in look(item).answers}
    assert units == {"net": "cases", "net_points": "points"}
    (half,) = [wrong for wrong in item.questions[0].wrong if wrong.cause == "half"]
    assert (half.answer[0].value, half.answer[0].kind) == (Fraction(13, 2), "statistic")
