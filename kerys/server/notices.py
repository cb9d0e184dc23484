"""Notifications for people who are away: by email, by webhook and to their browsers.

They are queued in the database and deleted once they are sent. Emails and webhooks are queued
together with the event that makes them due: a crash loses none. Those for browsers are noted in
memory and queued a moment later, so that a decision doesn't wait for them. A notification says
where to look and nothing about the game.
"""

from __future__ import annotations

import logging
import smtplib
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from email import policy
from email.message import EmailMessage
from email.utils import localtime, make_msgid
from functools import partial
from urllib.parse import urlsplit

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from kerys.games import GAMES
from kerys.locale import _, speaking
from kerys.server.browser_notices import Noted, told_of, write_noted
from kerys.server.letters import (
    PUSHED,
    browser_of,
    is_still_due,
    keep_moment,
    reader_of,
    write_once,
)
from kerys.server.owned_tables import OwnedTables
from kerys.server.passwords import PeopleError, Tries
from kerys.server.settings import Settings
from kerys.server.snapshots import SeatSnapshot, TableSnapshot
from kerys.server.store import Database, Letter, Person, Seat, Table
from kerys.server.store.models import now
from kerys.server.subscriptions import Subscriptions
from kerys.server.web_push import Gone, send
from kerys.server.webhooks import Undelivered, call, host_of

LOG = logging.getLogger("kerys.server")
ROUND_S = 2.0
PATIENCE = timedelta(seconds=60)
"""How long an email waits before it is sent: players who are online move by then."""
PAUSE = timedelta(minutes=15)
"""The shortest time between two emails for one seat, whatever others at its table take back."""
SETTLED = timedelta(seconds=1)
"""How long a note waits before it is written to disk."""
MOST_NOTED, MOST_TOGETHER = 10_000, 500
"""How many notes are kept, and how many are handled together."""
AT_ONCE = {"mail": 1, "webhook": 8, "push": 8, "talk": 4}
"""How many notifications of a kind are sent at the same time."""
AT_ONE = {"mail": 1, "webhook": 1, "push": 4, "talk": 2}
"""How many of these go to one machine at a time: a few push services serve all browsers."""
MOST_TRIES = 6
TIMEOUT_S = 10.0
MOST_LINE = 998
"""The longest line of an email: links must not be broken."""
ASKS, ASKS_FROM, ASKS_S = 3, 10, 3600.0
"""How many confirmation emails may go to one address, and be requested from one, in that time."""


class Notices:
    """Queues notifications and sends them."""

    def __init__(
        self,
        database: Database,
        settings: Settings,
        subscriptions: Subscriptions,
        tables: OwnedTables,
    ) -> None:
        self.database = database
        self.settings = settings
        self.subscriptions = subscriptions
        self.tables = tables
        self._noted: deque[Noted] = deque(maxlen=MOST_NOTED)
        self._asked = Tries(ASKS_S)
        self._stopped = threading.Event()
        self._woken = threading.Event()
        self._sending: dict[threading.Thread, Letter] = {}
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)

    def start(self) -> None:
        """Start sending."""
        self._thread.start()

    def stop(self) -> None:
        """Stop; what isn't sent stays queued."""
        self._stopped.set()
        self._woken.set()
        give_up = time.monotonic() + TIMEOUT_S
        self._thread.join(TIMEOUT_S)
        for thread in list(self._sending):
            thread.join(max(0.0, give_up - time.monotonic()))

    # --- Writing ---------------------------------------------------------------------------

    def due(self, before: TableSnapshot, after: TableSnapshot) -> Callable[[Session], None] | None:
        """Queues notifications for everyone whose turn it has become; None if nobody gets any."""
        new = after.awaited & ~before.awaited
        if not new:
            return None
        awaited = [
            seat for seat in after.seats if new >> seat.number & 1 and seat.person_id is not None
        ]
        for seat in awaited:
            self._noted.append(Noted(after.id, seat.number, after.events, "push", now()))
        seats = [seat for seat in awaited if self._reaches(seat)]
        return partial(self._write, after, seats) if seats else None

    def heard(self, table: TableSnapshot, seat: int) -> None:
        """Note that a seat has sent a message; the others may have to be notified."""
        self._noted.append(Noted(table.id, seat, table.events, "talk", now()))

    def _reaches(self, seat: SeatSnapshot) -> bool:
        """Whether the player of a seat may have to be notified by email or webhook."""
        return self.settings.mail is not None or seat.webhook != ""

    def _write(self, table: TableSnapshot, seats: Sequence[SeatSnapshot], session: Session) -> None:
        """Queue notifications for the players of some seats."""
        for seat in seats:
            row = session.get_one(Seat, (table.id, seat.number))
            if self.settings.mail is not None and row.person is not None and row.person.confirmed:
                due = now() + PATIENCE
                if row.mailed is not None:
                    due = max(due, row.mailed + PAUSE)
                letter = Letter(way="mail", address=row.person.email, due=due)
                _queue(session, letter, table, seat)
            if seat.webhook:
                host = host_of(seat.webhook)
                letter = Letter(way="webhook", address=seat.webhook, host=host, due=now())
                _queue(session, letter, table, seat)

    def write_noted(self, moment: datetime) -> None:
        """Queue notifications for browsers from the notes up to a moment."""
        noted: dict[tuple[str, int, str], Noted] = {}
        while self._noted and len(noted) < MOST_TOGETHER and self._noted[0].at <= moment:
            one = self._noted.popleft()
            noted[one.table_id, one.seat, one.way] = one
        if not noted:
            return
        tables = self.subscriptions.tables({one.table_id for one in noted.values()})
        wanted = [one for one in noted.values() if one.table_id in tables]
        if wanted:
            with self.database.writing() as session:
                for one in wanted:
                    write_noted(session, one)

    def ask(self, person: Person, whence: str) -> None:
        """Ask the reader of a person's email address whether they want notifications."""
        if not self._asked.count({person.email.lower(): ASKS, f"from {whence}": ASKS_FROM}):
            raise PeopleError(_("Too many emails were sent: wait an hour."))
        subject = _("Kerys notifications at this address?")
        text = _(
            "Someone asked Kerys to send notifications to this address. Accept or decline here:"
        )
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
                self.write_noted(now() - SETTLED)
                while any([self._begin_next(way) for way in AT_ONCE]):
                    if self._stopped.is_set():
                        return
            except Exception:
                LOG.exception("sending notices")
            self._woken.wait(ROUND_S)
            self._woken.clear()

    def _begin_next(self, way: str) -> bool:
        """Start sending the next notification of a kind; returns whether one was started."""
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
        """Send one notification in its own thread, so that a slow one doesn't delay the others."""
        try:
            self._deliver(letter, table)
        except Exception:
            LOG.exception("sending notices")
        finally:
            del self._sending[threading.current_thread()]
            self._woken.set()

    def _take(self, way: str) -> tuple[Letter, Table] | None:
        """The next due notification of a kind, to a machine that isn't at its limit."""
        sending = Counter(one.host for one in list(self._sending.values()) if one.way == way)
        busy = [host for host, number in sending.items() if number >= AT_ONE[way]]
        query = select(Letter).where(
            Letter.way == way, Letter.due <= now(), Letter.host.not_in(busy)
        )
        if way in PUSHED:  # only the owner of a table knows who has its page open
            mine = Table.id == Letter.table_id, self.tables.ownership.possible()
            query = query.where(select(Table.id).where(*mine).exists())
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
                if letter.tries < MOST_TRIES and self._is_wanted(session, letter, table):
                    letter.tries += 1
                    letter.due = now() + timedelta(seconds=30 * 4**letter.tries)
                    return letter, table
                session.delete(letter)

    def _is_wanted(self, session: Session, letter: Letter, table: Table) -> bool:
        """Whether a notification is still needed; a player with the page open knows already."""
        if letter.way in PUSHED and self.tables.has_page(table.id, letter.seat):
            return False
        return is_still_due(session, letter, table)

    def _deliver(self, letter: Letter, table: Table) -> None:
        """Send one notification and drop it; one that fails stays, to be tried again."""
        try:
            self._send(letter, table)
        except Exception as error:  # an address can lead anywhere
            # Other errors may contain the whole address of a webhook, which is a secret.
            known = isinstance(error, Undelivered | OSError)
            reason = str(error) if known and str(error) else type(error).__name__
            LOG.warning("a notice by %s for table %s failed: %s", letter.way, table.id, reason)
            return
        with self.database.writing() as session:
            session.execute(delete(Letter).where(Letter.id == letter.id))
            keep_moment(session, letter)

    def _send(self, letter: Letter, table: Table) -> None:
        """Send one notification."""
        link = self._link(f"t/{table.id}")
        title = GAMES[table.game].wording.title
        if letter.way == "mail":
            with self.database.reading() as session:
                reader = reader_of(session, letter)
            if reader is not None:
                text = _("It is your turn at {game}:").format(game=title)
                stop = _("Unsubscribe:") + " " + self._link(f"mail/{reader.mail_word}")
                subject = _("Your turn at {game}").format(game=title)
                self._mail(reader, subject, f"{text}\n\n{link}\n\n{stop}\n")
        elif letter.way in PUSHED:
            self._push(letter, table, title)
        else:
            news = {
                "table": table.id,
                "game": table.game,
                "seat": letter.seat,
                "state": letter.state,
                "url": link,
            }
            call(letter.address, news, self.settings.private_webhooks)

    def _push(self, letter: Letter, table: Table, title: str) -> None:
        """Notify a browser; one that is gone is unsubscribed."""
        with self.database.reading() as session:
            browser = browser_of(session, letter)
            if browser is None:
                return
            with speaking(browser.language):
                told = told_of(session, letter, title)
        if told is None:
            return
        told["url"], told["tag"] = f"/t/{table.id}", f"{letter.way}-{table.id}"
        try:
            send(
                browser,
                told,
                told["tag"],
                self.subscriptions.signer,
                self.settings.private_webhooks,
            )
        except Gone:
            self.subscriptions.forget(browser.digest)

    def _link(self, path: str) -> str:
        """The full address of a page, for use outside the site."""
        return f"{self.settings.url or self.settings.listening}/{path}"

    def _mail(self, reader: Person, subject: str, text: str) -> None:
        """Send a short email; mail programs offer to unsubscribe (RFC 8058)."""
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


def _queue(session: Session, letter: Letter, table: TableSnapshot, seat: SeatSnapshot) -> None:
    """Queue a notification for a seat whose turn it is."""
    letter.table_id, letter.seat, letter.state = table.id, seat.number, table.events
    write_once(session, letter)
