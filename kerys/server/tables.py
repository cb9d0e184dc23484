"""Tables: made, joined, begun, listed; and who may look at them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from zlib import crc32

from sqlalchemy import Select, case, delete, func, or_, select
from sqlalchemy.orm import Session, selectinload

from kerys.bots import bot_named, level_names
from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.kernel.face import Switch
from kerys.locale import _
from kerys.server.authority import CLOCKS, Authority, NoTable
from kerys.server.store import Database, Letter, Message, Person, Seat, Table
from kerys.server.store.models import now
from kerys.server.thinking import STAND_IN
from kerys.table.dealing import fresh_secret
from kerys.table.errors import GameError, SeatError
from kerys.table.game import MOST_NAME
from kerys.table.record import agreement

ME, FRIEND, ANYONE = "me", "friend", "anyone"
MOST_PACE = {"none": 0, "minutes": 24 * 60, "days": 30}
MOST_TEXT = 500
MOST_SAID, SAID_WITHIN = 10, timedelta(seconds=30)
"""How often somebody may talk at a table, within so long."""
MOST_ADDRESS = 500
MOST_LISTED = 50
MOST_TABLES = 50
MOST_OF_BOTS = 2
"""How many tables without people one person may have running: bots at them never wait."""
OPEN_FOR = timedelta(days=14)
"""How long a table waits for people to sit down."""
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True)
class Plan:
    """A table that somebody wants to have."""

    game: str
    seats: Sequence[str]
    """For each seat `me`, `friend`, `anyone`, or a bot by name."""
    options: dict[str, Any] = field(default_factory=dict)
    """Beside the number of players, as arguments of the game's `configure`."""
    private: bool = True
    clock: str = "none"
    pace: int = 0


class Tables:
    """All tables of a site, for the people of it."""

    def __init__(self, database: Database, authority: Authority) -> None:
        self.database = database
        self.authority = authority

    # --- Making and joining ----------------------------------------------------------------

    def make(self, host: Person, plan: Plan) -> str:
        """A new table; it begins at once if no seat is left free."""
        _check_plan(plan)
        kernel = GAMES[plan.game]
        options = agreement(kernel, {**plan.options, "players": len(plan.seats)})
        secret = fresh_secret()
        table = Table(
            id="".join(secrets.choice(LETTERS) for _letter in range(10)),
            game=plan.game,
            rules=kernel.rules,
            options=kernel.face.plain_options(options),
            private=plan.private,
            status="open",
            clock=plan.clock,
            pace=plan.pace,
            host_id=host.id,
            key=secret.key,
            salt=secret.salt,
            commitment=secret.commitment,
            seats=[_seat(number, who, host) for number, who in enumerate(plan.seats)],
        )
        _name_bots(table.seats)
        with self.database.writing() as session:
            _drop_forgotten(session)
            _check_present(session, host)
            _check_number(session, host)
            session.add(table)
            session.flush()
            self._begin_if_full(session, table)
        self.authority.bus.publish(table.id)
        return table.id

    def sit_down(self, person: Person, table_id: str, number: int, invitation: str = "") -> None:
        """Claim a seat: with the invitation to it, or one that anyone may take."""
        with self.database.writing() as session:
            table = self._locked(session, table_id)
            _check_present(session, person)
            if not 0 <= number < len(table.seats):
                raise SeatError(_("There is no such seat."))
            seat = table.seats[number]
            if seat.person_id == person.id:
                return
            if not (seat.listed or _is_invitation(seat, invitation)):
                raise SeatError(_("This seat is kept for a friend."))
            if seat.bot or seat.person_id is not None:
                raise SeatError(_("Somebody sits there already."))
            if any(one.person_id == person.id for one in table.seats):
                raise SeatError(_("You have a seat at this table already."))
            seat.person_id = person.id
            seat.name = _free_name(person.name, [one.name for one in table.seats])
            table.changed = now()
            self._begin_if_full(session, table)
            self.database.tell(session, table_id)
        self.authority.bus.publish(table_id)

    def stand_up(self, person: Person, table_id: str) -> None:
        """Leave a table that has not begun; if the host leaves, it goes."""
        with self.database.writing() as session:
            table = self._locked(session, table_id)
            mine = [seat for seat in table.seats if seat.person_id == person.id]
            if table.status != "open":
                raise SeatError(_("The game has begun: nobody leaves any more."))
            for seat in mine:
                _free(seat)
            if table.host_id == person.id:
                session.delete(table)
            self.database.tell(session, table_id)
        self.authority.bus.publish(table_id)

    def seat_bot(self, host: Person, table_id: str, number: int, bot: str) -> None:
        """The host gives a free seat to a bot, so that the game can begin."""
        _check_bot(bot)
        with self.database.writing() as session:
            table = self._locked(session, table_id)
            if table.host_id != host.id:
                raise SeatError(_("Only who made the table may seat bots."))
            if not 0 <= number < len(table.seats):
                raise SeatError(_("There is no such seat."))
            seat = table.seats[number]
            if seat.bot or seat.person_id is not None:
                raise SeatError(_("Somebody sits there already."))
            seat.bot = bot
            _name_bots(table.seats)
            self._begin_if_full(session, table)
            self.database.tell(session, table_id)
        self.authority.bus.publish(table_id)

    def free_seat(self, host: Person, table_id: str, number: int) -> None:
        """The host frees a seat before the game begins; the link that led to it ends."""
        with self.database.writing() as session:
            table = self._locked(session, table_id)
            if table.host_id != host.id:
                raise SeatError(_("Only who made the table may free seats."))
            if table.status != "open":
                raise SeatError(_("The game has begun: seats are no longer freed."))
            if not 0 <= number < len(table.seats):
                raise SeatError(_("There is no such seat."))
            _free(table.seats[number])
            table.seats[number].invitation = _new_invitation()
            self.database.tell(session, table_id)
        self.authority.bus.publish(table_id)

    def give_up(self, person: Person, table_id: str) -> None:
        """Give one's seat in a running game to a bot, which plays on under the same name."""
        with self.database.writing() as session:
            table = self._locked(session, table_id)
            if table.status != "running":
                raise SeatError(_("Only a game that runs can be given up."))
            mine = [seat for seat in table.seats if seat.person_id == person.id]
            if not mine:
                raise SeatError(_("You have no seat at this table."))
            for seat in mine:
                seat.person_id, seat.webhook, seat.bot = None, "", STAND_IN
                letters = delete(Letter).where(Letter.table_id == table_id)
                session.execute(letters.where(Letter.seat == seat.number))
                text = _("leaves the game; a bot plays on.")
                session.add(
                    Message(table_id=table_id, person_id=person.id, name=seat.name, text=text)
                )
            self.database.tell(session, table_id)
        self.authority.bus.publish(table_id)

    def close(self, host: Person, table_id: str) -> None:
        """The host ends a running game in which nobody else plays; nothing is kept of it."""
        with self.database.writing() as session:
            table = self._locked(session, table_id)
            if not may_close(table, host):
                raise SeatError(_("A game that others play too is not closed."))
            session.delete(table)
            self.database.tell(session, table_id)
        self.authority.bus.publish(table_id)

    def set_webhook(self, person: Person, table_id: str, address: str) -> None:
        """Where a program wants to hear that this seat's turn has come."""
        address = address.strip()
        fits = address.startswith(("http://", "https://")) and address.isprintable()
        if address and not (fits and len(address) <= MOST_ADDRESS):
            raise GameError(_("The address of a webhook begins with http:// or https://."))
        with self.database.writing() as session:
            table = self._locked(session, table_id)
            mine = [seat for seat in table.seats if seat.person_id == person.id]
            if not mine:
                raise SeatError(_("You have no seat at this table."))
            mine[0].webhook = address

    def _begin_if_full(self, session: Session, table: Table) -> None:
        """Begin once every seat is taken."""
        if table.status == "open" and all(
            seat.bot or seat.person_id is not None for seat in table.seats
        ):
            _check_people(session, table)
            self.authority.start(session, table)

    def _locked(self, session: Session, table_id: str) -> Table:
        """A table that nobody else changes meanwhile."""
        table = session.scalar(select(Table).where(Table.id == table_id).with_for_update())
        if table is None:
            raise NoTable
        return table

    # --- Looking ---------------------------------------------------------------------------

    def look(self, table_id: str, person: Person | None, invitation: str = "") -> Table:
        """A table for somebody who may see it; for others there is none."""
        with self.database.reading() as session:
            query = select(Table).where(Table.id == table_id).options(selectinload(Table.seats))
            table = session.scalar(query)
            if table is None or not _may_see(table, person, invitation):
                raise NoTable
            return table

    def invited(self, invitation: str) -> Seat:
        """The seat of an invitation."""
        with self.database.reading() as session:
            seat = session.scalar(select(Seat).where(Seat.invitation == invitation))
            if seat is None:
                raise NoTable
            return seat

    def mine(self, person: Person) -> list[Table]:
        """Somebody's tables: where it is their turn, then running ones, then open ones."""
        ranks = [(Table.status == status, rank) for rank, status in enumerate(("running", "open"))]
        with self.database.reading() as session:
            query = (
                select(Table)
                .where(or_(Table.id.in_(_seated(person)), Table.host_id == person.id))
                .options(selectinload(Table.seats))
                .order_by(case(*ranks, else_=len(ranks)), Table.changed.desc())
                .limit(4 * MOST_LISTED)
            )
            found = list(session.scalars(query))
        return sorted(found, key=lambda table: not is_asked(table, person))

    def listed(self, status: str, person: Person | None) -> list[Table]:
        """Public tables that somebody else plays at."""
        query = select(Table).where(Table.status == status, Table.private.is_(False))
        if person is not None:
            query = query.where(Table.id.not_in(_seated(person)), Table.host_id != person.id)
        with self.database.reading() as session:
            query = query.options(selectinload(Table.seats)).order_by(Table.changed.desc())
            return list(session.scalars(query.limit(MOST_LISTED)))

    # --- Chat ------------------------------------------------------------------------------

    def say(self, person: Person, table_id: str, text: str) -> None:
        """Say something to those at the table."""
        text = " ".join(CONTROLS.sub(" ", text).split())
        if not text:
            raise GameError(_("Say something, or nothing at all."))
        if len(text) > MOST_TEXT:
            raise GameError(_("{most} letters are enough at once.").format(most=MOST_TEXT))
        table = self.look(table_id, person)
        if seat_of(table, person) == SPECTATOR:
            raise SeatError(_("Only who sits at the table may talk there."))
        name = next(seat.name for seat in table.seats if seat.person_id == person.id)
        with self.database.writing() as session:
            self._locked(session, table_id)
            _check_present(session, person)
            _check_talk(session, person, table_id)
            session.add(Message(table_id=table_id, person_id=person.id, name=name, text=text))
            self.database.tell(session, table_id)
        self.authority.bus.publish(table_id)

    def said(self, table_id: str) -> list[Message]:
        """The last things that were said."""
        with self.database.reading() as session:
            query = select(Message).where(Message.table_id == table_id)
            found = session.scalars(query.order_by(Message.id.desc()).limit(100))
            return list(found)[::-1]

    def version(self, table_id: str) -> str:
        """A word that changes whenever there is something new to see at a table."""
        with self.database.reading() as session:
            table = session.get(Table, table_id)
            if table is None:
                raise NoTable
            last = session.scalar(select(func.max(Message.id)).where(Message.table_id == table_id))
            names = crc32("\n".join(seat.name for seat in table.seats).encode())
            return f"{table.status}-{names}-{table.events}-{last or 0}"


def _seated(person: Person) -> Select[Any]:
    """The tables that somebody sits at."""
    return select(Seat.table_id).where(Seat.person_id == person.id)


def seat_of(table: Table, person: Person | None) -> int:
    """The seat that somebody has at a table."""
    if person is not None:
        for seat in table.seats:
            if seat.person_id == person.id:
                return seat.number
    return SPECTATOR


def is_asked(table: Table, person: Person | None) -> bool:
    """Whether a table waits for somebody."""
    seat = seat_of(table, person)
    return seat != SPECTATOR and bool(table.awaited >> seat & 1)


def _may_see(table: Table, person: Person | None, invitation: str) -> bool:
    """Who may see a table: everyone a public one, a private one who sits there or is invited."""
    if not table.private or seat_of(table, person) != SPECTATOR:
        return True
    if person is not None and table.host_id == person.id:
        return True
    return any(_is_invitation(seat, invitation) for seat in table.seats)


def variants(table: Table) -> list[Switch]:
    """What was chosen for a table beside the number of players."""
    return [
        switch
        for switch in GAMES[table.game].face.switches
        if len(table.seats) in switch.players and table.options.get(switch.name) == switch.value
    ]


def _is_invitation(seat: Seat, invitation: str) -> bool:
    """Whether a word is the secret one of a seat."""
    return secrets.compare_digest(seat.invitation.encode(), invitation.encode())


def may_close(table: Table, person: Person | None) -> bool:
    """Whether somebody may end a running game: the host, where nobody else plays."""
    if person is None or table.status != "running" or table.host_id != person.id:
        return False
    return all(seat.person_id in (None, person.id) for seat in table.seats)


def _check_plan(plan: Plan) -> None:
    """Refuse a table that cannot be."""
    if plan.game not in GAMES:
        raise SeatError(
            _("There is no game '{game}'; there are {known}.").format(
                game=plan.game[:40], known=", ".join(GAMES)
            )
        )
    if sum(who == ME for who in plan.seats) > 1:
        raise SeatError(_("You can sit on one seat only."))
    if plan.private and ANYONE in plan.seats:
        raise SeatError(
            _("A private table is not in the lobby: keep its seats for friends, or make it public.")
        )
    for who in plan.seats:
        if who not in (ME, FRIEND, ANYONE):
            _check_bot(who)
    if plan.clock not in CLOCKS:
        raise SeatError(
            _("The clock is {known}, not '{clock}'.").format(
                known=", ".join(CLOCKS), clock=plan.clock[:40]
            )
        )
    most = MOST_PACE[plan.clock]
    if not (most == plan.pace == 0 or 1 <= plan.pace <= most):
        raise SeatError(
            _("The time for a decision is 1 to {most} {clock}.").format(most=most, clock=plan.clock)
        )


def _check_bot(name: str) -> None:
    """Refuse bots that are no levels: some of them cheat, some are only parts."""
    if name not in level_names():
        raise SeatError(
            _("'{name}' cannot sit at a table; the levels are {levels}.").format(
                name=name[:40], levels=", ".join(level_names())
            )
        )
    bot_named(name)


def _check_present(session: Session, person: Person) -> None:
    """Refuse a guest who has become an account meanwhile, and let nobody become one until then."""
    kept = {"read": True, "key_share": True}
    if session.get(Person, person.id, with_for_update=kept) is None:
        raise SeatError(_("You have signed in meanwhile: look again."))


def _check_number(session: Session, host: Person) -> None:
    """Refuse more tables than anyone plays at."""
    query = select(func.count()).where(Table.host_id == host.id, Table.status != "over")
    if (session.scalar(query) or 0) >= MOST_TABLES:
        raise SeatError(
            _("You have {number} tables that are not over: finish one first.").format(
                number=MOST_TABLES
            )
        )


def _check_people(session: Session, table: Table) -> None:
    """Refuse to begin more games without people than somebody watches."""
    if any(seat.person_id is not None for seat in table.seats):
        return
    people = select(Seat.number).where(Seat.table_id == Table.id, Seat.person_id.is_not(None))
    query = select(func.count()).where(
        Table.host_id == table.host_id, Table.status == "running", ~people.exists()
    )
    if (session.scalar(query) or 0) >= MOST_OF_BOTS:
        raise SeatError(
            _("Bots play alone at {number} tables of yours: let one of them end first.").format(
                number=MOST_OF_BOTS
            )
        )


def _check_talk(session: Session, person: Person, table_id: str) -> None:
    """Refuse more than anyone has to say."""
    said = select(func.count()).where(Message.table_id == table_id, Message.person_id == person.id)
    if (session.scalar(said.where(Message.at > now() - SAID_WITHIN)) or 0) >= MOST_SAID:
        raise GameError(_("You have said a lot just now: wait a moment."))


def _drop_forgotten(session: Session) -> None:
    """Tables that have waited too long go."""
    forgotten = Table.changed < now() - OPEN_FOR
    session.execute(delete(Table).where(Table.status == "open", forgotten))


def _free(seat: Seat) -> None:
    """Nobody's seat."""
    seat.person_id, seat.bot, seat.name, seat.webhook = None, "", "", ""


def _new_invitation() -> str:
    """A secret word for the link to a seat."""
    return secrets.token_urlsafe(16)


def _seat(number: int, who: str, host: Person) -> Seat:
    """A seat of a new table."""
    return Seat(
        number=number,
        name=host.name if who == ME else "",
        bot="" if who in (ME, FRIEND, ANYONE) else who,
        person_id=host.id if who == ME else None,
        invitation=_new_invitation(),
        listed=who == ANYONE,
    )


def _name_bots(seats: Sequence[Seat]) -> None:
    """Every bot is called by its level, and no two alike."""
    for seat in seats:
        if seat.bot and not seat.name:
            seat.name = _free_name(seat.bot.capitalize(), [one.name for one in seats])


def _free_name(name: str, taken: Sequence[str]) -> str:
    """A name that nobody else at the table has."""
    free, number = name, 2
    while free in taken:
        tail = f" {number}"
        free, number = name[: MOST_NAME - len(tail)] + tail, number + 1
    return free
