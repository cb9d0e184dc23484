"""Tables on a site: they can be found again, and chat works, whatever else happens."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import inspect

from kerys.bots import registry
from kerys.bots.base import RandomBot
from kerys.bots.cast import CASTS
from kerys.server import tables
from kerys.server.limits import MOST_SAID, SAID_WITHIN
from kerys.server.new_table import Plan
from kerys.server.site import Site
from kerys.server.store import Message
from kerys.server.store.models import now
from kerys.server.table_errors import NoTable
from kerys.table.errors import GameError
from tests.server.tools import change_row, guests, say, table_for


def test_my_turn_at_an_old_table_is_not_lost_behind_finished_games(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_LISTED", 1)
    ann, bob = guests(site, "Ann", "Bob")
    old = table_for(site, [ann, bob])
    change_row(site.authority, old, changed=now() - timedelta(days=300), awaited=1)
    waiting = site.tables.make(ann, Plan("mykerinos", ["me", "friend"]))
    change_row(site.authority, waiting, changed=now() - timedelta(days=3))
    for _number in range(5):
        change_row(site.authority, table_for(site, [ann, bob]), status="over", awaited=0)
    found = [table.id for table in site.tables.mine(ann)]
    assert found[:2] == [old, waiting]
    assert len(found) == 4


def test_tables_are_found_by_their_host(site: Site) -> None:
    indexes = inspect(site.database.engine).get_indexes("tables")
    assert ["host_id"] in [one["column_names"] for one in indexes]


def test_who_talks_at_a_table_that_is_gone_hears_that(site: Site) -> None:
    ann, bob = guests(site, "Ann", "Bob")
    table_id = site.tables.make(ann, Plan("mykerinos", ["me", "anyone", "friend"], private=False))
    site.tables.sit_down(bob, table_id, 1)
    site.tables.stand_up(ann, table_id)
    with pytest.raises(NoTable):
        say(site, bob, table_id, "Shall we begin?")


def test_nobody_talks_without_end(site: Site) -> None:
    ann, bob = guests(site, "Ann", "Bob")
    table_id = table_for(site, [ann, bob])
    for number in range(MOST_SAID):
        say(site, ann, table_id, f"Word {number}")
    with pytest.raises(GameError, match="wait a moment"):
        say(site, ann, table_id, "And another thing")
    say(site, bob, table_id, "Let me say something too")
    with site.database.writing() as session:
        for message in session.query(Message):
            message.at -= SAID_WITHIN
    site.authority.drop(table_id)
    say(site, ann, table_id, "And another thing")


def test_bots_have_names_of_the_cast_and_make_way_for_a_person_of_the_same_name(
    site: Site,
) -> None:
    (ann,) = guests(site, "Ann")
    seats = ["me", "friend", "expert", "expert"]
    table_id = site.tables.make(ann, Plan("mykerinos", seats))
    before = site.tables.look(table_id, ann).seats
    bots = [seat.name for seat in before[2:]]
    assert set(bots) < set(CASTS["mykerinos"])
    assert len(set(bots)) == 2
    (namesake,) = guests(site, bots[0])
    site.tables.sit_down(namesake, table_id, 1, before[1].invitation)
    after = [seat.name for seat in site.tables.look(table_id, ann).seats]
    assert after[:2] == ["Ann", bots[0]]
    assert after[3] == bots[1]
    assert len(set(after)) == 4


def test_a_bot_that_cannot_play_a_game_is_not_seated(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Diver(RandomBot):
        games = ("ys",)

    monkeypatch.setitem(registry.BOTS, "beginner", Diver)
    (ann,) = guests(site, "Ann")
    told = r"^'beginner' plays Ys, not Mykerinos\.$"
    with pytest.raises(GameError, match=told):
        site.tables.make(ann, Plan("mykerinos", ["me", "beginner"]))
    table_id = site.tables.make(ann, Plan("mykerinos", ["me", "friend"]))
    with pytest.raises(GameError, match=told):
        site.tables.seat_bot(ann, table_id, 1, "beginner")
    assert site.tables.look(table_id, ann).seats[1].bot == ""
    site.tables.make(ann, Plan("ys", ["me", "beginner"]))
