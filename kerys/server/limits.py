"""Limits per person: tables, games with only bots, messages, reviews."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from kerys.locale import _, ngettext
from kerys.server.settings import Settings
from kerys.server.store import Message, Person, Review, Seat, Table
from kerys.server.store.models import now
from kerys.table.errors import GameError, SeatError

MOST_TABLES = 50
MOST_OF_BOTS = 2
"""How many running tables with only bots a person may have: such tables never pause."""
MOST_SAID, SAID_WITHIN = 10, timedelta(seconds=30)
"""How many messages a person may send at a table within this time."""


class TooManyReviews(GameError):  # noqa: N818 - the name says what it is
    """More reviews are waiting than the site allows."""


def check_number(session: Session, host: Person) -> None:
    """Refuse too many tables."""
    query = select(func.count()).where(Table.host_id == host.id, Table.status != "over")
    if (session.scalar(query) or 0) >= MOST_TABLES:
        raise SeatError(
            _("You have {number} unfinished tables: finish one first.").format(number=MOST_TABLES)
        )


def check_people(session: Session, table: Table) -> None:
    """Refuse too many games with only bots."""
    if any(seat.person_id is not None for seat in table.seats):
        return
    people = select(Seat.number).where(Seat.table_id == Table.id, Seat.person_id.is_not(None))
    query = select(func.count()).where(
        Table.host_id == table.host_id, Table.status == "running", ~people.exists()
    )
    if (session.scalar(query) or 0) >= MOST_OF_BOTS:
        raise SeatError(
            _("Bots are playing alone at {number} of your tables: wait for one to end.").format(
                number=MOST_OF_BOTS
            )
        )


def check_talk(session: Session, person: Person, table_id: str) -> None:
    """Refuse too many messages."""
    said = select(func.count()).where(Message.table_id == table_id, Message.person_id == person.id)
    if (session.scalar(said.where(Message.at > now() - SAID_WITHIN)) or 0) >= MOST_SAID:
        raise GameError(_("You have sent many messages in a short time: wait a moment."))


def check_reviews(session: Session, person: Person, settings: Settings) -> None:
    """Refuse too many reviews that wait to be worked out."""
    waiting = select(func.count()).where(Review.state == "waiting")
    most = settings.reviews_per_person
    if (session.scalar(waiting.where(Review.person_id == person.id)) or 0) >= most:
        raise TooManyReviews(
            ngettext(
                "A review that you have asked for isn't finished yet: wait for it.",
                "{number} reviews that you have asked for aren't finished yet: wait for one.",
                most,
            )
        )
    if (session.scalar(waiting) or 0) >= settings.reviews_in_all:
        raise TooManyReviews(
            _("Many reviews are waiting on this site right now: try again in a few minutes.")
        )
