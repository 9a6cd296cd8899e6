"""Fonts: the faces inside a page have the characters that the page shows, each from the right face."""

import base64
import io
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

import discordant
from discordant.language import Locale
from discordant.press import fonts
from discordant.press.fonts import FontError, Setting, characters, rules

ROOT = Path(discordant.__file__).parent
EN, IT, ZH = (Locale.read(ROOT / "locales" / tag / "locale.toml", tag) for tag in ("en", "it", "zh-Hans"))
BOLD_EMPHASIS = {"zh-Hans"}


def embedded(html, locale=EN, others=None):
    """(family, weight, style) -> the characters in the face that a page with this HTML holds."""
    css = rules(characters(html, locale.tag, BOLD_EMPHASIS), locale, others)
    found = {}
    for rule in re.findall(r"@font-face\{[^}]*\}", css):
        family = re.search(r'font-family:"([^"]+)"', rule)[1]
        weight, style = re.search(r"font-weight:(\d+);font-style:(\w+)", rule).groups()
        data = base64.b64decode(re.search(r"base64,([A-Za-z0-9+/=]+)", rule)[1], validate=True)
        assert data.startswith(b"wOFF")
        assert (family, int(weight), style) not in found
        found[family, int(weight), style] = cmap(data)
    return found


SPACES = {
    " ",
    "\xa0",
    "\u2009",
    "\u202f",
}  # in every face: a space is set in the font of the letters before it


def cmap(data):
    held = {chr(code) for code in TTFont(io.BytesIO(data)).getBestCmap()}
    assert held >= SPACES
    return held - SPACES


def faces_of(character, html, locale=EN, others=None):
    return {face for face, held in embedded(html, locale, others).items() if character in held}


# --- what a page holds --------------------------------------------------------------------------------------


def test_a_face_holds_the_characters_that_are_shown_in_it_and_no_others():
    found = embedded(
        "<p>The <b>McNemar</b> <em>test</em>, <strong><i>1.91</i></strong> × 10</p><code>exact(b, c)</code>"
    )
    assert found == {
        ("Discordant Text", 400, "normal"): set("The,×10"),
        ("Discordant Text", 700, "normal"): set("McNemar"),
        ("Discordant Text", 400, "italic"): set("test"),
        ("Discordant Text", 700, "italic"): set("1.91"),
        ("Discordant Mono", 400, "normal"): set("exact(b,c)"),
    }


@pytest.mark.parametrize(
    ("html", "setting"),
    [
        ("<p>x</p>", Setting("text", 400, "normal")),
        ("<h1>x</h1>", Setting("text", 700, "normal")),
        ("<h2><em>x</em></h2>", Setting("text", 700, "italic")),
        ('<p class="note sans">x</p>', Setting("sans", 400, "normal")),
        ("<table><tr><td>x</table>", Setting("sans", 400, "normal")),
        ("<table><thead><tr><th>x</table>", Setting("sans", 700, "normal")),
        ("<table><tbody><tr><th>x</table>", Setting("sans", 400, "normal")),
        ("<button>x</button>", Setting("sans", 400, "normal")),
        ("<pre><code><span>x</span></code></pre>", Setting("mono", 400, "normal")),
        ("<table><tr><td><code>x</code></table>", Setting("mono", 400, "normal")),
        ('<b><math display="block"><mi>x</mi></math></b>', Setting("math", 400, "normal")),
        ('<p lang="zh-Hans">x</p>', Setting("text", 400, "normal", "zh-Hans")),
        ('<p lang="zh-Hans"><em>x</em></p>', Setting("text", 700, "normal", "zh-Hans")),
        ('<html lang="it"><p>x</p></html>', Setting("text", 400, "normal")),
        ("<p>a<br>b<img>c<p><b></b>x", Setting("text", 400, "normal")),
        ("<p>&#120;</p>", Setting("text", 400, "normal")),
    ],
)
def test_how_a_character_is_set(html, setting):
    assert "x" in characters(html, "en", BOLD_EMPHASIS).get(setting, ""), characters(
        html, "en", BOLD_EMPHASIS
    )


def test_a_drawing_may_be_bold_anywhere():
    found = characters('<svg><text font-weight="700">x</text></svg>y')
    assert {"x"} <= found[Setting("sans", 400, "normal")] & found[Setting("sans", 700, "normal")]
    assert found[Setting("text", 400, "normal")] == {"y"}


@pytest.mark.parametrize(
    "html", ["<script>x</script>", "<style>x</style>", "<title>x</title>", "<!-- x -->", '<p title="x">']
)
def test_what_is_not_shown_needs_no_face(html):
    assert not any("x" in text for text in characters(html).values())


def test_invisible_characters_need_no_glyph():
    assert embedded("<p>a\u200bb\u00adc\u2060\ufeff\n\t</p>") == {
        ("Discordant Text", 400, "normal"): set("abc")
    }


def test_mathematics_has_what_browsers_ask_for_beside_the_source():
    """<mi> shows the mathematical italic letter; fences and radicals need their font's own table."""
    ((face, held),) = embedded("<math><mover><mi>Δ</mi><mo>ˆ</mo></mover><mi>h</mi><mi>b</mi></math>").items()
    assert face == ("Discordant Math", 400, "normal")
    assert {"Δ", "ˆ", "\N{MATHEMATICAL ITALIC SMALL B}", "\N{PLANCK CONSTANT}", "(", ")", "√", "∑"} <= held


def test_the_mathematics_face_keeps_its_table():
    css = rules(characters("<math><mi>b</mi></math>"), EN)
    data = base64.b64decode(re.search(r"base64,([A-Za-z0-9+/=]+)", css)[1])
    assert "MATH" in TTFont(io.BytesIO(data))


# --- Chinese ------------------------------------------------------------------------------------------------


def test_chinese_text_has_chinese_quotes_and_latin_digits():
    held = embedded("<p>“重点”——共20例…，即‘a’</p>", ZH)
    latin, chinese = (held[family, 400, "normal"] for family in ("Discordant Text Beside", "Discordant Song"))
    assert set("“”—…‘’重点共例，即") <= chinese
    assert set("20a") <= latin
    assert not latin & set("“”—…‘’")
    assert not chinese & set("20a")


def test_english_text_has_latin_quotes():
    assert faces_of("“", "<p>“a”</p>", EN) == {("Discordant Text", 400, "normal")}


def test_an_english_passage_on_a_chinese_page_has_latin_quotes():
    html = '<p>重“</p><p lang="en">“English”</p>'
    assert faces_of("“", html, ZH, {"en": EN}) == {
        ("Discordant Song", 400, "normal"),
        ("Discordant Text", 400, "normal"),
    }


def test_a_chinese_name_on_an_english_page():
    assert faces_of("简", '<a lang="zh-Hans" class="sans">简体中文</a>', EN, {"zh-Hans": ZH}) == {
        ("Discordant Hei", 400, "normal")
    }


def test_chinese_emphasis_is_a_real_bold():
    assert faces_of("点", "<p><em>重点</em></p>", ZH) == {("Discordant Song", 700, "normal")}
    assert faces_of("点", "<code>重点</code>", ZH) == {("Discordant Hei", 400, "normal")}


def test_css_names_the_families_that_the_rules_declare():
    for locale in (EN, IT, ZH):
        html = '<p>a“重</p><p class="sans">a“重</p><code>a“重</code>' if locale is ZH else "<p>a“</p>"
        declared = {family for family, _weight, _style in embedded(html, locale)}
        listed = {
            name
            for role in ("text", "sans", "mono")
            for name in re.findall('"([^"]+)"', fonts.css_families(locale, role))
        }
        assert declared <= listed


# --- errors and bytes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "locale", "named"),
    [
        ("<p>囍</p>", ZH, ["囍 (U+56CD)"]),
        ("<p>𠮷</p>", ZH, ["𠮷 (U+20BB7)"]),
        ("<p>a囍</p><code>𠮷</code>", ZH, ["囍 (U+56CD)", "𠮷 (U+20BB7)"]),
        ("<p>重</p>", EN, ["重 (U+91CD)"]),
        ("<math><mi>重</mi></math>", ZH, ["重 (U+91CD)"]),
        ("<p>\N{GRINNING FACE}</p>", EN, ["(U+1F600)"]),
        ("<p>مرحبا</p>", IT, ["(U+0645)", "(U+0627)"]),
    ],
)
def test_characters_without_a_face_are_named(html, locale, named):
    with pytest.raises(FontError) as caught:
        rules(characters(html, locale.tag), locale)
    message = str(caught.value)
    assert message.startswith(f"{locale.tag}: ")
    assert all(name in message for name in named)


def test_same_characters_same_bytes():
    html = "<p>“重点”ab</p><math><mi>b</mi></math>"
    again = "<math><mi>b</mi></math><p>ba”点“重</p>"
    assert rules(characters(html), ZH) == rules(characters(again), ZH)


def test_every_face_is_there_and_named_in_its_file():
    """rendering.md section 1: TrueType, under private family names."""
    for face in fonts.faces():
        font = TTFont(face.path)
        assert "glyf" in font
        assert font["name"].getBestFamilyName() == face.family
        assert (font["OS/2"].usWeightClass >= 600) == (face.weight == 700), face.path.name


@pytest.mark.parametrize("locale", [EN, IT, ZH], ids=lambda locale: locale.tag)
@pytest.mark.parametrize("role", ["text", "sans", "mono"])
def test_numbers_and_their_signs_are_in_every_stack(locale, role):
    """What language.Locale writes must be there in every role, bold too."""
    for weight in (400, 700):
        text = set("0123456789.,;%+−×/⁻⁰¹²³⁴⁵⁶⁷⁸⁹ ") if role != "mono" else set("0123456789.,;%+-*/ ")
        assert rules({Setting(role, weight, "normal"): text}, locale).startswith("@font-face")


def test_files_are_those_of_the_role():
    assert {path.name for path in fonts.files(ZH, "sans")} == {
        "sans-regular.ttf",
        "sans-bold.ttf",
        "sans-italic.ttf",
        "hei-regular.ttf",
        "hei-bold.ttf",
    }
