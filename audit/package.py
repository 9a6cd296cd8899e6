"""Package: the archive of code and data; its code is this program's, its data those that lie beside it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from . import data, package_files, readme
from .archives import laid_out, unpacked
from .data import Data
from .findings import Findings
from .pages import addresses, has_digits
from .published import PACKAGE_FOLDER
from .record import Record

_DATA = ("discordant.json", "discordant.schema.json", "null-distribution-I.csv", "null-distribution-II.csv")
_README = re.compile(r"README(?:\.([A-Za-z0-9-]+))?\.md")
_COMMAND = re.compile(r"python3? (?:experiment\.py(?: --json| --check data/discordant\.json)?|compare\.py)")
_FENCE = re.compile(r"^```[^\n]*\n(.*?)^```\s*$", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`[^`\n]*`")


def check(
    content: bytes, file: str, beside: Mapping[str, bytes], known: Data | None, findings: Findings, ours: bool
) -> None:
    """Check the archive of a publication.

    `beside` are the data that lie beside it, by name; `known` the data after their own check, or None where
    they were not published beside it: then those inside are checked.
    """
    members: dict[str, bytes] = {}
    for path, packed in unpacked(content, file, findings).items():
        if path.startswith(f"{PACKAGE_FOLDER}/"):
            members[path.removeprefix(f"{PACKAGE_FOLDER}/")] = packed
        else:
            findings.say(file, f"lies outside {PACKAGE_FOLDER}/, where a build packs everything", path)
    laid_out(content, file, findings)
    _code(members, file, findings)
    package_files.check_listing(members.get("compare.py"), file, findings, ours)
    inside = {name: members.get(f"data/{name}") for name in _DATA}
    for name, member in inside.items():
        if member is None:
            findings.say(file, "is missing", f"data/{name}")
        elif name in beside and member != beside[name]:
            findings.say(file, "is not the file that lies beside the archive", f"data/{name}")
    if known is None and inside["discordant.json"] is not None:
        known = data.read(inside["discordant.json"], findings, f"{file}: data/discordant.json")
    tags = set(known.editions) if known else set()
    wanted = {"README.md" if tag == "en" else f"README.{tag}.md" for tag in tags}
    for name in sorted(wanted - members.keys()):
        findings.say(file, "is missing", name)
    for name, member in members.items():
        if (readme := _README.fullmatch(name)) and known and (readme[1] or "en") in tags:
            _readme(member, f"{file}: {name}", readme[1] or "en", known, findings, ours)
        elif name not in ("experiment.py", "compare.py", "LICENSE", "LICENSE-TEXTS") and name not in {
            f"data/{n}" for n in _DATA
        }:
            findings.say(file, "which no build packs", name)
    findings.files.add(file)


def _code(members: Mapping[str, bytes], file: str, findings: Findings) -> None:
    for name, right in (
        ("experiment.py", package_files.experiment()),
        ("LICENSE", package_files.licence("LICENSE")),
        ("LICENSE-TEXTS", package_files.licence("LICENSE-TEXTS")),
    ):
        if name not in members:
            findings.say(file, "is missing", name)
        elif members[name] != right:
            line = _first_difference(members[name], right)
            findings.say(file, f"is not that of this program, from line {line} on; do not run it", name)
        findings.checked["files of code and licences compared"] += 1


def _first_difference(stated: bytes, right: bytes) -> int:
    lines = zip(stated.split(b"\n"), right.split(b"\n"), strict=False)
    return next((number for number, (one, other) in enumerate(lines, 1) if one != other), 1)


def _readme(content: bytes, file: str, tag: str, known: Data, findings: Findings, ours: bool) -> None:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        findings.say(file, "not UTF-8")
        return
    for block in _FENCE.findall(text):
        for line in filter(None, map(str.strip, block.split("\n"))):
            if not _COMMAND.fullmatch(line):
                findings.fault(file, "a command", line, "a call of experiment.py or compare.py")
    readme.check(text, file, findings)
    prose = _CODE.sub("", _FENCE.sub("", text))
    named = addresses(ours, findings)
    for address in re.findall(r"\w+://[^\s)>\]]+", prose):
        if not named(address):
            findings.fault(file, "a link", address, "an address that this program names")
    record = Record(known.editions[tag].printed.get("package", ()), tag)
    for line in prose.split("\n"):
        if has_digits(line) and not record.spoken(line):
            findings.fault(file, "a line", line, "numbers that discordant.json lists one after the other")
    for entry in record.entries:
        if entry.text not in prose:
            findings.say(file, f"{entry.fact}, {entry.text}, is not printed", entry.block)
    findings.checked["numbers of READMEs"] += len(record.entries)
    findings.files.add(file)
