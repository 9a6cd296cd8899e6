"""The audit's own reader of numbers: what a language writes, and what it does not, to the last mark."""

from fractions import Fraction

import pytest

from discordant.audit.numbers import KNOWN, Marks, Unread, number

WRITTEN = {  # the same value as each language prints it: localisation.md 2.5
    Fraction(0): ("0", "0", "0"),
    Fraction(999): ("999", "999", "999"),
    Fraction(1000): ("1,000", "1.000", "1000"),
    Fraction(9999): ("9,999", "9.999", "9999"),
    Fraction(10000): ("10,000", "10.000", "10,000"),
    Fraction(1234567): ("1,234,567", "1.234.567", "1,234,567"),
    Fraction(1, 524288): ("1/524,288", "1/524.288", "1/524,288"),
    Fraction(12345, 10): ("1,234.5", "1.234,5", "1234.5"),
    Fraction(-1, 10): ("−0.10", "−0,10", "−0.10"),
    Fraction(2): ("+2", "+2", "+2"),
    Fraction(9, 10): ("90%", "90%", "90%"),
    Fraction(191, 10**8): ("1.91 × 10⁻⁶", "1,91 × 10⁻⁶", "1.91 × 10⁻⁶"),
}
TAGS = ("en", "it", "zh-Hans")


@pytest.mark.parametrize("value", WRITTEN, ids=str)
def test_what_each_language_writes_is_read(value):
    for tag, text in zip(TAGS, WRITTEN[value], strict=True):
        assert number(text, KNOWN[tag]).value == value


@pytest.mark.parametrize("value", [value for value, texts in WRITTEN.items() if len(set(texts)) > 1], ids=str)
def test_what_another_language_writes_is_not(value):
    """Neither with its marks nor with its groups; but where it happens to be another number, as 1.000 is."""
    for tag, own in zip(TAGS, WRITTEN[value], strict=True):
        for other in set(WRITTEN[value]) - {own}:
            try:
                assert number(other, KNOWN[tag]).value != value
            except Unread:
                continue


NOT_WRITTEN = {
    "en": [
        "1000",
        "10000",
        "1,00",
        "1,0000",
        "01",
        "00",
        "1.",
        ".5",
        "1,000.",
        "-1",
        "1 000",
        "1e5",
        "",
        "%",
    ],
    "it": ["1000", "1,000.5", "1.00", "-0,1", "0.5.5", "1.0000"],
    "zh-Hans": ["1,000", "9,999", "10000", "1,0000", "１０", "一"],
}
NOT_WRITTEN["en"] += [
    "90 %",
    "%90",
    "9%0",
    "90%%",
    "1/0",
    "1/524288",
    "1/",
    "/2",
    "10.0 × 10⁻⁶",
    "0.9 × 10⁻⁶",
]
NOT_WRITTEN["en"] += ["1.91 × 10⁻", "1.91 × 10-6", "1.91x10⁻⁶", "1" * 401]


@pytest.mark.parametrize(
    ("tag", "text"), [(tag, text) for tag, texts in NOT_WRITTEN.items() for text in texts]
)
def test_what_no_language_of_ours_writes(tag, text):
    with pytest.raises(Unread):
        number(text, KNOWN[tag])


@pytest.mark.parametrize(
    ("text", "slack"),
    [
        ("0.1565", Fraction(1, 20000)),
        ("20", Fraction(1, 2)),
        ("1/16", Fraction(0)),
        ("2.22%", Fraction(1, 20000)),
        ("1.91 × 10⁻⁶", Fraction(1, 2 * 10**8)),
    ],
)
def test_how_far_the_truth_may_be(text, slack):
    """Half a unit of the last digit, whatever the power or sign behind it."""
    assert number(text, KNOWN["en"]).slack == slack


def test_groups_by_two_as_in_india():
    hindi = Marks(".", ",", 4, by_two=True)
    assert number("12,34,567", hindi).value == 1234567
    for text in ("1,234,567", "1234567", "12,34,5,67"):
        with pytest.raises(Unread):
            number(text, hindi)
