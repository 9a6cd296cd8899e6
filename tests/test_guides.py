"""The guides for translators and for publishers: their commands run, in order, and what they state holds."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tomllib
import urllib.request
from pathlib import Path

import click
import pytest

from discordant.article import listing
from discordant.article import page as article
from discordant.cli import discordant as group
from discordant.facts import article as facts
from discordant.language import catalogs
from discordant.language.locale import FORMS
from discordant.press import blocks, document
from discordant.publication import disk as publication
from discordant.publication import edition

ROOT = Path(__file__).resolve().parents[1]
TRANSLATING = ROOT / "locales" / "README.md"
TEMPLATES = ROOT / "templates" / "README.md"
BOTH = pytest.mark.parametrize("guide", [TRANSLATING, TEMPLATES], ids=["locales", "templates"])
MARK = "Traduzido: "
ENGLISH_FORM = re.compile(r"@(?!word|Word)\w+(?=\{)")


def text_of(guide):
    return guide.read_text(encoding="utf-8")


def shown(guide):
    """Every command of a guide's blocks, in order, as words."""
    found = re.findall(r"^ *```sh\n(.*?)^ *```", text_of(guide), re.DOTALL | re.MULTILINE)
    return [shlex.split(line) for block in found for line in block.splitlines() if line.strip()]


def table(guide, head):
    """The rows of the table whose head begins so, as lists of cells."""
    rows = text_of(guide).partition(f"| {head}")[2].partition("\n\n")[0].splitlines()[2:]
    assert rows
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows]


def program(words):
    """The words of a guide as those of our command; None for the script's own verbs."""
    if words[:2] == ["./do", "run"]:
        return words[2:]
    if words[:2] == ["./do", "build"]:
        return ["build", "--release", *words[2:]]  # as the script has it
    return words[1:] if words[0] == "discordant" else None


# --- the commands exist -------------------------------------------------------------------------------------


@BOTH
def test_every_command_named_in_the_text_is_one_of_ours(guide):
    """Those in a sentence too: `locale new`, `./do build`, `discordant init DIR --publisher NAME`."""
    verbs = re.findall(r"\./do (\w+)", (ROOT / "do").read_text(encoding="utf-8"))
    inline = re.findall(r"`((?:\./do|discordant|locale) [^`]+)`", text_of(guide))
    assert inline
    for words in [*map(shlex.split, inline), *shown(guide)]:
        if words[0] == "./do":
            assert words[1] in verbs
        ours = ["locale", *words[1:]] if words[0] == "locale" else program(words)
        command = group
        while ours and isinstance(command, click.Group):
            command = command.commands[ours.pop(0)]
        options = {name for parameter in command.params for name in parameter.opts}
        assert {word for word in ours or () if word.startswith("--")} <= {*options, "--release"}


def test_the_script_makes_ready_what_the_first_step_asks_for():
    assert shown(TRANSLATING)[0] == ["./do", "setup", "build"]
    assert re.search(r"^ *1build \| 1test\) setup", (ROOT / "do").read_text(encoding="utf-8"), re.MULTILINE)


def test_ten_steps():
    chapter = text_of(TRANSLATING).partition("## Ten steps")[2].partition("\n## ")[0]
    assert re.findall(r"^(\d+)\. \*\*", chapter, re.MULTILINE) == [str(number) for number in range(1, 11)]
    assert text_of(TRANSLATING).startswith("# Translating\n\nFrom nothing to a published page in ten steps.")


def test_the_guide_names_every_field_of_a_locale():
    """All that the shipped locales and that of a test say of themselves."""
    said = set()
    for path in [*ROOT.glob("locales/*/locale.toml"), *ROOT.glob("tests/locales/*/locale.toml")]:
        for name, value in tomllib.loads(path.read_text(encoding="utf-8")).items():
            named = isinstance(value, dict) and name not in (
                "words",
                "forms",
                "numerals",
                "symbols",
            )  # by the language
            said |= {f"{name}.{field}" for field in value} if named else {name}
    rows = table(TRANSLATING, "field | what it says")
    assert {field for row in rows for field in re.findall("`([^`]+)`", row[0])} == said


# --- a translator follows the guide -------------------------------------------------------------------------


def translate(path, count=None):
    """Fills empty translations: the first ones, or all, without the forms that are those of English."""
    text = path.read_text(encoding="utf-8")
    pattern = re.compile(r'^msgid "(?P<english>.+)"\nmsgstr ""$', re.MULTILINE)
    filled, done = pattern.subn(
        lambda match: f'{match[0][:-1]}{MARK}{ENGLISH_FORM.sub("", match["english"])}"',
        text,
        count=count or 0,
    )
    assert done
    path.write_text(filled, encoding="utf-8")


def written(file, process):
    """The line in a file, once it is there."""
    for _ in range(600):
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        if text.endswith("\n") or process.poll() is not None:
            return text.strip()
        time.sleep(0.1)
    return ""


def look(folder, words):
    """The page that the preview opens in the browser; it is then ended as a translator ends it."""
    opened, browser = folder / "opened", folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {shlex.quote(str(opened))}\n', encoding="utf-8")
    browser.chmod(0o755)
    process = subprocess.Popen(
        [sys.executable, "-m", "discordant", *words],
        cwd=folder,
        env={**os.environ, "BROWSER": f"{shlex.quote(str(browser))} %s"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        address = written(opened, process)
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\S*", address)
        with urllib.request.urlopen(f"{address}{words[1]}/index.html", timeout=60) as answer:
            page = answer.read().decode("utf-8")
    finally:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode in (0, 130)
    assert address in out
    assert "Traceback" not in err
    return page


@pytest.fixture(scope="module")
def followed(tmp_path_factory, discordant):
    """A copy of the checkout's texts in which the guide was followed, with what each command said."""
    folder = tmp_path_factory.mktemp("translator")
    shutil.copytree(ROOT / "locales", folder / "locales")
    shutil.copytree(ROOT / "templates", folder / "templates", ignore=shutil.ignore_patterns("fonts"))
    catalog = folder / "locales" / "pt" / "LC_MESSAGES" / "article.po"
    said = {}
    for words in shown(TRANSLATING)[1:]:
        ours = program(words)
        key = " ".join(ours)
        if ours[0] == "preview":
            said[key] = look(folder, ours)
            continue
        if ours[0] == "build":  # step 8: all is translated, and claimed
            for part in catalog.parent.glob("*.po"):
                translate(part)
            claimed = folder / "locales" / "pt" / "locale.toml"
            toml = claimed.read_text(encoding="utf-8").replace("complete = []", 'complete = ["article"]')
            assert '["article"]' in toml
            claimed.write_text(toml, encoding="utf-8")
        if ours == ["locale", "update"]:  # the English has changed
            source = folder / "templates" / "article.md"
            text = source.read_text(encoding="utf-8")
            source.write_text(text.replace("on which images do", "on how many images do"), encoding="utf-8")
        run = discordant(*ours, cwd=folder)
        assert (run.returncode, run.stderr) == (0, ""), key
        said[key] = run.stdout
        if ours[:2] == ["locale", "new"]:  # step 3: a beginning
            translate(catalog, count=2)
    return folder, said


def test_the_new_language_says_what_the_guide_promises(followed):
    _folder, said = followed
    for word in ("direction", "font", "hyphenation"):
        assert word in said["locale new pt"]


def test_the_preview_shows_what_is_translated(followed):
    _folder, said = followed
    page = said["preview pt --open"]
    assert f"<title>{MARK}" in page
    assert 'class="fallback"' in page


def test_status_counts_what_is_done(followed):
    _folder, said = followed
    numbers = re.search(
        r"^pt +all +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)", said["locale status pt"], re.MULTILINE
    )
    blocks_there, done, stale, fuzzy, missing = map(int, numbers.groups())
    assert (done, stale, fuzzy, missing) == (2, 0, 0, blocks_there - 2)
    parts = set(re.findall(r"^pt +(\w+)", said["locale status pt"], re.MULTILINE))
    claimed = re.search(r'complete = \["(\w+)"\]', text_of(TRANSLATING))[1]
    assert claimed in parts  # what step 8 names is a part of the table


def test_the_build_makes_what_the_guide_promises(followed):
    folder, _said = followed
    page = (folder / "output" / "pt" / "index.html").read_text(encoding="utf-8")
    assert f"<title>{MARK}" in page
    assert 'class="fallback"' not in page
    assert (folder / "output" / "pt" / "discordant-pt.pdf").is_file()
    assert list((folder / "figures" / "pt").glob("*.svg"))
    assert "Português" in (folder / "output" / "index.html").read_text(encoding="utf-8")


def test_a_change_of_the_english_marks_one_passage_and_keeps_its_text(followed):
    folder, _said = followed
    entries = catalogs.read(folder / "locales" / "pt" / "LC_MESSAGES" / "article.po").entries
    assert [name for name, entry in entries.items() if entry.fuzzy] == ["question"]
    assert entries["question"].text.startswith(MARK)
    assert entries["question"].previous == "Two AI models, one test set: on which images do they disagree?"


def test_what_went_out_as_xliff_came_back(followed):
    folder, said = followed
    assert said["locale export it"] == "discordant-it.xlf\n"
    assert "stale or fuzzy now: 1" in said["locale import discordant-it.xlf"]
    there = catalogs.read(folder / "locales" / "it" / "LC_MESSAGES" / "article.po").entries
    ours = catalogs.read(ROOT / "locales" / "it" / "LC_MESSAGES" / "article.po").entries
    assert {name: entry.text for name, entry in there.items()} == {
        name: entry.text for name, entry in ours.items()
    }


def test_placeholders_and_marks_that_the_guide_explains_are_in_the_texts():
    known = publication.load().blocks
    english = " ".join(block.text for block in known.values())
    cells = " ".join(row[0] for row in table(TRANSLATING, "in the English"))
    names = re.findall(r"\{(\w+)\}", cells)
    assert len(names) >= 5
    for name in names:
        assert f"{{{name}}}" in english
    assert "][nist]" in cells
    assert "][nist]" in english
    assert "`exact`" in cells
    assert "`exact`" in english
    for name in re.findall(r"`(\w+\.\w+)`\) says where", text_of(TRANSLATING)):
        assert name in known
    for ending in (".spoken", ".alt"):
        assert f"`{ending}`" in text_of(TRANSLATING)
        assert [name for name in known if name.endswith(ending)]


def test_settings_for_weblate_fit_the_files():
    settings = dict(table(TRANSLATING, "setting of the component"))
    mask = settings["File mask"].strip("`")
    found = {path.relative_to(ROOT).parts[1] for path in ROOT.glob(mask)}
    assert {"it", "zh-Hans"} <= found
    assert (ROOT / settings["Template for new translations"].strip("`")).is_file()
    code = re.search("`(.+)`", settings["Language code style"])[1]
    assert code in found
    assert "python-brace-format" in text_of(TRANSLATING)
    assert "#, python-brace-format" in (ROOT / "locales" / "article.pot").read_text(encoding="utf-8")


def test_glossary_is_as_the_guide_says():
    head = (ROOT / "locales" / "glossary.csv").read_text(encoding="utf-8").splitlines()[0].split(",")
    assert {"en", "it", "zh-Hans"} <= set(head)


# --- templates ----------------------------------------------------------------------------------------------


def test_every_file_is_in_the_table_and_nothing_else():
    named = [row[0].strip("`") for row in table(TEMPLATES, "file")]
    folder = ROOT / "templates"
    there = {path.relative_to(folder) for path in folder.rglob("*.*") if path.name != "README.md"}
    there = {path for path in there if not path.parts[0].startswith(("__", ".")) and path.parts[0] != "fonts"}
    assert {"handouts", "exercises", ""} == {path.parent.name for path in there}
    matched = {path for path in there for pattern in named if path.match(pattern)}
    assert matched == there
    assert [pattern for pattern in named if not list((ROOT / "templates").glob(pattern.rstrip("/")))] == []
    sources = {name for name in named if name.endswith(".md")}
    assert sources == set(publication.SOURCES)


def test_files_and_folders_that_the_guides_name_are_there():
    for name in re.findall(r"`((?:press|fonts|locales|templates)/[\w./-]+)`", text_of(TEMPLATES)):
        assert (ROOT / name).exists() or (ROOT / "templates" / name).exists(), name
    for name in re.findall(r"`(facts\.py|[a-z]+\.(?:toml|css|md))`", text_of(TEMPLATES)):
        places = (name, f"templates/{name}", f"locales/en/{name}")
        assert any((ROOT / place).exists() for place in places), name


def test_the_example_of_blocks_can_be_read():
    example = re.search(r"```markdown\n(.*?)```", text_of(TEMPLATES), re.DOTALL)[1]
    nodes = blocks.parse(example, "example.md")
    real = publication.load().blocks
    known = facts.results()
    flat = blocks.flat(nodes)
    assert {block.kind for block in flat} == {"heading", "paragraph", "item"}
    assert any(isinstance(node, blocks.Container) for node in nodes)
    assert any(block.claims and block.note for block in flat)
    formulas = publication.load().formulas["inline"]
    for block in flat:
        assert block.id in real
        for name in block.placeholders:
            assert name in known or name.removeprefix("f_") in formulas


def test_forms_and_attributes_are_those_that_there_are():
    chapter = text_of(TEMPLATES).partition("## How blocks are written")[2].partition("\n## Change")[0]
    assert set(re.findall(r"`_(\w+)`", chapter)) == set(FORMS) - {"short"}
    containers, _, more = chapter.partition("- Containers:")[2].partition("\n\n")
    assert set(re.findall(r"`(\w+)`", containers)) == {*document._NUMBERED, *document._SINGLE}
    handouts = more.partition("In `exercises/`")[0]
    single = set(re.findall(r"`(\w+)`", handouts))
    for name in ("compared", "points"):
        text = (ROOT / "templates" / "handouts" / f"{name}.md").read_text(encoding="utf-8")
        found = re.findall("^::: ([a-z]+)", text, re.MULTILINE)
        assert single == {kind for kind in found if kind not in document._NUMBERED}
        assert [found.count(kind) for kind in sorted(single)] == [1, 1]
    assert set(re.findall(r"^- `(claims|note)`", chapter, re.MULTILINE)) == blocks._ATTRIBUTES


def test_a_container_of_another_kind_is_refused_as_the_list_says(publication, discordant):
    folder = publication("templates/article.md", lambda text: text.replace("::: abstract", "::: summary"))
    run = discordant("build", "--format", "json", cwd=folder)
    assert run.returncode == 2
    assert "summary" in run.stderr


VARIABLES = re.compile(r"(--[a-z-]+):")


def test_a_theme_may_rely_on_these_variables(made):
    promised = {name for row in table(TEMPLATES, "variable") for name in re.findall("`(--[a-z-]+)`", row[0])}
    sheet = (ROOT / "templates" / "page.css").read_text(encoding="utf-8")
    light = set(VARIABLES.findall(sheet.partition(":root {")[2].partition("}")[0]))
    dark = set(VARIABLES.findall(sheet.partition("dark) {")[2].partition("}")[0]))
    families = {
        name for name in promised if name.removeprefix("--latin-").strip("-") in ("text", "sans", "mono")
    }
    assert promised - families == light
    assert dark <= light
    assert light - dark == {"--measure"}
    page = (made / "output" / "it" / "index.html").read_text(encoding="utf-8")
    rules = re.findall(r":root[^{}]*\{([^}]*)\}", page)
    assert families <= {name for rule in rules for name in VARIABLES.findall(rule)}
    for name in light - {"--measure"}:  # each is in use: on the page itself, in its figures, or in both
        assert f"var({name})" in page


def test_a_page_template_gets_what_the_guide_lists():
    sentence = text_of(TEMPLATES).partition("They get one value, `page`:")[2].partition(". Show a text")[0]
    promised = set(re.findall(r"`(\w+)`", sentence))
    assert len(promised) > 8
    own = edition.read(publication.load(), "it")
    languages = edition.Languages((own.locale,), own.publication.english)
    written = article.write(own, listing.Listing(listing.code(), ""), languages)
    assert promised - {"figures", "fonts", "css"} <= set(written.context)
    template = (ROOT / "templates" / "article.html.jinja2").read_text(encoding="utf-8")
    used = set(
        re.findall(r"\bpage\.(\w+)", template + (ROOT / "templates/parts.html.jinja2").read_text("utf-8"))
    )
    assert promised <= used


def test_a_publisher_follows_the_guide(tmp_path, discordant):
    """All its commands, in order, in a publication of one's own."""
    run = discordant("init", "own", "--publisher", "Casa", "--locale", "it", cwd=tmp_path)
    assert run.returncode == 0
    folder = tmp_path / "own"
    source, catalog = folder / "templates/article.md", folder / "locales/it/LC_MESSAGES/article.po"

    def change(old, new):
        text = source.read_text(encoding="utf-8")
        assert old in text
        source.write_text(text.replace(old, new), encoding="utf-8")

    change("on which images do", "on how many images do")
    for words in shown(TEMPLATES):
        if "--wording-only" in words:
            assert words[-1] == "closing.report"
            change("That is evidence, not yet", "It is evidence, not yet")
        run = discordant(*program(words), *(["--format", "html"] if words[1] == "build" else []), cwd=folder)
        assert run.returncode == 0, run.stderr
        if words[1] == "build":
            assert "1 of " in run.stderr
            page = (folder / "output" / "it" / "index.html").read_text(encoding="utf-8")
            assert "on how many images do" in page
            assert "Casa" in page
    entries = catalogs.read(catalog).entries
    assert [name for name, entry in entries.items() if entry.fuzzy] == ["question"]
    assert "It is evidence" in entries["closing.report"].english
