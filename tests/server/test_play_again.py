"""Playing again: one click, the same players and settings, one table for everyone."""

from __future__ import annotations

import threading

from kerys.server.store.models import Table
from tests.server.live import Live
from tests.server.tools import change_row, depart, guests, row_of, table_for
from tests.server.visitor import Visitor, Visitors, join

CHOSEN = {"seat0": "friend", "seat1": "me", "seat2": "beginner", "clock": "days", "pace": "2"}


def finished(live: Live, ann: Visitor, bob: Visitor) -> str:
    """A table for both, with a finished game."""
    table_id = ann.make_table("ys", **CHOSEN, express="1")
    join(ann, bob)
    change_row(live.site.authority, table_id, status="over")
    for one in (ann, bob):
        one.get(f"/t/{table_id}")
    return table_id


def row(live: Live, table_id: str) -> Table:
    with live.site.database.reading() as session:
        table = session.get_one(Table, table_id)
        assert table.seats
        return table


def test_one_click_begins_another_game_with_the_same_people_and_settings(
    live: Live, visitors: Visitors
) -> None:
    ann, bob = visitors(), visitors()
    first = finished(live, ann, bob)
    bob.send("/again")
    assert bob.path not in ("/", f"/t/{first}")
    before, after = row(live, first), row(live, bob.path.removeprefix("/t/"))
    for name in ("game", "options", "private", "clock", "pace"):
        assert getattr(after, name) == getattr(before, name)
    assert after.status == "running"
    assert [(one.person_id, one.bot, one.name) for one in after.seats] == [
        (one.person_id, one.bot, one.name) for one in before.seats
    ]
    assert after.commitment != before.commitment, "another deal"
    assert bob.path in ann.get("/").text, "it is in everyone's list"


def test_everyone_else_is_led_to_the_same_table(live: Live, visitors: Visitors) -> None:
    ann, bob, eve = visitors(), visitors(), visitors()
    first = finished(live, ann, bob)
    bob.send("/again")
    ann.post(f"/t/{first}/again")
    assert ann.path == bob.path, "two who press the button come to one table"
    ann.get(f"/t/{first}")
    assert ">New game</a>" in ann.page.text
    ann.get(f"/t/{first}/again")
    assert ann.path == bob.path
    assert eve.get(f"/t/{first}/again").status_code == 404
    assert eve.post(f"/t/{first}/again").status_code == 404


def test_of_many_clicks_at_once_there_is_one_table(live: Live) -> None:
    people = guests(live.site, "Ann", "Bob")
    first = table_for(live.site, people)
    change_row(live.site.authority, first, status="over")
    found: list[str] = []
    threads = [
        threading.Thread(
            target=lambda person=person: found.append(live.site.tables.play_again(person, first))
        )
        for person in people * 3
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    assert len(set(found)) == 1


def test_it_is_not_for_those_who_watched_or_before_the_end(live: Live, visitors: Visitors) -> None:
    ann, bob, eve = visitors(), visitors(), visitors()
    first = finished(live, ann, bob)
    change_row(live.site.authority, first, private=False)
    eve.get("/")
    eve.post(f"/t/{first}/again")
    assert eve.status == 409
    eve.make_table(seat0="me", seat1="beginner")
    eve.post(f"/t/{first}/again")
    assert eve.problem == "Only players at this table can play it again."
    change_row(live.site.authority, first, status="running")
    ann.post(f"/t/{first}/again")
    assert ann.problem == "This game isn't over yet."
    assert row_of(live.site.database, first).rematch is None


def test_a_new_game_that_is_gone_can_be_started_again(quiet: Live) -> None:
    ann = quiet.visitor()
    first = ann.make_table(seat0="me", seat1="beginner")
    change_row(quiet.site.authority, first, status="over")
    ann.get(f"/t/{first}")
    ann.send("/again")
    second = ann.path
    ann.post(f"{second}/close")
    depart(quiet.site)
    ann.get(f"/t/{first}/again")
    assert ann.path == f"/t/{first}"
    ann.send("/again")
    assert ann.path not in (second, f"/t/{first}")
