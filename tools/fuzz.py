"""A fuzzer for everything that reads strangers' files: catalogs, XLIFF, settings, manifests, texts, formulas.

    .venv/bin/python tools/fuzz.py --minutes 60 --keep faults/

Inputs are changed at random from small pieces of the repository's own files.  A reader may take an input or
refuse it (`language.Refused`); any other exception, and any input that takes more than some seconds, is a
fault.  Each is told once, by its place, and kept in a folder with its traceback.  In-process, one process.
For maintainers; in no wheel.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import discordant
from discordant.audit.whole import audit
from discordant.facts.table import Facts
from discordant.language import Locale, Refused, catalogs
from discordant.press import blocks, claims, document, faces, fonts, formulas, pages
from discordant.press.scribe import Scribe
from discordant.publication import disk as publication
from discordant.recipes import published
from discordant.translating import glossary, headers, merging, wording, xliff
from discordant.translating.checks import findings
from discordant.workshop import emit, telling
from discordant.workshop.limits import bounded

ROOT = Path(discordant.__file__).parent
SECONDS = 5.0  # of processor time for one input; for one of `verify`, which recomputes all, ten times that
_SELDOM = 0.1  # how often a slow reader has its turn beside the quick ones
_LARGEST = 500_000  # bytes of an input
Target = Callable[[bytes, Path], None]

_TOKENS = [
    *(b"\0", b"\xff", b"\xef\xbb\xbf", b"\r", b"\n", b"\r\n", b"\t", b"\xe2\x80\xae", b"\xed\xa0\x80"),
    *(b'"', b"'", b"\\", b"{", b"}", b"[", b"]", b"(", b")", b"<", b">", b"&", b"&#0;", b"&#xD800;", b"`"),
    *(b"0", b"-1", b"1e999", b"nan", b"9" * 5000, b"2" * 30, b"true", b"null", b"1979-13-01", b"'''"),
    *(
        b"msgctxt",
        b"msgid",
        b"msgid_plural",
        b"msgstr",
        b"msgstr[0]",
        b"#, fuzzy",
        b"#~ ",
        b"#| ",
        b"nplurals=",
    ),
    *(b"<!DOCTYPE a>", b"<!--", b"]]>", b"<![CDATA[", b"<?xml version='1.1'?>", b"xmlns=''", b"id=''"),
    *(b"[[", b"]]", b"=", b"[publisher]", b"[[face]]", b":::", b"{#", b"claims=", b"**", b"](", b"![", b"$"),
    *(b"\\frac", b"\\fact{", b"\\left", b"\\text{", b"^", b"_", b"&", b"\\\\", b"\\begin{matrix}", b"{I_m}"),
]


def _catalog(content: bytes, folder: Path) -> None:
    path = folder / "x.po"
    path.write_bytes(content)
    found = catalogs.read(path)
    text = catalogs.content(path).decode("utf-8")
    list(headers.findings(text, "it"))
    scribe = _scribe(found)
    for name, entry in list(found.entries.items())[:20]:
        block = _LOADED.blocks[name] if name in _LOADED.blocks else _BLOCK._replace(text=entry.english)
        list(findings(block.text, entry.text, _ITALIAN))
        list(wording.wording(block.text, entry.text, "it", name, _TERMS))
        if scribe.fault(block, entry.text) is None and name in _LOADED.blocks:
            scribe.html(block)
    merging.update(path, [], "it", "1", _LOADED.settings.date)


def _xliff(content: bytes, folder: Path) -> None:
    path = folder / "x.xlf"
    path.write_bytes(content)
    xliff.read(path)


def _settings(content: bytes, folder: Path) -> None:
    (folder / "templates" / "article.toml").write_bytes(content)
    publication._settings(publication._article_toml())


def _formulas(content: bytes, folder: Path) -> None:
    (folder / "templates" / "formulas.toml").write_bytes(content)
    scribe = _scribe(catalogs.Catalog("", {}), publication._formulas())
    for kind in ("inline", "display"):
        for name in list(scribe._formulas[kind])[:5]:
            math = str(scribe.formula(name, kind == "display"))
            formulas.as_text(math)
            formulas.as_svg(name, math)


def _locale(content: bytes, folder: Path) -> None:
    path = folder / "locale.toml"
    path.write_bytes(content)
    found = Locale.read(path, "it")
    for fact in list(_LOADED.facts.values())[:40]:
        found.format(fact)
    pages.css_string(found.name)


def _fonts(content: bytes, folder: Path) -> None:
    (folder / "templates" / "fonts" / "fonts.toml").write_bytes(content)
    faces.table()


def _manifest(content: bytes, folder: Path) -> None:
    (folder / emit.MANIFEST).write_bytes(content)
    emit.read_manifest(folder)


def _blocks(content: bytes, folder: Path) -> None:
    path = folder / "x.md"
    path.write_bytes(content)
    scribe = _scribe(catalogs.Catalog("", {}))
    for block in blocks.flat(blocks.read(path))[:10]:
        claims.check([block], _LOADED.facts)
        scribe.html(block)
        if not re.search(r"\{(f|note)_", block.text):  # neither a formula nor a mark has a plain text
            scribe.plain(block)


def _claims(content: bytes, folder: Path) -> None:
    claims.holds(content.decode("utf-8", "replace"), _LOADED.facts)


def _glossary(content: bytes, folder: Path) -> None:
    path = folder / "glossary.csv"
    path.write_bytes(content)
    terms = glossary.read(path).terms("it")
    list(wording.wording(_BLOCK.text, _BLOCK.text, "it", "x", terms))


def _page(content: bytes, folder: Path) -> None:
    html = content.decode("utf-8", "replace")
    fonts.rules(dict(list(fonts.characters(html, "it").items())[:3]), _ITALIAN)


TARGETS: dict[str, tuple[Target, list[str], bytes]] = {  # reader, files of the repository, where to cut them
    "catalog": (_catalog, ["locales/it/LC_MESSAGES/article.po"], b"\n\n"),
    "xliff": (_xliff, ["x.xlf"], b"</unit>"),
    "article.toml": (_settings, ["templates/article.toml"], b""),
    "formulas.toml": (_formulas, ["templates/formulas.toml"], b"\n[display]\n"),
    "locale.toml": (_locale, ["locales/it/locale.toml", "locales/zh-Hans/locale.toml"], b""),
    "fonts.toml": (_fonts, ["templates/fonts/fonts.toml"], b"\n\n"),
    "manifest": (_manifest, ["manifest.json"], b""),
    "blocks": (_blocks, ["templates/article.md"], b"\n\n"),
    "claims": (_claims, ["claims"], b""),
    "glossary": (_glossary, ["locales/glossary.csv"], b"\n"),
    "page": (_page, ["templates/print.html.jinja2"], b"\n"),
}


def _audited(name: str) -> Target:
    def audited(content: bytes, folder: Path) -> None:
        path = folder / name
        path.write_bytes(content)
        audit(path).summary()

    return audited


def _published(content: bytes, folder: Path) -> None:
    (folder / emit.MANIFEST).write_bytes(content)
    published.manifest(folder)


# readers of `verify`, which need something published to begin from: its files, with --published
PUBLISHED: dict[str, tuple[Target, list[str], bytes]] = {
    "published": (_published, ["output/manifest.json"], b""),
    "audited page": (_audited("index.html"), ["output/it/index.html", "output/index.html"], b""),
    "audited PDF": (_audited("x.pdf"), ["output/it/discordant-it.pdf"], b""),
    "audited zip": (_audited("x.zip"), ["output/discordant-package.zip"], b""),
}
INNER = {
    "published": ["output"],
    "article.toml": ["templates"],
    "formulas.toml": ["templates"],
    "fonts.toml": ["templates/fonts"],
    "manifest": ["output"],
}
_LOADED = publication.load()
_KNOWN: Facts = {**_LOADED.facts, **document.numbers(_LOADED.nodes["article.md"])}
_ITALIAN = publication.locale("it")
_TERMS = glossary.read(ROOT / "locales" / "glossary.csv").terms("it")
_BLOCK = blocks.Block(
    "x", "paragraph", 0, "A {I_m} with [a link][web] and a null distribution.", (), "", "x", 1
)


def _scribe(catalog: catalogs.Catalog, tex: dict[str, dict[str, str]] | None = None) -> Scribe:
    return Scribe(_ITALIAN, catalog, _KNOWN, tex or _LOADED.formulas, {"web": "https://example.org/"})


def seeds(names: list[str], cut: bytes) -> list[bytes]:
    """Small pieces to begin from, each with the head of its file."""
    found = []
    for name in names:
        if name == "x.xlf":
            catalog = publication.catalog("it")
            some = [catalogs.Source(b.id, b.text, (), b.file, b.line, True) for b in _LOADED.blocks.values()]
            section = xliff.Section("article", "article.po", "question", "Question", some[:6])
            found.append(xliff.write("it", [section], catalog))
        elif name == "manifest.json":
            found.append(emit.manifest({"output/a": b"a"}, {"output/a": "0"}, {"python": "3"}, ["en"]))
        elif name.endswith("formulas.toml"):
            inline, display = (part.splitlines() for part in (ROOT / name).read_bytes().split(cut))
            tables = zip(inline[4::2], display[::1], strict=False)
            found += [b"[inline]\n" + a + b"\n[display]\n" + b + b"\n" for a, b in tables]
        elif name == "claims":
            found += [claim.encode() for block in _LOADED.blocks.values() for claim in block.claims]
        else:
            content = (ROOT / name).read_bytes()  # a container cut in two would be refused at once
            found += _pieces(re.sub(rb"^:::.*\n+", b"", content, flags=re.MULTILINE), cut)
    return found


def _pieces(content: bytes, cut: bytes) -> list[bytes]:
    if not cut:
        return [content]
    head, *rest = content.split(cut)
    return [cut.join([head, *rest[i : i + 4], b""]) for i in range(0, len(rest), 4)]


def mutated(chance: random.Random, known: list[bytes]) -> bytes:
    """One of the known inputs, changed in a few places."""
    content = bytearray(chance.choice(known))
    for _ in range(chance.choice([1, 1, 2, 4, 8])):
        a = chance.randrange(len(content) + 1)
        b = min(len(content), a + int(chance.expovariate(1 / 12)))
        kind = chance.randrange(7)
        if kind == 0:
            content[a:b] = b""
        elif kind == 1:
            content[a:a] = chance.choice(_TOKENS)
        elif kind == 2:
            content[a:b] = chance.choice(_TOKENS)
        elif kind == 3:
            content[a:a] = bytes(content[a:b]) * chance.choice([1, 3, 100, 3000])
        elif kind == 4:
            other = chance.choice(known)
            c = chance.randrange(len(other) + 1)
            content[a:b] = other[c : c + 80]
        elif kind == 5 and a < len(content):
            content[a] = chance.randrange(256)
        else:
            content[a:a] = chance.choice(_TOKENS) * chance.choice([2, 50, 4000])
        del content[_LARGEST:]
    return bytes(content)


class Fuzzer:
    """Counts what was tried, and keeps each fault once."""

    def __init__(self, keep: Path) -> None:
        self.tried: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.faults: set[str] = set()
        self._keep = keep

    def one(self, name: str, target: Target, content: bytes, folder: Path) -> None:
        """Try one input."""
        self.tried[name] += 1
        try:
            with bounded(SECONDS * (10 if name in PUBLISHED else 1)):
                target(content, folder)
        except Refused:
            self.refused[name] += 1
        except Exception as error:
            place = f"{name}: {type(error).__name__} at {telling.where(error)}"
            if place not in self.faults:
                self.faults.add(place)
                self._keep.mkdir(parents=True, exist_ok=True)
                stem = self._keep / f"{name}-{len(self.faults)}"
                stem.with_suffix(".input").write_bytes(content)
                stem.with_suffix(".txt").write_text(traceback.format_exc(), "utf-8")
                print(f"FAULT {place}: {str(error)[:150]!r}; {stem}.input", flush=True)

    def summary(self) -> str:
        """What was tried so far."""
        each = ", ".join(f"{name} {n} ({self.refused[name]} refused)" for name, n in self.tried.items())
        return f"{self.tried.total()} inputs, {len(self.faults)} faults: {each}"


def main() -> int:
    """Run for some minutes; 1 where a fault was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, default=Path("faults"))
    parser.add_argument("--published", type=Path, help="a folder with output/, to fuzz what `verify` reads")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    options = parser.parse_args()
    chance, fuzzer = random.Random(options.seed), Fuzzer(options.keep.resolve())
    known = TARGETS | (PUBLISHED if options.published else {})
    chosen = {name: known[name] for name in options.targets or known}
    corpus = {
        name: [(options.published / path).read_bytes() for path in names]
        if name in PUBLISHED
        else seeds(names, cut)
        for name, (_target, names, cut) in chosen.items()
    }
    end, told = time.monotonic() + options.minutes * 60, time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        for inner in (f"{target}/{inner}" for target in chosen for inner in INNER.get(target, ["x"])):
            (Path(name) / inner).mkdir(parents=True)
        while time.monotonic() < end:
            for kind, (target, _names, _cut) in chosen.items():
                if kind in PUBLISHED and len(chosen) > len(PUBLISHED) and chance.random() > _SELDOM:
                    continue
                folder = Path(name) / kind
                os.chdir(folder)  # a publication's own templates are read from there
                fuzzer.one(kind, target, mutated(chance, corpus[kind]), folder)
            if time.monotonic() - told > 60:
                told = time.monotonic()
                print(fuzzer.summary(), flush=True)
        os.chdir("/")
    print(f"seed {options.seed}: {fuzzer.summary()}")
    return bool(fuzzer.faults)


if __name__ == "__main__":
    sys.exit(main())
