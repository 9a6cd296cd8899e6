"""PDF parts: every part of a file, from its root, against the parts and entries that a build writes.

A reader of PDF shows or does something for hundreds of entries.  So none is looked for: each part has a role
by the entry through which it is reached, and a role has the entries of its list and no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from .findings import Findings

if TYPE_CHECKING:
    import pikepdf

_REF = "ref"  # a part that is reached by another way as well, and checked there
_ABOVE = "above"  # the element of which one is a part; some builds leave elements that no other has
_ANY = "*"  # any name, as of a font
_DEEPEST = 64  # arrays in arrays
_PAGES = 200  # ours have up to 11
_CONTENT = 4 * 1024 * 1024  # bytes of what is drawn on a page or in a form; ours have up to 0.2 MB
_DRAWN = 1_000  # forms that are drawn

# role -> its entries; after a colon the role of the parts behind one
_ROLES = {
    role: {key: inner for key, _, inner in (entry.partition(":") for entry in entries.split())}
    for role, entries in {
        "root": "AF:file Lang MarkInfo:marks Metadata:metadata Names:names Outlines:outlines Type "
        "OutputIntents:intent Pages:pages StructTreeRoot:tree ViewerPreferences:viewer",
        "info": "Author CreationDate ModDate Producer Subject Title",
        "marks": "Marked",
        "viewer": "Direction DisplayDocTitle",
        "intent": "DestOutputProfile:colour Info OutputConditionIdentifier S Type",
        "metadata": "Filter Length Subtype Type",
        "names": "Dests:places EmbeddedFiles:files",
        "places": "Names:ref",
        "files": "Names:file",
        "file": "AFRelationship Desc EF:embedded F Type UF",
        "embedded": "F:attached",
        "attached": "Filter Length Params:params Subtype Type",
        "params": "CheckSum CreationDate ModDate Size",
        "outlines": "Count First:bookmark Last:ref",
        "bookmark": "Count Dest:ref First:bookmark Last:ref Next:bookmark Parent:ref Prev:ref Title",
        "pages": "Count Kids:page Type",
        "page": "Annots:link BleedBox Contents:content MediaBox Parent:ref Resources:resources StructParents "
        "Tabs TrimBox Type",
        "content": "Filter Length",
        "link": "A:action BS:border Contents Dest:ref F Rect StructParent Subtype Type",
        "action": "S Type URI",
        "border": "W",
        "resources": "ColorSpace:colours ExtGState:states Font:fonts Pattern:patterns Shading:none "
        "XObject:forms",
        "none": "",
        "colours": "*:colour",
        "colour": "Filter Length N Range WhitePoint",
        "states": "*:state",
        "state": "CA ca",
        "fonts": "*:font",
        "font": "BaseFont DescendantFonts:glyphs Encoding Subtype ToUnicode:stream Type",
        "glyphs": "BaseFont CIDSystemInfo:system CIDToGIDMap:stream FontDescriptor:descriptor Subtype Type W",
        "system": "Ordering Registry Supplement",
        "descriptor": "Ascent CapHeight CIDSet:stream Descent Flags FontBBox FontFamily FontFile2:stream "
        "FontFile3:stream FontName ItalicAngle StemH StemV Type",
        "stream": "Filter Length Length1 Subtype",
        "patterns": "*:pattern",
        "pattern": "BBox Filter Length Matrix PaintType PatternType Resources:resources TilingType Type "
        "XStep YStep",
        "forms": "*:form",
        "form": "BBox Filter Group:group Length Resources:resources Subtype Type",
        "group": "CS:colour I S Type",
        "tree": "K:element ParentTree:parents Type",
        "element": "A:attributes Alt ID K:element Lang Obj:ref P:above Pg:ref S Type",
        "attributes": "BBox ColSpan Headers O RowSpan Scope",
        "parents": "Nums:element",
    }.items()
}
# entries that must be there, because what else looks at the part goes by them
_FIXED: dict[str, dict[str, tuple[str, ...]]] = {
    "page": {"Type": ("/Page",)},
    "link": {"Type": ("/Annot",), "Subtype": ("/Link",)},
    "action": {"S": ("/URI",)},
    "form": {"Subtype": ("/Form",)},
    "element": {"Type": ("/StructElem", "/OBJR")},
    "bookmark": {"Title": (), "Dest": ()},
    "file": {"F": ("discordant.json", "compare.py"), "UF": ("discordant.json", "compare.py")},
}
Roles = dict[tuple[int, int], str]  # number of an object -> what it is for
_NUMBER = rb"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e-?[0-9]+)?"
# what a page draws: paths, text in glyphs that is seen, forms; with marks for the structure
_DRAWING = re.compile(
    rb"(?:[\s\[\]]++|0\s+Tr\b|" + _NUMBER + rb"(?![\w.])|/[\w.+-]++(?:\s*+<</MCID [0-9]+>>\s*+BDC\b)?"
    rb"|<[0-9a-fA-F]*+>|(?:BMC|EMC|BT|ET|TJ|Tm|Tf|Ts|c[ms]?|CS|d|Do|gs|h|J|j|l|m|M|n|q|Q|re|rg|RG"
    rb"|scn?|SCN?|w|[fW]\*?|[bB]\*?|[sSivy])(?![\w.*]))*+"
)


def check(document: pikepdf.Pdf, file: str, findings: Findings) -> bool:
    """Note parts and entries that no build writes; whether what is drawn is small enough to be read."""
    seen: Roles = {}  # object -> its role
    wanted: set[tuple[int, int]] = set()  # that are referred to
    said: set[str] = set()
    for what in _walk(document, seen, wanted):
        if what not in said:
            said.add(what)
            findings.say(file, f"{what}, which no build writes")
    if wanted - seen.keys() or _unused(document, seen):
        findings.say(file, "has parts that are reached in no way that a build writes")
    return _is_small(document, seen, file, findings)


def _walk(document: pikepdf.Pdf, seen: Roles, wanted: set[tuple[int, int]]) -> Iterator[str]:
    info = document.trailer.get("/Info")
    rest: list[tuple[pikepdf.Object, str]] = [(document.Root, "root")]
    rest += [(info, "info")] if info is not None else []
    while rest:
        part, role = rest.pop()
        if part.is_indirect:
            place = part.objgen
            if role == _REF:
                wanted.add(place)
                continue
            if place in seen:
                if seen[place] != role or role == "content":
                    yield f"has a part that is both {seen[place]} and {role}"
                continue
            seen[place] = role
        elif role == _REF:
            yield "has a part of its own where another is referred to"
            continue
        yield from _entries(part, role, rest, seen)


def _entries(
    part: pikepdf.Object, role: str, rest: list[tuple[pikepdf.Object, str]], seen: Roles
) -> Iterator[str]:
    known, keys = _ROLES[role], set(part.keys())
    for key in sorted(keys):
        name = key[1:]
        if name not in known and _ANY not in known:
            yield f"has {key} in {role}"
            continue
        inner = known.get(name, known.get(_ANY, ""))
        for value in _parts(part[key], seen):
            if value is None:
                yield f"has {key} in {role} with more inside"
            elif not inner:
                yield f"has parts in {key} of {role}"
            elif inner == _ABOVE:
                above = str(value.get("/Type", "")) == "/StructTreeRoot"
                rest.append((value, _REF if above else "element"))
            else:
                rest.append((value, inner))
    for name, values in _FIXED.get(role, {}).items():
        if f"/{name}" not in keys or (values and str(part[f"/{name}"]) not in values):
            yield f"has another /{name} in {role}"


def _parts(value: object, seen: Roles, depth: int = 0) -> Iterator[pikepdf.Object | None]:
    """The dictionaries and streams of a value, in arrays as well; None where they are nested without end."""
    import pikepdf

    if isinstance(value, (pikepdf.Dictionary, pikepdf.Stream)):
        yield value
    elif isinstance(value, pikepdf.Array):
        if value.is_indirect:
            seen.setdefault(value.objgen, "array")
        if depth > _DEEPEST:
            yield None
            return
        for item in value:
            yield from _parts(item, seen, depth + 1)


def _unused(document: pikepdf.Pdf, seen: Roles) -> bool:
    """Whether there are parts beside those that are reached; lists of parts are no part."""
    import pikepdf

    return any(
        part.objgen not in seen and str(part.get("/Type", "")) not in ("/ObjStm", "/XRef")
        for part in document.objects
        if isinstance(part, (pikepdf.Dictionary, pikepdf.Stream))
    )


def _is_small(document: pikepdf.Pdf, seen: Roles, file: str, findings: Findings) -> bool:
    drawn = 0
    for place, role in seen.items():
        if role not in ("content", "form", "pattern"):
            continue
        drawing = document.get_object(place).read_bytes()
        if len(drawing) > _CONTENT:
            findings.say(file, "draws more than any PDF that a build makes")
            return False
        found = _DRAWING.match(drawing)
        if found is None or found.end() != len(drawing):
            strange = drawing[found.end() if found else 0 :][:40].decode("latin-1")
            findings.fault(file, "what is drawn", strange, "paths and visible text alone")
        times = len(re.findall(rb"\bDo\b", drawing))
        drawn += times
        if (times and role == "form") or drawn > _DRAWN:
            findings.say(file, "draws forms in forms, or more than any PDF that a build makes")
            return False
    if len(document.pages) > _PAGES:
        findings.say(file, "has more pages than any PDF that a build makes")
        return False
    return True
