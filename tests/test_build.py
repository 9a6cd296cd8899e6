"""The build: the same bytes everywhere, whole or not at all, its own files alone, every fault one line."""

import contextlib
import fcntl
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
TAGS = ("en", "it", "zh-Hans")


def tree(folder):
    """Path -> content of every file, of every link its target, of every empty folder None; no cache."""
    found = {}
    for path in sorted(Path(folder).rglob("*")):
        name = path.relative_to(folder).as_posix()
        if ".cache-discordant-" in name:
            continue
        if path.is_symlink():
            found[name] = str(path.readlink())
        elif path.is_file():
            found[name] = path.read_bytes()
        elif not any(path.iterdir()):
            found[name] = None
    return found


def manifest(folder):
    return json.loads((folder / "output" / "manifest.json").read_bytes())


def is_true(folder):
    """The manifest names every file of output/ and figures/, with its hash and size, and nothing else."""
    files = manifest(folder)["files"]
    found = {name: content for name, content in tree(folder).items() if content is not None}
    assert set(found) == {*files, "output/manifest.json"}
    for name, entry in files.items():
        assert entry["sha256"] == hashlib.sha256(found[name]).hexdigest(), name
        assert entry["bytes"] == len(found[name])


@pytest.fixture
def copy(made, tmp_path):
    """A copy of the build, to be changed."""
    folder = tmp_path / "copy"
    shutil.copytree(made, folder, symlinks=True)
    return folder


def one_line(run, code, *words):
    """The run ended with this exit code and one line on stderr that has these words in it."""
    assert run.returncode == code, run.stderr
    assert run.stderr.count("\n") == 1
    assert run.stderr.startswith("discordant: ")
    assert "Traceback" not in run.stderr
    for word in words:
        assert word in run.stderr
    assert run.stdout == ""


# A program that has everything imported and runs each of many commands in a copy of itself, two at a time.
MANY = """
import json, os, sys, traceback
from discordant import cli, render
from discordant.recipes import build

def attempt(case):
    os.chdir(case["cwd"])
    for name, handle in (("stdout", 1), ("stderr", 2)):
        os.dup2(os.open(case[name], os.O_WRONLY | os.O_CREAT, 0o600), handle)
    try:
        code = cli.main(case["arguments"])
    except BaseException:
        traceback.print_exc()
        code = 99
    sys.stdout.flush()
    os._exit(code)

running, codes = {}, {}

def wait():
    pid, status = os.wait()
    codes[running.pop(pid)] = os.waitstatus_to_exitcode(status)

for name, case in json.load(sys.stdin).items():
    if len(running) == 2:
        wait()
    pid = os.fork()
    if pid == 0:
        attempt(case)
    running[pid] = name
while running:
    wait()
print(json.dumps(codes))
"""


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Runs many commands, {name: (folder, arguments)}, and gives {name: finished process}."""

    def run_all(commands):
        place = tmp_path_factory.mktemp("many")
        cases = {
            name: {
                "cwd": str(folder),
                "arguments": [str(argument) for argument in arguments],
                "stdout": str(place / f"{number}.out"),
                "stderr": str(place / f"{number}.err"),
            }
            for number, (name, (folder, arguments)) in enumerate(commands.items())
        }
        run = subprocess.run(
            [sys.executable, "-c", MANY],
            input=json.dumps(cases),
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
            cwd=place,
        )
        return {
            name: subprocess.CompletedProcess(
                cases[name]["arguments"],
                code,
                Path(cases[name]["stdout"]).read_text(encoding="utf-8"),
                Path(cases[name]["stderr"]).read_text(encoding="utf-8"),
            )
            for name, code in json.loads(run.stdout).items()
        }

    return run_all


# --- same bytes ---------------------------------------------------------------------------------------------


def test_the_same_bytes_whatever_the_surroundings(made, discordant, tmp_path):
    folder, home = tmp_path / "another folder, più lontano", tmp_path / "home"
    folder.mkdir()
    home.mkdir()
    surroundings = {
        "PYTHONHASHSEED": "4711",
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "tr_TR.UTF-8",
        "LANG": "tr_TR.UTF-8",
        "HOME": str(home),
        "TMPDIR": str(home),
        "MPLCONFIGDIR": str(home),
        "XDG_CACHE_HOME": str(home),
        "SOURCE_DATE_EPOCH": "1",
    }

    def otherwise():
        os.umask(0o077)
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

    run = discordant("build", "-o", folder, cwd=home, env=surroundings, preexec_fn=otherwise)
    assert (run.returncode, run.stderr) == (0, "")
    here, there = tree(made), tree(folder)
    assert set(here) == set(there)
    assert [name for name in here if here[name] != there[name]] == []
    assert not [path for path in home.iterdir() if path.name.startswith(("tmp", "discordant"))]


def test_manifest_names_every_file_with_its_hash(made):
    is_true(made)
    document = manifest(made)
    assert list(document["files"]) == sorted(document["files"])
    assert document["versions"]["python"] == ".".join(map(str, sys.version_info[:3]))
    for folder in ("output/en", "output/data", "figures/zh-Hans"):
        assert any(name.startswith(f"{folder}/") for name in document["files"])


def test_a_second_build_changes_nothing(made, copy, discordant):
    run = discordant("build", "--locale", "it", "--format", "json", "--format", "html", cwd=copy)
    assert (run.returncode, run.stderr) == (0, "")
    assert tree(copy) == tree(made)


def test_files_are_readable_as_the_umask_says(made):
    umask = os.umask(0)
    os.umask(umask)
    for path in [made / "output", made / "output/en/index.html", made / "figures/en/cases.png"]:
        assert path.stat().st_mode & 0o777 == (0o777 if path.is_dir() else 0o666) & ~umask


# --- other people's files -----------------------------------------------------------------------------------


def test_foreign_files_survive(copy, made, discordant):
    (copy / "output" / "mine.txt").write_text("mine")
    (copy / "output" / "en" / "notes").mkdir()
    (copy / "output" / "en" / "notes" / "a.bin").write_bytes(b"\0\1")
    (copy / "figures" / "link").symlink_to("/nonexistent")
    (copy / "thesis.tex").write_text("not below output/")
    inode = (copy / "output" / "mine.txt").stat()
    run = discordant("build", "--locale", "en", "--format", "json", cwd=copy)
    assert (run.returncode, run.stderr) == (0, "")
    after = tree(copy)
    assert after.pop("output/mine.txt") == b"mine"
    assert after.pop("output/en/notes/a.bin") == b"\0\1"
    assert after.pop("figures/link") == "/nonexistent"
    assert after.pop("thesis.tex") == b"not below output/"
    assert after == tree(made)
    now = (copy / "output" / "mine.txt").stat()
    assert (now.st_mtime_ns, now.st_mode) == (inode.st_mtime_ns, inode.st_mode)


REFUSED = {
    "output with other files": lambda f: (
        (f / "output").mkdir() or (f / "output" / "a.txt").write_text("a"),
        "output",
    ),
    "output a file": lambda f: ((f / "output").write_text("a"), "output"),
    "output a link": lambda f: (
        (f / "elsewhere").mkdir() or (f / "output").symlink_to("elsewhere"),
        "output",
    ),
    "output a link to nowhere": lambda f: ((f / "output").symlink_to("nowhere"), "output"),
    "figures a file": lambda f: ((f / "figures").write_text("a"), "figures"),
    "figures a link": lambda f: (
        (f / "elsewhere").mkdir() or (f / "figures").symlink_to("elsewhere"),
        "figures",
    ),
    "manifest of another program": lambda f: (
        (f / "output").mkdir() or (f / "output" / "manifest.json").write_text('{"manifest_version": 3}'),
        "manifest.json",
    ),
    "manifest cut short": lambda f: (
        (f / "output").mkdir() or (f / "output" / "manifest.json").write_text('{"format": 1, "files": {'),
        "manifest.json",
    ),
    "manifest that reaches outside": lambda f: (
        (f / "output").mkdir()
        or (f / "output" / "manifest.json").write_text('{"format": 1, "files": {"output/../../x": {}}}'),
        "manifest.json",
    ),
    "manifest a folder": lambda f: ((f / "output" / "manifest.json").mkdir(parents=True), "manifest.json"),
    "manifest of bytes": lambda f: (
        (f / "output").mkdir() or (f / "output" / "manifest.json").write_bytes(b"\xff\xfe"),
        "manifest.json",
    ),
    "manifest without entries": lambda f: (
        (f / "output").mkdir()
        or (f / "output" / "manifest.json").write_text('{"format": 1, "files": {"output/index.html": 5}}'),
        "manifest.json",
    ),
}


@pytest.fixture(scope="module")
def refused(tmp_path_factory, many):
    """Name -> (folder before, folder after, finished process, what must be named)."""
    folders = {name: tmp_path_factory.mktemp("refused") for name in REFUSED}
    named = {name: prepare(folders[name])[1] for name, prepare in REFUSED.items()}
    before = {name: tree(folder) for name, folder in folders.items()}
    runs = many({name: (folder, ["build", "--format", "json"]) for name, folder in folders.items()})
    return {name: (before[name], tree(folders[name]), runs[name], named[name]) for name in REFUSED}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_ours_is_refused(refused, name):
    before, after, run, named = refused[name]
    one_line(run, 4, named, "move")
    assert after == before


def test_a_file_of_somebody_else_where_ours_belongs_is_refused(copy, discordant):
    """It is not in the manifest, so it is not ours to replace."""
    path = copy / "output" / "manifest.json"
    document = json.loads(path.read_bytes())
    del document["files"]["output/data/discordant.json"]
    path.write_text(json.dumps(document))
    before = tree(copy)
    run = discordant("build", "--locale", "en", "--format", "json", cwd=copy)
    one_line(run, 4, "output/data/discordant.json", "move it away")
    assert tree(copy) == before


# --- parts of a build ---------------------------------------------------------------------------------------


def test_one_language_alone(discordant, tmp_path):
    run = discordant("build", "--locale", "zh_CN", "--format", "html", "--format", "json", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    is_true(tmp_path)
    assert {name.partition("/")[0] for name in tree(tmp_path)} == {"output"}
    names = set(tree(tmp_path))
    assert {"output/index.html", "output/zh-Hans/index.html", "output/data/discordant.json"} <= names
    assert not [name for name in names if "/en/" in name or "/it/" in name]
    page = (tmp_path / "output/zh-Hans/index.html").read_text(encoding="utf-8")
    assert "../en/index.html" not in page
    document = json.loads((tmp_path / "output/data/discordant.json").read_bytes())
    assert list(document["locales"]) == ["zh-Hans"]


def test_a_language_of_other_sources_is_dropped(copy, discordant):
    """The Italian catalog has changed since, so that the Italian files are no longer true."""
    catalog = Path("locales/it/LC_MESSAGES/discordant.po")
    (copy / catalog).parent.mkdir(parents=True)
    text = (ROOT / catalog).read_text(encoding="utf-8")
    (copy / catalog).write_text(text + "\n# a remark\n", encoding="utf-8")
    before = manifest(copy)["files"]
    run = discordant("build", "--locale", "en", "--format", "json", cwd=copy)
    assert (run.returncode, run.stderr) == (0, "")
    shutil.rmtree(copy / "locales")
    after = manifest(copy)["files"]
    is_true(copy)
    assert [name for name in after if "/it/" in name] == []
    for name, entry in after.items():
        if name in before and before[name]["source"] == entry["source"]:
            assert before[name] == entry
    assert "output/it" in re.search("^removed, .*", run.stdout, re.MULTILINE)[0]


def test_files_of_other_sources_are_dropped(copy, discordant, publication):
    """Every language is asked for, not every format: no page of an older edition stays beside new data."""
    publication(TOML, replacing('version = "1.0.0"', 'version = "1.0.1"'), copy)
    run = discordant("build", "--format", "json", cwd=copy)
    assert (run.returncode, run.stderr) == (0, "")
    shutil.rmtree(copy / "templates")
    is_true(copy)
    assert {name for name in manifest(copy)["files"] if not name.startswith("output/data/")} == set()
    assert "output/en" in run.stdout


def test_a_stale_or_altered_file_is_not_kept(copy, discordant):
    """A page changed by hand, and a figure that is gone, do not come along as if they were ours."""
    page = copy / "output" / "it" / "index.html"
    page.write_text(page.read_text(encoding="utf-8") + "<!-- changed -->", encoding="utf-8")
    (copy / "figures" / "en" / "cases.png").unlink()
    run = discordant("build", "--locale", "en", "--format", "json", cwd=copy)
    assert (run.returncode, run.stderr) == (0, "")
    assert not page.exists()
    is_true(copy)
    assert "figures/en/cases.png" not in manifest(copy)["files"]


# --- interrupted, killed, at the same time ------------------------------------------------------------------

# The command, with something that happens while the third file is being written.
IN_THE_MIDDLE = """
import os, signal, sys
real, count = os.fsync, 0
def fsync(handle):
    global count
    count += 1
    if count == 3:
        {what}
    real(handle)
os.fsync = fsync
from discordant.cli import main
raise SystemExit(main(sys.argv[1:]))
"""


def in_the_middle(what, folder, *arguments):
    """A build into a folder in which three files differ from what it makes: what is the same stays."""
    return subprocess.run(
        [sys.executable, "-c", IN_THE_MIDDLE.format(what=what), "build", "--format", "json", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
    )


def alter(folder):
    for path in (folder / "output" / "data").iterdir():
        path.write_bytes(path.read_bytes() + b" ")
    return tree(folder)


def test_killed_while_writing(copy, made, discordant):
    before = alter(copy)
    run = in_the_middle("os.kill(os.getpid(), signal.SIGKILL)", copy)
    assert run.returncode == -signal.SIGKILL
    left = [name for name in tree(copy) if name not in before]
    assert left
    assert all(name.startswith(".discordant-") for name in left)
    assert {name: content for name, content in tree(copy).items() if name in before} == before
    run = discordant("build", "--format", "json", cwd=copy)
    assert (run.returncode, run.stderr) == (0, "")
    assert tree(copy) == tree(made)


def test_interrupted_while_writing(copy):
    before = alter(copy)
    run = in_the_middle("os.kill(os.getpid(), signal.SIGINT)", copy)
    one_line(run, 130, "interrupted")
    assert tree(copy) == before


@pytest.mark.parametrize(
    ("what", "says"),
    [
        ("raise OSError(28, 'No space left on device')", "No space left"),
        ("raise OSError(5, 'Input/output error')", "Input/output"),
    ],
)
def test_disk_that_fails_while_writing(copy, what, says):
    before = alter(copy)
    one_line(in_the_middle(what, copy), 4, says)
    assert tree(copy) == before


def test_file_system_that_takes_no_more(tmp_path, discordant):
    """A limit on the size of files stands in for a full disk: it needs no rights to set one."""
    import resource

    run = discordant(
        "build",
        "--format",
        "json",
        cwd=tmp_path,
        env={"PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000)),
    )
    one_line(run, 4, "discordant.json", "cannot be written")
    assert tree(tmp_path) == {}


def children(pid):
    run = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True)
    pairs = [line.split() for line in run.stdout.splitlines()]
    return [int(child) for child, parent in pairs if parent == str(pid)]


def runs(pid):
    run = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return run.stdout.strip() not in ("", "Z")


def until(condition):
    """Wait for a condition; what hangs fails the test in the end."""
    for _ in range(3000):
        if found := condition():
            return found
        time.sleep(0.01)
    raise AssertionError("waited for 30 seconds in vain")


@contextlib.contextmanager
def drawing(folder):
    """A build that has come as far as having processes that draw, in a process group of its own."""
    build = subprocess.Popen(
        [sys.executable, "-m", "discordant", "build"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        text=True,
    )
    try:
        workers = until(lambda: children(build.pid))
        yield build, workers
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(build.pid, signal.SIGKILL)
        build.communicate()


def test_interrupted_while_drawing(copy):
    """As a terminal does it: the whole group of processes gets the signal."""
    before = tree(copy)
    with drawing(copy) as (build, workers):
        os.killpg(build.pid, signal.SIGINT)
        out, err = build.communicate(timeout=60)
        until(lambda: not any(map(runs, workers)))
    assert (build.returncode, out, err) == (130, "", "discordant: interrupted; nothing was changed\n")
    assert tree(copy) == before


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_outlives_a_killed_build(copy, number):
    before = tree(copy)
    with drawing(copy) as (build, workers):
        os.kill(build.pid, number)
        build.wait(timeout=60)
        until(lambda: not any(map(runs, workers)))
    assert tree(copy) == before


def test_a_build_at_the_same_time_is_refused(copy, discordant):
    handle = os.open(copy, os.O_RDONLY)
    before = tree(copy)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        one_line(discordant("build", "--format", "json", cwd=copy), 4, "another build", "wait")
        assert tree(copy) == before
    finally:
        os.close(handle)


MEANWHILE = """
import subprocess, sys
from discordant.cli import main
from discordant.production import kept as standing
keep = standing.files
def meanwhile(*arguments):
    kept = keep(*arguments)
    other = ["build", "--locale", "it", "--format", "json"]
    subprocess.run([sys.executable, "-m", "discordant", *other], check=True, stdout=subprocess.DEVNULL)
    return kept
standing.files = meanwhile
raise SystemExit(main(["build", "--locale", "en", "--format", "json"]))
"""


def test_a_build_does_not_undo_another_that_came_between(tmp_path):
    run = subprocess.run(
        [sys.executable, "-c", MEANWHILE], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    one_line(run, 4, "another build", "again")
    is_true(tmp_path)
    document = json.loads((tmp_path / "output" / "data" / "discordant.json").read_bytes())
    assert list(document["locales"]) == ["it"]


# --- places that cannot be written --------------------------------------------------------------------------


def test_places_that_cannot_be_written(tmp_path, many):
    (tmp_path / "file").write_text("a file")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "in the way").mkdir()
    (tmp_path / "in the way" / "output").write_text("a file")
    before = tree(tmp_path)
    places = ["file", "file/inside", "loop", "in the way", "n" * 300]
    places += ["/proc/discordant"] if sys.platform.startswith("linux") else []
    runs = many({place: (tmp_path, ["build", "--format", "json", "-o", place]) for place in places})
    for place, run in runs.items():  # what is named is what is in the way
        one_line(run, 4, "file: not a folder" if place == "file/inside" else place[:20])
    assert tree(tmp_path) == before


# --- sources that are wrong ---------------------------------------------------------------------------------


def replacing(old, new, count=1):
    def change(text):
        assert old in text
        return text.replace(old, new, count)

    return change


def without_line(start):
    def change(text):
        assert re.search(f"^{re.escape(start)}", text, re.MULTILINE)
        return re.sub(f"^{re.escape(start)}.*\n", "", text, count=1, flags=re.MULTILINE)

    return change


def whole(text):
    return lambda _before: text


PO = "locales/it/LC_MESSAGES/discordant.po"
TOML = "templates/article.toml"
ARTICLE = "templates/article.md"
LOCALE = "locales/it/locale.toml"
# what is wrong: file, change, words that the message must have, further arguments
WRONG = {
    "article.toml no TOML": (TOML, whole("[publisher\n"), ["article.toml", "line 1"]),
    "article.toml empty": (TOML, whole(""), ["article.toml", "[publisher]"]),
    "publisher without name": (TOML, without_line("name ="), ["article.toml", "name in [publisher]"]),
    "publisher a number": (TOML, replacing('"ELAI S.r.l."', "5"), ["article.toml", "name in [publisher]"]),
    "no licence": (TOML, replacing("[licence]", "[license]"), ["article.toml", "[licence]"]),
    "date in words": (TOML, replacing("2026-11-30", '"soon"'), ["article.toml", "date in [edition]"]),
    "no NIST address": (TOML, without_line("nist_address"), ["article.toml", "nist_address"]),
    "canonical without end": (
        TOML,
        replacing('canonical = ""', 'canonical = "https://example.org/x"'),
        ["article.toml", "canonical"],
    ),
    "canonical a script": (
        TOML,
        replacing('canonical = ""', 'canonical = "javascript:alert(1)/"'),
        ["article.toml", "canonical"],
    ),
    "erratum without block": (
        TOML,
        lambda text: text + "\n[[errata]]\ndate = 2026-12-24\n",
        ["article.toml", "errata"],
    ),
    "erratum of a block that is not there": (
        TOML,
        lambda text: text + '\n[[errata]]\ndate = 2026-12-24\nblock = "errata.none.such"\n',
        ["errata.none.such", "templates/"],
    ),
    "article empty": (ARTICLE, whole(""), ["article.md", "::: head"]),
    "article not UTF-8": (ARTICLE, replacing("{#dashboard.case", "\udce8 {#dashboard.case"), ["article.md"]),
    "block without id": (ARTICLE, lambda text: text + "\nA stray paragraph.\n", ["article.md:", "no id"]),
    "block twice": (ARTICLE, lambda text: text + "\nAgain. {#title}\n", ["article.md:", "title"]),
    "container left open": (ARTICLE, lambda text: text + "\n::: figure more\n", ["article.md:", "closed"]),
    "fact that is not there": (
        ARTICLE,
        replacing("{#dashboard.case", "{A_wright} {#dashboard.case"),
        ["article.md:", "dashboard.case", "A_wright"],
    ),
    "formula that is not there": (
        ARTICLE,
        replacing("{#dashboard.case", "{f_alphabet} {#dashboard.case"),
        ["article.md:", "f_alphabet"],
    ),
    "character without a font": (
        ARTICLE,
        replacing("{#dashboard.case", "☃ {#dashboard.case"),
        ["☃", "U+2603"],
        ("--format", "html"),
    ),
    "label without a font": (
        "templates/figures.md",
        replacing("both right: ", "☃ both right: "),
        ["en: a label of a figure", "☃", "U+2603", "fonts.toml"],
        ("--format", "html"),
    ),
    "block of the page missing": (
        "templates/page.md",
        lambda text: re.sub(r"^Figure \{number\}.*\n", "", text, flags=re.MULTILINE),
        ["templates/", "page.figure"],
    ),
    "label of the figure missing": (
        "templates/figures.md",
        lambda text: re.sub(r"^both right: .*\n", "", text, flags=re.MULTILINE),
        ["templates/", "figure.cases.both"],
    ),
    "formulas no TOML": ("templates/formulas.toml", whole("x =\n"), ["formulas.toml", "line 1"]),
    "formulas empty": ("templates/formulas.toml", whole(""), ["formulas.toml", "inline"]),
    "formula missing": ("templates/formulas.toml", without_line("half ="), ["formulas.toml", "half"]),
    "formula of an unknown fact": (
        "templates/formulas.toml",
        replacing(r"\fact{net}", r"\fact{nett}"),
        ["formulas.toml", "difference", "nett"],
    ),
    "formula with an open brace": (
        "templates/formulas.toml",
        replacing(r"= \frac{1}{2}'", r"= \frac{1}{2'"),
        ["formulas.toml", "half"],
    ),
    "page template broken": (
        "templates/article.html.jinja2",
        replacing("{%- endmacro -%}", ""),
        ["article.html.jinja2:"],
        ("--format", "html"),
    ),
    "page template with a wrong name": (
        "templates/article.html.jinja2",
        replacing("page.title", "page.titel"),
        ["article.html.jinja2:", "titel"],
        ("--format", "html"),
    ),
    "listing that fails": ("templates/compare.py", whole("import nothing\n"), ["compare.py", "nothing"]),
    "fonts.toml broken": (
        "templates/fonts/fonts.toml",
        whole("[[face]]\nfamily = 'x'\n"),
        ["fonts.toml"],
        ("--format", "html"),
    ),
    "locale.toml no TOML": (LOCALE, whole("name =\n"), ["it/locale.toml", "line 1"]),
    "locale.toml without grouping": (LOCALE, without_line("group_from"), ["it/locale.toml", "group_from"]),
    "locale.toml without a font": (LOCALE, without_line("mono"), ["it/locale.toml", "mono"]),
    "locale.toml with another font": (
        LOCALE,
        replacing("Discordant Mono", "Times"),
        ["it/locale.toml", "Times", "Discordant Mono"],
        ("--format", "html"),
    ),
    "locale.toml with unknown digits": (
        LOCALE,
        replacing("[numbers]", '[numbers]\ndigits = "klingon"'),
        ["it/locale.toml", "klingon"],
    ),
    "locale.toml with no date": (LOCALE, lambda text: "dates = 5\n" + text, ["it/locale.toml", "dates"]),
    "catalog with a stray word": (PO, replacing('\nmsgstr "', '\nnonsense\nmsgstr "', 3), ["discordant.po:"]),
    "catalog with a lost quote": (
        PO,
        lambda text: re.sub(r'^msgstr "(\w)', r"msgstr \1", text, count=1, flags=re.MULTILINE),
        ["discordant.po:"],
    ),
    "catalog of another kind": (PO, whole('{"json": 1}\n'), ["discordant.po:1"]),
    "locale without a catalog": (
        "locales/de/locale.toml",
        whole((ROOT / LOCALE).read_text(encoding="utf-8")),
        ["de/LC_MESSAGES/discordant.po", "locale update de"],
    ),
}


@pytest.fixture(scope="module")
def wrong(tmp_path_factory, many):
    """Name -> finished process, and whether anything was written."""
    commands = {}
    for name, (path, change, _words, *more) in WRONG.items():
        folder = tmp_path_factory.mktemp("wrong")
        target = folder / path
        target.parent.mkdir(parents=True)
        before = (ROOT / path).read_text(encoding="utf-8") if (ROOT / path).exists() else ""
        after = change(before)
        assert after != before, name
        target.write_bytes(after.encode("utf-8", "surrogateescape"))
        # a draft leaves out a language that cannot be read, and says so; a release stops
        release = ["--release"] if str(path).startswith("locales/") else []
        wanted = more[0] if more else ("--format", "json")
        commands[name] = folder, ["build", *release, *wanted, "-o", "out"]
    runs = many(commands)
    return {name: (runs[name], (folder / "out").exists()) for name, (folder, _) in commands.items()}


@pytest.mark.parametrize("name", WRONG)
def test_a_fault_of_the_sources_is_one_line(wrong, name):
    run, written = wrong[name]
    one_line(run, 2, *WRONG[name][2])
    assert not written


ARGUMENTS = {
    ("--locale", "zh-TW"): ["zh-TW", "Traditional", "zh-Hant"],
    ("--locale", "fr"): ["fr", "en, it, zh-Hans"],
    ("--locale", "klingonisch"): ["klingonisch", "CLDR"],
    ("--locale", "../../etc"): ["../../etc"],
    ("--locale", ""): ["tag"],
    ("--format", "docx"): ["docx", "html", "build --help"],
    ("--locale",): ["--locale"],
    ("--frobnicate",): ["--frobnicate", "build --help"],
    ("more",): ["more"],
}


@pytest.fixture(scope="module")
def refused_arguments(tmp_path_factory, many):
    folder = tmp_path_factory.mktemp("arguments")
    return folder, many({" ".join(arguments): (folder, ["build", *arguments]) for arguments in ARGUMENTS})


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=" ".join)
def test_wrong_arguments_are_one_line(refused_arguments, arguments):
    folder, runs = refused_arguments
    one_line(runs[" ".join(arguments)], 2, *ARGUMENTS[arguments])
    assert tree(folder) == {}


def test_a_package_that_lacks_a_style_says_so(tmp_path, discordant):
    """Not a publication's fault: the file has gone from the package itself."""
    package = tmp_path / "site" / "discordant"
    shutil.copytree(
        ROOT,
        package,
        ignore=shutil.ignore_patterns(".*", "output", "figures", "tests", "docs", "build", "*.egg-info"),
    )
    (package / "templates" / "page.css").unlink()
    here = tmp_path / "here"
    here.mkdir()
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); "
        "from discordant.cli import main; raise SystemExit(main(sys.argv[2:]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, package.parent, "build", "--locale", "en", "--format", "html"],
        cwd=here,
        capture_output=True,
        text=True,
        timeout=300,
    )
    one_line(run, 2, "page.css", str(package))
    assert tree(here) == {}


# --- claims and translations --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [("I_exact_p < alpha", "I_exact_p > alpha"), ("I_net == II_net", "I_net == II_nett")],
)
def test_a_claim_that_does_not_hold_stops_the_build(copy, discordant, publication, old, new):
    folder = publication(ARTICLE, replacing(old, new), copy)
    text = (folder / ARTICLE).read_text(encoding="utf-8")
    block = re.search(rf'\{{#(\S+) claims="[^"]*{re.escape(new)}', text)[1]
    before = tree(copy)
    run = discordant("build", cwd=folder)
    one_line(run, 1, new.split()[-1], block, "article.md:")
    assert tree(copy) == before


def untranslated(text):
    """The catalog with one block fuzzy, one empty, and one that lacks a number."""
    entries = text.split("\n\n")
    for place, entry in enumerate(entries):
        if 'msgctxt "dashboard.case"' in entry:
            entries[place] = re.sub(r'(?s)\nmsgstr ".*', '\nmsgstr ""', entry)
        elif 'msgctxt "regressions.error"' in entry:
            entries[place] = re.sub(r"^(?=#, |msgctxt)", "#, fuzzy\n", entry, count=1, flags=re.MULTILINE)
        elif 'msgctxt "dashboard.title"' in entry:
            entries[place] = re.sub(r'(?s)\nmsgstr "', '\nmsgstr "{N} ', entry)
    return "\n\n".join(entries)


def test_release_refuses_what_is_not_translated(discordant, publication):
    folder = publication(PO, untranslated)
    run = discordant("build", "--release", "--format", "json", "-o", "out", cwd=folder)
    one_line(run, 1, "it: 3 of", "dashboard.case", "locale.toml")
    assert not (folder / "out").exists()


def test_release_accepts_a_language_that_claims_nothing(discordant, publication):
    folder = publication(PO, untranslated)
    claimed = 'complete = ["article", "figures", "page", "print", "package", "handouts", "exercises"]'
    publication(LOCALE, replacing(claimed, "complete = []"))
    run = discordant("build", "--release", "--format", "json", "--locale", "it", cwd=folder)
    assert run.returncode == 0
    assert "3 of" in run.stderr


def test_release_accepts_what_is_complete(discordant, tmp_path):
    run = discordant("build", "--release", "--format", "json", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")


def test_draft_marks_what_is_not_translated(discordant, publication, read_page, trees):
    folder = publication(PO, untranslated)
    run = discordant("build", "--locale", "it", "--format", "html", cwd=folder)
    assert run.returncode == 0
    lines = run.stderr.splitlines()
    assert len(lines) == 2
    assert "it: block dashboard.title: the translation invents {N}" in lines[0]
    assert re.search(r"it: 3 of \d+ blocks stand in English: ", lines[1])
    root = read_page(folder / "output" / "it" / "index.html")
    english = root.xpath('//*[@lang="en"][contains(@class, "fallback")]')
    assert all(element.get("dir") == "ltr" for element in english)
    [section] = trees["en"].xpath('//section[@aria-labelledby="dashboard"]')
    heading, paragraph = section.find("h2"), section.find("p")
    texts = ["".join(element.itertext()) for element in english]
    assert [text for text in texts if text in "".join(heading.itertext())]
    [mine] = [e for e in english if e.tag == "p" and paragraph.text in "".join(e.itertext())]
    assert set(mine.xpath('.//*[@data-fact="N"]/text()')) == {"1.000"}  # the numbers stay Italian
    status = root.xpath('//p[@class="status"]')[0]
    assert status.xpath('.//*[@data-fact="fallbacks"]')[0].text == "3"
    assert int(status.xpath('.//*[@data-fact="blocks"]')[0].text) > 100


def test_a_character_without_a_glyph_harms_its_block_alone(discordant, publication):
    folder = publication(PO, replacing("Su quali casi i due modelli si dividono?", "Su quali casi क?"))
    run = discordant("build", "--locale", "it", "--locale", "en", "--format", "html", cwd=folder)
    assert run.returncode == 0
    assert "it: block question: the translation has 'क' (U+0915)" in run.stderr
    assert "क" not in (folder / "output" / "it" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "{{ 7 * 7 }}{% raw %}",
        "&lt;b&gt; <b>x</b>",
    ],
)
def test_a_translation_is_text_and_nothing_else(hostile):
    from discordant.press.blocks import Block
    from discordant.press.scribe import Scribe
    from discordant.publication.disk import catalog, locale

    block = Block("x", "paragraph", 0, hostile, (), "", "x.md", 1)
    html = Scribe(locale("en"), catalog("en"), {}, {"inline": {}, "display": {}}, {}).html(block).html
    assert "<script" not in html
    assert "<img" not in html
    assert "<b" not in html
    assert "href" not in html or "javascript" not in html
    assert "49" not in html
