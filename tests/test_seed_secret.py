"""The secret of a seed: from the system's own chance, whatever a program sets; numbers up to the largest."""

import random

import numpy
import pytest

from discordant.teaching.exercises import seeds


def test_no_state_that_can_be_set_decides_it():
    found = set()
    for _ in range(3):
        random.seed(2026)
        numpy.random.seed(2026)
        found.add(seeds.fresh(12))
    assert len(found) == 3


def test_numbers_from_nought_to_the_largest():
    for number in (0, 2**64 - 1):
        assert seeds.whole(seeds.fresh(number)).startswith(f"{number}-")
        assert seeds.read(f" {number} ").startswith(f"{number}-")
    for number in (-1, 2**64):
        with pytest.raises(seeds.SeedError, match="from 0 to 18446744073709551615"):
            seeds.fresh(number)
    with pytest.raises(seeds.SeedError):
        seeds.read(str(2**64))
