"""The title or journal of a source is English in every language, and a page may say so."""

from discordant.audit import page

PAGE = """<!DOCTYPE html><html lang="it"><head><title>t</title></head><body>
<p><span class="fact" data-fact="tango_year">1998</span>
<em lang="en"><span class="fact" data-fact="tango_journal">Statistics in Medicine</span></em>
<em lang="en"><span class="fact" data-fact="tango_place">17(8)</span></em></p>
<p lang="en"><span class="fact" data-fact="tango_title">A test</span></p></body></html>"""


def test_a_journal_marked_as_english_stands_in_the_passage_of_the_page():
    said = {
        one.fact: one.language for passage in page.Page(PAGE.encode()).passages() for one in passage.facts
    }
    assert said == {"tango_year": "", "tango_journal": "", "tango_place": "en", "tango_title": "en"}
