"""What a page could show in the place of something else, or leave out without a word, is refused by name."""

from dataclasses import replace

import pytest

from discordant.article import page as article
from discordant.press.blocks import SourceError, parse
from discordant.press.pages import PageError
from discordant.publication import edition
from discordant.publication.disk import load
from discordant.publication.edition import Languages
from discordant.teaching.exercises.sheet import Order, make
from discordant.teaching.sheets.pages import Form, Pages
from discordant.teaching.sheets.texts import Writer


@pytest.mark.parametrize(
    ("kind", "known"),
    [
        ("table", "there are outcomes, methods"),
        ("listing", "there is compare"),
        ("figure", "there are cases, records, coins, null-distribution, leads, attainable"),
    ],
)
def test_an_article_has_no_figure_table_or_listing_of_another_name(kind, known):
    publication = load()
    text = f"::: {kind} other\nA block. {{#another}}\n:::\n"
    nodes = {**publication.nodes, "article.md": parse(text, "article.md")}
    other = edition.read(replace(publication, nodes=nodes), "en")
    with pytest.raises(SourceError, match=f"^article.md:2: there is no {kind} other; {known}$"):
        article.write(other, None, Languages((other.locale,), other.locale))


def test_a_sheet_leaves_out_no_exhibit_that_its_template_does_not_know(monkeypatch):
    item = Writer.item

    def other(writer, exercise, number):
        found = item(writer, exercise, number)
        return {**found, "exhibits": [shown._replace(kind="graph") for shown in found["exhibits"]]}

    monkeypatch.setattr(Writer, "item", other)
    sheet = make(Order(1, 1, ("manager",)))
    pages = Pages(edition.read(load(), "en"), sheet, Form("a4", False), "")
    with pytest.raises(PageError, match=r"sheet-parts\.html\.jinja2:\d+: .*'graph'"):
        pages.html({}, "A")
