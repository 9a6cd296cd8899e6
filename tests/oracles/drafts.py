"""Languages that are being made: all tests run on a copy without them, then each is checked by itself."""

import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

LEFT = (".git", ".venv", ".cache-*", ".*_cache", "__pycache__", "output", "figures", "*.egg-info")


def being_made(root, shipped):
    """The languages of a checkout beside those that it ships, in order."""
    return sorted({path.parent.name for path in (root / "locales").glob("*/locale.toml")} - {*shipped})


def run_without(drafts, root, arguments, folder):
    """pytest's exit code on a copy of the checkout, or 1 where a language that is being made has errors.

    `folder` is where pytest was called.  A fault in a draft is its own: it is told in a line by itself.
    """
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name) / "discordant"  # as the package is called, so that it is imported from there
        shutil.copytree(root, copy, symlinks=True, ignore=shutil.ignore_patterns(*LEFT))
        _leave_out(drafts, copy)
        where = copy / folder.relative_to(root) if folder.is_relative_to(root) else copy
        words = [word.replace(str(root), str(copy)) for word in arguments]
        run = subprocess.run(
            [sys.executable, "-m", "pytest", *words],
            cwd=where,
            env={**os.environ, "PYTHONPATH": name},
        )
    found = [_own(tag, root) for tag in drafts]
    return run.returncode or int(any(found))


def _leave_out(drafts, checkout):
    """Take languages out of a checkout, their columns of the glossary included."""
    for tag in drafts:
        shutil.rmtree(checkout / "locales" / tag)
    glossary = checkout / "locales" / "glossary.csv"
    with glossary.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    kept = [name for name in rows[0] if name not in drafts]
    ending = re.search(r"\r?\n", glossary.read_text(encoding="utf-8-sig"))[0]
    with glossary.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, kept, extrasaction="ignore", lineterminator=ending)
        table.writeheader()
        table.writerows(rows)


def _own(tag, root):
    """Print what a language's own check has to say of errors; its exit code."""
    check = [sys.executable, "-m", "discordant", "locale", "check", tag]
    run = subprocess.run(check, cwd=root, capture_output=True, text=True, encoding="utf-8")
    errors = [line for line in run.stderr.splitlines() if ": warning: " not in line]
    print(*(f"{tag}, which is being made: {line}" for line in errors or [run.stdout.strip()]), sep="\n")
    return run.returncode
