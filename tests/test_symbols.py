"""A language's own words in formulas, in place of Acc, SE and others, and what the audit makes of them."""

import tomllib
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from discordant.audit.formulas import is_known
from discordant.language import Locale, LocaleError
from discordant.press.formulas import as_svg, as_text, mathml, with_symbols, words
from discordant.publication.disk import load
from discordant.publication.edition import read
from discordant.translating import review

ROOT = Path(__file__).resolve().parents[1]
TEX = tomllib.loads((ROOT / "templates" / "formulas.toml").read_text("utf-8"))
OWN = {"Acc": "éxit", "SE": "EE"}


def of(kind, name):
    return mathml(name, TEX[kind][name], lambda placeholder: (placeholder, "1"), kind == "display")


@pytest.fixture
def scribe():
    edition = read(load(), "it")
    other = replace(edition, locale=replace(edition.locale, symbols=OWN))
    return other.scribe(other.links)


def test_formulas_have_the_words_of_the_language_and_english_its_own(scribe):
    for formula, symbol in (("difference", "Acc"), ("standard-error", "SE")):
        own = ElementTree.fromstring(scribe.formula(formula))
        said = {element.get("data-symbol"): element.text for element in own.iter("mi")}
        assert said[symbol] == OWN[symbol]
        amid_english = ElementTree.fromstring(scribe.formula(formula, english=True))
        assert symbol in {element.text for element in amid_english.iter("mi")}


def test_print_sets_and_draws_them():
    assert as_text(with_symbols(of("inline", "SE"), OWN)) == '<span class="line">EE</span>'
    display = of("display", "difference")
    assert as_svg("difference", with_symbols(display, OWN)).svg != as_svg("difference", display).svg


def test_every_word_of_the_tex_can_be_had():
    """Also one that stands as an index, or beside another."""
    for kind, formulas in TEX.items():
        for name, tex in formulas.items():
            for word in words(tex):
                assert f'<mi data-symbol="{word}">' in with_symbols(of(kind, name), {word: "xyz"}), (
                    name,
                    word,
                )


@pytest.mark.parametrize(
    ("own", "known"),
    [
        ("éxit", True),
        ("Acc", True),
        ("SE", False),
        ("A2", False),
        ("", False),
        ("a b", False),
        ("x" * 13, False),
    ],
)
def test_the_audit_takes_a_word_and_no_other_quantity(own, known):
    formula = ElementTree.fromstring(of("display", "difference"))
    for element in formula.iter("mi"):
        if element.text == "Acc":
            element.set("data-symbol", "Acc")
            element.text = own
    assert is_known(formula, "difference") is known


@pytest.mark.parametrize("value", ['"x"', '"1a"', '"准确"', '"a b"', '["ab"]', "5", f'"{"x" * 13}"'])
def test_what_is_no_word_is_refused(tmp_path, value):
    path = tmp_path / "locale.toml"
    text = (ROOT / "locales" / "it" / "locale.toml").read_text("utf-8")
    path.write_text(f"{text}\n[symbols]\nAcc = {value}\n", "utf-8")
    with pytest.raises(LocaleError, match=r"Acc in \[symbols\] must be a word of 2 to 12 Latin letters"):
        Locale.read(path, "it")


def test_a_word_that_no_formula_has_is_named(publication, monkeypatch):
    table = "\n[symbols]\nAcc = 'TA'\nAccuracy = 'TA'\n"
    folder = publication("locales/it/locale.toml", lambda text: text + table)
    publication("locales/it/LC_MESSAGES/article.po", lambda text: text)
    monkeypatch.chdir(folder)
    (found,) = review.check(["it"])
    fault = next(fault for fault in found.faults if "symbols" in str(fault))
    assert str(fault).startswith(
        "locales/it/locale.toml: [symbols] has Accuracy, which no formula has; there are Acc,"
    )
    assert not fault.finding.warning
