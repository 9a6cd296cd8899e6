"""What `verify` says: the lines for what was found, and for what was and was not compared."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from ..language.folders import folders
from ..production import products
from ..workshop import sources
from .published import Found, Manifest
from .verdict import said

_SHOWN = 5  # names in a line that would name many
_WELL_KNOWN = ("python", "matplotlib", "weasyprint")
_LINKED = ("html", "handouts")  # products whose pages offer all languages
_COMMON = ("json", "zip")  # products that all languages share


def quick(parent: Path, listed: Manifest, faults: Collection[str]) -> str:
    """The last line of --quick, which says how little that is."""
    held = ""
    if not faults:
        held = f"{said(str(parent))}: {len(listed.files)} files agree with the manifest, no other is there; "
    return (
        f"{held}only hashes were compared, which guards against accidents, not against anyone who makes the "
        "manifest anew: for that leave out --quick"
    )


def repositories(found: Found) -> list[str]:
    """That a repository of the publisher's was left aside."""
    return [
        f"{said(path)} is no part of the publication; it was not looked into" for path in found.repositories
    ]


def languages(listed: Manifest, tags: Sequence[str]) -> list[str]:
    """What is wrong with the languages that a manifest names, of which pages lead to one another."""
    shown = {product for path in listed.files if (product := products.of(path))}
    found = [
        f"names {said(tag[:40])}, which the sources here lack" for tag in listed.languages if tag not in tags
    ]
    for tag in tags:
        owned = {product.format for product in shown if product.tag == tag}
        others = {product.format for product in shown if product.tag not in (None, tag)}
        if others and not owned:
            found.append(f"names {tag}, and no file of that language")
        found += [
            f"names no {name} of {tag}, to which others lead" for name in _LINKED if name in others - owned
        ]
    if not listed.files:
        found.append("names no file at all")
    return [f"output/manifest.json: {what}" for what in found]


def other_versions(made_with: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Name -> (version named by a manifest, version here), where they differ; "" for none."""
    here = sources.versions()
    names = sorted({*here, *made_with})
    both = {name: (made_with.get(name, ""), here.get(name, "")) for name in names}
    return {name: versions for name, versions in both.items() if versions[0] != versions[1]}


def unsure(differ: Sequence[str], count: int, others: Mapping[str, tuple[str, str]]) -> str:
    """What can be concluded where the versions are not the same."""
    pairs = [
        f"{said(name[:40])} {said(there[:40]) or 'unnamed'}, here {here or 'none'}"
        for name, (there, here) in others.items()
    ]
    found = (
        f"{count - len(differ)} of {count} files are what is made here; the other {len(differ)} "
        f"({_some(differ)}) differ, for that reason or because they were changed: this cannot tell"
        if differ
        else f"all {count} files are what is made here nevertheless, but not the manifest"
    )
    return (
        f"made with other versions, as the manifest says: {_some(pairs, '; ')}. {found}; "
        "install these versions, or read its numbers with --independent"
    )


def unmakeable(paths: Collection[str], missing: str) -> str:
    """What could not be made here, so that the manifest alone speaks for it."""
    why = f" ({missing})" if missing else ""
    return f"{len(paths)} files could not be made here{why}: {_some(sorted(paths))}; nothing vouches for them"


def left_out(listed: Manifest, tags: Sequence[str], known: Sequence[str]) -> list[str]:
    """What the sources could make and the publication does not have; it may never have been asked for."""
    shown = {product for path in listed.files if (product := products.of(path))}
    lacking = [f"language {tag}" for tag in known if tag not in tags]
    for name in products.FORMATS:
        owners: list[str | None] = [None] if name in _COMMON else list(tags)
        missing = [tag for tag in owners if products.Product(name, tag) not in shown]
        if missing:
            where = f" in {', '.join(map(str, missing))}" if missing != owners else ""
            lacking.append(f"{name}{where}")
    return [f"not in this publication: {'; '.join(lacking)}"] if lacking else []


def compared_with(parent: Path) -> str:
    """With which sources it was compared."""
    own = [places[0] for kind in ("templates", "locales") if len(places := folders(kind)) > 1]
    if not own:
        return "compared with what the program's own sources make"
    beside = [str(place) for place in own if place.resolve().parent == parent.resolve()]
    line = f"compared with what {' and '.join(map(str, own))} make, and else the program's own sources"
    if beside:
        line += "; they lie beside what was checked, and who changed that may have changed them"
    return line


def conclusion(parent: Path, count: int, tags: Sequence[str], listed: Manifest) -> str:
    """What held, where nothing is wrong or in doubt."""
    versions = ", ".join(f"{name} {listed.versions[name]}" for name in _WELL_KNOWN if name in listed.versions)
    more = sum(name not in _WELL_KNOWN for name in listed.versions)
    return (
        f"{said(str(parent))}: {count} files and their manifest, in {', '.join(tags)}, are byte for byte "
        f"what was made anew, and no other file is in output/ and figures/; made with {versions} and "
        f"{more} other libraries in the versions that the manifest names"
    )


def _some(names: Sequence[str], separator: str = ", ") -> str:
    more = len(names) - _SHOWN
    return separator.join(map(said, names[:_SHOWN])) + (f" and {more} more" if more > 0 else "")
