"""`discordant init`: a publication of one's own that builds, and bears nobody else's name."""

import datetime
import json
import os
import shutil
import tomllib
import zipfile
from pathlib import Path

import pypdfium2
import pytest

from discordant.cli import main
from discordant.language import catalogs
from discordant.publication.disk import PARTS

ROOT = Path(__file__).resolve().parents[1]
PUBLISHER = 'Ärztehaus & Söhne "Labor" <b>'
PRODUCTS = "Zwilling"
OTHERS = ("ELAI", "EL-AI")


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def start(folder, *more, publisher=PUBLISHER):
    return main(["init", str(folder), "--publisher", publisher, *more])


@pytest.fixture(scope="module")
def own(tmp_path_factory, discordant):
    """A publication in Italian and English of its own, built in full."""
    folder = tmp_path_factory.mktemp("own") / "publication"
    run = discordant(
        *("init", "publication", "--publisher", PUBLISHER, "--products", PRODUCTS, "--locale", "it"),
        cwd=folder.parent,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout == f"publication: {len(files(folder))} files; begin with publication/README.md\n"
    run = discordant("build", cwd=folder)
    assert (run.returncode, run.stderr) == (0, "")
    return folder


# --- what a reader sees -------------------------------------------------------------------------------------


def test_it_publishes_its_own_languages_alone(own):
    assert {path.name for path in (own / "output").iterdir() if path.is_dir()} == {"en", "it", "data"}
    assert {path.name for path in (own / "figures").iterdir()} == {"en", "it"}


def test_pages_name_the_new_publisher_and_no_other(own, read_page):
    for tag in ("en", "it"):
        page = (own / "output" / tag / "index.html").read_text(encoding="utf-8")
        assert not [name for name in OTHERS if name in page]
        text = " ".join("".join(read_page(own / "output" / tag / "index.html").itertext()).split())
        assert PUBLISHER in text
        assert PRODUCTS in text
        assert "<b>" not in page.partition("Ärztehaus")[2][:60]
        for handout in sorted((own / "output" / tag / "handouts").glob("*.html")):
            assert not [name for name in OTHERS if name in handout.read_text(encoding="utf-8")]
            text = " ".join("".join(read_page(handout).itertext()).split())
            assert (PUBLISHER in text) == (handout.name != "index.html")


def test_the_pdf_names_the_new_publisher_and_no_other(own):
    made = sorted((own / "output").rglob("*.pdf"))
    assert len(made) == 2 * 5
    for path in made:
        pdf = pypdfium2.PdfDocument(path)
        text = " ".join(" ".join(page.get_textpage().get_text_bounded() for page in pdf).split())
        assert PUBLISHER in text
        assert pdf.get_metadata_dict()["Author"] == PUBLISHER
        assert not [name for name in OTHERS if name in text + json.dumps(pdf.get_metadata_dict())]
        pdf.close()


def test_data_and_package_name_the_new_publisher_and_no_other(own):
    data = (own / "output" / "data" / "discordant.json").read_text(encoding="utf-8")
    assert json.loads(data)["provenance"]["publisher"] == PUBLISHER
    assert not [name for name in OTHERS if name in data]
    with zipfile.ZipFile(own / "output" / "discordant-package.zip") as package:
        readmes = [name for name in package.namelist() if "README" in name]
        assert len(readmes) == 2
        for name in readmes:
            text = package.read(name).decode("utf-8")
            assert PUBLISHER in text
            assert not [other for other in OTHERS if other in text]


def test_a_changed_text_reaches_the_page_and_its_translation_goes_stale(tmp_path, discordant):
    assert start(tmp_path / "p", "--locale", "it") == 0
    source = tmp_path / "p" / "templates" / "article.md"
    text = source.read_text(encoding="utf-8").replace("on which images do", "on how many images do")
    source.write_text(text, encoding="utf-8")
    run = discordant("build", "--format", "html", cwd=tmp_path / "p")
    assert run.returncode == 0
    assert "question" in run.stderr
    assert "on how many images do" in (tmp_path / "p/output/en/index.html").read_text(encoding="utf-8")
    assert "on how many images do" in (tmp_path / "p/output/it/index.html").read_text(encoding="utf-8")


# --- what is in the folder ----------------------------------------------------------------------------------


def test_settings_are_the_publishers_and_the_rest_is_the_packages(own):
    settings = tomllib.loads((own / "templates" / "article.toml").read_text(encoding="utf-8"))
    assert settings["publisher"] == {"name": PUBLISHER, "products": PRODUCTS}
    assert settings["edition"]["version"] == "1.0.0"
    assert isinstance(settings["edition"]["date"], datetime.date)
    assert settings["edition"]["canonical"] == ""
    ours = tomllib.loads((ROOT / "templates" / "article.toml").read_text(encoding="utf-8"))
    assert {**settings, "publisher": 0, "edition": 0} == {**ours, "publisher": 0, "edition": 0}
    for name in ("article.md", "page.css", "article.html.jinja2", "formulas.toml", "README.md"):
        assert (own / "templates" / name).read_bytes() == (ROOT / "templates" / name).read_bytes()
    comments = [
        line for line in (ROOT / "templates/article.toml").read_text("utf-8").split("\n") if "#" in line
    ]
    kept = (own / "templates" / "article.toml").read_text(encoding="utf-8")
    assert all(line.partition("#")[2] in kept for line in comments)


def test_nothing_that_belongs_to_the_program_is_copied(own):
    there = [name for name in files(own) if name.startswith(("templates/", "locales/"))]
    assert not [name for name in there if "schema" in name or "preview" in name or "fonts/" in name]
    catalogs_there = {name for name in there if name.endswith(".po")}
    assert catalogs_there == {f"locales/it/LC_MESSAGES/{part}.po" for part in PARTS}
    assert {"locales/README.md", "locales/glossary.csv", "locales/en/locale.toml"} <= set(there)
    sources = ("article.md", "figures.md", "page.md", "print.md", "package.md", "handouts/common.md")
    assert {f"templates/{name}" for name in sources} <= set(there)
    assert set(files(own)) - set(there) - {
        n for n in files(own) if n.startswith(("output/", "figures/", ".cache-discordant-"))
    } == {
        "README.md",
        "LICENSE-TEXTS",
    }


def test_every_template_a_publisher_can_change_is_copied(own):
    """A new style sheet, template or source of the package must not be forgotten here."""
    wanted = {
        path.relative_to(ROOT / "templates")
        for path in (ROOT / "templates").rglob("*.*")
        if path.suffix in (".md", ".toml", ".jinja2", ".css") and not path.name.startswith("preview")
    }
    wanted = {path for path in wanted if path.parts[0] != "fonts"}
    assert {Path("handouts/points.md"), Path("exercises/sheet.md"), Path("sheet.css")} <= wanted
    for path in wanted - {Path("article.toml")}:
        assert (own / "templates" / path).read_bytes() == (ROOT / "templates" / path).read_bytes()


def test_the_readme_names_publisher_author_and_licence(own):
    text = (own / "README.md").read_text(encoding="utf-8")
    assert text.startswith(f"# {PUBLISHER}\n")
    settings = tomllib.loads((ROOT / "templates" / "article.toml").read_text(encoding="utf-8"))
    assert settings["publisher"]["name"] in text  # CC BY asks for the author's name
    assert settings["licence"]["texts"] in text
    assert (own / "LICENSE-TEXTS").read_bytes() == (ROOT / "LICENSE-TEXTS").read_bytes()


def test_catalogs_come_along_as_an_update_would_write_them(own, tmp_path, discordant):
    path = "locales/it/LC_MESSAGES/article.po"
    before = (own / path).read_text(encoding="utf-8")
    assert not [name for name in OTHERS if name in before]
    copied, shipped = (catalogs.read(place / path).entries for place in (own, ROOT))
    assert {name: entry[:5] for name, entry in copied.items()} == {n: e[:5] for n, e in shipped.items()}
    (tmp_path / "p").mkdir()
    shutil.copytree(own / "templates", tmp_path / "p" / "templates")
    target = tmp_path / "p" / path
    target.parent.mkdir(parents=True)
    target.write_text(before, encoding="utf-8")
    assert discordant("locale", "update", "it", cwd=tmp_path / "p").returncode == 0
    after = target.read_text(encoding="utf-8")
    assert [line for line in after.split("\n") if "-Date: " not in line] == [
        line for line in before.split("\n") if "-Date: " not in line
    ]


def test_all_languages_unless_some_are_named(tmp_path):
    assert start(tmp_path / "all") == 0
    found = {path.parent.name for path in (tmp_path / "all").glob("locales/*/locale.toml")}
    assert found == {path.parent.name for path in ROOT.glob("locales/*/locale.toml")}
    assert start(tmp_path / "english", "--locale", "en") == 0
    assert {path.parent.name for path in (tmp_path / "english").glob("locales/*/locale.toml")} == {"en"}
    assert start(tmp_path / "spelt", "--locale", "zh_CN", "--locale", "zh") == 0
    assert {path.parent.name for path in (tmp_path / "spelt").glob("locales/*/locale.toml")} == {
        "en",
        "zh-Hans",
    }


def test_fonts_come_along_when_asked_for_with_their_licence(tmp_path):
    assert start(tmp_path / "p", "--with-fonts", "--locale", "en") == 0
    ours = {path.name for path in (ROOT / "templates" / "fonts").iterdir() if path.is_file()}
    assert {path.name for path in (tmp_path / "p" / "templates" / "fonts").iterdir()} == ours
    assert {"OFL.txt", "fonts.toml"} <= ours


def test_a_publication_has_the_names_that_it_is_given(tmp_path):
    """Without --products the disclaimers speak of the publisher's products by its own name."""
    for number, name in enumerate(["A\\B 'c' \"d\" #e", "Éditions n° 1", "出版社", "ناشر", "$publisher {m}"]):
        assert start(tmp_path / str(number), publisher=f"  {name}\n") == 0
        settings = tomllib.loads((tmp_path / str(number) / "templates/article.toml").read_text("utf-8"))
        assert settings["publisher"] == {"name": name, "products": name}
        assert f"# {name}\n" in (tmp_path / str(number) / "README.md").read_text(encoding="utf-8")


# --- what is refused ----------------------------------------------------------------------------------------

REFUSED = {
    "no publisher": (["new"], "--publisher"),
    "an empty publisher": (["new", "--publisher", " \n"], "--publisher"),
    "a long publisher": (["new", "--publisher", "x" * 201], "--publisher"),
    "a control character": (["new", "--publisher", "a\x1b[31mb"], "U+001B"),
    "a bidirectional override": (["new", "--publisher", "a\u202eb"], "U+202E"),
    "a private character": (["new", "--publisher", "P", "--products", "\ue000"], "--products"),
    "bytes that are no text": (["new", "--publisher", "\udcff"], "U+DCFF"),
    "a locale that is none": (["new", "--publisher", "P", "--locale", "xx-nonsense"], "xx-nonsense"),
    "a locale that is not there": (["new", "--publisher", "P", "--locale", "sw"], "locale new sw"),
    "Traditional Chinese": (["new", "--publisher", "P", "--locale", "zh-TW"], "Traditional"),
    "a folder in use": (["full", "--publisher", "P"], "full"),
    "a folder with a hidden file": (["hidden", "--publisher", "P"], ".keep"),
    "a file": (["file", "--publisher", "P"], "file"),
}


@pytest.mark.parametrize(("arguments", "named"), REFUSED.values(), ids=REFUSED)
def test_refused_with_one_line_and_nothing_written(arguments, named, tmp_path, monkeypatch, capsys):
    for name, inside in (("full", "x"), ("hidden", ".keep")):
        (tmp_path / name).mkdir()
        (tmp_path / name / inside).write_text("mine")
    (tmp_path / "file").write_text("mine")
    monkeypatch.chdir(tmp_path)
    before = files(tmp_path)
    assert main(["init", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert named in err
    assert files(tmp_path) == before
    assert not (tmp_path / "new").exists()


def test_a_folder_below_a_file_cannot_be_written(tmp_path, capsys):
    (tmp_path / "file").write_text("mine")
    assert start(tmp_path / "file" / "new") == 4
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert f"{tmp_path / 'file'}: not a folder" in err
    assert files(tmp_path) == ["file"]


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_disk_that_fills_up_leaves_nothing(tmp_path, monkeypatch, capsys, there, error):
    folder = tmp_path / "new"
    if there:
        folder.mkdir()
    write, count = os.write, []

    def full(handle, content):
        count.append(handle)
        if len(count) == 9:
            raise error
        return write(handle, content)

    monkeypatch.setattr(os, "write", full)
    assert start(folder) == (4 if isinstance(error, OSError) else 130)
    assert capsys.readouterr().err.count("\n") == 1
    assert len(count) == 9
    assert folder.exists() == there
    assert not folder.exists() or list(folder.iterdir()) == []


def test_an_empty_folder_that_is_there_will_do(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["init", ".", "--publisher", "P"]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {
        "README.md",
        "LICENSE-TEXTS",
        "templates",
        "locales",
    }


def test_a_locales_folder_without_english_adds_to_the_packages_languages(tmp_path, monkeypatch):
    from discordant.language.folders import available

    monkeypatch.chdir(tmp_path)
    everywhere = available()
    (tmp_path / "locales" / "sw").mkdir(parents=True)
    (tmp_path / "locales" / "sw" / "locale.toml").write_text("", encoding="utf-8")
    assert set(available()) == {*everywhere, "sw"}
    (tmp_path / "locales" / "en").mkdir()
    (tmp_path / "locales" / "en" / "locale.toml").write_text("", encoding="utf-8")
    assert available() == ["en", "sw"]
