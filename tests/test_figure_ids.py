"""Figures side by side: of all languages, schemes and products, any two can stand in one document."""

import re
from collections import Counter
from itertools import combinations

import pytest
from lxml import etree
from sheet_seeds import coded

from discordant import render
from discordant.recipes import sheets as recipe

FILES = ("null-distribution", "cases", "records", "coins", "leads", "attainable")
REFERENCE = re.compile(r"url\(\s*['\"]?#([^)'\"]+)|^#(.+)$")


def drawn(root):
    """The drawings of a page; one that shows another again, larger, is part of it."""
    return [svg for svg in root.iter("{*}svg") if len(svg.xpath("ancestor::*[local-name() = 'svg']")) == 0]


def ids(element):
    return [found.get("id") for found in element.iter() if isinstance(found.tag, str) and found.get("id")]


def references(element):
    for found in element.iter():
        if isinstance(found.tag, str):
            for name, value in found.attrib.items():
                if name.endswith("href") or "url(" in value:
                    yield from (one or other for one, other in REFERENCE.findall(value))


@pytest.fixture(scope="module")
def pages(made, sheets, trees, read_page, tags):
    """name -> the drawings of a file, a page, a handout, a student's sheet and the teacher's."""
    found = {}
    for tag in tags:
        for name in (f"{figure}{scheme}" for figure in FILES for scheme in ("", "-dark")):
            found[f"{tag} {name}.svg"] = [etree.parse(made / "figures" / tag / f"{name}.svg").getroot()]
        found[f"{tag} article"] = drawn(trees[tag])
        for page in sorted((made / "output" / tag / "handouts").glob("*.html")):
            found[f"{tag} {page.name}"] = drawn(read_page(page))
    return {name: svgs for name, svgs in found.items() if svgs}


def test_no_id_is_that_of_another_figure(pages, tags):
    assert len(pages) == len(tags) * (2 * len(FILES) + 3)
    for (one, first), (other, second) in combinations(pages.items(), 2):
        shared = {name for svg in first for name in ids(svg)} & {name for svg in second for name in ids(svg)}
        assert shared == set(), (one, other)


def test_what_is_referred_to_stands_in_the_same_figure(pages):
    seen = 0
    for name, svgs in pages.items():
        for svg in svgs:
            own = Counter(ids(svg))
            assert not own or max(own.values()) == 1, name
            for wanted in references(svg):
                seen += 1
                if svg.find("{*}use") is None:  # which shows a figure of the same page once more
                    assert wanted in own, (name, wanted)
    assert seen > 30


def test_a_page_has_no_id_twice(made, trees, read_page, tags):
    for tag in tags:
        for root in (trees[tag], *map(read_page, (made / "output" / tag / "handouts").glob("*.html"))):
            assert max(Counter(ids(root)).values(), default=1) == 1


@pytest.fixture(scope="module")
def own_law(tmp_path_factory):
    """The pages of a sheet whose variants all show one distribution, without PDFs."""
    import contextlib

    from discordant.press import pdf

    class Workshop:
        def start(self, work, *given):
            return None

        def finish(self, name, future, work, *given, **limits):
            return b"" if work is pdf.render else work(*given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recipe, "workshop", lambda *given: contextlib.nullcontext(Workshop()))
        order = recipe.order(None, 3, ("read-distribution",), (90, 8, 3, 10), coded(1))
        return recipe.make(order, (), "a4", False, tmp_path_factory.mktemp("law"), print).folder


@pytest.mark.built
def test_a_distribution_that_all_variants_show_has_ids_of_its_own_each_time(own_law, read_page, tags):
    names = {}
    for tag in tags:
        root = read_page(own_law / "teacher" / f"answers-{tag}.html")
        svgs = drawn(root)
        assert len(svgs) == 3
        assert max(Counter(ids(root)).values(), default=1) == 1
        for svg in svgs:
            assert list(references(svg))
            assert set(references(svg)) <= set(ids(svg))
        names[tag] = set().union(*map(ids, svgs))
        for letter in "ABC":
            (student,) = drawn(read_page(own_law / "student" / f"exercises-{tag}-{letter}.html"))
            names[tag, letter] = set(ids(student))
            assert not names[tag, letter] & names[tag]
    for one, other in combinations(tags, 2):
        assert not names[one] & names[other]
        assert not names[one, "A"] & names[other, "A"]


def test_the_dark_figure_is_the_light_one_in_other_colours(made, tags):
    """Ids aside."""
    for tag in tags:
        for figure in FILES:
            light, dark = (
                (made / "figures" / tag / f"{figure}{scheme}.svg").read_bytes() for scheme in ("", "-dark")
            )
            plain = re.compile(rb'(?<= id=")[^"]+|(?<=url\(#)[^)]+')
            assert plain.sub(b"", render.darken(light)) == plain.sub(b"", dark)
