"""Where templates and locales lie: a publication's own, then the package's."""

from __future__ import annotations

import os
from importlib.resources import files
from pathlib import Path

from .files import NotThere, inside


def folders(kind: str, here: Path | None = None) -> list[Path]:
    """The folders of a kind ("templates" or "locales"), the publication's own before the package's."""
    own = (here or Path.cwd()) / kind
    package = Path(str(files(__package__.partition(".")[0]))) / kind
    return [own, package] if own.is_dir() and own.resolve() != package.resolve() else [package]


def find(kind: str, name: str, here: Path | None = None) -> Path:
    """The first file of that name; NotThere, naming the places looked in, where there is none.

    Raises Outside where a link leads out of the publication: one in a stranger's would print a file of ours.
    """
    places = folders(kind, here)
    for folder in places:
        if os.path.lexists(folder / name):
            if folder != places[-1]:  # the package is where it was installed, however that was done
                inside(folder.parent, f"{kind}/{name}")
            return folder / name
    raise NotThere(f"{name} is not in {' nor in '.join(str(place) for place in places)}")


def available(here: Path | None = None) -> list[str]:
    """The tags that have a locale.toml, English first, then by tag.

    A publication's own locales/ that has English in it is a whole set: it alone says which languages
    there are.  One without English adds to the package's languages.
    """
    places = folders("locales", here)
    if (places[0] / "en" / "locale.toml").is_file():
        places = places[:1]
    tags = {path.parent.name for folder in places for path in folder.glob("*/locale.toml")}
    return sorted(tags, key=lambda tag: (tag != "en", tag))
