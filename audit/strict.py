"""Strict JSON: one value for each key, numbers that are numbers, nothing too long or too deep."""

from __future__ import annotations

import json
from typing import NoReturn

LARGEST = 16 * 1024 * 1024  # bytes; one language takes some 150 KB
_DIGITS = 100  # of a whole number; the longest of ours has 53


class NotJson(ValueError):
    """A file that is no JSON that all programs read alike; the message says why."""


def parse(content: bytes) -> object:
    """The value that a file of JSON holds.

    Raises NotJson for what is no UTF-8 or no JSON, for a key that stands twice in one object (programs differ
    in which they take), for NaN and infinities, and for what is too large or nested too deeply.

    >>> parse(b'{"a": 1, "a": 2}')
    Traceback (most recent call last):
    discordant.audit.strict.NotJson: the key 'a' stands twice in one object
    """
    if len(content) > LARGEST:
        raise NotJson(f"larger than {LARGEST} bytes")
    try:
        return json.loads(
            content.decode("utf-8"),
            object_pairs_hook=_once,
            parse_constant=_refuse,
            parse_float=_finite,
            parse_int=_bounded,
        )
    except UnicodeDecodeError:
        raise NotJson("not UTF-8") from None
    except RecursionError:
        raise NotJson("nested too deeply") from None
    except NotJson:
        raise
    except ValueError as error:
        raise NotJson(f"no JSON: {error}") from None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise NotJson(f"the key {key[:80]!r} stands twice in one object")
        found[key] = value
    return found


def _refuse(name: str) -> NoReturn:
    raise NotJson(f"{name} is no number in JSON")


def _bounded(text: str) -> int:
    if len(text) > _DIGITS:
        raise NotJson(f"{text[:40]} is too large for a number")
    return int(text)


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise NotJson(f"{text[:40]} is too large for a number")
    return value
