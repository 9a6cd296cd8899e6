"""Language tags: any spelling of a tag in, the project's one spelling (BCP 47) out."""

from __future__ import annotations

import difflib

import babel
from babel.core import parse_locale
from babel.localedata import locale_identifiers

from . import scripts
from .refused import Refused


class UnknownTag(Refused):
    """A tag that CLDR does not know, or that needs a decision; the message says which."""


def resolve(tag: str) -> str:
    """The shortest tag that names the same language and script.

    Chinese keeps its script, since zh alone does not tell readers which one they get.  Raises
    UnknownTag for a tag that CLDR does not know, with near matches, and for Chinese outside Mainland
    China and Singapore without a script: that would mean Traditional, not Simplified, characters.

    >>> resolve("zh_CN"), resolve("zh"), resolve("it-IT"), resolve("EN"), resolve("pa-PK")
    ('zh-Hans', 'zh-Hans', 'it', 'en', 'pa-Arab')
    """
    language, territory, script = _parts(tag)
    expected = scripts.likely(language, territory)
    if language == "zh":
        if script is None and expected == "Hant":
            raise UnknownTag(
                f"{tag} is written in Traditional characters, which zh-Hans would not give; "
                "say zh-Hant for a translation of its own, or zh-Hans"
            )
        return f"zh-{script or expected}"
    script = script or expected
    if script and script != scripts.likely(language):
        return f"{language}-{script}"
    if (language, territory) in scripts.DISTINCT:
        return f"{language}-{territory}"
    return language


def _parts(tag: str) -> tuple[str, str | None, str | None]:
    """Language, territory and script as written; UnknownTag where CLDR has no such language."""
    cleaned = tag.strip().replace("_", "-")
    try:
        if cleaned.lower().startswith("und"):
            raise ValueError("the tag of no language")
        babel.Locale.parse(cleaned, sep="-")
        language, territory, script = parse_locale(cleaned, sep="-")[:3]
        if script and script not in babel.Locale("en").scripts:  # Babel takes any four letters for a script
            raise ValueError(script)
    except (ValueError, babel.UnknownLocaleError):
        known = sorted(name.replace("_", "-") for name in locale_identifiers())
        near = difflib.get_close_matches(cleaned, known, n=3)
        advice = f"near matches: {', '.join(near)}" if near else "a tag looks like it, pt-BR or zh-Hans"
        raise UnknownTag(f"{tag[:40]!r} is no language tag that CLDR knows", advice=advice) from None
    return language, territory, script
