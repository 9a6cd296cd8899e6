"""Package files: what this program ships and a publication repeats or may name, read as plain files."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from urllib.parse import quote

from .findings import Findings

_ROOT = Path(__file__).resolve().parent.parent
_ADDRESS = re.compile(r"(?:https?://|mailto:)[^\s\"'<>)\]}`，。）]+")


def experiment() -> bytes:
    """The code that goes into the package."""
    return (_ROOT / "experiment.py").read_bytes()


def licence(name: str) -> bytes:
    """LICENSE or LICENSE-TEXTS."""
    return (_ROOT / name).read_bytes()


def schema() -> bytes:
    """The schema of discordant.json."""
    return template("discordant.schema.json").encode("utf-8")


def listing() -> str:
    """The code that the article prints."""
    return template("compare.py")


def check_listing(content: bytes | None, file: str, findings: Findings, ours: bool) -> None:
    """Note where the listing that travels with a publication is missing, or not this program's."""
    if content is None:
        findings.say(file, "is missing", "compare.py")
    elif content != listing().encode("utf-8"):
        if ours:
            findings.say(file, "is not the listing of this program; do not run it", "compare.py")
        else:
            findings.note(f"{file}: compare.py, which is the publisher's own; read it before you run it")
    findings.checked["files of code and licences compared"] += 1


@cache
def formulas() -> dict[str, dict[str, str]]:
    """The formulas in TeX by "inline" or "display" and name."""
    return tomllib.loads(template("formulas.toml"))


@cache
def settings() -> dict[str, dict[str, str]]:
    """The settings of this program's own edition."""
    return tomllib.loads(template("article.toml"))


@cache
def addresses() -> frozenset[str]:
    """Every address that a text, setting or template of this program names."""
    found: set[str] = set()
    for path in (_ROOT / "templates").rglob("*"):
        if path.suffix in (".md", ".toml"):
            found |= {address.rstrip(".,;") for address in _ADDRESS.findall(path.read_text("utf-8"))}
    return frozenset(found | {doi_link(source["doi"]) for source in sources() if source.get("doi")})


def doi_link(doi: object) -> str:
    """The address at which a DOI is found; some have signs that an address has not."""
    return f"https://doi.org/{quote(str(doi), safe='/:;()')}"


@cache
def sources() -> tuple[dict[str, object], ...]:
    """The works that this program's own edition cites, field by field."""
    return tuple(tomllib.loads(template("article.toml")).get("references", ()))


def template(name: str) -> str:
    """The text of a template, style sheet or settings file."""
    return (_ROOT / "templates" / name).read_bytes().decode("utf-8")
