"""The stream of a page: it tells that there is something new, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

from kerys.server.new_table import Plan
from kerys.server.settings import Settings
from kerys.server.store import Person
from tests.server.live import Live
from tests.server.tools import decide, guests, row_of, table_for
from tests.server.visitor import TIMEOUT_S


@contextmanager
def events(live: Live, cookie: str, table_id: str, have: str = "") -> Iterator[Iterator[str]]:
    """The data of each event."""
    visitor = live.visitor()
    visitor.client.cookies.set("kerys", cookie)
    path = f"/t/{table_id}/stream?have={have}"
    with visitor.client.stream("GET", path, timeout=TIMEOUT_S) as answer:
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        lines = answer.iter_lines()
        yield (line.removeprefix("data: ") for line in lines if line.startswith("data: "))


def version(live: Live, table_id: str) -> str:
    """The version of a table, as the stream tells it."""
    return str(row_of(live.site.database, table_id).version)


def somebody(live: Live, name: str) -> tuple[Person, str]:
    return live.site.people.welcome(name)


def test_a_page_that_is_up_to_date_hears_of_the_next_change_only(live: Live) -> None:
    ann, cookie = somebody(live, "Ann")
    table_id = table_for(live.site, [ann, *guests(live.site, "Bob")])
    now = version(live, table_id)
    with events(live, cookie, table_id, now) as told:
        decide(live.site.authority, table_id, random.Random(1))
        heard = next(told)
    assert heard == version(live, table_id) != now


def test_a_page_that_was_away_catches_up_at_once(live: Live) -> None:
    ann, cookie = somebody(live, "Ann")
    table_id = table_for(live.site, [ann, *guests(live.site, "Bob")])
    before = version(live, table_id)
    for _ in range(3):
        decide(live.site.authority, table_id, random.Random(1))
    with events(live, cookie, table_id, before) as told:
        assert next(told) == version(live, table_id)


def test_a_browser_that_is_signed_out_hears_no_more_of_a_private_table(live: Live) -> None:
    ann, cookie = somebody(live, "Ann")
    table_id = table_for(live.site, [ann, *guests(live.site, "Bob")])
    with events(live, cookie, table_id) as told:
        next(told)
        live.site.people.sign_out(cookie)
        decide(live.site.authority, table_id, random.Random(1))
        assert list(told) == ["gone"]


def test_two_tabs_of_one_seat_hear_the_same(live: Live) -> None:
    ann, cookie = somebody(live, "Ann")
    table_id = table_for(live.site, [ann, *guests(live.site, "Bob")])
    with events(live, cookie, table_id) as one, events(live, cookie, table_id) as other:
        assert next(one) == next(other)
        decide(live.site.authority, table_id, random.Random(1))
        assert next(one) == next(other)
        live.site.tables.say(ann, table_id, "Hello")
        assert next(one) == next(other)


def test_seats_that_are_taken_and_left_are_news(live: Live) -> None:
    ann, cookie = somebody(live, "Ann")
    (bob,) = guests(live.site, "Bob")
    table_id = live.site.tables.make(
        ann, Plan("mykerinos", ["me", "anyone", "friend"], private=False)
    )
    with events(live, cookie, table_id) as told:
        heard = [next(told)]
        live.site.tables.sit_down(bob, table_id, 1)
        heard.append(next(told))
        live.site.tables.stand_up(bob, table_id)
        heard.append(next(told))
        live.site.tables.stand_up(ann, table_id)
        assert next(told) == "gone"
        assert list(told) == []
    versions = [int(one) for one in heard]
    assert versions == sorted(set(versions)), "every change is news"


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


def test_streams_end_cleanly_when_the_site_stops(sqlite: str) -> None:
    with Live(Settings(database=sqlite, thinkers=1)) as live:
        ann, cookie = somebody(live, "Ann")
        token = live.site.people.make_token(ann, "robot")
        table_id = live.site.tables.make(ann, Plan("mykerinos", ["me", "friend"]))
        program = live.visitor(Authorization=f"Bearer {token}").client
        with (
            events(live, cookie, table_id) as told,
            program.stream("GET", f"/api/tables/{table_id}/stream") as answer,
        ):
            lines = answer.iter_lines()
            next(told)
            next(lines)
            live.server.should_exit = True
            assert list(told) == list(lines) == []
