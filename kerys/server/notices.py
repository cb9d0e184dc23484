"""Notices for people who are away: it is your turn, by mail and by webhook.

They are written into the database together with the event that makes them due, and taken out once
they are sent: a crash loses none. A notice tells where to look and nothing about the game.
"""

from __future__ import annotations

import logging
import smtplib
import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from email import policy
from email.message import EmailMessage
from email.utils import localtime, make_msgid
from functools import partial
from urllib.parse import urlsplit

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from kerys.games import GAMES
from kerys.locale import _
from kerys.server.passwords import PeopleError, Tries
from kerys.server.settings import Settings
from kerys.server.snapshots import SeatSnapshot, TableSnapshot
from kerys.server.store import Database, Event, Letter, Person, Seat, Table
from kerys.server.store.models import now
from kerys.server.webhooks import Undelivered, call, host_of

LOG = logging.getLogger("kerys.server")
ROUND_S = 2.0
PATIENCE = timedelta(seconds=60)
"""How long a mail waits before it is sent: whoever is online moves meanwhile."""
PAUSE = timedelta(minutes=15)
"""How long after a mail a seat gets no other, whatever the others at its table take back."""
AT_ONCE = {"mail": 1, "webhook": 8}
"""How many notices of a kind are under way together, and never two to one machine."""
MOST_TRIES = 6
TIMEOUT_S = 10.0
MOST_LINE = 998
"""The longest line of a mail: links must not be broken."""
ASKS, ASKS_FROM, ASKS_S = 3, 10, 3600.0
"""How many confirmation mails go to an address, and are asked for from one, in that time."""


class Notices:
    """What has to be sent, and who sends it."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database = database
        self.settings = settings
        self._asked = Tries(ASKS_S)
        self._stopped = threading.Event()
        self._woken = threading.Event()
        self._sending: dict[threading.Thread, Letter] = {}
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)

    def start(self) -> None:
        """Begin to send."""
        self._thread.start()

    def stop(self) -> None:
        """Stop; what is not sent stays."""
        self._stopped.set()
        self._woken.set()
        give_up = time.monotonic() + TIMEOUT_S
        self._thread.join(TIMEOUT_S)
        for thread in list(self._sending):
            thread.join(max(0.0, give_up - time.monotonic()))

    # --- Writing ---------------------------------------------------------------------------

    def due(self, before: TableSnapshot, after: TableSnapshot) -> Callable[[Session], None] | None:
        """What queues notices for everyone whose turn has just come; None if nobody gets any."""
        new = after.awaited & ~before.awaited
        if not new:
            return None
        seats = [
            seat
            for seat in after.seats
            if new >> seat.number & 1 and seat.person_id is not None and self._reaches(seat)
        ]
        return partial(self._write, after, seats) if seats else None

    def _reaches(self, seat: SeatSnapshot) -> bool:
        """Whether there may be a way to tell who sits there."""
        return self.settings.mail is not None or seat.webhook != ""

    def _write(self, table: TableSnapshot, seats: Sequence[SeatSnapshot], session: Session) -> None:
        """Queue notices for those who sit there."""
        for seat in seats:
            row = session.get_one(Seat, (table.id, seat.number))
            if self.settings.mail is not None and row.person is not None and row.person.confirmed:
                due = now() + PATIENCE
                if row.mailed is not None:
                    due = max(due, row.mailed + PAUSE)
                _write_once(session, table, seat, "mail", row.person.email, due)
            if seat.webhook:
                _write_once(session, table, seat, "webhook", seat.webhook, now())

    def ask(self, person: Person, whence: str) -> None:
        """Ask whoever reads mail at somebody's address whether they want notices."""
        if not self._asked.count({person.email.lower(): ASKS, f"from {whence}": ASKS_FROM}):
            raise PeopleError(_("Too many mails were sent: wait an hour."))
        subject = _("Kerys notices at this address?")
        text = _("Somebody asked for Kerys notices at this address. Accept or refuse them here:")
        link = self._link(f"mail/{person.mail_word}")
        try:
            self._mail(person, subject, f"{text}\n\n{link}\n")
        except OSError as error:
            LOG.warning("a mail that asks for confirmation failed: %s", error)
            raise PeopleError(
                _("Mail can't be sent to {email} right now.").format(email=person.email)
            ) from error

    # --- Sending ---------------------------------------------------------------------------

    def _run(self) -> None:
        """Send what is due, until stopped."""
        while not self._stopped.is_set():
            try:
                while any([self._begin_next(way) for way in AT_ONCE]):
                    if self._stopped.is_set():
                        return
            except Exception:
                LOG.exception("sending notices")
            self._woken.wait(ROUND_S)
            self._woken.clear()

    def _begin_next(self, way: str) -> bool:
        """Begin to send the next notice of a kind; whether one was due and there was room."""
        if len([one for one in list(self._sending.values()) if one.way == way]) >= AT_ONCE[way]:
            return False
        found = self._take(way)
        if found is None:
            return False
        thread = threading.Thread(target=self._work, args=found, name=f"notice {way}", daemon=True)
        self._sending[thread] = found[0]
        thread.start()
        return True

    def _work(self, letter: Letter, table: Table) -> None:
        """Send one notice in a thread of its own: however long that takes, the others go on."""
        try:
            self._deliver(letter, table)
        except Exception:
            LOG.exception("sending notices")
        finally:
            del self._sending[threading.current_thread()]
            self._woken.set()

    def _take(self, way: str) -> tuple[Letter, Table] | None:
        """The next notice of a kind that is due, to a machine that nothing is sent to just now."""
        busy = {one.host for one in list(self._sending.values()) if one.way == way}
        query = select(Letter).where(
            Letter.way == way, Letter.due <= now(), Letter.host.not_in(busy)
        )
        query = query.order_by(Letter.due).limit(1)
        while True:
            with self.database.reading() as session:
                if session.scalar(query) is None:
                    return None
            with self.database.writing() as session:
                letter = session.scalar(query.with_for_update(skip_locked=True))
                if letter is None:
                    return None
                table = session.get_one(Table, letter.table_id)
                if letter.tries < MOST_TRIES and _is_still_due(session, letter, table):
                    letter.tries += 1
                    letter.due = now() + timedelta(seconds=30 * 4**letter.tries)
                    return letter, table
                session.delete(letter)

    def _deliver(self, letter: Letter, table: Table) -> None:
        """Send one notice and forget it; one that fails stays, to be tried again."""
        try:
            self._send(letter, table)
        except Exception as error:  # whatever an address leads to
            # Other errors may tell the whole address of a webhook, which is a secret.
            known = isinstance(error, Undelivered | OSError)
            reason = str(error) if known and str(error) else type(error).__name__
            LOG.warning("a notice by %s for table %s failed: %s", letter.way, table.id, reason)
            return
        with self.database.writing() as session:
            session.execute(delete(Letter).where(Letter.id == letter.id))
            if letter.way == "mail":
                seat = (Seat.table_id == table.id, Seat.number == letter.seat)
                session.execute(update(Seat).where(*seat).values(mailed=now()))

    def _send(self, letter: Letter, table: Table) -> None:
        """Send one notice."""
        link = self._link(f"t/{table.id}")
        title = GAMES[table.game].wording.title
        if letter.way == "mail":
            with self.database.reading() as session:
                reader = _reader(session, letter)
            if reader is not None:
                text = _("It is your turn at {game}:").format(game=title)
                stop = _("Unsubscribe:") + " " + self._link(f"mail/{reader.mail_word}")
                subject = _("Your turn at {game}").format(game=title)
                self._mail(reader, subject, f"{text}\n\n{link}\n\n{stop}\n")
        else:
            news = {
                "table": table.id,
                "game": table.game,
                "seat": letter.seat,
                "state": letter.state,
                "url": link,
            }
            call(letter.address, news, self.settings.private_webhooks)

    def _link(self, path: str) -> str:
        """The address of a page, for who is elsewhere."""
        return f"{self.settings.url or self.settings.listening}/{path}"

    def _mail(self, reader: Person, subject: str, text: str) -> None:
        """A short mail; mail programs offer to get no more of them (RFC 8058)."""
        mail = self.settings.mail
        assert mail is not None
        stop = self._link(f"mail/{reader.mail_word}")
        message = EmailMessage(policy.SMTP.clone(max_line_length=MOST_LINE))
        message["Subject"] = subject
        message["From"] = mail.sender
        message["To"] = reader.email
        message["Date"] = localtime()
        message["Message-ID"] = make_msgid(domain=urlsplit(stop).hostname)
        message["List-Unsubscribe"] = f"<{stop}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text)
        with smtplib.SMTP(mail.host, mail.port, timeout=TIMEOUT_S) as server:
            if mail.encrypted:
                server.starttls()
            if mail.user:
                server.login(mail.user, mail.password)
            server.send_message(message)


def _write_once(
    session: Session,
    table: TableSnapshot,
    seat: SeatSnapshot,
    way: str,
    address: str,
    due: datetime,
) -> None:
    """Queue a notice, unless the same one is waiting already."""
    query = select(Letter).where(
        Letter.table_id == table.id, Letter.seat == seat.number, Letter.way == way
    )
    for old in session.scalars(query):
        if not _has_decided(session, old):
            return
        session.execute(delete(Letter).where(Letter.id == old.id))
    session.add(
        Letter(
            table_id=table.id,
            seat=seat.number,
            state=table.events,
            way=way,
            address=address,
            host=host_of(address) if way == "webhook" else "",
            due=due,
        )
    )


def _reader(session: Session, letter: Letter) -> Person | None:
    """Who gets a mail: whoever has the seat and wants mail at that address."""
    seated = Seat.table_id == letter.table_id, Seat.number == letter.seat
    wanted = Person.email == letter.address, Person.confirmed
    query = select(Person).join(Seat, Seat.person_id == Person.id)
    return session.scalar(query.where(*seated, *wanted))


def _is_still_due(session: Session, letter: Letter, table: Table) -> bool:
    """Whether somebody is still awaited, and has not decided anything since."""
    return bool(table.awaited >> letter.seat & 1) and not _has_decided(session, letter)


def _has_decided(session: Session, letter: Letter) -> bool:
    """Whether whoever gets a notice has decided something since it was written."""
    later = select(Event.number).where(
        Event.table_id == letter.table_id,
        Event.seat == letter.seat,
        Event.number > letter.state,
        Event.made_by == "person",
    )
    return session.scalar(later.limit(1)) is not None
