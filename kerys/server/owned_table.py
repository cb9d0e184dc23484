"""A table in the memory of the process that owns it: its game, seats and chat.

The log in the database is the source of truth: all of this can be dropped and reloaded.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.server.feeds import Feeds
from kerys.server.snapshots import LineSnapshot, LogEvent, Said, TableSnapshot
from kerys.server.table_lock import TableLock
from kerys.study.advice import Weighed
from kerys.table.errors import GameError, StaleMove
from kerys.table.game import Game

GIVEN = "given"
"""Who made the decisions of a game that another one goes on from."""


class StandingDecision(NamedTuple):
    """A decision that hasn't been undone: who made it, and how much time there was for it."""

    made_by: str
    deadline: datetime | None


class OwnedTable:
    """A table and its game; hold the lock while you use them."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.lock = TableLock()
        self.table: TableSnapshot | None = None
        """None until it is loaded from the database, and whenever it has to be reloaded."""
        self.used = 0.0
        """When it was last used."""
        self.dropped = False
        """Whether it has been replaced in memory."""
        self.owner = ""
        """The name of the process when it was read."""
        self.messages: tuple[Said, ...] = ()
        """The latest chat messages."""
        self.kept: tuple[LineSnapshot, ...] = ()
        """The lines that players have kept, once the game is over."""
        self.game: Game | None = None
        """None while the table is open."""
        self.events = 0
        """How many events the game has seen."""
        self.feeds = Feeds()
        self.shared: dict[object, Any] = {}
        """What all views share in a change, computed once."""
        self.remembered: dict[str, Any] = {}
        """What else was read from the database about it."""
        self._standing: dict[int, list[StandingDecision]] = {}
        self._undone: dict[int, deque[datetime]] = {}
        self._asked: dict[int, list[int]] = {}
        """The revisions in which each seat has asked the master."""
        self._advice: dict[int, tuple[int, Sequence[Weighed]]] = {}
        """The master's last answer to each seat, and the revision it is about."""

    @property
    def known(self) -> TableSnapshot:
        """The table, which must be loaded."""
        assert self.table is not None
        return self.table

    @property
    def begun(self) -> Game:
        """The game, if play has begun."""
        if self.game is None:
            raise GameError(_("The game has not begun: seats are still free."))
        return self.game

    def begin(self, game: Game) -> None:
        """Start with a fresh deal."""
        self.game, self.events, self._standing, self._undone = game, 0, {}, {}
        self._asked, self._advice = {}, {}

    def clear(self) -> None:
        """Forget everything, so that it is reloaded from the database."""
        self.table, self.messages, self.kept, self.game, self.events = None, (), (), None, 0
        self.remembered = {}
        self._standing, self._undone, self._asked, self._advice = {}, {}, {}, {}

    def replay(self, event: LogEvent) -> None:
        """Replay an event from the log by its exact code, without checking it again."""
        game = self.begun
        if event.kind == "undo":
            game.take_back(event.seat)
        elif event.kind == "move":
            game.push(event.seat, game.rules.code_of(event.move))
        self.note(event)

    def note(self, event: LogEvent) -> None:
        """Count an event that the game has seen."""
        decisions = self._standing.setdefault(event.seat, [])
        if event.kind == "undo":
            decisions.pop()
            self._undone.setdefault(event.seat, deque()).append(event.at)
        elif event.kind == "ask":
            self._asked.setdefault(event.seat, []).append(int(event.move))
        else:
            decisions.append(StandingDecision(event.made_by, event.deadline))
        self.events = event.number

    def last_decision(self, seat: int) -> StandingDecision | None:
        """A seat's last decision that hasn't been undone."""
        decisions = self._standing.get(seat)
        return decisions[-1] if decisions else None

    def was_late(self, seat: int) -> bool:
        """Whether a seat's last decision was made for it because its time was up."""
        last = self.last_decision(seat)
        return last is not None and last.made_by == "clock"

    def was_given(self, seat: int) -> bool:
        """Whether a seat's last decision is one of the game that this one goes on from."""
        last = self.last_decision(seat)
        return last is not None and last.made_by == GIVEN

    def may_undo(self, seat: int) -> bool:
        """Whether a seat can take back its last decision; one that it didn't make stands."""
        if seat == SPECTATOR or self.was_late(seat) or self.was_given(seat):
            return False
        return self.begun.undoable(seat) is not None

    def undone_since(self, seat: int, moment: datetime) -> int:
        """How many decisions a seat has undone since a moment; older ones are forgotten."""
        undone = self._undone.get(seat)
        while undone and undone[0] <= moment:
            undone.popleft()
        return len(undone) if undone else 0

    # --- Questions to the master -----------------------------------------------------------

    def asked(self, seat: int) -> int:
        """How often a seat has asked the master."""
        return len(self._asked.get(seat, ()))

    def all_asked(self) -> tuple[int, ...]:
        """How often each seat has; empty if nobody may."""
        table = self.known
        return tuple(self.asked(one.number) for one in table.seats) if table.asks else ()

    def asks_left(self, seat: int) -> int:
        """How often a seat may still ask the master."""
        return max(0, self.known.asks - self.asked(seat))

    def asked_now(self, seat: int) -> bool:
        """Whether a seat has already asked about its open question."""
        return any(self._is_open(seat, revision) for revision in self._asked.get(seat, ())[-1:])

    def keep_advice(self, seat: int, weighed: Sequence[Weighed]) -> None:
        """Keep the master's answer to a seat's open question."""
        self._advice[seat] = self.begun.view(seat).revision, weighed

    def advice(self, seat: int) -> Sequence[Weighed] | None:
        """The master's answer to a seat's open question, if it is known here."""
        revision, weighed = self._advice.get(seat, (-1, None))
        return weighed if self._is_open(seat, revision) else None

    def _is_open(self, seat: int, revision: int) -> bool:
        """Whether the question that a seat saw in a revision is still open."""
        try:
            self.begun.check_fresh(seat, revision)
        except StaleMove:
            return False
        return seat in self.begun.actors
