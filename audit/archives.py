"""Archives: the files of a ZIP archive by name, and whether it holds what unpacking does not show."""

from __future__ import annotations

import io
import stat
import struct
import unicodedata
import zipfile
import zlib
from pathlib import PurePosixPath

from ..language import files as reading
from .findings import Findings

MOST_FILES = 5_000  # a build makes some 25 for a language
MOST_BYTES = 1024 * reading.MB  # of all files together
LARGEST = 128 * reading.MB  # of one file
_COMPRESSION = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_UNSOUND = (  # what a broken or hostile archive makes its reader raise
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, EOFError, OSError),
    *(NotImplementedError, RuntimeError, ValueError, OverflowError, struct.error),
)
_RATIO = 200  # of an archived file to what it takes in the archive; ours have about 5
_LOCAL = struct.Struct("<4s5H3L2H")  # before a file: mark, version, flags, method, time, date, sum, sizes ...
_CENTRAL = struct.Struct("<4s4B4H3L5H2L")  # the same in the table of contents
_END = struct.Struct("<4s4H2LH")
_END_64 = 56 + 20  # bytes of the longer end and of what says where it stands
_DESCRIPTORS = (12, 16, 20, 24)  # bytes behind a file whose size was not known before it
_STREAMED = 8  # the flag of such a file
_DATE = 33  # 1 January 1980, which a build writes
_MODE = 0o100644 << 16


def unpacked(content: bytes, shown: str, findings: Findings) -> dict[str, bytes]:
    """The files of an archive by name; what is odd is a fault, and what is dangerous is not unpacked.

    No two names are alike, were they written to a disk that takes capitals or the forms of Unicode for the
    same, and none leads out of the folder or is written in two ways.
    """
    found: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries) > MOST_BYTES:
                findings.say(shown, "holds more than any build packs; not unpacked")
                return {}
            seen: set[str] = set()
            for entry in entries:
                if what := _odd(entry, seen):
                    findings.say(shown, what, entry.orig_filename)
                elif not entry.is_dir():
                    found[entry.filename.removeprefix("./")] = _member(archive, entry)
            _hidden(content, archive, shown, findings)
    except _UNSOUND as error:
        findings.say(shown, f"no sound ZIP archive: {error}")
    return found


def _member(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """One file, no further than the size that the archive promises."""
    with archive.open(entry) as file:
        content = file.read(entry.file_size + 1)
    if len(content) != entry.file_size:
        raise zipfile.BadZipFile(f"{entry.filename} has another size than it says")
    return content


def _odd(entry: zipfile.ZipInfo, seen: set[str]) -> str:
    """Why an entry is not unpacked; "" where it is harmless.  Enters its name among those seen."""
    name = entry.filename.removeprefix("./")
    parts = PurePosixPath(name).parts
    if not name and entry.is_dir():
        return ""  # "./", the folder itself
    if not parts or name.startswith("/") or ".." in parts or ":" in parts[0] or "\\" in name:
        return "a name that leads out of the folder"
    if entry.orig_filename != entry.filename or "/".join(parts) != name.removesuffix("/"):
        return "a name that programs read in different ways"
    alike = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).removesuffix("/")
    if alike in seen:
        return "stands twice in the archive, or two names differ in nothing that every disk keeps"
    seen.add(alike)
    return _dangerous(entry)


def _dangerous(entry: zipfile.ZipInfo) -> str:
    if stat.S_ISLNK(entry.external_attr >> 16):
        return "a link"
    if entry.is_dir() and entry.file_size:
        return "a folder that holds data of its own"
    if entry.flag_bits & 1:
        return "encrypted"
    if entry.compress_type not in _COMPRESSION:
        return "packed in a way that no build uses"
    if entry.file_size > LARGEST or entry.file_size > _RATIO * max(entry.compress_size, 1) + 4096:
        return "larger when unpacked than any file that a build packs"
    return ""


def _hidden(content: bytes, archive: zipfile.ZipFile, shown: str, findings: Findings) -> None:
    """Comments, and bytes before, between and behind the files.

    Ordinary programs add the hours and owners of files, and sizes behind those that they packed as they came.
    """
    if archive.comment or any(entry.comment for entry in archive.infolist()):
        findings.say(shown, "has a comment, which no build writes")
    place = 0
    allowed: tuple[int, ...] = (0,)
    starts = [(entry.header_offset, entry) for entry in archive.infolist()]
    for start, entry in sorted(starts, key=lambda pair: pair[0]):
        if start - place not in allowed:
            findings.say(shown, f"{start - place} bytes that belong to no file", f"before {entry.filename}")
            return
        name, added = _LOCAL.unpack_from(content, start)[-2:]
        place = start + _LOCAL.size + name + added + entry.compress_size
        allowed = _DESCRIPTORS if entry.flag_bits & _STREAMED else (0,)
    if archive.start_dir - place not in allowed:
        findings.say(shown, "bytes that belong to no file", "before the table of contents")
    end = content.rfind(b"PK\x05\x06")
    rest = end - archive.start_dir - _END.unpack_from(content, end)[5]
    if end + _END.size + len(archive.comment) != len(content) or rest not in (0, _END_64):
        findings.say(shown, "bytes that belong to no file", "behind the table of contents")


def laid_out(content: bytes, shown: str, findings: Findings) -> None:
    """Note where an archive is not, but for its files, byte for byte as a build writes it.

    So there are no rights, dates, notes or folders of its own in it, and nothing before, between or behind
    the files.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            right = _as_built(content, archive.infolist())
    except _UNSOUND:
        return  # said where it is unpacked
    if content != right:
        pairs = enumerate(zip(content, right, strict=False))
        place = next((i for i, (a, b) in pairs if a != b), min(len(content), len(right)))
        findings.say(
            shown,
            "has bytes that belong to no file, or notes, rights, dates or folders that no build writes",
            f"byte {place}",
        )


def _as_built(content: bytes, entries: list[zipfile.ZipInfo]) -> bytes:
    """The archive of the same packed files as a build lays it out."""
    files, table = [], []
    place = 0
    for entry in entries:
        name = entry.orig_filename.encode("utf-8")
        start = entry.header_offset + sum(_LOCAL.unpack_from(content, entry.header_offset)[-2:]) + _LOCAL.size
        packed = content[start : start + entry.compress_size]
        common = (0, 8, 0, _DATE, entry.CRC, entry.compress_size, entry.file_size, len(name), 0)
        files += [_LOCAL.pack(b"PK\3\4", 20, *common), name, packed if _ends(packed, entry) else b""]
        table += [_CENTRAL.pack(b"PK\1\2", 20, 3, 20, 0, *common, 0, 0, 0, _MODE, place), name]
        place += _LOCAL.size + len(name) + entry.compress_size
    contents = b"".join(table)
    end = _END.pack(b"PK\5\6", 0, 0, len(entries), len(entries), len(contents), place, 0)
    return b"".join([*files, contents, end])


def _ends(packed: bytes, entry: zipfile.ZipInfo) -> bool:
    """Whether what is packed ends where the file does, with nothing behind it."""
    unpacking = zlib.decompressobj(-zlib.MAX_WBITS)
    unpacking.decompress(packed, min(entry.file_size, LARGEST) + 1)
    return unpacking.eof and not unpacking.unused_data
