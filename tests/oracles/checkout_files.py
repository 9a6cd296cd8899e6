"""The files of the checkout that somebody has written."""

import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GENERATED = {".git", ".venv", "output", "figures", "build", "dist", "__pycache__"}


def package(requirement: str) -> str:
    """The name in front, as the locks spell it."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).lower()


def generated(folder: str) -> bool:
    return folder.endswith(("_cache", ".egg-info")) or folder.startswith(".cache-")


def source_files() -> list[Path]:
    """Every file of the checkout that is not generated."""
    found: list[Path] = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [f for f in folders if f not in GENERATED and not generated(f)]
        found += [Path(folder, name) for name in names]
    return sorted(found)
