"""The document: blocks numbered and put in their places, nothing lost without a word."""

import pytest

from discordant.language import Catalog, Fact, Locale
from discordant.language.catalogs import Entry
from discordant.press import document
from discordant.press.blocks import SourceError, flat, parse
from discordant.press.document import numbers, write
from discordant.press.fill import FillError
from discordant.press.scribe import Scribe
from discordant.publication import disk as publication

HEAD = """\
::: head
# A {x} title {#title}

A question? {#question}

Standfirst. {#standfirst}

A {x} page {#description}
:::
"""
OPENING = "::: figure cases\nDots. {#figure.cases.caption}\n:::\n"
ABSTRACT = "::: abstract\nIn short. {#abstract.a}\n\nMore. {#abstract.b}\n:::\n"
BODY = """\
## First part {#first.title}

A paragraph; see section {section_second} and figure {figure_the_law}. {#first.p}

- one {#first.a}
- two {#first.b}

::: formula one
N equals one. {#formula.one.spoken}
:::

After it. {#first.q}

- three {#first.c}

## Second {#second.title}

::: figure the-law
Bars. {#figure.the-law.caption}

Less. {#figure.the-law.note}
:::

::: table outcomes
Counts. {#table.outcomes.caption}
:::

::: formula two
N equals two. {#formula.two.spoken}
:::

::: listing compare
Code. {#listing.compare.caption}
:::

## Sources {#sources.title}

A book. {#sources.a}
"""
END = "::: colophon\nMade by us. {#colophon.a}\n:::\n"
ARTICLE = HEAD + OPENING + ABSTRACT + BODY + END
ENGLISH = Locale("en", "English", (), 4, "latn", {})
CHINESE = Locale("zh-Hans", "", (), 5, "latn", {})
FORMULAS = {"inline": {}, "display": {"one": "N = 1", "two": "N = 2"}}


def written(text, locale=ENGLISH, catalog=None):
    nodes = parse(text, "article.md")
    facts = {"x": Fact("x", 2, "count"), **numbers(nodes)}
    return write(nodes, Scribe(locale, Catalog("", catalog or {}), facts, FORMULAS, {}))


def plain(text):
    """Without the spans round numbers."""
    return text.html.striptags()


def test_running_numbers_in_the_order_of_the_source():
    found = {name: (fact.value, fact.kind) for name, fact in numbers(parse(ARTICLE, "article.md")).items()}
    assert found == {
        "figure_cases": (1, "label"),
        "section_first": (1, "label"),
        "formula_one": (1, "label"),
        "section_second": (2, "label"),
        "figure_the_law": (2, "label"),
        "table_outcomes": (1, "label"),
        "formula_two": (2, "label"),
        "listing_compare": (1, "label"),
    }


def test_parts_of_the_page():
    made = written(ARTICLE)
    assert [plain(made.title), plain(made.question), plain(made.standfirst)] == [
        "A 2 title",
        "A question?",
        "Standfirst.",
    ]
    assert made.description == "A 2 page"
    assert [plain(text) for text in made.abstract] == ["In short.", "More."]
    assert [plain(text) for text in made.colophon] == ["Made by us."]
    assert (made.opening.kind, made.opening.id, made.opening.content.number.value) == ("figure", "cases", 1)
    assert plain(made.opening.content.parts["caption"]) == "Dots."
    assert made.errata == {}


def test_sections_hold_their_items_in_order():
    first, second, sources = written(ARTICLE).sections
    assert [section.id for section in (first, second, sources)] == ["first", "second", "sources"]
    assert [s.number and s.number.striptags() for s in (first, second, sources)] == ["1", "2", None]
    assert [(item.kind, item.id) for item in first.items] == [
        ("paragraph", "first.p"),
        ("list", "first.a"),
        ("formula", "one"),
        ("paragraph", "first.q"),
        ("list", "first.c"),
    ]
    assert [item.kind for item in second.items] == ["figure", "table", "formula", "listing"]
    assert plain(first.items[0].content) == "A paragraph; see section 2 and figure 2."
    assert [plain(text) for text in first.items[1].content] == ["one", "two"]


def test_a_formula_has_number_mathematics_and_words():
    content = written(ARTICLE).sections[1].items[2].content
    assert content["number"].striptags() == "2"
    assert content["math"] == '<math display="block"><mi>N</mi><mo>=</mo><mn>2</mn></math>'
    assert content["spoken"] == "N equals two."


def test_the_parts_of_a_figure_go_by_their_last_name():
    figure = written(ARTICLE).sections[1].items[0].content
    assert {name: plain(text) for name, text in figure.parts.items()} == {"caption": "Bars.", "note": "Less."}


def test_another_language_has_the_same_skeleton():
    catalog = {"first.p": Entry("x", "stale", False, 1), "first.q": Entry("After it.", "此后。", False, 1)}
    english, chinese = written(ARTICLE), written(ARTICLE, CHINESE, catalog)
    for ours, theirs in zip(english.sections, chinese.sections, strict=True):
        assert [(i.kind, i.id) for i in ours.items] == [(i.kind, i.id) for i in theirs.items]
    items = chinese.sections[0].items
    assert (plain(items[3].content), items[3].content.translated) == ("此后。", True)
    assert (plain(items[0].content)[:11], items[0].content.translated) == ("A paragraph", False)


def test_corrections_stand_by_their_block():
    text = ARTICLE + "::: errata\nIt was wrong. {#errata.one}\n:::\n"
    assert {name: plain(text) for name, text in written(text).errata.items()} == {
        "errata.one": "It was wrong."
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (OPENING + ABSTRACT + BODY + END, "no container '::: head'"),
        (HEAD + OPENING + BODY + END, "no container '::: abstract'"),
        (HEAD + OPENING + ABSTRACT + BODY, "no container '::: colophon'"),
        (ARTICLE.replace("{#question}", "{#ask}"), "'::: head' has no block question"),
        (ARTICLE.replace("{#description}", "{#meta}"), "'::: head' has no block description"),
        (HEAD + ABSTRACT + BODY + END, "opens with one figure"),
        (HEAD + OPENING + OPENING.replace("cases", "more") + ABSTRACT + BODY + END, "opens with one figure"),
        (ARTICLE.replace("formula.two.spoken", "formula.two.said"), "no block formula.two.spoken"),
        # what no page would show
        (ARTICLE.replace("::: table", "::: tabel"), "there is no container '::: tabel'; there are figure"),
        (ARTICLE + ABSTRACT.replace("abstract.", "again."), "'::: abstract abstract' stands twice"),
        (ARTICLE + "::: formula one\nAgain. {#formula.one.again}\n:::\n", "'::: formula one' stands twice"),
        (
            HEAD + OPENING + ABSTRACT + "Stray. {#stray}\n\n" + BODY + END,
            "block stray stands before the first section",
        ),
        (HEAD + OPENING + "::: table t\nT. {#t}\n:::\n" + ABSTRACT + BODY + END, "table t stands before"),
    ],
)
def test_what_is_missing_or_would_be_lost_is_named(text, says):
    with pytest.raises(SourceError) as caught:
        written(text)
    assert says in str(caught.value)
    assert str(caught.value).startswith("article.md:")


def test_a_reference_to_what_is_not_there():
    with pytest.raises(
        FillError, match=r"article\.md:\d+: block first\.p: \{figure_the_lore\} names no fact"
    ):
        written(ARTICLE.replace("{figure_the_law}", "{figure_the_lore}"))


def test_a_formula_that_formulas_toml_lacks():
    with pytest.raises(FillError, match="no display formula 'three'"):
        written(ARTICLE.replace("formula two", "formula three").replace("formula.two", "formula.three"))


# --- the article --------------------------------------------------------------------------------------------


def test_the_article_shows_each_of_its_blocks_once():
    """Nothing of article.md is lost on the way to the page."""
    loaded = publication.load()
    nodes = loaded.nodes["article.md"]
    shown = []

    class Listener(Scribe):
        def html(self, block, facts=None):
            shown.append(block.id)
            return super().html(block, facts)

        def plain(self, block, facts=None):
            shown.append(block.id)
            return super().plain(block, facts)

    facts = loaded.facts | numbers(nodes)
    listener = Listener(
        publication.locale("en"), Catalog("", {}), facts, loaded.formulas, {"nist": "https://a.org"}
    )
    document.write(nodes, listener)
    assert sorted(shown) == sorted(block.id for block in flat(nodes))


def test_the_order_of_the_articles_sections():
    """brief/article.md: ten numbered sections, their order fixed, then the sources without a number."""
    found = numbers(publication.load().nodes["article.md"])
    sections = [name.removeprefix("section_") for name in found if name.startswith("section_")]
    assert sections == [
        "dashboard",
        "pairing",
        "hypothesis",
        "coin",
        "pvalue",
        "regressions",
        "exactness",
        "decision",
        "code",
        "closing",
    ]
    assert [found[f"section_{name}"].value for name in sections] == list(range(1, 11))
