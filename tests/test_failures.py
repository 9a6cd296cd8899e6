"""What cannot be made harms itself alone: the rest is published, and the cause is named."""

import re
import shutil
import textwrap

import pytest
from babel.messages.pofile import read_po, write_po
from fontTools.ttLib import TTFont

from discordant.language.folders import find
from discordant.teaching.exercises import seeds

CRASH = {  # how the PDF of one language comes to nothing
    "warned of": "raise PdfError('a sound of the renderer')",
    "crashed": "os._exit(9)",
}


def hostile(folder, what, tag="it"):
    """An environment in which the PDF of one language cannot be made, by what Python runs at its start."""
    (folder / "sitecustomize.py").write_text(
        textwrap.dedent(f"""
        import importlib.abc, importlib.util, os, sys

        class Finder(importlib.abc.MetaPathFinder):
            def find_spec(self, name, path, target=None):
                if name != "discordant.press.pdf":
                    return None
                sys.meta_path.remove(self)
                spec = importlib.util.find_spec(name)
                load = spec.loader.exec_module

                def exec_module(module):
                    load(module)
                    PdfError, render = module.PdfError, module.render

                    def broken(job):
                        if '<html lang="{tag}"' in job.html:
                            {what}
                        return render(job)

                    broken.__module__, broken.__qualname__ = name, "render"  # so it travels as that one does
                    module.render = broken

                spec.loader.exec_module = exec_module
                return spec

        sys.meta_path.insert(0, Finder())
        """)
    )
    return {"PYTHONPATH": str(folder)}


@pytest.mark.parametrize("how", CRASH)
def test_a_pdf_that_fails_leaves_the_rest(discordant, tmp_path, how):
    settings = hostile(tmp_path, CRASH[how])
    place = tmp_path / "place"
    place.mkdir()
    options = ("build", "--locale", "it", "--locale", "en", "--format", "pdf", "--format", "html")
    run = discordant(*options, cwd=place, env=settings)
    assert run.returncode == 1, run.stderr
    assert run.stderr.startswith("discordant: output/it/discordant-it.pdf: not made: ")
    assert len(run.stderr.splitlines()) == 1
    there = {path.relative_to(place / "output").as_posix() for path in (place / "output").rglob("*.*")}
    assert there >= {"en/discordant-en.pdf", "en/index.html", "it/index.html", "index.html"}
    assert "it/discordant-it.pdf" not in there
    assert 'href="discordant-it.pdf"' not in (place / "output/it/index.html").read_text("utf-8")
    assert 'href="discordant-en.pdf"' in (place / "output/en/index.html").read_text("utf-8")

    options = ("build", "--release", "--locale", "it", "--format", "pdf", "-o", "released")
    run = discordant(*options, cwd=place, env=settings)
    assert run.returncode in (2, 3)
    assert "output/it/discordant-it.pdf" in run.stderr
    assert not (place / "released").exists()


def test_a_sheet_that_cannot_be_printed_again_leaves_no_older_pdf(discordant, tmp_path):
    options = ("handout", "sheet", "--locale", "it", "--items", 1, "--seed", seeds.fresh())
    place = tmp_path / "place"
    place.mkdir()
    assert discordant(*options, cwd=place).returncode == 0
    (sheet,) = place.iterdir()
    pdfs = {path.name for path in sheet.rglob("*.pdf")}
    assert pdfs == {"exercises-it-A-a4.pdf", "answers-it-a4.pdf", "solutions-it-A-a4.pdf"}
    pages = {path.name for path in sheet.rglob("*.html")}

    run = discordant(*options, cwd=place, env=hostile(tmp_path, CRASH["warned of"]))
    assert run.returncode == 1, run.stderr
    assert list(sheet.rglob("*.pdf")) == []
    assert {path.name for path in sheet.rglob("*.html")} == pages


@pytest.mark.parametrize("reference", ["&#0;", "&#xD800;"])
def test_a_reference_to_no_character_is_not_used(discordant, tmp_path, reference):
    """English stands in for that one passage, and it is named."""
    shutil.copytree(find("locales", "it/locale.toml").parent, tmp_path / "locales" / "it")
    path = tmp_path / "locales/it/LC_MESSAGES/article.po"
    with path.open("rb") as file:
        catalog = read_po(file, locale="it")
    next(entry for entry in catalog if entry.context == "standfirst").string = f"a {reference} b"
    with path.open("wb") as file:
        write_po(file, catalog)
    run = discordant("build", "--format", "html", "--locale", "it", "--locale", "en", cwd=tmp_path)
    assert run.returncode == 0
    assert "it: block standfirst: the translation holds" in run.stderr
    assert (tmp_path / "output/it/index.html").exists()
    assert (tmp_path / "output/en/index.html").exists()


@pytest.fixture(scope="module")
def fresh(tmp_path_factory, discordant):
    """A folder with fresh languages: one without a font, one whose English is set in two scripts."""
    folder = tmp_path_factory.mktemp("fresh")
    notes = {}
    for tag in ("ja", "ar"):
        run = discordant("locale", "new", tag, cwd=folder)
        assert (run.returncode, run.stderr) == (0, "")
        notes[tag] = run.stdout
    catalog = folder / "locales" / "ja" / "LC_MESSAGES" / "article.po"
    text = catalog.read_text("utf-8")
    head = re.search(r'msgctxt "abstract.result"\nmsgid .*\nmsgstr ""', text)[0]
    english = re.search(r'msgid "(.*)"', head)[1]
    catalog.write_text(text.replace(head, f'{head[:-2]}"日 {english}"'), "utf-8")
    tags = [word for tag in ("en", "ja", "ar") for word in ("--locale", tag)]
    run = discordant("build", *tags, cwd=folder)
    return folder, notes, run


def test_new_says_what_a_language_without_a_font_goes_without(fresh):
    assert "PDF" in fresh[1]["ja"]
    assert "日 (U+65E5)" in fresh[1]["ja"]
    assert "lacks" not in fresh[1]["ar"]


def test_a_language_without_a_font_goes_without_its_pdf_alone(fresh):
    folder, _notes, run = fresh
    assert run.returncode == 1
    assert not re.search(r"^discordant: en:", run.stderr, re.M)
    failures = [line for line in run.stderr.splitlines() if "not made" in line]
    assert len(failures) == 1
    assert failures[0].startswith("discordant: output/ja/discordant-ja.pdf: not made: ja: no font")
    assert "日 (U+65E5)" in failures[0]
    names = {"index.html", "handouts/index.html", "handouts/compared-a4.pdf", "cover.png"}
    for tag, pdf in (("en", True), ("ar", True), ("ja", False)):
        there = folder / "output" / tag
        assert all((there / name).is_file() for name in names)
        assert (there / f"discordant-{tag}.pdf").exists() == pdf
        page = (there / "index.html").read_text("utf-8")
        assert (f'href="discordant-{tag}.pdf"' in page) == pdf
        assert "日本語" in page


def test_where_a_character_stands_is_said(discordant, tmp_path):
    """A letter that the text's faces have and the bold one has not, in a heading of the PDF."""
    shutil.copytree(find("templates", "fonts/fonts.toml").parent, tmp_path / "templates" / "fonts")
    face = tmp_path / "templates/fonts/text-bold.ttf"
    font = TTFont(face)
    for table in font["cmap"].tables:
        table.cmap.pop(ord("Q"), None)
    font.save(face)
    article = find("templates", "article.md").read_text("utf-8")
    heading = re.search(r"^## .*\{#([\w.-]+)", article, re.M)
    (tmp_path / "templates/article.md").write_text(
        article.replace(heading[0], heading[0].replace("## ", "## Q ", 1), 1), "utf-8"
    )
    run = discordant("build", "--locale", "en", "--format", "pdf", cwd=tmp_path)
    assert run.returncode == 1
    (line,) = run.stderr.splitlines()
    assert line.startswith("discordant: output/en/discordant-en.pdf: not made: en: ")
    assert "Q (U+0051)" in line
    assert "in block" in line
