"""Inference beyond the exact p-value: what the article sets beside it."""

from .asymptotic import chi_square, chi_square_corrected, chi_square_p
from .discreteness import nearest_below
from .pairing import correlation

__all__ = ["chi_square", "chi_square_corrected", "chi_square_p", "correlation", "nearest_below"]
