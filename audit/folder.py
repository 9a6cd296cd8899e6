"""Folder: whether the files of a publication are those that a build makes, and agree about its languages."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping

from . import strict
from .data import PATH, Data
from .findings import Findings
from .published import FIGURES, OUTPUT, PACKAGE

MANIFEST = "output/manifest.json"
_FORMAT = 1  # of the manifest
_TAG = r"([A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*)"
# each figure of the article, and its panels
PANELS = {
    "cases": ("I", "II"),
    "records": ("table", "cells"),
    "coins": ("sequences",),
    "null-distribution": ("I", "II"),
    "leads": ("intervals",),
    "attainable": ("I", "II"),
}
_COMMON = {
    *(MANIFEST, PACKAGE, PATH, "output/index.html", "output/data/discordant.schema.json"),
    *(f"output/data/null-distribution-{name}.csv" for name in ("I", "II")),
}
_OF_A_LANGUAGE = tuple(
    re.compile(pattern)
    for pattern in (
        rf"output/{_TAG}/(?:index\.html|cover\.png)",
        rf"output/{_TAG}/discordant-\1\.pdf",
        rf"output/{_TAG}/handouts/(?:index|compared|points)\.html",
        rf"output/{_TAG}/handouts/(?:compared|points)-(?:a4|letter)\.pdf",
        rf"figures/{_TAG}/(?:{'|'.join(PANELS)})(?:-dark)?\.(?:svg|png)",
        rf"figures/{_TAG}/cover\.png",
    )
)
_HASH = re.compile("[0-9a-f]{64}")


def language_of(path: str) -> str:
    """The language to which a published file belongs; "" for one of all languages, and for any other."""
    for pattern in _OF_A_LANGUAGE:
        if found := pattern.fullmatch(path):
            return found[1]
    return ""


def is_made(path: str) -> bool:
    """Whether a build makes a file of this name."""
    return path in _COMMON or bool(language_of(path))


def check(files: Mapping[str, bytes], parts: Collection[str], known: Data | None, findings: Findings) -> None:
    """Note files that no build makes, that are missing, and languages on which the parts disagree.

    `parts`: which of output and figures were handed in.
    """
    for path in files:
        if not is_made(path):
            findings.say(path, "a file that no build makes")
    tags = {language_of(path) for path in files} - {""}
    if known is None:
        findings.say(PATH, "is missing or cannot be used: what is printed is held to recomputed values alone")
    else:
        for tag in sorted(tags - known.editions.keys()):
            findings.say(f"{OUTPUT}/{tag}", "a language that discordant.json does not know")
        for tag in sorted(known.editions.keys() - tags):
            findings.say(f"{OUTPUT}/{tag}", "is missing; discordant.json has this language")
    pages = {language_of(path) for path in files if re.fullmatch(rf"output/{_TAG}/index\.html", path)}
    for tag in sorted(tags - pages) if pages else ():
        findings.say(f"{OUTPUT}/{tag}/index.html", "is missing, while other languages have their page")
    for path in sorted(_COMMON - files.keys() - {MANIFEST}) if pages and known else ():
        if path.startswith("output/data/") or path == "output/index.html":
            findings.say(path, "is missing")
    drawn = {language_of(path) for path in files if path.startswith(f"{FIGURES}/")} - {""}
    for tag in sorted(tags - drawn) if drawn else ():
        findings.say(f"{FIGURES}/{tag}", "is missing, while other languages have their figures")
    _figures(files, findings)
    _manifest(files, parts, known, findings)


def _figures(files: Mapping[str, bytes], findings: Findings) -> None:
    """The picture in a language's folder is the one among its figures; a figure has its dark version."""
    for path, content in files.items():
        if found := re.fullmatch(rf"output/{_TAG}/cover\.png", path):
            among = files.get(f"{FIGURES}/{found[1]}/cover.png")
            if among is not None and among != content:
                findings.say(path, f"is not the picture {FIGURES}/{found[1]}/cover.png")
        if path.startswith(f"{FIGURES}/") and path.endswith(".svg") and not path.endswith("-dark.svg"):
            for other in (f"{path[:-4]}-dark.svg", f"{path[:-4]}.png", f"{path[:-4]}-dark.png"):
                if other not in files:
                    findings.say(other, "is missing, while the figure's other files are there")


def _manifest(
    files: Mapping[str, bytes], parts: Collection[str], known: Data | None, findings: Findings
) -> None:
    if MANIFEST not in files:
        findings.note("whether files are missing or were added: there is no manifest")
        return
    try:
        manifest = strict.parse(files[MANIFEST])
    except strict.NotJson as error:
        findings.say(MANIFEST, str(error))
        return
    if not isinstance(manifest, dict) or not isinstance(listed := manifest.get("files"), dict):
        findings.say(MANIFEST, "lists no files")
        return
    for path in sorted(listed.keys() - files.keys()):
        if path.partition("/")[0] in parts or not path.startswith(f"{FIGURES}/"):
            findings.say(path, "is missing; the manifest names it")
        else:
            findings.note("the files of figures/, which were not handed in")
    for path in sorted(files.keys() - listed.keys() - {MANIFEST}):
        findings.say(path, "is not in the manifest")
    sources: dict[str, set[str]] = {}
    for path, entry in listed.items():
        if path in files:
            _entry(path, entry, files[path], findings)
        source = entry.get("source") if isinstance(entry, dict) else None
        sources.setdefault(language_of(path), set()).add(str(source))
    if sorted(manifest) != ["files", "format", "languages", "versions"]:
        findings.fault(MANIFEST, "keys", ", ".join(map(str, manifest)), "format, languages, versions, files")
    if type(manifest.get("format")) is not int or manifest["format"] != _FORMAT:
        findings.fault(MANIFEST, "format", manifest.get("format"), str(_FORMAT))
    languages = manifest.get("languages")
    if not isinstance(languages, list) or not all(isinstance(tag, str) for tag in languages):
        findings.fault(MANIFEST, "languages", languages, "a list of languages")
    elif known and sorted(languages) != sorted(known.editions):
        findings.fault(MANIFEST, "languages", ", ".join(languages), ", ".join(known.editions))
    _provenance(manifest.get("versions"), sources, known, findings)
    findings.files.add(MANIFEST)


def _entry(path: str, entry: object, content: bytes, findings: Findings) -> None:
    if not isinstance(entry, dict) or sorted(entry) != ["bytes", "sha256", "source"]:
        findings.say(MANIFEST, "has not sha256, bytes and source", path)
        return
    if entry["sha256"] != hashlib.sha256(content).hexdigest():
        findings.say(path, "has changed since the manifest was written")
    if entry["bytes"] != len(content) or isinstance(entry["bytes"], bool):
        findings.fault(MANIFEST, f"{path}: bytes", entry["bytes"], str(len(content)))
    if not isinstance(entry["source"], str) or not _HASH.fullmatch(entry["source"]):
        findings.fault(MANIFEST, f"{path}: source", entry["source"], "64 digits and letters")
    findings.checked["files against the manifest"] += 1


def _provenance(
    versions: object, sources: Mapping[str, set[str]], known: Data | None, findings: Findings
) -> None:
    """What the manifest and the data say of where they come from is the same."""
    for tag, found in sources.items():
        if len(found) > 1:
            findings.say(MANIFEST, f"files of {tag or 'all languages'} come from different sources")
    if known is None:
        return
    provenance = known.provenance
    for name in ("python", "matplotlib"):
        stated = versions.get(name) if isinstance(versions, dict) else None
        if stated != provenance.get(name):
            findings.fault(
                MANIFEST, f"versions.{name}", stated, f"{provenance.get(name)}, as discordant.json says"
            )
    if sources.get("", set()) - {str(provenance.get("source"))}:
        findings.fault(
            MANIFEST,
            "source",
            ", ".join(sorted(sources[""])),
            f"{provenance.get('source')}, as discordant.json says",
        )
    findings.note(
        "versions of libraries and hashes of sources in the manifest, which only say where a build came from"
    )
