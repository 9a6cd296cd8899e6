"""The examples in the docstrings, run.

Not by pytest's --doctest-modules: it would import the modules at the root under the name of the folder.
"""

import doctest
import importlib
import pkgutil

import pytest

import discordant

MODULES = [m.name for m in pkgutil.walk_packages(discordant.__path__, "discordant.")]


@pytest.mark.parametrize("name", [m for m in MODULES if not m.endswith((".__main__", ".conftest"))])
def test_examples(name, capsys):
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0, capsys.readouterr().out


def test_the_modules_were_found():
    assert {"discordant.experiment", "discordant.language", "discordant.press"} <= set(MODULES)
