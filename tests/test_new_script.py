"""A language in a script that nobody here writes: locale.toml, fonts.toml and faces, and nothing else.

Japanese, set in the Chinese faces, which have kana; their entries in fonts.toml say another script.
"""

import re
import shutil
from pathlib import Path

import pytest

from discordant.cli import main

ROOT = Path(__file__).resolve().parents[1]
TITLE = "二つのモデルA、どちらも同じ"


@pytest.fixture(scope="module")
def folder(tmp_path_factory, discordant):
    """A publication in English and Japanese, of which a heading is translated, as a newcomer makes it."""
    folder = tmp_path_factory.mktemp("ja")
    shutil.copytree(ROOT / "locales" / "en", folder / "locales" / "en")
    fonts = (ROOT / "templates" / "fonts" / "fonts.toml").read_text(encoding="utf-8")
    (folder / "templates" / "fonts").mkdir(parents=True)
    (folder / "templates" / "fonts" / "fonts.toml").write_text(
        fonts.replace('script = "hans"', 'script = "jpan"'), "utf-8"
    )
    assert discordant("locale", "new", "ja", cwd=folder).returncode == 0
    path = folder / "locales" / "ja" / "LC_MESSAGES" / "article.po"
    text = path.read_text("utf-8")
    path.write_text(re.sub(r'(msgctxt "dashboard.title"\n.*\nmsgstr ")', rf"\g<1>{TITLE}", text), "utf-8")
    assert discordant("build", "--locale", "ja", "--format", "html", "-q", cwd=folder).returncode == 0
    return folder


def test_the_new_locale_has_found_its_faces(folder):
    written = (folder / "locales" / "ja" / "locale.toml").read_text("utf-8")
    assert 'text = ["Discordant Text", "Discordant Song"]' in written
    assert 'emphasis = "bold"' in written
    assert "gaps = true" in written


def test_the_page_is_set_as_the_script_wants_it(folder, read_page):
    path = folder / "output" / "ja" / "index.html"
    (title,) = read_page(path).xpath("//h2[@id='dashboard']")
    assert TITLE.replace("A、", " A、") in "".join(title.itertext())
    css = path.read_text("utf-8").partition("</style>")[0]
    assert ":lang(ja) h1" in css
    assert ":lang(zh)" not in css
    assert '--text:"Discordant Text Beside", "Discordant Song", serif' in css
    assert re.search(r'font-family:"Discordant Song";font-weight:700', css)  # the heading's


def test_checks_know_the_script_and_what_its_locale_says(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    path = folder / "locales" / "ja" / "LC_MESSAGES" / "article.po"
    before = path.read_text("utf-8")
    path.write_text(before.replace(TITLE, 'モデル Aは勝つ,\\"同じ\\"'), "utf-8")
    settings = folder / "locales" / "ja" / "locale.toml"
    own = settings.read_text("utf-8")
    settings.write_text(own.replace("# quotes = [", "quotes = ["), "utf-8")
    try:
        assert main(["locale", "check", "ja"]) == 1
    finally:
        path.write_text(before, "utf-8")
        settings.write_text(own, "utf-8")
    lines = [line for line in capsys.readouterr().err.splitlines() if "block dashboard.title: " in line]
    said = " ".join(line for line in lines if "warning" not in line)
    for what in ("among characters of full width", "a space beside", "the typewriter mark"):
        assert what in said
