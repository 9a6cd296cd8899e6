"""The ways in which `emit` writes, each with small files, and a fault at every single call of it.

    python emit_ways.py at_every_call WAY FAULT FOLDER

In a process by itself, since it forks thousands of times: the less it has in its memory, the faster it does.
"""

import contextlib
import json
import os
import random
import sys
from pathlib import Path

import faults

from discordant.workshop import emit

NAMES = ("output/en/a.html", "output/it/a.html", "output/data/d.json", "figures/en/f.svg", "figures/it/f.svg")


def publish(folder, files):
    """A build of these files, as the build does it."""
    emit.recover(folder)
    emit.check(folder)
    before = emit.read_manifest(folder)["files"]
    files = {name: content.encode() for name, content in files.items()}
    files["output/manifest.json"] = emit.manifest(files, dict.fromkeys(files, "source"), {}, ["en"])
    emit.publish(files, folder, before)


OLD = {name: f"old {name}" for name in NAMES}
NEW = {name: f"new and longer {name}" for name in NAMES if "/it/" not in name}
NEW |= {
    "output/data/d.json": OLD["output/data/d.json"],
    "output/zh/notes/a.html": "zh",
    "figures/zh/f.svg": "zh",
}


def theirs(folder):
    """Things of somebody else's among those of ours, beside them and where a careless program would step."""
    for name in (
        "output/private/s",
        "output/en/mine.txt",
        "output/.git/HEAD",
        "notes.txt",
        "figures/it/own.txt",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"theirs {name}")
    for name in ("output/empty", "output/.git/refs/tags", "figures/en/empty", ".discordant-staging/output"):
        (folder / name).mkdir(parents=True)
    (folder / "output" / "private").chmod(0o700)
    (folder / "output").chmod(0o2775)
    (folder / ".discordant.new").symlink_to("notes.txt")
    (folder / ".discordant-new-0-0123456789abcdef").symlink_to("output/private")
    planted = folder / ".discordant-1f-2e-0123456789abcdef"
    planted.mkdir(mode=0o700)
    (planted / "stamp").touch()
    changes = [["gone", "output/private/s", 0, list(_marks(folder / "output/private/s")), None]]
    (planted / "journal").write_text(json.dumps({"changes": changes, "emptied": []}))
    (folder / "link").symlink_to("/nowhere")
    if hasattr(os, "setxattr"):
        with contextlib.suppress(OSError):  # a file system without them
            os.setxattr(folder / "output" / "empty", "user.note", b"theirs")
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if _is_theirs(path, folder)
    )


def _marks(path):
    status = path.lstat()
    return (status.st_ino, status.st_mtime_ns, status.st_size)


def _is_theirs(path, folder):
    name = path.relative_to(folder).as_posix()
    ours = {*OLD, "output/manifest.json"}
    above = {parent for one in ours for parent in (one.rsplit("/", count)[0] for count in (1, 2))}
    return name not in ours | above


def first(folder):
    (folder / "notes.txt").write_text("theirs")
    return ["notes.txt"]


def built(folder):
    publish(folder, OLD)
    return theirs(folder)


def sheet(folder):
    emit.write_files(folder, {"sheet-1/student/a.html": b"old", "sheet-1/teacher/k.html": b"key"})
    (folder / "sheet-1" / "student" / "solved").mkdir()
    (folder / "sheet-1" / "teacher").chmod(0o700)
    (folder / "sheet-1" / "marks.ods").write_text("theirs")
    return ["sheet-1/student/solved", "sheet-1/marks.ods"]


def empty(folder):
    (folder / "new").mkdir(mode=0o750)
    return []


def catalog(folder):
    (folder / "locales" / "it").mkdir(parents=True)
    (folder / "locales" / "it" / "d.po").write_text("old")
    (folder / "locales" / "it" / "d.po").chmod(0o660)
    (folder / "locales" / "it" / ".discordant.new").symlink_to("../../precious")
    (folder / "precious").write_text("theirs")
    return ["precious", "locales/it/.discordant.new"]


SHEET = {
    "sheet-1/student/a.html": b"new",
    "sheet-1/teacher/k.html": b"another key",
    "sheet-1/student/b.html": b"b",
}
START = {
    "README.md": b"read",
    "locales/it/d.po": b"po",
    "locales/it/locale.toml": b"",
    "templates/a.md": b"text",
}
# what lies there before, and what is done
WAYS = {
    "a first build": (first, lambda folder: publish(folder, OLD)),
    "a build over another": (built, lambda folder: publish(folder, NEW)),
    "a first sheet": (first, lambda folder: again(folder, lambda: emit.write_files(folder, SHEET))),
    "a sheet over another": (sheet, lambda folder: again(folder, lambda: emit.write_files(folder, SHEET))),
    "a new publication": (
        first,
        lambda folder: again(folder, lambda: emit.write_folder(folder / "new", START)),
    ),
    "one in an empty folder": (
        empty,
        lambda folder: again(folder / "new", lambda: emit.write_folder(folder / "new", START)),
    ),
    "an export": (first, lambda folder: emit.write_file(folder / "it.xlf", b"xliff")),
    "an import": (catalog, lambda folder: emit.write_file(folder / "locales" / "it" / "d.po", b"new")),
}


def again(folder, work):
    emit.recover(folder)
    work()


def _is_bare(name, found):
    return found[name][0].startswith("d") and not any(other.startswith(f"{name}/") for other in found)


class Case:
    """A way with what it makes of a folder, from which every attempt starts anew."""

    def __init__(self, way, folder):
        prepare, self.work = WAYS[way]
        self.template, self.folder = folder / "template", folder / "here"
        self.template.mkdir()
        self.theirs = prepare(self.template)
        self.start()
        done = faults.run(lambda: self.work(self.folder))
        assert done.code == 0
        self.new, self.calls = faults.tree(self.folder), done.calls
        assert self.new != self.old
        assert {name for name in self.new if faults.is_left(name)} == set(filter(faults.is_left, self.old))
        assert faults.marks(self.folder, self.theirs) == self.marks

    def start(self):
        faults.fresh(self.template, self.folder)
        self.old = faults.tree(self.folder)
        self.marks = faults.marks(self.folder, self.theirs)

    def look(self, where):
        """Nothing of anybody else's has changed; returns whether all is new, and fails where it is mixed."""
        assert faults.marks(self.folder, self.theirs) == self.marks, where
        now = faults.without_left(faults.tree(self.folder))
        if "rmdir" in where:  # that failed: the folder goes with the next command
            now = {name: what for name, what in now.items() if name in self.new or not _is_bare(name, now)}
        assert now in (faults.without_left(self.old), faults.without_left(self.new)), where
        return now == faults.without_left(self.new)

    def finish(self, where):
        """The next command succeeds, and leaves what is new and nothing else."""
        assert faults.run(lambda: self.work(self.folder)).code == 0, where
        assert faults.tree(self.folder) == self.new, where
        assert faults.marks(self.folder, self.theirs) == self.marks, where

    def recover(self):
        for place in (self.folder, self.folder / "new", self.folder / "locales" / "it"):
            emit.recover(place)


def at_every_call(way, fault, folder):
    """A fault at each call of a way in turn."""
    case = Case(way, folder)
    for at in range(1, len(case.calls) + 1):
        where = f"{fault} at call {at}, {case.calls[at - 1]}"
        case.start()
        done = faults.run(lambda: case.work(case.folder), fault, at)
        if fault in faults.ERRORS:
            assert done.code in (0, 4), where
            assert case.look(where) == (done.code == 0), where
        elif fault.startswith("killed"):
            assert done.code == -9, where
            case.recover()
            case.look(where)
        else:
            assert done.code == 130, where
            case.look(where)
        case.finish(where)


def while_it_is_put_right(way, fault, folder):
    """A fault at any call, and the command that puts it right killed as well, twice."""
    case = Case(way, folder)
    chance = random.Random(11)
    for at in range(1, len(case.calls) + 1):
        case.start()
        faults.run(lambda: case.work(case.folder), fault, at)
        for _ in range(2):
            faults.run(case.recover, "killed", chance.randrange(1, 30))
            assert faults.marks(case.folder, case.theirs) == case.marks
        case.recover()
        case.look(f"killed at call {at}")
        case.finish(f"killed at call {at}")


if __name__ == "__main__":
    what, way, fault, folder = sys.argv[1:]
    {"at_every_call": at_every_call, "while_it_is_put_right": while_it_is_put_right}[what](
        way, fault, Path(folder)
    )
