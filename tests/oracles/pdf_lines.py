"""How far the lines of a column fall short of its right edge, measured in the letters of a PDF."""

from collections import Counter
from itertools import pairwise

import pypdfium2


def rows(page):
    """(left, right, middle, text) of each line of a page, in points."""
    text = page.get_textpage()
    letters = []
    for place in range(text.count_chars()):
        sign = text.get_text_range(place, 1)
        left, bottom, right, top = text.get_charbox(place, loose=True)
        if sign.strip() and right > left:
            letters.append(((top + bottom) / 2, left, right, sign))
    found = []
    for middle, left, right, sign in letters:
        if found and abs(found[-1][2] - middle) < 6 and left > found[-1][0]:
            found[-1][1] = max(found[-1][1], right)
            found[-1][3] += sign
        else:
            found.append([left, right, middle, sign])
    return found


def short(path, leading, size):
    """(what it lacks in ems, its text) of every line of the widest column but the last of a paragraph.

    `leading` is the distance of lines in points, `size` that of letters.
    """
    with pypdfium2.PdfDocument(path) as document:
        pages = [rows(page) for page in document]
    edge = Counter(round(row[0]) for found in pages for row in found).most_common(1)[0][0]
    bodies = [[row for row in found if abs(row[0] - edge) < 2.5] for found in pages]
    rights = Counter(round(row[1]) for body in bodies for row in body)
    right = rights.most_common(1)[0][0]
    return [
        ((right - one[1]) / size, one[3])
        for body in bodies
        for one, other in pairwise(body)
        if abs(one[2] - other[2] - leading) < 1
    ]
