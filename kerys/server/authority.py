"""The one authority of a table: it checks a decision, appends one event, applies it, tells of it.

The log in the database is the truth. A game in memory is a cache of it, brought up to date with the
events that others have appended, in other processes too.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, TypeVar

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from kerys.games import GAMES
from kerys.locale import _
from kerys.server.bus import Bus
from kerys.server.store import Database, Event, Seat, Table
from kerys.server.store.models import now
from kerys.table.commitment import Secret
from kerys.table.errors import GameError, UndoError
from kerys.table.game import Game, dealt
from kerys.table.record import agreement, check_rules

MOST_KEPT = 256
"""How many games stay in memory."""
Found = TypeVar("Found")
By = Literal["person", "bot", "clock"]
SHORTEST = timedelta(seconds=30)
"""How much time whoever has missed turns has at least."""
MOST_UNDONE, UNDONE_WITHIN = 30, timedelta(minutes=1)
"""How many decisions somebody may take back, within so long."""
CLOCKS: dict[str, timedelta | None] = {
    "none": None,
    "minutes": timedelta(minutes=1),
    "days": timedelta(days=1),
}


class NoTable(GameError):  # noqa: N818 - the name says what it is
    """There is no such table, or not for whoever asks."""

    def __init__(self) -> None:
        super().__init__(_("There is no such table."))


@dataclass
class Kept:
    """A game in memory with the number of events it has seen; nothing until it is looked up."""

    game: Game | None = None
    events: int = 0
    lock: threading.RLock = field(default_factory=threading.RLock)


@dataclass(frozen=True)
class Decided:
    """What a decision adds to the log: kinds and texts; and the event that it takes back."""

    events: list[tuple[str, str]]
    taken_back: Event | None = None


class Authority:
    """All tables of a site."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._lock = threading.Lock()
        self.changed: list[Callable[[Session, Table, int], None]] = []
        """Who adds to the transaction of an event: called with the seats awaited before it."""

    # --- Reading ---------------------------------------------------------------------------

    def read(self, table_id: str, look: Callable[[Game, int], Found]) -> Found:
        """Look at a game as it stands in the log, with the number of its state.

        The game is shared: a look must not change it.
        """
        kept = self._keep(table_id)
        with kept.lock:  # before the connection: whoever has the lock must never wait for one
            with self.database.reading() as session:
                game = self._catch_up(session, self._table(session, table_id), kept)
            return look(game, kept.events)

    def was_late(self, table_id: str, seat: int) -> bool:
        """Whether a seat's last decision was made for it when its time was up, and so stands."""
        with self.database.reading() as session:
            return _is_late(_last_standing(session, table_id, seat))

    # --- Deciding --------------------------------------------------------------------------

    def move(
        self, table_id: str, seat: int, move: str | int, revision: int | None, by: By = "person"
    ) -> None:
        """A decision of a seat, in answer to the state with that revision."""

        def decide(game: Game, _session: Session) -> Decided:
            before = game.ply
            game.push(seat, move, revision=revision)
            texts = [game.rules.wording.text(made.code) for made in game.moves[before:]]
            return Decided([("move", text) for text in texts])

        self._change(table_id, seat, decide, by)

    def undo(self, table_id: str, seat: int, revision: int | None) -> None:
        """Take a seat's last decision back, while that is allowed; asked for at that revision.

        It gives no new time, and what was decided when the time was up stands.
        """

        def decide(game: Game, session: Session) -> Decided:
            if revision is not None and revision != game.view(seat).revision:
                raise UndoError(_("The game has gone on since: nothing was taken back."))
            last = _last_standing(session, table_id, seat)
            if _is_late(last):
                raise UndoError(_("Your time was up: what was decided for you stands."))
            _check_undone(session, table_id, seat)
            game.undo(seat)
            return Decided([("undo", "")], last)

        self._change(table_id, seat, decide, "person")

    def start(self, session: Session, table: Table) -> None:
        """Begin to play, with the names of those who sit there now."""
        table.status = "running"
        self._settle(session, table, _deal(table), 0)

    def _change(
        self,
        table_id: str,
        seat: int,
        decide: Callable[[Game, Session], Decided],
        by: By,
    ) -> None:
        """Check and carry out a decision in memory, then on disk; if that fails, in neither."""
        kept = self._keep(table_id)
        decided = False
        with kept.lock:
            try:
                with self.database.writing() as session:
                    table = self._table(session, table_id, lock=True)
                    game = self._catch_up(session, table, kept)
                    awaited, deadline = table.awaited, table.deadline
                    found = decide(game, session)
                    decided = True
                    for kind, text in found.events:
                        table.events += 1
                        session.add(
                            Event(
                                table_id=table_id,
                                number=table.events,
                                seat=seat,
                                kind=kind,
                                move=text,
                                made_by=by,
                                deadline=deadline,
                            )
                        )
                    kept.events = table.events
                    goes_on = by == "clock" and _goes_on(game, seat, awaited)
                    _count_missed(table.seats[seat], by, goes_on)
                    self._settle(session, table, game, awaited, goes_on)
                    if found.taken_back is not None:
                        table.deadline = found.taken_back.deadline
                    self.database.tell(session, table_id)
            except BaseException:
                if decided:  # the log is read anew, also by those who wait for the lock
                    kept.game, kept.events = None, 0
                raise
        self.bus.publish(table_id)

    def _settle(
        self, session: Session, table: Table, game: Game, awaited: int, goes_on: bool = False
    ) -> None:
        """Note who is awaited now, until when, and that the game is over.

        A turn that a stand-in has begun goes on: it is theirs to the end, without new time.
        """
        table.awaited = sum(1 << seat for seat in game.actors)
        table.changed = now()
        table.thinker, table.thinking = "", None
        still = table.awaited & awaited
        another = still != table.awaited or still == awaited or not still
        if another and not goes_on:
            # Not just one of several sealed answers: another decision is owed now.
            table.deadline = _deadline(table) if table.awaited else None
        if game.over:
            table.status = "over"
        for listener in self.changed:
            listener(session, table, awaited)

    # --- The games in memory ---------------------------------------------------------------

    def _table(self, session: Session, table_id: str, lock: bool = False) -> Table:
        """A table; locked, nobody else changes it until the transaction ends."""
        query = select(Table).where(Table.id == table_id)
        table = session.scalar(query.with_for_update() if lock else query)
        if table is None:
            self._forget(table_id)
            raise NoTable
        return table

    def _keep(self, table_id: str) -> Kept:
        """The place of a table's game in memory."""
        with self._lock:
            kept = self._kept.setdefault(table_id, Kept())
            self._kept.move_to_end(table_id)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return kept

    def _forget(self, table_id: str) -> None:
        """Drop what is in memory; the log is read anew."""
        with self._lock:
            self._kept.pop(table_id, None)

    def _catch_up(self, session: Session, table: Table, kept: Kept) -> Game:
        """The game of a table that has begun, with the events of the log that memory lacked."""
        if table.status == "open":
            raise GameError(_("The game has not begun: seats are still free."))
        if kept.game is None:
            kept.game, kept.events = _deal(table), 0
        query = select(Event).where(Event.table_id == table.id, Event.number > kept.events)
        for event in session.scalars(query.order_by(Event.number)):
            if event.kind == "undo":
                kept.game.take_back(event.seat)
            else:
                kept.game.push(event.seat, kept.game.rules.code_of(event.move))
            kept.events = event.number
        return kept.game


def _last_standing(session: Session, table_id: str, seat: int) -> Event | None:
    """A seat's last decision that was not taken back."""
    query = select(Event).where(Event.table_id == table_id, Event.seat == seat)
    standing: list[Event] = []
    for event in session.scalars(query.order_by(Event.number)):
        if event.kind == "undo":
            standing.pop()
        else:
            standing.append(event)
    return standing[-1] if standing else None


def _check_undone(session: Session, table_id: str, seat: int) -> None:
    """Refuse to go back and forth without end: all who look on go along."""
    undone = select(func.count()).where(
        Event.table_id == table_id,
        Event.seat == seat,
        Event.kind == "undo",
        Event.at > now() - UNDONE_WITHIN,
    )
    if (session.scalar(undone) or 0) >= MOST_UNDONE:
        raise UndoError(_("You have taken back a lot just now: wait a moment."))


def _is_late(decision: Event | None) -> bool:
    """Whether a decision was made when the time was up."""
    return decision is not None and decision.made_by == "clock"


def _deal(table: Table) -> Game:
    """A table's game before its first decision."""
    rules = GAMES[table.game]
    check_rules(rules, table.rules_revision)
    names = [seat.name or _("Seat {number}").format(number=seat.number + 1) for seat in table.seats]
    return dealt(
        rules,
        agreement(rules, table.options, table.rules_revision),
        Secret(table.key, table.salt),
        tuple(names),
    )


def _deadline(table: Table) -> datetime | None:
    """When the decision that is owed now has to be there; soon, if only absent people owe it."""
    unit = CLOCKS[table.clock]
    if unit is None:
        return None
    time = table.pace * unit
    if all(seat.absent for seat in table.seats if table.awaited >> seat.number & 1):
        time = max(time / 10, SHORTEST)
    return now() + time


def _goes_on(game: Game, seat: int, awaited: int) -> bool:
    """Whether after a decision the turn of a seat goes on, and nobody else is asked anew."""
    return seat in game.actors and all(awaited >> actor & 1 for actor in game.actors)


def _count_missed(seat: Seat, by: By, goes_on: bool) -> None:
    """Count the turns in a row that a stand-in took; who decides something is back."""
    if by == "person":
        seat.missed = 0
    elif by == "clock" and not goes_on:
        seat.missed += 1
