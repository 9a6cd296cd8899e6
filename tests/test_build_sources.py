"""Sources and arguments that are wrong: one line that names file and place, and nothing written."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from building import one_line, replacing, tree, whole, without_line

ROOT = Path(__file__).resolve().parents[1]
PO = "locales/it/LC_MESSAGES/article.po"
TOML = "templates/article.toml"
ARTICLE = "templates/article.md"
LOCALE = "locales/it/locale.toml"
# what is wrong: file, change, words that the message must have, further arguments
WRONG = {
    "article.toml no TOML": (TOML, whole("[publisher\n"), ["article.toml", "line 1"]),
    "article.toml empty": (TOML, whole(""), ["article.toml", "[publisher]"]),
    "publisher without name": (TOML, without_line("name ="), ["article.toml", "name in [publisher]"]),
    "publisher a number": (TOML, replacing('"ELAI S.r.l."', "5"), ["article.toml", "name in [publisher]"]),
    "no licence": (TOML, replacing("[licence]", "[license]"), ["article.toml", "[licence]"]),
    "date in words": (TOML, replacing("2026-11-30", '"soon"'), ["article.toml", "date in [edition]"]),
    "no NIST address": (TOML, without_line("nist_address"), ["article.toml", "nist_address"]),
    "canonical without end": (
        TOML,
        replacing('canonical = ""', 'canonical = "https://example.org/x"'),
        ["article.toml", "canonical"],
    ),
    "canonical a script": (
        TOML,
        replacing('canonical = ""', 'canonical = "javascript:alert(1)/"'),
        ["article.toml", "canonical"],
    ),
    "erratum without block": (
        TOML,
        lambda text: text + "\n[[errata]]\ndate = 2026-12-24\n",
        ["article.toml", "errata"],
    ),
    "erratum of a block that is not there": (
        TOML,
        lambda text: text + '\n[[errata]]\ndate = 2026-12-24\nblock = "errata.none.such"\n',
        ["errata.none.such", "templates/"],
    ),
    "article empty": (ARTICLE, whole(""), ["article.md", "::: head"]),
    "article not UTF-8": (ARTICLE, replacing("{#dashboard.case", "\udce8 {#dashboard.case"), ["article.md"]),
    "block without id": (ARTICLE, lambda text: text + "\nA stray paragraph.\n", ["article.md:", "no id"]),
    "block twice": (ARTICLE, lambda text: text + "\nAgain. {#title}\n", ["article.md:", "title"]),
    "container left open": (ARTICLE, lambda text: text + "\n::: figure more\n", ["article.md:", "closed"]),
    "fact that is not there": (
        ARTICLE,
        replacing("{#dashboard.case", "{A_wright} {#dashboard.case"),
        ["article.md:", "dashboard.case", "A_wright"],
    ),
    "formula that is not there": (
        ARTICLE,
        replacing("{#dashboard.case", "{f_alphabet} {#dashboard.case"),
        ["article.md:", "f_alphabet"],
    ),
    "character without a font": (
        ARTICLE,
        replacing("{#dashboard.case", "☃ {#dashboard.case"),
        ["☃", "U+2603"],
        ("--format", "html"),
    ),
    "label without a font": (
        "templates/figures.md",
        replacing("both right: ", "☃ both right: "),
        ["en: a label of a figure", "☃", "U+2603", "fonts.toml"],
        ("--format", "html"),
    ),
    "block of the page missing": (
        "templates/page.md",
        lambda text: re.sub(r"^Figure \{number\}.*\n", "", text, flags=re.MULTILINE),
        ["templates/", "page.figure"],
    ),
    "label of the figure missing": (
        "templates/figures.md",
        lambda text: re.sub(r"^both right: .*\n", "", text, flags=re.MULTILINE),
        ["templates/", "figure.cases.both"],
    ),
    "formulas no TOML": ("templates/formulas.toml", whole("x =\n"), ["formulas.toml", "line 1"]),
    "formulas empty": ("templates/formulas.toml", whole(""), ["formulas.toml", "inline"]),
    "formula missing": ("templates/formulas.toml", without_line("half ="), ["formulas.toml", "half"]),
    "formula of an unknown fact": (
        "templates/formulas.toml",
        replacing(r"\fact{net}", r"\fact{nett}"),
        ["formulas.toml", "difference", "nett"],
    ),
    "formula with an open brace": (
        "templates/formulas.toml",
        replacing(r"= \frac{1}{2}'", r"= \frac{1}{2'"),
        ["formulas.toml", "half"],
    ),
    "page template broken": (
        "templates/article.html.jinja2",
        replacing("{%- endmacro -%}", ""),
        ["article.html.jinja2:"],
        ("--format", "html"),
    ),
    "page template with a wrong name": (
        "templates/article.html.jinja2",
        replacing("page.title", "page.titel"),
        ["article.html.jinja2:", "titel"],
        ("--format", "html"),
    ),
    "listing that fails": ("templates/compare.py", whole("import nothing\n"), ["compare.py", "nothing"]),
    "fonts.toml broken": (
        "templates/fonts/fonts.toml",
        whole("[[face]]\nfamily = 'x'\n"),
        ["fonts.toml"],
        ("--format", "html"),
    ),
    "locale.toml no TOML": (LOCALE, whole("name =\n"), ["it/locale.toml", "line 1"]),
    "locale.toml without grouping": (LOCALE, without_line("group_from"), ["it/locale.toml", "group_from"]),
    "locale.toml without a font": (LOCALE, without_line("mono"), ["it/locale.toml", "mono"]),
    "locale.toml with another font": (
        LOCALE,
        replacing("Discordant Mono", "Times"),
        ["it/locale.toml", "Times", "Discordant Mono"],
        ("--format", "html"),
    ),
    "locale.toml with unknown digits": (
        LOCALE,
        replacing("[numbers]", '[numbers]\ndigits = "klingon"'),
        ["it/locale.toml", "klingon"],
    ),
    "locale.toml with no date": (LOCALE, lambda text: "dates = 5\n" + text, ["it/locale.toml", "dates"]),
    "catalog with a stray word": (PO, replacing('\nmsgstr "', '\nnonsense\nmsgstr "', 3), ["article.po:"]),
    "catalog with a lost quote": (
        PO,
        lambda text: re.sub(r'^msgstr "(\w)', r"msgstr \1", text, count=1, flags=re.MULTILINE),
        ["article.po:"],
    ),
    "catalog of another kind": (PO, whole('{"json": 1}\n'), ["article.po:1"]),
    "locale without a catalog": (
        "locales/de/locale.toml",
        whole((ROOT / LOCALE).read_text(encoding="utf-8")),
        ["de/LC_MESSAGES/article.po", "locale update de"],
    ),
}


@pytest.fixture(scope="module")
def wrong(tmp_path_factory, many):
    """Name -> finished process, and whether anything was written."""
    commands = {}
    for name, (path, change, _words, *more) in WRONG.items():
        folder = tmp_path_factory.mktemp("wrong")
        target = folder / path
        target.parent.mkdir(parents=True)
        before = (ROOT / path).read_text(encoding="utf-8") if (ROOT / path).exists() else ""
        after = change(before)
        assert after != before, name
        target.write_bytes(after.encode("utf-8", "surrogateescape"))
        # a draft leaves out a language that cannot be read, and says so; a release stops
        release = ["--release"] if str(path).startswith("locales/") else []
        wanted = more[0] if more else ("--format", "json")
        commands[name] = folder, ["build", *release, *wanted, "-o", "out"]
    runs = many(commands)
    return {name: (runs[name], (folder / "out").exists()) for name, (folder, _) in commands.items()}


@pytest.mark.parametrize("name", WRONG)
def test_a_fault_of_the_sources_is_one_line(wrong, name):
    run, written = wrong[name]
    one_line(run, 2, *WRONG[name][2])
    assert not written


ARGUMENTS = {
    ("--locale", "zh-TW"): ["zh-TW", "Traditional", "zh-Hant"],
    ("--locale", "fr"): ["fr", "en, it, zh-Hans"],
    ("--locale", "klingonisch"): ["klingonisch", "CLDR"],
    ("--locale", "../../etc"): ["../../etc"],
    ("--locale", ""): ["tag"],
    ("--format", "docx"): ["docx", "html", "build --help"],
    ("--locale",): ["--locale"],
    ("--frobnicate",): ["--frobnicate", "build --help"],
    ("more",): ["more"],
}


@pytest.fixture(scope="module")
def refused_arguments(tmp_path_factory, many):
    folder = tmp_path_factory.mktemp("arguments")
    return folder, many({" ".join(arguments): (folder, ["build", *arguments]) for arguments in ARGUMENTS})


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=" ".join)
def test_wrong_arguments_are_one_line(refused_arguments, arguments):
    folder, runs = refused_arguments
    one_line(runs[" ".join(arguments)], 2, *ARGUMENTS[arguments])
    assert tree(folder) == {}


def test_a_package_that_lacks_a_style_says_so(tmp_path, discordant):
    """Not a publication's fault: the file has gone from the package itself."""
    package = tmp_path / "site" / "discordant"
    shutil.copytree(
        ROOT,
        package,
        ignore=shutil.ignore_patterns(".*", "output", "figures", "tests", "docs", "build", "*.egg-info"),
    )
    (package / "templates" / "page.css").unlink()
    here = tmp_path / "here"
    here.mkdir()
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); "
        "from discordant.cli import main; raise SystemExit(main(sys.argv[2:]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, package.parent, "build", "--locale", "en", "--format", "html"],
        cwd=here,
        capture_output=True,
        text=True,
        timeout=300,
    )
    one_line(run, 2, "page.css", str(package))
    assert tree(here) == {}
