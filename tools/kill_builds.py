"""Kill real builds at random moments and look what is left: `python tools/kill_builds.py --kills 200`.

For maintainers, with the Python that has discordant.  It changes a source, starts a build and kills it with
SIGKILL, every other time as soon as it begins to write.  Then the folder must hold the files of the build
before or of the new one, whole, or a journal of what is under way, and somebody else's files must not have
changed.  After every fourth kill the next build must succeed, give the bytes of an undisturbed one and leave
nothing beside them.  Prints a table, and ends with 1 after the first kill that falls short.
"""

from __future__ import annotations

import argparse
import collections
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = {
    "data": ["--format", "json", "--locale", "en"],
    "pages": ["--format", "html", "--format", "figures", "--locale", "it"],
    "all": ["--locale", "en"],
}
IN_A_ROW = 4  # kills before a build that is let be
VERSIONS = ("7.0.1", "7.0.2")
THEIRS = {"output/mine.txt": "theirs", "output/en/mine/notes.txt": "theirs", "notes.txt": "theirs"}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--kills", type=int, default=200, help="how many builds to kill [default: 200]")
    parser.add_argument("--seed", type=int, default=1, help="of the moments and commands [default: 1]")
    parser.add_argument("--build", choices=COMMANDS, action="append", help="which ones [default: all three]")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    names = options.build or list(COMMANDS)
    table: collections.Counter[tuple[str, str, str]] = collections.Counter()
    with tempfile.TemporaryDirectory() as place:
        workplaces = [Workplace(name, Path(place, name)) for name in names]
        for number in range(options.kills):
            workplace = workplaces[number // IN_A_ROW % len(workplaces)]
            aimed = bool(number % 2)
            try:
                state = workplace.kill(aimed, chance.random())
                table[workplace.name, "as it writes" if aimed else "at any time", state] += 1
                if number % IN_A_ROW == IN_A_ROW - 1 or number == options.kills - 1:
                    workplace.build()
            except AssertionError as error:
                print(f"kill {number + 1}, {workplace.name}: {error}")
                return 1
            except KeyboardInterrupt:  # what is known so far
                break
            print(f"\r{number + 1} of {options.kills}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"{'build of':10}{'killed':16}{'left':24}{'times':>6}")
    for (name, when, state), count in sorted(table.items()):
        print(f"{name:10}{when:16}{state:24}{count:6}")
    print(f"all old or all new, nobody else's file changed, the next build right: {sum(table.values())}")
    return 0


class Workplace:
    """A folder with a publication, and what undisturbed builds of its two versions make there."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.folder, self.scraps = name, folder, folder / "tmp"
        self.scraps.mkdir(parents=True)
        (folder / "templates").mkdir()
        self.version, self.made = VERSIONS[0], dict[str, dict[str, bytes]]()
        for version in VERSIONS:
            self._write_version(version)
            self.seconds, self.writing = self._timed()
            self.made[version] = self.tree()
        for path, text in THEIRS.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
        (folder / "output" / "empty").mkdir(mode=0o750)
        self.marks = self._look_at_theirs()

    def kill(self, aimed: bool, moment: float) -> str:
        """Kill a build of other sources than the one before; what it left."""
        self._write_version(VERSIONS[self.version == VERSIONS[0]])
        before = set(self._left())
        build = self._start()
        if aimed:
            while build.poll() is None and not set(self._left()) - before:
                time.sleep(0.0005)
            time.sleep(moment * self.writing)
        else:
            time.sleep(moment * self.seconds)
        build.send_signal(signal.SIGKILL)
        late = build.wait() == 0
        self._wait_for_workers(build.pid)
        state = self._state()
        assert self._look_at_theirs() == self.marks, "somebody else's file has changed"
        return "it had ended" if late else state

    def _timed(self) -> tuple[float, float]:
        """How many seconds an undisturbed build takes, and how many of these it writes."""
        began, build, writing = time.monotonic(), self._start(), list[float]()
        while build.poll() is None:
            if self._left():
                writing.append(time.monotonic())
            time.sleep(0.0005)
        assert build.returncode == 0
        return time.monotonic() - began, writing[-1] - writing[0] if writing else 0.0

    def build(self) -> None:
        """Let a build be, after those that were killed."""
        again = self._start()
        _out, err = again.communicate()
        assert again.returncode == 0, f"the next build fails: {err.decode()}"
        assert self.tree() == self.made[self.version], "the next build makes something else"
        assert self._look_at_theirs() == self.marks, "the next build has changed somebody else's file"
        assert not self._left(), f"left beside it: {self._left()}"
        if list(
            self.scraps.iterdir()
        ):  # what was just being made or removed goes when it is some seconds old
            time.sleep(3)
            assert self._start().wait() == 0
        assert not list(self.scraps.iterdir()), f"left in TMPDIR: {list(self.scraps.iterdir())}"

    def _write_version(self, version: str) -> None:
        settings = (ROOT / "templates" / "article.toml").read_text(encoding="utf-8")
        lines = [f'version = "{version}"' if x.startswith("version = ") else x for x in settings.split("\n")]
        (self.folder / "templates" / "article.toml").write_text("\n".join(lines), encoding="utf-8")
        self.version = version

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "discordant", "build", "--quiet", *COMMANDS[self.name]]
        environment = {**os.environ, "TMPDIR": str(self.scraps)}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, cwd=self.folder, env=environment, start_new_session=True, **quiet)

    def _wait_for_workers(self, group: int) -> None:
        for _ in range(6000):
            try:
                os.killpg(group, 0)
            except ProcessLookupError:
                return
            time.sleep(0.01)
        raise AssertionError("a process outlives the build")

    def _state(self) -> str:
        now = self.tree()
        left = self._left()
        if any((path / "journal").exists() for path in left):
            return "under way, with journal"
        whole = [version for version, files in self.made.items() if files == now]
        assert whole, "neither the old files nor the new ones, and no journal"
        return ("all new" if whole == [self.version] else "all old") + (", own folder" if left else "")

    def _left(self) -> list[Path]:
        return list(self.folder.glob(".discordant-*"))

    def tree(self) -> dict[str, bytes]:
        """The files of the build by their paths."""
        found = {}
        for name in ("output", "figures"):
            for path in (self.folder / name).rglob("*"):
                relative = path.relative_to(self.folder).as_posix()
                if path.is_file() and relative not in THEIRS:
                    found[relative] = path.read_bytes()
        return found

    def _look_at_theirs(self) -> dict[str, tuple[int, ...]]:
        found = {}
        for name in (*THEIRS, "output/empty", "output/en/mine"):
            status = (self.folder / name).lstat()
            found[name] = (status.st_ino, status.st_mode, status.st_uid, status.st_mtime_ns, status.st_size)
        return found


if __name__ == "__main__":
    sys.exit(main())
