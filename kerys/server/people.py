"""Who is who: guests with a secret cookie, accounts with a password, keys for programs."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import delete, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session as Connected

from kerys.locale import _
from kerys.server.bus import PERSON, TABLE, Bus, telling
from kerys.server.identity import A_MONTH, A_YEAR, Asker, Credentials, Identities, Identity, digest
from kerys.server.passwords import Passwords, PeopleError, SignInError, Tries
from kerys.server.store import (
    Database,
    KeptLine,
    LessonDone,
    Message,
    Person,
    PuzzleTry,
    Review,
    Seat,
    Session,
    Solver,
    Table,
    Token,
)
from kerys.server.store.models import now
from kerys.table.checks import check_names
from kerys.table.errors import GameError

LEAST_PASSWORD, MOST_PASSWORD = 8, 200
MOST_TOKENS = 20
MOST_LOGIN = 40
LOGIN = re.compile(r"[a-z0-9][a-z0-9_.-]{1,38}[a-z0-9]")
EMAIL = re.compile(r"[^@\s,;:<>()\[\]\\\"]+@[^@\s,;:<>()\[\]\\\"]+\.[^@\s,;:<>()\[\]\\\"]+")
TRIES, TRIES_OF_ADDRESS, TRIES_S = 10, 50, 300.0
"""Sign-in attempts per address, for one name and in total, within this many seconds."""


class SeatedTwiceError(PeopleError):
    """A guest and the account they want to sign in to sit at the same unfinished tables."""

    def __init__(self, tables: list[str]) -> None:
        self.tables = tables
        super().__init__(
            _("This account already sits at one of your tables: leave one of the two seats first.")
        )


def tidy_name(name: str) -> str:
    """A name as people will see it, or a PeopleError."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    try:
        return check_names([tidy], 1)[0]
    except GameError as error:
        raise PeopleError(str(error)) from error


def check_login(login: str, password: str) -> str:
    """The user name in lower case, if it and the password are acceptable."""
    login = login.strip().lower()
    if not LOGIN.fullmatch(login):
        raise PeopleError(
            _("A user name must have 3 to 40 characters: letters a-z, digits, dots and dashes.")
        )
    check_password(password)
    return login


def check_password(password: str) -> None:
    """Refuse a password that is too short or too long."""
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
        raise PeopleError(
            _("A password must have {least} to {most} characters.").format(
                least=LEAST_PASSWORD, most=MOST_PASSWORD
            )
        )


class People:
    """All people of a site."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus
        self.identities = Identities(database)
        self.passwords = Passwords()
        self._tries = Tries(TRIES_S)

    # --- Guests ----------------------------------------------------------------------------

    def identify(self, asker: Asker) -> Identity:
        """Identify the visitor."""
        return self.identities.identify(asker)

    @contextmanager
    def _changing(self, person_id: int) -> Iterator[Connected]:
        """Change something about a person; every process looks them up again."""
        with telling(self.database, self.bus) as (session, news):
            news.append(f"{PERSON}{person_id}")
            yield session

    @contextmanager
    def _changing_owner(self, cookie: str) -> Iterator[Connected]:
        """The same for the person with a cookie."""
        person = self.identify(Credentials(cookie=cookie)).person
        with self._changing(person.id) if person else self.database.writing() as session:
            yield session

    def renew(self, cookie: str) -> None:
        """Remember a browser for another year."""
        mine = Session.digest == digest(cookie)
        old = Session.renewed.between(now() - A_YEAR, now() - A_MONTH)
        with self._changing_owner(cookie) as session:
            session.execute(update(Session).where(mine, old).values(renewed=now()))

    def welcome(self, name: str) -> tuple[Person, str]:
        """A new guest, and their cookie."""
        person = Person(name=tidy_name(name))
        with self.database.writing() as session:
            session.add(person)
            session.flush()
            return person, _remember(session, person)

    def change(self, person: Person, *, name: str, email: str, theme: str) -> Person:
        """Set what people can change about themselves; a new address has to be confirmed."""
        name, email = tidy_name(name), email.strip()
        if email and not (EMAIL.fullmatch(email) and email.isprintable() and len(email) <= 200):
            raise PeopleError(_("'{email}' isn't an email address.").format(email=email[:60]))
        if theme not in ("auto", "light", "dark"):
            raise PeopleError(_("The theme must be auto, light or dark."))
        with self._changing(person.id) as session:
            mine = present(session, person, to_change=True)
            if email != mine.email:
                _set_address(mine, email)
            mine.name, mine.theme = name, theme
            return mine

    def of_word(self, word: str) -> Person | None:
        """The person whose address was sent this secret."""
        with self.database.reading() as session:
            return session.scalar(select(Person).where(Person.mail_word == word))

    def answer_mail(self, person: Person, wanted: bool) -> None:
        """Store whether the reader of an address wants notifications; if not, delete it."""
        with self._changing(person.id) as session:
            mine = present(session, person, to_change=True)
            if mine.mail_word != person.mail_word:
                return
            if wanted:
                mine.confirmed = True
            else:
                _set_address(mine, "")

    # --- Accounts --------------------------------------------------------------------------

    def make_account(self, person: Person, login: str, password: str, address: str = "") -> None:
        """Turn a guest into an account, which can sign in from other devices."""
        login = check_login(login, password)
        self._count_try({address: TRIES_OF_ADDRESS})
        hashed = self.passwords.hash(password)
        try:
            with self._changing(person.id) as session:
                mine = present(session, person, to_change=True)
                if mine.login is not None:
                    raise PeopleError(_("You already have an account."))
                mine.login, mine.password = login, hashed
        except IntegrityError as error:
            raise PeopleError(
                _("The user name '{login}' is taken; choose another.").format(login=login)
            ) from error

    def sign_in(
        self, login: str, password: str, before: Person | None = None, address: str = ""
    ) -> str:
        """A new cookie for an account; what a guest began in this browser now belongs to it."""
        person = self._known(login, password, address)
        if person is None:
            raise SignInError(_("The name or the password is wrong."))
        with telling(self.database, self.bus) as (session, news):
            news.append(f"{PERSON}{person.id}")
            if present(session, person, to_change=True).password != person.password:
                raise SignInError(_("The name or the password is wrong."))
            if before is not None and before.login is None and before.id != person.id:
                tables = _hand_over(session, before, person)
                news += [f"{PERSON}{before.id}", *(f"{TABLE}{table_id}" for table_id in tables)]
            return _remember(session, person)

    def sign_out(self, cookie: str) -> None:
        """Forget a browser."""
        with self._changing_owner(cookie) as session:
            session.execute(delete(Session).where(Session.digest == digest(cookie)))

    def sign_out_everywhere(self, person: Person) -> None:
        """Forget all browsers of an account."""
        with self._changing(person.id) as session:
            session.execute(delete(Session).where(Session.person_id == person.id))

    def change_password(
        self, person: Person, old: str, new: str, cookie: str, address: str = ""
    ) -> None:
        """Change the password; all browsers but the one with this cookie are forgotten."""
        check_password(new)
        if self._known(person.login or "", old, address) is None:
            raise SignInError(_("That is not your password."))
        hashed = self.passwords.hash(new)
        with self._changing(person.id) as session:
            present(session, person, to_change=True).password = hashed
            others = Session.person_id == person.id, Session.digest != digest(cookie)
            session.execute(delete(Session).where(*others))

    def _known(self, login: str, password: str, address: str) -> Person | None:
        """The person with this name and password; attempts are rate-limited per address."""
        login = login.strip().lower()
        here = f"{login[:MOST_LOGIN]} {address}"
        self._count_try({here: TRIES, address: TRIES_OF_ADDRESS})
        with self.database.reading() as session:
            person = session.scalar(select(Person).where(Person.login == login))
        hashed = person.password if person else None
        if not self.passwords.is_right(hashed, password[:MOST_PASSWORD]):
            return None
        self._tries.forget(here)
        self._tries.take_back(address)
        return person

    def _count_try(self, most: dict[str, int]) -> None:
        """Refuse too many attempts."""
        if not self._tries.count(most):
            raise SignInError(_("Too many attempts: wait a few minutes."))

    # --- Programs --------------------------------------------------------------------------

    def tokens(self, person: Person) -> list[Token]:
        """The keys of a person's programs."""
        with self.database.reading() as session:
            query = select(Token).where(Token.person_id == person.id).order_by(Token.created)
            return list(session.scalars(query))

    def make_token(self, person: Person, label: str) -> str:
        """A new key for a program; it is shown once."""
        label = tidy_name(label)
        if len(self.tokens(person)) >= MOST_TOKENS:
            raise PeopleError(
                _("You have {number} keys: delete one first.").format(number=MOST_TOKENS)
            )
        with self.database.writing() as session:
            present(session, person, to_change=True)
            return _add_token(session, person, label)

    def welcome_program(self, name: str, address: str = "") -> tuple[Person, str]:
        """A new guest who plays with a program, and its key; rate-limited per address."""
        person = Person(name=tidy_name(name))
        self._count_try({f"guests {address}": TRIES_OF_ADDRESS})
        with self.database.writing() as session:
            session.add(person)
            session.flush()
            return person, _add_token(session, person, person.name)

    def drop_token(self, person: Person, digest_: str) -> None:
        """Revoke a key."""
        with self._changing(person.id) as session:
            session.execute(
                delete(Token).where(Token.person_id == person.id, Token.digest == digest_)
            )


def present(session: Connected, person: Person, to_change: bool = False) -> Person:
    """Lock the row of a person who still exists; with `to_change`, for one transaction at a time.

    A guest who has signed in since then has become the account.
    """
    kept = {"key_share": True, "read": not to_change}
    mine = session.get(Person, person.id, with_for_update=kept)
    if mine is None:
        raise PeopleError(_("You have signed in since this page was loaded: reload it."))
    return mine


def _set_address(person: Person, email: str) -> None:
    """Set another address, which isn't confirmed yet."""
    person.email, person.confirmed = email, False
    person.mail_word = secrets.token_urlsafe(16) if email else None


def _remember(session: Connected, person: Person) -> str:
    """A cookie for a browser of a person; those unused for a year are deleted."""
    cookie = secrets.token_urlsafe(32)
    session.execute(delete(Session).where(Session.renewed < now() - A_YEAR))
    session.add(Session(digest=digest(cookie), person_id=person.id))
    return cookie


def _add_token(session: Connected, person: Person, label: str) -> str:
    """A new key for a program of a person."""
    token = f"kerys_{secrets.token_urlsafe(32)}"
    session.add(Token(digest=digest(token), person_id=person.id, label=label))
    return token


def _hand_over(session: Connected, guest: Person, person: Person) -> list[str]:
    """Move everything from a guest to an account, and delete the guest with keys and cookies.

    A key made in this browser must not become a key to the account. Nobody may sit at a table
    twice. Anything the guest does at the same time either comes first or finds no guest: tables are
    locked before people, here as everywhere, and then those that the guest has joined in between.
    Returns the tables that have changed, for their owners.
    """
    seated = select(Seat.table_id).where(Seat.person_id == guest.id)
    theirs = or_(Table.id.in_(seated), Table.host_id == guest.id)
    session.execute(select(Table.id).where(theirs).order_by(Table.id).with_for_update())
    is_guest = Person.id == guest.id, Person.login.is_(None)
    found = session.scalar(select(Person).where(*is_guest).with_for_update())
    if found is None:
        return []
    tables = list(session.scalars(select(Table).where(theirs).with_for_update()))
    twice = [
        table.id
        for table in tables
        if table.status != "over"
        and {guest.id, person.id} <= {seat.person_id for seat in table.seats}
    ]
    if twice:
        raise SeatedTwiceError(twice)
    _hand_over_lessons(session, guest.id, person.id)
    _hand_over_puzzles(session, guest.id, person.id)
    whose_rows = (
        *(Table.host_id, Seat.person_id, Message.person_id),
        *(KeptLine.person_id, Review.person_id),
    )
    for whose in whose_rows:
        session.execute(update(whose.class_).where(whose == guest.id).values({whose: person.id}))
    session.delete(found)
    return [table.id for table in tables]


def _hand_over_lessons(session: Connected, guest_id: int, person_id: int) -> None:
    """Copy a guest's finished lessons to an account; the guest's own rows go with the guest."""
    mine = select(LessonDone).where(LessonDone.person_id == person_id)
    known = {(one.game, one.lesson) for one in session.scalars(mine)}
    theirs = select(LessonDone).where(LessonDone.person_id == guest_id)
    for one in session.scalars(theirs).all():
        if (one.game, one.lesson) not in known:
            session.add(
                LessonDone(person_id=person_id, game=one.game, lesson=one.lesson, at=one.at)
            )


def _hand_over_puzzles(session: Connected, guest_id: int, person_id: int) -> None:
    """Move a guest's puzzles to an account, whose own tries and ratings take precedence.

    Of two longest series, the longer one stays.
    """
    for one in session.scalars(select(Solver).where(Solver.person_id == guest_id)):
        own = session.get(Solver, (person_id, one.game))
        if own is not None:
            own.longest = max(own.longest, one.longest)
    session.flush()
    for kind, key in ((PuzzleTry, PuzzleTry.game + " " + PuzzleTry.puzzle), (Solver, Solver.game)):
        known = select(key).where(kind.person_id == person_id)
        theirs = update(kind).where(kind.person_id == guest_id, key.not_in(known))
        session.execute(theirs.values(person_id=person_id))
