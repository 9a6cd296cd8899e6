"""The build: its own files alone, parts of it beside what still stands.  Same bytes: see test_machines."""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from building import is_true, manifest, one_line, replacing, tree

ROOT = Path(__file__).resolve().parents[1]


# --- what a build leaves ------------------------------------------------------------------------------------


def test_manifest_names_every_file_with_its_hash(made):
    is_true(made)
    document = manifest(made)
    assert list(document["files"]) == sorted(document["files"])
    assert document["versions"]["python"] == ".".join(map(str, sys.version_info[:3]))
    for folder in ("output/en", "output/data", "figures/zh-Hans"):
        assert any(name.startswith(f"{folder}/") for name in document["files"])


def test_a_second_build_changes_nothing(made, copy, discordant):
    run = discordant("build", "--locale", "it", "--format", "json", "--format", "html", cwd=copy)
    assert (run.returncode, run.stderr) == (0, "")
    assert tree(copy) == tree(made)


def test_files_are_readable_as_the_umask_says(made):
    umask = os.umask(0)
    os.umask(umask)
    for path in [made / "output", made / "output/en/index.html", made / "figures/en/cases.png"]:
        assert path.stat().st_mode & 0o777 == (0o777 if path.is_dir() else 0o666) & ~umask


# --- other people's files -----------------------------------------------------------------------------------


def test_foreign_files_survive(copy, made, discordant):
    (copy / "output" / "mine.txt").write_text("mine")
    (copy / "output" / "en" / "notes").mkdir()
    (copy / "output" / "en" / "notes" / "a.bin").write_bytes(b"\0\1")
    (copy / "figures" / "link").symlink_to("/nonexistent")
    (copy / "thesis.tex").write_text("not below output/")
    inode = (copy / "output" / "mine.txt").stat()
    run = discordant("build", "--locale", "en", "--format", "json", cwd=copy)
    assert (run.returncode, run.stderr) == (0, "")
    after = tree(copy)
    assert after.pop("output/mine.txt") == b"mine"
    assert after.pop("output/en/notes/a.bin") == b"\0\1"
    assert after.pop("figures/link") == "/nonexistent"
    assert after.pop("thesis.tex") == b"not below output/"
    assert after == tree(made)
    now = (copy / "output" / "mine.txt").stat()
    assert (now.st_mtime_ns, now.st_mode) == (inode.st_mtime_ns, inode.st_mode)


REFUSED = {
    "output with other files": lambda f: (
        (f / "output").mkdir() or (f / "output" / "a.txt").write_text("a"),
        "output",
    ),
    "output a file": lambda f: ((f / "output").write_text("a"), "output"),
    "output a link": lambda f: (
        (f / "elsewhere").mkdir() or (f / "output").symlink_to("elsewhere"),
        "output",
    ),
    "output a link to nowhere": lambda f: ((f / "output").symlink_to("nowhere"), "output"),
    "figures a file": lambda f: ((f / "figures").write_text("a"), "figures"),
    "figures a link": lambda f: (
        (f / "elsewhere").mkdir() or (f / "figures").symlink_to("elsewhere"),
        "figures",
    ),
    "manifest of another program": lambda f: (
        (f / "output").mkdir() or (f / "output" / "manifest.json").write_text('{"manifest_version": 3}'),
        "manifest.json",
    ),
    "manifest cut short": lambda f: (
        (f / "output").mkdir() or (f / "output" / "manifest.json").write_text('{"format": 1, "files": {'),
        "manifest.json",
    ),
    "manifest that reaches outside": lambda f: (
        (f / "output").mkdir()
        or (f / "output" / "manifest.json").write_text('{"format": 1, "files": {"output/../../x": {}}}'),
        "manifest.json",
    ),
    "manifest a folder": lambda f: ((f / "output" / "manifest.json").mkdir(parents=True), "manifest.json"),
    "manifest of bytes": lambda f: (
        (f / "output").mkdir() or (f / "output" / "manifest.json").write_bytes(b"\xff\xfe"),
        "manifest.json",
    ),
    "manifest without entries": lambda f: (
        (f / "output").mkdir()
        or (f / "output" / "manifest.json").write_text('{"format": 1, "files": {"output/index.html": 5}}'),
        "manifest.json",
    ),
}


@pytest.fixture(scope="module")
def refused(tmp_path_factory, many):
    """Name -> (folder before, folder after, finished process, what must be named)."""
    folders = {name: tmp_path_factory.mktemp("refused") for name in REFUSED}
    named = {name: prepare(folders[name])[1] for name, prepare in REFUSED.items()}
    before = {name: tree(folder) for name, folder in folders.items()}
    runs = many({name: (folder, ["build", "--format", "json"]) for name, folder in folders.items()})
    return {name: (before[name], tree(folders[name]), runs[name], named[name]) for name in REFUSED}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_ours_is_refused(refused, name):
    before, after, run, named = refused[name]
    one_line(run, 4, named, "move")
    assert after == before


def test_a_file_of_somebody_else_where_ours_belongs_is_refused(copy, discordant):
    """It is not in the manifest, so it is not ours to replace."""
    path = copy / "output" / "manifest.json"
    document = json.loads(path.read_bytes())
    del document["files"]["output/data/discordant.json"]
    path.write_text(json.dumps(document))
    before = tree(copy)
    run = discordant("build", "--locale", "en", "--format", "json", cwd=copy)
    one_line(run, 4, "output/data/discordant.json", "move it away")
    assert tree(copy) == before


# --- parts of a build ---------------------------------------------------------------------------------------


def test_one_language_alone(discordant, tmp_path):
    run = discordant("build", "--locale", "zh_CN", "--format", "html", "--format", "json", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    is_true(tmp_path)
    assert {name.partition("/")[0] for name in tree(tmp_path)} == {"output"}
    names = set(tree(tmp_path))
    assert {"output/index.html", "output/zh-Hans/index.html", "output/data/discordant.json"} <= names
    assert not [name for name in names if "/en/" in name or "/it/" in name]
    page = (tmp_path / "output/zh-Hans/index.html").read_text(encoding="utf-8")
    assert "../en/index.html" not in page
    document = json.loads((tmp_path / "output/data/discordant.json").read_bytes())
    assert list(document["locales"]) == ["zh-Hans"]


@pytest.fixture
def italian_remark(copy):
    """The Italian catalog has a remark more, so that the Italian files are of older sources."""
    catalog = min((ROOT / "locales/it/LC_MESSAGES").glob("*.po"))
    folder = copy / catalog.parent.relative_to(ROOT)
    folder.mkdir(parents=True)
    text = catalog.read_text(encoding="utf-8")
    (folder / catalog.name).write_text(text + "\n# a remark\n", encoding="utf-8")


def test_a_language_of_other_sources_stays_and_is_named(copy, italian_remark, discordant):
    before, files = manifest(copy)["files"], tree(copy)
    run = discordant("build", "--locale", "en", "--format", "json", cwd=copy)
    assert (run.returncode, run.stderr) == (0, "")
    shown = re.search("^kept, though made from older sources: files in (.*)$", run.stdout, re.MULTILINE)[1]
    assert shown.split(", ") == ["figures/it", "output/it", "output/it/handouts"]
    assert "removed" not in run.stdout
    shutil.rmtree(copy / "locales")
    is_true(copy)
    after = manifest(copy)["files"]
    italian = [name for name in before if "/it/" in name]
    assert italian
    for name in italian:  # their manifest still says of which sources they are
        assert (after[name], tree(copy)[name]) == (before[name], files[name])
    assert "it" in json.loads((copy / "output/data/discordant.json").read_bytes())["locales"]


def test_a_new_language_removes_no_other(copy, discordant):
    """Every page has a list of the languages, so that all others are of older sources then."""
    for tag in ("en", "it", "zh-Hans"):
        shutil.copytree(ROOT / "locales" / tag, copy / "locales" / tag)
    shutil.copytree(ROOT / "tests" / "locales" / "pt", copy / "locales" / "pt")
    files = tree(copy)
    run = discordant("build", "--locale", "pt", "--format", "html", cwd=copy)
    assert run.returncode == 0
    shutil.rmtree(copy / "locales")
    is_true(copy)
    after = tree(copy)
    others = {name: content for name, content in files.items() if re.match("(output|figures)/(it|en)/", name)}
    assert others
    assert {name: after[name] for name in others} == others
    index = (copy / "output/index.html").read_text(encoding="utf-8")
    assert re.findall(r'href="([^"/]+)/index.html"', index) == manifest(copy)["languages"]
    assert {"pt", "it", "en", "zh-Hans"} == set(manifest(copy)["languages"])
    assert "output/data/discordant.json" in after  # to which the pages of the others lead


def test_files_of_other_sources_are_dropped(copy, discordant, publication):
    """Every language is asked for, not every format: no page of an older edition stays beside new data."""
    publication("templates/article.toml", replacing('version = "1.0.0"', 'version = "1.0.1"'), copy)
    run = discordant("build", "--format", "json", cwd=copy)
    assert (run.returncode, run.stderr) == (0, "")
    shutil.rmtree(copy / "templates")
    is_true(copy)
    assert {name for name in manifest(copy)["files"] if not name.startswith("output/data/")} == set()
    assert "output/en" in run.stdout


def test_a_stale_or_altered_file_is_not_kept(copy, discordant):
    """A page changed by hand, and a figure that is gone, do not come along as if they were ours."""
    page = copy / "output" / "it" / "index.html"
    page.write_text(page.read_text(encoding="utf-8") + "<!-- changed -->", encoding="utf-8")
    (copy / "figures" / "en" / "cases.png").unlink()
    run = discordant("build", "--locale", "en", "--format", "json", cwd=copy)
    assert (run.returncode, run.stderr) == (0, "")
    assert not page.exists()
    is_true(copy)
    assert "figures/en/cases.png" not in manifest(copy)["files"]
