"""The ways to change a published folder with care: what holds the same data is changed along."""

import io
import json
import re
import shutil
import zipfile
from pathlib import Path

import pikepdf

JSON = "output/data/discordant.json"
MANIFEST = "output/manifest.json"
PACKAGE = "output/discordant-package.zip"
PAGE, OTHER = "output/en/index.html", "output/it/index.html"
ARTICLE, OTHER_ARTICLE = "output/en/discordant-en.pdf", "output/it/discordant-it.pdf"
FIGURE = "figures/en/null-distribution.svg"


class Forger:
    """A published folder, and the ways to change it; the manifest is for others to make fit."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def read(self, path):
        return (self.folder / path).read_bytes()

    def put(self, path, content):
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        target.write_bytes(content)

    def remove(self, path):
        target = self.folder / path
        shutil.rmtree(target) if target.is_dir() else target.unlink()

    def change(self, path, old, new, count=1):
        """Replace a text, which must be there."""
        text = self.read(path).decode("utf-8")
        assert old in text, (path, old)
        self.put(path, text.replace(old, new, count).encode("utf-8"))

    def sub(self, path, pattern, new, count=1):
        """Replace what a pattern finds, which must find something."""
        text = self.read(path).decode("utf-8")
        changed, found = re.subn(pattern, new, text, count=count, flags=re.DOTALL)
        assert found, (path, pattern)
        self.put(path, changed.encode("utf-8"))

    def json(self, change, path=JSON):
        """Change a document of JSON, and with it the copies of the data in the PDFs and in the package."""
        document = json.loads(self.read(path))
        change(document)
        self.data((json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode("utf-8"), path)

    def data(self, content, path=JSON):
        self.put(path, content)
        if path != JSON:
            return
        for pdf in (ARTICLE, OTHER_ARTICLE):
            self.pdf(pdf, lambda document: attach(document, content))
        self.zip(lambda members: members.update({"discordant-package/data/discordant.json": content}))

    def pdf(self, path, change):
        """Change a PDF and write it whole again."""
        out = io.BytesIO()
        with pikepdf.open(io.BytesIO(self.read(path))) as document:
            change(document)
            document.save(out)
        self.put(path, out.getvalue())

    def zip(self, change):
        """Change the members of the package and pack it again."""
        with zipfile.ZipFile(io.BytesIO(self.read(PACKAGE))) as archive:
            members = {entry.filename: archive.read(entry) for entry in archive.infolist()}
        change(members)
        self.put(PACKAGE, packed(members))


def packed(members, comment=b""):
    """A ZIP of members; a value may be (ZipInfo, content)."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o100644 << 16
            archive.writestr(*(content if isinstance(content, tuple) else (info, content)))
        archive.comment = comment
    return out.getvalue()


def attach(document, content, name="discordant.json"):
    """Exchange what travels inside a PDF."""
    if name in document.attachments:
        del document.attachments[name]
    document.attachments[name] = pikepdf.AttachedFileSpec(document, content, mime_type="application/json")
