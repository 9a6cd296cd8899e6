"""PDF size: what the streams of a file take when they are unpacked, before any reader of PDF unpacks them."""

from __future__ import annotations

import re
import zlib

_STREAM = 16 * 1024 * 1024  # bytes of one stream; the largest of ours, the data, has 0.4 MB
_ALL = 64 * 1024 * 1024  # of all; ours have 1.5 MB
_MOST = 5_000  # streams of a file; ours have about 130
_PART = 1024 * 1024
_START = re.compile(rb"stream[\s\0]{1,8}")
_NAME = re.compile(rb"/(?:[A-Za-z]|#[0-9A-Fa-f]{2}){2,12}")
_ESCAPE = re.compile(rb"#([0-9A-Fa-f]{2})")
# names that decide how a stream is unpacked, and so are written plainly and in one way
_DECIDING = (b"/Filter", b"/DecodeParms", b"/Encrypt", b"/FFilter")
_PLAIN = {
    b"/Filter": re.compile(rb"\s*/FlateDecode(?![^\s/<>\[\]()])"),
    b"/DecodeParms": re.compile(
        rb"\s*<<(?:\s*/(?:Columns|Predictor)\s+[0-9]{1,3})+\s*>>"
    ),  # of tables of parts
}


def unfit(content: bytes) -> str:
    """Why a file may not be handed to a reader of PDF; "" where what is in it stays within bounds.

    Whatever could be the beginning of a stream is unpacked, no further than the bounds.  Builds pack once, by
    Flate; any other way is refused, so that nothing unpacks to more than was measured.
    """
    if way := _packed_otherwise(content):
        return f"packed by {way}, in a way that no build uses"
    total = 0
    for count, start in enumerate(_START.finditer(content)):
        if count == 2 * _MOST:  # the word stands before and behind each
            return "has more streams than any PDF that a build makes"
        size = _unpacked(content, start.end())
        total += size
        if size > _STREAM or total > _ALL:
            return "unpacks to more than any PDF that a build makes"
    return ""


def _packed_otherwise(content: bytes) -> str:
    for found in _NAME.finditer(content):
        name = found[0]
        plain = _ESCAPE.sub(lambda code: bytes([int(code[1], 16)]), name) if b"#" in name else name
        if plain in _DECIDING and not (name in _PLAIN and _PLAIN[name].match(content, found.end())):
            return plain.decode("ascii")
    return ""


def _unpacked(content: bytes, start: int) -> int:
    """The bytes that are unpacked from a place on, counted no further than one part beyond the bound."""
    unpacking = zlib.decompressobj()
    size = 0
    try:
        for place in range(start, len(content), _PART):
            packed = content[place : place + _PART]
            while packed and size <= _STREAM and not unpacking.eof:
                size += len(unpacking.decompress(packed, _PART))
                packed = unpacking.unconsumed_tail
            if unpacking.eof or size > _STREAM:
                break
    except zlib.error:
        pass  # no stream, or a broken one, of which readers take what comes before the break
    return size
