"""Games in memory, each brought up to date with the log: a cache, never the truth."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from kerys.locale import _
from kerys.server.store import Event
from kerys.table.errors import GameError
from kerys.table.game import Game

MOST_CACHED = 256
"""How many games stay in memory."""


class StandingDecision(NamedTuple):
    """A decision that wasn't taken back: who made it, and how long there was time for it."""

    made_by: str
    deadline: datetime | None


@dataclass
class CachedGame:
    """A game with the number of events it has seen; hold the lock while you use it."""

    game: Game | None = None
    """None until the log is read, and while the table is open."""
    events: int = 0
    lock: threading.RLock = field(default_factory=threading.RLock)
    _standing: dict[int, list[StandingDecision]] = field(default_factory=dict)

    @property
    def begun(self) -> Game:
        """The game, if play has begun."""
        if self.game is None:
            raise GameError(_("The game has not begun: seats are still free."))
        return self.game

    def begin(self, game: Game) -> None:
        """Start from a fresh deal."""
        self.game, self.events, self._standing = game, 0, {}

    def clear(self) -> None:
        """Forget everything, so that the log is read again."""
        self.game, self.events, self._standing = None, 0, {}

    def replay(self, event: Event) -> None:
        """Carry out an event of the log: by its exact code, without judging it again."""
        game = self.begun
        if event.kind == "undo":
            game.take_back(event.seat)
        else:
            game.push(event.seat, game.rules.code_of(event.move))
        self.note(event)

    def note(self, event: Event) -> None:
        """Count an event that the game has seen."""
        decisions = self._standing.setdefault(event.seat, [])
        if event.kind == "undo":
            decisions.pop()
        else:
            decisions.append(StandingDecision(event.made_by, event.deadline))
        self.events = event.number

    def last_decision(self, seat: int) -> StandingDecision | None:
        """A seat's last decision that wasn't taken back."""
        decisions = self._standing.get(seat)
        return decisions[-1] if decisions else None

    def was_late(self, seat: int) -> bool:
        """Whether a seat's last decision was made for it when its time was up."""
        last = self.last_decision(seat)
        return last is not None and last.made_by == "clock"


class GameCache:
    """The games in memory; those that nobody has used for the longest time go first."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, CachedGame] = OrderedDict()
        self._lock = threading.Lock()

    def entry(self, table_id: str) -> CachedGame:
        """The place of a table's game; nobody else loses theirs for it yet."""
        with self._lock:
            entry = self._games.setdefault(table_id, CachedGame())
            self._games.move_to_end(table_id)
            return entry

    def trim(self) -> None:
        """Drop the oldest games if there are too many."""
        with self._lock:
            while len(self._games) > MOST_CACHED:
                self._games.popitem(last=False)

    def drop(self, table_id: str) -> None:
        """Drop one game."""
        with self._lock:
            self._games.pop(table_id, None)
