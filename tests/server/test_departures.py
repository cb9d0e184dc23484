"""Leaving a table: it needs a confirmation, and can be undone for a moment."""

from __future__ import annotations

from kerys.server.settings import Settings
from kerys.server.site import Site, open_site
from kerys.server.store import Seat
from kerys.server.store.models import now
from kerys.server.tables import TAKE_BACK
from tests.server.live import Live, wait_for
from tests.server.tools import changing, depart, guests, row_of, table_for
from tests.server.visitor import Visitors, join


def test_closing_a_table_is_taken_back(live: Live, visitors: Visitors) -> None:
    ann = visitors()
    table_id = ann.make_table(seat0="me", seat1="beginner")
    ann.send("/close")
    assert ann.path == "/"
    assert "is about to be closed" in ann.page.text
    assert f'href="/t/{table_id}"' not in ann.page.text, "it is on its way out"
    ann.send("/stay")
    assert ann.path == f"/t/{table_id}"
    depart(live.site)
    assert ann.get(f"/t/{table_id}").status_code == 200
    assert "is about to be closed" not in ann.get("/").text


def test_giving_up_a_seat_is_taken_back(live: Live, visitors: Visitors) -> None:
    ann, bob = visitors(), visitors()
    table_id = ann.make_table(seat0="me", seat1="friend")
    join(ann, bob)
    bob.get(f"/t/{table_id}")
    bob.send("/give-up")
    assert "A bot is about to take your seat" in bob.page.text
    assert "is about to" not in ann.get("/").text
    ann.post(f"/t/{table_id}/stay")
    assert row(live, table_id, 1).leaving is not None, "only whoever leaves takes it back"
    bob.get("/")
    bob.send("/stay")
    depart(live.site)
    assert row(live, table_id, 1).bot == ""


def row(live: Live, table_id: str, seat: int) -> Seat:
    with live.site.database.reading() as session:
        return session.get_one(Seat, (table_id, seat))


def test_nothing_happens_before_its_moment_and_too_late_is_too_late(
    live: Live, visitors: Visitors
) -> None:
    ann, eve = visitors(), visitors()
    table_id = ann.make_table(seat0="me", seat1="beginner")
    ann.send("/close")
    live.site.tables.carry_out_departures(now())
    closing = row_of(live.site.database, table_id).closing
    assert closing is not None
    assert closing <= now() + TAKE_BACK
    eve.make_table(seat0="me", seat1="beginner")
    assert eve.post(f"/t/{table_id}/stay").status_code == 404
    depart(live.site)
    assert ann.post(f"/t/{table_id}/stay").status_code == 404


def test_the_site_carries_it_out_by_itself_also_after_a_restart(site: Site, url: str) -> None:
    ann, bob = guests(site, "Ann", "Bob")
    closed = table_for(site, [ann], bots=["beginner"])
    left = table_for(site, [ann, bob])
    site.tables.close_soon(ann, closed)
    site.tables.give_up_soon(bob, left)
    with changing(site.authority, closed) as table:
        table.closing = now()
    with changing(site.authority, left) as table:
        table.seats[1].leaving = now()
    again = open_site(Settings(database=url))
    again.departures.start()
    try:
        wait_for(lambda: again.tables.mine(bob) == [])
        wait_for(lambda: [one.id for one in again.tables.mine(ann)] == [left])
    finally:
        again.departures.stop()
        again.authority.stop()
        again.database.close()
