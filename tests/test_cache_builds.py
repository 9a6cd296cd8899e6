"""Builds with a cache: what has not changed is not made again, and what has never comes from there."""

import pickle
import shutil
import subprocess
import sys

import pytest

from discordant.workshop import cache

COMMAND = ("build", "--locale", "it", "--format", "figures", "--format", "html")


def folders(place):
    return sorted(place.glob(".cache-discordant-*"))


def entries(place):
    return sorted(path for path in folders(place)[0].iterdir() if len(path.name) == 64)


# --- builds -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(discordant, tmp_path_factory):
    """A folder with a build, and what it was with its dates."""
    place = tmp_path_factory.mktemp("built")
    run = discordant(*COMMAND, cwd=place)
    assert (run.returncode, run.stderr) == (0, "")
    assert len(folders(place)) == 1
    return place


def dated(place):
    return {path: (path.stat().st_mtime_ns, path.stat().st_ino) for path in place.rglob("*")}


def published(place):
    found = [path for name in ("output", "figures") for path in (place / name).rglob("*") if path.is_file()]
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in found}


NOTHING_TO_DO = """
import sys
from discordant.cli import main
code = main(sys.argv[1:])
print(sorted({"jinja2", "matplotlib", "markdown", "scipy", "weasyprint", "fontTools"} & set(sys.modules)))
raise SystemExit(code)
"""


def test_a_build_with_nothing_to_do_writes_nothing_and_imports_little(built):
    before = dated(built)
    run = subprocess.run(
        [sys.executable, "-c", NOTHING_TO_DO, *COMMAND],
        cwd=built,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (run.returncode, run.stderr) == (0, "")
    said, opened, imported = run.stdout.splitlines()
    assert said == f"nothing has changed since the build before: {len(published(built)) - 1} files"
    assert opened == "open output/index.html"
    assert imported == "[]"
    assert dated(built) == before


def test_a_sheet_leaves_nothing_in_the_cache_of_a_build(built, discordant):
    """It would be the answers."""
    before = {path: path.read_bytes() for path in entries(built)}
    options = ("--locale", "it", "--items", 1, "--kind", "exact-by-hand")
    assert discordant("handout", "sheet", *options, cwd=built).returncode == 0
    assert {path: path.read_bytes() for path in entries(built)} == before
    shutil.rmtree(next(built.glob("sheet-*")))


ALL_KNOWN = """
import sys
from discordant.cli import main
from discordant.workshop import processes
def submit(shop, work, *given):
    assert work.__name__ == "warm_up", (work, given)
processes.Workshop._submit = submit
raise SystemExit(main(sys.argv[1:]))
"""


def test_nothing_is_drawn_or_laid_out_twice(discordant, tmp_path):
    """Every piece of work of a whole build is found again, and gives the same bytes."""
    assert discordant("build", "--locale", "it", cwd=tmp_path).returncode == 0
    before = published(tmp_path)
    for name in ("output", "figures"):
        shutil.rmtree(tmp_path / name)
    command = [sys.executable, "-c", ALL_KNOWN, "build", "--locale", "it"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert (run.returncode, run.stderr) == (0, "")
    assert published(tmp_path) == before


CATALOG = "locales/it/LC_MESSAGES/article.po"


def test_of_other_languages_nothing_is_read_again(discordant, publication, tmp_path):
    """Their numbers stand in the data, as they were written when their texts were the same."""
    folder = publication(CATALOG)
    options = ("--locale", "en", "--locale", "it", "--format", "json", "--format", "html")
    assert discordant("build", *options, cwd=folder).returncode == 0
    text = (folder / CATALOG).read_text("utf-8")
    changed = text.replace("su quali immagini sono in disaccordo?", "su quali di esse sono in disaccordo?")
    assert changed != text
    (folder / CATALOG).write_text(changed, "utf-8")
    code = (
        "import sys\nfrom discordant.cli import main\nfrom discordant.publication import edition\n"
        "read = edition.read\n"
        "def noted(publication, tag):\n    print('read', tag)\n    return read(publication, tag)\n"
        "edition.read = noted\nraise SystemExit(main(sys.argv[1:]))"
    )
    command = [sys.executable, "-c", code, "build", "--quiet", "--locale", "it", "--format", "json"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    assert (run.returncode, run.stdout.split("\n")[:-1], run.stderr) == (0, ["read it"], "")
    assert discordant("build", "--no-cache", *options, "-o", tmp_path / "anew", cwd=folder).returncode == 0
    assert published(folder) == published(tmp_path / "anew")


def test_what_is_not_as_it_was_is_made_again(built, discordant):
    before, page = published(built), built / "output/it/index.html"
    page.write_bytes(b"changed")
    (built / "figures/it/cases.png").unlink()
    run = discordant(*COMMAND, cwd=built)
    assert (run.returncode, run.stderr) == (0, "")
    assert "nothing has changed" not in run.stdout
    assert published(built) == before


def test_the_same_bytes_without_it(built, discordant, tmp_path):
    """And neither a release nor --no-cache leaves anything."""
    for place, more in ((tmp_path / "plain", ["--no-cache"]), (tmp_path / "released", ["--release"])):
        run = discordant(*COMMAND, *more, "-o", place, cwd=tmp_path)
        assert (run.returncode, run.stderr) == (0, "")
        assert {path.name for path in place.iterdir()} == {"output", "figures"}
        assert published(place) == published(built)


def test_a_planted_cache_does_not_reach_a_build(built, discordant, tmp_path):
    """A copy of a folder with its cache, in which every entry has been replaced."""
    place = shutil.copytree(built, tmp_path / "copy")
    for path in entries(place):
        path.write_bytes(
            cache._dump(pickle.loads(path.read_bytes()[32:]) and {"cover.png": b"evil"}, path.name)
        )
    shutil.rmtree(place / "output")
    shutil.rmtree(place / "figures")
    run = discordant(*COMMAND, cwd=place)
    assert (run.returncode, run.stderr) == (0, "")
    assert published(place) == published(built)


def test_a_failed_build_leaves_none(discordant, publication, tmp_path):
    folder = publication("templates/article.md", lambda text: text.replace("II_b", "II_nothing", 1))
    assert discordant(*COMMAND, cwd=folder).returncode == 2
    assert not folders(folder)
    assert not folders(tmp_path)
