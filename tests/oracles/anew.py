"""What `verify` makes anew, for folders that differ in little: of each piece of work the result is kept."""

import pickle

import pytest

from discordant.production import products
from discordant.recipes import published, verify
from discordant.workshop.processes import Workshop


class Anew:
    """What `verify` makes of a manifest, once for each set of languages and products."""

    def __init__(self, made):
        """Of a whole build it is that build, which test_verify and test_build see to."""
        listed = published.manifest(made)
        files = {path: (made / path).read_bytes() for path in listed.files}
        self.languages, self.work = {*listed.languages}, {}
        self.known = {self._key(listed): verify.Expected(list(listed.languages), files, frozenset(), "")}

    def __call__(self, listed):
        key = self._key(listed)
        if key not in self.known:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(Workshop, "start", self._once(Workshop.start))
                self.known[key] = verify.expected(listed, lambda _text: None)
        return self.known[key]

    def _key(self, listed):
        tags = {*listed.languages} & self.languages
        shown = {products.of(path) for path in listed.files} - {None}
        return frozenset(tags), frozenset(product for product in shown if product.tag in {None, *tags})

    def _once(self, start):
        """A drawing or a PDF that was made of the same things before is not made again."""

        def once(shop, work, *given):
            if not given:  # a preparation of the process
                return start(shop, work)
            key = pickle.dumps((work, given))
            before = self.work.get(key)
            if before is None or not before.done() or before.cancelled() or before.exception():
                self.work[key] = start(shop, work, *given)
            return self.work[key]

        return once
