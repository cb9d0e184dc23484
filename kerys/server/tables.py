"""Tables: created, joined, started, listed; and who may see them."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, case, delete, or_, select
from sqlalchemy.orm import Session, selectinload

from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.server.authority import AtSeat, Authority
from kerys.server.bot_workers import STAND_IN
from kerys.server.bus import TABLE, telling
from kerys.server.limits import check_number, check_people
from kerys.server.new_table import (
    Plan,
    Start,
    check_bot,
    check_plan,
    check_start,
    given_events,
    name_bots,
    name_person,
    new_invitation,
    new_seat,
    plan_of,
)
from kerys.server.ownership import OwnedElsewhereError
from kerys.server.people import present
from kerys.server.permissions import is_asked, is_invitation, may_close, may_see, seat_of
from kerys.server.snapshots import TableSnapshot, table_snapshot
from kerys.server.store import Database, Event, Letter, Message, Person, Seat, Table
from kerys.server.store.models import now
from kerys.server.table_errors import NoTable, check_installed
from kerys.table.commitment import fresh_secret
from kerys.table.errors import GameError, SeatError
from kerys.table.game import Game
from kerys.table.record import agreement

MOST_ADDRESS = 500
MOST_LISTED = 50
TAKE_BACK = timedelta(seconds=10)
"""How long a player can cancel leaving a table."""
OPEN_FOR = timedelta(days=14)
"""How long a table waits for people to sit down."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class Tables:
    """All tables of a site."""

    def __init__(self, database: Database, authority: Authority) -> None:
        self.database = database
        self.authority = authority

    # --- Making and joining ----------------------------------------------------------------

    def make(self, host: Person, plan: Plan, start: Start | None = None) -> str:
        """Create a table; the game begins at once if no seat is free.

        With `start`, it goes on from a moment of another game, with the same options and deal.
        """
        table = _continued(host, plan, start) if start else _planned(host, plan)
        with telling(self.database, self.authority.bus) as (session, news):
            news += [f"{TABLE}{forgotten}" for forgotten in _drop_forgotten(session)]
            snapshot = self._add(session, host, table, given_events(table, start))
        self.authority.made(snapshot)
        return snapshot.id

    def _add(
        self, session: Session, host: Person, table: Table, given: Sequence[Event] = ()
    ) -> TableSnapshot:
        """Put a new table into the database, with the events that its log begins with."""
        present(session, host)
        check_number(session, host)
        session.add(table)
        session.flush()
        session.add_all(given)
        session.flush()
        self._begin_if_full(session, table)
        return table_snapshot(table)

    def play_again(self, person: Person, table_id: str) -> str:
        """The table of the rematch of a finished game, with the same people and settings.

        The first player to ask creates it; the others are sent there.
        """
        led, made = "", []

        def change(session: Session, old: Table) -> None:
            nonlocal led
            if person.id not in (old.host_id, *(seat.person_id for seat in old.seats)):
                raise SeatError(_("Only players at this table can play it again."))
            if old.status != "over":
                raise SeatError(_("This game isn't over yet."))
            if old.rematch is None or session.get(Table, old.rematch) is None:
                new = _planned(person, plan_of(old))
                for seat, before in zip(new.seats, old.seats, strict=True):
                    if before.bot:
                        seat.name = before.name
                for seat, before in zip(new.seats, old.seats, strict=True):
                    if before.person is not None:
                        name_person(before.person, seat, new)
                        seat.person_id = before.person_id
                made.append(self._add(session, person, new))
                old.rematch = new.id
            led = old.rematch

        self._change(table_id, change)
        for table in made:
            self.authority.made(table)
        return led

    def forget_rematch(self, table_id: str) -> None:
        """Let the players of a finished game start another rematch if the last one is gone."""

        def change(session: Session, old: Table) -> None:
            if old.rematch is not None and session.get(Table, old.rematch) is None:
                old.rematch = None

        self._change(table_id, change)

    def sit_down(self, person: Person, table_id: str, number: int, invitation: str = "") -> None:
        """Claim a seat: with the invitation to it, or one that anyone may take."""

        def change(session: Session, table: Table) -> None:
            present(session, person)
            if not 0 <= number < len(table.seats):
                raise SeatError(_("There is no such seat."))
            seat = table.seats[number]
            if seat.person_id == person.id:
                return
            if not (seat.listed or is_invitation(seat.invitation, invitation)):
                raise SeatError(_("This seat is reserved for a friend."))
            if seat.bot or seat.person_id is not None:
                raise SeatError(_("This seat is taken."))
            if any(one.person_id == person.id for one in table.seats):
                raise SeatError(_("You already have a seat at this table."))
            seat.person_id = person.id
            name_person(person, seat, table)
            table.changed = now()
            self._begin_if_full(session, table)

        self._change(table_id, change)

    def stand_up(self, person: Person, table_id: str) -> None:
        """Leave a table before the game begins; if the host leaves, it is deleted."""

        def change(session: Session, table: Table) -> None:
            mine = [seat for seat in table.seats if seat.person_id == person.id]
            if table.status != "open":
                raise SeatError(_("The game has begun: nobody can leave any more."))
            for seat in mine:
                _free(seat)
            if table.host_id == person.id:
                session.delete(table)

        self._change(table_id, change)

    def seat_bot(self, host: Person, table_id: str, number: int, bot: str) -> None:
        """The host gives a free seat to a bot, so that the game can begin."""

        def change(session: Session, table: Table) -> None:
            check_bot(bot, table.game)
            if table.host_id != host.id:
                raise SeatError(_("Only the creator of the table can seat bots."))
            if not 0 <= number < len(table.seats):
                raise SeatError(_("There is no such seat."))
            seat = table.seats[number]
            if seat.bot or seat.person_id is not None:
                raise SeatError(_("This seat is taken."))
            seat.bot = bot
            name_bots(table.game, table.commitment, table.seats)
            self._begin_if_full(session, table)

        self._change(table_id, change)

    def free_seat(self, host: Person, table_id: str, number: int) -> None:
        """The host frees a seat before the game begins; the link to it stops working."""

        def change(_session: Session, table: Table) -> None:
            if table.host_id != host.id:
                raise SeatError(_("Only the creator of the table can free seats."))
            if table.status != "open":
                raise SeatError(_("The game has begun: seats can't be freed any more."))
            if not 0 <= number < len(table.seats):
                raise SeatError(_("There is no such seat."))
            _free(table.seats[number])
            table.seats[number].invitation = new_invitation()

        self._change(table_id, change)

    def leave(self, person: Person, table_id: str) -> None:
        """Leave a seat, whether the game has begun or not."""
        table = self.look(table_id, person)
        if table.status != "open":
            self.give_up(person, table_id)
        elif table.host_id == person.id:
            self.free_seat(person, table_id, seat_of(table, person))
        else:
            self.stand_up(person, table_id)

    def give_up(self, person: Person, table_id: str) -> None:
        """Give a seat in a running game to a bot, which takes over under the same name."""

        def change(session: Session, table: Table) -> None:
            give_to_bot(session, _own_seat(table, person))

        self._change(table_id, change)

    def give_up_soon(self, person: Person, table_id: str) -> None:
        """The same after a moment, unless it is cancelled."""

        def change(_session: Session, table: Table) -> None:
            _own_seat(table, person).leaving = now() + TAKE_BACK

        self._change(table_id, change)

    def close_soon(self, host: Person, table_id: str) -> None:
        """The host deletes a table that is open, or where nobody else plays, after a moment."""

        def change(_session: Session, table: Table) -> None:
            waits = table.status == "open" and table.host_id == host.id
            if not (waits or may_close(table_snapshot(table), host)):
                raise SeatError(_("A table can be closed by its creator if nobody else plays."))
            table.closing = now() + TAKE_BACK

        self._change(table_id, change)

    def stay(self, person: Person, table_id: str) -> None:
        """Cancel leaving a table, or closing it."""

        def change(_session: Session, table: Table) -> None:
            if table.host_id == person.id:
                table.closing = None
            for seat in table.seats:
                if seat.person_id == person.id:
                    seat.leaving = None

        self._change(table_id, change)

    def carry_out_departures(self, moment: datetime) -> None:
        """Close tables and give up seats that are due."""
        with self.database.reading() as session:
            closing = select(Table.id).where(Table.closing <= moment)
            leaving = select(Seat.table_id).where(Seat.leaving <= moment)
            due = {*session.scalars(closing), *session.scalars(leaving)}

        def change(session: Session, table: Table) -> None:
            if table.closing is not None and table.closing <= moment:
                session.delete(table)
                return
            for seat in table.seats:
                if seat.leaving is not None and seat.leaving <= moment:
                    give_to_bot(session, seat)

        for table_id in sorted(due):
            with suppress(NoTable):  # another process was quicker
                self._change(table_id, change)

    def rename(self, person: Person) -> None:
        """Use a person's name at all their unfinished tables."""
        with telling(self.database, self.authority.bus) as (session, news):
            query = select(Table).where(Table.id.in_(_seated(person)), Table.status != "over")
            query = query.order_by(Table.id).with_for_update().options(selectinload(Table.seats))
            for table in session.scalars(query):
                seat = next(one for one in table.seats if one.person_id == person.id)
                before = seat.name
                name_person(person, seat, table)
                if seat.name != before:
                    table.version += 1
                    news.append(f"{TABLE}{table.id}")

    def set_webhook(self, person: Person, table_id: str, address: str) -> None:
        """Set the address to call when it is this seat's turn."""
        address = address.strip()
        fits = address.startswith(("http://", "https://")) and address.isprintable()
        if address and not (fits and len(address) <= MOST_ADDRESS):
            raise GameError(_("The address of a webhook must begin with http:// or https://."))

        def change(_session: Session, table: Table) -> None:
            mine = [seat for seat in table.seats if seat.person_id == person.id]
            if not mine:
                raise SeatError(_("You have no seat at this table."))
            mine[0].webhook = address

        self._change(table_id, change)

    def _begin_if_full(self, session: Session, table: Table) -> None:
        """Begin once every seat is taken."""
        if table.status == "open" and all(
            seat.bot or seat.person_id is not None for seat in table.seats
        ):
            check_people(session, table)
            self.authority.start_game(session, table)

    def _change(self, table_id: str, change: Callable[[Session, Table], None]) -> None:
        """Change a table while nobody else does; everyone there sees the change."""

        def changed(session: Session, row: Table) -> AtSeat:
            change(session, row)
            return AtSeat(SPECTATOR)

        try:
            self.authority.change(table_id, changed, lambda _visitor, _owned: None)
        except OwnedElsewhereError:
            self._change_from_afar(table_id, change)

    def _change_from_afar(self, table_id: str, change: Callable[[Session, Table], None]) -> None:
        """Change a table that another process owns, which then reloads it."""
        with telling(self.database, self.authority.bus) as (session, news):
            news.append(f"{TABLE}{table_id}")
            query = select(Table).where(Table.id == table_id).with_for_update()
            row = session.scalar(query)
            if row is None:
                raise NoTable
            change(session, check_installed(row))
            if row not in session.deleted:
                row.version += 1

    # --- Looking ---------------------------------------------------------------------------

    def look(self, table_id: str, person: Person | None, invitation: str = "") -> TableSnapshot:
        """A table for a person who may see it, in any process; raises NoTable for others."""
        with self.database.reading() as session:
            query = select(Table).where(Table.id == table_id).options(selectinload(Table.seats))
            row = session.scalar(query)
            if row is None:
                raise NoTable
            table = table_snapshot(check_installed(row))
        if not may_see(table, person, invitation):
            raise NoTable
        return table

    def invited(self, invitation: str) -> Seat:
        """The seat of an invitation."""
        with self.database.reading() as session:
            seat = session.scalar(select(Seat).where(Seat.invitation == invitation))
            if seat is None:
                raise NoTable
            return seat

    def mine(self, person: Person) -> list[TableSnapshot]:
        """A person's tables: where it is their turn, then running ones, then open ones."""
        ranks = [(Table.status == status, rank) for rank, status in enumerate(("running", "open"))]
        with self.database.reading() as session:
            query = (
                select(Table)
                .where(or_(Table.id.in_(_seated(person)), Table.host_id == person.id))
                .where(Table.game.in_(GAMES.names()))
                .options(selectinload(Table.seats))
                .order_by(case(*ranks, else_=len(ranks)), Table.changed.desc())
                .limit(4 * MOST_LISTED)
            )
            found = [table_snapshot(row) for row in session.scalars(query)]
        return sorted(found, key=lambda table: not is_asked(table, person))

    def listed(self, status: str, person: Person | None) -> list[TableSnapshot]:
        """Public tables of other people."""
        query = select(Table).where(Table.status == status, Table.private.is_(False))
        query = query.where(Table.game.in_(GAMES.names()))
        if person is not None:
            query = query.where(Table.id.not_in(_seated(person)), Table.host_id != person.id)
        with self.database.reading() as session:
            query = query.options(selectinload(Table.seats)).order_by(Table.changed.desc())
            return [table_snapshot(row) for row in session.scalars(query.limit(MOST_LISTED))]


def _own_seat(table: Table, person: Person) -> Seat:
    """The seat of a person in a running game."""
    if table.status != "running":
        raise SeatError(_("Only a running game can be given up."))
    mine = [seat for seat in table.seats if seat.person_id == person.id]
    if not mine:
        raise SeatError(_("You have no seat at this table."))
    return mine[0]


def give_to_bot(session: Session, seat: Seat) -> None:
    """Let a bot take over a person's seat, under the same name."""
    if seat.person_id is not None:
        text = _("has left the game; a bot has taken over.")
        left = Message(table_id=seat.table_id, person_id=seat.person_id, name=seat.name, text=text)
        session.add(left)
    seat.person_id, seat.webhook, seat.bot, seat.leaving = None, "", STAND_IN, None
    letters = delete(Letter).where(Letter.table_id == seat.table_id)
    session.execute(letters.where(Letter.seat == seat.number))


def _continued(host: Person, plan: Plan, start: Start) -> Table:
    """A new table that goes on from a moment of another game."""
    check_start(plan, start)
    table = _planned(host, plan, start.game)
    table.continued = start.address
    table.given = table.events = start.game.ply
    return table


def _planned(host: Person, plan: Plan, dealt: Game | None = None) -> Table:
    """A new table, not yet in the database; dealt, or with the options and deal of a game."""
    check_plan(plan)
    rules = GAMES[plan.game]
    options = agreement(rules, {**plan.options, "players": len(plan.seats)})
    secret = fresh_secret()
    if dealt is not None:
        assert dealt.secret is not None
        options, secret = dealt.before(0), dealt.secret
    table = Table(
        id="".join(secrets.choice(LETTERS) for _letter in range(10)),
        game=plan.game,
        rules_revision=int(options.revision),
        options=rules.wording.plain_options(options),
        private=plan.private,
        status="open",
        clock=plan.clock,
        pace=plan.pace,
        guided=plan.guided,
        asks=plan.asks,
        host_id=host.id,
        key=secret.key,
        salt=secret.salt,
        commitment=secret.commitment,
        seats=[new_seat(number, who, host) for number, who in enumerate(plan.seats)],
    )
    name_bots(table.game, table.commitment, table.seats)
    return table


def _seated(person: Person) -> Select[Any]:
    """The tables where a person sits."""
    return select(Seat.table_id).where(Seat.person_id == person.id)


def _drop_forgotten(session: Session) -> list[str]:
    """Delete tables that have waited too long for players; returns them."""
    forgotten = Table.changed < now() - OPEN_FOR
    query = delete(Table).where(Table.status == "open", forgotten).returning(Table.id)
    return list(session.scalars(query))


def _free(seat: Seat) -> None:
    """Clear the seat."""
    seat.person_id, seat.bot, seat.name, seat.webhook = None, "", "", ""
