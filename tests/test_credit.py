"""Credit: translators and reviewers, from the heads of catalogs to page, PDF, handouts, README and data."""

import io
import json
import re
import shutil
import zipfile
from pathlib import Path

import pikepdf
import pytest

from discordant.language.credit import LONGEST, MOST, Credit, read, together

ROOT = Path(__file__).resolve().parents[1]
HEAD = "# Texts of discordant. Licence: CC BY 4.0."
ITALIAN = ["Anna d’Íb <anna@example.org>, 2026.", "Gruppo Òmega, 2025, 2026."]


def head(*lines):
    return "".join(f"# {line}\n" for line in lines) + 'msgid ""\nmsgstr ""\n'


@pytest.mark.parametrize(
    ("lines", "translators", "reviewers"),
    [
        (("Anna <a@example.org>, 2026.",), ["Anna"], []),  # as gettext writes it
        (("Anna <a@example.org>, 2025, 2026.", "Li Wei <l@example.org>, 2026."), ["Anna", "Li Wei"], []),
        (("Anna, 2026", "Bo <b@example.org>"), ["Anna", "Bo"], []),
        (("Translators:", "Anna, 2026.", "Reviewers:", "Bo, 2020-2026."), ["Anna"], ["Bo"]),
        (("Reviewers:", "Bo, 2026.", "Translators:", "Anna, 2026.", "Anna, 2027."), ["Anna"], ["Bo"]),
        (("FULL NAME <EMAIL@ADDRESS>, 2026.", "FIRST AUTHOR <EMAIL@ADDRESS>, YEAR."), [], []),
        (("Copyright (C) Anna, 2026.", HEAD[2:], "A remark on the words.", ""), [], []),
        (
            ("Jean-Luc O’Neil Jr., 2026.", "王小明 <w@example.org>, 2026."),
            ["Jean-Luc O’Neil Jr.", "王小明"],
            [],
        ),
    ],
)
def test_whom_a_head_names(lines, translators, reviewers):
    found = read(head(*lines))
    assert (list(found.translators), list(found.reviewers), found.refused) == (translators, reviewers, ())


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("An\u202ena", "U+202E"),
        ("An\u2066na", "U+2066"),
        ("An\x07na", "U+0007"),
        ("An\u200bna", "U+200B"),
        ("An\ue000na", "U+E000"),
        ("x" * (LONGEST + 1), "longer"),
        ("anna@example.org", "@"),
        ("[Anna](https", "["),
        ("see https://example.org", "://"),
        ("*Anna*", "*"),
        ("{I_exact_p}", "{"),
        ("anna99", "digit"),
        ("A" + "\u0301" * 9, "marks"),
        ("?!", "no letter"),
    ],
)
def test_what_is_no_name_is_refused_with_its_line(name, why):
    found = read(head("A remark.", f"{name}, 2026."))
    assert found.translators == ()
    [refusal] = found.refused
    assert refusal.line == 2
    assert why in refusal.what


def test_no_more_than_a_page_can_bear():
    found = read(head(*(f"N{'x' * n}, 2026." for n in range(MOST + 5))))
    assert len(found.translators) == MOST
    assert len(found.refused) == 5
    assert read(head("<" * 100_000, "x" * 1_000_000)) == Credit()


def test_parts_name_each_once():
    one, other = Credit(("Anna", "Bo"), ("Li",)), Credit(("Bo", "Cy"), ())
    assert together([one, other]) == Credit(("Anna", "Bo", "Cy"), ("Li",))


def credited(folder, tag, part, *lines):
    path = folder / "locales" / tag / "LC_MESSAGES" / f"{part}.po"
    text = path.read_text(encoding="utf-8")
    path.write_text("".join(f"# {line}\n" for line in lines) + text, encoding="utf-8")


@pytest.fixture(scope="module")
def named(shared, discordant):
    """A build whose Italian and Chinese catalogs name people, some of whom no page can name."""

    def build(folder):
        shutil.copytree(ROOT / "locales", folder / "locales")
        credited(folder, "it", "article", *ITALIAN, "Reviewers:", "Bruno, 2026.")
        credited(folder, "it", "handouts", ITALIAN[0], "<script>alert, 2026.", "Wang 王, 2026.")
        credited(folder, "zh-Hans", "page", "王小明 <w@example.org>, 2026.", "Li Wei, 2026.")
        run = discordant("build", "--locale", "it", "--locale", "zh-Hans", cwd=folder)
        assert run.returncode == 0, run.stderr
        assert (
            "it: not named: Wang 王: it has '王' (U+738B), which the fonts of the language lack" in run.stderr
        )
        check = discordant("locale", "check", "it", cwd=folder)
        assert check.returncode == 1
        assert "names 'Wang 王', which has '王'" in check.stderr

    return shared("named", build)


def passages(tree):
    return [" ".join("".join(p.itertext()).split()) for p in tree.xpath("//p[.//*[@data-fact]]")]


def test_a_page_names_them_and_no_address(named, read_page):
    page = named / "output" / "it" / "index.html"
    shown = passages(read_page(page))
    assert "Traduzione: Anna d’Íb e Gruppo Òmega" in shown
    assert "Revisione della traduzione: Bruno" in shown
    assert "翻译：王小明和Li Wei" in passages(read_page(named / "output" / "zh-Hans" / "index.html"))
    for path in (named / "output").rglob("*"):
        if path.suffix in (".html", ".json"):
            text = path.read_text(encoding="utf-8")
            assert "example.org" not in text
            assert "script>alert" not in text


def test_handouts_name_them_on_their_two_pages(named, read_page):
    for name in ("compared", "points"):
        folder = named / "output" / "it" / "handouts"
        imprint = passages(read_page(folder / f"{name}.html"))[-1]
        assert imprint.endswith(" · Traduzione: Anna d’Íb e Gruppo Òmega · Revisione della traduzione: Bruno")
        for paper in ("a4", "letter"):
            with pikepdf.open(folder / f"{name}-{paper}.pdf") as document:
                assert len(document.pages) == 2


def test_the_pdf_says_it_in_its_metadata(named):
    with pikepdf.open(named / "output" / "it" / "discordant-it.pdf") as document:
        metadata = document.open_metadata()
        assert set(metadata["dc:contributor"]) == {"Anna d’Íb", "Gruppo Òmega", "Bruno"}
        assert list(metadata["dc:creator"]) == ["ELAI S.r.l."]


def test_it_is_as_valid_as_before(named, verapdf):
    verapdf([named / "output" / "it" / "discordant-it.pdf"])


def test_readme_and_data_name_them(named):
    data = json.loads((named / "output/data/discordant.json").read_text(encoding="utf-8"))
    own = data["locales"]["it"]
    assert (own["translators"], own["reviewers"]) == (["Anna d’Íb", "Gruppo Òmega"], ["Bruno"])
    package = zipfile.ZipFile(io.BytesIO((named / "output/discordant-package.zip").read_bytes()))
    readme = package.read("discordant-package/README.it.md").decode("utf-8")
    assert "\n\nTraduzione: Anna d’Íb e Gruppo Òmega\n\nRevisione della traduzione: Bruno\n" in readme


def test_the_audit_finds_them_true_and_other_names_false(named, discordant, tmp_path):
    run = discordant("verify", named, "--independent", cwd=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
    shutil.copytree(named, tmp_path / "copy")
    page = tmp_path / "copy" / "output" / "it" / "index.html"
    text = page.read_text(encoding="utf-8")
    forged = re.sub(r"(data-fact=\"translators\">)[^<]*", r"\1Mallory", text)
    assert forged != text
    page.write_text(forged, encoding="utf-8")
    run = discordant("verify", tmp_path / "copy", "--independent", cwd=tmp_path)
    assert run.returncode == 1
    assert "Mallory" in run.stdout + run.stderr


def test_nobody_is_named_where_nobody_is_known(made):
    data = json.loads((made / "output/data/discordant.json").read_text(encoding="utf-8"))
    for tag, own in data["locales"].items():
        assert (own["translators"], own["reviewers"]) == ([], [])
        assert "page.credit" not in json.dumps(own["printed"])
        assert 'data-fact="translators"' not in (made / "output" / tag / "index.html").read_text(
            encoding="utf-8"
        )
