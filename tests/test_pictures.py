"""Small pictures of figures and PDF pages, kept in tests/pictures: a changed look is seen, and shown.

Where a change is meant, write them anew by `--renew-pictures`, and look at them before they are committed.
"""

from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter

PLACE = Path(__file__).parent / "pictures"
FACTOR = 4  # pixels of a figure file, or of a page at 144 to the inch, for one of a picture
BLOCK = 4  # pixels of a picture that are compared by their mean, so that no edge of a letter counts
TOLERANCE = 20  # of 255: a figure moved by half a pixel makes 14, a hatching that is gone 24
STEP = 8  # of 255, to which colours are rounded: the files are half as large

# picture -> file of a build or of a sheet, page of a PDF
MADE = {
    "bars": ("figures/en/null-distribution.png", None),
    "bars-dark": ("figures/zh-Hans/null-distribution-dark.png", None),
    "dots": ("figures/en/cases.png", None),
    "dots-dark": ("figures/zh-Hans/cases-dark.png", None),
    "records": ("figures/zh-Hans/records.png", None),
    "coins-dark": ("figures/en/coins-dark.png", None),
    "leads": ("figures/it/leads.png", None),
    "stairs": ("figures/en/attainable.png", None),
    "cover": ("figures/it/cover.png", None),
    "article-title": ("output/it/discordant-it.pdf", 1),
    "article-formulas": ("output/en/discordant-en.pdf", 4),
    "article-figure": ("output/zh-Hans/discordant-zh-Hans.pdf", 6),
    "handout-compared": ("output/en/handouts/compared-a4.pdf", 1),
    "handout-points": ("output/zh-Hans/handouts/points-letter.pdf", 2),
}
SHEETS = {
    "exercises": ("student/exercises-en-A-a4.pdf", 1),
    "answers": ("teacher/answers-it-a4.pdf", 2),
}
PICTURES = [*MADE, *SHEETS]


def picture(path, page):
    """A figure, or a page of a PDF, as a small picture."""
    if page is None:
        large = Image.open(path).convert("RGB")
    else:
        with pypdfium2.PdfDocument(path) as document:
            large = document[page - 1].render(scale=2).to_pil().convert("RGB")
    small = large.resize((large.width // FACTOR, large.height // FACTOR), Image.Resampling.BOX)
    return small.point([min(255, (value + STEP // 2) // STEP * STEP) for value in range(256)] * 3)


def difference(found, wanted):
    """How far the means of two blocks in one place are apart at most, of 255, and a picture of how far."""
    if found.size != wanted.size:
        return 255, ImageChops.difference(found, wanted.resize(found.size))
    size = (found.width // BLOCK, found.height // BLOCK)
    one, other = (each.resize(size, Image.Resampling.BOX) for each in (found, wanted))
    apart = ImageChops.difference(one, other)
    worst = max(most for _least, most in apart.getextrema())
    return worst, apart.point(lambda value: min(255, 6 * value)).resize(found.size, Image.Resampling.NEAREST)


def looks_as_it_did(name, path, page, request, tmp_path):
    """Compare, or with `--renew-pictures` write the picture first."""
    found, kept = picture(path, page), PLACE / f"{name}.png"
    if request.config.getoption("--renew-pictures"):
        found.save(kept, optimize=True)
    worst, shown = difference(found, Image.open(kept).convert("RGB"))
    found.save(tmp_path / "found.png")
    shown.save(tmp_path / "difference.png")
    assert worst <= TOLERANCE, (
        f"{path} looks otherwise than {kept}: see {tmp_path}/found.png and difference.png; "
        "if that is meant, pytest tests/test_pictures.py --renew-pictures"
    )


@pytest.mark.parametrize("name", MADE)
def test_a_build_looks_as_it_did(name, made, request, tmp_path):
    path, page = MADE[name]
    looks_as_it_did(name, made / path, page, request, tmp_path)


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_looks_as_it_did(name, sheets, request, tmp_path):
    path, page = SHEETS[name]
    looks_as_it_did(name, sheets / path, page, request, tmp_path)


def test_no_picture_is_left_over():
    assert {path.name for path in PLACE.iterdir()} == {f"{name}.png" for name in PICTURES}
    assert sum(path.stat().st_size for path in PLACE.iterdir()) < 400_000


# --- what the tolerance sees --------------------------------------------------------------------------------


def kept(name):
    return Image.open(PLACE / f"{name}.png").convert("RGB")


def smoothed(image):
    """As another way of smoothing the edges of letters would have it."""
    return Image.blend(image, image.filter(ImageFilter.BoxBlur(1)), 0.3)


@pytest.mark.parametrize("name", PICTURES)
def test_other_smoothing_is_no_other_look(name):
    assert difference(smoothed(kept(name)), kept(name))[0] <= TOLERANCE


@pytest.mark.parametrize("name", PICTURES)
def test_a_move_by_a_point_or_two_is(name):
    moved = ImageChops.offset(kept(name), 0, 1)
    assert difference(moved, kept(name))[0] > TOLERANCE


def test_the_number_of_a_formula_is():
    """As large as three characters of a page: the least that a reader would miss."""
    page, paper = kept("article-formulas"), (255, 255, 255)
    for top in range(40, page.height - 60):
        box = (page.width - 46, top, page.width - 34, top + 6)  # at the right edge of the text
        if page.crop(box).convert("L").getextrema()[0] < 190:
            break
    without = page.copy()
    ImageDraw.Draw(without).rectangle(box, fill=paper)
    assert difference(without, page)[0] > TOLERANCE


def test_another_size_is():
    page = kept("dots")
    assert difference(page.crop((0, 0, page.width, page.height - 1)), page)[0] > TOLERANCE


def test_a_picture_is_the_same_however_it_is_kept():
    for name in ("bars", "exercises"):
        file = BytesIO()
        kept(name).save(file, "PNG")
        assert difference(Image.open(file).convert("RGB"), kept(name))[0] == 0
