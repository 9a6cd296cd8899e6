"""Hostile inputs: every reader takes or refuses what it is given, and raises nothing else (tools/fuzz.py)."""

import importlib.util
import os
import random
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[1] / "tools" / "fuzz.py"


@pytest.fixture(scope="module")
def fuzz():
    spec = importlib.util.spec_from_file_location("fuzz", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


READERS = ["catalog", "xliff", "article.toml", "formulas.toml", "locale.toml", "fonts.toml"]
READERS += ["manifest", "blocks", "claims", "glossary", "page"]


@pytest.fixture
def try_out(fuzz, tmp_path, monkeypatch):
    """Gives an input to a reader, and what was found: faults and how many were taken."""

    def attempt(name, inputs):
        for inner in fuzz.INNER.get(name, []):
            (tmp_path / inner).mkdir(parents=True, exist_ok=True)
        monkeypatch.chdir(tmp_path)
        fuzzer = fuzz.Fuzzer(tmp_path / "faults")
        for content in inputs:
            fuzzer.one(name, fuzz.TARGETS[name][0], content, tmp_path)
        return fuzzer.faults, fuzzer.tried[name] - fuzzer.refused[name]

    return attempt


def test_every_reader_is_tried(fuzz):
    assert list(fuzz.TARGETS) == READERS


@pytest.mark.parametrize("name", READERS)
def test_the_project_s_own_pieces_are_taken(name, fuzz, try_out):
    pieces = fuzz.seeds(*fuzz.TARGETS[name][1:])[:12]
    faults, taken = try_out(name, pieces)
    assert faults == set()
    assert taken == len(pieces)


@pytest.mark.parametrize("name", READERS)
def test_changed_pieces_raise_nothing_but_refusals(name, fuzz, try_out):
    known, chance = fuzz.seeds(*fuzz.TARGETS[name][1:]), random.Random(f"tests {name}")
    assert try_out(name, [fuzz.mutated(chance, known) for _ in range(60)])[0] == set()


# each found by the fuzzer or by hand
FOUND = {
    "blocks": [
        *(b"{#" * 100_000, b"a " * 50_000 + b"{#a}", b"[" * 3_900 + b" {#a}", b"*" * 5_000 + b" {#a}"),
        *(b"{#a" + b"9" * 499_000, "comp\uf01cwith {#a}".encode(), b"b &#xE000; {#a}"),
    ],
    "page": [b"<![/head>", b"<!", b"<![if", b"<p>" * 20_000, b'<p x "a' + b" y" * 50_000],
    "claims": [
        *(b"(" * 10_000, b"9" * 10_000 + b" < 1", b"a" * 10_000, b"1e999 == 1e999", b"1 < 2\0"),
        *(b"b == " + b"[[b]]" * 4_000, b"b" + b"[b]" * 5_000 + b" < 1"),
    ],
    "xliff": [b"<a>" * 50_000, b"<?xml version='1.0' encoding='utf-7'?><a/>", b"\xff\xfe<\0a\0/\0>\0"],
    "article.toml": [b"a = " + b"9" * 5_000, b"a = " + b"[" * 50_000, b"publisher = 1", b"errata = [1]"],
    "formulas.toml": [b"[inline]\nx = '" + b"{" * 900 + b"a" + b"}" * 900 + b"'\n[display]\n"],
    "manifest": [b"[" * 100_000, b'{"format": 1, "files": []}', b'{"format": 1e999}', b"9" * 10_000],
    "fonts.toml": [b"face = 1", b'[[face]]\nfamily = ["x"]', b"[[face]]\nfile = '../x'\nweight = [4]"],
}


@pytest.mark.parametrize("name", FOUND)
def test_inputs_that_were_trouble(name, try_out):
    assert try_out(name, FOUND[name])[0] == set()


def test_a_fault_is_kept(fuzz, tmp_path):
    fuzzer = fuzz.Fuzzer(tmp_path)

    def broken(content, folder):
        raise KeyError(content)

    for content in (b"a", b"b"):
        fuzzer.one("x", broken, content, tmp_path)
    assert len(fuzzer.faults) == 1
    assert {path.name for path in tmp_path.iterdir()} == {"x-1.input", "x-1.txt"}
    assert (tmp_path / "x-1.input").read_bytes() == b"a"
    assert os.fspath(SCRIPT.name) in (tmp_path / "x-1.txt").read_text()
