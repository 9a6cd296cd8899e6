"""`discordant verify`: what a reader or publisher is told of a folder that a build made."""

import hashlib
import json
import shutil

import pytest

DATA = "output/data/discordant.json"
MANIFEST = "output/manifest.json"


@pytest.fixture
def copy(made, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(made, folder)
    return folder


def test_a_fresh_build_agrees(discordant, made):
    run = discordant("verify", made, cwd=made)
    assert (run.returncode, run.stderr) == (0, "")
    files = json.loads((made / MANIFEST).read_bytes())["files"]
    assert f"{len(files)} files agree" in run.stdout


def test_changed_and_missing_files_are_named(discordant, copy):
    (copy / "output" / "it" / "index.html").write_text("other", encoding="utf-8")
    (copy / "figures" / "en" / "cases.svg").unlink()
    run = discordant("verify", cwd=copy)
    assert run.returncode == 1
    assert len(run.stderr.splitlines()) == 2
    assert "output/it/index.html: has changed" in run.stderr
    assert "figures/en/cases.svg: cannot be read" in run.stderr


@pytest.mark.parametrize("content", ["{}", "[]", "no json", "[" * 100_000])
def test_data_that_do_not_follow_from_the_code_are_found_even_under_a_right_hash(discordant, copy, content):
    (copy / DATA).write_text(content, encoding="utf-8")
    manifest = json.loads((copy / MANIFEST).read_bytes())
    manifest["files"][DATA]["sha256"] = hashlib.sha256(content.encode()).hexdigest()
    (copy / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")
    run = discordant("verify", cwd=copy)
    assert run.returncode == 1
    assert all(DATA in line for line in run.stderr.splitlines())
    assert "Traceback" not in run.stderr


def test_a_folder_without_a_manifest_is_wrong_input(discordant, tmp_path):
    run = discordant("verify", cwd=tmp_path)
    assert run.returncode == 2
    assert len(run.stderr.splitlines()) == 1
    assert "discordant build" in run.stderr
