"""Help translate this passage: links at English that stands in, where a publisher has set an address."""

import re
import shutil
from pathlib import Path

import pytest

from discordant.audit.pages import _translate
from discordant.press.blocks import SourceError
from discordant.publication import edition
from discordant.publication.disk import load

ROOT = Path(__file__).resolve().parents[1]
PATTERN = "https://example.org/translate/{tag}/{part}/?q=context:{id}"


def publication(folder, pattern):
    (folder / "templates").mkdir()
    text = (ROOT / "templates" / "article.toml").read_text(encoding="utf-8")
    changed = re.sub(r'translate = ""', f'translate = "{pattern}"', text)
    changed = changed.replace('version = "1.0.0"', 'version = "1.0.1"')
    (folder / "templates" / "article.toml").write_text(changed, encoding="utf-8")


@pytest.fixture(scope="module")
def linked(shared, discordant):
    """A build of a language translated in part, with an address at which to translate the rest."""

    def build(folder):
        shutil.copytree(ROOT / "tests" / "locales", folder / "locales")
        publication(folder, PATTERN)
        run = discordant(
            "build",
            "--locale",
            "pt",
            "--format",
            "html",
            "--format",
            "handouts",
            "--format",
            "json",
            cwd=folder,
        )
        assert run.returncode == 0, run.stderr

    return shared("linked", build)


def test_passages_in_english_lead_to_where_they_are_translated(linked, read_page):
    for path, part in (("index.html", "article"), ("handouts/points.html", "handouts")):
        tree = read_page(linked / "output" / "pt" / path)
        links = tree.xpath('//a[@class="help sans"]')
        assert len(links) > 3
        assert all("fallback" in link.getparent().get("class") for link in links)
        addresses = [link.get("href") for link in links]
        assert any(
            address.startswith(f"https://example.org/translate/pt/{part}/?q=context:")
            for address in addresses
        )
        assert all(_translate(PATTERN).fullmatch(address) for address in addresses)
        paragraphs = tree.xpath("//p[contains(@class, 'fallback')] | //li[contains(@class, 'fallback')]")
        assert len(paragraphs) == len(links)


def test_the_audit_takes_them_for_the_publishers_own(linked, discordant, tmp_path):
    run = discordant("verify", linked, "--independent", cwd=tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr
    assert run.stdout.count("links to https://example.org lead") == 1


def test_there_is_none_without_an_address(beginning):
    for path in (beginning / "output").rglob("*.html"):
        assert 'class="help' not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("address", "fits"),
    [
        ("https://example.org/translate/pt/article/?q=context:coin.half", True),
        ("https://example.org/translate/pt/article/?q=context:coin.half&x=1", False),
        ("https://example.org/translate/pt/article/../?q=context:coin", False),
        ("https://evil.example/translate/pt/article/?q=context:coin.half", False),
    ],
)
def test_which_addresses_are_of_the_pattern(address, fits):
    assert bool(_translate(PATTERN).fullmatch(address)) == fits
    assert _translate("") is None


@pytest.mark.parametrize(
    "pattern",
    [
        "http://example.org/{id}",
        "javascript:{id}",
        "https://example.org/{name}",
        "https://a b/",
        "https://x/{",
    ],
)
def test_what_is_no_address(pattern, tmp_path, monkeypatch):
    publication(tmp_path, pattern)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SourceError, match=r"translate in \[edition\] must be"):
        load()


def test_english_is_not_translated(tmp_path, monkeypatch):
    publication(tmp_path, PATTERN)
    monkeypatch.chdir(tmp_path)
    assert edition.read(load(), "en").translate is None
    address = edition.read(load(), "it").translate
    assert address("sheet.seed") == "https://example.org/translate/it/exercises/?q=context:sheet.seed"
