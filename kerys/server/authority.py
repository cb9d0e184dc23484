"""The authority over all tables: it checks a decision, appends one event, applies it, announces it.

The log in the database is the truth. A game in memory is a cache of it, brought up to date with the
events that others have appended, in other processes too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from kerys.games import GAMES
from kerys.locale import _
from kerys.server.bus import Bus
from kerys.server.clocks import By, count_missed, deadline_of, turn_goes_on
from kerys.server.decisions import Decide, Decided, Turn, moving, undoing
from kerys.server.game_cache import CachedGame, GameCache
from kerys.server.store import Database, Event, Table
from kerys.server.store.models import now
from kerys.table.commitment import Secret
from kerys.table.errors import GameError
from kerys.table.game import Game, dealt
from kerys.table.record import agreement


class NoTable(GameError):  # noqa: N818 - the name says what it is
    """There is no such table, or not for whoever asks."""

    def __init__(self) -> None:
        super().__init__(_("There is no such table."))


class NewerRules(GameError):  # noqa: N818
    """A table is played by rules that this version of Kerys doesn't know."""

    def __init__(self, title: str, revision: int, newest: int) -> None:
        super().__init__(
            _(
                "This table is played by revision {revision} of the rules of {game}, but this site "
                "knows only revisions up to {newest}. It needs a newer version of Kerys."
            ).format(revision=revision, game=title, newest=newest)
        )


class GameNotInstalled(GameError):  # noqa: N818
    """A table is of a game whose package is no longer installed."""

    def __init__(self, game: str) -> None:
        super().__init__(
            _("This table is of '{game}', a game that isn't installed on this site.").format(
                game=game
            )
        )


def check_installed(table: Table) -> Table:
    """A table whose game is there."""
    if table.game not in GAMES:
        raise GameNotInstalled(table.game)
    return table


class AtTable(Protocol):
    """Whoever has come to a table, as seen by one transaction."""

    @property
    def table(self) -> Table:
        """The table with its seats."""
        ...

    @property
    def seat(self) -> int:
        """Their seat."""
        ...


Visitor = TypeVar("Visitor", bound=AtTable)
Found = TypeVar("Found")
Enter = Callable[[Session, Table | None], Visitor]
"""Finds out in a transaction who has come to a table; a NoTable if it isn't for them to see."""
Look = Callable[[Visitor, CachedGame], Found]
"""Looks at a game, which is shared and must not be changed, outside any transaction."""


@dataclass(frozen=True)
class AtSeat:
    """A seat at a table, whoever has it."""

    table: Table
    seat: int


class Authority:
    """All tables of a site."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus
        self.cache = GameCache()
        self.changed: list[Callable[[Session, Table, int], None]] = []
        """What else happens in the transaction of an event; called with the seats awaited before
        it."""

    # --- Reading ---------------------------------------------------------------------------

    def visit(self, table_id: str, enter: Enter[Visitor], look: Look[Visitor, Found]) -> Found:
        """Read a table in one transaction, then look at its game as it stands in the log."""
        cached = self.cache.entry(table_id)
        with cached.lock:  # before the connection: whoever has the lock must never wait for one
            with self.database.reading() as session:
                visitor = enter(session, self.find(session, table_id))
                if visitor.table.status != "open":
                    self._catch_up(session, visitor.table, cached)
            self.cache.trim()
            return look(visitor, cached)

    def change(self, table_id: str, enter: Enter[Visitor], look: Look[Visitor, Found]) -> Found:
        """Let `enter` change what people see at a table, other than its game; then look."""
        cached = self.cache.entry(table_id)
        with cached.lock:
            with self.database.writing() as session:
                visitor = enter(session, self.find(session, table_id, lock=True))
                if visitor.table.status != "open":
                    self._catch_up(session, visitor.table, cached)
                self.announce(session, visitor.table)
            self.bus.publish(table_id)
            return look(visitor, cached)

    def read(self, table_id: str, look: Callable[[Game, int], Found]) -> Found:
        """Look at a game as it stands in the log, with the number of its state."""
        return self.visit(
            table_id,
            lambda _session, table: AtSeat(_existing(table), 0),
            lambda _visitor, cached: look(cached.begun, cached.events),
        )

    # --- Deciding --------------------------------------------------------------------------

    def move(
        self, table_id: str, seat: int, move: str | int, revision: int | None, by: By = "person"
    ) -> None:
        """A decision of a seat, in answer to the state with that revision."""
        self._decide_at(table_id, seat, moving(move, revision), by)

    def undo(self, table_id: str, seat: int, revision: int | None) -> None:
        """Take a seat's last decision back, if that is allowed in the state with that revision."""
        self._decide_at(table_id, seat, undoing(revision), "person")

    def _decide_at(self, table_id: str, seat: int, decide: Decide, by: By) -> None:
        """A decision of a seat, whoever has it."""

        def enter(_session: Session, table: Table | None) -> AtSeat:
            return AtSeat(_existing(table), seat)

        self.decide(table_id, enter, decide, lambda _visitor, _cached: None, by)

    def decide(
        self,
        table_id: str,
        enter: Enter[Visitor],
        decide: Decide,
        look: Look[Visitor, Found],
        by: By = "person",
    ) -> Found:
        """Carry out a decision in memory and on disk, or in neither; then look."""
        cached = self.cache.entry(table_id)
        with cached.lock:
            decided = False
            try:
                with self.database.writing() as session:
                    visitor = enter(session, self.find(session, table_id, lock=True))
                    if visitor.table.status != "open":
                        self._catch_up(session, visitor.table, cached)
                    turn = Turn(session, visitor.table, cached, cached.begun, visitor.seat)
                    found = decide(turn)
                    decided = True
                    self._append(turn, found, by)
            except BaseException:
                if decided:  # the log is read again, also by those who wait for the lock
                    cached.clear()
                raise
            self.cache.trim()
            self.bus.publish(table_id)
            return look(visitor, cached)

    def start(self, session: Session, table: Table) -> None:
        """Begin to play, with the names of those who sit there now."""
        table.status = "running"
        self._settle(session, table, _deal(table), 0)

    def announce(self, session: Session, table: Table) -> None:
        """Let everyone know, once the transaction is on disk, that there is something new here."""
        table.version += 1
        self.database.tell(session, table.id)

    def _append(self, turn: Turn, found: Decided, by: By) -> None:
        """Add a decision to the log, with all that follows from it."""
        table, awaited, deadline = turn.table, turn.table.awaited, turn.table.deadline
        for kind, text in found.events:
            table.events += 1
            event = Event(
                table_id=table.id,
                number=table.events,
                seat=turn.seat,
                kind=kind,
                move=text,
                made_by=by,
                deadline=deadline,
            )
            turn.session.add(event)
            turn.cached.note(event)
        goes_on = by == "clock" and turn_goes_on(turn.game, turn.seat, awaited)
        count_missed(table.seats[turn.seat], by, goes_on)
        self._settle(turn.session, table, turn.game, awaited, goes_on)
        if found.taken_back is not None:
            table.deadline = found.taken_back.deadline
        self.announce(turn.session, table)

    def _settle(
        self, session: Session, table: Table, game: Game, awaited: int, goes_on: bool = False
    ) -> None:
        """Note who is awaited now, until when, and whether the game is over.

        A turn that a stand-in has begun is theirs to the end, without new time.
        """
        table.awaited = sum(1 << seat for seat in game.actors)
        table.changed = now()
        table.thinker, table.thinking = "", None
        still = table.awaited & awaited
        another = still != table.awaited or still == awaited or not still
        if another and not goes_on:
            # Not just one of several sealed answers: another decision is owed now.
            table.deadline = deadline_of(table) if table.awaited else None
        if game.over:
            table.status = "over"
        for listener in self.changed:
            listener(session, table, awaited)

    # --- The log ---------------------------------------------------------------------------

    def find(self, session: Session, table_id: str, lock: bool = False) -> Table | None:
        """A table with its seats; locked, nobody else changes it until the transaction ends."""
        query = select(Table).where(Table.id == table_id)
        if lock:
            # Seats are read afterwards: joined, they could be older than the row that was locked.
            table = session.scalar(query.with_for_update())
        else:
            query = query.options(joinedload(Table.seats, innerjoin=True))
            table = session.scalars(query).unique().one_or_none()
        if table is None:
            self.cache.drop(table_id)
            return None
        return check_installed(table)

    def _catch_up(self, session: Session, table: Table, cached: CachedGame) -> None:
        """Bring the game of a table that has begun up to date with the log."""
        if cached.game is None:
            cached.begin(_deal(table))
        if cached.events == table.events:
            return
        query = select(Event).where(Event.table_id == table.id, Event.number > cached.events)
        for event in session.scalars(query.order_by(Event.number)):
            cached.replay(event)


def _existing(table: Table | None) -> Table:
    """A table that is there."""
    if table is None:
        raise NoTable
    return table


def _deal(table: Table) -> Game:
    """A table's game before its first decision, by the rules it began with."""
    rules = GAMES[table.game]
    if table.rules_revision not in rules.revisions:
        raise NewerRules(rules.wording.title, table.rules_revision, rules.revision)
    names = [seat.name or _("Seat {number}").format(number=seat.number + 1) for seat in table.seats]
    return dealt(
        rules,
        agreement(rules, table.options, table.rules_revision),
        Secret(table.key, table.salt),
        tuple(names),
    )
