"""Audit: are the numbers of a publication true?  For whoever has nothing but what was published.

Results are recomputed from the four counts, and every printed number is read back.  Nothing here is shared
with what writes, formats or draws: of the package's own modules it imports the calculations of experiment.py,
which the publication itself ships, and the reading of files.

    report = audit(path)      a folder that a build made, a ZIP of it, the code package, one PDF or one page
    report.faults             what is not as it must be: file, place, what stands there, what is right
    report.faults_in_lines()  the same, a line each
    report.summary()          what was looked at, in numbers, and what was not
"""

from .report import Report
from .whole import audit

__all__ = ["Report", "audit"]
