"""`verify --quick` on a folder of a few files: each thing that a manifest says of a file is held to it."""

import json

import pytest

from discordant.recipes import verify
from discordant.workshop import emit

FILES = {
    "output/en/index.html": b"<p>one",
    "output/data/discordant.json": b"{}",
    "figures/en/cases.svg": b"<svg/>",
}


@pytest.fixture
def folder(tmp_path):
    manifest = emit.manifest(FILES, dict.fromkeys(FILES, "source"), {}, ["en"])
    emit.publish({**FILES, emit.MANIFEST: manifest}, tmp_path)
    return tmp_path


def change(folder, path, **fields):
    manifest = json.loads((folder / emit.MANIFEST).read_bytes())
    manifest["files"][path] |= fields
    (folder / emit.MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


def test_what_was_published_is_as_listed(folder):
    assert verify.quick(folder).faults == []


@pytest.mark.parametrize(
    ("field", "value"), [("bytes", 5), ("bytes", 7), ("bytes", 0), ("sha256", "0" * 64), ("sha256", "")]
)
def test_size_and_hash_are_both_held_to_the_file(folder, field, value):
    change(folder, "output/en/index.html", **{field: value})
    assert verify.quick(folder).faults == ["output/en/index.html: has changed since its manifest was written"]


@pytest.mark.parametrize(
    ("content", "said"), [(b"<p>two", "has changed since"), (b"", "has changed since"), (None, "is missing")]
)
def test_a_file_that_is_another_or_gone(folder, content, said):
    path = folder / "output" / "data" / "discordant.json"
    path.unlink() if content is None else path.write_bytes(content)
    (fault,) = verify.quick(folder).faults
    assert fault.startswith(f"output/data/discordant.json: {said}")


def test_a_file_that_is_not_listed(folder):
    (folder / "output" / "en" / "more.html").write_bytes(b"<p>")
    assert verify.quick(folder).faults == ["output/en/more.html: a file that no build has made"]
