"""A publication of one's own: texts, settings, styles and translations copied out of the package."""

from __future__ import annotations

import datetime
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from string import Template

from ..language import Locale
from ..language.choosing import SOURCE, chosen
from ..language.printable import unprintable
from ..language.refused import Refused
from ..workshop import emit

# what a publisher may want to change; the schema and what belongs to the program stay in the package
_TEMPLATES = (
    *("*.md", "handouts/*.md", "exercises/*.md", "*.toml", "*.jinja2", "compare.py"),
    *("page.css", "print.css", "report.css", "running.css", "screen.css", "sheet.css", "type.css"),
)
_FONTS = "templates/fonts/*"
_SHARED = ("locales/README.md", "locales/STYLE.md", "locales/*.pot", "locales/glossary.csv")
_LONGEST = 200  # characters of a name
_README = Template("""\
# $publisher

A publication of its own, made from `discordant`. Run every command in this folder.

| to change | edit |
|---|---|
| publisher, version, date, address | `templates/article.toml` |
| texts | `templates/*.md`, then `discordant locale update` |
| layout and look | `templates/*.jinja2`, `templates/*.css` |
| translations | `locales/<tag>/LC_MESSAGES/*.po` |
| languages | the folders in `locales/`: take one away, or begin one with `discordant locale new TAG` |

`discordant build` writes `output/` and `figures/`. `templates/README.md` and `locales/README.md` say how
texts and translations are written. A file that you delete from `templates/` is taken from the package
again, and with it the changes that later versions bring.

The texts come from an article by $author under $licence. Whoever publishes them, changed or not, names
the author and says what was changed; LICENSE-TEXTS has the terms.
""")


class InitError(Refused):
    """Something that no publication can be started with; the message says what, and what to do."""


def start(folder: Path, publisher: str, products: str, tags: Sequence[str], with_fonts: bool) -> list[str]:
    """Start a publication in a new or empty folder; the paths written into it, sorted.

    `products` is what the disclaimers call the publisher's products, and its own name where that is
    empty.  English, the source language, is always among the languages.  Raises InitError for a folder
    with something in it and a name that cannot be printed, Refused for a language that the package lacks,
    EmitError where the folder cannot be written; then nothing has been.
    """
    publisher = _name("--publisher", publisher)
    products = _name("--products", products) if products else publisher
    emit.recover(folder.parent, folder)
    _refuse_full(folder)
    package = Path(str(files(__package__.partition(".")[0])))
    copied = {
        path.relative_to(package).as_posix(): path.read_bytes()
        for path in _chosen(package, _languages(package, tags), with_fonts)
    }
    settings = copied["templates/article.toml"].decode("utf-8")
    before, english = _publisher(settings), Locale.read(package / "locales" / SOURCE / "locale.toml", SOURCE)
    today = english.date(datetime.date.today())
    for path, content in copied.items():
        if path.endswith((".po", ".pot")):
            copied[path] = _with_examples(content, before, publisher, products, today)
    copied["templates/article.toml"] = _own(settings, publisher, products).encode("utf-8")
    copied["LICENSE-TEXTS"] = (package / "LICENSE-TEXTS").read_bytes()
    readme = _README.substitute(publisher=publisher, author=before["name"], licence=before["licence"])
    copied["README.md"] = readme.encode("utf-8")
    emit.write_folder(folder, copied)
    return sorted(copied)


def _name(option: str, text: str) -> str:
    """A name on one line that a page can print."""
    name = " ".join(text.split())
    if not name or len(name) > _LONGEST:
        raise InitError(f"{option}: a name of 1 to {_LONGEST} characters is needed, in quotes")
    if sign := unprintable(name):
        raise InitError(f"{option}: the name holds {sign}, which no page can print", advice="leave it out")
    return name


def _refuse_full(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise InitError("not a folder", path=folder, advice="name a new or an empty one")
    if folder.is_dir() and (there := next(iter(sorted(folder.iterdir())), None)):
        raise InitError(
            f"not empty ({there.name} is there)", path=folder, advice="name a new or an empty folder"
        )


def _languages(package: Path, tags: Sequence[str]) -> list[str]:
    """The languages to copy: those asked for and English, else all that the package has."""
    known = sorted(path.parent.name for path in package.glob("locales/*/locale.toml"))
    return sorted({SOURCE, *(chosen(tags, known) or known)})


def _chosen(package: Path, languages: Sequence[str], with_fonts: bool) -> Iterator[Path]:
    """The files of the package that a publication starts from."""
    patterns = [f"templates/{pattern}" for pattern in _TEMPLATES] + list(_SHARED)
    for tag in languages:
        patterns += [
            f"locales/{tag}/{name}" for name in ("locale.toml", "STYLE.md", "*.tbx", "LC_MESSAGES/*.po")
        ]
    if with_fonts:
        patterns.append(_FONTS)
    for pattern in patterns:
        yield from (path for path in sorted(package.glob(pattern)) if path.is_file())


def _publisher(settings: str) -> dict[str, str]:
    """The names in the package's article.toml, which the new ones stand in for."""
    tables = tomllib.loads(settings)
    return {**tables["publisher"], "licence": tables["licence"]["texts"]}


def _own(settings: str, publisher: str, products: str) -> str:
    """article.toml with these names, a first version of today and no address; its comments stay."""
    values = {
        "name": _quoted(publisher),
        "products": _quoted(products),
        "version": '"1.0.0"',
        "date": datetime.date.today().isoformat(),
        "canonical": '""',
    }
    for field, value in values.items():
        line = re.search(rf'^{field} = ("[^"\n]*"|[\d-]+)', settings, re.MULTILINE)
        assert line is not None, field
        settings = settings[: line.start(1)] + value + settings[line.end(1) :]
    return settings


def _quoted(name: str) -> str:
    """A name as a TOML text; JSON writes the same but for DEL, which _name refuses."""
    return json.dumps(name, ensure_ascii=False)


def _with_examples(
    catalog: bytes, before: Mapping[str, str], publisher: str, products: str, today: str
) -> bytes:
    """A catalog whose comments give the new names as examples, as `locale update` would write them."""
    new = {"publisher": (before["name"], publisher), "products": (before["products"], products)}
    lines = catalog.decode("utf-8").split("\n")
    for number, line in enumerate(lines):
        placeholder = re.match(r"#\. \{(publisher|products)\}", line)
        if placeholder:
            lines[number] = line.replace(*new[placeholder[1]])
        elif line.startswith("#. {publication_year}"):
            lines[number] = re.sub(r'"\d{4}"', f'"{datetime.date.today().year}"', line, count=1)
        elif line.startswith("#. {publication_date}"):
            lines[number] = re.sub('"[^"]*"', f'"{today}"', line, count=1)
    return "\n".join(lines).encode("utf-8")
