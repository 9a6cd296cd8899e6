"""Credit: the names of translators and reviewers in the data, and in what prints them."""

from __future__ import annotations

from collections.abc import Mapping

ROLES = ("translators", "reviewers")
_BETWEEN = 12  # characters between two names of a list, such as " and "


def read(locale: Mapping[str, object]) -> dict[str, tuple[str, ...]]:
    """Role -> the names that a language's entry in the data has for it; what is no name is left out."""
    stated = {role: locale.get(role) for role in ROLES}
    return {
        role: tuple(name for name in names if isinstance(name, str)) if isinstance(names, list) else ()
        for role, names in stated.items()
    }


def lists(text: str, names: tuple[str, ...]) -> bool:
    """Whether a text lists these names and no others, in order, with little between them.

    >>> lists("Anna e Li Wei", ("Anna", "Li Wei")), lists("Anna e Li Wei", ("Anna",))
    (True, False)
    """
    rest = text
    for name in names:
        before, found, rest = rest.partition(name)
        if not found or len(before) > _BETWEEN:
            return False
    return bool(names) and not rest
