"""A language's catalogs brought together with the English of today: nothing that was translated is lost."""

from __future__ import annotations

import datetime
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Message

from ..language import catalogs as po
from ..language import reviewed
from ..language.catalogs import CatalogError, Entry, Source
from ..language.message import has_words, same_parts
from . import po_files
from .memory import Memory, Offer, Spare
from .weblate import FLAGS, quiet_flags

KINDS = ("new", "stale", "current again", "moved", "filled", "revived", "obsolete")
_BABELS = {"fuzzy", "python-format", "python-brace-format"}


class Change(NamedTuple):
    """What an update did to an entry."""

    kind: str  # one of KINDS
    block: str
    origin: str = ""  # the block that its text comes from, where that is another


class Merged(NamedTuple):
    """Catalogs as they are to be, and what has changed, both by part."""

    files: dict[str, bytes]
    changes: dict[str, list[Change]]


class _Held(NamedTuple):
    message: Message
    part: str


def template(sources: Iterable[Source], version: str, day: datetime.date) -> bytes:
    """The POT file: every block with an empty translation."""
    head = po_files.brought_up_to_date(po_files.NO_HEAD, None, version, day)
    return po_files.write(head, [_message(source, "") for source in sources])


def update(
    path: Path,
    sources: Sequence[Source],
    tag: str,
    version: str,
    day: datetime.date,
) -> bytes:
    """A single PO file brought up to date; see `merge`."""
    return merge({"": path}, {"": sources}, tag, version, day).files[""]


def merge(
    paths: Mapping[str, Path],
    blocks: Mapping[str, Sequence[Source]],
    tag: str,
    version: str,
    day: datetime.date,
    given: Mapping[str, Entry] | None = None,
    wording_only: Collection[str] = (),
    elsewhere: Sequence[Path] = (),
) -> Merged:
    """The PO files of a language, by part, brought up to date with the English blocks of each.

    A block keeps its translation by its id, from whatever part.  Where its English has changed that is
    fuzzy, with the old English as previous msgid, and is current again once the English returns to that.
    A block without a text takes up one of a block that is gone, or else is offered one, fuzzy (`memory`);
    what nothing takes up is kept as obsolete.  `given` are translations, by block id, that take the place of
    those in the files; then nothing is offered.  In the blocks `wording_only` the new English says the
    same as the old: translations stay current; CatalogError where more than the wording has changed.
    Files `elsewhere` are of all parts; what is left of them goes into the first.
    """
    merging = _Merging(blocks, [*_held(paths, elsewhere, next(iter(blocks)))], given or {})
    files: dict[str, list[Message]] = {}
    changes: dict[str, list[Change]] = {}
    for part, sources in blocks.items():
        changes[part] = []
        messages = [
            merging.entry(source, part, paths[part], wording_only, changes[part]) for source in sources
        ]
        files[part] = messages
    written = {}
    for part, messages in files.items():
        there = [path for path in (paths[part], *elsewhere, *paths.values()) if path.exists()]
        old = po_files.head(there[0]) if there else po_files.NO_HEAD
        obsolete = merging.obsolete(part, messages, changes[part])
        written[part] = po_files.write(
            po_files.brought_up_to_date(old, tag, version, day), messages, obsolete
        )
    return Merged(written, changes)


def _held(paths: Mapping[str, Path], elsewhere: Sequence[Path], first: str) -> Iterable[tuple[_Held, bool]]:
    """All entries of a language's files, and whether each is obsolete."""
    for part, path in [*((first, path) for path in elsewhere), *paths.items()]:
        if path.exists():
            known = po.messages(path)
            yield from ((_Held(message, part), False) for message in known if message.id)
            yield from ((_Held(message, part), True) for message in known.obsolete.values())


class _Merging:
    """The entries of a language on their way to where they belong."""

    def __init__(
        self,
        blocks: Mapping[str, Sequence[Source]],
        held: Sequence[tuple[_Held, bool]],
        given: Mapping[str, Entry],
    ) -> None:
        self._taken: list[Spare] = []
        places = {source.id: part for part, sources in blocks.items() for source in sources}
        self._spares = [Spare(*one, just_gone=False) for one, obsolete in held if obsolete]
        live = [one for one, obsolete in held if not obsolete]
        # of a block that stands in several files the text of its own part counts, else the last
        live.sort(key=lambda one: (_has_text(one.message), places.get(one.message.context or "") == one.part))
        kept = {
            one.message.context or "": one
            for one in live
            if one.message.context in places and isinstance(one.message.id, str)
        }
        self._own = {name: one.message for name, one in kept.items()}
        held_live = [one for one, obsolete in held if not obsolete]
        self._spares += [
            Spare(*one, just_gone=True)
            for one in held_live
            if kept.get(one.message.context or "") is not one
            and (_has_text(one.message) or po.comments(one.message)[1])
        ]
        for name, entry in given.items():
            if name in places:
                self._own[name] = _given(name, entry, self._own.get(name))
        lacking = [
            source.text
            for sources in blocks.values()
            for source in sources
            if not _text(self._own.get(source.id))
        ]
        self._memory = None if given else Memory(self._spares, self._own.values(), lacking)

    def entry(
        self, source: Source, part: str, path: Path, wording_only: Collection[str], changes: list[Change]
    ) -> Message:
        """The entry of a block."""
        before = self._own.get(source.id)
        if not _text(before) and self._memory and (offer := self._offer(source, before is None)):
            return self._taken_up(source, before, offer, changes)
        message = _message(source, _text(before))
        if before is None:
            changes.append(Change("new", source.id))
            return message
        message.flags |= before.flags - _BABELS - FLAGS
        previous, message.user_comments = po.comments(before)
        previous = previous if before.fuzzy else []
        if source.id in wording_only:
            previous = _of_the_same_meaning(path, source, before, previous)
        if _text(before) and (before.fuzzy or before.id != source.text) and previous != [source.text]:
            message.flags.add("fuzzy")
            # fuzzy without a previous text is a translator's own doubt, which no change of English ends
            message.previous_id = previous or ([] if before.fuzzy else [str(before.id)])
            if not before.fuzzy:
                changes.append(Change("stale", source.id))
        elif before.fuzzy and _text(before):
            changes.append(Change("current again", source.id))
        return message

    def obsolete(self, part: str, live: Iterable[Message], changes: list[Change]) -> list[Message]:
        """The entries of a part that no block has taken up.

        gettext allows a context and an English text only once in a file: another translation of the
        same gets a number behind its context.
        """
        texts = {_key(message): message.string for message in live}
        kept = []
        for spare in self._spares:
            message = spare.message
            if spare.part != part or spare in self._taken or texts.get(_key(message)) == message.string:
                continue
            if message.string == message.id and not has_words(str(message.id)):
                continue  # nothing that a translator wrote is lost
            name, number = message.context or "", 1
            while _key(message) in texts:
                number += 1
                message.context = f"{name}~{number}"
            texts[_key(message)] = message.string
            kept.append(message)
            if spare.just_gone:
                changes.append(Change("obsolete", name or str(message.id)[:40]))
        return kept

    def _offer(self, source: Source, is_new: bool) -> Offer | None:
        assert self._memory is not None
        return (
            self._memory.of_gone(source.id, source.text)
            or self._memory.of_living(source.text)
            or (self._memory.like(source.text) if is_new else None)
        )

    def _taken_up(
        self, source: Source, before: Message | None, offer: Offer, changes: list[Change]
    ) -> Message:
        message = _message(source, offer.text)
        message.flags |= offer.flags - _BABELS - FLAGS
        own = po.comments(before)[1] if before else []
        message.user_comments = list(dict.fromkeys([*own, *offer.notes]))
        if offer.fuzzy and offer.previous != [source.text]:
            message.flags.add("fuzzy")
            message.previous_id = offer.previous
        if offer.spare:
            self._taken.append(offer.spare)
        origin = offer.origin if offer.origin != source.id else ""
        changes.append(Change(offer.kind, source.id, origin))
        return message


def _key(message: Message) -> tuple[str | None, str]:
    return message.context, message.id if isinstance(message.id, str) else message.id[0]


def _text(message: Message | None) -> str:
    """The translation of an entry, "" where it has none or one of plural forms."""
    return message.string if message and isinstance(message.string, str) else ""


def _has_text(message: Message) -> bool:
    return any(message.string) if isinstance(message.string, tuple) else bool(message.string)


def _message(source: Source, text: str) -> Message:
    flags = ["python-brace-format"] if source.placeholders else []
    return Message(
        source.text,
        text,
        context=source.id,
        locations=[(f"templates/{source.file}", source.line)],
        auto_comments=list(source.comments),
        flags=[*flags, *quiet_flags(source.text, text)],
    )


def _of_the_same_meaning(path: Path, source: Source, before: Message, previous: list[str]) -> list[str]:
    """The English that an old text is of, once the last change of it counts as wording alone.

    That change is still to come into the catalog, or has come already and made the text fuzzy.
    """
    pending = before.id != source.text
    reworded = [str(before.id)] if pending else previous
    for reason in filter(None, (same_parts(english, source.text) for english in reworded)):
        raise CatalogError(
            f"block {source.id}: not a change of wording alone: {reason}",
            path=path,
            advice="update without --wording-only",
        )
    before.id = source.text
    return previous if pending else [source.text] if previous else []


def _given(block_id: str, entry: Entry, before: Message | None) -> Message:
    """A message with another translation; the notes of translators stay with it."""
    same = before and (before.id, before.string, before.fuzzy) == (entry.english, entry.text, entry.fuzzy)
    if before and same and not entry.review:
        return before
    comments = before.user_comments if before else []  # the previous English is among them
    notes = comments if entry.fuzzy or not before else po.comments(before)[1]
    flags = ["fuzzy"] if entry.fuzzy else []
    text = unicodedata.normalize("NFC", entry.text)
    if entry.review == reviewed.REVIEWED:
        mark = reviewed.line(entry.english, text, reviewed.who(notes)).removeprefix("# ")
        notes = [mark, *(note for note in notes if not reviewed.is_mark(note))]
    return Message(entry.english, text, context=block_id, flags=flags, user_comments=notes)
