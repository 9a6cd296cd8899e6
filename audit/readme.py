"""README: what the text of the code package's README may hold beside prose: commands, names, links."""

from __future__ import annotations

import re

from .findings import Findings

# what stands between backquotes in every language: names of files, of fields and calls
_NAME = re.compile(
    r"[A-Za-z_][\w./-]*(?:\.(?:py|json|csv|md|toml|html|pdf|zip))?|--[a-z-]+"
    r"|python3? experiment\.py(?: --?[\w-]+(?: [\w./-]+)?)?"
)
_SPAN = re.compile(r"(`+)([^`]+)\1")
_LINK = re.compile(r"\]\(\s*<?([^)\s>]*)")
_REFERENCE = re.compile(r"^\s{0,3}\[[^\]]*\]:\s*(\S+)", re.MULTILINE)
_AUTOMATIC = re.compile(r"<((?:https?://|mailto:)[^\s<>]*)>")
_RAW = re.compile(r"<[!/?A-Za-z][^>]*")
_FENCED = re.compile(r"^```[^\n]*\n.*?^```\s*$", re.DOTALL | re.MULTILINE)
_OTHER_BLOCK = re.compile(r"^(?:\s{0,3}~~~|(?: {4}|\t)(?![-*\d]).*\S)", re.MULTILINE)
_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")


def check(text: str, file: str, findings: Findings) -> None:
    """Note code, links and HTML that no build writes; whose addresses may be named is looked at elsewhere."""
    prose = _FENCED.sub("", text)
    for found in _OTHER_BLOCK.findall(prose):
        findings.fault(file, "a block of code", found, "a fenced block of commands")
    for _marks, code in _SPAN.findall(prose):
        if not _NAME.fullmatch(code):
            findings.fault(file, "code", code, "a name or a call of experiment.py")
    for address in (*_LINK.findall(prose), *_REFERENCE.findall(prose)):
        if not re.match(r"https?://|mailto:|#", address) and not re.fullmatch(r"[\w./-]+", address):
            findings.fault(file, "a link", address, "an address or a file of the package")
        elif not re.match(r"https?://|mailto:|#", address) and not _packed(address):
            findings.fault(file, "a link", address, "a file of the package")
    for html in _RAW.findall(_AUTOMATIC.sub("", _SPAN.sub("", prose))):
        findings.fault(file, "HTML", html, "no HTML")
    if prose.count("`") % 2 or "<!--" in text:
        findings.say(file, "code or a comment without an end", "")
    if _TURNS.search(text) and not re.search("[\u0590-\u08ff]", text):
        findings.say(file, "a character that turns the order of what is read")


def _packed(address: str) -> bool:
    return (
        re.fullmatch(r"(?:LICENSE(?:-TEXTS)?|experiment\.py|README(?:\.[\w-]+)?\.md|data/[\w.-]+)", address)
        is not None
    )
