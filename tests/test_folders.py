"""Where templates and locales are found: what lies in the publication, and nothing that a link leads to."""

import os

import pytest

from discordant.language.files import Outside, Unreadable, read
from discordant.language.folders import find


def publication(folder):
    (folder / "place" / "templates").mkdir(parents=True)
    (folder / "secret").write_text("key", "ascii")
    return folder / "place"


@pytest.mark.parametrize("name", ["page.css", "article.md", "article.html.jinja2", "compare.py"])
def test_a_link_out_of_the_publication_is_refused(tmp_path, name):
    place = publication(tmp_path)
    (place / "templates" / name).symlink_to(tmp_path / "secret")
    with pytest.raises(Outside, match=name):
        find("templates", name, place)


def test_a_link_within_the_publication_is_followed(tmp_path):
    place = publication(tmp_path)
    (place / "shared.css").write_text("p {}", "ascii")
    (place / "templates" / "page.css").symlink_to("../shared.css")
    assert read(find("templates", "page.css", place)) == b"p {}"


def test_what_is_no_file_is_not_passed_over(tmp_path):
    """Else the package's own would be taken without a word."""
    place = publication(tmp_path)
    os.mkfifo(place / "templates" / "page.css")
    (place / "templates" / "print.css").symlink_to("nowhere")
    for name in ("page.css", "print.css"):
        with pytest.raises(Unreadable):
            read(find("templates", name, place))


def test_the_package_has_what_the_publication_lacks(tmp_path):
    place = publication(tmp_path)
    assert find("templates", "page.css", place).parent != place / "templates"
