"""Browsers that want notifications: one subscription each, for the person signed in with it.

A subscription ends with its session: when a person signs out, or signs in as someone else, nothing
more is sent to that browser.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import delete, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session as Connected

from kerys.locale import _, language
from kerys.server.identity import digest
from kerys.server.passwords import PeopleError
from kerys.server.settings import Settings
from kerys.server.store import Database, Seat, Session, SiteKey, Subscription
from kerys.server.web_push import Signer, is_endpoint, is_receiver, new_secret

MOST_ENDPOINT = 1000
MOST_BROWSERS = 10
"""How many browsers of one person are notified."""
VAPID = "vapid"


class Subscriptions:
    """All browsers that want notifications, and the key that signs these."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database = database
        self.settings = settings
        self._signer: Signer | None = None

    @property
    def signer(self) -> Signer:
        """The signer; its key is created once and stored in the database."""
        if self._signer is None:
            self._signer = Signer(self._secret(), self.settings.push_contact)
        return self._signer

    def _secret(self) -> bytes:
        """The stored key, or a new one."""
        query = select(SiteKey.secret).where(SiteKey.name == VAPID)
        with self.database.reading() as session:
            kept = session.scalar(query)
        if kept is not None:
            return kept
        try:
            with self.database.writing() as session:
                session.add(SiteKey(name=VAPID, secret=new_secret()))
        except IntegrityError:
            pass  # another process was quicker
        with self.database.reading() as session:
            return session.scalars(query).one()

    def add(self, cookie: str, endpoint: str, p256dh: str, auth: str) -> None:
        """Send notifications to the browser with a cookie, in its current language."""
        fits = is_endpoint(endpoint, self.settings.private_webhooks)
        if not (fits and len(endpoint) <= MOST_ENDPOINT and is_receiver(p256dh, auth)):
            raise PeopleError(_("Notifications can't be sent to this browser."))
        mine = digest(cookie)
        with self.database.writing() as session:
            if session.get(Session, mine, with_for_update={"key_share": True}) is None:
                raise PeopleError(_("You have signed in since this page was loaded: reload it."))
            # Someone else may have been signed in with this browser before.
            same = or_(Subscription.digest == mine, Subscription.endpoint == endpoint)
            session.execute(delete(Subscription).where(same))
            session.add(
                Subscription(
                    digest=mine, endpoint=endpoint, p256dh=p256dh, auth=auth, language=language()
                )
            )

    def has(self, cookie: str) -> bool:
        """Whether notifications are sent to the browser with a cookie."""
        with self.database.reading() as session:
            return session.get(Subscription, digest(cookie)) is not None

    def tables(self, of: Collection[str]) -> set[str]:
        """Those of these tables where a player's browser wants notifications."""
        query = select(Seat.table_id).join(Session, Session.person_id == Seat.person_id)
        query = query.join(Subscription, Subscription.digest == Session.digest)
        with self.database.reading() as session:
            return set(session.scalars(query.where(Seat.table_id.in_(of))))

    def drop(self, cookie: str) -> None:
        """Send nothing more to the browser with a cookie."""
        self.forget(digest(cookie))

    def forget(self, mine: str) -> None:
        """Send nothing more to a browser."""
        with self.database.writing() as session:
            session.execute(delete(Subscription).where(Subscription.digest == mine))


def browsers_at(session: Connected, table_id: str, seat: int) -> Sequence[Subscription]:
    """The browsers of a seat's player, the latest subscription first."""
    query = (
        select(Subscription)
        .join(Session, Session.digest == Subscription.digest)
        .join(Seat, Seat.person_id == Session.person_id)
        .where(Seat.table_id == table_id, Seat.number == seat)
        .order_by(Subscription.created.desc())
    )
    return session.scalars(query.limit(MOST_BROWSERS)).all()
