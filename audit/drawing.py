"""A drawing: the paths and labels of an SVG, by the names that its paths have, and what its places mean."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from .numbers import Marks, Unread, number, plain

# "null-distribution-I-panel-1-tails": the number of the panel, and what the path is of it
_NAME = re.compile(
    r"(?:^|-)(panel|field|curve|record|sequence|ring|interval|ends|lead|steps)-(\d+)(?:-([a-z-]+))?$"
    r"|(?:^|-)(axes|guide|mark|rings|struck|key-[ab]|rails|join|zero|cell-(?:both|only-b|only-a|neither))$"
)
_NUMBER = r"-?\d+(?:\.\d+)?"
_STROKE = re.compile(rf"M({_NUMBER}) ({_NUMBER})((?:L{_NUMBER} {_NUMBER})*)(h0|h\.01|)")
_POINT = re.compile(rf"L({_NUMBER}) ({_NUMBER})")
_STYLE = re.compile(r"([a-z-]+)\s*:\s*([^;]+)")
# what a drawing of ours says about how a path or a label looks; whatever hides, moves or covers is none of it
_LOOKS = frozenset(
    re.findall(
        r"[\w-]+",
        "fill stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset "
        "font-weight font-size font-family text-anchor",
    )
)
_VALUES = {
    "fill": re.compile(r"none|#[0-9a-f]{6}|var\(--[a-z-]+\)|url\(#[\w-]+\)"),
    "stroke": re.compile(r"none|#[0-9a-f]{6}|var\(--[a-z-]+\)"),
    "font-size": re.compile(r"(?:1[2-8](?:\.\d)?|20)px"),
    "font-weight": re.compile("700"),
    "text-anchor": re.compile("start|middle|end"),
    "stroke-width": re.compile(r"\d{1,2}(?:\.\d{1,2})?"),
}
_TAGS = frozenset({"svg", "g", "path", "text", "defs", "pattern", "rect", "style"})
# colours of letters, in print and on a page: whatever else hides them in the ground
_INKS = re.compile(
    r"var\(--(?:ink|muted|blue|red|only-a|only-b-text)\)|#(?:1b1b1f|2f69ad|5a39a5|4d4f55|6ca6ea|8f5500|9378ee|"
    "a6a9b0|b8261d|ece9e2|f3b64d|f47a6e)"
)
_THIN = re.compile(  # lines that are no areas
    "axes|guide|mark|curve.*|panel-.-(?:base|observed|join|bracket|stairs|level|leaders)|struck|join|zero|ring.*|ends.*"
)
_GRID = re.compile(rf"(?:M({_NUMBER}) ({_NUMBER})L(?:\1 {_NUMBER}|{_NUMBER} \2))+")
_LINES = re.compile(
    rf"(?:M({_NUMBER}) ({_NUMBER})L(?:\1 ({_NUMBER})|({_NUMBER}) \2)(?:L(?:\4 {_NUMBER}|{_NUMBER} \3))?)+"
)
_BOX = re.compile(rf"0 0 ({_NUMBER}) ({_NUMBER})")

_MOST = 1000  # elements of a drawing; ours have about 60

Place = tuple[float, float]

Node = Any  # an element of lxml, which has no types, or of the standard library


class Label(NamedTuple):
    """A text and where it stands."""

    text: str
    x: float
    y: float
    colour: str = ""


class Drawing:
    """The parts of one SVG element, from whatever read it."""

    def __init__(self, svg: Node) -> None:
        """Take an element of lxml or of the standard library apart; `odd` is what no build draws."""
        self.odd: list[str] = []
        self.paths: dict[str, list[Node]] = defaultdict(list)  # "panel-1-tails" -> its paths
        self.labels: list[Label] = []
        self.patterns: dict[str, str] = {}  # name -> colour of the ground
        self._box = _BOX.fullmatch(svg.get("viewBox", ""))
        grounds_of_hatches = set(svg.iterfind(".//{*}pattern/{*}rect"))
        hatches = set(svg.iterfind(".//{*}pattern/{*}path"))
        for place, element in enumerate(svg.iter()):
            if place > _MOST:
                self.odd.append("more elements than any figure has")
                return
            if not isinstance(element.tag, str):
                continue
            tag = element.tag.rpartition("}")[2]
            if tag not in _TAGS:
                self.odd.append(f"an element <{tag}>")
            style = dict(_STYLE.findall(element.get("style", "")))
            if hidden := sorted(style.keys() - _LOOKS):
                self.odd.append(f"{tag} with {hidden[0]}")
            self.odd += [
                f"{tag} with {name}: {value}"
                for name, value in style.items()
                if name in _VALUES and not _VALUES[name].fullmatch(value.strip())
            ]
            if tag == "rect" and element not in grounds_of_hatches:
                self.odd.append("a rectangle")
            if element.get("transform") or element.get("clip-path") or element.get("opacity"):
                self.odd.append(f"{tag} that is moved, cut or made transparent")
            if tag == "pattern":
                grounds = [child for child in element if str(child.tag).endswith("rect")]
                self.patterns[element.get("id", "")] = colour(grounds[0].get("style", "")) if grounds else ""
            elif tag == "path" and element not in hatches:
                self._path(element, style)
            elif tag == "text":
                self._label(element, style)
        self.odd += [f"more than one path {name}" for name, found in self.paths.items() if len(found) > 1]

    def _path(self, element: Node, style: dict[str, str]) -> None:
        name = element.get("id")
        if name is None:
            if style.get("fill") != "none" or float(_first_number(style.get("stroke-width", "9"))) > 1:
                self.odd.append("a path without a name that is more than a thin line")
            elif not _GRID.fullmatch(element.get("d", "")):
                self.odd.append("a line without a name that is none of a grid")
            return
        found = _NAME.search(name)
        if found is None:
            self.odd.append(f"a path named {name}")
            return
        part = found[4] or "-".join(part for part in found.groups()[:3] if part)
        wide = float(_first_number(style.get("stroke-width", "1"))) > (10 if part == "mark" else 2.4)
        if _THIN.fullmatch(part) and (style.get("fill") != "none" or wide):
            self.odd.append(f"{part} that is more than a line")
        if part in ("axes", "guide") and not _LINES.fullmatch(element.get("d", "")):
            self.odd.append(f"{part} of other than upright and level lines")
        self.paths[part].append(element)

    def _label(self, element: Node, style: dict[str, str]) -> None:
        x, y = element.get("x", ""), element.get("y", "")
        if not re.fullmatch(_NUMBER, x) or not re.fullmatch(_NUMBER, y):
            self.odd.append("a text without a place")
            return
        text = "".join(element.itertext())
        if not _INKS.fullmatch(style.get("fill", "").strip()) or len(element):
            self.odd.append(f"a text in a colour or with an element of its own: {text[:60]}")
        box = self._box
        if box is None or not (0 <= float(x) <= float(box[1]) and 0 < float(y) <= float(box[2])):
            self.odd.append(f"a text outside the figure: {text[:60]}")
        self.labels.append(Label(text, float(x), float(y), colour(element.get("style", ""))))

    @property
    def width(self) -> float:
        """How wide the drawing is; ValueError where it does not say so."""
        if self._box is None:
            raise ValueError("a drawing of no size")
        return float(self._box[1])

    def strokes(self, name: str) -> list[list[Place]]:
        """Each stroke of a path, as its places; of a path that is not there, none."""
        found: list[list[Place]] = []
        for path in self.paths.get(name, ()):
            found += strokes(path.get("d", ""))
        return found

    def colour(self, name: str) -> str:
        """The colour of a path, or of the ground of its hatching: red, blue, amber, violet, grey, ink."""
        (path,) = self.paths.get(name, [None])[:1]
        style = path.get("style", "") if path is not None else ""
        if hatch := re.search(r"url\(#([^)]*)\)", style):
            return self.patterns.get(str(hatch[1]), "")
        return colour(style)

    def ticks(self, marks: Marks) -> list[tuple[Label, Fraction]]:
        """The labels that are a number alone, with their values."""
        found = []
        for label in self.labels:
            value = tick(label.text, marks)
            if value is not None:
                found.append((label, value))
        return found


def tick(text: str, marks: Marks) -> Fraction | None:
    """The value of a label that is a number alone; None for any other."""
    try:
        return number(plain(text).strip(), marks).value
    except (Unread, ValueError):
        return None


def strokes(path: str) -> list[list[Place]]:
    """The strokes of a path of straight lines; ValueError for a path of another kind.

    >>> strokes("M1 2L3 4M5 6h0")
    [[(1.0, 2.0), (3.0, 4.0)], [(5.0, 6.0)]]
    """
    found, end = [], 0
    for stroke in _STROKE.finditer(path):
        if stroke.start() != end:
            break
        end = stroke.end()
        places = [(float(x), float(y)) for x, y in _POINT.findall(stroke[3])]
        found.append([(float(stroke[1]), float(stroke[2])), *places])
    if end != len(path):
        raise ValueError(f"a path that goes on with {path[end : end + 20]!r}")
    return found


def colour(style: str) -> str:
    """What colour a style draws in, by name: of a variable or of its red, green and blue.

    >>> colour("fill: #b8261d"), colour("fill: none; stroke: var(--only-a)"), colour("fill: #4d4f55")
    ('red', 'violet', 'grey')
    """
    declared: dict[str, str] = dict(_STYLE.findall(style))
    value = declared.get("fill", "none").strip()
    if value == "none":
        value = declared.get("stroke", "none").strip()
    if named := re.fullmatch(r"var\(--([a-z-]+)\)", value):
        return _VARIABLES.get(str(named[1]), str(named[1]))
    if not re.fullmatch("#[0-9a-f]{6}", value):
        return value
    return hue(*(int(value[i : i + 2], 16) for i in (1, 3, 5)))


_VARIABLES = {
    "only-b": "amber",
    "only-b-text": "amber",
    "only-a": "violet",
    "both": "grey",
    "neither": "grey",
    "muted": "grey",
}


def hue(red: int, green: int, blue: int) -> str:
    """The name of a colour of the figures' palettes."""
    if max(red, green, blue) - min(red, green, blue) < 40:
        return "grey"
    if blue == max(red, green, blue):
        return "violet" if red > green else "blue"
    return "amber" if green > 0.55 * red else "red"


def axis(ticks: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """Scale and value at zero of an axis, from (place, value) of its ticks; ValueError where they disagree.

    >>> axis([(10, 0), (20, 5), (30, 10)])
    (0.5, -5.0)
    """
    found = sorted(ticks)
    if len(found) < 2 or found[0][0] == found[-1][0]:
        raise ValueError("an axis with fewer than two numbers")
    (p0, v0), (p1, v1) = found[0], found[-1]
    scale = (v1 - v0) / (p1 - p0)
    for place, value in found:
        if abs(v0 + scale * (place - p0) - value) > 0.02 * abs(v1 - v0) / len(found):
            raise ValueError(f"the number {value:g} does not stand where it says")
    return scale, v0 - scale * p0


def _first_number(text: str) -> str:
    found = re.match(_NUMBER, text.strip())
    return found[0] if found else "9"
