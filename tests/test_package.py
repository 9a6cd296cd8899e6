"""The code package and the data, as somebody meets them who has downloaded them and nothing else."""

import csv
import hashlib
import io
import json
import os
import subprocess
import sys
import zipfile
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest

ROOT = Path(__file__).resolve().parents[1]
TAGS = ("en", "it", "zh-Hans")
FOLDER = "discordant-package"


@pytest.fixture(scope="module")
def archive(made):
    return zipfile.ZipFile(io.BytesIO((made / "output" / "discordant-package.zip").read_bytes()))


@pytest.fixture
def unpacked(archive, tmp_path):
    place = tmp_path / "a folder, e un’altra cosa"
    archive.extractall(place)
    return place / FOLDER


def run(folder, *arguments):
    """Python alone: no packages, no variables, nothing of ours on the path."""
    return subprocess.run(
        [sys.executable, "-I", "-S", "-B", *arguments],
        cwd=folder,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )


# --- the package --------------------------------------------------------------------------------------------


def test_what_is_inside(archive):
    names = [entry.filename for entry in archive.infolist()]
    inside = {name.removeprefix(f"{FOLDER}/") for name in names}
    assert inside == {
        "experiment.py",
        "compare.py",
        "LICENSE",
        "LICENSE-TEXTS",
        "README.md",
        *(f"README.{tag}.md" for tag in TAGS if tag != "en"),
        "data/discordant.json",
        "data/discordant.schema.json",
        "data/null-distribution-I.csv",
        "data/null-distribution-II.csv",
    }
    assert archive.testzip() is None


def test_made_the_same_way_each_time(archive):
    entries = archive.infolist()
    assert [entry.filename for entry in entries] == sorted(entry.filename for entry in entries)
    assert {entry.date_time for entry in entries} == {(1980, 1, 1, 0, 0, 0)}
    assert {entry.external_attr >> 16 for entry in entries} == {0o100644}
    assert {(entry.create_system, entry.extra, entry.comment) for entry in entries} == {(3, b"", b"")}


def test_data_are_those_beside_the_pages(archive, made):
    for path in sorted((made / "output" / "data").iterdir()):
        assert archive.read(f"{FOLDER}/data/{path.name}") == path.read_bytes()
    assert archive.read(f"{FOLDER}/experiment.py") == (ROOT / "experiment.py").read_bytes()


def test_runs_on_its_own(unpacked):
    result = run(unpacked, "experiment.py")
    assert (result.returncode, result.stderr) == (0, "")
    assert "all assertions of the article hold" in result.stdout


def test_the_listing_runs_and_prints_what_the_page_says(unpacked, trees):
    """Beside the page's listing and output; its counts are those of the two comparisons."""
    command = [sys.executable, "-E", "-s", "-S", "-B", "compare.py"]  # -I would hide experiment.py beside it
    result = subprocess.run(command, cwd=unpacked, capture_output=True, text=True, timeout=60)
    assert (result.returncode, result.stderr) == (0, "")
    code, printed = ("".join(pre.itertext()).strip() for pre in trees["en"].iter("pre"))
    assert code == (unpacked / "compare.py").read_text("utf-8").strip()
    assert printed == result.stdout.strip()
    space = {}
    exec("\n".join(line for line in code.splitlines() if line.startswith("comparisons = ")), space)
    assert space["comparisons"] == {"I": (900, 20, 0, 80), "II": (820, 100, 80, 0)}


def test_the_shipped_data_agree(unpacked):
    result = run(unpacked, "experiment.py", "--check", "data/discordant.json")
    assert (result.returncode, result.stderr) == (0, "")


def alterations(document):
    comparison = document["comparisons"]["II"]
    yield "comparisons.II.counts", lambda: comparison["counts"].update(b=101)
    yield "exact_p", lambda: comparison["results"]["exact_p"].update(numerator="1")
    yield "weights", lambda: comparison["null_distribution"]["weights"].__setitem__(90, "1")
    yield "alpha", lambda: document["alpha"].update(value=0.06)
    yield "paired_standard_error", lambda: comparison["results"].update(paired_standard_error=0.0134)
    yield "comparisons.I", lambda: document["comparisons"].pop("I")


@pytest.mark.parametrize("place", range(6))
def test_altered_data_fail(unpacked, place):
    path = unpacked / "data" / "discordant.json"
    document = json.loads(path.read_bytes())
    named, alter = list(alterations(document))[place]
    alter()
    path.write_text(json.dumps(document), encoding="utf-8")
    result = run(unpacked, "experiment.py", "--check", "data/discordant.json")
    assert result.returncode == 1
    assert named in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("tag", TAGS)
def test_readme_in_each_language(archive, trees, appendix, tag):
    name = "README.md" if tag == "en" else f"README.{tag}.md"
    text = archive.read(f"{FOLDER}/{name}").decode("utf-8")
    lines = text.splitlines()
    assert lines[0] == f"# {trees[tag].findtext('.//title')}"
    assert [line.count("#") for line in lines if line.startswith("#")] == [1, 2, 2]
    assert (
        "\npython experiment.py\npython experiment.py --check data/discordant.json\npython compare.py\n"
        in text
    )
    for inside in (
        "experiment.py",
        "compare.py",
        "discordant.json",
        "discordant.schema.json",
        "LICENSE",
        "LICENSE-TEXTS",
    ):
        assert f"`{inside}`" in text or f"/{inside}`" in text
    for entry in appendix["locales"][tag]["printed"]["package"]:
        assert entry["text"] in text
    assert "{" not in text


def test_readmes_differ(archive):
    texts = {archive.read(name) for name in archive.namelist() if "README" in name}
    assert len(texts) == len(TAGS)


# --- the data -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def schema(made):
    return json.loads((made / "output" / "data" / "discordant.schema.json").read_bytes())


@pytest.fixture(scope="module")
def validator(schema):
    kind = jsonschema.Draft202012Validator
    kind.check_schema(schema)
    assert schema["$schema"] == kind.META_SCHEMA["$id"]
    return kind(schema, format_checker=kind.FORMAT_CHECKER)


def test_data_fit_the_schema(validator, appendix):
    assert [f"{list(error.path)}: {error.message}" for error in validator.iter_errors(appendix)] == []


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d: d.update(more=1),
        lambda d: d["provenance"].update(date="soon"),
        lambda d: d["provenance"].update(source="abc"),
        lambda d: d["comparisons"]["I"]["counts"].update(a=-1),
        lambda d: d["comparisons"]["I"]["counts"].update(a=1.5),
        lambda d: d["comparisons"].pop("II"),
        lambda d: d["facts"]["N"].update(kind="number"),
        lambda d: d["facts"]["alpha"].pop("denominator"),
        lambda d: d["locales"]["it"]["printed"]["page"][0].update(form="loud"),
        lambda d: d["locales"]["it"]["printed"]["page"][0].pop("text"),
        lambda d: d["comparisons"]["I"]["null_distribution"]["weights"].append(5),
    ],
)
def test_schema_refuses_what_is_wrong(validator, appendix, spoil):
    document = json.loads(json.dumps(appendix))
    spoil(document)
    assert not validator.is_valid(document)


def subschemas(schema, path="#"):
    """(path, schema) of every schema within."""
    yield path, schema
    for key in ("properties", "$defs"):
        for name, inner in schema.get(key, {}).items():
            yield from subschemas(inner, f"{path}/{key}/{name}")
    for key in ("items", "additionalProperties", "propertyNames"):
        if isinstance(schema.get(key), dict):
            yield from subschemas(schema[key], f"{path}/{key}")
    for key in ("oneOf", "anyOf", "allOf"):
        for place, inner in enumerate(schema.get(key, [])):
            yield from subschemas(inner, f"{path}/{key}/{place}")


def test_schema_describes_every_property_and_allows_no_other(schema):
    for path, inner in subschemas(schema):
        for name, property_schema in inner.get("properties", {}).items():
            assert len(property_schema.get("description", "")) > 5, f"{path}: {name}"
        if inner.get("type") == "object":
            closed = inner.get("additionalProperties")
            assert closed is False or isinstance(closed, dict), path
            assert inner.get("description"), path
            if closed is False:
                assert set(inner["required"]) <= set(inner["properties"]), path
    for reference in set(walk_refs(schema)):
        assert reference.removeprefix("#/$defs/") in schema["$defs"]
    assert {r.removeprefix("#/$defs/") for r in walk_refs(schema)} == set(schema["$defs"])


def walk_refs(schema):
    for _path, inner in subschemas(schema):
        if "$ref" in inner:
            yield inner["$ref"]


def test_every_printed_fact_is_in_the_data(appendix):
    """But for those whose value depends on the language."""
    lists = [found for content in appendix["locales"].values() for found in content["printed"].values()]
    printed = {entry["fact"] for entries in lists for entry in entries}
    assert printed - set(appendix["facts"]) <= {
        "title",
        "missing",
        "outdated",
        "blocks",
        "reading_minutes",
        "address",
    }


def test_fractions_agree_with_their_doubles(appendix):
    def numbers(value):
        if isinstance(value, dict):
            if "numerator" in value:
                yield value
            for inner in value.values():
                yield from numbers(inner)

    found = list(numbers(appendix))
    assert len(found) > 50
    for number in found:
        exact = Fraction(int(number["numerator"]), int(number["denominator"]))
        assert float(exact) == number["value"]
        assert number["numerator"] == str(exact.numerator)  # reduced


@pytest.mark.parametrize("name", ["I", "II"])
def test_tables_agree_with_the_data(made, appendix, name):
    data = (made / "output" / "data" / f"null-distribution-{name}.csv").read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n")
    rows = list(csv.DictReader(io.StringIO(data.decode("ascii"), newline=""), strict=True))
    comparison = appendix["comparisons"][name]
    law, counts = comparison["null_distribution"], comparison["counts"]
    low, high = sorted([counts["b"], counts["c"]])
    assert [row["k"] for row in rows] == [str(k) for k in range(law["m"] + 1)]
    assert [row["weight"] for row in rows] == law["weights"]
    for k, row in enumerate(rows):
        exact = Fraction(int(row["weight"]), int(law["denominator"]))
        assert float(row["probability"]) == float(exact)
        assert row["in_tails"] == str(int(k <= low or k >= high))
    p = comparison["results"]["exact_p"]
    tails = sum(int(row["weight"]) for row in rows if row["in_tails"] == "1")
    assert Fraction(tails, int(law["denominator"])) == Fraction(int(p["numerator"]), int(p["denominator"]))
    assert sum(map(int, law["weights"])) == int(law["denominator"])


def test_provenance(made, appendix):
    files = json.loads((made / "output" / "manifest.json").read_bytes())["files"]
    assert appendix["provenance"]["source"] == files["output/data/discordant.json"]["source"]
    assert appendix["provenance"]["python"] == sys.version.split()[0]


def test_json_is_written_in_one_way(made):
    """UTF-8 as it is, no NaN, one line feed at the end, so that two editions can be compared line by line."""
    data = (made / "output" / "data" / "discordant.json").read_bytes()
    assert "简体中文".encode() in data
    assert data.endswith(b"}\n")
    document = json.loads(data, parse_constant=pytest.fail)
    again = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    assert hashlib.sha256(again.encode()).digest() == hashlib.sha256(data).digest()
