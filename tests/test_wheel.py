"""The package: what a wheel holds, and that it runs and publishes from an empty folder."""

import os
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from checkout_files import ROOT, source_files

PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
PROJECT = tomllib.loads(PYPROJECT)


# --- the package --------------------------------------------------------------------------------------------


def packages() -> list[str]:
    """Every folder of the checkout that is a package, by its import name."""
    found = [path.parent.relative_to(ROOT).parts for path in source_files() if path.name == "__init__.py"]
    return sorted(".".join(["discordant", *parts]) for parts in found)


def test_pyproject_lists_every_package():
    assert sorted(PROJECT["tool"]["setuptools"]["packages"]) == packages()


def test_tests_are_no_package():
    assert not any(
        part in {"tests", "benchmarks", "tools"} for package in packages() for part in package.split(".")
    )


def test_nothing_at_the_root_hides_another_module():
    """Whoever works in the checkout has the root on the path."""
    own = {path.stem for path in ROOT.glob("*.py")} | {path.name for path in ROOT.iterdir() if path.is_dir()}
    assert not own & (set(sys.stdlib_module_names) - {"__main__"})


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, made from a copy: setuptools would leave its traces in the checkout, and find older ones."""
    place = tmp_path_factory.mktemp("wheel")
    strays = [ROOT / "output" / "index.html", ROOT / "figures" / "en" / "cover.png"]
    for path in source_files() + strays:
        copy = place / "source" / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(b"" if path in strays else path.read_bytes())
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, "-w", place, place / "source"], check=True, capture_output=True, timeout=300)
    return next(place.glob("*.whl"))


def test_wheel_holds_the_package_and_its_data_alone(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    inside = {name.removeprefix("discordant/") for name in names if ".dist-info/" not in name}
    assert all(name.startswith(("discordant/", "discordant-")) for name in names)
    assert not {name.split("/")[0] for name in inside} & {
        "tests",
        "output",
        "figures",
        "benchmarks",
        "tools",
        "build",
    }
    folders = {package.replace(".", "/") for package in packages()}
    code = {path.relative_to(ROOT).as_posix() for path in source_files() if path.suffix == ".py"}
    code = {path for path in code if str(Path("discordant", path).parent) in folders}
    data = {path.relative_to(ROOT).as_posix() for path in source_files()}
    data = {path for path in data if path.startswith(("templates/", "locales/", "examples/"))}
    data |= {"py.typed", "LICENSE", "LICENSE-TEXTS", "workshop/fonts.conf"}
    assert inside == code | data
    parts = (
        "commands/handout.py",
        "facts/handouts.py",
        "teaching/exercises/kinds/__init__.py",
        "production/making.py",
    )
    assert {*parts, "templates/handouts/points.md", "templates/exercises/sheet.md"} <= inside
    licences = {name.split("/licenses/")[1] for name in names if "/licenses/" in name}
    assert licences == {"LICENSE", "LICENSE-TEXTS", "templates/fonts/OFL.txt"}


def test_wheel_runs_in_an_empty_folder(wheel, tmp_path):
    """Not through the editable install, and with a stranger's module of the same name at hand."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "experiment.py").write_text("raise SystemExit('the wrong one')\n")
    command = "import discordant.experiment as e, discordant.cli; print(e.__file__)"
    result = subprocess.run(
        [sys.executable, "-c", command],
        cwd=empty,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "site")},
        check=True,
        capture_output=True,
        text=True,
    )
    assert Path(result.stdout.strip()) == tmp_path / "site" / "discordant" / "experiment.py"


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The command of a virtual environment of its own; the libraries are those of the tests."""
    place = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(place, with_pip=False, symlinks=True)
    python = place / "bin" / "python"
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(place)}))
    # A folder named in a .pth file is not searched for more of them: the editable install stays out.
    (packages / "libraries.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    pip = [sys.executable, "-m", "pip", "--python", python]
    install = [*pip, "install", "-q", "--no-deps", "--no-index", wheel]
    subprocess.run(install, check=True, capture_output=True, timeout=300)
    return place / "bin" / "discordant"


def publish(installed, folder, *arguments):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    command = [installed, "build", *arguments]
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


def test_wheel_publishes_from_an_empty_folder(installed, made, tmp_path):
    """All languages, with the bytes that the checkout makes, and nothing beside output/ and figures/."""
    publish(installed, tmp_path, "--no-cache")
    assert {path.name for path in tmp_path.iterdir()} == {"output", "figures"}
    published = [path for name in ("output", "figures") for path in (made / name).rglob("*")]
    ours = {path.relative_to(made): path.read_bytes() for path in published if path.is_file()}
    theirs = {path.relative_to(tmp_path): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert set(ours) == set(theirs)
    assert [name for name in ours if ours[name] != theirs[name]] == []


def test_own_templates_and_locales_win_over_those_of_the_wheel(installed, tmp_path):
    settings = (ROOT / "templates" / "article.toml").read_text(encoding="utf-8")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "article.toml").write_text(
        settings.replace('name = "ELAI S.r.l."', 'name = "Another publisher"'), encoding="utf-8"
    )
    locale = (ROOT / "locales" / "it" / "locale.toml").read_text(encoding="utf-8")
    (tmp_path / "locales" / "it").mkdir(parents=True)
    (tmp_path / "locales" / "it" / "locale.toml").write_text(
        locale.replace('name = "Italiano"', 'name = "Lingua italiana"'), encoding="utf-8"
    )
    publish(installed, tmp_path, "--locale", "it", "--format", "html", "--format", "json")
    page = (tmp_path / "output" / "it" / "index.html").read_text(encoding="utf-8")
    assert "Another publisher" in page
    assert "Lingua italiana" in page
    assert "ELAI" not in page
