"""Language: facts and how each language writes them, and the catalogs that translations live in."""

from .catalogs import Catalog, CatalogError
from .fact import KINDS, Fact
from .locale import Locale, LocaleError
from .refused import Refused
from .tags import UnknownTag, resolve

__all__ = [
    "Catalog",
    "CatalogError",
    "KINDS",
    "Fact",
    "Locale",
    "LocaleError",
    "Refused",
    "UnknownTag",
    "resolve",
]
