"""Settings field by field: what a value may be, and what is said of one that it may not be."""

import datetime

import pytest

from discordant.language import Refused, settings
from discordant.language.settings import Field


class Wrong(Refused):
    pass


def value_of(tmp_path, field, toml):
    """The value that is read, or the error's words."""
    path = tmp_path / "x.toml"
    path.write_text(toml, encoding="utf-8")
    try:
        return settings.read(path, [field], Wrong)
    except Wrong as error:
        return error.what if error.path == str(path) else f"of {error.path}: {error.what}"


ANY = "https://example.org/"
RIGHT = [
    (settings.date("x"), "1980-01-01", datetime.date(1980, 1, 1)),
    (settings.date("x"), "2099-12-31", datetime.date(2099, 12, 31)),
    (settings.text("x"), f'"{"a" * 200}"', "a" * 200),
    (settings.text("x", longest=3), '"abc"', "abc"),
    (settings.text("x"), '"ELAI S.r.l. – “日本”"', "ELAI S.r.l. – “日本”"),
    (settings.texts("x"), "[]", []),
    (settings.texts("x", least=1), '["a", "b"]', ["a", "b"]),
    (settings.address("x"), f'"{ANY}?a=1&b=2#c"', f"{ANY}?a=1&b=2#c"),
    (settings.address("x"), f'"{ANY + "a" * (1000 - len(ANY))}"', ANY + "a" * (1000 - len(ANY))),
    (settings.address("x", ""), '""', ""),
    (settings.choice("x", ("italic", "bold")), '"bold"', "bold"),
    (settings.choice("x", (400, 700)), "700", 700),
    (settings.whole("x", 4), "4", 4),
    (settings.yes_or_no("x", False), "true", True),
    (settings.tables("x"), "[{a = 1}]", [{"a": 1}]),
]


@pytest.mark.parametrize(("field", "toml", "value"), RIGHT)
def test_what_is_taken(tmp_path, field, toml, value):
    assert value_of(tmp_path, field, f"x = {toml}\nelse = 5\n") == {"x": value, "else": 5}


DAY, TEXT, ADDRESS = "must be a date such as", "must be a text", "must be an address in quotes"
WRONG = [
    (settings.date("x"), "1979-12-31", DAY),
    (settings.date("x"), "2100-01-01", DAY),
    (settings.date("x"), '"2026-11-30"', DAY),
    (settings.date("x"), "2026-11-30T10:00:00", DAY),  # an hour that no page would show
    (settings.text("x"), f'"{"a" * 201}"', "of at most 200 characters"),
    (settings.text("x", longest=3), '"abcd"', "of at most 3 characters"),
    (settings.text("x"), '""', TEXT),
    (settings.text("x"), '" \\t"', TEXT),
    (settings.text("x"), "5", TEXT),
    (settings.text("x"), '"a\\u202eb"', "holds U+202E"),
    (settings.text("x"), '"a\\nb"', "holds U+000A"),
    (settings.texts("x"), '"a"', "must be a list of texts"),
    (settings.texts("x"), '["a", 5]', "must be a list of texts"),
    (settings.texts("x"), '["a", " "]', TEXT),
    (settings.texts("x"), '["a", "b\\u202e"]', "holds U+202E"),
    (settings.texts("x", least=1), "[]", "must not be empty"),
    (settings.address("x"), '""', ADDRESS),
    (settings.address("x"), '"ftp://example.org/"', ADDRESS),
    (settings.address("x"), f'" {ANY}"', ADDRESS),
    (settings.address("x"), f'"{ANY} b"', ADDRESS),
    (settings.address("x"), f'"{ANY}<b>"', ADDRESS),
    (settings.address("x"), f'"{ANY + "a" * (1001 - len(ANY))}"', ADDRESS),
    (settings.address("x", ""), "false", ADDRESS),
    (settings.choice("x", ("italic", "bold")), '"loud"', "must be one of italic, bold, not 'loud'"),
    (settings.choice("x", (0, 1)), "true", "must be one of 0, 1, not 'True'"),  # though True is 1
    (settings.choice("x", (0, 1)), "1.0", "must be one of 0, 1"),
    (settings.whole("x", 4), "3", "must be a whole number, 4 or more"),
    (settings.whole("x", 0), "true", "must be a whole number"),
    (settings.whole("x", 0), "4.0", "must be a whole number"),
    (settings.yes_or_no("x", False), "1", "must be true or false"),
    (settings.tables("x"), "[]", "must be [[x]] tables"),
    (settings.tables("x"), "5", "must be [[x]] tables"),
]


@pytest.mark.parametrize(("field", "toml", "says"), WRONG)
def test_what_is_refused(tmp_path, field, toml, says):
    said = value_of(tmp_path, field, f"x = {toml}\n")
    assert said.startswith("x ")
    assert says in said


DEFAULTS = [
    (settings.text("x", "a"), "a"),
    (settings.address("x", ""), ""),
    (settings.choice("x", ("a", "b"), "b"), "b"),
    (settings.yes_or_no("x", True), True),
    (settings.text("table.x", "a"), None),
]


@pytest.mark.parametrize(("field", "default"), DEFAULTS)
def test_what_may_be_missing_has_its_default(tmp_path, field, default):
    found = value_of(tmp_path, field, "")
    assert found == ({"x": default} if default is not None else {"table": {"x": "a"}})


@pytest.mark.parametrize(
    ("field", "toml", "says"),
    [
        (settings.text("x"), "y = 1", "x is missing; it must be a text in quotes"),
        (
            settings.whole("table.x", 4),
            "[table]",
            "x in [table] is missing; it must be a whole number, 4 or more",
        ),
        (settings.whole("table.x", 4), "y = 1", "[table] is missing"),
        (settings.whole("table.x", 4), "table = 5", "[table] must be a table"),
        (
            settings.text("face[].file"),
            "[[face]]\nfile = 'a'\n[[face]]",
            "file in [[face]] number 2 is missing",
        ),
        (
            settings.text("face[].file"),
            "[[face]]\nfile = 'a'\n[[face]]\nfile = 5",
            "file in [[face]] number 2 must",
        ),
        (settings.text("face[].file"), "face = 5", "[[face]] must be a list of tables"),
        (settings.text("face[].file"), "face = [5]", "[[face]] must be a list of tables"),
        (settings.text("inline.*"), "[inline]\na = 'x'\nb = 5", "b in [inline] must be a text"),
    ],
)
def test_the_place_is_told(tmp_path, field, toml, says):
    assert value_of(tmp_path, field, toml).startswith(says)


def test_a_field_of_ones_own(tmp_path):
    even = Field("x", lambda value: "" if value % 2 == 0 else "must be even")
    assert value_of(tmp_path, even, "x = 3") == "x must be even"
    assert value_of(tmp_path, even, "x = 4") == {"x": 4}


@pytest.mark.parametrize("toml", ["x = ", "x = 1\nx = 2", "x = " + "[" * 5000, "\0"])
def test_what_is_no_toml_is_one_short_line(tmp_path, toml):
    said = value_of(tmp_path, settings.text("x"), toml)
    assert said.startswith("cannot be read: ")
    assert len(said) < 250
