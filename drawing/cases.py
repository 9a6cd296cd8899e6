"""Cases: two fields of dots, one dot for each case, and the cover picture made of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import ceil, inf, sqrt
from typing import TYPE_CHECKING, NamedTuple

from .letters import rows
from .look import Look
from .marks import marks
from .sheet import BETWEEN, Sheet, blank, own_settings

if TYPE_CHECKING:  # matplotlib costs a second, so it is imported where it draws
    from matplotlib.figure import Figure


class Group(NamedTuple):
    """A block of dots; the name is "both", "only_b", "only_a" or "neither": colour, shape and place."""

    name: str
    count: int  # type: ignore[assignment]  # the tuple method it hides is not needed
    label: str


class Field(NamedTuple):
    """One comparison, every case a dot."""

    title: str
    groups: Sequence[Group]
    subtitle: str
    name: str = ""  # small, over the title


def _grid(fields: Sequence[Field]) -> tuple[int, int, int]:
    """Dots in a row (50 for 1,000 cases), rows of the upper and of the lower part: the same in all fields."""
    counts = [{group.name: group.count for group in field.groups} for field in fields]
    columns = max(20, *(10 * ceil(5 * sqrt(sum(c.values()) / 1000)) for c in counts))
    above = max(ceil(max(c["only_b"], c["only_a"]) / (columns * 2 // 5)) for c in counts)
    below = columns * 2 // 5
    while any(ceil(c["both"] / below) + 1 + ceil(c["neither"] / below) > columns for c in counts):
        below += 1
    return columns, max(1, above), below


def _rows(fields: Sequence[Field], look: Look, room: float) -> tuple[int, int]:
    """The lines that labels over and under the fields take: under them one, while two fit side by side."""
    labels = [{group.name: group.label for group in field.groups} for field in fields]
    over = max(
        rows(each[name], room, look, weight="bold") for each in labels for name in ("only_b", "only_a")
    )
    under = max(rows(each[name], room, look) for each in labels for name in ("both", "neither"))
    pairs = [f"{each['both']}   {each['neither']}" for each in labels]
    return over, 1 if all(rows(pair, 2 * room, look) == 1 for pair in pairs) else under


def _field(
    sheet: Sheet, field: Field, grid: tuple[int, int, int], width: float, name: str, beside: Sequence[Field]
) -> float:
    """Draws a field and gives back its height: cases one model alone got right above, all others below."""
    room = width / 2 - 6
    over, under = _rows([field, *beside], sheet.look, room)
    colour, (columns, above, below) = sheet.colour, grid
    cell, groups, rtl = width / columns, {group.name: group for group in field.groups}, sheet.look.rtl
    start, end = ("right", "left") if rtl else ("left", "right")

    def flip(x: float) -> float:
        return width - x if rtl else x

    y = sheet.text(0, 12, field.name, colour.muted, width, align="start") + 22 if field.name else 15.0
    sheet.text(0, y, field.title, colour.ink, width, size=16, weight="bold", align="start")
    titles = [len(sheet.wrap(each.title, width, 16, "bold")[0]) for each in (field, *beside)]
    y += (max(titles) - 1) * 20.8 + 27
    y = sheet.text(0, y, field.subtitle, colour.ink, width, size=20, weight="bold", align="start") + 26
    y += (over - 1) * 16.25
    alone = (groups["only_b"], 0, colour.only_b_text), (groups["only_a"], width / 2, colour.only_a)
    for group, x, tone in alone:
        up = (rows(group.label, room, sheet.look, weight="bold") - 1) * 16.25
        if not group.count:  # muted, where its marks would be
            up, tone = up / 2 - 14, colour.muted
        sheet.text(flip(x), y - up, group.label, tone, room, weight="bold", align=start)
        cells = (divmod(n, columns * 2 // 5) for n in range(group.count))
        places = [(flip(x + (i + 0.5) * cell), y + 8 + (j + 0.5) * cell) for j, i in cells]
        marks(sheet, group.name, places, cell, f"{name}-{group.name.replace('_', '-')}")
    y += above * cell + 22
    for group, x, align in ((groups["both"], 0, start), (groups["neither"], width, end)):
        beneath = y + below * cell + 17
        sheet.text(flip(x), beneath, group.label, colour.muted, room if under > 1 else inf, align=align)
        x -= ceil(group.count / below) * cell * (align == end)
        cells = (divmod(n, below) for n in range(group.count))
        places = [(flip(x + (i + 0.5) * cell), y + (j + 0.5) * cell) for i, j in cells]
        marks(sheet, group.name, places, cell, f"{name}-{group.name.replace('_', '-')}")
    return y + below * cell + 23 + (under - 1) * 16.25


@own_settings()
def cases(fields: Sequence[Field], look: Look, beside: Sequence[Field] = ()) -> Figure:
    """The fields in a row, on a phone in a column; those `beside` are in other figures and share the grid."""
    figure, grid = blank(look), _grid([*fields, *beside])
    across = len(fields) if look.width > 500 else 1
    width, y, bottom = (look.width + BETWEEN) / across - BETWEEN, 0.0, 0.0
    for n, field in enumerate(fields):
        place = across - 1 - n % across if look.rtl else n % across
        sheet = Sheet(figure, look, place * (width + BETWEEN), y)
        bottom = max(bottom, y + _field(sheet, field, grid, width, f"field-{n + 1}", [*fields, *beside]))
        y = bottom + BETWEEN if across == 1 else 0
    figure.set_figheight(ceil(bottom) / 72)
    return figure


@own_settings()
def cover(title: str, kicker: str, fields: Sequence[Field], look: Look) -> Figure:
    """A picture of 1200 x 630 pixels to share the page with: the title over the fields of dots."""
    figure, grid = blank(look._replace(width=1200)), _grid(fields)
    figure.set_figheight(630 / 72)
    width, scale, sheet = 1140 / len(fields) - 60, 1.5, Sheet(figure, look, 60)
    draw = partial(_field, grid=grid, width=width / scale, name="field", beside=fields)
    top = 604 - scale * max(draw(Sheet(blank(look), look), field) for field in fields)
    for n, field in enumerate(reversed(fields) if look.rtl else fields):
        draw(Sheet(figure, look, 60 + n * (width + 60), top, scale), field)
    sheet.text(0, 58, kicker, look.palette.muted, 1080, size=24, align="start")
    rows = ((size, len(sheet.wrap(title, 1080, size, "bold")[0])) for size in range(56, 20, -4))
    size = next((size for size, lines in rows if 84 + lines * size * 1.15 < top), 20)
    sheet.text(
        0, 68 + size, title, look.palette.ink, 1080, size=size, weight="bold", align="start", leading=1.15
    )
    return figure
