"""How long an edition takes to read, and where it lies."""

import dataclasses

import pytest
from each import each

from discordant.press import blocks
from discordant.publication import disk, reading
from discordant.publication.edition import read


@pytest.fixture(scope="module")
def publication():
    return disk.load()


def of_text(publication, tmp_path, text, canonical=""):
    """The English edition of an article with this text."""
    (tmp_path / "article.md").write_text(text, encoding="utf-8")
    nodes = {**publication.nodes, "article.md": blocks.read(tmp_path / "article.md", "article.md")}
    settings = publication.settings._replace(canonical=canonical)
    return read(dataclasses.replace(publication, nodes=nodes, settings=settings), "en")


ARTICLE = """::: head

# A title of five words {{#title}}

:::

::: abstract

This is not counted. {{#abstract.one}}

:::

## First {{#first.title}}

{{I_m}} of {{f_m}}, [Figure {{figure_x}}][figure-x]. {{#first.numbers}}

{words}

::: note aside

Nor is this. {{#first.note}}

:::

## Sources {{#sources.title}}

{more}
"""


def paragraphs(section, words):
    """So many words, a hundred to a block."""
    parts = [min(100, words - done) for done in range(0, words, 100)]
    return "\n\n".join(f"{'word ' * part}{{#{section}.words{place}}}" for place, part in enumerate(parts))


@each("minutes", [1, 2, 15])
def test_minutes_are_those_of_the_running_text(publication, tmp_path, minutes):
    """Beside the words that are multiplied here there are 11: title 5, heading 1, and "0 of 0, Figure 0"."""
    just = 230 * minutes - 115 - 11  # from here on the number is rounded up to that many
    for words, found in ((just, minutes), (just - 1, max(1, minutes - 1)), (just + 229, minutes)):
        edition = of_text(
            publication,
            tmp_path,
            ARTICLE.format(words=paragraphs("first", words), more=paragraphs("sources", 500)),
        )
        assert reading.facts(edition)["reading_minutes"].value == found, words


def test_han_is_counted_by_characters():
    assert reading.minutes("字" * 1000 + "p" * 999) == 3  # 2.5
    assert reading.minutes("字" * 1000 + " p" * 1000) == 4  # as many letters: 1,001 words


def test_the_address_is_that_of_the_language(publication, tmp_path):
    text = ARTICLE.format(words=paragraphs("first", 1), more=paragraphs("sources", 1))
    assert "address" not in reading.facts(of_text(publication, tmp_path, text))
    placed = reading.facts(of_text(publication, tmp_path, text, "https://example.org/d/"))["address"]
    assert (placed.value, placed.kind) == ("https://example.org/d/en/", "name")


@each("tag", ["en", "it", "zh-Hans"])
def test_our_own_take_some_minutes(publication, tag):
    assert 8 <= reading.facts(read(publication, tag))["reading_minutes"].value <= 25
