"""`discordant verify`: what a reader or publisher is told of a folder that a build made."""

import json
import os
import re
from pathlib import Path

import pytest
from forgeries import DATA, MANIFEST, remake, state

from discordant.recipes import published, verify

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def checked(copy, made_anew):
    """The verdict of a full check of the copy, whose expected files were made once."""
    return lambda: verify.compare(copy, published.manifest(copy), made_anew(published.manifest(copy)))


def test_a_fresh_build_agrees_and_it_is_said_with_what(discordant, made):
    run = discordant("verify", made, cwd=made)
    assert (run.returncode, run.stderr) == (0, "")
    manifest = json.loads((made / MANIFEST).read_bytes())
    sources, held = run.stdout.splitlines()
    assert sources == "compared with what the program's own sources make"
    assert f"{len(manifest['files'])} files and their manifest, in en, it, zh-Hans, are byte for byte" in held
    named = ("python", "matplotlib", "weasyprint")
    assert all(f"{name} {manifest['versions'][name]}" in held for name in named)
    assert f"{len(manifest['versions']) - len(named)} other libraries" in held


def test_quick_compares_hashes_and_says_in_its_last_line_what_that_is_worth(discordant, made, copy):
    run = discordant("verify", "--quick", made, cwd=made)
    assert (run.returncode, run.stderr) == (0, "")
    files = json.loads((made / MANIFEST).read_bytes())["files"]
    assert f"{len(files)} files agree" in run.stdout
    assert "accidents" in run.stdout.splitlines()[-1]
    (copy / "output" / "it" / "index.html").write_text("other", encoding="utf-8")
    (copy / "figures" / "en" / "cases.svg").unlink()
    (copy / "output" / "evil.js").touch()
    run = discordant("verify", "--quick", copy, cwd=copy)
    *faults, last = run.stderr.splitlines()
    assert (run.returncode, run.stdout) == (1, "")
    assert sorted(faults) == [
        "discordant: figures/en/cases.svg: is missing",
        "discordant: output/evil.js: a file that no build has made",
        "discordant: output/it/index.html: has changed since its manifest was written",
    ]
    assert "accidents" in last


def test_the_two_checks_are_one_or_the_other(discordant, made):
    run = discordant("verify", "--quick", "--help", cwd=made)
    assert "byte for byte" in run.stdout


@pytest.mark.parametrize("content", ["{}", "[]", "no json", "[" * 100_000, '{"format": 1}', "1" * 5000])
def test_data_under_a_right_hash_are_not_what_the_sources_make(copy, checked, content):
    (copy / DATA).write_text(content, encoding="utf-8")
    remake(copy)
    faults = checked().faults
    assert faults[0] == f"{DATA}: is not what the sources here make"
    assert all(fault.startswith(("output/manifest.json: ", DATA)) for fault in faults)


def test_a_folder_without_a_manifest_is_wrong_input(discordant, tmp_path, made):
    for path, advice in ((tmp_path, "discordant build"), (made / "output", "the folder that holds output/")):
        run = discordant("verify", path, cwd=tmp_path)
        assert (run.returncode, run.stdout) == (2, "")
        assert len(run.stderr.splitlines()) == 1
        assert advice in run.stderr
        assert " -o" not in run.stderr
    run = discordant("verify", tmp_path / "nowhere", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (2, f"discordant: {tmp_path / 'nowhere'}: no such folder\n")


ENTRY = {"sha256": "0" * 64, "bytes": 0, "source": "0" * 64}
BASE = {"format": 1, "languages": ["en"], "versions": {}, "files": {}}
NAMES = (
    "/etc/passwd",
    "../x",
    "output/../../x",
    "output",
    "",
    "output//x",
    "output/./x",
    "output/x/",
    "elsewhere/x",
    "output/a\0b",
    "output/\ud800",
    "output/a\nfake: all well\x1b[2J",
    "output\\x",
)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "3",
        "null",
        "[" * 100_000,
        "\ufeff{}",
        '{"format": 1, "format": 1}',
        '{"format": NaN}',
        "1" * 5000,
        json.dumps({**BASE, "format": 2}),
        json.dumps({**BASE, "more": 1}),
        json.dumps({**BASE, "languages": "en"}),
        json.dumps({**BASE, "versions": {"python": 3}}),
        json.dumps({**BASE, "files": []}),
        json.dumps({**BASE, "files": {"output/x": {}}}),
        json.dumps({**BASE, "files": {"output/x": {**ENTRY, "bytes": -1}}}),
        json.dumps({**BASE, "files": {"output/x": {**ENTRY, "bytes": True}}}),
        json.dumps({**BASE, "files": {"output/x": {**ENTRY, "more": 1}}}),
        *(json.dumps({**BASE, "files": {name: ENTRY}}) for name in NAMES),
    ],
)
def test_a_manifest_that_is_none_is_refused_in_one_line(tmp_path, content):
    (tmp_path / "output").mkdir()
    (tmp_path / MANIFEST).write_bytes(content.encode("utf-8", "surrogatepass"))
    with pytest.raises(published.NoPublication) as caught:
        verify.quick(tmp_path)
    message = str(caught.value)
    assert message.startswith(f"{tmp_path / MANIFEST}: no manifest of this program")
    assert message.isprintable()
    assert message.endswith("`discordant build` makes one that can be checked")
    assert caught.value.code == 2


def test_a_manifest_that_cannot_be_read_to_its_end_is_refused(tmp_path):
    (tmp_path / "output").mkdir()
    for make in (
        lambda path: os.mkfifo(path),
        lambda path: path.symlink_to("/dev/zero"),
        lambda path: path.mkdir(),
        lambda path: os.truncate(os.open(path, os.O_CREAT | os.O_RDWR), 30 * 2**30),
    ):
        make(tmp_path / MANIFEST)
        with pytest.raises(ValueError, match=r"pipe|device|folder|larger") as caught:
            verify.quick(tmp_path)
        assert caught.value.code == 2
        (tmp_path / MANIFEST).rmdir() if (tmp_path / MANIFEST).is_dir() else (tmp_path / MANIFEST).unlink()


def test_names_of_a_stranger_stay_in_their_line(copy, checked):
    (copy / "output" / "a\nfake: all well\x1b[2J").touch()
    assert checked().faults == ["output/a\\nfake: all well\\x1b[2J: a file that no build has made"]


def test_files_without_an_end_are_a_line_each(copy, checked):
    page, figure, cover, data = (
        copy / name for name in ("output/en/index.html", "figures/it/cases.svg", "output/it/cover.png", DATA)
    )
    for path in (page, figure, cover, data):
        path.unlink()
    page.touch()
    os.truncate(page, 30 * 2**30)
    figure.symlink_to("/dev/zero")
    os.mkfifo(cover)
    data.mkdir()
    faults = checked().faults
    assert faults[:3] == [
        f"{DATA}: a folder in place of a file",
        "output/it/cover.png: a named pipe in place of a file",
        "figures/it/cases.svg: a link in place of a file",
    ]
    assert re.fullmatch(r"output/en/index\.html: larger than \d+ bytes; no file of this kind is", faults[3])


def test_a_repository_of_the_publishers_is_noted_and_not_looked_into(copy, checked):
    (copy / "output" / ".git" / "hooks").mkdir(parents=True)
    verdict = checked()
    assert not verdict.faults + verdict.unsure
    assert "output/.git" in verdict.notes[0]
    (copy / "output" / "en" / ".git").mkdir()
    assert checked().faults == ["output/en/.git: a folder that no build has made"]


def test_other_versions_leave_it_open_and_say_which(copy, made_anew):
    manifest = json.loads((copy / MANIFEST).read_bytes())
    manifest["versions"]["matplotlib"] = "3.0.0"
    for entry in manifest["files"].values():
        entry["source"] = "0" * 64
    (copy / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    (copy / DATA).write_bytes((copy / DATA).read_bytes().replace(b'"source": "', b'"source": "0'))
    remake(copy)
    listed = published.manifest(copy)
    verdict = verify.compare(copy, listed, made_anew(listed))
    assert not verdict.faults
    (line,) = verdict.unsure
    assert "matplotlib 3.0.0, here " in line
    assert f"{len(listed.files) - 1} of {len(listed.files)} files are what is made here" in line
    assert DATA in line
    (copy / "output" / "evil.js").touch()
    assert len(verify.compare(copy, listed, made_anew(listed)).faults) == 1


def test_versions_that_the_files_disprove_are_a_fault(copy, checked):
    manifest = json.loads((copy / MANIFEST).read_bytes())
    manifest["versions"]["matplotlib"] = "3.0.0"
    for entry in manifest["files"].values():
        entry["source"] = "0" * 64
    (copy / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    (fault,) = checked().faults
    assert fault.startswith(f"{MANIFEST}: is not what a build")
    assert "versions with which its files were not made" in fault


def test_own_sources_are_named_and_so_is_it_where_they_lie_beside(publication, monkeypatch, tmp_path):
    from discordant.recipes import verify_words

    folder = publication("templates/article.toml")
    monkeypatch.chdir(folder)
    line = verify_words.compared_with(tmp_path / "elsewhere")
    assert f"{folder / 'templates'}" in line
    assert "beside" not in line
    assert "they lie beside what was checked" in verify_words.compared_with(folder)


def test_what_a_publication_lacks_is_said(discordant, tmp_path):
    run = discordant("build", "--locale", "it", "--format", "html", "--format", "json", cwd=tmp_path)
    assert run.returncode == 0
    run = discordant("verify", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert "not in this publication: language en; language zh-Hans; pdf; handouts; figures; zip" in run.stdout
    assert "in it, are byte for byte" in run.stdout


def test_what_was_built_in_parts_agrees_but_for_the_data_in_older_pdfs(copy, discordant):
    """The Italian page alone is asked for anew; what it and the others lead to is made again with it.

    The PDFs that are kept have the data of all languages attached, as these were before.
    """
    catalog = "locales/it/LC_MESSAGES/article.po"
    (copy / catalog).parent.mkdir(parents=True)
    text = (ROOT / catalog).read_text(encoding="utf-8")
    (copy / catalog).write_text(text + "\n# a remark\n", encoding="utf-8")
    run = discordant("build", "--locale", "it", "--format", "html", cwd=copy)
    assert (run.returncode, run.stderr) == (0, "")
    run = discordant("verify", cwd=copy)
    *faults, lacking, sources = run.stderr.splitlines()
    assert (run.returncode, run.stdout) == (1, "")
    assert [fault.split(": ")[1] for fault in faults] == [
        "output/en/discordant-en.pdf",
        "output/zh-Hans/discordant-zh-Hans.pdf",
        MANIFEST,
    ]
    assert lacking == "not in this publication: pdf in it; figures in it"
    assert "they lie beside what was checked" in sources


def test_a_release_takes_no_word_of_a_manifest_for_what_it_keeps(made, copy, discordant):
    page = copy / "output" / "it" / "index.html"
    page.write_bytes(page.read_bytes() + b"<!-- forged -->")
    remake(copy)
    run = discordant("build", "--release", "--locale", "en", "--format", "json", cwd=copy)
    assert (run.returncode, run.stderr) == (0, "")
    assert state(copy / "output") == {
        copy / path.relative_to(made): content for path, content in state(made / "output").items()
    }


def test_of_very_many_faults_the_first_are_shown(discordant, copy):
    for number in range(300):
        (copy / "output" / f"{number:03}").touch()
    run = discordant("verify", "--quick", copy, cwd=copy)
    lines = run.stderr.splitlines()
    assert (run.returncode, lines[0]) == (1, "discordant: output/000: a file that no build has made")
    assert lines[200] == "discordant: and 100 faults more"
    assert len(lines) == 202
