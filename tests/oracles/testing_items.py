"""Items of the exercises in testing."""

from discordant.teaching.exercises.draws import Draws
from discordant.teaching.exercises.kinds import KINDS

KINDS_HERE = ("exact-by-hand", "read-distribution", "smallest-m", "past-one", "smallest-lead")
SEEDS = range(80)
ITEMS = {kind: [KINDS[kind].draw(Draws("test", seed, kind), None) for seed in SEEDS] for kind in KINDS_HERE}
