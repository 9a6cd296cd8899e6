"""Figures read back: bars, dots, lines and labels are taken out of the SVG and compared with what went in."""

import hashlib
import math
import os
import re
import struct
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.font_manager import fontManager
from svg_reading import FONTS, SVG, paths

from discordant import render

SANS = ("Discordant Sans",)
HANS = ("Discordant Sans", "Discordant Hei")


@pytest.fixture(autouse=True)
def fonts():
    render.use_fonts(
        FONTS / f"{name}.ttf" for name in ("sans-regular", "sans-bold", "hei-regular", "hei-bold")
    )


def look(families=SANS, palette=render.LIGHT, width=720):
    return render.Look(palette, families, str, width)


def panel(m, b, tail, window, **texts):
    labels = {
        "title": "A finding",
        "observed_label": f"observed: b = {b}",
        "tails_label": "red: both tails together, p = 1.91 × 10⁻⁶",
        "centre_label": "what chance expects",
        "x_label": "number k of wins",
        "y_label": "probability",
        "note": "drawn in part",
    }
    red = [k for k in range(m + 1) if k <= tail or k >= m - tail]
    low = sum(k <= tail for k in red)
    tails = range(low), range(m + 1 - len(red) + low, m + 1)
    return render.Panel([math.comb(m, k) for k in range(m + 1)], b, tails, window, **(labels | texts))


ONE = panel(20, 20, 0, (0, 20))
TWO = panel(180, 100, 80, (55, 125))


def field(title, both, only_b, only_a, neither):
    counts = {"both": both, "only_b": only_b, "only_a": only_a, "neither": neither}
    groups = [render.Group(name, count, f"{name}: {count}") for name, count in counts.items()]
    return render.Field(title, groups, "A 90% · B 92%")


FIELDS = [field("I", 900, 20, 0, 80), field("II", 820, 100, 80, 0)]


def draw(panels, name="f", beside=(), **options):
    return render.svg(render.null_distribution(panels, look(**options), beside), name)


def texts(svg):
    return [text.text for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def bars(strokes):
    """(Centre, height) of each bar, upwards positive."""
    return [((s[0][0] + s[-1][0]) / 2, s[0][1] - s[1][1]) for s in strokes]


# === Null distributions ===


@pytest.mark.parametrize(("given", "p"), [(ONE, 2 / 2**20), (TWO, 0.156531)])
def test_bars_hold_the_probabilities(given, p):
    found = paths(draw([given]))
    tails, centre = bars(found["f-panel-1-tails"]), bars(found["f-panel-1-centre"])
    first, last = given.window
    assert len(tails) + len(centre) == last - first + 1
    total = sum(height for _, height in tails + centre)
    assert sum(height for _, height in tails) / total == pytest.approx(p, abs=2e-4)
    m = len(given.weights) - 1
    expected = [given.weights[k] / 2**m for k in range(first, last + 1)]
    scale = max(height for _, height in centre) / max(expected)
    for (_, height), probability in zip(sorted(tails + centre), expected, strict=True):
        assert height == pytest.approx(probability * scale, abs=0.02)


def test_every_bar_stands_on_zero_and_panels_have_their_own_scale():
    found = paths(draw([ONE, TWO]))
    for n in (1, 2):
        base = found[f"f-panel-{n}-base"][0][0][1]
        for part in ("tails", "centre"):
            assert {point[1] for s in found[f"f-panel-{n}-{part}"] for point in (s[0], s[-1])} == {base}
    tallest = [max(height for _, height in bars(found[f"f-panel-{n}-centre"])) for n in (1, 2)]
    assert tallest[0] == pytest.approx(tallest[1], abs=0.02)


@pytest.mark.parametrize(("given", "index"), [(ONE, 20), (TWO, 45)])
def test_the_dashed_line_stands_at_the_observed_bar(given, index):
    svg = draw([given])
    found = paths(svg)
    centres = sorted(x for part in ("tails", "centre") for x, _ in bars(found[f"f-panel-1-{part}"]))
    ((top, bottom),) = found["f-panel-1-observed"]
    assert top[0] == bottom[0] == pytest.approx(centres[index], abs=0.011)
    assert b"stroke-dasharray" in re.search(rb'<path id="f-panel-1-observed".*', svg)[0]


def test_tails_are_marked_where_they_are_too_low_to_be_seen():
    found = paths(draw([ONE, TWO]))
    tips = sorted(stroke[0][0] for stroke in found["f-panel-1-pointers"])
    ends = sorted(x for x, _ in bars(found["f-panel-1-tails"]))
    assert tips == pytest.approx(ends, abs=0.011)
    assert "f-panel-2-pointers" not in found
    assert [len(found[f"f-panel-{n}-rails"]) for n in (1, 2)] == [2, 2]


def test_tails_are_hatched_so_that_grey_print_shows_them():
    svg = draw([TWO])
    pattern = re.search(rb'<path id="f-panel-1-tails".*fill: url\(#([^)]+)\)', svg)[1]
    assert b'<pattern id="' + pattern + b'"' in svg


@pytest.mark.parametrize("m", [0, 1, 2, 40])
def test_balance_is_red_throughout(m):
    svg = draw([panel(m, m // 2, m // 2, (0, m))])
    found = paths(svg)
    assert len(found["f-panel-1-tails"]) == m + 1
    assert "f-panel-1-centre" not in found


def test_mirrored_observation_mirrors_the_tails():
    found = paths(draw([panel(20, 0, 0, (0, 20))]))
    assert found["f-panel-1-observed"][0][0][0] == pytest.approx(
        bars(found["f-panel-1-tails"])[0][0], abs=0.011
    )


def test_few_numbers_on_the_axes():
    shown = texts(draw([TWO]))
    assert [text for text in shown if re.fullmatch(r"0\.\d+|0", text)] == ["0", "0.02", "0.04"]
    assert [text for text in shown if re.fullmatch(r"\d{2,3}", text)] == [
        *("60", "70", "80", "90", "100", "110", "120")
    ]


# === Cases ===


def dots(svg, number, name):
    strokes = paths(svg).get(f"c-field-{number}-{name.replace('_', '-')}", [])
    return len(strokes) // (2 if name == "neither" else 1)


@pytest.mark.parametrize("width", [720, 360])
def test_one_dot_for_each_case(width):
    svg = render.svg(render.cases(FIELDS, look(width=width)), "c")
    for number, given in enumerate(FIELDS, 1):
        assert {g.name: dots(svg, number, g.name) for g in given.groups} == {
            g.name: g.count for g in given.groups
        }
        assert {g.label for g in given.groups} <= set(texts(svg))


def test_no_two_dots_in_one_place_and_none_outside():
    svg = render.svg(render.cases(FIELDS, look()), "c")
    width, height = map(float, re.search(rb'viewBox="0 0 (\S+) (\S+)"', svg).groups())
    points = []
    for name, strokes in paths(svg).items():
        step = 2 if name.endswith("neither") else 1
        points += [tuple(round(sum(v) / len(s), 1) for v in zip(*s, strict=True)) for s in strokes[::step]]
    assert len(points) == len(set(points)) == 2000
    assert all(0 < x < width and 0 < y < height for x, y in points)


def test_dots_are_strokes_that_a_pdf_shows_too():
    svg = render.svg(render.cases(FIELDS, look()), "c")
    assert re.search(rb'id="c-field-2-only-b" d="(M[0-9.]+ [0-9.]+h0)+" style="[^"]*linecap: round"', svg)
    assert re.search(rb'id="c-field-2-only-a" d="(M[0-9.]+ [0-9.]+h\.01)+" style="[^"]*linecap: square"', svg)


def test_fields_share_one_grid():
    found = paths(render.svg(render.cases(FIELDS, look()), "c"))
    one, two = ({y for ((_, y),) in found[f"c-field-{n}-both"]} for n in (1, 2))
    assert one == two


def test_figures_that_stand_side_by_side_are_level():
    one, two = (paths(render.svg(render.cases([f], look(width=360), FIELDS), "c")) for f in FIELDS)
    assert {s[0][1] for s in one["c-field-1-both"]} == {s[0][1] for s in two["c-field-1-both"]}
    long = ONE._replace(title="A finding that takes two lines, since the figure is as narrow as a phone")
    pair = [draw([p], width=360, beside=[long, TWO]) for p in (long, TWO)]
    assert len({paths(svg)["f-panel-1-base"][0][0] for svg in pair}) == 1


@pytest.mark.parametrize("counts", [(0, 0, 0, 0), (5, 1, 0, 1), (9000, 700, 200, 100), (999, 1, 0, 0)])
def test_any_number_of_cases(counts):
    svg = render.svg(render.cases([field("any", *counts)], look(width=360)), "c")
    names = ("both", "only_b", "only_a", "neither")
    assert tuple(dots(svg, 1, name) for name in names) == counts


# === Text ===


def test_labels_are_text():
    shown = texts(draw([TWO]))
    for label in (TWO.title, TWO.observed_label, TWO.tails_label, TWO.centre_label, TWO.note, TWO.x_label):
        assert label in shown


@pytest.mark.parametrize("width", [360, 720])
def test_long_labels_are_wrapped_whole(width):
    title = "II: 100 vittorie contro 80, una cosa che il puro caso produce molto spesso senza alcun merito"
    svg = draw([TWO._replace(title=title)], width=width)
    assert title in " ".join(texts(svg))
    start = {float(t.get("x")) for t in ElementTree.fromstring(svg).iter(f"{SVG}text") if t.text in title}
    assert min(start) >= 0


def test_chinese_breaks_between_characters():
    title = "对照二：100 胜对 80 胜，纯凭偶然也常常如此，并不足以说明乙模型更好。"
    shown = "".join(texts(draw([TWO._replace(title=title)], families=HANS, width=360)))
    assert title.replace(" ", "") in shown.replace(" ", "")


def test_dollars_and_markup_are_plain_text():
    title = r"""$x^2$ & <b>\alpha</b> cost $5 id="a" url(#b) 12pt" 1.23456 font-family: c"""
    assert title in texts(draw([TWO._replace(title=title)]))


def test_missing_glyph_names_the_character():
    with pytest.raises(ValueError, match=r"'胜' \(U\+80DC\)"):
        draw([TWO._replace(title="100 胜")])


def test_line_breaks_and_other_controls_are_no_glyphs():
    with pytest.raises(ValueError, match=r"U\+000A"):
        draw([TWO._replace(note="two\nlines")])


def test_unknown_family_is_an_error():
    with pytest.raises(ValueError, match="No Such Face"):
        draw([TWO], families=("No Such Face",))


def test_fonts_are_registered_once():
    before = len(fontManager.ttflist)
    render.use_fonts([FONTS / "sans-regular.ttf"])
    assert len(fontManager.ttflist) == before


# === Bytes ===


def test_two_figures_fit_in_one_page():
    one, two = draw([ONE], "first"), draw([ONE], "second")
    ids = [re.findall(rb' id="([^"]+)"', svg) for svg in (one, two)]
    assert all(name.startswith(b"first-") for name in ids[0])
    assert not set(ids[0]) & set(ids[1])
    assert set(re.findall(rb"url\(#([^)]+)\)", one)) <= set(ids[0])
    assert b"<style" not in one
    assert one.startswith(b"<svg ")


@pytest.mark.parametrize("name", ["", "1st", 'a"b', "a b"])
def test_a_bad_name_is_refused(name):
    with pytest.raises(ValueError, match="name"):
        draw([ONE], name)


@pytest.mark.parametrize("convert", [render.darken, render.css_colours])
def test_no_light_colour_is_left(convert):
    for svg in (draw([ONE, TWO]), render.svg(render.cases(FIELDS, look()), "c")):
        converted = convert(svg)
        assert not [colour for colour in render.LIGHT if colour.encode() in converted]
        assert texts(converted) == texts(svg)


def test_css_names_are_those_of_the_palette():
    svg = draw([ONE, TWO]) + render.svg(render.cases(FIELDS, look()), "c")
    names = set(re.findall(rb"var\(--([a-z-]+)\)", render.css_colours(svg)))
    assert names == {name.replace("_", "-").encode() for name in render.Palette._fields}
    assert not re.search(rb"#[0-9a-f]{6}\b", re.sub(rb">[^<]*<", b"><", render.css_colours(svg)))


def test_a_colour_written_in_a_label_stays():
    svg = draw([ONE._replace(title=f'fill="{render.LIGHT.ink}"')])
    assert f'fill="{render.LIGHT.ink}"' in texts(render.darken(svg))


def test_dark_is_what_a_dark_drawing_would_be():
    dark = draw([ONE, TWO], palette=render.DARK)
    plain = re.compile(rb"h[0-9a-f]{10}")  # a hatch's id is made from its colours
    assert plain.sub(b"", render.darken(draw([ONE, TWO]))) == plain.sub(b"", dark)


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(a, b):
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("palette", [render.LIGHT, render.DARK])
def test_text_can_be_read_and_groups_told_apart_in_grey(palette):
    for name in ("ink", "muted", "blue", "red", "only_b_text", "only_a"):
        assert contrast(getattr(palette, name), palette.paper) >= 4.5, name
    assert contrast(palette.only_b, palette.paper) >= 3
    assert contrast(palette.only_a, palette.only_b) >= 1.8
    assert len(set(palette)) == len(palette)


def test_png_has_the_size_that_was_asked_for():
    figure = render.cases(FIELDS, look())
    width, height = struct.unpack(">II", render.png(figure, 2)[16:24])
    assert (width, height) == (1440, round(figure.get_figheight() * 144))
    width, height = struct.unpack(">II", render.png(figure, 2, margin=24)[16:24])
    assert (width, height) == (1440 + 96, round(figure.get_figheight() * 144) + 96)
    cover = render.cover("Two points, twice: on which cases do they part?", "kicker", FIELDS, look())
    assert struct.unpack(">II", render.png(cover, 1)[16:24]) == (1200, 630)


SCRIPT = """
import hashlib, sys
sys.path.insert(0, {tests!r})
import test_render as t
t.render.use_fonts(sorted(t.FONTS.glob("*.ttf")))
figures = [t.render.null_distribution([t.ONE, t.TWO], t.look()), t.render.cases(t.FIELDS, t.look(t.HANS))]
figures.append(t.render.cover("A title", "kicker", t.FIELDS, t.look()))
for figure in figures:
    print(hashlib.sha256(t.render.svg(figure, "f") + t.render.png(figure, 1)).hexdigest())
"""


def hashes(folder, **environment):
    code = SCRIPT.format(tests=str(Path(__file__).parent))
    variables = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))} | environment
    command = [sys.executable, "-c", code]
    return subprocess.run(
        command, cwd=folder, env=variables, capture_output=True, text=True, check=True
    ).stdout


def test_same_bytes_whatever_seed_zone_folder_and_matplotlibrc(tmp_path):
    settings = "font.size: 30\nlines.linewidth: 9\nsvg.fonttype: path\nsavefig.dpi: 300\ntext.usetex: True\n"
    settings += "savefig.bbox: tight\nfigure.constrained_layout.use: True\nhatch.linewidth: 5\n"
    (tmp_path / "matplotlibrc").write_text(settings)
    one = hashes("/", PYTHONHASHSEED="1", TZ="UTC", SOURCE_DATE_EPOCH="0")
    two = hashes(tmp_path, PYTHONHASHSEED="2", TZ="Asia/Tokyo")
    assert len(one.split()) == 3
    assert one == two


def test_a_figure_gives_the_same_bytes_twice():
    figure = render.null_distribution([ONE], look())
    first = hashlib.sha256(render.svg(figure, "f") + render.png(figure, 1)).hexdigest()
    assert hashlib.sha256(render.svg(figure, "f") + render.png(figure, 1)).hexdigest() == first
