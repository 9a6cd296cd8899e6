"""A published folder as a stranger may have filled it: its manifest, and what lies there."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ..language.files import TEXT, NotThere, read
from ..language.refused import Refused
from ..workshop import emit
from ..workshop.emit import Listed
from .verdict import said

_KINDS = {
    stat.S_IFREG: "file",
    stat.S_IFDIR: "folder",
    stat.S_IFLNK: "link",
    stat.S_IFIFO: "named pipe",
    stat.S_IFSOCK: "socket",
    stat.S_IFCHR: "device",
    stat.S_IFBLK: "device",
}
_REPOSITORY = ".git"  # a publisher's own, of what is published
_ADVICE = "`discordant build` makes one that can be checked"


class NoPublication(Refused):
    """A folder that holds no publication, or a manifest that is none."""


class Manifest(NamedTuple):
    """A manifest, whoever wrote it; its names lie in output/ and figures/."""

    content: bytes
    languages: list[str]
    versions: dict[str, str]
    files: dict[str, Listed]


def manifest(parent: Path) -> Manifest:
    """The manifest of a published folder; NoPublication where there is none, or what is there is none."""
    path = parent / emit.MANIFEST
    try:
        content = read(path, TEXT)
    except NotThere:
        if parent.is_file():
            advice = "name the folder that holds output/; `verify --independent` reads a single file"
            raise NoPublication("a file, not a folder", path=parent, advice=advice) from None
        if not parent.is_dir():
            raise NoPublication("no such folder", path=parent) from None
        inside = parent.name == "output" or (parent / "manifest.json").exists()
        advice = "name the folder that holds output/" if inside else _ADVICE
        raise NoPublication("not there", path=path, advice=advice) from None
    try:
        document = json.loads(content.decode("utf-8"), object_pairs_hook=_once, parse_constant=_refuse)
        if set(document) != {"format", "languages", "versions", "files"} or document["format"] != emit.FORMAT:
            raise ValueError("of another format")
        files = {name: _entry(name, fields) for name, fields in document["files"].items()}
        languages, versions = document["languages"], document["versions"]
        if not isinstance(languages, list) or not _all_text(languages) or not _all_text(versions.values()):
            raise ValueError("with languages or versions that are none")
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError) as error:
        what = f"no manifest of this program ({said(str(error))[:200]})"
        raise NoPublication(what, path=path, advice=_ADVICE) from None
    return Manifest(content, languages, versions, files)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice")
    return found


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _all_text(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _entry(name: str, fields: Mapping[str, object]) -> Listed:
    parts = PurePosixPath(name).parts
    strange = any(c < " " or "\ud800" <= c <= "\udfff" for c in name) or "\\" in name or ".." in parts
    if strange or "/".join(parts) != name or len(parts) < 2 or parts[0] not in emit.FOLDERS:
        raise ValueError(f"it names {name!r}")
    digest, size, source = fields["sha256"], fields["bytes"], fields["source"]
    if set(fields) != set(Listed._fields) or not isinstance(digest, str) or not isinstance(source, str):
        raise ValueError(f"what it says of {name!r}")
    if isinstance(size, bool) or not isinstance(size, int) or size < 0:
        raise ValueError(f"what it says of {name!r}")
    return Listed(digest, size, source)


class Found(NamedTuple):
    """What lies in output/ and figures/."""

    files: set[str]  # those of the known paths at which a file lies, reached by folders alone
    faults: list[str]  # what else lies there, a line each; a foreign folder is named, not what is in it
    repositories: list[str]  # the publisher's own, of what is published
    told: set[str]  # places of faults


def look(parent: Path, known: Collection[str]) -> Found:
    """What lies in a published folder whose files are to be at the known paths; no link is followed."""
    found = Found(set(), [], [], set())
    folders = {str(folder) for path in known for folder in PurePosixPath(path).parents} | set(emit.FOLDERS)
    waiting = [name for name in reversed(emit.FOLDERS) if os.path.lexists(parent / name)]
    while waiting:
        path = waiting.pop()
        try:
            kind = _KINDS.get(stat.S_IFMT(os.lstat(parent / path).st_mode), "something else")
        except OSError:  # gone since its folder was looked into
            continue
        if path in known and kind == "file":
            found.files.add(path)
        elif path in folders and kind == "folder":
            waiting += [f"{path}/{name}" for name in reversed(_names(parent / path))]
        elif path.rpartition("/")[2] == _REPOSITORY and path.count("/") == 1 and kind != "link":
            found.repositories.append(path)
        else:
            found.told.add(path)
            place = "file" if path in known else "folder" if path in folders else ""
            what = f"in place of a {place}" if place else "that no build has made"
            found.faults.append(f"{said(path)}: a {kind} {what}")
    return found


def _names(folder: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in folder.iterdir())
    except OSError as error:
        raise NoPublication(f"cannot be looked into: {error.strerror}", path=folder) from None


def content(parent: Path, path: str, found: Found, limit: int) -> bytes | str:
    """The bytes of a known file, at most `limit`, or what is wrong with it; "" where that is told."""
    if path not in found.files:
        outer = {path, *map(str, PurePosixPath(path).parents)}
        return "" if outer & found.told else "is missing"
    try:
        return read(parent / path, limit)
    except Refused as error:
        return error.what
