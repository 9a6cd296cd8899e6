"""How long builds take beside pandoc with WeasyPrint, and beside Typst, on equivalent text.

    python benchmarks/build.py [RUNS [LANGUAGES]]

Whole processes, in turn: A B C A B C ...  Builds are cold but for those that say what was there before.  The
peers get the article's words with numbers filled in, its formulas as TeX and our drawn figures; they make one
PDF a language and nothing else.  LANGUAGES, such as 50, measures once more so many copies of the Italian.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pypandoc

from discordant.language.folders import available, find
from discordant.press.blocks import Block, Container
from discordant.press.fill import split_form
from discordant.publication import disk as publication
from discordant.publication import edition

RUNS = 5
# languages in Latin letters, whose words do not matter here
LATIN = """
af sq eu bs br ca hr cs da nl eo et fo fi fr fur fy gl de ha hu is ig id ga jv kab rw la lv ln lt lb ms mg mt
mi nb nn oc om pl pt qu ro rm sc gd sn sk sl so st es sw sv
"""
FACT = re.compile(r"\\fact\{(\w+)\}")
WEASYPRINT = "import sys, weasyprint; weasyprint.HTML(sys.argv[1]).write_pdf(sys.argv[2])"
TYPST = "import sys, typst; [typst.compile(f'{tag}.typ', output=f'{tag}-typst.pdf') for tag in sys.argv[1:]]"


class Scene(NamedTuple):
    """What is measured: the commands that are run one after the other, and what is done before."""

    steps: list[list[str]]
    before: Callable[[], None]


class Spent(NamedTuple):
    """What a run took: seconds, those of processor time, the peak memory of one process in MiB."""

    seconds: float
    processor: float
    memory: float


def main(runs: int, languages: int = 0) -> int:
    """Measure and print a table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tags = available()
        prepare(folder, tags)
        table = measure(scenes(folder, tags), folder, runs)
        if languages:
            table |= measure(many(folder, languages), folder, 1, warm=False)
    whole = statistics.median(spent.seconds for spent in table["discordant, everything"])
    print(f"{'':42} {'median':>8} {'min':>7} {'max':>7} {'CPU':>7} {'MiB':>6} {'ratio':>7}")
    for name, found in table.items():
        seconds = [spent.seconds for spent in found]
        median, processor = statistics.median(seconds), statistics.median(spent.processor for spent in found)
        print(
            f"{name:42} {median:7.2f}s {min(seconds):6.2f}s {max(seconds):6.2f}s {processor:6.2f}s"
            f" {max(spent.memory for spent in found):6.0f} {median / whole:7.2f}"
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


def scenes(folder: Path, tags: Sequence[str]) -> dict[str, Scene]:
    """What is measured, by name."""
    made, own, pages = folder / "made", folder / "own", folder / "pages"
    program = [sys.executable, "-m", "discordant"]
    ours = [*program, "build", "-q", "-o", str(made)]
    for publication_of_ours, formats in ((own, []), (pages, ["--format", "html"])):
        run([*program, "init", str(publication_of_ours), "--publisher", "A publisher"], folder)
        run([*program, "build", "-q", *formats], publication_of_ours)
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

    def cold() -> None:
        shutil.rmtree(made, ignore_errors=True)

    numbers = count()

    def edited(place: Path) -> Callable[[], None]:
        return lambda: edit(place / "locales/it/LC_MESSAGES/article.po", next(numbers))

    def as_it_was() -> None:
        run([*program, "build", "-q"], own)

    def inside(place: Path, *options: str) -> list[list[str]]:
        return [["env", f"--chdir={place}", *program, "build", "-q", *options]]

    return {
        "discordant, everything": Scene([ours], cold),
        "discordant, the English article alone": Scene(
            [[*ours, "--locale", "en", "--format", "html", "--format", "pdf"]], cold
        ),
        "discordant, one language, HTML": Scene([[*ours, "--locale", "en", "--format", "html"]], cold),
        "discordant, all PDFs": Scene([[*ours, "--format", "pdf"]], cold),
        "discordant, nothing changed": Scene(inside(own), as_it_was),
        "discordant, one catalog edited, its HTML": Scene(
            inside(pages, "--locale", "it", "--format", "html"), edited(pages)
        ),
        "discordant, one catalog edited, its files": Scene(inside(own, "--locale", "it"), edited(own)),
        "discordant --help": Scene([[*program, "--help"]], cold),
        "pandoc and WeasyPrint, all PDFs": Scene(pandoc, cold),
        "Typst, all PDFs": Scene([[sys.executable, "-c", TYPST, *tags]], cold),
    }


def edit(catalog: Path, number: int) -> None:
    """Change one passage of a catalog to what it has not been before."""
    word = "".join(chr(ord("a") + int(digit)) for digit in str(number))  # numbers do not stand in texts
    text, times = re.subn(r'"Su quali (?:\w+ )?casi ', f'"Su quali {word} casi ', catalog.read_text("utf-8"))
    assert times == 1
    catalog.write_text(text, encoding="utf-8")


def many(folder: Path, languages: int) -> dict[str, Scene]:
    """Builds of a tenth of so many languages and of all, each a copy of the Italian under another tag."""
    found = {}
    for number in (max(1, languages // 10), languages):
        place = folder / f"many-{number}"
        for tag in LATIN.split()[:number]:
            shutil.copytree(find("locales", "it/locale.toml").parent, place / "locales" / tag)
        shutil.copytree(find("locales", "en/locale.toml").parent, place / "locales" / "en")
        command = ["env", f"--chdir={place}", sys.executable, "-m", "discordant", "build", "-q", "--no-cache"]
        found[f"discordant, English and {number} languages"] = Scene([command], lambda: None)
    return found


def measure(
    measured: Mapping[str, Scene], folder: Path, runs: int, warm: bool = True
) -> dict[str, list[Spent]]:
    """What each run took, by name; a first round is not counted, but where nothing warms up."""
    table: dict[str, list[Spent]] = {name: [] for name in measured}
    for round_number in range(runs + warm):
        for name, scene in measured.items():
            scene.before()
            found = [run(step, folder) for step in scene.steps]
            if round_number or not warm:
                table[name].append(
                    Spent(
                        sum(spent.seconds for spent in found),
                        sum(spent.processor for spent in found),
                        max(spent.memory for spent in found),
                    )
                )
    return table


def run(command: Sequence[str], folder: Path) -> Spent:
    """Run a command in a folder; it has to succeed."""
    start = time.perf_counter()
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
    seconds = time.perf_counter() - start
    return Spent(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


if __name__ == "__main__":
    raise SystemExit(main(*map(int, sys.argv[1:])) if len(sys.argv) > 1 else main(RUNS))
