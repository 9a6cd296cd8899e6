"""Archive: Inspect's `.eval` logs, zip files whose members are packed with Zstandard, as offers."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .engine import Engine
from .faults import CasesError, Missing
from .gathering import File
from .objects import log_offer
from .offer import Offer

_HEADER = 64 << 20  # bytes of the header
_SAMPLE = 256 << 20  # bytes of one sample
_ALL = 4 << 30  # bytes of all the summaries
_PART = 1 << 20
_MEMBERS = 2_000_000
_KEPT = ("id", "epoch", "target", "input", "metadata", "scores", "error")


def eval_offer(engine: Engine, file: File, folder: Path) -> Offer:
    """An `.eval` log; its samples are unpacked into `folder`.  Raises CasesError where it is none."""
    zipfile = _zipfile()
    try:
        with zipfile.ZipFile(file.path) as archive:
            names = archive.namelist()
            if len(names) > _MEMBERS:
                raise CasesError(f"more than {_MEMBERS} files in one log", path=file.shown)
            head = _head(archive, names, file.shown)
            samples = _samples(archive, names, folder, file.shown)
    except (zipfile.BadZipFile, NotImplementedError, OSError, EOFError, RuntimeError, ValueError) as error:
        if isinstance(error, CasesError):
            raise
        raise CasesError(f"no log of Inspect: {str(error)[:200]!r}", path=file.shown) from None
    lines = "newline_delimited" if samples.suffix == ".jsonl" else "array"
    relation = (
        f"read_json_objects({engine.file(samples)}, format = '{lines}', maximum_object_size = {_SAMPLE})"
    )
    return log_offer(engine, file, relation, head)


def _zipfile() -> Any:
    """The standard library's zipfile where it knows Zstandard (Python 3.14), else its copy that does."""
    if sys.version_info >= (3, 14):
        import zipfile

        return zipfile
    try:
        from backports.zstd import zipfile as copy
    except ImportError:
        advice = "install discordant with its extra: pip install 'discordant[report]'"
        raise Missing("backports.zstd is not installed, which reads .eval logs", advice=advice) from None
    return copy


def _head(archive: Any, names: list[str], shown: str) -> dict[str, Any]:
    """The header, or what was written first where the run was broken off."""
    for name in ("header.json", "_journal/start.json"):
        if name in names:
            head = json.loads(_bounded(archive, name, _HEADER, shown))
            if isinstance(head, dict):
                return head if name == "header.json" else {**head, "status": "started"}
    raise CasesError("no log of Inspect: it has no header", path=shown)


def _samples(archive: Any, names: list[str], folder: Path, shown: str) -> Path:
    """The samples as one file of JSON: the summaries where the log has them, else themselves."""
    members = [name for name in names if name.startswith("samples/") and name.endswith(".json")]
    target = folder / f"samples-{len(list(folder.iterdir()))}"
    if "summaries.json" in names:
        whole = target.with_suffix(".json")
        with archive.open("summaries.json") as packed, open(whole, "wb") as file:
            for part in _parts(packed, _ALL, shown):
                file.write(part)
        return whole
    lines = target.with_suffix(".jsonl")
    with open(lines, "wb") as file:
        for name in members:
            sample = json.loads(_bounded(archive, name, _SAMPLE, shown))
            if not isinstance(sample, dict):
                raise CasesError(f"{name[:100]!r} in it is no sample", path=shown)
            kept = {key: sample[key] for key in _KEPT if key in sample}
            file.write(json.dumps(kept, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
    if not members:
        raise CasesError("a log without samples", path=shown)
    return lines


def _bounded(archive: Any, name: str, limit: int, shown: str) -> bytes:
    with archive.open(name) as packed:
        return b"".join(_parts(packed, limit, shown))


def _parts(packed: Any, limit: int, shown: str) -> Iterator[bytes]:
    """The unpacked bytes, as long as there are no more than a log would have."""
    size = 0
    while part := packed.read(_PART):
        size += len(part)
        if size > limit:
            raise CasesError(f"unpacks to more than {limit >> 20} MB", path=shown)
        yield part
