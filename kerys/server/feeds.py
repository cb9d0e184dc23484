"""What is pushed to those who watch a table: made once for all who look through the same eyes.

A change is told as a piece that leads from one version of the table to the next. Whoever lags
behind is given the pieces that they missed, or, if those are gone, the table as a whole: nothing
waits in line for a slow reader.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from kerys.server.owned_table import OwnedTable
    from kerys.server.snapshots import LogEvent

LOG = logging.getLogger("kerys.server")
MOST_KEPT = 16
"""How many pieces are kept for those who were away for a moment."""


class Eyes(Hashable, Protocol):
    """Whose view is shown, and in which form; equal ones are shown the same bytes.

    All methods are called by whoever holds the lock of the table.
    """

    def remember(self, owned: OwnedTable) -> Any:
        """What must be known of the table as it is now to tell the next change."""
        ...

    def whole(self, owned: OwnedTable) -> bytes:
        """The table as it is now."""
        ...

    def change(
        self, owned: OwnedTable, events: Sequence[LogEvent], remembered: Any
    ) -> tuple[bytes, Any]:
        """What has changed, with the events that changed it; and what to remember now."""
        ...


class Piece(NamedTuple):
    """A change of a table from one version to another, as some eyes see it."""

    since: int
    version: int
    data: bytes


class Feed:
    """What is shown to some eyes."""

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
        self._whole: tuple[int, bytes] | None = None

    def update(self, owned: OwnedTable, version: int, events: Sequence[LogEvent]) -> None:
        """Make the piece for a change."""
        data, self._remembered = self.eyes.change(owned, events, self._remembered)
        self._pieces.append(Piece(self._version, version, data))
        self._version = version
        self.unwatched = 0 if self.viewers else self.unwatched + 1

    def whole(self, owned: OwnedTable) -> bytes:
        """The table as it is now."""
        if self._whole is None or self._whole[0] != self._version:
            self._whole = self._version, self.eyes.whole(owned)
        return self._whole[1]

    def since(self, have: int) -> list[Piece] | None:
        """The pieces that lead from a version to the newest; None if they are gone."""
        if self.ended:
            return None
        if have == self._version:
            return []
        pieces = list(self._pieces)
        if pieces and pieces[-1].since == have:
            return pieces[-1:]
        for index, piece in enumerate(pieces):
            if piece.since == have:
                return pieces[index:]
        return None


class Feeds:
    """All that is pushed from one table."""

    def __init__(self) -> None:
        self._feeds: dict[Eyes, Feed] = {}

    @property
    def watched(self) -> bool:
        """Whether anybody watches."""
        return any(feed.viewers for feed in list(self._feeds.values()))

    def attach(self, eyes: Eyes, viewer: asyncio.Event, owned: OwnedTable, version: int) -> Feed:
        """Let somebody watch through some eyes; by whoever holds the lock of the table."""
        feed = self._feeds.get(eyes)
        if feed is None:
            feed = self._feeds[eyes] = Feed(eyes, owned, version)
        feed.viewers.add(viewer)
        return feed

    def detach(self, feed: Feed | None, viewer: asyncio.Event) -> None:
        """Let somebody go; they may come back soon and ask for what they missed."""
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
        """Start anew: everyone who watches has to look at the whole table; who they are."""
        viewers = self.viewers()
        for feed in self._feeds.values():
            feed.ended = True
        self._feeds.clear()
        return viewers

    def viewers(self) -> list[asyncio.Event]:
        """Everyone who watches."""
        return [viewer for feed in list(self._feeds.values()) for viewer in list(feed.viewers)]
