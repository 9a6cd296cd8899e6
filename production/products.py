"""Products: which file of a published folder is what, by a table of paths.

A path that is none of these belongs to no build of today's formats and to no language.
"""

from __future__ import annotations

import re
from typing import NamedTuple

FORMATS = ("html", "pdf", "handouts", "figures", "json", "zip")
DATA = "output/data"
PACKAGE = "output/discordant-package.zip"
INDEX = "output/index.html"

_TAG = "(?P<tag>[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)"
_TABLE = tuple(
    (re.compile(pattern), format_)
    for pattern, format_ in (
        (re.escape(INDEX), "html"),
        (re.escape(PACKAGE), "zip"),
        (f"{DATA}/[^/]+", "json"),
        (f"output/{_TAG}/index\\.html", "html"),
        (f"output/{_TAG}/discordant-(?P=tag)\\.pdf", "pdf"),
        (f"output/{_TAG}/cover\\.png", "figures"),
        (f"output/{_TAG}/handouts/[^/]+", "handouts"),
        (f"figures/{_TAG}/[^/]+", "figures"),
    )
)


class Product(NamedTuple):
    """What a file belongs to."""

    format: str  # one of FORMATS
    tag: str | None  # None for what all languages share


def of(path: str) -> Product | None:
    """The product that a path belongs to, or None.

    >>> of("output/it/index.html")
    Product(format='html', tag='it')
    >>> of("output/data/discordant.json")
    Product(format='json', tag=None)
    >>> of("output/reports/index.html")
    """
    for pattern, format_ in _TABLE:
        if match := pattern.fullmatch(path):
            return Product(format_, match.groupdict().get("tag"))
    return None


def page_path(tag: str) -> str:
    """Where a language's page lies in the output."""
    return f"output/{tag}/index.html"


def cover_path(tag: str) -> str:
    """Where the picture lies that a language's page offers for links to it."""
    return f"output/{tag}/cover.png"
