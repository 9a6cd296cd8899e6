"""Plant faults in the sources, one at a time, and see whether the tests nearby notice.

    .venv/bin/python tools/mutants.py                all of tools/mutants.toml
    .venv/bin/python tools/mutants.py p3 x2          some of them

Each changes one line of the checkout, runs the tests named beside it until the first fails, and puts the line
back.  Prints a line for each: killed, SURVIVED, or LOST where the line is no longer there exactly once; ends
with 1 unless all were killed.  After a crash `git diff` shows what was left.  For maintainers; in no wheel.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "tools" / "mutants.toml"
APART = ("tests/", "tools/", "benchmarks/", "docs/")  # holds no sources of the program


class Mutant(NamedTuple):
    """A fault: what stands in the sources, what stands there instead, and the tests that should see it."""

    name: str
    says: str
    old: str
    new: str
    tests: list[str]


def table() -> list[Mutant]:
    """Every mutant of the table."""
    return [Mutant(name, **fields) for name, fields in tomllib.loads(TABLE.read_text("utf-8")).items()]


def place(mutant: Mutant) -> Path | None:
    """The one file of the sources that holds the text, and holds it once; else None."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    names = [name for name in listed.stdout.split("\0") if name and not name.startswith(APART)]
    paths = [ROOT / name for name in names if Path(name).suffix in (".py", ".css", ".jinja2", ".po", ".toml")]
    counts = {path: path.read_text("utf-8").count(mutant.old) for path in paths}
    found = [path for path, count in counts.items() if count]
    return found[0] if len(found) == 1 and counts[found[0]] == 1 else None


def fate(mutant: Mutant) -> str:
    """Plant it, run its tests, take it out again."""
    path = place(mutant)
    if path is None:
        return "LOST"
    before, status = path.read_bytes(), path.stat()
    try:
        path.write_text(before.decode("utf-8").replace(mutant.old, mutant.new), "utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *mutant.tests]
        # without .pyc, which go by whole seconds and would outlive the change
        run = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
        )
    finally:
        path.write_bytes(before)
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    if run.returncode not in (0, 1):  # no test, or pytest itself has failed
        raise SystemExit(f"{mutant.name}: {(run.stdout + run.stderr).strip()[-2000:]}")
    return "killed" if run.returncode else "SURVIVED"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("names", nargs="*", help="of mutants; all, when none is named")
    names = parser.parse_args().names
    mutants = [mutant for mutant in table() if not names or mutant.name in names]
    fates = []
    for mutant in mutants:
        fates.append(fate(mutant))
        print(f"{fates[-1]:9} {mutant.name:4} {mutant.says}", flush=True)
    print(f"{fates.count('killed')} of {len(fates)} killed")
    return 0 if fates.count("killed") == len(fates) > 0 else 1


if __name__ == "__main__":
    raise SystemExit(main())
