"""The stream of a page: everything first, then only changes, the same for everyone."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from kerys.server.new_table import Plan
from kerys.server.settings import Settings
from kerys.server.store import Person
from tests.server.live import Live
from tests.server.page_client import PageClient, events, page_stream
from tests.server.tools import decide, guests, row_of, say, table_for, view_of
from tests.server.visitor import TIMEOUT_S


def version(live: Live, table_id: str) -> int:
    """The version of a table."""
    return row_of(live.site.database, table_id).version


def somebody(live: Live, name: str) -> tuple[Person, str]:
    return live.site.people.welcome(name)


def started(live: Live, game: str = "mykerinos") -> tuple[Person, str, str]:
    """A player with a cookie at a running table."""
    ann, cookie = somebody(live, "Ann")
    return ann, cookie, table_for(live.site, [ann, *guests(live.site, "Bob")], game)


def test_a_page_gets_all_first_and_then_only_what_changes(live: Live) -> None:
    ann, cookie, table_id = started(live)
    page = PageClient()
    with page_stream(live, cookie, table_id, layout="wide") as told:
        kind, number, whole = next(told)
        news = page.receive(whole)
        assert (kind, number) == ("table", version(live, table_id))
        assert news["version"] == number
        assert set(page.parts) >= {"where", "decision", "play", "log", "chat"}
        assert "board-wide" in page.text("play")
        assert "board-narrow" not in page.text("play")
        for _move in range(3):
            decide(live.site.authority, table_id, random.Random(1))
            kind, number, change = next(told)
            news = page.receive(change)
            assert (kind, number) == ("change", version(live, table_id))
            assert len(change) < len(whole) / 3
            assert news["state"] == number - json.loads(whole)["version"]
        say(live.site, ann, table_id, "Hello")
        kind, number, change = next(told)
        assert set(page.receive(change)["parts"]) == {"chat"}
        assert "Hello" in page.text("chat")


def answers(choice: dict[str, Any]) -> list[str]:
    """What a page can send: the moves of the last node whose bits are set."""
    bits = int(choice["nodes"][-1][0], 16)
    names = [thing[0] for thing in choice["things"]]
    return [
        choice["patterns"][pattern].format(*(names[one] for one in parts))
        for place, (pattern, *parts) in enumerate(choice["moves"])
        if bits >> place & 1
    ]


def test_whoever_is_asked_is_told_what_they_may_answer(live: Live) -> None:
    _ann, cookie, table_id = started(live)
    seat = live.site.authority.read(table_id, lambda game, _events: game.actors[0])
    legal = live.site.authority.read(
        table_id, lambda game, _events: [action.text for action in game.legal(seat)]
    )
    with page_stream(live, cookie, table_id) as told:
        news = json.loads(next(told)[2])
    assert (news["choice"] is not None) == (seat == 0)
    if seat == 0:
        assert answers(news["choice"]) == legal
    assert news["title"].startswith("●") == (seat == 0)


def came_back(live: Live, cookie: str, table_id: str, away: int, **other: Any) -> str:
    """The kind of update for a page that missed some moves."""
    page = PageClient()
    with page_stream(live, cookie, table_id, layout="wide") as told:
        seen = page.receive(next(told)[2])
    for _move in range(away):
        decide(live.site.authority, table_id, random.Random(1))
    asked = {"layout": "wide", "have": seen["version"], "base": seen["base"], **other}
    with page_stream(live, cookie, table_id, **asked) as told:
        kind, number, data = next(told)
        page.receive(data)
        if kind == "change":
            assert number == seen["version"] + 1
            for _move in range(away - 1):
                page.receive(next(told)[2])
    with page_stream(live, cookie, table_id, layout="wide") as told:
        fresh = PageClient()
        fresh.receive(next(told)[2])
    if "layout" not in other:
        assert page.page() == fresh.page()
    return kind


def test_a_page_that_was_away_for_a_moment_is_sent_what_it_missed(live: Live) -> None:
    _ann, cookie, table_id = started(live)
    assert came_back(live, cookie, table_id, 3) == "change"


def test_a_page_that_was_away_for_long_is_sent_everything(live: Live) -> None:
    _ann, cookie, table_id = started(live)
    assert came_back(live, cookie, table_id, 30) == "table"


@pytest.mark.parametrize(
    "other", [{"base": "0123456789abcdef"}, {"base": ""}, {"layout": "narrow"}]
)
def test_a_page_that_has_seen_something_else_is_sent_everything(
    live: Live, other: dict[str, str]
) -> None:
    _ann, cookie, table_id = started(live)
    assert came_back(live, cookie, table_id, 1, **other) == "table"


def test_a_page_that_is_up_to_date_hears_of_the_next_change_only(live: Live) -> None:
    _ann, cookie, table_id = started(live)
    with page_stream(live, cookie, table_id) as told:
        seen = json.loads(next(told)[2])
    with page_stream(live, cookie, table_id, have=seen["version"], base=seen["base"]) as told:
        decide(live.site.authority, table_id, random.Random(1))
        kind, number, _data = next(told)
    assert (kind, number) == ("change", seen["version"] + 1)


def test_somebody_who_looks_with_other_eyes_is_sent_everything(live: Live) -> None:
    """They sit down in another tab: what they saw as a spectator is no base for a change."""
    ann, _cookie = somebody(live, "Ann")
    bob, cookie = somebody(live, "Bob")
    plan = Plan("mykerinos", ["me", "anyone", "friend"], private=False)
    table_id = live.site.tables.make(ann, plan)
    with page_stream(live, cookie, table_id) as told:
        assert "/sit" in next(told)[2]
        live.site.tables.sit_down(bob, table_id, 1)
        kind, _number, data = next(told)
        assert kind == "table"
        assert "/leave" in data


def test_a_table_that_begins_and_ends_is_shown_as_what_it_has_become(live: Live) -> None:
    ann, cookie = somebody(live, "Ann")
    (bob,) = guests(live.site, "Bob")
    table_id = live.site.tables.make(ann, Plan("mykerinos", ["me", "friend"]))
    page = PageClient()
    rng = random.Random(1)
    with page_stream(live, cookie, table_id) as told:
        page.receive(next(told)[2])
        assert list(page.parts) == ["waiting"]
        seat = live.site.tables.look(table_id, ann).seats[1]
        live.site.tables.sit_down(bob, table_id, 1, seat.invitation)
        page.receive(next(told)[2])
        assert page.parts.keys() >= {"decision", "play", "notices", "leaving"}
        while live.site.authority.read(table_id, lambda game, _events: game.actors):
            decide(live.site.authority, table_id, rng)
            page.receive(next(told)[2])
        assert "result" in page.text("decision")
        assert not page.parts.keys() & {"notices", "leaving"}


def test_a_browser_that_is_signed_out_hears_no_more_of_a_private_table(live: Live) -> None:
    _ann, cookie, table_id = started(live)
    with page_stream(live, cookie, table_id) as told:
        next(told)
        live.site.people.sign_out(cookie)
        decide(live.site.authority, table_id, random.Random(1))
        assert [kind for kind, _number, _data in told] == ["gone"]


def test_two_tabs_of_one_seat_hear_the_same(live: Live) -> None:
    ann, cookie, table_id = started(live)
    with page_stream(live, cookie, table_id) as one, page_stream(live, cookie, table_id) as other:
        assert next(one) == next(other)
        decide(live.site.authority, table_id, random.Random(1))
        assert next(one) == next(other)
        say(live.site, ann, table_id, "Hello")
        assert next(one) == next(other)


def test_a_spectator_hears_something_else_than_a_player(live: Live) -> None:
    ann, cookie = somebody(live, "Ann")
    table_id = table_for(live.site, [ann, *guests(live.site, "Bob")], "ys", private=False)
    with page_stream(live, cookie, table_id) as one, page_stream(live, "", table_id) as other:
        for told in (one, other):
            page = PageClient()
            news = page.receive(next(told)[2])
            asks = 'id="choosing"' in page.page()
            assert (news["choice"] is not None) == asks == (told is one)
        decide(live.site.authority, table_id, random.Random(1))
        assert next(one)[2] != next(other)[2]


def test_seats_that_are_taken_and_left_are_news(live: Live) -> None:
    ann, cookie = somebody(live, "Ann")
    (bob,) = guests(live.site, "Bob")
    table_id = live.site.tables.make(
        ann, Plan("mykerinos", ["me", "anyone", "friend"], private=False)
    )
    page = PageClient()
    with page_stream(live, cookie, table_id) as told:
        page.receive(next(told)[2])
        assert "<b>Bob</b>" not in page.page()
        live.site.tables.sit_down(bob, table_id, 1)
        page.receive(next(told)[2])
        assert "<b>Bob</b>" in page.page()
        live.site.tables.stand_up(bob, table_id)
        page.receive(next(told)[2])
        assert "<b>Bob</b>" not in page.page()
        live.site.tables.stand_up(ann, table_id)
        assert [kind for kind, _number, _data in told] == ["gone"]


def test_who_sits_there_is_news_even_if_the_number_is_the_same(live: Live) -> None:
    ann, _cookie = somebody(live, "Ann")
    bob, eve = guests(live.site, "Bob", "Eve")
    plan = Plan("mykerinos", ["me", "anyone", "friend"], private=False)
    table_id = live.site.tables.make(ann, plan)
    live.site.tables.sit_down(bob, table_id, 1)
    before = version(live, table_id)
    live.site.tables.stand_up(bob, table_id)
    live.site.tables.sit_down(eve, table_id, 1)
    assert version(live, table_id) != before


def test_streams_are_packed_for_those_who_can_unpack_them(live: Live) -> None:
    _ann, cookie, table_id = started(live)
    visitor = live.visitor()
    visitor.client.cookies.set("kerys", cookie)
    got = []
    for accepted, encoding in (("gzip", "gzip"), ("identity", None), ("gzip;q=0, br", None)):
        headers = {"Accept-Encoding": accepted}
        with visitor.client.stream(
            "GET", f"/t/{table_id}/stream", headers=headers, timeout=TIMEOUT_S
        ) as answer:
            assert answer.headers.get("Content-Encoding") == encoding
            assert "Accept-Encoding" in answer.headers["Vary"]
            told = events(answer.iter_lines())
            got.append(next(told))
            length = answer.num_bytes_downloaded
            if encoding:
                assert length < len(got[0][2]) / 3
    assert got[0] == got[1] == got[2]


def test_a_decision_of_a_page_that_hears_the_news_needs_no_answer(live: Live) -> None:
    ann, cookie = somebody(live, "Ann")
    table_id = table_for(live.site, [ann, *guests(live.site, "Bob", "Cleo")], "ys")
    visitor = live.visitor()
    visitor.client.cookies.set("kerys", cookie)
    headers = {"HX-Request": "true", "X-Following": "1"}
    view = view_of(live.site.authority, table_id, 0)
    form = {"move": view.legal[0].text, "revision": str(view.revision)}
    answer = visitor.post(f"/t/{table_id}/move", form, headers=headers)
    assert answer.status_code == 204
    assert int(answer.headers["X-Version"]) == version(live, table_id)
    answer = visitor.post(f"/t/{table_id}/move", form, headers=headers)
    assert answer.status_code == 409, "what was wrong is told"
    assert 'role="alert"' in answer.text
    answer = visitor.post(f"/t/{table_id}/say", {"text": "Hi"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200, "who hears nothing gets the page"
    assert "Hi" in answer.text


def test_streams_end_cleanly_when_the_site_stops(sqlite: str) -> None:
    with Live(Settings(database=sqlite, thinkers=1)) as live:
        ann, cookie = somebody(live, "Ann")
        token = live.site.people.make_token(ann, "robot")
        table_id = live.site.tables.make(ann, Plan("mykerinos", ["me", "friend"]))
        program = live.visitor(Authorization=f"Bearer {token}").client
        with (
            page_stream(live, cookie, table_id) as told,
            program.stream("GET", f"/api/tables/{table_id}/stream") as answer,
        ):
            lines = events(answer.iter_lines())
            next(told)
            next(lines)
            live.server.should_exit = True
            assert list(told) == list(lines) == []
