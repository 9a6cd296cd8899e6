"""Cases: files of results, case by case -> how often each pattern of right and wrong occurs; no statistics.

`read` answers at once; `Opened` also hands out, one after the other, every case on which the models differ.
DuckDB and ibis come with the extra `report`, and are imported when something is read.
"""

from .faults import CasesError, Fault, Faulty, Missing, Unclear
from .outcomes import (
    Case,
    Category,
    ClusterShape,
    Counts,
    Dropped,
    Note,
    Outcomes,
    Pattern,
    Scored,
    ScoredCase,
    Source,
    Wanted,
)
from .reading import Opened, read

__all__ = [
    "Case",
    "CasesError",
    "Category",
    "ClusterShape",
    "Counts",
    "Dropped",
    "Fault",
    "Faulty",
    "Missing",
    "Note",
    "Opened",
    "Outcomes",
    "Pattern",
    "Scored",
    "ScoredCase",
    "Source",
    "Unclear",
    "Wanted",
    "read",
]
