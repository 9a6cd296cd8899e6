"""Asking for a report: what the command says, and its JSON, held to its schema."""

import json
from pathlib import Path

import jsonschema
import pytest

from discordant import cli

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


def said(capsys, *words):
    """Exit code, what was printed, and what was complained of."""
    code = cli.main(["report", *map(str, words)])
    out, err = capsys.readouterr()
    return code, out, err


def schema(name):
    """The schema of a kind of report: report, report-models or report-scores."""
    return json.loads((TEMPLATES / f"{name}.schema.json").read_text("utf-8"))


def as_json(capsys, *words, kind="report"):
    """The report as JSON; it must be made, and keep to its schema."""
    code, out, err = said(capsys, *words, "--json", "-")
    assert code == 0, err
    document = json.loads(out, parse_constant=pytest.fail)
    jsonschema.validate(document, schema(kind))
    return document
