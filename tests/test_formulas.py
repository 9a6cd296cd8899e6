"""Formulas: every one converts, its numbers in the language's own form, the rest the same for all."""

import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

import discordant
from discordant.facts import article as facts
from discordant.facts import handouts
from discordant.language import Locale
from discordant.press.fill import split_form
from discordant.press.formulas import FormulaError, mathml

ROOT = Path(discordant.__file__).parent
TEX = tomllib.loads((ROOT / "templates" / "formulas.toml").read_text("utf-8"))
ALL = [(kind, name) for kind in TEX for name in TEX[kind]]
LOCALES = {tag: Locale.read(ROOT / "locales" / tag / "locale.toml", tag) for tag in ("en", "it", "zh-Hans")}
FACTS = facts.results() | handouts.results()
# elements of MathML Core, with the number of arguments where it is fixed
CORE = {
    "math": None,
    "mrow": None,
    "mi": 0,
    "mn": 0,
    "mo": 0,
    "mtext": 0,
    "mspace": 0,
    "msqrt": None,
    "mfrac": 2,
}
CORE |= {"msub": 2, "msup": 2, "mover": 2, "msubsup": 3, "munderover": 3}


def converted(kind, name, tag="en"):
    def write(placeholder):
        fact, form = split_form(placeholder, FACTS)
        return fact.name, LOCALES[tag].format(fact, form)

    return ElementTree.fromstring(mathml(name, TEX[kind][name], write, kind == "display"))


def convert(tex, number="1.000", display=False):
    return mathml("trial", tex, lambda placeholder: (placeholder, number), display)


def leaves(root):
    """The texts of a formula in order, a number from the facts as its name alone."""
    if root.get("data-fact"):
        return [f"<{root.get('data-fact')}>"]
    found = [root.text] if root.text and not len(root) else []
    return found + [text for child in root for text in leaves(child)]


@pytest.mark.parametrize(("kind", "name"), ALL)
def test_every_formula_converts(kind, name):
    root = converted(kind, name)
    assert root.tag == "math"
    assert root.attrib == ({"display": "block"} if kind == "display" else {})
    for element in root.iter():
        assert element.tag in CORE
        assert CORE[element.tag] in (None, len(element)), element.tag
        assert not re.search(r"[\\{}$^&]|90000\d|fact", element.text or "")
        assert not (element.text or "").strip() or not len(element)


@pytest.mark.parametrize(("kind", "name"), ALL)
def test_only_numbers_change_with_the_language(kind, name):
    texts = {tag: leaves(converted(kind, name, tag)) for tag in LOCALES}
    assert texts["en"] == texts["it"] == texts["zh-Hans"]


@pytest.mark.parametrize(
    ("tag", "numbers"),
    [
        ("en", {"N": "1,000", "difference": "0.02", "net": "20"}),
        ("it", {"N": "1.000", "difference": "0,02", "net": "20"}),
        ("zh-Hans", {"N": "1000", "difference": "0.02", "net": "20"}),
    ],
)
def test_numbers_stand_in_one_element_each(tag, numbers):
    """localisation.md 2.5: the converter by itself splits 0,0265 into three."""
    root = converted("display", "difference", tag)
    found = {e.get("data-fact"): (e.tag, e.text) for e in root.iter() if e.get("data-fact")}
    assert found == {name: ("mn", text) for name, text in numbers.items()}


@pytest.mark.parametrize(("tag", "mantissa"), [("en", "1.90735"), ("it", "1,90735")])
def test_fraction_and_power_of_ten_have_their_structure(tag, mantissa):
    root = converted("display", "first", tag)
    (fraction,) = [e for e in root.iter("mfrac") if e.get("data-fact") == "I_exact_p"]
    assert [child.text for child in fraction] == ["1", {"en": "524,288", "it": "524.288"}[tag]]
    (power,) = [e for e in root.iter("mrow") if e.get("data-fact") == "I_exact_p"]
    assert ElementTree.tostring(power, encoding="unicode") == (
        f'<mrow data-fact="I_exact_p"><mn>{mantissa}</mn><mo>×</mo>'
        "<msup><mn>10</mn><mrow><mo>−</mo><mn>6</mn></mrow></msup></mrow>"
    )


@pytest.mark.parametrize("kind", ["inline", "display"])
def test_a_hat_is_a_circumflex_that_does_not_stretch(kind):
    hats = [m for name in TEX[kind] for m in converted(kind, name).iter("mover")]
    assert hats
    for hat in hats:
        assert (hat[1].text, hat[1].get("stretchy")) == ("\u02c6", "false")


def test_limits_of_a_displayed_sum_are_above_and_below():
    sums = [
        e
        for name in TEX["display"]
        for e in converted("display", name).iter()
        if list(e) and e[0].text == "∑"
    ]
    assert len(sums) == sum(tex.count(r"\sum") for tex in TEX["display"].values()) > 0
    assert {e.tag for e in sums} == {"munderover"}
    assert "munderover" not in convert(r"\sum_{i=1}^{N} i", display=False)


def test_words_stay_whole():
    assert "<mi>Acc</mi>" in convert(r"\mathrm{Acc}(A)")
    assert "<mi>SE</mi>" in convert(r"\mathrm{SE}")


def test_colon_and_tilde_are_operators():
    assert "<mo>:</mo>" in convert("H_0 : x")
    assert "<mo>\u223c</mo>" in convert(r"K \sim x")


BAD = [
    "",
    " ",
    r"\frac{1}",
    r"\frac",
    r"\binom{a}",
    "{",
    "}",
    "}{",
    r"\left( x",
    r"\left[ \right",
    "x^",
    "_",
    "x & y",
]
BAD += [
    r"\fracc{1}{2}",
    r"\unknown",
    r"\alpha\betaa",
    r"\begin{matrix}",
    "\\",
    "\0",
    r"\text{\fact{N}}",
    r"\fact{}",
]
BAD += [r"\fact{N", r"\fact{a-b}"]


@pytest.mark.parametrize("tex", BAD, ids=repr)
def test_tex_that_can_not_be_converted_names_the_formula(tex):
    with pytest.raises(FormulaError, match=r"formulas\.toml: formula 'trial' "):
        convert(tex)


def test_a_number_is_no_markup():
    assert '<mn data-fact="N">&lt;b&gt;</mn>' in convert(r"\fact{N}", "<b>")


@pytest.mark.parametrize(
    "tex", [r"\fact{N}\fact{M}", r"x_\fact{N} + 2^\fact{M}", r"\frac{\fact{N}}{\fact{M}}"]
)
def test_each_number_gets_its_own_place(tex):
    root = ElementTree.fromstring(convert(tex))
    assert [e.get("data-fact") for e in root.iter("mn") if e.get("data-fact")] == ["N", "M"]
