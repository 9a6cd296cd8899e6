"""Imports run one way, floor by floor.

cli > commands > recipes > production > translating > {article, teaching, reports} > publication
> {facts, press} > {workshop, inference, cases} > {language, render, experiment}, render > drawing; article,
teaching and reports do not know each other. Read from the sources with ast, imports inside functions too.
"""

import ast
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from each import each

import discordant
from discordant import cli

ROOT = Path(discordant.__file__).parent
GENERATED = {"tests", "benchmarks", "tools", "templates", "output", "figures", "build", "dist"}
# the part of the package -> the parts that it may import, itself aside
MAY_IMPORT = {
    "experiment": set(),
    "drawing": set(),
    "render": {"drawing"},
    "language": set(),
    "cases": {"language"},  # and of language the base of errors alone
    "inference": {"experiment", "language"},
    "workshop": {"language", "render"},
    "facts": {"experiment", "inference", "language"},
    "press": {"language", "render", "workshop"},
    "audit": {"experiment", "language"},  # and of language the reading of files alone, see below
}
MAY_IMPORT["publication"] = {"facts", "press", *MAY_IMPORT["facts"], *MAY_IMPORT["press"]}
MAY_IMPORT["article"] = MAY_IMPORT["teaching"] = {"publication", *MAY_IMPORT["publication"]}
MAY_IMPORT["reports"] = {"cases", *MAY_IMPORT["article"]}
MAY_IMPORT["translating"] = {"reports", "teaching", *MAY_IMPORT["teaching"]}
MAY_IMPORT["production"] = {"article", "translating", *MAY_IMPORT["translating"]}
MAY_IMPORT["recipes"] = {"audit", "cases", "production", *MAY_IMPORT["production"]}
MAY_IMPORT["commands"] = {"language", "production", "recipes", "translating", "workshop"}
MAY_IMPORT["cli"] = {"commands", *MAY_IMPORT["commands"]}
MAY_IMPORT |= {"__init__": {"experiment", "recipes"}, "__main__": {"cli"}}
LINES = 400


def sources():
    """Every module of the package, tests and generated files aside."""
    found = [path for path in ROOT.rglob("*.py") if not hidden_or_generated(path)]
    assert len(found) > 30
    return sorted(found)


def hidden_or_generated(path):
    parts = path.relative_to(ROOT).parts
    return any(part.startswith(".") for part in parts) or bool(GENERATED & set(parts[:-1]))


def module(path):
    """The parts of a module's name below the package: ("press", "blocks")."""
    return path.relative_to(ROOT).with_suffix("").parts


def is_main_block(node):
    return isinstance(node, ast.If) and ast.unparse(node.test) == "__name__ == '__main__'"


def imports(path):
    """(line, part of ours) for each import of one of our modules in a file, or of the package itself.

    The `if __name__ == "__main__"` block of render.py is the one place from which an upward call is allowed.
    """
    tree = ast.parse(path.read_text("utf-8"))
    if path.name == "render.py":
        tree.body = [node for node in tree.body if not is_main_block(node)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                parts = alias.name.split(".")
                if parts[0] == "discordant":
                    yield node.lineno, parts[1] if len(parts) > 1 else "__init__"
                elif (ROOT / f"{parts[0]}.py").exists():
                    yield node.lineno, parts[0]  # a module of ours under the name of its file
        elif isinstance(node, ast.ImportFrom):
            base = absolute(node, path)
            if base is None:
                continue
            for alias in node.names:
                yield node.lineno, base[0] if base else alias.name


def absolute(node, path):
    """The parts of the module that a `from` import names, below the package; None for a stranger."""
    named = node.module.split(".") if node.module else []
    if not node.level:
        own = named and (named[0] == "discordant" or (ROOT / f"{named[0]}.py").exists())
        return (named[1:] if named[0] == "discordant" else named) if own else None
    parts = module(path)
    package = parts[:-1] if node.level == 1 else parts[: -node.level]
    return [*package, *named]


@each("path", sources())
def test_imports_run_one_way(path):
    part = module(path)[0]
    assert part in MAY_IMPORT, f"say in tests/test_imports.py what {part} may import"
    for line, imported in imports(path):
        assert imported in MAY_IMPORT[part] | {part}, f"{path.relative_to(ROOT)}:{line} imports {imported}"


def test_the_reader_of_imports_sees_them_all(tmp_path, monkeypatch):
    """What it finds in a file with every kind of import."""
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    (tmp_path / "press").mkdir()
    (tmp_path / "experiment.py").touch()
    (tmp_path / "press" / "x.py").write_text(
        "import os, discordant.facts.article\nimport discordant\nimport experiment\n"
        "from ..language import Fact\nfrom .. import facts, cli\nfrom . import blocks\n"
        "from .blocks import Block\n"
        "from discordant.recipes import build\nfrom experiment import case\nfrom json import dumps\n"
        "def f():\n    from ..inference.asymptotic import chi_square\n    import discordant.render as r\n"
    )
    found = [imported for _line, imported in sorted(imports(tmp_path / "press" / "x.py"))]
    wanted = "facts __init__ experiment language facts cli press press recipes experiment inference render"
    assert sorted(found) == sorted(wanted.split())


def test_inside_the_package_imports_are_relative():
    """design.md: `experiment` and `discordant.experiment` would be two modules."""
    for path in sources():
        tree = ast.parse(path.read_text("utf-8"))
        tree.body = [node for node in tree.body if not is_main_block(node)]
        for node in ast.walk(tree):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module]
            assert not [n for n in names if n.split(".")[0] in {"discordant", *MAY_IMPORT} - {"cases"}], path


def test_render_run_as_a_file_draws_the_english_figures(monkeypatch):
    asked = []
    monkeypatch.setattr(cli, "main", lambda arguments: asked.append(arguments) or 0)
    with pytest.raises(SystemExit) as caught:
        runpy.run_path(str(ROOT / "render.py"), run_name="__main__")
    assert caught.value.code == 0
    assert asked == [["build", "--locale", "en", "--format", "figures"]]


def test_experiment_imports_the_standard_library_alone():
    tree = ast.parse((ROOT / "experiment.py").read_text("utf-8"))
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert not node.level
            names = [node.module]
        assert {name.split(".")[0] for name in names} <= set(sys.stdlib_module_names)


@each("path", sources())
def test_files_stay_short(path):
    lines = len(path.read_text("utf-8").splitlines())
    assert lines <= LINES, f"{path.relative_to(ROOT)}: {lines} lines; make it a folder"


@pytest.mark.parametrize(
    ("imported", "absent"),
    [
        ("discordant", {"babel", "click", "fractions", "matplotlib"}),
        ("discordant.cli", {"babel", "jinja2", "matplotlib", "weasyprint", "scipy"}),
        ("discordant.article.page", {"scipy", "duckdb", "matplotlib", "weasyprint"}),
        ("discordant.teaching.sheets.drawings", {"scipy", "duckdb", "matplotlib", "weasyprint"}),
        ("discordant.recipes.build", {"scipy", "duckdb", "matplotlib", "weasyprint"}),
        ("discordant.production.make", {"scipy", "duckdb"}),
        ("discordant.translating.catalogs", {"scipy", "duckdb"}),
        ("discordant.facts.article", {"scipy", "duckdb", "matplotlib", "jinja2"}),
        ("discordant.render", {"babel", "scipy", "jinja2", "matplotlib", "numpy", "PIL"}),
    ],
)
def test_what_costs_time_is_imported_when_it_is_needed(imported, absent):
    code = f"import sys, {imported}; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd="/")
    assert not absent & set(run.stdout.split())
