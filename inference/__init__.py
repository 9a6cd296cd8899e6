"""Inference beyond the exact p-value: what the article sets beside it.

What a report adds is in modules of its own, to be imported by name, since most of them need scipy or numpy:
`categories`, `clusters`, `detection`, `difference`, `fay_lumbard`, `lead`, `models`, `multiple`, `odds`,
`pvalue`, `signflip`, `student`, `verdict`.
"""

from ..experiment import chi_square, chi_square_corrected, correlation
from .asymptotic import chi_square_far_p, chi_square_p, quantile
from .binomial import exact_fraction
from .discreteness import attainable, nearest_below, smallest_m, smallest_net
from .enumeration import power
from .intervals import Interval, tango, wald
from .midp import mid_p
from .planning import connor, resolution, size_at_cutoff, size_by_normal
from .size import sample_size

__all__ = [
    "Interval",
    "attainable",
    "chi_square",
    "chi_square_corrected",
    "chi_square_far_p",
    "chi_square_p",
    "connor",
    "correlation",
    "exact_fraction",
    "mid_p",
    "nearest_below",
    "power",
    "quantile",
    "resolution",
    "sample_size",
    "size_at_cutoff",
    "size_by_normal",
    "smallest_m",
    "smallest_net",
    "tango",
    "wald",
]
