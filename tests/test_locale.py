"""How each language writes numbers: known texts, and everything read back by a parser that knows no Babel."""

import datetime
import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import discordant
from discordant import exact
from discordant.language import Fact, Locale, LocaleError
from discordant.language.locale import FORMS, round_half_up

LOCALES = Path(discordant.__file__).parent / "locales"
# decimal mark and grouping mark, from the brief (localisation.md 2.5), not from CLDR
MARKS = {"en": (".", ","), "it": (",", "."), "zh-Hans": (".", ",")}
SUPERSCRIPTS = dict(zip("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789", strict=True))
DAY = datetime.date(2026, 11, 30)

fractions = st.fractions(min_value=-(10**7), max_value=10**7, max_denominator=10**9)
tiny = st.integers(min_value=14, max_value=2000).map(lambda m: Fraction(1, 2**m))


def locale(tag):
    return Locale.read(LOCALES / tag / "locale.toml", tag)


SHIPPED = {tag: locale(tag) for tag in MARKS}
ARABIC = Locale("ar", "العربية", (), 4, "arab", {})
each = pytest.mark.parametrize("tag", MARKS)


def read_back(text, tag):
    """The value of a number as a reader of the language takes it; an error where it is not written so."""
    decimal, group = map(re.escape, MARKS[tag])
    shape = rf"(−?)(\d{{1,3}}(?:{group}\d{{3}})+|\d+)(?:{decimal}(\d+))?(%)?(?: × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?"
    found = re.fullmatch(shape, text, re.ASCII)
    assert found, f"{text!r} is no number of {tag}"
    sign, whole, after, percent, power = found.groups()
    value = Fraction(f"{re.sub(group, '', whole)}.{after or 0}")
    value *= Fraction(10) ** int("".join(SUPERSCRIPTS[digit] for digit in power or "⁰"))
    return (-value if sign else value) / (100 if percent else 1), len(after or "")


# --- known texts --------------------------------------------------------------------------------------------

TEXTS = [  # value, kind, form, then en, it, zh-Hans
    (1000, "count", "short", "1,000", "1.000", "1000"),
    (999, "count", "short", "999", "999", "999"),
    (524288, "count", "short", "524,288", "524.288", "524,288"),
    (Fraction(1, 524288), "probability", "short", "1.91 × 10⁻⁶", "1,91 × 10⁻⁶", "1.91 × 10⁻⁶"),
    (Fraction(1, 524288), "probability", "long", "1.90735 × 10⁻⁶", "1,90735 × 10⁻⁶", "1.90735 × 10⁻⁶"),
    (Fraction(1, 524288), "probability", "exact", "1/524,288", "1/524.288", "1/524,288"),
    (exact(100, 80), "probability", "short", "0.1565", "0,1565", "0.1565"),
    (exact(100, 80), "probability", "long", "0.156531", "0,156531", "0.156531"),
    (Fraction(0), "probability", "short", "0", "0", "0"),
    (Fraction(1), "probability", "short", "1", "1", "1"),
    (Fraction(9, 10), "accuracy", "short", "90%", "90%", "90%"),
    (Fraction(1, 45), "percent", "short", "2.22%", "2,22%", "2.22%"),
    (Fraction(2), "points", "short", "2", "2", "2"),
    (Fraction(2), "points", "signed", "+2", "+2", "+2"),
    (Fraction(-2), "points", "signed", "−2", "−2", "−2"),
    (0, "count", "signed", "0", "0", "0"),
    (0.4429, "points", "short", "0.443", "0,443", "0.443"),
    (Fraction(1, 50), "ratio", "short", "0.02", "0,02", "0.02"),
    (-0.0975, "statistic", "signed", "−0.10", "−0,10", "−0.10"),
    (0.0044294, "standard error", "short", "0.00443", "0,00443", "0.00443"),
    (DAY, "date", "short", "30 November 2026", "30 novembre 2026", "2026年11月30日"),
    ("1.0.0", "version", "short", "1.0.0", "1.0.0", "1.0.0"),
    ("ELAI S.r.l.", "name", "short", "ELAI S.r.l.", "ELAI S.r.l.", "ELAI S.r.l."),
]


@pytest.mark.parametrize("row", TEXTS, ids=lambda row: f"{row[1]} {row[0]} {row[2]}")
def test_known_texts(row):
    value, kind, form, *texts = row
    found = [SHIPPED[tag].format(Fact("x", value, kind), form) for tag in MARKS]
    assert found == texts


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [  # ties, which Babel by itself rounds to the even neighbour: 0.062, 0.188, 2, 1000
        (Fraction(1, 16), 3, "0.063"),
        (Fraction(3, 16), 3, "0.188"),
        (Fraction(5, 2), 0, "3"),
        (Fraction(-5, 2), 0, "−3"),
        (Fraction(2001, 2), 0, "1,001"),
        (Fraction(1, 2), 0, "1"),
        # no tie; carries; zeros that stand for digits lost, and others
        (Fraction(625, 10**4) - Fraction(1, 10**30), 3, "0.062"),
        (Fraction(9996, 10**4), 3, "1.000"),
        (Fraction(99999, 100), 1, "1,000.0"),
        (Fraction(1, 3), 3, "0.333"),
        (Fraction(-1, 3000), 2, "0.00"),
        (Fraction(2, 1), 3, "2"),
        (Fraction(5, 4), 3, "1.25"),
        (10**6, 2, "1,000,000"),
        (0.1, 3, "0.100"),  # the double is not the tenth
    ],
)
def test_rounding_half_up(value, decimals, text):
    assert SHIPPED["en"].decimal(value, decimals) == text


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (Fraction(99949, 10**9), 3, "9.99 × 10⁻⁵"),
        (Fraction(9995, 10**8), 3, "1.00 × 10⁻⁴"),  # a tie that carries to the next power
        (Fraction(999999, 10**10), 3, "1.00 × 10⁻⁴"),
        (Fraction(12345, 1), 3, "1.23 × 10⁴"),
        (Fraction(1, 10**9), 3, "1.00 × 10⁻⁹"),
        (Fraction(1, 1), 1, "1 × 10⁰"),
        (Fraction(1, 2**1075), 6, "2.47033 × 10⁻³²⁴"),  # below every double; statistics.md section 4
        (5e-324, 3, "4.94 × 10⁻³²⁴"),
    ],
)
def test_powers_of_ten(value, digits, text):
    assert SHIPPED["en"].scientific(value, digits) == text


def test_a_power_of_ten_of_a_fraction_with_thousands_of_digits():
    """2.6840034248840162222e-740: reference_cases.json, edge-large-20000-10000."""
    assert SHIPPED["en"].scientific(exact(20000, 10000), 8) == "2.6840034 × 10⁻⁷⁴⁰"


@pytest.mark.parametrize("value", [0, -1, Fraction(-1, 10**9)])
def test_only_a_positive_number_has_a_power(value):
    with pytest.raises(ValueError, match="positive"):
        SHIPPED["en"].scientific(value, 3)


def test_where_powers_of_ten_begin():
    """localisation.md 2.5: below one in ten thousand."""
    text = SHIPPED["en"].format(Fact("p", Fraction(1, 10**4), "probability"))
    assert text == "0.0001"
    below = SHIPPED["en"].format(Fact("p", Fraction(1, 10**4) - Fraction(1, 10**9), "probability"))
    assert below == "1.00 × 10⁻⁴"


@pytest.mark.parametrize(("tag", "text"), [("en", "a, b, and c"), ("it", "a, b e c"), ("zh-Hans", "a、b和c")])
def test_lists(tag, text):
    assert SHIPPED[tag].list(["a", "b", "c"]) == text
    assert SHIPPED[tag].list(["a"]) == "a"
    assert SHIPPED[tag].list([]) == ""


@pytest.mark.parametrize(
    ("tag", "direction"), [("en", "ltr"), ("it", "ltr"), ("zh-Hans", "ltr"), ("ar", "rtl"), ("he", "rtl")]
)
def test_direction(tag, direction):
    assert Locale(tag, "", (), 4, "latn", {}).direction == direction


# --- other languages ----------------------------------------------------------------------------------------


def test_arabic_digits():
    assert ARABIC.decimal(Fraction(-12345672, 10), 2) == "−١٬٢٣٤٬٥٦٧٫٢"
    # there are no superscripts but Latin ones, and a number has digits of one system
    assert ARABIC.scientific(Fraction(1, 524288), 3) == "1.91 × 10⁻⁶"
    assert ARABIC.format(Fact("p", Fraction(1, 16), "probability"), "exact") == "١/١٦"
    assert ARABIC.percent(Fraction(1, 45), 2).startswith("٢٫٢٢")
    assert Locale("fa", "", (), 4, "arabext", {}).decimal(Fraction(1234, 10), 1) == "۱۲۳٫۴"


@pytest.mark.parametrize(
    ("tag", "whole", "percent"),
    [
        ("hi", "12,34,567", "2.22%"),
        ("tr", "1.234.567", "%2,22"),
        ("sv", "1\xa0234\xa0567", "2,22\xa0%"),
        ("fr", "1\u202f234\u202f567", "2,22\xa0%"),
    ],
)
def test_grouping_and_percent_sign_of_the_language(tag, whole, percent):
    """CLDR's charts, by hand: Indian grouping, the sign before the number in Turkish, spaces before it."""
    other = Locale(tag, "", (), 4, "latn", {})
    assert other.decimal(1234567, 0) == whole
    assert re.sub("\u202f%", "\xa0%", other.percent(Fraction(1, 45), 2)) == percent


# --- laws ---------------------------------------------------------------------------------------------------


@each
@given(value=fractions, decimals=st.integers(min_value=0, max_value=8))
def test_a_decimal_is_read_back_within_half_a_unit(tag, value, decimals):
    back, places = read_back(SHIPPED[tag].decimal(value, decimals), tag)
    assert places <= decimals
    assert abs(back - value) <= Fraction(1, 2 * 10**decimals)
    if places < decimals:
        assert back == value  # zeros are cut only where nothing was lost
    if 2 * abs(back - value) == Fraction(1, 10**decimals):
        assert abs(back) > abs(value)  # a tie goes away from zero


@each
@given(value=fractions, decimals=st.integers(min_value=0, max_value=4))
def test_a_percentage_is_read_back_within_half_a_unit(tag, value, decimals):
    text = SHIPPED[tag].percent(value, decimals)
    assert text.endswith("%")
    assert abs(read_back(text, tag)[0] - value) <= Fraction(1, 200 * 10**decimals)


@each
@given(value=st.one_of(tiny, fractions.filter(lambda x: x > 0)), digits=st.integers(min_value=1, max_value=8))
def test_a_power_of_ten_is_read_back_to_its_digits(tag, value, digits):
    text = SHIPPED[tag].scientific(value, digits)
    mantissa, places = read_back(text.partition(" × ")[0], tag)
    assert (1 <= mantissa < 10, places) == (True, digits - 1)
    assert abs(read_back(text, tag)[0] / value - 1) <= Fraction(5, 10**digits)


@each
@given(value=fractions)
def test_grouping_changes_no_digit(tag, value):
    group = MARKS[tag][1]
    plain = SHIPPED["en"].decimal(value, 3).replace(",", "").replace(".", MARKS[tag][0])
    text = SHIPPED[tag].decimal(value, 3)
    assert text.replace(group, "") == plain
    whole = text.lstrip("−").partition(MARKS[tag][0])[0]
    assert (group in whole) == (len(whole.replace(group, "")) >= SHIPPED[tag].group_from)


@given(value=st.decimals(-(10**6), 10**6, places=9), decimals=st.integers(min_value=0, max_value=9))
def test_rounding_agrees_with_that_of_the_decimal_module(value, decimals):
    assert round_half_up(Fraction(value), decimals) == value.quantize(
        Decimal(1).scaleb(-decimals), "ROUND_HALF_UP"
    )


@given(m=st.integers(min_value=1, max_value=300), lead=st.integers(min_value=0, max_value=300))
def test_no_p_value_is_printed_as_nothing(m, lead):
    lead = min(lead, m)
    p = exact(m - (m - lead) // 2, (m - lead) // 2)
    for form in ("short", "long"):
        text = SHIPPED["en"].format(Fact("p", p, "probability"), form)
        assert read_back(text, "en")[0] > 0
        assert "E" not in text


# --- errors -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "form", "says"),
    [
        (Fact("x", 1, "count"), "medium", f"no form 'medium'; there are {', '.join(FORMS)}"),
        (Fact("x", 0.5, "ratio"), "exact", "only a whole number or a fraction"),
        (Fact("x", DAY, "date"), "exact", "only a whole number or a fraction"),
    ],
)
def test_a_form_that_is_not_there(fact, form, says):
    with pytest.raises(ValueError, match=f"^x: {re.escape(says)}"):
        SHIPPED["en"].format(fact, form)


GOOD = 'name = "N"\ncomplete = []\n[numbers]\ngroup_from = 4\n'
FONTS = '[fonts]\ntext = ["T"]\nsans = ["S"]\nmono = ["M"]\n'


def test_a_small_locale_is_read(tmp_path):
    (tmp_path / "locale.toml").write_text(GOOD + FONTS)
    found = Locale.read(tmp_path / "locale.toml", "it")
    assert (found.tag, found.name, found.group_from, found.digits) == ("it", "N", 4, "latn")
    assert found.date(DAY) == "30 novembre 2026"


def test_months_of_its_own(tmp_path):
    """As Esperanto prints them, where CLDR has capitals: plena ilustrita vortaro, entry “novembro”."""
    months = [f"{name}o" for name in ("x",) * 10 + ("novembr", "decembr")]
    (tmp_path / "locale.toml").write_text(f"{GOOD}{FONTS}[dates]\nmonths = {months}\n")
    found = Locale.read(tmp_path / "locale.toml", "eo")
    assert found.date(DAY) == "30 novembro 2026"
    assert found.date(DAY.replace(month=12)) == "30 decembro 2026"


@pytest.mark.parametrize(
    ("content", "names"),
    [
        ("", "name"),
        ("name = ", "cannot be read"),
        (b"name = '\xff'", "not UTF-8"),
        (FONTS, "name"),
        ("name = 5\n" + FONTS, "name"),
        (GOOD, "fonts"),
        (GOOD.replace("[]", "'article'") + FONTS, "complete"),
        (GOOD.replace("4", "'4'") + FONTS, "group_from"),
        (GOOD.replace("4", "true") + FONTS, "group_from"),
        (GOOD.replace("4", "3") + FONTS, "group_from"),
        (GOOD + "digits = 'roman'\n" + FONTS, "digits"),
        (GOOD + "digits = 5\n" + FONTS, "digits"),
        (GOOD + FONTS.replace('["S"]', '"S"'), "sans in [fonts]"),
        (GOOD + FONTS.replace('["S"]', "[]"), "sans in [fonts]"),
        (GOOD + FONTS.replace('mono = ["M"]', ""), "mono in [fonts]"),
        (GOOD + FONTS + "[dates]\nlong = 5\n", "long in [dates]"),
        (GOOD.replace('"N"', '"a\u202eb"') + FONTS, "U+202E"),
        (GOOD.replace('"N"', r'"a\u0007"') + FONTS, "U+0007"),
        ("dates = 'long'\n" + GOOD + FONTS, "[dates]"),
        ("emphasis = 'loud'\n" + GOOD + FONTS, "emphasis"),
        (GOOD + FONTS + "[dates]\nmonths = ['a', 'b']\n", "months in [dates] must name twelve months"),
        (GOOD + FONTS + "[dates]\nmonths = 'a'\n", "months in [dates]"),
    ],
)
def test_a_locale_that_can_not_be_used_names_file_and_field(tmp_path, content, names):
    path = tmp_path / "locale.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(LocaleError) as caught:
        Locale.read(path, "it")
    assert caught.value.path == str(path)
    assert names in caught.value.what


def test_a_locale_that_is_not_there(tmp_path):
    with pytest.raises(LocaleError) as caught:
        Locale.read(tmp_path / "none.toml", "it")
    assert caught.value.path == str(tmp_path / "none.toml")
