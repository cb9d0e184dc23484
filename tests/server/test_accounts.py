"""People: guests with a cookie, accounts for several devices, keys for programs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from kerys.server.passwords import Passwords, Tries
from kerys.server.settings import Mail, Settings
from tests.server.live import Live
from tests.server.postbox import Postbox, opened_postbox
from tests.server.tools import CHEAP, PASSWORD, last_given
from tests.server.visitor import Visitor, Visitors, invitations, join


@pytest.fixture(scope="module")
def postbox() -> Iterator[tuple[Postbox, int]]:
    """A mail server, and its port."""
    with opened_postbox() as opened:
        yield opened


@pytest.fixture(scope="module")
def accounts(
    tmp_path_factory: pytest.TempPathFactory, postbox: tuple[Postbox, int]
) -> Iterator[Live]:
    """A site with a mail server, and a fast password hasher."""
    file = tmp_path_factory.mktemp("accounts") / "kerys.db"
    mail = Mail("127.0.0.1", "kerys@example.org", port=postbox[1])
    with Live(Settings(database=f"sqlite:///{file}", mail=mail, thinkers=1)) as live:
        live.site.people.passwords = Passwords(CHEAP)
        yield live


@pytest.fixture
def visitors(accounts: Live) -> Visitors:
    """Any number of browsers."""
    return accounts.visitor


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
    assert "Create an account first" in eve.problem


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
    assert eve.problem == "The name or the password is wrong."


@pytest.mark.parametrize("hosts", [False, True])
@pytest.mark.parametrize("seats", [2, 3])
def test_who_sits_at_a_table_twice_leaves_a_seat_to_sign_in(
    visitors: Visitors, hosts: bool, seats: int
) -> None:
    """With two seats the game has started, with three it hasn't."""
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


def test_a_guest_does_not_lose_everything_by_signing_out(visitors: Visitors) -> None:
    ann = visitors()
    table_id = ann.make_table(seat0="me", seat1="friend")
    ann.post("/account/out")
    assert ann.status == 422
    assert "create an account first" in ann.problem
    assert ann.get(f"/t/{table_id}").status_code == 200


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        ({"name": " "}, "can't be empty"),
        ({"name": "x" * 41}, "characters"),
        ({"name": "a\u202eb"}, "one line"),
        ({"email": "ann"}, "isn't an email address"),
        ({"email": "ann@example"}, "isn't an email address"),
        ({"email": "ann@example.org,bob@example.org"}, "isn't an email address"),
        ({"email": "a@b.org\r\nBcc: c@d.org"}, "isn't an email address"),
        ({"email": "a\x01@b.org"}, "isn't an email address"),
        ({"email": "a" * 200 + "@example.org"}, "isn't an email address"),
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
    """The mailbox of this test alone, as if nothing had been sent before."""
    monkeypatch.setattr(accounts.site.notices, "_asked", Tries(3600))
    postbox[0].got.clear()
    return postbox[0]


def link_in(mail: tuple[list[str], str]) -> str:
    """The path of the link in a confirmation mail."""
    found = re.findall(r"^http://[\d.:]+(/mail/[\w-]+)\r$", mail[1], re.MULTILINE)
    assert len(found) == 1, mail[1]
    return str(found[0])


def test_an_address_is_asked_whether_it_wants_notices(visitors: Visitors, box: Postbox) -> None:
    ann, reader = visitors(), visitors()
    ann.get("/account")
    ann.send("/account", name="Ann", email="ann@example.org")
    assert "once you open the link" in ann.page.text
    (asked,) = box.got
    assert asked[0] == ["ann@example.org"]
    assert "Ann" not in asked[1], "nobody writes to strangers through us"
    ann.send("/account", name="Anne")
    ann.send("/account/mail")
    assert [link_in(one) for one in box.got] == [link_in(asked)] * 2
    assert reader.get(link_in(asked)).status_code == 200
    ann.get("/account")
    assert "once you open the link" in ann.page.text, "looking says nothing yet"
    reader.get(link_in(asked))
    assert [form.method for form in reader.page.forms] == ["post"]
    reader.post(link_in(asked), {"wanted": "yes"})
    assert "From now on you get notifications at ann@example.org." in reader.page.text
    ann.get("/account")
    assert ann.form("/account").fields["email"] == "ann@example.org"
    assert "once you open the link" not in ann.page.text
    ann.send("/account", email="else@example.org")
    assert "once you open the link" in ann.page.text
    assert box.got[-1][0] == ["else@example.org"]
    assert reader.get(link_in(asked)).status_code == 404


def test_an_address_that_wants_no_notices_is_forgotten(visitors: Visitors, box: Postbox) -> None:
    eve, reader = visitors(), visitors()
    eve.post("/account", {"name": "Eve", "email": "ann@example.org"})
    (asked,) = box.got
    reader.post(link_in(asked), {"List-Unsubscribe": "One-Click"})
    assert "You get no more notifications at ann@example.org." in reader.page.text
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
    assert "Mail can't be sent to ann@example.org right now." in ann.problem
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
    """The page's link for signing in, which leads back to the page."""
    (link,) = [one for one in visitor.page.links if one.startswith("/account?next=")]
    return link


def test_a_site_behind_https_has_cookies_that_stay_there(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'kerys.db'}", url="https://kerys.example")
    assert settings.secure
    assert not Settings(database=settings.database, url="http://kerys.example").secure
