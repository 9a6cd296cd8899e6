"""Numbers of two comparisons or models exchanged in a translation: a warning, as a set has no order."""

from itertools import combinations

import pytest

from discordant.language.message import PLACEHOLDER
from discordant.publication.disk import catalog, load
from discordant.translating.wording import wording


def warned(english, text, tag="it"):
    return [
        finding.what for finding in wording(english, text, tag, "x", []) if finding.what.startswith("has {")
    ]


def exchanged(text, one, other):
    """The text with two placeholders in each other's place."""
    names = {one: f"{{{other}}}", other: f"{{{one}}}"}
    return PLACEHOLDER.sub(lambda match: names.get(match[1], match[0]), text)


PAIRS = [
    ("In comparison I {I_m}, in II {II_m}", "Nel confronto I {II_m}, nel II {I_m}"),
    ("A is right on {A_accuracy}, B on {B_accuracy}", "A risponde bene nel {B_accuracy}, B nel {A_accuracy}"),
    ("B wins {II_b}, A {II_c}", "B vince {II_c} volte, A {II_b}"),
    ("{f_b} and {f_c}", "{f_c} e {f_b}"),
    ("from {I_exact_p_long} to {II_exact_p_long}", "da {II_exact_p_long} a {I_exact_p_long}"),
]


@pytest.mark.parametrize(("english", "text"), PAIRS)
def test_an_exchange_is_a_warning_that_names_both_orders(english, text):
    (what,) = warned(english, text)
    ours, theirs = (", ".join(match[0] for match in PLACEHOLDER.finditer(t)) for t in (english, text))
    assert what == f"has {theirs}, the English {ours}"


ALL_RIGHT = [
    (
        "In comparison I {I_m}, in II {II_m}",
        "Nel confronto II {II_m}, nel I {I_m}",
    ),  # the words turned as well
    ("B wins {b}, A {c}", "A vince {c} volte, B {b}"),
    ("{b} of {m} in {N}", "su {N}: {m}, {b}"),  # nothing that could stand for the other
    ("{I_m}, {II_m}, once more {I_m}", "{I_m}, {II_m}"),
    ("{I_b} to {I_c}, {II_b} to {II_c}", "{I_b} e {II_b}, {I_c} e {II_c}"),
    ("{I_m} and {II_m}", "solo {I_m}"),  # what is lacking is an error of its own
]


@pytest.mark.parametrize(("english", "text"), ALL_RIGHT)
def test_other_orders_are_the_translators_business(english, text):
    assert warned(english, text) == []


@pytest.mark.parametrize("tag", ["it", "zh-Hans"])
def test_every_exchange_in_the_shipped_translations_would_be_seen(tag):
    """But for sentences that name A and B in the other order than the English, of which there are a few."""
    translations, seen, missed = catalog(tag), 0, []
    for name, block in load().blocks.items():
        text = translations.translation(name, block.text) or ""
        sides = [
            n for n in dict.fromkeys(PLACEHOLDER.findall(block.text)) if n[:2] in ("I_", "II", "A_", "B_")
        ]
        for one, other in combinations(sides, 2):
            if one.removeprefix("I_") == other.removeprefix("II_") or one[1:] == other[1:]:
                seen += 1
                missed += [] if warned(block.text, exchanged(text, one, other), tag) else [name]
    assert seen > 20
    assert missed == []
