"""A publication whose files are not what they should be: refused in one line that names file and field."""

import os
import shutil
from pathlib import Path

import pytest

from discordant.cli import main
from discordant.language import Refused, catalogs
from discordant.press import faces, fonts
from discordant.publication import disk as publication
from discordant.publication import edition
from discordant.translating import review
from discordant.workshop import emit

ROOT = Path(__file__).resolve().parents[1]
PO = "locales/it/LC_MESSAGES/article.po"


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A folder with the project's own Italian and settings in it."""
    for name in ("locales/it", "locales/en"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / "templates" / "fonts").mkdir(parents=True)
    for name in ("article.toml", "formulas.toml", "fonts/fonts.toml"):
        shutil.copy(ROOT / "templates" / name, tmp_path / "templates" / name)
    monkeypatch.chdir(tmp_path)
    fonts.faces.cache_clear()
    yield tmp_path
    fonts.faces.cache_clear()


def ended(capsys, *arguments):
    """Exit code and the line on stderr."""
    code = main([str(argument) for argument in arguments])
    err = capsys.readouterr().err
    assert err.count("\n") <= 1, err
    return code, err


def change(path, before, after):
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8", errors="surrogatepass")


# --- what is no file, or has no end -------------------------------------------------------------------------


def strange(path, kind):
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    else:
        with path.open("wb") as file:
            file.truncate(20 * 1024**3)


@pytest.mark.parametrize("kind", ["pipe", "device", "huge"])
@pytest.mark.parametrize(
    "command", [("locale", "import", "x.xlf"), ("build", "-q", "--locale", "it"), ("verify",)]
)
def test_a_file_without_an_end_is_refused(command, kind, own, capsys):
    (own / "output").mkdir()
    name = "x.xlf" if command[0] == "locale" else "output/manifest.json"
    strange(own / name, kind)
    code, err = ended(capsys, *command)
    assert code in (2, 4)
    assert err.startswith(f"discordant: {name}: ")
    assert ("larger than" if kind == "huge" else "not a file") in err


@pytest.mark.parametrize("name", ["locales/it/locale.toml", PO, "templates/article.toml"])
def test_a_huge_source_is_refused(name, own, capsys):
    strange(own / name, "huge")
    code, err = ended(capsys, "build", "-q", "--locale", "it")
    assert code == 2
    assert Path(name).name in err
    assert "larger than 4194304 bytes" in err


@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_a_catalog_that_is_no_file(kind, own):
    strange(own / PO, kind)
    with pytest.raises(Refused) as caught:
        review.check(["it"])
    assert (caught.value.path, caught.value.what) == (PO, "no file")


# --- settings -----------------------------------------------------------------------------------------------

WRONG = [
    ('name = "ELAI S.r.l."', 'name = "a\\u202eb"', "name in [publisher]", "U+202E"),
    ('name = "ELAI S.r.l."', 'name = "a\\u0000b"', "name in [publisher]", "U+0000"),
    ('name = "ELAI S.r.l."', 'name = "a\\u001b[2J"', "name in [publisher]", "U+001B"),
    ('name = "ELAI S.r.l."', f'name = "{"x" * 201}"', "name in [publisher]", "200 characters"),
    ('products = "EL-AI"', 'products = " "', "products in [publisher]", "text in quotes"),
    ('version = "1.0.0"', 'version = "1\\u2028"', "version in [edition]", "U+2028"),
    ("date = 2026-11-30", "date = 2026-11-30T00:00:00", "date in [edition]", "date"),
    ("date = 2026-11-30", "date = 0001-01-01", "date in [edition]", "date"),
    ('texts = "CC BY 4.0"', 'texts = ["CC BY 4.0"]', "texts in [licence]", "text in quotes"),
    ('code = "MIT"', 'code = "\\u202d"', "code in [licence]", "U+202D"),
    ('texts_address = "https', 'texts_address = "javascript', "texts_address in [licence]", "address"),
    ('nist_address = "https', 'nist_address = "file', "nist_address in [sources]", "address"),
    ('"https://creativecommons.org/licenses/by/4.0/"', "5", "texts_address in [licence]", "address"),
    ("creativecommons.org", "a\\u202eb", "texts_address in [licence]", "U+202E"),
    ('canonical = ""', 'canonical = "https://a\\u202eb/"', "canonical in [edition]", "folder"),
    ("[publisher]", "errata = 5\n[publisher]", "[[errata]]", "list of tables"),
    ("[publisher]", "[[publisher]]", "[publisher]", "table"),
    ("date = 2026-11-30", "date = " + "9" * 5000, "cannot be read", "digits"),
]


@pytest.mark.parametrize(("before", "after", "field", "what"), WRONG, ids=range(len(WRONG)))
def test_a_setting_of_the_article_names_its_field(before, after, field, what, own):
    change(own / "templates" / "article.toml", before, after)
    with pytest.raises(publication.SourceError) as caught:
        publication.load()
    assert caught.value.path == str(own / "templates" / "article.toml")
    assert field in caught.value.what
    assert what in caught.value.what


FONTS = [
    ('file = "text-regular.ttf"', 'file = "../../../../../../usr/share/x.ttf"', "leads out of the folder"),
    ('file = "text-regular.ttf"', 'file = "/etc/passwd"', "leads out of the folder"),
    ('file = "text-regular.ttf"', 'file = "link.ttf"', "leads out of the folder"),
    ('file = "text-regular.ttf"', "file = 5", "file in [[face]] number 1"),
    ('family = "Discordant Text"', 'family = ["x"]', "family in [[face]] number 1"),
    ('family = "Discordant Text"', 'family = "</style><script>"', "family in [[face]] number 1"),
    ("weight = 400", "weight = [4]", "weight in [[face]] number 1"),
    ("weight = 400", "weight = true", "weight in [[face]] number 1"),
    ('style = "normal"', 'style = "</style>"', "style in [[face]] number 1"),
    ('script = "latin"', "script = [1]", "script in [[face]] number 1"),
    ('script = "latin"', "", "script in [[face]] number 1 is missing"),
]


@pytest.mark.parametrize(("before", "after", "what"), FONTS, ids=range(len(FONTS)))
def test_a_face_names_its_field(before, after, what, own):
    (own / "templates" / "fonts" / "link.ttf").symlink_to("/etc/passwd")
    change(own / "templates" / "fonts" / "fonts.toml", before, after)
    with pytest.raises(faces.FontError) as caught:
        faces.table()
    assert caught.value.path == str(own / "templates" / "fonts" / "fonts.toml")
    assert what in caught.value.what


@pytest.mark.parametrize("tex", ["5", "['a']", "''", "'" + "x" * 2001 + "'"])
def test_a_formula_names_itself(tex, own):
    change(own / "templates" / "formulas.toml", "a = 'a'", f"a = {tex}")
    with pytest.raises(publication.SourceError) as caught:
        publication.load()
    assert "a in [inline]" in caught.value.what


# --- catalogs -----------------------------------------------------------------------------------------------


def test_a_byte_order_mark_is_no_fault(own, monkeypatch):
    """The same answer with and without msgfmt, which does not know the mark; the build takes it, too."""
    before = review.check(["it"])[0].faults
    (own / PO).write_bytes(b"\xef\xbb\xbf" + (own / PO).read_bytes())
    assert review.check(["it"])[0].faults == before
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert [fault for fault in review.check(["it"])[0].faults if not fault.finding.warning] == []


def test_two_spellings_of_a_language(own, capsys):
    """The advice is one that can be followed, and `check` speaks of the folder that was named."""
    for tag in ("pt", "pt_BR"):
        shutil.copytree(own / "locales" / "it", own / "locales" / tag)
    code, err = ended(capsys, "locale", "check", "pt_BR")
    assert code == 1
    assert err.startswith("locales/pt_BR/locale.toml: ")
    assert "pt is there already" in err
    assert "rename" not in err


@pytest.mark.parametrize(
    "text", ["[" * 3_900, "[`" * 1_900, "![" * 1_900, "[a](" * 900], ids=["[", "[`", "![", "[a]("]
)
def test_brackets_without_end_are_a_fault(text, own):
    loaded = publication.load()
    scribe = edition.read(loaded, "it").scribe({})
    block = loaded.blocks["title"]
    assert scribe.fault(block, text).what == "opens more than 60 square brackets"


def test_a_block_has_a_length(own):
    shutil.copy(ROOT / "templates" / "article.md", own / "templates" / "article.md")
    path = own / "templates" / "article.md"
    lines = path.read_text(encoding="utf-8").count("\n")
    path.write_text(path.read_text(encoding="utf-8") + f"\n{'a ' * 3000} {{#long.one}}\n", encoding="utf-8")
    with pytest.raises(publication.SourceError) as caught:
        publication.load()
    assert (caught.value.path, caught.value.line) == ("article.md", lines + 2)
    assert "4000 characters" in caught.value.what


def test_a_glossary_has_a_length(own):
    rows = "".join(f"term {number},termine {number},\n" for number in range(20_000))
    (own / "locales" / "glossary.csv").write_text("en,it,except\n" + rows, encoding="utf-8")
    with pytest.raises(review.glossary.GlossaryError) as caught:
        review.check(["it"])
    assert caught.value.path == str(own / "locales" / "glossary.csv")
    assert caught.value.what == "more than 5000 terms"


def test_a_term_of_many_words_is_looked_for_as_it_stands(own):
    """A search that lets words stand between the parts of fifty of them would not end."""
    term = review.wording.Term("null distribution", " ".join(["parola"] * 50), frozenset())
    found = list(review.wording.wording("a null distribution", "parola " * 500, "it", "x", [term]))
    assert not [finding for finding in found if finding.what.startswith("lacks the term")]


@pytest.mark.parametrize(
    ("header", "line", "what"),
    [
        ("nplurals=x; plural=0;", None, "nplurals in its header is no number"),
        ("nplurals=9999999999999999999999; plural=0;", None, None),
    ],
)
def test_plural_forms_that_are_none(header, line, what, own):
    path = own / PO
    text = path.read_text(encoding="utf-8")
    start = text.index('"Plural-Forms:')
    end = text.index("\n", start)
    path.write_text(f'{text[:start]}"Plural-Forms: {header}\\n"{text[end:]}', encoding="utf-8")
    if what is None:
        assert catalogs.read(path).entries
        return
    with pytest.raises(catalogs.CatalogError) as caught:
        catalogs.read(path)
    assert (caught.value.path, caught.value.line, caught.value.what) == (str(path), line, what)


def test_a_manifest_that_is_none_says_where(own):
    (own / "output").mkdir()
    (own / "output" / "manifest.json").write_text("[]")
    with pytest.raises(emit.EmitError) as caught:
        emit.read_manifest(own)
    assert caught.value.path == str(own / "output" / "manifest.json")
