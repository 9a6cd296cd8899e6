"""A font that a translator brings: taken in whole, named where needed, or refused with what to do."""

import io
import tomllib

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables._g_l_y_f import GlyphCoordinates
from fontTools.ttLib.tables.TupleVariation import TupleVariation

from discordant.cli import main
from discordant.drawing.letters import fill
from discordant.language import Locale, scripts
from discordant.press import fonts, pages
from discordant.translating.characters import belonging

TELLS_OFL = "This Font Software is licensed under the SIL Open Font License, Version 1.1."
THAI = "กขคงจฉชซ"
CELL = 600


def square(pen, size):
    pen.moveTo((50, 0))
    for point in ((50, size), (size, size), (size, 0)):
        pen.lineTo(point)
    pen.closePath()
    return pen


def builder(
    letters=THAI + "aก—", name="Thai Plain", licence=TELLS_OFL, weight=400, permissions=0, cubic=False
):
    """A font whose letters are squares: `letters`, with what it tells of itself."""
    names = [".notdef", *(f"u{ord(sign):04X}" for sign in dict.fromkeys(letters))]
    made = FontBuilder(1000, isTTF=not cubic)
    made.setupGlyphOrder(names)
    made.setupCharacterMap({int(one[1:], 16): one for one in names[1:]})
    if cubic:
        drawn = {one: square(T2CharStringPen(CELL, None), 500).getCharString() for one in names}
        made.setupCFF(name.replace(" ", ""), {}, drawn, {})
    else:
        made.setupGlyf({one: square(TTGlyphPen(None), 500).glyph() for one in names})
    made.setupHorizontalMetrics(dict.fromkeys(names, (CELL, 50)))
    made.setupHorizontalHeader(ascent=900, descent=-300)
    made.setupNameTable(
        {
            "copyright": "Copyright 2020 A Maker",
            "familyName": name,
            "styleName": "Regular",
            "fullName": name,
            "licenseDescription": licence,
        }
    )
    made.setupOS2(usWeightClass=weight, fsType=permissions)
    made.setupPost()
    return made


def variable(lowest=100, highest=900):
    made = builder()
    made.setupFvar([("wght", lowest, 400, highest, "Weight")], [])
    wider = GlyphCoordinates([(0, 0), (0, 0), (80, 0), (80, 0), *[(0, 0)] * 4])
    made.setupGvar({"u0E01": [TupleVariation({"wght": (0, 1, 1)}, wider)]})
    return made.font


def saved(font, flavor=None):
    font.flavor = flavor
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def collection(*names):
    held = TTCollection()
    held.fonts = [TTFont(io.BytesIO(saved(builder(name=name).font))) for name in names]
    out = io.BytesIO()
    held.save(out)
    return out.getvalue()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder in which Thai has begun."""
    monkeypatch.chdir(tmp_path)
    there = tmp_path / "locales" / "th"
    there.mkdir(parents=True)
    (there / "locale.toml").write_text(
        'name = "ไทย"\ncomplete = []\nemphasis = "bold"\n\n[numbers]\ngroup_from = 4\n\n[fonts]\n'
        'text = ["Discordant Text"]  # running text\n'
        'sans = ["Discordant Sans"]\nmono = ["Discordant Mono"]\n',
        "utf-8",
    )
    fonts.faces.cache_clear()
    yield tmp_path
    fonts.faces.cache_clear()


def take(folder, content, *options, capsys=None):
    (folder / "brought").write_bytes(content)
    return main(["locale", "font", "th", "brought", *options])


def all_files(folder):
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize(
    "content",
    [
        lambda: saved(builder().font),
        lambda: saved(builder(cubic=True).font),
        lambda: saved(builder().font, "woff"),
        lambda: saved(variable()),
    ],
    ids=["TrueType", "OpenType", "WOFF", "variable"],
)
def test_a_font_is_taken_in_whatever_its_form(folder, capsys, content):
    assert take(folder, content()) == 0
    said = capsys.readouterr().out
    assert "Discordant Thai, regular" in said
    assert "licence OFL-1.1" in said
    assert "lacks of the language's characters" in said
    assert "--weight bold" in said
    face = TTFont(folder / "templates" / "fonts" / "thai-regular.ttf")
    assert "glyf" in face
    assert not {"CFF ", "fvar"} & set(face.keys())
    assert face["name"].getBestFamilyName() == "Discordant Thai"
    assert face["name"].getDebugName(0) == "Copyright 2020 A Maker"
    assert {chr(code) for code in face.getBestCmap()} == set(THAI + "—")  # Latin has a face of its own
    assert face["hmtx"]["u0E01" if "u0E01" in face["hmtx"].metrics else face.getBestCmap()[0x0E01]][0] == CELL
    settings = (folder / "locales" / "th" / "locale.toml").read_text("utf-8")
    assert 'text = ["Discordant Text", "Discordant Thai"]  # running text' in settings
    assert tomllib.loads(settings)["fonts"]["mono"] == ["Discordant Mono", "Discordant Thai"]
    entry = tomllib.loads((folder / "templates/fonts/fonts.toml").read_text("utf-8"))["face"][-1]
    assert (entry["file"], entry["script"], entry["weight"]) == ("thai-regular.ttf", "thai", 400)
    notice = (folder / "templates/fonts/thai-regular-licence.txt").read_text("utf-8")
    assert notice.startswith("Copyright 2020 A Maker\n")
    assert "PERMISSION & CONDITIONS" in notice
    locale = Locale.read(folder / "locales" / "th" / "locale.toml", "th")
    assert fonts.lacking("กข—", locale, "text") == []


def test_the_same_again_changes_no_byte_and_a_bold_comes_second(folder, capsys):
    bold = saved(builder(weight=700).font)
    before = all_files(folder)
    assert take(folder, bold, "--weight", "bold") == 2
    assert "regular first" in capsys.readouterr().err
    (folder / "brought").unlink()
    assert all_files(folder) == before
    regular = saved(builder().font)  # once, since a font says to the second when it was made
    assert take(folder, regular) == 0
    once = all_files(folder)
    assert take(folder, regular) == 0
    assert all_files(folder) == once
    assert take(folder, bold, "--weight", "bold") == 0
    assert "without a bold" not in capsys.readouterr().out.rpartition("Discordant Thai, bold")[2]
    faces = tomllib.loads((folder / "templates/fonts/fonts.toml").read_text("utf-8"))["face"]
    assert [face["weight"] for face in faces if face["family"] == "Discordant Thai"] == [400, 700]


def test_a_face_for_one_role_stands_before_that_for_all(folder):
    font = saved(builder().font)
    assert take(folder, font, "--role", "text") == 0
    assert take(folder, font) == 0
    named = tomllib.loads((folder / "locales/th/locale.toml").read_text("utf-8"))["fonts"]
    assert named["text"] == ["Discordant Text", "Discordant Thai Text", "Discordant Thai"]
    assert named["sans"] == ["Discordant Sans", "Discordant Thai"]


def test_a_collection_is_asked_by_name(folder, capsys):
    both = collection("Thai Plain", "Thai Other")
    assert take(folder, both) == 2
    said = capsys.readouterr().err
    assert "Thai Plain, Thai Other" in said
    assert "--face" in said
    assert take(folder, both, "--face", "thai other") == 0
    assert "from Thai Other" in (folder / "templates/fonts/thai-regular-licence.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("content", "options", "says"),
    [
        (lambda: b"no font", (), "no font that can be read"),
        (lambda: saved(builder(permissions=2).font), (), "fsType 2"),
        (lambda: saved(builder(permissions=0x100).font), (), "fsType 256"),
        (lambda: saved(builder(licence="All rights reserved").font), (), "--licence"),
        (lambda: saved(builder().font), ("--licence", "MIT"), "OFL-1.1"),
        (lambda: saved(builder().font), ("--licence", "mine"), "'mine'"),
        (lambda: saved(builder(licence="Apache License").font), (), "--notice"),
        (lambda: saved(builder(letters="abc").font), (), "no letter of the script"),
        (lambda: saved(builder(weight=700).font), (), "--weight bold"),
        (lambda: saved(variable(500, 900)), (), "without the weight 400"),
        (lambda: saved(builder().font)[:700], (), "font"),
        (lambda: saved(builder().font), ("--face", "Other"), "no face 'Other'"),
    ],
)
def test_what_is_refused_leaves_all_as_it_was(folder, capsys, content, options, says):
    before = all_files(folder)
    assert take(folder, content(), *options) == 2
    (folder / "brought").unlink()
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert says in said.err
    assert all_files(folder) == before


def test_a_licence_of_another_kind_brings_its_text(folder):
    (folder / "text").write_text("The Apache License, in full.", "utf-8")
    assert take(folder, saved(builder(licence="Apache License").font), "--notice", "text") == 0
    notice = (folder / "templates/fonts/thai-regular-licence.txt").read_text("utf-8")
    assert "Licence: Apache-2.0" in notice
    assert "The Apache License, in full." in notice


def test_a_language_that_is_not_there_gets_no_font(folder, capsys):
    (folder / "brought").write_bytes(saved(builder().font))
    assert main(["locale", "font", "lo", "brought"]) == 2
    assert "locale new lo" in capsys.readouterr().err


# --- what follows from a script -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tag", "selector"),
    [("th", ":lang(th) h1"), ("ko", ":lang(ko) h1"), ("ar", '[dir="rtl"] h1'), ("en", None)],
)
def test_lines_stand_apart_where_letters_are_tall(tag, selector):
    locale = Locale(tag, "", (), 4, "latn", {})
    css = pages._of_its_script(":lang(tall) h1 { line-height: 1.4; }", locale)
    assert css.startswith(selector or '[dir="rtl"] h1')
    assert ":lang(tall)" not in css


def test_a_mark_that_the_script_s_face_lacks_comes_from_the_latin_one(folder):
    assert take(folder, saved(builder(letters=THAI).font)) == 0
    stack = [fonts.faces()[0], fonts.faces()[-1]._replace(script="hebr")]
    assert ord("—") in stack[1].of_script.own_marks
    assert fonts._face_for(ord("—"), stack) == stack[0]


def test_a_zero_width_space_ends_a_line_in_a_drawing():
    assert fill("แบบ\u200bจำลอง\u200bชนะ", 6, len) == ["แบบ", "จำลอง", "ชนะ"]


@pytest.mark.parametrize(
    ("tag", "text", "own"),
    [
        ("ja", "aбいロ日م囍", "いロ日"),  # 囍 is in no JIS X 0208
        ("zh-Hant", "體们あ", "體"),  # Big5
        ("hi", "हिa।१", "हि।१"),
        ("ar", "مa١", "م١"),
    ],
)
def test_what_belongs_to_a_script(tag, text, own):
    assert {chr(code) for code in belonging(map(ord, text), tag)} == set(own)


def test_which_scripts_part_words():
    assert [scripts.of(tag).spaced for tag in ("th", "lo", "km", "ja", "hi", "ko", "ar")] == [False] * 4 + [
        True
    ] * 3
