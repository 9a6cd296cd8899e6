"""A release has no translation in which `locale check` finds an error, though a draft would show it."""

import re
from functools import partial

import pytest

from discordant.cli import main
from discordant.language import Locale, catalogs
from discordant.language.catalogs import Entry
from discordant.publication.disk import load, locale
from discordant.publication.edition import Edition
from discordant.translating import review

PO = "locales/it/LC_MESSAGES/article.po"
QUESTION = "Due modelli di IA, un solo insieme di test: su quali immagini sono in disaccordo?"


def put(publication, text):
    """A publication whose Italian says this in the block `question`."""

    def change(catalog):
        assert catalog.count(f'msgstr "{QUESTION}"') == 1
        return catalog.replace(f'msgstr "{QUESTION}"', f'msgstr "{text}"')

    return publication(PO, change)


def build(folder, monkeypatch, capsys, *options):
    monkeypatch.chdir(folder)
    code = main(["build", "--format", "json", "--locale", "it", "-o", "out", *options])
    return code, capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "Due modelli: su quali 2 immagini sono in disaccordo?",
            "has the digits 2, which the English has not",
        ),
        ("Due *modelli: su quali immagini sono in disaccordo?", "an asterisk without a partner"),
    ],
)
def test_what_check_finds_refuses_a_release(publication, monkeypatch, capsys, text, says):
    folder = put(publication, text)
    code, err = build(folder, monkeypatch, capsys, "--release")
    assert (code, err.count("\n")) == (1, 1)
    assert re.search(rf"locales/it/LC_MESSAGES/article\.po:\d+: block question: .*{re.escape(says)}", err)
    assert not (folder / "out").exists()


def test_an_error_in_a_part_that_claims_nothing_holds_up_no_release(publication, monkeypatch, capsys):
    """`question` is of the article; a language may claim another part alone."""
    folder = put(publication, "Due modelli: su quali 2 immagini sono in disaccordo?")
    for claimed, code in (("handouts", 0), ("article", 1)):
        line = f'complete = ["{claimed}"]'
        publication("locales/it/locale.toml", partial(re.sub, "complete = .*", line))
        assert build(folder, monkeypatch, capsys, "--release")[0] == code


def test_a_draft_shows_it_and_a_warning_refuses_nothing(publication, monkeypatch, capsys):
    folder = put(publication, "Due modelli: su quali 2 immagini sono in disaccordo?")
    assert build(folder, monkeypatch, capsys)[0] == 0
    folder = put(
        publication, "Two AI models, one test set: on which images do they disagree?"
    )  # is the English text: a guess
    assert build(folder, monkeypatch, capsys, "--release")[0] == 0


# --- glyphs, in the weight in which a text is set -----------------------------------------------------------


@pytest.fixture
def bold_lacks(monkeypatch):
    """As if the bold faces had no ß, which all of ours have."""

    def lacking(text, own, role, weight=400):
        return [sign for sign in dict.fromkeys(text) if sign == "ß" and weight == 700]

    monkeypatch.setattr(review.fonts, "lacking", lacking)


def found(block, text, own=None):
    """What a check says of one translation, errors alone."""
    publication = load()
    catalog = catalogs.Catalog("it.po", {block: Entry(publication.blocks[block].text, text, False, 1)})
    faults = review.blocks(Edition(publication, own or locale("it"), catalog))
    return [fault.finding.what for fault in faults if not fault.finding.warning]


@pytest.mark.parametrize(
    ("block", "text", "emphasis", "seen"),
    [
        ("dashboard.title", "Due tabelle ß", "italic", True),  # headings are bold
        ("question", "Su **quali ß** casi?", "italic", True),
        ("question", "Su *quali ß* casi?", "italic", False),
        ("question", "Su *quali ß* casi?", "bold", True),  # where letters have no slanted form
        ("question", "Su **quali** casi ß?", "bold", False),
    ],
)
def test_a_glyph_that_only_the_bold_face_lacks(bold_lacks, block, text, emphasis, seen):
    settings = {**vars(locale("it")), "emphasis": emphasis}
    said = [what for what in found(block, text, Locale(**settings)) if "ß (U+00DF)" in what]
    assert bool(said) == seen
