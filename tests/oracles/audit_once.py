"""An audit of many folders that differ in little: what was found sound is not gone through again.

The checks are the program's own.  Of each the verdict is kept by everything that it was given to look at, and
only where it found no fault; what was read and counted is not kept.
"""

import hashlib
import json
from functools import cache

from discordant.audit import data, folder, pdf, pdf_text, whole
from discordant.audit.findings import Findings


def sound_once(patch):
    """Have audits keep what they found sound, as long as a patch lasts."""

    def keep(module, name, given_to_look_at):
        check, known = getattr(module, name), {}

        def once(*given):
            (findings,) = (one for one in given if isinstance(one, Findings))
            key = given_to_look_at(*given)
            if key not in known:
                before = len(findings.faults)
                answer = check(*given)
                if len(findings.faults) > before:
                    return answer
                known[key] = answer
            return known[key]

        patch.setattr(module, name, once)

    keep(whole, "_file", _file)
    keep(whole, "_figure", _figure)
    keep(pdf, "read", _pdf)
    keep(data, "read", lambda content, findings, shown="": (digest(content), shown))
    keep(data, "_schema", lambda document, findings, shown: (json.dumps(document), shown))
    patch.setattr(whole, "Page", cache(whole.Page))
    patch.setattr(pdf_text, "pages", cache(pdf_text.pages))


def _file(file, handed, known, findings):
    """A file is held to the data and the tables beside them, and leads to files by their names."""
    beside = sorted(name for name in handed.files if name.startswith("output/data/"))
    contents = [(name, digest(handed.files[name])) for name in (file, *beside)]
    return file, frozenset(handed.files), handed.parts, tuple(contents)


def _figure(file, files, known, labels, findings):
    """A drawing is held to the data, to its image, and to what the drawings of the page say."""
    contents = [digest(files.get(name)) for name in (file, f"{file[:-4]}.svg", f"{file[:-4]}.png", data.PATH)]
    tag = folder.language_of(file)
    said = [(key, frozenset(texts)) for key, texts in labels.items() if key[0] == tag]
    return file, tuple(contents), frozenset(said)


def _pdf(content, file, named, findings):
    """Where a PDF may lead depends on whose it is."""
    return file, digest(content), named("https://nowhere.example/")


@cache
def digest(content):
    return content and hashlib.sha256(content).digest()
