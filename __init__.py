"""discordant: two models, the same test cases, is the difference real?

The calculations are `exact`, `case` and `null_distribution`; `compare` and `compare_models` report on models
of your own; the command line is `discordant`.

>>> import discordant
>>> discordant.exact(20, 0)
Fraction(1, 524288)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .experiment import SCENARIOS, case, exact, null_distribution
    from .recipes.compare import compare, compare_models

__all__ = ["SCENARIOS", "case", "compare", "compare_models", "exact", "null_distribution"]


def __getattr__(name: str) -> Any:
    """The public names, imported when first used."""
    if name in ("compare", "compare_models"):  # need the extra `report`
        from .recipes import compare

        return getattr(compare, name)
    if name in __all__:
        from . import experiment

        return getattr(experiment, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
