"""Every page of a preview: those of the build, marked, in each language, with links from one to another."""

import json
import posixpath
import re
import shutil
from pathlib import Path

import pytest
from lxml import etree

from discordant.article import package
from discordant.press.scribe import Scribe
from discordant.publication import edition
from discordant.publication.disk import load
from discordant.recipes import preview as recipe
from discordant.workshop.processes import workshop

ROOT = Path(__file__).resolve().parents[1]
SHIPPED = ("en", "it", "zh-Hans")
pytestmark = pytest.mark.built


@pytest.fixture(scope="module")
def maker():
    """A preview of the Italian pages of the checkout."""
    with workshop(1) as shop:
        maker = recipe.Maker("it", shop)
        maker.contents()
        yield maker


def page(maker, address):
    return maker.answer(address)[address].body.decode("utf-8")


def state(maker, address):
    return json.loads(maker.answer(address)[f"{address}.json"].body)


def unmarked(tree):
    for mark in tree.xpath("//span[@data-block]"):
        mark.tag = "preview-mark"
    etree.strip_tags(tree, "preview-mark")
    return etree.tostring(tree, encoding="unicode")


def test_handouts_are_the_builds_with_marks(made, maker, read_page, tmp_path):
    for tag in SHIPPED:
        for name in ("index", "compared", "points"):
            previewed = tmp_path / "page.html"
            previewed.write_text(page(maker, f"/{tag}/handouts/{name}.html"), encoding="utf-8")
            published = made / "output" / tag / "handouts" / f"{name}.html"
            assert "data-block=" in previewed.read_text(encoding="utf-8")
            assert unmarked(read_page(previewed)) == unmarked(read_page(published)), (tag, name)


def test_the_page_with_all_languages_is_the_builds(made, maker):
    assert page(maker, "/index.html") == (made / "output" / "index.html").read_text(encoding="utf-8")


def test_exercises_are_every_kind_and_the_same_at_every_look(maker):
    students, teachers = (page(maker, f"/it/exercises/{name}.html") for name in ("student", "teacher"))
    kinds = re.findall(r'data-block="exercise\.(\w[\w-]*)\.title"', students)
    assert len(set(kinds)) == len(kinds) == 16
    assert 'class="solution' in teachers
    assert 'class="solution' not in students
    with workshop(1) as shop:
        again = recipe.Maker("it", shop)
        again.contents()
        assert page(again, "/it/exercises/teacher.html") == teachers


def test_the_readme_is_the_packages_passage_by_passage(maker, read_page, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(page(maker, "/it/README.html"), encoding="utf-8")
    own = edition.read(load(), "it")
    scribe = own.scribe_of(Scribe, own.links)
    title = scribe.plain(own.publication.blocks["title"])
    shown = ["".join(one.itertext()) for one in read_page(path).xpath("//main/*")]
    assert " ".join(" ".join(shown).split()) == " ".join(
        package.readme(own, scribe, title).decode("utf-8").split()
    )


def test_links_between_pages_and_languages_lead_to_pages(maker, read_page, tmp_path):
    known = {one["address"] for one in state(maker, "/it/index.html")["pages"]}
    found = set()
    for address in sorted(known):
        path = tmp_path / "page.html"
        path.write_text(page(maker, address), encoding="utf-8")
        links = {link for link in read_page(path).xpath("//a/@href") if re.fullmatch(r"[\w./-]+\.html", link)}
        for link in links:
            target = posixpath.normpath(posixpath.join(posixpath.dirname(address), link))
            assert target in known, (address, link)
            found.add((address, target))
    for tag in SHIPPED:
        assert ("/index.html", f"/{tag}/index.html") in found
        assert (f"/{tag}/index.html", f"/{tag}/handouts/index.html") in found
        assert (f"/{tag}/handouts/index.html", f"/{tag}/index.html") in found
        assert ("/it/handouts/points.html", f"/{tag}/handouts/points.html") in found or tag == "it"


def test_a_state_says_what_the_page_shows(maker):
    shown = {
        name: set(state(maker, f"/it/{name}")["here"])
        for name in ("index.html", "handouts/points.html", "README.html", "exercises/teacher.html")
    }
    assert {"title", "figure.cases.neither", "page.about"} <= shown["index.html"]
    assert {"handout.points.title", "figure.resolution.x"} <= shown["handouts/points.html"]
    assert "package.what" in shown["README.html"]
    assert "sheet.seed" in shown["exercises/teacher.html"]
    assert not {"handout.points.title", "package.what", "sheet.seed", "page.choose"} & shown["index.html"]


def test_open_passages_are_counted_by_page(tmp_path, monkeypatch):
    """An empty language: every passage of each part is open, and its pages are there all the same."""
    shutil.copytree(ROOT / "locales" / "it", tmp_path / "locales" / "it")
    for path in (tmp_path / "locales" / "it").rglob("*.po"):
        head, *entries = path.read_text(encoding="utf-8").split("\n\n")
        emptied = [re.sub(r'(?s)\nmsgstr ".*', '\nmsgstr ""\n', entry) for entry in entries]
        path.write_text("\n\n".join([head, *emptied]), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with workshop(1) as shop:
        maker = recipe.Maker("it", shop)
        maker.contents()
        for one in state(maker, "/it/index.html")["pages"]:
            if one["tag"] == "it" and one["open"] is not None:
                about = state(maker, one["address"])
                assert about["error"] == ""
                assert one["open"] > 0
                open_here = {b["id"] for b in about["blocks"] if b["status"] == "missing"} & set(
                    about["here"]
                )
                assert len(open_here) > 5, one


def test_a_language_that_cannot_be_read_leaves_the_others(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "locales", tmp_path / "locales")
    for path in (tmp_path / "locales" / "zh-Hans").rglob("*.po"):
        path.write_text("nonsense\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with workshop(1) as shop:
        maker = recipe.Maker("it", shop)
        assert json.loads(maker.contents()["/state.json"].body)["error"] == ""
        about = state(maker, "/zh-Hans/handouts/index.html")
        assert "no keyword with a text in quotes" in about["error"]
        assert "/zh-Hans/handouts/index.html" not in maker.answer("/zh-Hans/handouts/index.html")
        assert state(maker, "/it/handouts/index.html")["error"] == ""


def test_a_command_of_another_group_is_named(discordant, tmp_path):
    for typed, right in (
        (("locale", "preview", "es"), "discordant preview es"),
        (("check", "it"), "discordant locale check it"),
        (("sheet",), "discordant handout sheet"),
        (("handout", "build"), "discordant build"),
    ):
        run = discordant(*typed, cwd=tmp_path)
        assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
        assert f"type `{right}`" in run.stderr
    assert "type `" not in discordant("nope", cwd=tmp_path).stderr
