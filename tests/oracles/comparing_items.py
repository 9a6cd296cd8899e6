"""Items of the exercises that compare, plan and judge, and their parts."""

from discordant.teaching.exercises.draws import Draws
from discordant.teaching.exercises.kinds import KINDS

FILES = {
    "comparing.md": ("two-dashboards", "paired-se", "chi-square", "possible-lead", "sample-size"),
    "judging.md": ("independence", "what-it-supports", "manager"),
}
SEEDS = range(80)


def draw(kind, seed, counts=None):
    return KINDS[kind].draw(Draws("test", kind, seed), counts)


def drawn(kind):
    return [draw(kind, seed) for seed in SEEDS]


def question(item, name):
    (found,) = (q for q in item.questions if q.name == name)
    return found
