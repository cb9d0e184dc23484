"""What every response has: headers, origin checks, size limits, and errors as pages."""

from __future__ import annotations

import re

import pytest
from sqlalchemy.exc import OperationalError

from kerys.server.middleware import HEADERS, MOST_BODY, preferred
from kerys.server.people import People
from kerys.server.settings import Settings
from kerys.server.tables import Tables
from tests.server.live import Live
from tests.server.postgres import PostgresServer
from tests.server.visitor import Visitor


@pytest.fixture(scope="module")
def table(live: Live) -> tuple[Visitor, str]:
    """A visitor at a table."""
    ann = live.visitor()
    return ann, ann.make_table(seat0="me", seat1="friend")


ANSWERS = [
    ("GET", "/", 200),
    ("GET", "/new/ys", 200),
    ("GET", "/account", 200),
    ("GET", "/t/TABLE", 200),
    ("GET", "/t/TABLE/proof", 200),
    ("GET", "/t/TABLE/replay", 404),
    ("GET", "/t/TABLE/record.kerys", 409),
    ("GET", "/t/nowhere", 404),
    ("GET", "/t/%00", 404),
    ("GET", "/t/TABLE/replay?at=x", 422),
    ("GET", "/i/none", 404),
    ("GET", "/mail/none", 404),
    ("GET", "/static/kerys.js", 200),
    ("GET", "/static/none", 404),
    ("GET", "/colours/dark.css", 200),
    ("GET", "/colours/none.css", 404),
    ("GET", "/alive", 200),
    ("GET", "/api/openapi.json", 200),
    ("GET", "/api/account", 401),
    ("GET", "/api/none", 404),
    ("POST", "/", 405),
    ("POST", "/account", 422),
    ("POST", "/account/out", 303),
    ("POST", "/tables", 404),
    ("POST", "/t/TABLE/move", 409),
]


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS)
def test_every_answer_has_the_headers(
    table: tuple[Visitor, str], live: Live, method: str, path: str, status: int
) -> None:
    ann, table_id = table
    who = ann if "TABLE" in path else live.visitor()
    answer = who.client.request(method, path.replace("TABLE", table_id))
    assert answer.status_code == status
    for name, value in HEADERS.items():
        assert answer.headers[name] == value, name
    if not path.startswith("/static/"):
        assert answer.headers["Cache-Control"] == "no-store"


def test_the_policy_lets_nobody_else_in() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert not re.search(r"https?:|\*|data:", policy)


def test_pages_ask_no_third_party_for_anything(table: tuple[Visitor, str]) -> None:
    ann, table_id = table
    for path in ("/", "/new/ys", "/account", f"/t/{table_id}"):
        text = ann.get(path).text
        wanted = re.findall(r"(?:src|href|action|hx-\w+|sse-connect)=\"([^\"]*)\"", text)
        assert wanted
        for address in wanted:
            assert not address.startswith(("//", "http:", "https:")), address
        assert not re.search(r"<(?:[^>]*\s)?(?:style|on\w+)=", text)
        assert not re.search(r"<script(?![^>]*\bsrc=)", text)


def test_the_headers_are_there_when_something_breaks(
    live: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_arguments: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(Tables, "listed", fail)
    visitor = live.visitor()
    answer = visitor.get("/")
    assert answer.status_code == 500
    assert visitor.problem.startswith("Something went wrong here.")
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "RuntimeError: broken" in caplog.text


def test_a_database_without_time_is_said_so(
    live: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_arguments: object) -> None:
        raise OperationalError("SELECT", {}, Exception("lock timeout"))

    for reading in ("listed", "mine"):
        monkeypatch.setattr(Tables, reading, fail)
    visitor = live.visitor()
    answer = visitor.get("/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "try again in a moment" in visitor.problem
    assert "lock timeout" in caplog.text
    assert "lock timeout" not in answer.text


def test_no_log_tells_the_secret_of_a_link(
    live: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_arguments: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(Tables, "invited", fail)
    monkeypatch.setattr(People, "of_word", fail)
    for room in ("i", "mail"):
        assert live.visitor().get(f"/{room}/a-secret-word").status_code == 500
        assert f"GET /{room}/... failed" in caplog.text
    assert "a-secret-word" not in caplog.text


ORIGINS = [
    ({}, True),
    ({"Origin": "HERE"}, True),
    ({"Origin": "https://evil.example"}, False),
    ({"Origin": "null"}, False),
    ({"Origin": "http://[evil"}, False),
    ({"Origin": ""}, False),
    ({"Sec-Fetch-Site": "cross-site"}, False),
    ({"Sec-Fetch-Site": "same-site"}, False),
    ({"Sec-Fetch-Site": "same-origin", "Origin": "HERE"}, True),
    ({"Sec-Fetch-Site": "cross-site", "Origin": "HERE"}, False),
]


@pytest.mark.parametrize(("headers", "fine"), ORIGINS)
def test_forms_of_other_sites_are_refused(live: Live, headers: dict[str, str], fine: bool) -> None:
    sent = {name: value.replace("HERE", live.url) for name, value in headers.items()}
    answer = live.visitor().client.post("/account", data={"name": "Ann"}, headers=sent)
    assert answer.status_code == (303 if fine else 403)
    assert ("set-cookie" in answer.headers) == fine
    for name, value in HEADERS.items():
        assert answer.headers[name] == value


def test_looking_is_allowed_from_anywhere(live: Live) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Origin": "https://a.friends.page"}
    assert live.visitor().get("/", headers=headers).status_code == 200


def test_nobody_sends_more_than_fits(live: Live) -> None:
    visitor = live.visitor()
    big = visitor.post("/account", {"name": "x" * MOST_BODY})
    assert big.status_code == 413
    assert visitor.problem
    many = visitor.post("/account", {f"field{number}": "x" for number in range(100)})
    assert many.status_code == 400
    files = visitor.client.post("/account", files={"name": ("a.txt", b"x")})
    assert files.status_code == 400


def test_a_part_is_a_part_and_history_gets_a_page(table: tuple[Visitor, str]) -> None:
    ann, table_id = table
    path = f"/t/{table_id}"
    part = ann.get(path, headers={"HX-Request": "true"}).text
    assert part.lstrip().startswith('<div id="table"')
    back = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert ann.get(path, headers=back).text.startswith("<!doctype html>")


def test_an_error_in_place_of_a_part_replaces_the_page(live: Live) -> None:
    answer = live.visitor().get("/t/nowhere", headers={"HX-Request": "true"})
    assert answer.status_code == 404
    assert answer.headers["HX-Retarget"] == "body"
    assert answer.headers["HX-Reselect"] == "unset", "whatever part the page had asked for"


def test_browsers_keep_what_is_named_by_its_content_and_nothing_else(live: Live) -> None:
    visitor = live.visitor()
    page = visitor.get("/").text
    named = re.findall(r'(?:src|href)="(/(?:static|colours)/[^"?]+)\?(\w+)"', page)
    assert {address.split("/")[1] for address, _stamp in named} == {"static", "colours"}
    for address, stamp in named:
        kept = visitor.client.get(f"{address}?{stamp}")
        assert kept.status_code == 200
        assert "immutable" in kept.headers["Cache-Control"]
        for other in (address, f"{address}?0", f"{address}?{stamp}&more"):
            answer = visitor.client.get(other)
            assert answer.status_code == 200
            assert answer.headers["Cache-Control"] in ("no-cache", "no-store")
    for font in re.findall(r'url\("([^"]+)"\)', visitor.get("/colours/auto.css").text):
        answer = visitor.client.get(font)
        assert answer.headers["content-type"] == "font/woff2"
        assert "immutable" in answer.headers["Cache-Control"]
        assert "Content-Encoding" not in answer.headers, "it is packed already"
    assert visitor.get("/").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(("accepted", "coding"), [("gzip", "gzip"), ("gzip, deflate, br", "br")])
def test_pages_are_packed_for_those_who_can_unpack_them(
    table: tuple[Visitor, str], accepted: str, coding: str
) -> None:
    ann, table_id = table
    for path in (f"/t/{table_id}", "/static/kerys.js"):
        packed = ann.client.get(path, headers={"Accept-Encoding": accepted})
        assert packed.headers["Content-Encoding"] == coding
        plain = ann.client.get(path, headers={"Accept-Encoding": "identity"})
        assert "Content-Encoding" not in plain.headers
        assert plain.text == packed.text
        assert int(packed.headers["Content-Length"]) < len(plain.content) / 2


@pytest.mark.parametrize("accepted", ["", "tlh", "en-GB,en;q=0.8", ",,;q=x", "*", "de" * 500])
def test_every_wish_for_a_language_is_answered(live: Live, accepted: str) -> None:
    assert preferred(accepted) == "en"
    assert live.visitor(**{"Accept-Language": accepted}).get("/").status_code == 200


def test_strange_letters_break_no_database(postgres: PostgresServer) -> None:
    with Live(Settings(database=postgres.database(), thinkers=1)) as live:
        visitor = live.visitor()
        for path in ("/t/%00", "/i/%00", "/t/%00/stream", "/t/a%00b/replay"):
            assert visitor.get(path).status_code == 404
        visitor.post("/account", {"name": "A\0nn"})
        assert visitor.status == 200
        visitor.post("/account/in", {"login": "a\0", "password": "\0" * 9})
        assert visitor.status == 422
        visitor.post("/account/token/drop", {"digest": "\0"})
        assert visitor.status == 200
