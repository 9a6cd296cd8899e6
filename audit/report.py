"""Report: what an audit has found, and in so many words what it has looked at and what not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from .findings import Fault, Findings

# what no audit can tell from what was published
_NEVER = (
    "words: a false sentence without a number, a number written as a word",
    "the shapes of letters in the embedded fonts",
)
_SHOWN = 200  # faults that are printed


class Report(NamedTuple):
    """What an audit has found."""

    faults: list[Fault]
    more: int  # faults that were counted and not kept
    checked: dict[str, int]  # what was read -> how many
    files: int  # that were read to the end
    languages: tuple[str, ...]
    unchecked: tuple[str, ...]  # what was not looked at, or cannot be

    def faults_in_lines(self) -> Iterator[str]:
        """One line for each fault; of very many, the first."""
        yield from map(str, self.faults[:_SHOWN])
        if beyond := len(self.faults) - _SHOWN + self.more if len(self.faults) > _SHOWN else self.more:
            yield f"and {beyond} more"

    def summary(self) -> Iterator[str]:
        """What was looked at, in numbers, and what was not."""
        languages = f" of {', '.join(self.languages)}" if self.languages else ""
        files = f"{self.files} file{'s' if self.files != 1 else ''}{languages}"
        yield "; ".join([f"read {files}", *(f"{what}: {count}" for what, count in self.checked.items())])
        yield f"not checked: {'; '.join(self.unchecked)}"


def of(findings: Findings) -> Report:
    """The report of what was found."""
    return Report(
        findings.faults,
        findings.left_out,
        dict(findings.checked),
        len(findings.files),
        tuple(sorted(filter(None, findings.languages))),
        (*findings.unchecked, *_NEVER),
    )
