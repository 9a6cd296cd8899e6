"""`discordant locale new|update|status|check` as a translator meets them, and hostile catalogs."""

import json
import re
import shutil
import tomllib
from pathlib import Path

import pytest

from discordant.article import page as article
from discordant.cli import main
from discordant.language import catalogs
from discordant.language.message import has_words
from discordant.press import blocks as source_blocks
from discordant.publication import progress
from discordant.publication.disk import PARTS, load
from discordant.translating import merging

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = sorted({path.parent.name for path in (ROOT / "locales").glob("*/locale.toml")} - {"en"})
IT = Path("locales/it/LC_MESSAGES/article.po")


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs a command in an empty folder; exit code, stdout, stderr."""
    monkeypatch.chdir(tmp_path)

    def command(*arguments):
        code = main(list(arguments))
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return code, out, err

    return command


@pytest.fixture
def own(tmp_path):
    """The folder with its own copy of templates (texts alone) and of these locales."""

    def copy(*tags):
        for path in ROOT.glob("templates/*.*"):
            (tmp_path / "templates").mkdir(exist_ok=True)
            shutil.copy(path, tmp_path / "templates")
        for tag in tags:
            shutil.copytree(ROOT / "locales" / tag, tmp_path / "locales" / tag)
        return tmp_path

    return copy


def change(path, *pairs):
    text = path.read_text("utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, "utf-8")


def entry(path, block):
    """The lines of an entry."""
    (found,) = [p for p in path.read_text("utf-8").split("\n\n") if f'msgctxt "{block}"' in p]
    return found.strip().splitlines()


def translate(path, block, text):
    """Give a block another translation."""
    parts = path.read_text("utf-8").split("\n\n")
    quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    parts = [
        re.sub(r'\nmsgstr ".*"', lambda _m: f'\nmsgstr "{quoted}"', part)
        if f'msgctxt "{block}"' in part
        else part
        for part in parts
    ]
    path.write_text("\n\n".join(parts), "utf-8")


def row(out, tag, part):
    """The numbers of a row of the table: blocks, done, stale, fuzzy, missing, faulty."""
    (line,) = [line for line in out.splitlines() if line.split()[:2] == [tag, part]]
    return [int(word) for word in line.split()[2:8]]


def translatable():
    return sum(has_words(block.text) for block in load().blocks.values())


# --- new ----------------------------------------------------------------------------------------------------


@pytest.mark.built
def test_new(run, tmp_path):
    code, out, err = run("locale", "new", "pt_BR")
    assert (code, err) == (0, "")
    folder = tmp_path / "locales" / "pt"
    assert out.splitlines()[: len(PARTS) + 6] == [
        "locales/pt/locale.toml",
        *(f"locales/pt/LC_MESSAGES/{part}.po" for part in PARTS),
        "locales/pt/STYLE.md",
        "locales/glossary.csv",
        "direction: left to right",
        "numbers: 12.345, 0,5; digits latn",
        "categories of plurals, for [forms] in locale.toml: one, many, other",
    ]
    assert "font for text: Discordant Text; has them all" in out
    assert re.search(r"^hyphenation in the PDF: .*pt", out, re.MULTILINE)
    settings = tomllib.loads((folder / "locale.toml").read_text("utf-8"))
    assert settings["name"] == "Português"
    assert settings["complete"] == []
    assert settings["numbers"] == {"group_from": 4, "digits": "latn"}
    catalog = "".join((folder / "LC_MESSAGES" / f"{part}.po").read_text("utf-8") for part in PARTS)
    assert catalog.count("\nmsgctxt ") == translatable()
    catalog = (folder / "LC_MESSAGES" / "article.po").read_text("utf-8")
    assert set(re.findall(r'^msgstr "(.*)"$', catalog.partition("\n\n")[2], re.MULTILINE)) == {""}
    assert '"Language: pt\\n"' in catalog
    assert row(run("locale", "status", "pt")[1], "pt", "all")[1:] == [0, 0, 0, translatable(), 0]
    assert run("locale", "check", "pt")[0] == 0
    assert run("build", "--locale", "pt", "--format", "json", "-q")[0] == 0


@pytest.mark.parametrize(
    ("tag", "name", "lines", "settings"),
    [
        ("es", "Español", ["direction: left to right"], {"numbers": {"group_from": 5, "digits": "latn"}}),
        (
            "fa",
            "فارسی",
            ["direction: right to left"],
            {"numbers": {"group_from": 4, "digits": "arabext"}, "emphasis": "bold"},
        ),
        ("zh-Hant", "中文 (繁體)", ["hyphenation in the PDF: none"], {"gaps": True, "emphasis": "bold"}),
        (
            "ja",
            "日本語",
            ["Discordant Text; lacks of the language's characters 日 (U+65E5)"],
            {"emphasis": "bold"},
        ),
        ("ka", "ქართული", ["lacks of the language's characters ქ"], {}),
        ("it-CH", None, ["already"], {}),
    ],
)
def test_new_knows_the_language(run, tmp_path, tag, name, lines, settings):
    code, out, err = run("locale", "new", tag)
    if tag in LANGUAGES:  # somebody has begun it
        assert (code, "already" in err) == (2, True)
        return
    assert all(line in out + err for line in lines)
    if name is None:
        assert code == 2
        return
    (path,) = tmp_path.glob("locales/*/locale.toml")
    written = tomllib.loads(path.read_text("utf-8"))
    assert written["name"] == name
    assert settings.items() <= written.items()
    assert len([line for line in path.read_text("utf-8").splitlines() if line.startswith("# ")]) >= 7


@pytest.mark.parametrize(
    ("tag", "says"),
    [
        ("it", "already"),
        ("en", "already"),
        ("zh-CN", "already"),
        ("zh-TW", "Traditional"),
        ("zh_HK", "Traditional"),
        ("itt", "near matches"),
        ("../../etc", "no language tag"),
        ("", "no language tag"),
        ("x" * 5000, "no language tag"),
    ],
)
def test_new_refuses(run, tmp_path, tag, says):
    code, out, err = run("locale", "new", tag)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err
    assert len(err) < 400
    assert list(tmp_path.iterdir()) == []


def test_new_leaves_a_folder_with_something_in_it_alone(run, tmp_path):
    (tmp_path / "locales" / "pt").mkdir(parents=True)
    (tmp_path / "locales" / "pt" / "notes.txt").write_text("mine")
    code, _out, err = run("locale", "new", "pt")
    assert code == 2
    assert "move it away" in err
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["notes.txt"]


def test_every_placeholder_is_explained_with_an_example(run, tmp_path):
    run("locale", "new", "pt")
    for part in (tmp_path / "locales/pt/LC_MESSAGES/article.po").read_text("utf-8").strip().split("\n\n")[1:]:
        english = re.search(r'^msgid "(.*)"$', part, re.MULTILINE)[1]
        for name in set(re.findall(r"\{([A-Za-z]\w*)\}", english)):
            (comment,) = re.findall(rf"^#\. .*\{{{name}\}} (?:e\.g\. |= )(.*)$", part, re.MULTILINE)
            if name.startswith("f_"):
                continue
            value, meaning = re.fullmatch('"(.+?)"(?:, {.*?".+?"| or ".+?")?: (.+)', comment).groups()
            assert value
            assert meaning.partition(";")[0] not in (
                "count",
                "probability",
                "points",
                "statistic",
                "name",
                "date",
            )


# --- update -------------------------------------------------------------------------------------------------


def test_reordered_and_rewrapped_sources_change_the_order_alone(tmp_path):
    text = "# One {#a}\n\nTwo lines\nof a text. {#b}\n\n- an item {#c}\n"
    other = "- an\n  item {#c}\n\nTwo\nlines of\na text. {#b}\n\n# One {#a}\n"
    day = load().settings.date
    path = tmp_path / "x.po"

    def updated(source):
        found = source_blocks.flat(source_blocks.parse(source, "x.md"))
        sources = [catalogs.Source(b.id, b.text, (), b.file, b.line, False) for b in found]
        return merging.update(path, sources, "it", "1", day).decode()

    path.write_text(updated(text))
    for block in "abc":
        translate(path, block, f"testo {block}")
    before = path.read_text("utf-8").strip().split("\n\n")
    after = updated(other).strip().split("\n\n")
    assert before != after
    assert sorted(before) == sorted(after)


OLD = "Two AI models, one test set: on which images do they disagree? {#question}"
NEW = "Two AI models, one test set: on which images do they differ? {#question}"


def test_changed_english_and_back(run, own):
    folder = own("it")
    before = entry(folder / IT, "question")
    change(folder / "templates/article.md", (OLD, NEW))
    assert row(run("locale", "status", "it")[1], "it", "article")[2] == 1
    assert run("locale", "update", "it")[0] == 0
    assert "#, fuzzy" in entry(folder / IT, "question")
    assert '#| msgid "Two AI models, one test set: on which images do they disagree?"' in entry(
        folder / IT, "question"
    )
    assert row(run("locale", "status", "it")[1], "it", "article")[2] == 1
    change(folder / "templates/article.md", (NEW, OLD))
    assert run("locale", "update", "it")[0] == 0
    assert entry(folder / IT, "question") == before


def test_a_translators_own_doubt_outlives_changes_of_the_english(run, own):
    folder = own("it")
    change(folder / IT, ('msgctxt "question"', '#, fuzzy\nmsgctxt "question"'))
    for old, new in ((OLD, NEW), (NEW, OLD)):
        change(folder / "templates/article.md", (old, new))
        assert run("locale", "update", "it")[0] == 0
        assert "#, fuzzy" in entry(folder / IT, "question")


@pytest.mark.parametrize("updated_before", [False, True])
def test_wording_only(run, own, updated_before):
    folder = own("it", "zh-Hans")
    before = entry(folder / IT, "question")
    change(folder / "templates/article.md", (OLD, NEW))
    if updated_before:
        run("locale", "update")
    code, out, err = run("locale", "update", "--wording-only", "question")
    assert (code, err) == (0, "")
    kept = re.fullmatch(r"wording only, translations kept: question \((.*)\)", out.splitlines()[-1])[1]
    assert {*kept.split(", ")} >= {"it", "zh-Hans"}  # and any other that has it
    after = entry(folder / IT, "question")
    assert after == [line.replace("disagree", "differ") for line in before]
    assert row(run("locale", "status", "zh-Hans")[1], "zh-Hans", "all")[2] == 0


def test_wording_only_after_a_change_of_meaning_stays_stale(run, own):
    folder = own("it")
    change(folder / "templates/article.md", (OLD, NEW))
    run("locale", "update", "it")
    change(folder / "templates/article.md", (NEW, NEW.replace("differ", "part ways")))
    assert run("locale", "update", "it", "--wording-only", "question")[0] == 0
    assert "#, fuzzy" in entry(folder / IT, "question")
    assert '#| msgid "Two AI models, one test set: on which images do they disagree?"' in entry(
        folder / IT, "question"
    )


@pytest.mark.parametrize(
    ("new", "block", "says"),
    [
        (NEW.replace("images", "{m} images"), "question", "placeholders have changed"),
        (NEW.replace("images", "[images][data]"), "question", "links have changed"),
        (NEW.replace("images", "`images`"), "question", "code has changed"),
        (NEW, "qestion", "near matches: question"),
        (NEW, "standfirst", "nothing to carry over"),
    ],
)
def test_wording_only_refuses(run, own, new, block, says):
    folder = own("it")
    change(folder / "templates/article.md", (OLD, new))
    before = (folder / IT).read_bytes()
    code, out, err = run("locale", "update", "it", "--wording-only", block)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err
    assert (folder / IT).read_bytes() == before


# --- status -------------------------------------------------------------------------------------------------


def damage(path):
    """One block each: stale, fuzzy, missing, faulty."""
    change(path, ('msgctxt "question"', '#, fuzzy\nmsgctxt "question"'))
    change(path, ('msgctxt "pairing.title"', '#, fuzzy\n#| msgid "Outcomes"\nmsgctxt "pairing.title"'))
    translate(path, "dashboard.title", "")
    translate(path.with_name("page.po"), "page.contents", "Indice {N}")


def test_status_counts(run, own):
    folder = own("it")
    damage(folder / IT)
    code, out, err = run("locale", "status", "it")
    assert (code, err) == (0, "")
    blocks = row(out, "it", "article")[0]
    assert row(out, "it", "article") == [blocks, blocks - 3, 1, 1, 1, 0]
    assert row(out, "it", "page")[2:] == [0, 0, 0, 1]
    total = row(out, "it", "all")
    assert total[2:] == [1, 1, 1, 1]
    assert total[0] == sum(total[1:]) == translatable()
    assert "claimed complete" in out
    (standing,) = json.loads(run("locale", "status", "it", "--json")[1])["locales"]
    assert list(standing["all"].values()) == [*total, 0]  # nobody has reviewed
    complete = tomllib.loads((folder / "locales/it/locale.toml").read_text("utf-8"))["complete"]
    for part in progress.PARTS:
        counts = standing["parts"][part]
        assert [counts[name] for name in ("blocks", *progress.STATES)] == row(out, "it", part)
        assert counts["claimed"] is (part in complete)
    assert "claimed" not in standing["all"]


@pytest.mark.built
def test_footer_and_build_count_as_status_does(run, own, read_page):
    folder = own("it")
    damage(folder / IT)
    translate(
        folder / IT.with_name("page.po"), "print.cover", "nessun collegamento"
    )  # of the print edition alone
    code, _out, err = run("build", "--locale", "it", "--format", "html")
    assert code == 0
    (standing,) = json.loads(run("locale", "status", "it", "--json")[1])["locales"]
    parts = standing["parts"]
    there = sum(parts[name]["blocks"] for name in article.PARTS)
    sentences = read_page(folder / "output/it/index.html").xpath('//p[@class="status"]')
    facts = [one.xpath(".//span[@data-fact]") for one in sentences]
    shown = [{span.get("data-fact"): int(span.text) for span in found} for found in facts]
    assert shown == [{"missing": 4, "blocks": there}, {"outdated": 1, "blocks": there}]
    counted = f"article 3 of {parts['article']['blocks']} (1 outdated), page "
    assert f"it: blocks in English: {counted}" in err
    assert "question, dashboard.title, " in err
    assert "block page.contents: the translation invents {N}" in err


@pytest.mark.built
def test_release_holds_to_the_parts_that_are_claimed(run, own):
    folder = own("it")
    translate(folder / IT.with_name("page.po"), "page.contents", "")
    settings = folder / "locales/it/locale.toml"
    code, _out, err = run("build", "--locale", "it", "--format", "json", "--release")
    assert code == 1
    assert "page.contents" in err
    change(settings, ('"page", ', ""))
    assert run("build", "--locale", "it", "--format", "json", "--release", "-q")[0] == 0
    change(settings, ('"article"', '"artcle"'))
    for command in (("build", "--locale", "it", "--format", "json"), ("locale", "status", "it")):
        code, _out, err = run(*command)
        assert code == 2
        assert "no part 'artcle'; there are article, page" in err


def test_status_of_what_is_not_there(run):
    for arguments, says in (
        (["en"], "source language"),
        (["pt"], "locale new pt"),
        (["xx"], "no language tag"),
    ):
        for command in ("status", "check", "update"):
            code, out, err = run("locale", command, *arguments)
            assert (code, out, err.count("\n")) == (2, "", 1)
            assert says in err


# --- check --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_language_of_the_checkout_has_no_fault(run, tag):
    """However much of it is translated: what is wrong is said line by line, and of this language alone."""
    code, out, err = run("locale", "check", tag)
    assert code == 0, out + err
    found = re.findall(r"errors: (\d+), warnings: (\d+)", out)
    assert found
    assert {errors for errors, _warnings in found} == {"0"}, out
    if tag in ("it", "zh-Hans"):  # in others warnings are left to whoever translates
        assert (err, {warnings for _errors, warnings in found}) == ("", {"0"}), out


HOSTILE = {
    "template code": ("{{ 7 * 7 }}{% raw %}", "the digits 7"),
    "format tricks": ("{A_accuracy.__class__} %s %(x)s ${x}", "outside a placeholder"),
    "attributes of a placeholder": ("{x.__globals__}{x[0]!r:>9}", "outside a placeholder"),
    "script": ("<script>alert()</script>", "the tag <script"),
    "an image": ("<img src=x onerror=alert()>", "the tag <img"),
    "a script link": ("[x](javascript:alert)", "an address of its own"),
    "a link": ("[x](https://evil.org)", "links to https://evil.org"),
    "an invented reference": ("[x][package]", "links to"),
    "a bidirectional override": ("a\u202eb", "bidirectional"),
    "an isolate": ("a\u2067b", "bidirectional"),
    "a control character": ("a\x07b", "control character"),
    "an invented placeholder": ("{nonsense}", "invents {nonsense}"),
    "a formula": ("{f_b}", "invents {f_b}"),
    "brackets": ("[" * 5000, "longer than"),
    "a character without a glyph": ("casi ꙮ", "ꙮ (U+A66E), which the project's fonts lack"),
    "front matter": ("---\ntitle: x\n---", "line break"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_a_fault_of_its_block(run, own, name):
    path = own("it", "zh-Hans") / IT
    text, says = HOSTILE[name]
    translate(path, "question", text)
    code, out, err = run("locale", "check")
    assert code == 1
    (line,) = [line for line in err.splitlines() if says in line]
    place = re.fullmatch(r"locales/it/LC_MESSAGES/article\.po:(\d+): block question: .+; .+", line)
    whole = path.read_text("utf-8")
    assert abs(int(place[1]) - whole[: whole.index('"question"')].count("\n")) <= 4
    assert all(len(line) < 400 and line.isprintable() for line in err.splitlines())
    assert out.splitlines()[-1] == f"zh-Hans: {translatable()} blocks, errors: 0, warnings: 0"


@pytest.mark.built
def test_a_build_shows_nothing_of_hostile_texts_but_text(run, own, read_page):
    """All of them at once, each in a block of its own; a missing glyph aside, which stops a build."""
    folder = own("it")
    blocks = [
        block.id for block in load().blocks.values() if not block.placeholders and "[" not in block.text
    ]
    for block, (text, _says) in zip(blocks, HOSTILE.values(), strict=False):
        if "ꙮ" not in text:
            translate(folder / IT, block, text)
    code, _out, err = run("build", "--locale", "it", "--format", "html")
    assert code == 0
    assert all(len(line) < 600 for line in err.splitlines())
    root = read_page(folder / "output/it/index.html")
    assert not [script for script in root.iter("script") if "alert" in (script.text or "")]
    assert not root.xpath("//*[@onerror] | //img[@src='x'] | //title[.//script]")
    addresses = [link.get("href") for link in root.iter("a")]
    assert not [address for address in addresses if address and ("evil" in address or "script:" in address)]
    assert "49" not in "".join(root.xpath('//p[@class="question"]//text()'))


def test_errors_before_warnings_and_warnings_alone_pass(run, own):
    folder = own("it")
    translate(folder / IT, "pairing.title", "One image, two outcomes")
    code, out, err = run("locale", "check", "it")
    assert code == 0
    assert re.fullmatch(r"\S+:\d+: warning: block pairing\.title: is the English text; .+\n", err)
    assert out.endswith("errors: 0, warnings: 1\n")
    translate(folder / IT, "standfirst", "dopo")
    code, out, err = run("locale", "check", "it")
    assert code == 1
    kinds = [": warning: " in line for line in err.splitlines()]
    assert kinds == sorted(kinds)
    assert "lacks {A_accuracy}, {B_accuracy}" in err


def test_what_a_claim_lacks_is_an_error(run, own):
    folder = own("it")
    damage(folder / IT)
    _code, _out, err = run("locale", "check", "it")
    assert "block question: is fuzzy, but locale.toml calls the part article complete" in err
    assert "block pairing.title: is stale" in err
    assert "block dashboard.title: is missing" in err
    change(folder / "locales/it/locale.toml", ('"article", ', ""))
    assert "is stale" not in run("locale", "check", "it")[2]


def test_a_catalog_that_is_behind(run, own):
    folder = own("it")
    change(folder / "templates/article.md", (OLD, f"{NEW}\n\nA new one. {{#asked}}"))
    change(folder / "locales/it/locale.toml", ('"article", ', ""))
    code, _out, err = run("locale", "check", "it")
    assert code == 0
    assert "is behind the English in 2 blocks; run `discordant locale update it`" in err


def test_header_and_twins(run, own):
    folder = own("it")
    text = (folder / IT).read_text("utf-8")
    twin = "\n".join(entry(folder / IT, "question"))
    text = text.replace("Language: it", "Language: de")
    (folder / IT).write_text(f"{text}\n{twin}\n", "utf-8")
    code, _out, err = run("locale", "check", "it")
    assert code == 1
    assert "block header: Language is de, the folder is it; write Language: it" in err
    assert re.search(r"article\.po:\d+: block question: stands already in line \d+; delete", err)


BROKEN = {
    "Latin-1": lambda text: text.encode("latin-1", "replace"),
    "UTF-16": lambda text: text.encode("utf-16"),
    "cut in a string": lambda text: text.encode()[: text.encode().index(b'\nmsgstr "', len(text) // 2) + 12],
    "ten megabytes of brackets": lambda text: (
        text.encode() + b'\nmsgctxt "x"\nmsgid "x"\nmsgstr "' + b"[" * 10_000_000 + b'"\n'
    ),
    "ten megabytes on a line": lambda text: b'"' * 10_000_000,
    "a plural header": lambda text: re.sub("nplurals=.*;", "nplurals=two; plural=(;", text).encode(),
    "a wrong charset": lambda text: text.replace("charset=utf-8", "charset=klingon").encode(),
    "nothing but zeros": lambda text: bytes(100_000),
    "a merge conflict": lambda text: text.replace("\nmsgctxt", "\n<<<<<<< HEAD\nmsgctxt", 3).encode(),
}


@pytest.mark.built
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_catalog_harms_its_own_language_alone(run, own, name):
    folder = own("en", "it", "zh-Hans")
    (folder / IT).write_bytes(BROKEN[name]((folder / IT).read_text("utf-8")))
    code, out, err = run("locale", "check")
    assert code == 1
    assert err.splitlines()[0].startswith(str(IT))
    assert err.count("\n") == 1
    assert out.splitlines()[-1].endswith("errors: 0, warnings: 0")
    code, out, err = run("locale", "status")
    assert (code, err.count("\n")) == (2, 1)
    assert str(folder / IT) in err or str(IT) in err
    assert row(out, "zh-Hans", "all")[1] == translatable()
    standings = json.loads(run("locale", "status", "--json")[1])["locales"]
    assert [sorted(standing) for standing in standings] == [
        ["error", "locale"],
        ["all", "locale", "name", "parts"],
    ]
    shutil.rmtree(folder / "locales" / "zh-Hans")  # one other language is enough to be built
    code, _out, err = run("build", "--format", "json")
    assert (code, err.count("\n")) == (2, 1)
    assert str(IT) in err
    numbers = json.loads((folder / "output/data/discordant.json").read_text("utf-8"))
    assert "it" not in numbers["locales"]
    assert "en" in numbers["locales"]
    code, out, err = run("build", "--release", "--format", "json", "-o", "release")
    assert (code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.built
def test_a_broken_catalog_keeps_no_other_language_from_being_built(run, own):
    folder = own("en", "it")
    assert run("build", "--format", "json", "-q")[0] == 0
    (folder / IT).write_bytes(b"\xff" * 1000)
    code, _out, err = run("build", "--locale", "en", "--format", "json")
    assert (code, err) == (0, "")
    numbers = json.loads((folder / "output/data/discordant.json").read_text("utf-8"))
    assert sorted(numbers["locales"]) == ["en"]


def test_plural_rules_are_compared_not_run(run, own):
    folder = own("it")
    change(folder / IT, ("plural=(n == 1", "plural=__import__('os').abort() or (n == 1"))
    code, _out, err = run("locale", "check", "it")
    assert code == 1
    assert "block header: Plural-Forms is " in err


def test_a_broken_locale_toml_harms_its_own_language_alone(run, own):
    folder = own("it", "zh-Hans")
    (folder / "locales/it/locale.toml").write_text("name = ", "utf-8")
    code, out, err = run("locale", "check")
    assert code == 1
    assert err.startswith("locales/it/locale.toml") or "locale.toml" in err.splitlines()[0]
    assert out.splitlines()[-1].endswith("errors: 0, warnings: 0")


def test_msgfmt_is_not_needed(run, own, monkeypatch):
    folder = own("it")
    translate(folder / IT, "question", "casi <b>")
    monkeypatch.setattr("shutil.which", lambda name: None)
    code, _out, err = run("locale", "check", "it")
    assert code == 1
    assert "the tag <b" in err


@pytest.mark.parametrize("newline", ["\r\n", "\n"])
def test_line_ends_and_a_byte_order_mark(run, own, newline):
    """What other programs write is either read or refused in one line; never half."""
    folder = own("it")
    text = (folder / IT).read_text("utf-8").replace("\n", newline)
    (folder / IT).write_bytes(text.encode())
    assert run("locale", "check", "it")[:1] == (0,)
