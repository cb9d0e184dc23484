"""Requests about notifications: only about the browser that asks, and only for its owner."""

from __future__ import annotations

import pytest

from kerys.server.middleware import HEADERS
from kerys.server.web_push import is_receiver
from tests.server.live import Live
from tests.server.push_service import FakeBrowser, unwritten
from tests.server.visitor import Visitor, Visitors, join

ENDPOINT = "https://push.example/a-secret-word"


@pytest.fixture
def ann(visitors: Visitors) -> Visitor:
    found = visitors()
    found.make_table(name="Ann", seat0="me", seat1="friend")
    return found


@pytest.fixture
def bob(visitors: Visitors, ann: Visitor) -> Visitor:
    """A friend at the same table."""
    found = visitors()
    join(ann, found)
    return found


def is_on(visitor: Visitor) -> bool:
    answer = visitor.client.get("/push")
    assert set(answer.json()) == {"key", "on"}
    return bool(answer.json()["on"])


def subscribe(visitor: Visitor, endpoint: str = ENDPOINT) -> int:
    return visitor.client.post("/push", data=FakeBrowser(endpoint).form).status_code


def test_a_browser_subscribes_and_unsubscribes(ann: Visitor) -> None:
    assert not is_on(ann)
    assert subscribe(ann) == 204
    assert is_on(ann)
    assert subscribe(ann) == 204, "again, with other keys"
    assert is_on(ann)
    assert ann.client.post("/push/drop").status_code == 204
    assert not is_on(ann)


def test_the_key_of_the_site_is_one_that_browsers_take(ann: Visitor) -> None:
    key = ann.client.get("/push").json()["key"]
    assert len(unwritten(key)) == 65
    assert is_receiver(key, "AAAAAAAAAAAAAAAAAAAAAA"), "a point of the curve"


def test_nobody_sees_or_ends_what_another_browser_has(ann: Visitor, bob: Visitor) -> None:
    assert subscribe(ann, f"{ENDPOINT}-of-ann") == 204
    assert not is_on(bob)
    assert bob.client.post("/push/drop").status_code == 204
    assert is_on(ann)
    for visitor in (ann, bob):
        for path in ("/", "/account", "/push", ann.path):
            assert ENDPOINT not in visitor.client.get(path).text


def test_whoever_signs_out_unsubscribes(ann: Visitor) -> None:
    assert subscribe(ann, f"{ENDPOINT}-signed-out") == 204
    cookie = ann.client.cookies["kerys"]
    ann.get("/account")
    ann.send("/account/make", login="ann-who-leaves", password="correct horse")
    assert is_on(ann), "an account keeps what the guest had"
    ann.send("/account/out")
    ann.client.cookies.set("kerys", cookie)
    assert not is_on(ann)


def test_a_stranger_has_nothing_to_subscribe_to(visitors: Visitors) -> None:
    stranger = visitors()
    assert subscribe(stranger) == 422
    assert not is_on(stranger)


@pytest.mark.parametrize(
    "change", [{"endpoint": "http://push.example/"}, {"p256dh": "AAAA"}, {"auth": ""}]
)
def test_what_can_not_be_used_is_refused(ann: Visitor, change: dict[str, str]) -> None:
    answer = ann.client.post("/push", data=FakeBrowser(ENDPOINT).form | change)
    assert (answer.status_code, answer.text) == (
        422,
        "Notifications can't be sent to this browser.",
    )


def test_pages_of_other_sites_subscribe_nobody(ann: Visitor) -> None:
    headers = {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
    form = FakeBrowser(ENDPOINT).form
    assert ann.client.post("/push", data=form, headers=headers).status_code == 403
    assert ann.client.post("/push/drop", headers=headers).status_code == 403


def test_the_worker_may_look_after_all_pages(live: Live) -> None:
    answer = live.visitor().client.get("/service-worker.js")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "fetch" in answer.text
    assert 'addEventListener("fetch"' not in answer.text, "pages are never its business"


def test_the_icon_is_a_picture(live: Live) -> None:
    answer = live.visitor().client.get("/icon.png")
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
