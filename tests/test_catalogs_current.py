"""The shipped catalogs belong to the shipped sources: an update would change nothing."""

from pathlib import Path

import discordant
from discordant.translating import catalogs

ROOT = Path(discordant.__file__).parent


def test_an_update_would_change_no_byte(tmp_path, monkeypatch):
    """After a change of a text, a note or a placeholder's meaning: `discordant locale update`."""
    monkeypatch.chdir(tmp_path)  # it writes below, and reads what is shipped
    written = catalogs.update_files([]).paths
    shipped = {
        path.relative_to(ROOT) for kind in ("po", "pot", "tbx") for path in ROOT.glob(f"locales/**/*.{kind}")
    }
    assert set(written) == shipped
    assert {Path("locales/article.pot"), Path("locales/it/LC_MESSAGES/article.po")} < shipped
    assert [path for path in written if path.read_bytes() != (ROOT / path).read_bytes()] == []
