"""Logos: pictures that a stranger brings show shapes and colours, and do nothing else."""

import io

import pytest
from lxml import etree
from PIL import Image, ImageFile

from discordant.press import logos
from discordant.press.logos import LogoError

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">{}</svg>'


@pytest.fixture
def load(tmp_path):
    def loaded(content, name="logo"):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return logos.load(path)

    return loaded


def picture(kind, mode="RGB", size=(40, 20), **options):
    out = io.BytesIO()
    Image.new(mode, size).save(out, kind, **options)
    return out.getvalue()


def seen(logo):
    return Image.open(io.BytesIO(logo.content))


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_a_png_of_any_kind_becomes_one_of_screens(mode, load):
    logo = load(picture("PNG", mode))
    assert (logo.name, logo.media_type) == ("logo.png", "image/png")
    assert (seen(logo).mode, seen(logo).size) == ("RGBA", (40, 20))


@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
def test_a_jpeg_of_any_kind_becomes_one_of_screens(mode, load):
    logo = load(picture("JPEG", mode))
    assert (logo.name, logo.media_type) == ("logo.jpg", "image/jpeg")
    assert (seen(logo).mode, seen(logo).size) == ("RGB", (40, 20))


def test_what_else_lies_in_a_picture_is_left_behind(load):
    described = Image.Exif()
    described[0x010E] = "the place where it was taken"
    for kind in ("PNG", "JPEG"):
        content = picture(kind, exif=described)
        assert b"the place" in content
        assert b"the place" not in load(content).content
        assert b"<script>" not in load(content + b"<script>").content


def test_a_picture_that_lies_on_its_side_is_set_up(load):
    turned = Image.Exif()
    turned[0x0112] = 6  # TIFF's orientation: to be turned by a quarter
    assert seen(load(picture("JPEG", exif=turned))).size == (20, 40)


def test_a_large_picture_is_reduced_and_a_huge_one_refused(load):
    assert max(seen(load(picture("PNG", size=(3000, 300)))).size) == 1200
    with pytest.raises(LogoError, match=f"{logos.WIDEST} are the most"):
        load(picture("PNG", "1", (logos.WIDEST + 1, 1)))


def test_shapes_colours_and_gradients_of_an_svg_stay(load):
    shapes = (
        '<defs><linearGradient id="g"><stop offset="0" style="stop-color: #036"/></linearGradient></defs>'
        '<path d="M0 0h9" fill="url(#g)"/><circle r="4" style="fill:#fff;stroke:none"/>'
    )
    logo = load(SVG.format(shapes))
    root = etree.fromstring(logo.content)
    circle, path, stop = (next(root.iter(f"{{*}}{name}")) for name in ("circle", "path", "stop"))
    assert logo.media_type == "image/svg+xml"
    assert (circle.get("fill"), circle.get("stroke"), circle.get("style")) == ("#fff", "none", None)
    assert path.get("fill") == "url(#g)"
    assert stop.get("stop-color") == "#036"


def test_what_an_svg_would_do_or_load_is_taken_off(load):
    hostile = (
        '<rect width="1" height="1" onclick="alert(1)" fill="url(https://example.org/x)" '
        'style="stroke: url( http://example.org/y ); behavior: url(z)" class="c"/>'
        '<x:meta xmlns:x="urn:x"><x:script>1</x:script></x:meta><!-- note --><?php 1 ?>'
    )
    content = load(SVG.format(hostile)).content
    for gone in (b"onclick", b"example.org", b"behavior", b"class", b"meta", b"note", b"php"):
        assert gone not in content
    assert b"<rect" in content


REFUSED = [
    "<script>1</script>",
    "<style>@import 'x'</style>",
    '<image href="https://example.org/x.png"/>',
    "<foreignObject/>",
    "<text>A</text>",
    '<use href="#a"/>',
    '<a href="https://example.org"/>',
    '<animate attributeName="x"/>',
    '<set attributeName="href" to="javascript:1"/>',
]


@pytest.mark.parametrize("inside", REFUSED)
def test_elements_that_no_logo_needs_are_refused(inside, load):
    with pytest.raises(LogoError, match="an SVG with <") as refused:
        load(SVG.format(inside))
    assert refused.value.line == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"GIF89a",
        b"%PDF-1.7",
        b"\x89PNG\r\n\x1a\nbroken",
        picture("PNG")[:60],
        b"\xff\xd8\xff\xe0",
        b"<svg",
        b"<html/>",
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
        '<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG.format("&a;"),
        SVG.format('<path d=""/>' * 6000),
        SVG.format("<g>" * 300 + "</g>" * 300),
    ],
)
def test_what_is_no_picture_is_refused_in_one_line(content, load, monkeypatch):
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)  # as WeasyPrint leaves it
    with pytest.raises(LogoError) as refused:
        load(content)
    assert "\n" not in str(refused.value)
    assert str(refused.value).startswith(refused.value.path)
