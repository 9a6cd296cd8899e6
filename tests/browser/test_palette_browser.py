"""What a browser paints has the colours of the files of figures, light and dark."""

from io import BytesIO

import pytest
from PIL import Image

SCHEMES = {"light": "", "dark": "-dark"}


def colours(content, share):
    """The colours of a picture that take so large a share of it, the most frequent first."""
    image = Image.open(BytesIO(content)).convert("RGB")
    area = image.width * image.height
    found = sorted(image.getcolors(area), reverse=True)
    return [colour for pixels, colour in found if pixels > share * area]


def is_near(one, other):
    """Whether two colours are one: a colour profile of the system may move it by one or two of 255."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 2


@pytest.mark.parametrize("scheme", SCHEMES)
def test_bars_of_the_page_are_those_of_the_files(open_page, made, scheme):
    """Paper, the bars of the centre and those of the tails; mixtures at edges and hatches are left aside."""
    file = made / "figures" / "en" / f"null-distribution{SCHEMES[scheme]}.png"
    paper, *others = colours(file.read_bytes(), 1 / 500)
    bars = [colour for colour in others if max(colour) - min(colour) > 60]
    assert len(bars) == 2
    tab = open_page("en/index.html", color_scheme=scheme)
    painted = colours(tab.locator("#drawing-null-distribution-II-en").screenshot(), 1 / 5000)
    for colour in (paper, *bars):
        assert any(is_near(colour, other) for other in painted), colour
