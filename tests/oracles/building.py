"""Builds: what lies in a folder before and after one, many commands at a time, and sources with faults."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path


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


def run_all(place, commands):
    """Run many commands, {name: (folder, arguments)}: {name: finished process}; their words go to a place."""
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
