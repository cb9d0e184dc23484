"""People in the database: passwords, guessing, browsers, and guests who create accounts."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from fastapi import Request
from sqlalchemy import text
from sqlalchemy.orm import Session as Connected

from kerys.server import passwords
from kerys.server.identity import Credentials, UnknownKeyError, digest
from kerys.server.new_table import Plan
from kerys.server.pages.common import address_of
from kerys.server.passwords import Passwords, PeopleError, SignInError, Tries
from kerys.server.people import TRIES, TRIES_OF_ADDRESS, People, tidy_name
from kerys.server.permissions import seat_of
from kerys.server.site import Site
from kerys.server.store import Message, Person, Session, Table
from kerys.server.tables import Tables
from kerys.table.errors import GameError
from tests.server.live import DEADLINE_S
from tests.server.tools import CHEAP, PASSWORD, change_row, guests, last_given, say, table_for

FOR_ANYONE = Plan("mykerinos", ["me", "anyone", "friend"], private=False)


@pytest.fixture
def people(site: Site) -> People:
    site.people.passwords = Passwords(CHEAP)
    return site.people


def account_guest_and_host(site: Site, people: People) -> list[Person]:
    """An account, a guest who is the same person in another browser, and another person."""
    account, guest, host = guests(site, "Ann", "Ann on the train", "Bob")
    people.make_account(account, "ann", PASSWORD)
    return [account, guest, host]


def who_has(people: People, cookie: str) -> Person | None:
    """The person whose browser has this cookie."""
    return people.identify(Credentials(cookie=cookie)).person


def test_what_no_browser_knows_any_more_is_not_kept(site: Site, people: People) -> None:
    cookies = [people.welcome(name)[1] for name in ("Ann", "Bob")]
    last_given(site, cookies[0], timedelta(days=366))
    people.welcome("Eve")
    with site.database.reading() as session:
        assert session.get(Session, digest(cookies[0])) is None
        assert session.get(Session, digest(cookies[1])) is not None


def test_who_guesses_is_slowed_down(people: People) -> None:
    (ann,) = [people.welcome("Ann")[0]]
    people.make_account(ann, "ann", PASSWORD)
    for _ in range(TRIES):
        with pytest.raises(SignInError, match="password is wrong"):
            people.sign_in("ann", "wrong horse")
    with pytest.raises(SignInError, match="Too many attempts"):
        people.sign_in("ann", PASSWORD)
    with pytest.raises(SignInError, match="password is wrong"):
        people.sign_in("bob", PASSWORD)


def test_who_guesses_locks_nobody_out_elsewhere(people: People) -> None:
    ann, _cookie = people.welcome("Ann")
    people.make_account(ann, "ann", PASSWORD)
    for _ in range(TRIES):
        with pytest.raises(SignInError, match="password is wrong"):
            people.sign_in("ann", "wrong horse", address="192.0.2.6")
    with pytest.raises(SignInError, match="Too many attempts"):
        people.sign_in("ann", PASSWORD, address="192.0.2.6")
    assert who_has(people, people.sign_in("ann", PASSWORD, address="192.0.2.7")) is not None


def test_one_address_guesses_not_many_names(people: People) -> None:
    ann, _cookie = people.welcome("Ann")
    people.make_account(ann, "ann", PASSWORD)
    for number in range(TRIES_OF_ADDRESS):
        with pytest.raises(SignInError, match="password is wrong"):
            people.sign_in(f"ann{number}", PASSWORD, address="192.0.2.6")
        if not number % 20:
            people.sign_in("ann", PASSWORD, address="192.0.2.6")
    for name in ("ann", "bob"):
        with pytest.raises(SignInError, match="Too many attempts"):
            people.sign_in(name, PASSWORD, address="192.0.2.6")
    eve, _cookie = people.welcome("Eve")
    with pytest.raises(SignInError, match="Too many attempts"):
        people.make_account(eve, "eve", PASSWORD, "192.0.2.6")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.6", "192.0.2.6"),
        ("::ffff:192.0.2.6", "192.0.2.6"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_is_a_household(host: str, address: str) -> None:
    assert address_of(Request({"type": "http", "client": (host, 1)})) == address


def test_few_passwords_are_worked_on_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "PATIENCE_S", 0.01)
    ours = Passwords(CHEAP)
    kept = ours.hash(PASSWORD)
    with ours._turn(), ours._turn():
        with pytest.raises(SignInError, match="try again"):
            ours.is_right(kept, PASSWORD)
        with pytest.raises(SignInError, match="try again"):
            ours.hash(PASSWORD)
    assert ours.is_right(kept, PASSWORD)
    assert not ours.is_right(kept, "wrong horse")
    assert not ours.is_right(None, PASSWORD)


def test_what_was_tried_long_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 0.0
    monkeypatch.setattr(passwords, "monotonic", lambda: moment)
    tries = Tries(300)
    assert [tries.count({"ann": 2}) for _ in range(3)] == [True, True, False]
    moment = 301
    assert tries.count({"ann": 2})
    monkeypatch.setattr(passwords, "MANY_KEYS", 3)
    moment = 602
    for word in ("bob", "eve", "ivy"):
        assert tries.count({word: 1})
    assert not tries.count({"bob": 1}), "what is old goes first"


def test_a_right_password_forgets_the_wrong_ones(people: People) -> None:
    person, _cookie = people.welcome("Ann")
    people.make_account(person, "ann", PASSWORD)
    for _ in range(2 * TRIES):
        with pytest.raises(SignInError):
            people.sign_in("ann", "wrong horse")
        assert who_has(people, people.sign_in("ann", PASSWORD)) is not None


def test_what_a_guest_has_becomes_the_accounts(site: Site, people: People) -> None:
    account, guest = guests(site, "Ann", "Ann on the train")
    people.make_account(account, "ann", PASSWORD)
    seated = table_for(site, [*guests(site, "Bob"), guest])
    hosted = site.tables.make(guest, Plan("mykerinos", ["friend", "friend"]))
    token = people.make_token(guest, "robot")
    cookie = people.sign_in("ann", PASSWORD, guest)
    ann = who_has(people, cookie)
    assert ann is not None
    assert ann.id == account.id
    assert seat_of(site.tables.look(seated, ann), ann) == 1
    assert {one.id for one in site.tables.mine(ann)} == {seated, hosted}
    site.tables.seat_bot(ann, hosted, 0, "beginner")
    with pytest.raises(UnknownKeyError):  # whoever created it would have a key to the account
        people.identify(Credentials(key=token))


def test_nobody_sits_at_a_table_twice_by_signing_in(site: Site, people: People) -> None:
    account, guest = guests(site, "Ann", "Ann on the train")
    people.make_account(account, "ann", PASSWORD)
    table_id = table_for(site, [account, guest])
    with pytest.raises(PeopleError, match="one of your tables"):
        people.sign_in("ann", PASSWORD, guest)
    assert seat_of(site.tables.look(table_id, guest), guest) == 1
    change_row(site.authority, table_id, status="over")
    people.sign_in("ann", PASSWORD, guest)
    assert [seat.person_id for seat in site.tables.look(table_id, account).seats] == [
        account.id,
        account.id,
    ]


def test_what_a_guest_does_while_signing_in_is_the_accounts(
    site: Site, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    account, guest, host = account_guest_and_host(site, people)
    table_id = site.tables.make(host, FOR_ANYONE)
    sitting, may_go_on = threading.Event(), threading.Event()

    def slowly(_tables: Tables, session: Connected, _table: Table) -> None:
        session.flush()
        sitting.set()
        may_go_on.wait(DEADLINE_S)

    monkeypatch.setattr(Tables, "_begin_if_full", slowly)
    sits = threading.Thread(target=site.tables.sit_down, args=(guest, table_id, 1))
    sits.start()
    assert sitting.wait(DEADLINE_S)
    signs = threading.Thread(target=people.sign_in, args=("ann", PASSWORD, guest))
    signs.start()
    signs.join(0.3)
    assert signs.is_alive(), "until the guest has sat down"
    may_go_on.set()
    for thread in (sits, signs):
        thread.join(DEADLINE_S)
    assert seat_of(site.tables.look(table_id, account), account) == 1


def test_nothing_belongs_to_a_guest_who_has_signed_in(site: Site, people: People) -> None:
    account, guest, host = account_guest_and_host(site, people)
    joined, open_ = (site.tables.make(host, FOR_ANYONE) for _ in range(2))
    site.tables.sit_down(guest, joined, 1)
    say(site, guest, joined, "On the train")
    people.sign_in("ann", PASSWORD, guest)
    with site.database.reading() as session:
        said = session.query(Message).where(Message.table_id == joined)
        assert [one.person_id for one in said] == [account.id]
    for late in (
        lambda: site.tables.make(guest, FOR_ANYONE),
        lambda: site.tables.sit_down(guest, open_, 1),
        lambda: people.make_account(guest, "late", PASSWORD),
        lambda: people.make_token(guest, "late"),
        lambda: say(site, guest, joined, "Late"),
        lambda: people.change(guest, name="Late", email="", theme="auto"),
    ):
        with pytest.raises(GameError, match="signed in since"):
            late()
    with site.database.reading() as session:
        assert session.get(Person, guest.id) is None


def test_one_account_does_not_take_over_another(site: Site, people: People) -> None:
    ann, bob = guests(site, "Ann", "Bob")
    people.make_account(ann, "ann", PASSWORD)
    people.make_account(bob, "bob", PASSWORD)
    table_id = table_for(site, [bob, *guests(site, "Eve")])
    with site.database.reading() as session:
        bob = session.get_one(Person, bob.id)
    people.sign_in("ann", PASSWORD, bob)
    assert seat_of(site.tables.look(table_id, bob), bob) == 0


def test_neither_cookies_nor_keys_nor_passwords_are_kept(site: Site, people: People) -> None:
    person, cookie = people.welcome("Ann")
    people.make_account(person, "ann", PASSWORD)
    token = people.make_token(person, "robot")
    with site.database.reading() as session:
        for name in ("people", "sessions", "tokens"):
            for row in session.execute(text(f"SELECT * FROM {name}")):
                assert not {cookie, token, PASSWORD} & {str(value) for value in row}


def test_names_are_tidied(people: People) -> None:
    assert tidy_name("  Ann \t of   Ys ") == "Ann of Ys"
    assert tidy_name("e\u0301") == "é"


def test_there_are_only_so_many_keys(people: People) -> None:
    person, _cookie = people.welcome("Ann")
    for number in range(20):
        people.make_token(person, f"robot {number}")
    with pytest.raises(PeopleError, match="You have 20 keys"):
        people.make_token(person, "one more")
