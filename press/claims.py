"""Claims: what a block of text relies on, compared with the numbers at every build.

A claim is one comparison of fact names, constants and their sums or differences:
`I_exact_p < alpha`, `B_right - A_right == net`.  It is parsed, never evaluated as code.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import inf

from ..language import Fact
from ..language.refused import Refused
from .blocks import Block

_COMPARISONS: dict[type[ast.cmpop], Callable[[Fraction, Fraction], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_LONGEST = 300  # characters; the longest of ours has some 80, and depth costs more than length
_LIKE = "write it like 'I_exact_p < alpha'"
_SUMS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
}


class ClaimError(Refused):
    """A claim that does not hold, or that cannot be read; the message names claim and block."""

    code = 1


def check(blocks: Iterable[Block], facts: Mapping[str, Fact]) -> None:
    """Raise ClaimError for the first claim that the numbers do not bear out."""
    for block in blocks:
        for claim in block.claims:
            try:
                true = holds(claim, facts)
            except ClaimError as error:
                raise _wrong(block, f": {error.what}", error.advice) from None
            if not true:
                what = f" claims {claim!r}, which the numbers do not bear out (in every language)"
                raise _wrong(block, what, "correct the text or the numbers")


def holds(claim: str, facts: Mapping[str, Fact]) -> bool:
    """Whether a claim is true of the facts; ClaimError where it is no comparison or names no fact.

    >>> holds("x < 2", {"x": Fact("x", 1, "count")})
    True
    """
    if len(claim) > _LONGEST:
        raise ClaimError(f"claim {claim[:60]!r} has more than {_LONGEST} characters", advice=_LIKE)
    try:
        with warnings.catch_warnings(action="ignore"):  # Python would speak of "line 1 of <unknown>"
            tree = ast.parse(claim, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ClaimError(f"claim {claim[:60]!r} cannot be read", advice=_LIKE) from None
    if not isinstance(tree, ast.Compare) or len(tree.ops) != 1 or type(tree.ops[0]) not in _COMPARISONS:
        raise ClaimError(f"claim {claim[:60]!r} is no single comparison", advice=_LIKE)
    left, right = (_value(part, facts, claim) for part in (tree.left, tree.comparators[0]))
    return _COMPARISONS[type(tree.ops[0])](left, right)


def _wrong(block: Block, what: str, advice: str) -> ClaimError:
    return ClaimError(f"block {block.id}{what}", path=block.file, line=block.line, advice=advice)


def _value(node: ast.expr, facts: Mapping[str, Fact], claim: str) -> Fraction:
    if isinstance(node, ast.Name):
        if node.id not in facts:
            raise ClaimError(f"{node.id} names no fact")
        if not facts[node.id].is_number:
            raise ClaimError(f"{node.id} is no number")
        return facts[node.id].number
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and _is_number(node.value):
        return Fraction(node.value)
    if isinstance(node, ast.BinOp) and type(node.op) in _SUMS:
        return _SUMS[type(node.op)](_value(node.left, facts, claim), _value(node.right, facts, claim))
    shown = ast.get_source_segment(claim, node) or claim
    raise ClaimError(f"{shown[:60]!r} is neither a fact, a number, a sum nor a difference")


def _is_number(value: float) -> bool:
    return value != inf and not isinstance(value, bool)
