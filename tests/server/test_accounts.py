"""People: guests with a cookie, accounts for several devices, keys for programs."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from fastapi import Request
from sqlalchemy import text
from sqlalchemy.orm import Session as Connected

from kerys.server import passwords
from kerys.server.pages.common import address_of
from kerys.server.passwords import Passwords, PeopleError, SignInError, Tries
from kerys.server.people import TRIES, TRIES_OF_ADDRESS, People, digest, tidy_name
from kerys.server.plans import Plan
from kerys.server.seats import seat_of
from kerys.server.settings import Mail, Settings
from kerys.server.site import Site
from kerys.server.store import Person, Session, Table
from kerys.server.store.models import now
from kerys.server.tables import Tables
from kerys.table.errors import GameError
from tests.server.live import DEADLINE_S, Live
from tests.server.postbox import Postbox, opened_postbox
from tests.server.tools import change_row, guests, table_for
from tests.server.visitor import Visitor, Visitors, invitations, join

CHEAP = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def postbox() -> Iterator[tuple[Postbox, int]]:
    """A mail server, and its port."""
    with opened_postbox() as opened:
        yield opened


@pytest.fixture(scope="module")
def accounts(
    tmp_path_factory: pytest.TempPathFactory, postbox: tuple[Postbox, int]
) -> Iterator[Live]:
    """A site with a mail server, and passwords that are quickly checked."""
    file = tmp_path_factory.mktemp("accounts") / "kerys.db"
    mail = Mail("127.0.0.1", "kerys@example.org", port=postbox[1])
    with Live(Settings(database=f"sqlite:///{file}", mail=mail, thinkers=1)) as live:
        live.site.people.passwords = Passwords(CHEAP)
        yield live


@pytest.fixture
def visitors(accounts: Live) -> Visitors:
    """As many browsers as one likes."""
    return accounts.visitor


@pytest.fixture
def people(site: Site) -> People:
    site.people.passwords = Passwords(CHEAP)
    return site.people


def with_account(visitor: Visitor, login: str) -> None:
    visitor.get("/account")
    visitor.send("/account/make", login=login, password=PASSWORD)
    assert visitor.status == 200, visitor.page.alerts


def test_a_guest_becomes_an_account_and_sits_on_a_second_device(visitors: Visitors) -> None:
    phone, desk = visitors(), visitors()
    table_id = phone.make_table(seat0="me", seat1="friend", name="Ann")
    assert desk.get(f"/t/{table_id}").status_code == 404
    with_account(phone, "ann.of-ys")
    assert "ann.of-ys" in phone.page.text
    desk.get("/account")
    desk.send("/account/in", login=" ANN.of-Ys ", password=PASSWORD)
    assert desk.path == "/"
    assert f"/t/{table_id}" in desk.page.links
    assert desk.get(f"/t/{table_id}").status_code == 200
    desk.get("/account")
    desk.send("/account/out")
    assert desk.path == "/"
    assert desk.get(f"/t/{table_id}").status_code == 404
    assert phone.get(f"/t/{table_id}").status_code == 200


def test_another_password_signs_the_other_devices_out(visitors: Visitors) -> None:
    phone, desk = visitors(), visitors()
    with_account(phone, "changing")
    desk.get("/account")
    desk.send("/account/in", login="changing", password=PASSWORD)
    phone.get("/account")
    for old, new, sentence in (
        ("wrong horse", "battery staple", "not your password"),
        (PASSWORD, "short", "8 to 200"),
    ):
        phone.send("/account/password", password=old, new=new)
        assert phone.status == 422
        assert sentence in phone.problem
    phone.send("/account/password", password=PASSWORD, new="battery staple")
    assert phone.status == 200
    assert "password is changed" in phone.page.text
    phone.get("/account")
    assert "changing" in phone.page.text
    desk.get("/account")
    assert "changing" not in desk.page.text
    desk.send("/account/in", login="changing", password=PASSWORD)
    assert desk.status == 422
    desk.send("/account/in", login="changing", password="battery staple")
    assert desk.path == "/"


def test_only_an_account_has_a_password_to_change(visitors: Visitors) -> None:
    eve = visitors()
    eve.post("/account", {"name": "Eve"})
    eve.post("/account/password", {"password": "", "new": "battery staple"})
    assert eve.status == 422
    assert "Make an account first" in eve.problem


def test_one_signs_out_on_all_devices(visitors: Visitors) -> None:
    phone, desk = visitors(), visitors()
    with_account(phone, "leaving")
    desk.get("/account")
    desk.send("/account/in", login="leaving", password=PASSWORD)
    desk.get("/account")
    desk.send("/account/out", everywhere="1")
    for device in (phone, desk):
        device.get("/account")
        assert "leaving" not in device.page.text


def test_a_browser_is_remembered_as_long_as_it_comes_back(
    visitors: Visitors, accounts: Live
) -> None:
    ann = visitors()
    ann.post("/account", {"name": "Ann"})
    cookie = ann.client.cookies["kerys"]
    assert "set-cookie" not in ann.get("/").headers
    last_given(accounts.site, cookie, timedelta(days=364))
    again = ann.get("/").headers["set-cookie"]
    assert again.startswith(f"kerys={cookie};")
    assert "Max-Age=31536000" in again
    assert "set-cookie" not in ann.get("/").headers
    last_given(accounts.site, cookie, timedelta(days=366))
    assert "set-cookie" not in ann.get("/account").headers
    assert ann.form("/account").fields["name"] == ""


def test_what_no_browser_knows_any_more_is_not_kept(site: Site, people: People) -> None:
    cookies = [people.welcome(name)[1] for name in ("Ann", "Bob")]
    last_given(site, cookies[0], timedelta(days=366))
    people.welcome("Eve")
    with site.database.reading() as session:
        assert session.get(Session, digest(cookies[0])) is None
        assert session.get(Session, digest(cookies[1])) is not None


def last_given(site: Site, cookie: str, ago: timedelta) -> None:
    """Let time pass for a cookie."""
    with site.database.writing() as session:
        session.get_one(Session, digest(cookie)).renewed = now() - ago


def test_the_cookie_is_for_this_site_alone_and_no_script_reads_it(visitors: Visitors) -> None:
    ann = visitors()
    answer = ann.client.post(
        "/tables", data={"game": "ys", "name": "Ann", "seat0": "me", "seat1": "beginner"}
    )
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie, "this site is not reached by https"


@pytest.mark.parametrize(
    ("login", "password", "sentence"),
    [
        ("an", PASSWORD, "3 to 40"),
        ("a" * 41, PASSWORD, "3 to 40"),
        ("ann rose", PASSWORD, "3 to 40"),
        ("änne", PASSWORD, "3 to 40"),
        ("-ann-", PASSWORD, "3 to 40"),
        ("annette", "short", "8 to 200"),
        ("annette", "x" * 201, "8 to 200"),
    ],
)
def test_an_account_that_cannot_be_is_refused_and_what_was_typed_stays(
    visitors: Visitors, login: str, password: str, sentence: str
) -> None:
    ann = visitors()
    ann.get("/account")
    ann.send("/account/make", login=login, password=password)
    assert ann.status == 422
    assert sentence in ann.problem
    assert ann.form("/account/make").fields["login"] == login
    assert password not in ann.page.text
    assert "set-cookie" not in (ann.answer.headers if ann.answer else {})


def test_a_name_is_taken_once(visitors: Visitors) -> None:
    ann, eve = visitors(), visitors()
    with_account(ann, "the-only-one")
    eve.get("/account")
    eve.send("/account/make", login="The-Only-One", password=PASSWORD)
    assert eve.status == 422
    assert "is taken" in eve.problem
    ann.post("/account/make", {"login": "another", "password": PASSWORD})
    assert ann.status == 422
    assert "already" in ann.problem


@pytest.mark.parametrize("login", ["nobody-at-all", "margot", "mar\0got", ""])
def test_a_wrong_password_and_a_wrong_name_look_the_same(visitors: Visitors, login: str) -> None:
    margot, eve = visitors(), visitors()
    if login == "margot":
        with_account(margot, "margot")
    eve.get("/account")
    eve.send("/account/in", login=login, password="wrong horse")
    assert eve.status == 422
    assert eve.problem == "Nobody has this name and password."


def test_who_guesses_is_slowed_down(people: People) -> None:
    (ann,) = [people.welcome("Ann")[0]]
    people.make_account(ann, "ann", PASSWORD)
    for _ in range(TRIES):
        with pytest.raises(SignInError, match="Nobody has"):
            people.sign_in("ann", "wrong horse")
    with pytest.raises(SignInError, match="Too many tries"):
        people.sign_in("ann", PASSWORD)
    with pytest.raises(SignInError, match="Nobody has"):
        people.sign_in("bob", PASSWORD)


def test_who_guesses_locks_nobody_out_elsewhere(people: People) -> None:
    ann, _cookie = people.welcome("Ann")
    people.make_account(ann, "ann", PASSWORD)
    for _ in range(TRIES):
        with pytest.raises(SignInError, match="Nobody has"):
            people.sign_in("ann", "wrong horse", address="192.0.2.6")
    with pytest.raises(SignInError, match="Too many tries"):
        people.sign_in("ann", PASSWORD, address="192.0.2.6")
    assert people.of_cookie(people.sign_in("ann", PASSWORD, address="192.0.2.7")) is not None


def test_one_address_guesses_not_many_names(people: People) -> None:
    ann, _cookie = people.welcome("Ann")
    people.make_account(ann, "ann", PASSWORD)
    for number in range(TRIES_OF_ADDRESS):
        with pytest.raises(SignInError, match="Nobody has"):
            people.sign_in(f"ann{number}", PASSWORD, address="192.0.2.6")
        if not number % 20:
            people.sign_in("ann", PASSWORD, address="192.0.2.6")
    for name in ("ann", "bob"):
        with pytest.raises(SignInError, match="Too many tries"):
            people.sign_in(name, PASSWORD, address="192.0.2.6")
    eve, _cookie = people.welcome("Eve")
    with pytest.raises(SignInError, match="Too many tries"):
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
        assert people.of_cookie(people.sign_in("ann", PASSWORD)) is not None


def test_what_a_guest_has_becomes_the_accounts(site: Site, people: People) -> None:
    account, guest = guests(site, "Ann", "Ann on the train")
    people.make_account(account, "ann", PASSWORD)
    seated = table_for(site, [*guests(site, "Bob"), guest])
    hosted = site.tables.make(guest, Plan("mykerinos", ["friend", "friend"]))
    token = people.make_token(guest, "robot")
    cookie = people.sign_in("ann", PASSWORD, guest)
    ann = people.of_cookie(cookie)
    assert ann is not None
    assert ann.id == account.id
    assert seat_of(site.tables.look(seated, ann), ann) == 1
    assert {one.id for one in site.tables.mine(ann)} == {seated, hosted}
    site.tables.seat_bot(ann, hosted, 0, "beginner")
    assert people.of_token(token) is None, "whoever made it would have a key to the account"


def test_nobody_sits_at_a_table_twice_by_signing_in(site: Site, people: People) -> None:
    account, guest = guests(site, "Ann", "Ann on the train")
    people.make_account(account, "ann", PASSWORD)
    table_id = table_for(site, [account, guest])
    with pytest.raises(PeopleError, match="one of your tables"):
        people.sign_in("ann", PASSWORD, guest)
    assert seat_of(site.tables.look(table_id, guest), guest) == 1
    change_row(site.database, table_id, status="over")
    people.sign_in("ann", PASSWORD, guest)
    assert [seat.person_id for seat in site.tables.look(table_id, account).seats] == [
        account.id,
        account.id,
    ]


@pytest.mark.parametrize("hosts", [False, True])
@pytest.mark.parametrize("seats", [2, 3])
def test_who_sits_at_a_table_twice_leaves_a_seat_to_sign_in(
    visitors: Visitors, hosts: bool, seats: int
) -> None:
    """With two seats the game has begun, with three it has not."""
    phone, desk = visitors(), visitors()
    login = f"twice-{hosts}-{seats}".lower()
    host, friend = (desk, phone) if hosts else (phone, desk)
    free = {f"seat{number}": "friend" for number in range(1, seats)}
    table_id = host.make_table(seat0="me", **free)
    join(host, friend)
    with_account(phone, login)
    elsewhere = desk.make_table(seat0="me", seat1="friend", name="Ann")
    desk.get("/account")
    desk.send("/account/in", login=login, password="wrong horse")
    assert "leave" not in desk.page.text
    desk.send("/account/in", login=login, password=PASSWORD, next=f"/t/{elsewhere}")
    assert desk.status == 422
    assert "leave one of the two seats" in desk.problem
    assert 'name="leave"' in desk.page.text
    assert phone.get(f"/t/{elsewhere}").status_code == 404
    desk.send("/account/in", password=PASSWORD, leave="yes")
    assert desk.path == f"/t/{elsewhere}"
    for device in (phone, desk):
        assert device.get(f"/t/{elsewhere}").status_code == 200
        assert device.get(f"/t/{table_id}").status_code == 200


def test_what_a_guest_does_while_signing_in_is_the_accounts(
    site: Site, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    account, guest, host = guests(site, "Ann", "Ann on the train", "Bob")
    people.make_account(account, "ann", PASSWORD)
    plan = Plan("mykerinos", ["me", "anyone", "friend"], private=False)
    table_id = site.tables.make(host, plan)
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


def test_nothing_belongs_to_a_guest_who_has_signed_in(
    site: Site, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    account, guest, host = guests(site, "Ann", "Ann on the train", "Bob")
    people.make_account(account, "ann", PASSWORD)
    plan = Plan("mykerinos", ["me", "anyone", "friend"], private=False)
    joined, open_ = (site.tables.make(host, plan) for _ in range(2))
    site.tables.sit_down(guest, joined, 1)
    site.tables.say(guest, joined, "On the train")
    before = site.tables.look(joined, guest)
    people.sign_in("ann", PASSWORD, guest)
    assert [one.person_id for one in site.tables.said(joined)] == [account.id]
    monkeypatch.setattr(site.tables, "look", lambda *_: before)
    for late in (
        lambda: site.tables.make(guest, plan),
        lambda: site.tables.sit_down(guest, open_, 1),
        lambda: people.make_account(guest, "late", PASSWORD),
        lambda: people.make_token(guest, "late"),
        lambda: site.tables.say(guest, joined, "Late"),
        lambda: people.change(guest, name="Late", email="", theme="auto"),
    ):
        with pytest.raises(GameError, match="signed in meanwhile"):
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


def test_a_guest_does_not_lose_everything_by_signing_out(visitors: Visitors) -> None:
    ann = visitors()
    table_id = ann.make_table(seat0="me", seat1="friend")
    ann.post("/account/out")
    assert ann.status == 422
    assert "make an account first" in ann.problem
    assert ann.get(f"/t/{table_id}").status_code == 200


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        ({"name": " "}, "a word or more"),
        ({"name": "x" * 41}, "letters at most"),
        ({"name": "a\u202eb"}, "one line"),
        ({"email": "ann"}, "no e-mail address"),
        ({"email": "ann@example"}, "no e-mail address"),
        ({"email": "ann@example.org,bob@example.org"}, "no e-mail address"),
        ({"email": "a@b.org\r\nBcc: c@d.org"}, "no e-mail address"),
        ({"email": "a\x01@b.org"}, "no e-mail address"),
        ({"email": "a" * 200 + "@example.org"}, "no e-mail address"),
        ({"theme": "pink"}, "auto, light or dark"),
    ],
)
@pytest.mark.usefixtures("box")
def test_what_people_say_about_themselves_is_checked(
    visitors: Visitors, bad: dict[str, str], sentence: str
) -> None:
    ann = visitors()
    typed = {"name": "Ann", "email": "ann@example.org", "theme": "dark"}
    ann.get("/account")
    ann.send("/account", **typed)
    assert ann.status == 200
    assert 'data-theme="dark"' in ann.page.text
    ann.send("/account", **{**typed, "name": "Anne", "email": "anne@example.org", **bad})
    assert ann.status == 422
    assert sentence in ann.problem
    kept = {"name": "Anne", "email": "anne@example.org", **bad}
    kept.pop("theme", None)
    form = ann.form("/account")
    for name, value in kept.items():
        assert form.fields[name].split() == value.split()
    ann.get("/account")
    assert {name: ann.form("/account").fields[name] for name in typed} == typed


@pytest.fixture
def box(accounts: Live, postbox: tuple[Postbox, int], monkeypatch: pytest.MonkeyPatch) -> Postbox:
    """The mail of this test alone, as if nothing had been sent before."""
    monkeypatch.setattr(accounts.site.notices, "_asked", Tries(3600))
    postbox[0].got.clear()
    return postbox[0]


def link_in(mail: tuple[list[str], str]) -> str:
    """The path of the link in a mail that asks for confirmation."""
    found = re.findall(r"^http://[\d.:]+(/mail/[\w-]+)\r$", mail[1], re.MULTILINE)
    assert len(found) == 1, mail[1]
    return str(found[0])


def test_an_address_is_asked_whether_it_wants_notices(visitors: Visitors, box: Postbox) -> None:
    ann, reader = visitors(), visitors()
    ann.get("/account")
    ann.send("/account", name="Ann", email="ann@example.org")
    assert "once you have opened the link" in ann.page.text
    (asked,) = box.got
    assert asked[0] == ["ann@example.org"]
    assert "Ann" not in asked[1], "nobody writes to strangers through us"
    ann.send("/account", name="Anne")
    ann.send("/account/mail")
    assert [link_in(one) for one in box.got] == [link_in(asked)] * 2
    assert reader.get(link_in(asked)).status_code == 200
    ann.get("/account")
    assert "once you have opened the link" in ann.page.text, "looking says nothing yet"
    reader.get(link_in(asked))
    assert [form.method for form in reader.page.forms] == ["post"]
    reader.post(link_in(asked), {"wanted": "yes"})
    assert "Notices go to ann@example.org from now on." in reader.page.text
    ann.get("/account")
    assert ann.form("/account").fields["email"] == "ann@example.org"
    assert "once you have opened the link" not in ann.page.text
    ann.send("/account", email="else@example.org")
    assert "once you have opened the link" in ann.page.text
    assert box.got[-1][0] == ["else@example.org"]
    assert reader.get(link_in(asked)).status_code == 404


def test_an_address_that_wants_no_notices_is_forgotten(visitors: Visitors, box: Postbox) -> None:
    eve, reader = visitors(), visitors()
    eve.post("/account", {"name": "Eve", "email": "ann@example.org"})
    (asked,) = box.got
    reader.post(link_in(asked), {"List-Unsubscribe": "One-Click"})
    assert "No notices go to ann@example.org any more." in reader.page.text
    eve.get("/account")
    assert eve.form("/account").fields["email"] == ""
    assert reader.get(link_in(asked)).status_code == 404
    assert reader.get("/mail/none").status_code == 404


def test_nobody_is_asked_again_and_again(visitors: Visitors, box: Postbox) -> None:
    eve = visitors()
    for address in ("ann@example.org", "", "Ann@example.org", "", "ann@EXAMPLE.org", ""):
        eve.post("/account", {"name": "Eve", "email": address})
        assert eve.status == 200
    eve.post("/account", {"name": "Eve", "email": "ann@example.org"})
    assert eve.status == 422
    assert "wait an hour" in eve.problem
    assert len(box.got) == 3
    for number in range(7):
        eve.post("/account", {"name": "Eve", "email": f"ann{number}@example.org"})
    assert eve.status == 200
    eve.post("/account", {"name": "Eve", "email": "bob@example.org"})
    assert eve.status == 422
    assert len(box.got) == 10


def test_a_mail_that_cannot_be_sent_is_told_and_sent_again(
    visitors: Visitors, box: Postbox
) -> None:
    ann = visitors()
    box.refuse = 1
    ann.post("/account", {"name": "Ann", "email": "ann@example.org"})
    assert ann.status == 422
    assert "No mail can be sent to ann@example.org just now." in ann.problem
    ann.send("/account/mail")
    assert ann.status == 200
    assert len(box.got) == 1


def test_who_is_new_and_mistyped_is_somebody_all_the_same(visitors: Visitors) -> None:
    ann = visitors()
    ann.post("/account", {"name": "Ann", "email": "ann"})
    assert ann.status == 422
    assert "Keys for programs" in ann.page.text
    ann.get("/account")
    assert ann.form("/account").fields["name"] == "Ann"


def test_names_are_tidied(people: People) -> None:
    assert tidy_name("  Ann \t of   Ys ") == "Ann of Ys"
    assert tidy_name("e\u0301") == "é"


def test_keys_are_made_shown_once_and_dropped(visitors: Visitors, accounts: Live) -> None:
    ann = visitors()
    ann.post("/account/token", {"label": "robot"})
    assert ann.status == 422
    ann.post("/account", {"name": "Ann"})
    ann.send("/account/token", label="my robot")
    found = re.search(r"kerys_[\w-]+", ann.page.text)
    assert found
    token = {"Authorization": f"Bearer {found[0]}"}
    assert ann.client.get("/api/account", headers=token).json()["name"] == "Ann"
    ann.get("/account")
    assert found[0] not in ann.page.text
    assert "my robot" in ann.page.text
    eve = visitors()
    eve.post("/account", {"name": "Eve"})
    eve.post("/account/token/drop", {"digest": ann.form("/drop").fields["digest"]})
    assert ann.client.get("/api/account", headers=token).status_code == 200
    ann.send("/drop")
    assert "my robot" not in ann.page.text
    assert ann.client.get("/api/account", headers=token).status_code == 401


def test_there_are_only_so_many_keys(people: People) -> None:
    person, _cookie = people.welcome("Ann")
    for number in range(20):
        people.make_token(person, f"robot {number}")
    with pytest.raises(PeopleError, match="You have 20 keys"):
        people.make_token(person, "one more")


@pytest.mark.parametrize(
    ("wanted", "place"),
    [
        ("/new/ys", "/new/ys"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("https://evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("/\t/evil.example", "/"),
        ("//[", "/"),
        ("", "/"),
        ("evil", "/"),
    ],
)
def test_after_signing_in_one_stays_on_the_site(
    visitors: Visitors, accounts: Live, wanted: str, place: str
) -> None:
    login = f"next-{abs(hash(wanted)) % 10**8}"
    person, _cookie = accounts.site.people.welcome("Ann")
    accounts.site.people.make_account(person, login, PASSWORD)
    answer = visitors().client.post(
        "/account/in", data={"login": login, "password": PASSWORD, "next": wanted}
    )
    assert answer.status_code == 303
    assert answer.headers["location"] == place


def test_who_finds_nothing_signs_in_and_goes_on_there(visitors: Visitors) -> None:
    phone, desk = visitors(), visitors()
    table_id = phone.make_table(seat0="me", seat1="friend")
    with_account(phone, "came-back")
    assert desk.get(f"/t/{table_id}?pick=a&pick=b").status_code == 404
    desk.get(way_in(desk))
    desk.send("/account/in", login="came-back", password="wrong horse")
    assert desk.status == 422
    desk.send("/account/in", login="came-back", password=PASSWORD)
    assert desk.status == 200
    assert desk.answer is not None
    assert str(desk.answer.url).endswith(f"/t/{table_id}?pick=a&pick=b")
    desk.get("/t/nowhere")
    assert not [link for link in desk.page.links if "next=" in link], "one is signed in"


def test_a_form_that_finds_nothing_leads_to_the_first_page(visitors: Visitors) -> None:
    eve = visitors()
    assert eve.post("/t/nowhere/move").status_code == 404
    assert "next=%2F#" in way_in(eve)


def test_an_invitation_can_be_taken_up_with_an_account(visitors: Visitors) -> None:
    host, phone, desk = visitors(), visitors(), visitors()
    table_id = host.make_table(seat0="me", seat1="friend")
    (invitation,) = invitations(host)
    with_account(phone, "invited")
    desk.get(invitation)
    desk.get(way_in(desk))
    desk.send("/account/in", login="invited", password=PASSWORD)
    assert desk.path == invitation
    desk.send("/sit")
    assert desk.path == f"/t/{table_id}"
    assert phone.get(f"/t/{table_id}").status_code == 200


def way_in(visitor: Visitor) -> str:
    """The link of a page to where one signs in and comes back from."""
    (link,) = [one for one in visitor.page.links if one.startswith("/account?next=")]
    return link


def test_a_site_behind_https_has_cookies_that_stay_there(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'kerys.db'}", url="https://kerys.example")
    assert settings.secure
    assert not Settings(database=settings.database, url="http://kerys.example").secure
