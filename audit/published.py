"""Published: what was handed in, as one table of path and content: a folder, an archive, a page or a PDF.

Whoever made it is not trusted.  No link is followed, nothing but regular files of bounded size is read, and
names lead nowhere.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ..language import files as reading
from ..language.refused import Refused
from .archives import LARGEST, MOST_BYTES, MOST_FILES, unpacked
from .findings import Findings

OUTPUT, FIGURES = "output", "figures"
PACKAGE = "output/discordant-package.zip"
PACKAGE_FOLDER = "discordant-package"
_SHEET = re.compile(r"(exercises|answers|class|solutions|key)-")  # begins the names of exercise sheets' files
_SHEET_PAGE = re.compile(rb'<html [^>]*class="sheet\b')


class NotPublished(Refused):
    """A path at which nothing lies that a build has published."""


class Published(NamedTuple):
    """What was handed in."""

    files: dict[str, bytes]  # path as a manifest has it -> content
    shown: str  # how its files are named to the user: what stands before their path
    parts: frozenset[str]  # of output and figures, those handed in whole: what is not there is missing


def read(path: Path, findings: Findings) -> Published:
    """What lies at a path: a folder that a build made (or its output/), an archive of it, one PDF or page.

    Links, pipes and the like inside are noted as faults and left alone.  Raises NotPublished where there is
    nothing that could be published, `Unreadable` where a file cannot be read.
    """
    if path.is_dir():
        return _folder(path, findings)
    content = reading.read(path, LARGEST)
    if _SHEET.match(path.name) or _SHEET_PAGE.search(content[:1000]):
        raise _no_sheet(path)
    if content[:5] == b"%PDF-" or path.suffix.lower() == ".pdf":
        return Published({path.name: content}, str(path.parent), frozenset())
    if content[:2] == b"PK" or path.suffix.lower() == ".zip":
        return _archive(path, content, findings)
    if path.suffix.lower() in (".html", ".htm"):
        return Published({path.name: content}, str(path.parent), frozenset())
    raise NotPublished("neither a folder nor a PDF, a page or an archive of one", path=path)


def _is_sheet(file: str) -> bool:
    return _SHEET.match(PurePosixPath(file).name) is not None


def _no_sheet(path: Path) -> NotPublished:
    what = "an exercise sheet, whose numbers are drawn"
    return NotPublished(what, path=path, advice="its key is on the teacher's sheet")


def _folder(path: Path, findings: Findings) -> Published:
    if (path / OUTPUT).is_dir():
        roots = {name: path / name for name in (OUTPUT, FIGURES) if os.path.lexists(path / name)}
        shown = path
    else:
        roots, shown = {OUTPUT: path}, path.parent if path.name == OUTPUT else path
    files: dict[str, bytes] = {}
    size = seen = 0
    for name, root in roots.items():
        for relative, content in _walk(root, name, findings):
            seen += 1
            if content is not None:
                files[relative] = content
                size += len(content)
            if size > MOST_BYTES or seen > MOST_FILES:
                raise NotPublished("holds more than any build makes", path=path)
    if roots == {OUTPUT: path} and f"{OUTPUT}/manifest.json" not in files and any(map(_is_sheet, files)):
        raise _no_sheet(path)
    if not any(file.endswith((".html", ".pdf", ".json", ".svg")) for file in files):
        raise NotPublished("nothing lies here that `discordant build` has published", path=path)
    return Published(files, str(shown), frozenset(roots))


def _walk(root: Path, name: str, findings: Findings) -> Iterator[tuple[str, bytes | None]]:
    """What is in a folder by its path, in order; None for a folder, and for what is a fault."""
    if root.is_symlink():
        findings.say(name, "a link; a build makes a folder")
        return
    for folder, subfolders, names in os.walk(root, onerror=lambda error: _unreadable(error, findings)):
        inside = PurePosixPath(name, Path(folder).relative_to(root).as_posix())
        subfolders.sort()
        for sub in list(subfolders):
            if sub == ".git" and Path(folder) == root and _is_repository(root / sub):
                findings.note(f"the repository {inside / sub}")
                subfolders.remove(sub)
            elif sub.startswith(".") or (Path(folder) / sub).is_symlink():
                findings.say(str(inside / sub), "a link or a hidden folder, which no build makes; not read")
                subfolders.remove(sub)
        if not names and not subfolders and Path(folder) != root:
            findings.say(str(inside), "an empty folder, which no build makes")
        for file in sorted(names):
            relative = str(inside / file)
            yield relative, _regular(Path(folder) / file, relative, findings)
        yield str(inside), None


def _is_repository(folder: Path) -> bool:
    """Whether a folder is the publisher's own repository of what is published: git asks for these three."""
    return not folder.is_symlink() and all((folder / name).exists() for name in ("HEAD", "objects", "refs"))


def _is_of_repository(parts: Sequence[str]) -> bool:
    """Whether an archived file is of a repository of the whole, or of output/ or figures/."""
    place = parts.index(".git") if ".git" in parts[:-1] else None
    return place is not None and (place <= 1 or parts[place - 1] in (OUTPUT, FIGURES))


def _regular(path: Path, relative: str, findings: Findings) -> bytes | None:
    """The content of a regular file; it may be gone since its folder was read."""
    try:
        mode = path.lstat().st_mode
        if stat.S_ISREG(mode):
            return reading.read(path, LARGEST)
        findings.say(relative, f"{_kind(mode)}, which no build makes; not read")
    except reading.Unreadable as error:
        findings.say(relative, error.what)
    except OSError as error:
        findings.say(relative, f"cannot be read: {error.strerror}")
    return None


def _unreadable(error: OSError, findings: Findings) -> None:
    findings.say(str(error.filename), f"cannot be read: {error.strerror}")


def _kind(mode: int) -> str:
    return "a link" if stat.S_ISLNK(mode) else "a pipe, a socket or a device"


def _archive(path: Path, content: bytes, findings: Findings) -> Published:
    """The files of an archive: the code package itself, or a published folder that was packed."""
    members = unpacked(content, path.name, findings)
    if any(name.startswith(f"{PACKAGE_FOLDER}/") for name in members):
        return Published({PACKAGE: content}, str(path), frozenset())
    files: dict[str, bytes] = {}
    whole: str | None = None  # the folder in which output/ and figures/ lie
    for name, member in members.items():
        before, inside = _cut(name)
        if _is_of_repository(PurePosixPath(name).parts):
            findings.note(f"the repository {name.partition('.git/')[0]}.git")
        elif before is None:
            files[name] = member
        elif whole in (None, before):
            whole, files[inside] = before, member
        else:
            findings.say(name, f"lies beside {whole or 'output'}: an archive holds one publication; not read")
    if not any(name.startswith(f"{OUTPUT}/") for name in files):
        files = {f"{OUTPUT}/{name}": member for name, member in files.items()}
    if not files:
        raise NotPublished("an archive without anything that a build has published", path=path)
    there = {name.partition("/")[0] for name in files} & {OUTPUT, FIGURES}
    return Published(files, str(path), frozenset(there))


def _cut(name: str) -> tuple[str | None, str]:
    """What stands before output/ or figures/ in a name, None where it has neither, and the rest."""
    parts = PurePosixPath(name).parts
    start = next((i for i, part in enumerate(parts[:-1]) if part in (OUTPUT, FIGURES)), None)
    return (None, name) if start is None else ("/".join(parts[:start]), "/".join(parts[start:]))
