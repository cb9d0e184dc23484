"""What is pushed to the watchers of a table, computed once for all with the same view.

A change is a piece that leads from one version of the table to the next. A reader that falls behind
gets the pieces it missed or, if those are gone, the whole table: nothing queues up for a slow
reader.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from kerys.server.packing import NOTHING, REACH, pack, pack_small

if TYPE_CHECKING:
    from kerys.server.owned_table import OwnedTable
    from kerys.server.snapshots import LogEvent

LOG = logging.getLogger("kerys.server")
MOST_KEPT = 16
"""How many pieces are kept for clients that were away for a moment."""


class Eyes(Hashable, Protocol):
    """Whose view is shown, and in which form; equal ones get the same bytes.

    All methods are called with the table locked.
    """

    def remember(self, owned: OwnedTable) -> Any:
        """What to remember of the current table to compute the next change."""
        ...

    def whole(self, owned: OwnedTable, remembered: Any) -> bytes:
        """The current table, which is also what is remembered."""
        ...

    def change(
        self, owned: OwnedTable, events: Sequence[LogEvent], remembered: Any
    ) -> tuple[bytes, Any]:
        """What these events have changed; and what to remember now."""
        ...


@runtime_checkable
class OfPage(Protocol):
    """The view of a page that a person has open, not of a program."""

    @property
    def page_of(self) -> int:
        """The seat of the person who has it open."""
        ...


class News:
    """Something new at a table; shared by all who get the same."""

    def __init__(
        self, kind: str, version: int, data: bytes = b"", recent: Recent | None = None
    ) -> None:
        self.kind = kind
        """table (all of it), change, gone (the end) or pulse (a sign of life)."""
        self.version = version
        self.data = data
        self.recent = recent
        """For a change, what came before it."""

    @cached_property
    def event(self) -> bytes:
        """A Server-Sent Event."""
        if self.kind == "pulse":
            return b": still here\n\n"
        return _event(self.kind, self.version, self.data or b"{}")

    @cached_property
    def packed(self) -> bytes:
        """The same, for a compressed stream."""
        if self.kind == "pulse":
            return NOTHING
        return pack_small(self.event) if self.kind == "table" else pack(self.event)

    @cached_property
    def packed_after_recent(self) -> bytes:
        """The same, compressed against the changes just before it, for readers who have those."""
        assert self.recent is not None
        before = [_event("change", version, data) for version, data in self.recent.changes]
        return pack(self.event, b"".join(before))


def _event(kind: str, version: int, data: bytes) -> bytes:
    """A Server-Sent Event."""
    return b"event: %s\nid: %d\ndata: %s\n\n" % (kind.encode(), version, data)


class Recent(NamedTuple):
    """The last changes of a feed, as far back as compression can refer to them."""

    feed: object
    """The feed they belong to; used only for comparison."""
    changes: tuple[tuple[int, bytes], ...] = ()
    """The versions they lead to, and their data."""
    size: int = 0

    def followed_by(self, version: int, data: bytes) -> Recent:
        """The last changes after another one is added."""
        changes, size = (*self.changes, (version, data)), self.size + len(data)
        while size > REACH and len(changes) > 1:
            size -= len(changes[0][1])
            changes = changes[1:]
        return Recent(self.feed, changes, size)


class Piece(NamedTuple):
    """A change of a table since a version, in one view."""

    since: int
    news: News


class Feed:
    """What is pushed to one view."""

    def __init__(self, eyes: Eyes, owned: OwnedTable, version: int) -> None:
        self.eyes = eyes
        self.viewers: set[asyncio.Event] = set()
        self.unwatched = 0
        """How many changes in a row nobody has watched."""
        self.ended = False
        """Whether it is no longer kept up to date."""
        self._version = version
        self._remembered = eyes.remember(owned)
        self._pieces: deque[Piece] = deque(maxlen=MOST_KEPT)
        self._recent = Recent(object())
        self._whole: News | None = None

    def update(self, owned: OwnedTable, version: int, events: Sequence[LogEvent]) -> None:
        """Make the piece for a change."""
        data, self._remembered = self.eyes.change(owned, events, self._remembered)
        self._pieces.append(Piece(self._version, News("change", version, data, self._recent)))
        self._recent = self._recent.followed_by(version, data)
        self._version = version
        self.unwatched = 0 if self.viewers else self.unwatched + 1

    def whole(self, owned: OwnedTable) -> News:
        """The table as it is now."""
        if self._whole is None or self._whole.version != self._version:
            self._whole = News("table", self._version, self.eyes.whole(owned, self._remembered))
        return self._whole

    def since(self, have: int) -> list[News] | None:
        """The pieces from a version to the newest; None if some of them are gone."""
        if self.ended:
            return None
        if have == self._version:
            return []
        pieces = list(self._pieces)
        if pieces and pieces[-1].since == have:
            return [pieces[-1].news]
        for index, piece in enumerate(pieces):
            if piece.since == have:
                return [one.news for one in pieces[index:]]
        return None


class Feeds:
    """Everything that is pushed from one table."""

    def __init__(self) -> None:
        self._feeds: dict[Eyes, Feed] = {}

    @property
    def watched(self) -> bool:
        """Whether anyone watches."""
        return any(feed.viewers for feed in list(self._feeds.values()))

    def has_page(self, seat: int) -> bool:
        """Whether the player of a seat has a page open that gets the news."""
        return any(
            feed.viewers and isinstance(eyes, OfPage) and eyes.page_of == seat
            for eyes, feed in list(self._feeds.items())
        )

    def attach(self, eyes: Eyes, viewer: asyncio.Event, owned: OwnedTable, version: int) -> Feed:
        """Start watching with a view; call it with the table locked."""
        feed = self._feeds.get(eyes)
        if feed is None:
            feed = self._feeds[eyes] = Feed(eyes, owned, version)
        feed.viewers.add(viewer)
        return feed

    def detach(self, feed: Feed | None, viewer: asyncio.Event) -> None:
        """Stop watching; the client may come back soon and ask for what it missed."""
        if feed is not None:
            feed.viewers.discard(viewer)

    def update(self, owned: OwnedTable, version: int, events: Sequence[LogEvent]) -> None:
        """Make the pieces for a change, before the lock of the table is released."""
        owned.shared.clear()
        for eyes, feed in list(self._feeds.items()):
            try:
                feed.update(owned, version, events)
            except Exception:  # a change that can't be shown must not undo what was decided
                LOG.exception("showing a change of table %s", owned.id)
                feed.unwatched = MOST_KEPT
            if feed.unwatched >= MOST_KEPT:
                feed.ended = True
                del self._feeds[eyes]

    def forget(self) -> list[asyncio.Event]:
        """Start over: every watcher has to load the whole table; returns the watchers."""
        viewers = self.viewers()
        for feed in self._feeds.values():
            feed.ended = True
        self._feeds.clear()
        return viewers

    def viewers(self) -> list[asyncio.Event]:
        """All watchers."""
        return [viewer for feed in list(self._feeds.values()) for viewer in list(feed.viewers)]
