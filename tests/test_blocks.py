"""Source blocks: the syntax, and every error with file and line."""

import re
from pathlib import Path

import pytest

import discordant
from discordant.press import blocks
from discordant.press.blocks import Block, Container, SourceError, flat, parse, placeholders

TEMPLATES = Path(discordant.__file__).parent / "templates"

TEXT = """\
# Title of it {#title}

A sentence that
  runs over {m} lines. {#part.one claims="p < alpha; b > c" note="for the translator"}
- first {#part.a}
- second,
  longer {#part.b}
### Deep {#deep-er.title}

::: figure null-distribution
Inside. {#figure.null-distribution.caption}
:::
::: abstract
:::
"""


def test_syntax():
    nodes = parse(TEXT, "a.md")
    assert nodes == [
        Block("title", "heading", 1, "Title of it", (), "", "a.md", 1),
        Block(
            "part.one",
            "paragraph",
            0,
            "A sentence that runs over {m} lines.",
            ("p < alpha", "b > c"),
            "for the translator",
            "a.md",
            3,
        ),
        Block("part.a", "item", 0, "first", (), "", "a.md", 5),
        Block("part.b", "item", 0, "second, longer", (), "", "a.md", 6),
        Block("deep-er.title", "heading", 3, "Deep", (), "", "a.md", 8),
        Container(
            "figure",
            "null-distribution",
            (Block("figure.null-distribution.caption", "paragraph", 0, "Inside.", (), "", "a.md", 11),),
        ),
        Container("abstract", "abstract", ()),
    ]
    assert [block.id for block in flat(nodes)][-1] == "figure.null-distribution.caption"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends_of_any_system(newline):
    found = parse("A. {#a}\n\nB. {#b}".replace("\n", newline), "a.md")
    assert [(block.id, block.text, block.source) for block in found] == [
        ("a", "A.", "a.md:1"),
        ("b", "B.", "a.md:3"),
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "  \n"])
def test_nothing_is_no_block(text):
    assert parse(text, "a.md") == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("{b} of {m}, so {b}", ("b", "m", "b")),
        ("{I_exact_p_long}", ("I_exact_p_long",)),
        ("{{x}}", ("x",)),
        ("{x.y} {x!r} {x:d} {0} {} { x } {x y} {_x}", ()),
    ],
)
def test_placeholders_are_plain_identifiers(text, names):
    assert placeholders(text) == names


def test_what_is_no_mark_is_text():
    for text in ("#hash", "-5 points", "*emphasis* - and more", "1. one", "> quoted", ": colon"):
        (block,) = parse(f"{text} {{#a}}", "a.md")
        assert (block.kind, block.text) == ("paragraph", text)


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("No id at all.", 1, "has no id; end it with one, like {#part.name}"),
        ("Fine. {#a}\n\n\nNo id.", 4, "has no id"),
        ("Fine. {#a}\n# Heading", 2, "has no id"),
        ("Not at {#a} the end.", 1, "has no id"),
        ("A {#A b}", 1, "'b' is no attribute"),
        ("A {#a.}", 1, "'.' is no attribute"),
        ("A {#a..b}", 1, "'..b' is no attribute"),
        ("A {#ä}", 1, "has no id"),
        ("{#a}", 1, "block a is empty"),
        ("\n#  {#a}", 2, "block a is empty"),
        ("- {#a}", 1, "block a is empty"),
        ("A {#a claims}", 1, "'claims' is no attribute"),
        ('A {#a claim="p < q"}', 1, "'claim' is no attribute of a block; there are claims and note"),
        ('A {#a note="open}', 1, "attributes after the id cannot be read: No closing quotation"),
        ("A. {#a}\n\nB. {#a}", 3, "block id a stands already at a.md:1"),
        ("A. {#a}\n::: figure x\nB. {#a}\n:::", 3, "block id a stands already at a.md:1"),
        (":::", 1, "closes a container, but none is open"),
        ("A. {#a}\n:::\n", 2, "closes a container, but none is open"),
        ("::: figure x\n\n\n::: figure y\n:::", 4, "the container opened in line 1 is still open"),
        ("A. {#a}\n::: figure x\nB. {#b}", 2, "never closed"),
        (":::figure x", 1, "a container opens with '::: kind name', not ':::figure x'"),
        ("::: Figure x", 1, "a container opens with"),
        ("::: figure x y", 1, "a container opens with"),
        ("::: figure ../x", 1, "a container opens with"),
        (":::::", 1, "a container opens with"),
    ],
)
def test_errors_name_file_and_line(text, line, says):
    with pytest.raises(SourceError) as caught:
        parse(text, "a.md")
    assert str(caught.value).startswith(f"a.md:{line}: ")
    assert says in str(caught.value)


def test_long_nonsense_is_not_repeated_in_full():
    with pytest.raises(SourceError) as caught:
        parse("::: " + "x" * 10_000, "a.md")
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(("content", "line"), [(b"a\n\xff\xfe", 2), (None, None)])
def test_a_file_that_can_not_be_read(tmp_path, content, line):
    path = tmp_path / "a.md"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SourceError) as caught:
        blocks.read(path)
    assert (caught.value.path, caught.value.line) == (str(path), line)


def test_a_file_is_called_by_its_name(tmp_path):
    (tmp_path / "a.md").write_text("A. {#a}", encoding="utf-8")
    (block,) = blocks.read(tmp_path / "a.md")
    assert block.source == "a.md:1"


@pytest.mark.parametrize("name", ["article.md", "figures.md", "page.md", "package.md"])
def test_shipped_sources(name):
    """localisation.md 2.4.1: at most about 80 words; design.md: no digit typed outside code and links."""
    for block in flat(blocks.read(TEMPLATES / name)):
        assert len(block.text.split()) <= 160, block.id
        assert not re.search(r"\d", re.sub(r"`[^`]*`|\{\w+\}|\]\[\w+\]", "", block.text)), block.id


@pytest.mark.parametrize("sign", ["\ue000", "&#xE000;", "\u202e", "&#0;"])
def test_a_block_has_no_character_that_stands_for_something_else(sign):
    with pytest.raises(SourceError, match="block a holds"):
        parse(f"one {sign} two {{#a}}", "x.md")
