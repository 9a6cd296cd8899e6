"""Whole seeds for tests: a number with a secret that is the same at every run, spelled as by hand."""

import hashlib

LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"


def coded(number, secret="testtesttesttest3g"):
    """The whole seed of this number: 18 letters, and two more from a hash over number and letters."""
    text = secret if number is None else f"{number}-{secret}"
    bits = int(hashlib.sha256(text.encode()).hexdigest()[:4], 16)
    letters = secret + LETTERS[bits // 32 % 32] + LETTERS[bits % 32]
    groups = [letters[:5], letters[5:10], letters[10:15], letters[15:]]
    return "-".join(groups if number is None else [str(number), *groups])
