"""What a browser paints has the colours of the files of figures, light and dark."""

from io import BytesIO

import pytest
from PIL import Image

SCHEMES = {"light": "", "dark": "-dark"}


def flat(content):
    """The colours of areas, so of more pixels than an edge of letters or bars has: a share of a picture."""
    image = Image.open(BytesIO(content)).convert("RGB")
    area = image.width * image.height
    return {colour for pixels, colour in image.getcolors(area) if pixels > area / 500}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_bars_of_the_page_are_those_of_the_files(open_page, made, scheme):
    tab = open_page("en/index.html", color_scheme=scheme)
    painted = set()
    for comparison in ("I", "II"):
        painted |= flat(tab.locator(f"#drawing-null-distribution-{comparison}-en").screenshot())
    drawn = flat((made / "figures" / "en" / f"null-distribution{SCHEMES[scheme]}.png").read_bytes())
    assert len(painted) >= 3  # paper, the bars of the centre, those of the tails
    assert painted <= drawn
