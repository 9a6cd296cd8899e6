"""Side notes, boxes, references, links inside the article: each in its place, led to and led back."""

import re

import pytest

from discordant.language import Catalog, Fact, Locale
from discordant.language.catalogs import Entry
from discordant.press.blocks import SourceError, parse
from discordant.press.document import Note, anchors, numbers, write
from discordant.press.fill import FillError
from discordant.press.scribe import Scribe

HEAD = """\
::: head
# A title {#title}

A question? {#question}

Standfirst. {#standfirst}

A page {#description}
:::

::: figure cases
Dots, [only B][only-b] and [only A][only-a]. {#figure.cases.caption}
:::

::: abstract
In short. {#abstract.a}
:::

"""
BODY = """\
## First part {#first.title}

It is small.{note_cap} See [Formula {formula_one}][formula-one] and
[Figure {figure_cases}][figure-cases]. {#first.p}

::: display half
One half. {#formula.half.spoken}
:::

::: formula one
N equals one. {#formula.one.spoken}
:::

::: note cap
The cap holds; see [section {section_second}][second]. {#first.cap}
:::

After it. {#first.q}

## Second {#second.title}

Of {x} pieces{note_last} many, as in [Tango][ref-tango]. {#second.p}

::: note last
The last. {#second.last}
:::

::: figure wide
Bars. {#figure.wide.caption}
:::

::: box report
Ask for this {#box.report.title}

It takes two lines: {#box.report.intro}

- the first; {#box.report.one}
- the second. {#box.report.two}
:::

## Sources {#sources.title}

A book. {#sources.a}

::: references
- Tango. [Here][doi-tango]. {#reference.tango}
:::

::: colophon
Made by us. {#colophon.a}
:::
"""
ENGLISH = Locale("en", "English", (), 4, "latn", {})
CHINESE = Locale("zh-Hans", "", (), 5, "latn", {})
FORMULAS = {"inline": {"N": "N"}, "display": {"one": "N = 1", "half": "1/2"}}


def written(text=HEAD + BODY, locale=ENGLISH, catalog=None, narrow=()):
    nodes = parse(text, "article.md")
    facts = {"x": Fact("x", 2, "count"), **numbers(nodes)}
    links = {**anchors(nodes), "doi-tango": "https://doi.org/10.1/x"}
    return write(nodes, Scribe(locale, Catalog("", catalog or {}), facts, FORMULAS, links), narrow)


def items(text=HEAD + BODY, **options):
    return {item.id: item for section in written(text, **options).sections for item in section.items}


def test_notes_are_numbered_and_led_to_from_their_mark():
    made = items()
    assert [made["cap"].kind, made["last"].kind] == ["note", "note"]
    assert [made[name].content.number.striptags() for name in ("cap", "last")] == ["1", "2"]
    paragraph = str(made["first.p"].content.html)
    mark = re.search(
        r'<sup class="noteref"><a id="(.*?)" href="(.*?)" role="doc-noteref">(.*?)</a></sup>', paragraph
    )
    assert mark.groups() == (
        "to-note-cap",
        "#note-cap",
        '<span class="fact" data-fact="note_cap">1</span>',
    )


def test_a_mark_stays_on_the_line_of_what_it_stands_behind():
    """No line begins with one: it is bound to the sign before it, or is in the span of a number's phrase."""
    assert '<span class="nowrap">.<sup class="noteref">' in str(items()["first.p"].content.html)
    locale = Locale("en", "English", (), 4, "latn", {}, together=("{} pieces",))
    bound = str(items(locale=locale)["second.p"].content.html)
    assert re.search(
        r'<span class="nowrap"><span class="fact"[^>]*>2</span> pieces<sup class="noteref">', bound
    )
    chinese = {
        "second.p": Entry(
            "Of {x} pieces{note_last} many, as in [Tango][ref-tango].",
            "共{x}件。{note_last}见[Tango][ref-tango]。",
            False,
            1,
        )
    }
    assert '<span class="nowrap">。<sup' in str(
        items(locale=CHINESE, catalog=chinese)["second.p"].content.html
    )


def test_a_mark_behind_a_formula_and_its_comma():
    text = (HEAD + BODY).replace("It is small.{note_cap}", "It is {f_N},{note_cap} and small.")
    assert '<span class="nowrap"><i>N</i>,<sup class="noteref">' in str(items(text)["first.p"].content.html)


def test_a_note_stands_beside_what_follows_until_a_figure_needs_the_margin():
    made = items()
    assert isinstance(made["cap"].content, Note)
    assert (made["cap"].content.rows, made["last"].content.rows) == (4, 1)
    assert items(narrow=("wide",))["last"].content.rows == 4


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "small.{note_cap}",
            "small.",
            "nothing marks the note cap; write {note_cap} before it in its section",
        ),
        ("After it.", "After it.{note_cap}", "{note_cap} stands twice"),
        ("After it.", "After it.{note_late}", "{note_late} marks no note that stands behind it"),
        ("pieces{note_last}", "pieces", "nothing marks the note last"),
        ("::: box report", "::: boxes report", "there is no container '::: boxes'"),
    ],
)
def test_a_note_and_its_mark_that_have_lost_each_other(old, new, says):
    with pytest.raises(SourceError, match=re.escape(says)) as caught:
        written((HEAD + BODY).replace(old, new))
    assert str(caught.value).startswith("article.md:")


def test_a_mark_where_no_link_can_be():
    with pytest.raises(
        FillError, match=r"block formula\.one\.spoken: a mark of a side note stands where no link"
    ):
        written(
            (HEAD + BODY)
            .replace("small.{note_cap}", "small.")
            .replace("equals one.", "equals one.{note_cap}")
        )


def test_links_inside_the_article_lead_to_its_parts():
    assert anchors(parse(HEAD + BODY, "article.md")) == {
        "only-b": "#only-b",
        "only-a": "#only-a",
        "figure-cases": "#figure-cases",
        "first": "#first",
        "formula-one": "#formula-one",
        "note-cap": "#note-cap",
        "second": "#second",
        "note-last": "#note-last",
        "figure-wide": "#figure-wide",
        "sources": "#sources",
        "ref-tango": "#ref-tango",
    }
    made = items()
    assert '<a href="#formula-one">Formula <span class="fact" data-fact="formula_one">1</span></a>' in str(
        made["first.p"].content.html
    )
    assert '<a href="#ref-tango">Tango</a>' in str(made["second.p"].content.html)


def test_words_in_the_colour_of_a_cell_are_no_links():
    caption = str(written().opening.content.parts["caption"].html)
    assert re.sub('<span class="nowrap">(.*?)</span>', r"\1", caption) == (
        'Dots, <span class="only-b">only B</span> and <span class="only-a">only A</span>.'
    )


def test_a_translation_keeps_the_colours_and_links_of_the_english():
    english = "Dots, [only B][only-b] and [only A][only-a]."
    lost = {"figure.cases.caption": Entry(english, "点，只有 B 和[只有 A][only-a]。", False, 1)}
    assert not written(locale=CHINESE, catalog=lost).opening.content.parts["caption"].translated


def test_displayed_formulas_without_a_number():
    content = items()["half"].content
    assert (content["number"], content["spoken"]) == (None, "One half.")


def test_a_box_has_a_head_a_lead_and_entries():
    box = items()["report"].content
    assert str(box.title.html) == "Ask for this"
    assert [str(text.html) for text in box.lead] == ["It takes two lines:"]
    assert [str(text.html) for text in box.entries] == ["the first;", "the second."]


def test_references_by_their_key():
    (entry,) = items()["references"].content
    assert entry.key == "tango"
    assert str(entry.text.html) == 'Tango. <a href="https://doi.org/10.1/x">Here</a>.'
