"""Edition: a language is read once, and each of its translations judged once, for all that is made of it."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

import discordant
from discordant.article import figures, listing, print_edition
from discordant.article import page as article
from discordant.language import Locale, catalogs
from discordant.language.message import has_words
from discordant.press import scribe as press_scribe
from discordant.press.drawings import Drawing
from discordant.publication import edition, progress
from discordant.publication.disk import load
from discordant.publication.edition import Languages
from discordant.teaching.exercises.sheet import Order, make
from discordant.teaching.handouts import pages as handouts
from discordant.teaching.sheets.pages import Form, Pages
from discordant.translating import review

ROOT = Path(discordant.__file__).parent
LISTING = listing.Listing("", "")
FIGURES = (*figures.PANELS, "split", "resolution")


@pytest.fixture(scope="module")
def publication():
    return load()


@pytest.fixture
def italian(publication):
    return edition.read(publication, "it")


def everything(own, languages):
    """All that is written in a language, the drawings and PDFs aside."""
    written = article.write(own, LISTING, languages)
    print_edition.write(written)
    handouts.plan(own)
    handouts.printed(own)
    sheet = Pages(own, make(Order(2, kinds=("exact-by-hand", "read-distribution"))), Form("a4", False), "")
    sheet.plan()
    sheet.quiz()
    return [*review.blocks(own), *own.faults, own.spoken, progress.data(own)]


def refuse(*_given):
    raise AssertionError("read again")


def test_whoever_has_an_edition_reads_no_locale_or_catalog(publication, italian, monkeypatch):
    languages = Languages((publication.english, italian.locale), publication.english)
    monkeypatch.setattr(catalogs, "read", refuse)
    monkeypatch.setattr(Locale, "read", refuse)
    everything(italian, languages)


def test_a_translation_is_judged_once(publication, italian, monkeypatch):
    """But where it may have links: then once for each set of places that they lead to."""
    judged = Counter()
    judge = press_scribe.unusable

    def counted(english, text):
        judged[english, text] += 1
        return judge(english, text)

    monkeypatch.setattr(press_scribe, "unusable", counted)
    everything(italian, Languages((italian.locale,), publication.english))
    entries = italian.catalog.entries  # which have nothing of what has no words
    texts = {b.id: (b.text, entries[b.id].text) for b in blocks(publication) if b.id in entries}
    of_blocks = Counter(pair for pair in texts.values() if not any(sign in "".join(pair) for sign in "[<"))
    assert len(of_blocks) > 400
    assert {pair: judged[pair] for pair in of_blocks} == of_blocks


def blocks(publication):
    return publication.blocks.values()


def test_the_blocks_of_a_publication_are_gathered_once(publication):
    assert publication.blocks is publication.blocks
    assert publication.numbers is publication.numbers


@pytest.mark.parametrize("bare_first", [False, True])
def test_a_link_is_judged_by_where_it_leads_whoever_asked_before(publication, italian, bare_first):
    """The name of a link in brackets of its own is a link only where a page has such a place."""
    block, text = publication.blocks["page.skip"], "un [package]"
    knowing, bare = italian.scribe(italian.links), italian.bare_scribe()
    faults = {}
    for scribe in (bare, knowing) if bare_first else (knowing, bare):
        faults[scribe] = scribe.fault(block, text)
    assert faults[bare] is None
    assert faults[knowing].what == "links to ../discordant-package.zip, the English to nothing"


def test_scribes_of_an_edition_keep_records_of_their_own(publication, italian):
    first, second = italian.scribe({}), italian.scribe({})
    first.plain(publication.blocks["figure.cases.both"], {"a": publication.facts["I_a"]})
    assert [entry.fact for entry in first.printed] == ["I_a"]
    assert second.printed == []


def without(own, block_id):
    """The edition with one translation missing."""
    entries = {name: entry for name, entry in own.catalog.entries.items() if name != block_id}
    return edition.Edition(own.publication, own.locale, own.catalog._replace(entries=entries))


def labels(own):
    """The blocks that stand in English in the drawings of all figures, as their scribes tell."""
    source = own.publication
    letterer = own.scribe({})
    figures.plan(letterer, source.blocks, source.facts)
    for write in handouts._LABELS.values():
        write(letterer, source.blocks)
    return set(letterer.untranslated)


def test_a_drawing_is_in_english_where_one_of_its_labels_is(italian):
    assert not any(map(italian.is_drawn_in_english, FIGURES))
    names = [name for name in italian.publication.blocks if name.startswith(("figure.", "cover."))]
    assert len(names) > 35
    for name in names:
        own = without(italian, name)
        drawn = {figure for figure in FIGURES if own.is_drawn_in_english(figure)}
        assert drawn == {label.split(".")[1] for label in labels(own) if not label.startswith("cover.")}, name


def test_a_name_of_a_comparison_is_a_label_of_two_figures(italian):
    own = without(italian, "comparison.II")
    assert {figure for figure in FIGURES if own.is_drawn_in_english(figure)} == {"cases", "leads"}


def test_states_count_each_block_once(publication, italian):
    own = without(italian, "title")
    assert own.untranslated == ["title"]
    worded = sum(has_words(block.text) for block in publication.blocks.values())
    assert worded < len(publication.blocks)
    assert (progress.tally(own).missing, progress.tally(own).done) == (1, worded - 1)
    assert sum(progress.tally(own, part).blocks for part in progress.PARTS) == worded
    english = edition.read(publication, "en")
    assert (english.untranslated, english.faults) == ([], [])


def test_settings_are_those_of_the_file(publication):
    table = tomllib.loads((ROOT / "templates" / "article.toml").read_text("utf-8"))
    settings = publication.settings
    assert (settings.publisher, settings.version) == (table["publisher"]["name"], table["edition"]["version"])
    assert (settings.date, settings.canonical) == (table["edition"]["date"], table["edition"]["canonical"])
    assert (settings.nist_address, settings.errata) == (table["sources"]["nist_address"], ())


def test_corrections_are_settings_with_date_and_block(tmp_path, monkeypatch):
    (tmp_path / "templates").mkdir()
    text = (ROOT / "templates" / "article.toml").read_text("utf-8")
    entries = [("2027-02-03", "title"), ("2027-01-02", "question")]
    more = "".join(f'\n[[errata]]\ndate = {date}\nblock = "{block}"\n' for date, block in entries)
    (tmp_path / "templates" / "article.toml").write_text(text + more, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    found = load().settings.errata
    assert [(erratum.date.isoformat(), erratum.block) for erratum in found] == entries


def test_every_language_of_an_output_and_english_may_have_words_on_a_page(publication, italian):
    languages = Languages((italian.locale,), publication.english)
    assert [tuple(language) for language in languages.named] == [("it", italian.locale.name)]
    assert [locale.tag for locale in languages.on_a_page] == ["it", "en"]


@pytest.mark.parametrize("missing", [None, "figure.split.alt"])
def test_a_job_has_what_its_page_shows(italian, missing):
    """Its drawing, its drawn formulas, its fonts; the drawing's words are marked where they are English."""
    own = italian if missing is None else without(italian, missing)
    drawing = Drawing("d", "split", "t", "<svg></svg>", "0 0 1 1", "<svg>print</svg>")
    job = handouts.job(own, "compared", drawing)
    assert job.assets["compared.svg"] == (b"<svg>print</svg>", "image/svg+xml")
    assert '<img src="asset:compared.svg" alt="' in job.html
    image = job.html.partition('<img src="asset:compared.svg"')[2].partition(">")[0]
    assert image.endswith(' lang="en"') == (missing is not None)
    asked = {part.partition('"')[0].partition(")")[0] for part in job.html.split("asset:")[1:]}
    assert asked <= job.assets.keys()
    assert (job.date, job.direction, job.attachments) == (own.publication.settings.date, "ltr", ())
