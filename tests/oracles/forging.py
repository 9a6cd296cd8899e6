"""What a careful forger does: changes a published folder, then makes its manifest fit again."""

import hashlib
import json
import re
import warnings
import zipfile
from pathlib import Path
from typing import NamedTuple

import pikepdf

DATA = "output/data/discordant.json"
MANIFEST = "output/manifest.json"
PACKAGE = "output/discordant-package.zip"
PAGE = "output/en/index.html"


class Forgery(NamedTuple):
    """A change to a published folder; it may give a change to the manifest, made last."""

    forge: object
    remade: bool  # whether the manifest is made to fit


FORGERIES = {}  # name -> Forgery, in order


def forgery(name, remade=True):
    """Enter a function under a name."""

    def enter(forge):
        assert name not in FORGERIES
        FORGERIES[name] = Forgery(forge, remade)
        return forge

    return enter


def edits(changes, name=DATA):
    """Enter changes to the data, or to another document, each under its name."""
    for title, change in changes.items():
        forgery(title)(lambda folder, change=change: edit(folder, change, name))


def replaced(texts):
    """Enter files in which a text is replaced: name -> file, text, new text, and 0 for wherever it stands."""
    for title, given in texts.items():
        forgery(title)(lambda folder, given=given: replace(folder, *given))


def substituted(patterns):
    """Enter files in which a pattern is replaced: name -> file, pattern, new text."""
    for title, given in patterns.items():
        forgery(title)(lambda folder, given=given: resub(folder, *given))


def plant(name, folder):
    """Change a published folder, and its manifest as the forger would; something must have changed."""
    before = state(folder)
    forge, remade = FORGERIES[name]
    change = forge(Path(folder))
    if remade:
        remake(folder, change)
    assert state(folder) != before, f"{name}: planted nothing"


def state(folder):
    """Every path in a folder, with what is there."""
    return {
        path: path.readlink() if path.is_symlink() else path.read_bytes() if path.is_file() else None
        for path in Path(folder).rglob("*")
    }


def remake(folder, change=None):
    """The manifest with the hashes and sizes of what is there now, what is gone left out, then changed."""
    path = Path(folder) / MANIFEST
    manifest = json.loads(path.read_bytes())
    files = {}
    for name, entry in manifest["files"].items():
        if (Path(folder) / name).is_file():
            content = (Path(folder) / name).read_bytes()
            digest = hashlib.sha256(content).hexdigest()
            files[name] = {**entry, "sha256": digest, "bytes": len(content)}
    manifest["files"] = files
    if change:
        change(manifest)
    path.write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def add(name, content=b""):
    """A change to the manifest that lists one file more."""

    def change(manifest):
        some = next(iter(manifest["files"].values()))
        digest = hashlib.sha256(content).hexdigest()
        manifest["files"][name] = {**some, "sha256": digest, "bytes": len(content)}
        manifest["files"] = dict(sorted(manifest["files"].items()))

    return change


def replace(folder, name, old, new, count=1):
    """Replace a text in a file, once unless told; it must be there."""
    path = folder / name
    text = path.read_bytes().decode("utf-8")
    assert old in text, f"{name} has no {old!r}"
    path.write_bytes((text.replace(old, new, count) if count else text.replace(old, new)).encode("utf-8"))


def resub(folder, name, pattern, new):
    """Replace the first match of a pattern in a file; there must be one."""
    path = folder / name
    text, times = re.subn(pattern, new, path.read_bytes().decode("utf-8"), count=1, flags=re.DOTALL)
    assert times, f"{name} has no {pattern!r}"
    path.write_bytes(text.encode("utf-8"))


def edit(folder, change, name=DATA):
    """Change the data and write them as the build does."""
    path = folder / name
    document = json.loads(path.read_bytes())
    change(document)
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def swap(folder, one, other):
    """Exchange two files."""
    contents = (folder / one).read_bytes(), (folder / other).read_bytes()
    (folder / other).write_bytes(contents[0])
    (folder / one).write_bytes(contents[1])


def edit_pdf(folder, name, change):
    """Change a PDF by another program."""
    with pikepdf.open(folder / name, allow_overwriting_input=True) as pdf:
        change(pdf)
        pdf.save(folder / name)


def edit_zip(folder, change, name=PACKAGE):
    """Write the package anew from its (name, content) pairs, changed."""
    with zipfile.ZipFile(folder / name) as archive:
        entries = [(entry, archive.read(entry)) for entry in archive.infolist()]
    kept = change(entries) or entries
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a name that stands twice
        for entry, content in kept:
            archive.writestr(entry, content)
