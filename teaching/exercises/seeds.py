"""Seeds: what the numbers of a sheet are drawn from, with a secret that nobody can find by trying.

Whoever has the seed of a sheet can print its answers.  A number that a teacher types would be found in
seconds: one tries 0, 1, 2, ... until the numbers of a student's page come out, and no slow function helps
where so few are to be tried.  So a number is but a name; what is drawn from is the whole seed, the number
and 90 bits by chance, which stand on the teacher's sheet alone.
"""

from __future__ import annotations

import hashlib
import re
import secrets

from ...language.refused import Refused

_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's: no i, l and o, which look like digits, no u
_LOOK_ALIKE = str.maketrans("ilo", "110")
_SECRET = 18  # letters of five bits each
_GROUP = 5
_LARGEST = 2**64 - 1
_WHOLE = re.compile(r"(?:([0-9]{1,20})-)?((?:[0-9a-tv-z]{5}-){3}[0-9a-tv-z]{5})")


class SeedError(Refused):
    """What was typed is no seed; the message says what one looks like."""


def fresh(number: int | None = None) -> str:
    """A new seed, with a number to know it by if wished.

    Raises SeedError for a number that is not from 0 to 2^64 - 1.

    >>> seed = fresh(12)
    >>> seed[:3], len(seed), seed == fresh(12), whole(seed) == seed
    ('12-', 26, False, True)
    """
    if number is not None and not 0 <= number <= _LARGEST:
        raise SeedError(_expected())
    return _spelled(number, "".join(secrets.choice(_LETTERS) for _ in range(_SECRET)))


def read(text: str) -> str:
    """The seed that somebody typed: a whole one as it is, and a number with a secret that is new each time.

    Raises SeedError for what is neither, and for a whole one that was mistyped.

    >>> read("2026-0123k-4567m-89abc-defrk")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    discordant....SeedError: --seed: 2026-0123k-4567m-89abc-defrk is mistyped; copy it once more
    """
    if re.fullmatch("[0-9]{1,40}", text.strip()):
        return fresh(int(text))
    return whole(text)


def whole(text: str) -> str:
    """A whole seed in its one spelling; capitals do, and o, i and l for the digits that they look like.

    Raises SeedError for anything else, a number alone included.
    """
    found = _WHOLE.fullmatch(text.strip().lower())
    if found is None:
        raise SeedError(_expected())
    number, letters = found[1], found[2].replace("-", "").translate(_LOOK_ALIKE)
    seed = _spelled(int(number) if number else None, letters[:_SECRET])
    if not seed.replace("-", "").endswith(letters):
        raise SeedError(f"--seed: {text.strip()} is mistyped; copy it once more")
    return seed


def _spelled(number: int | None, secret: str) -> str:
    """A seed in groups; its last letters follow from all others, so that a slip makes no other sheet."""
    text = ("" if number is None else f"{number}-") + secret
    digest = int.from_bytes(hashlib.sha256(text.encode("ascii")).digest()[:2], "big")
    letters = secret + "".join(_LETTERS[digest >> shift & 31] for shift in (5, 0))
    groups = [letters[start : start + _GROUP] for start in range(0, len(letters), _GROUP)]
    return "-".join(([] if number is None else [str(number)]) + groups)


def _expected() -> str:
    return (
        f"--seed: a whole number from 0 to {_LARGEST}, to which a secret is added, or the whole seed of a "
        "sheet as the teacher's sheet prints it"
    )
