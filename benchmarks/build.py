"""How long a build takes beside pandoc with WeasyPrint, and beside Typst, on equivalent text.

    python benchmarks/build.py [RUNS]

Whole processes, cold, in turn: A B C A B C ...  The peers get the article's words with numbers
filled in, its formulas as TeX and our drawn figures; they make one PDF a language and nothing else.
"""

from __future__ import annotations

import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import pypandoc

from discordant.language.folders import available
from discordant.press.blocks import Block, Container
from discordant.press.fill import split_form
from discordant.publication import disk as publication
from discordant.publication import edition

RUNS = 5
FACT = re.compile(r"\\fact\{(\w+)\}")
WEASYPRINT = "import sys, weasyprint; weasyprint.HTML(sys.argv[1]).write_pdf(sys.argv[2])"
TYPST = "import sys, typst; [typst.compile(f'{tag}.typ', output=f'{tag}-typst.pdf') for tag in sys.argv[1:]]"


def main(runs: int) -> int:
    """Measure and print a table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tags = available()
        prepare(folder, tags)
        commands = contenders(folder, tags)
        seconds, memory = measure(commands, folder, runs)
    whole = statistics.median(seconds["discordant, everything"])
    print(f"{'':42} {'median':>8} {'min':>7} {'max':>7} {'MiB':>6} {'ratio':>7}")
    for name, times in seconds.items():
        median = statistics.median(times)
        print(
            f"{name:42} {median:7.2f}s {min(times):6.2f}s {max(times):6.2f}s {memory[name]:6.0f}"
            f" {median / whole:7.2f}"
        )
    return 0


def prepare(folder: Path, tags: Sequence[str]) -> None:
    """The peers' sources: Markdown, and Typst as pandoc writes it, beside the figures."""
    run([sys.executable, "-m", "discordant", "build", "-q", "--format", "figures"], folder)
    for tag in tags:
        source = folder / f"{tag}.md"
        source.write_text(markdown(tag), encoding="utf-8")
        pypandoc.convert_file(str(source), "typst", outputfile=str(folder / f"{tag}.typ"), extra_args=["-s"])


def markdown(tag: str) -> str:
    """The article in pandoc's Markdown: the same words, numbers, formulas and figures."""
    source = publication.load()
    own = edition.read(source, tag)
    known = source.facts

    def printed(name: str) -> str:
        fact, form = split_form(name, known)
        return own.locale.format(fact, form)

    def filled(block: Block) -> str:
        inline = {f"{{f_{name}}}": f"${tex}$" for name, tex in source.formulas["inline"].items()}
        text = block.text if tag == "en" else own.catalog.translation(block.id, block.text)
        text = text or block.text
        for placeholder, formula in inline.items():
            text = text.replace(placeholder, formula)
        for name in block.placeholders:
            if not name.startswith("f_"):
                text = text.replace(f"{{{name}}}", printed(name))
        return text

    parts = [f"---\nlang: {tag}\n---"]
    for node in source.nodes["article.md"]:
        if isinstance(node, Container):
            parts += [
                filled(block) for block in node.blocks if not block.id.endswith((".spoken", "description"))
            ]
            if node.kind == "formula":
                tex = source.formulas["display"][node.name]
                parts.append("$$" + FACT.sub(lambda match: printed(match[1]), tex) + "$$")
            if node.kind == "figure":
                parts.append(f"![](figures/{tag}/{node.name}.svg)")
        else:
            parts.append({"heading": "# ", "item": "- "}.get(node.kind, "") + filled(node))
    return "\n\n".join(parts)


def contenders(folder: Path, tags: Sequence[str]) -> dict[str, list[list[str]]]:
    """What is measured: name -> the commands that are run one after the other."""
    ours = [sys.executable, "-m", "discordant", "build", "-q", "-o", str(folder / "made")]
    pandoc = [
        [
            pypandoc.get_pandoc_path(),
            f"{tag}.md",
            "-o",
            f"{tag}-pandoc.pdf",
            f"--pdf-engine={Path(sys.executable).with_name('weasyprint')}",
            "--mathml",
        ]
        for tag in tags
    ]
    return {
        "discordant, everything": [ours],
        "discordant, one language, HTML": [[*ours, "--locale", "en", "--format", "html"]],
        "discordant, all PDFs": [[*ours, "--format", "pdf"]],
        "pandoc and WeasyPrint, all PDFs": pandoc,
        "Typst, all PDFs": [[sys.executable, "-c", TYPST, *tags]],
    }


def measure(
    commands: dict[str, list[list[str]]], folder: Path, runs: int
) -> tuple[dict[str, list[float]], dict[str, float]]:
    """Seconds of each run and peak memory in MiB of one process, by name; a first round is not counted."""
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    memory = dict.fromkeys(commands, 0.0)
    for round_number in range(runs + 1):
        for name, steps in commands.items():
            run(["rm", "-rf", str(folder / "made")], folder)
            start = time.perf_counter()
            peak = max(run(step, folder) for step in steps)
            if round_number:
                seconds[name].append(time.perf_counter() - start)
                memory[name] = max(memory[name], peak)
    return seconds, memory


def run(command: Sequence[str], folder: Path) -> float:
    """Run a command in a folder; its peak memory in MiB comes back.  It has to succeed."""
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        os.execvp(command[0], list(command))
    _pid, status, usage = os.wait4(child, 0)
    if status:
        raise SystemExit(f"{' '.join(command)[:200]}: exit status {os.waitstatus_to_exitcode(status)}")
    return usage.ru_maxrss / 1024


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS))
