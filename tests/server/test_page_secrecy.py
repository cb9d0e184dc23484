"""Secrets of a table on its pages: what is pushed is the same in all worlds that look alike."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from kerys.kernel.contract import SPECTATOR
from kerys.table.game import Game
from tests.server.alike import (
    Guest,
    at_the_start,
    deal_as,
    dealing,
    guest_for,
    put_in,
    seat_down,
    some_mykerinos,
    with_other_lots,
)
from tests.server.live import Live
from tests.server.page_client import Event, events
from tests.server.tools import change_row
from tests.table.worlds import twin_games

LAYOUTS = ("", "wide", "narrow")


def pushed(live: Live, guest: Guest, table_id: str, game: Game) -> list[list[Event]]:
    """Everything pushed to a guest's pages while a game is played from its start, by layout."""
    put_in(live, table_id, at_the_start(game))
    change_row(live.site.authority, table_id, version=1000)
    with ExitStack() as held:
        streams = []
        for layout in LAYOUTS:
            path = f"/t/{table_id}/stream?layout={layout}"
            answer = held.enter_context(guest.visitor.client.stream("GET", path))
            assert answer.status_code == 200
            streams.append(events(answer.iter_lines()))
        heard = [[next(told)] for told in streams]
        for move in game.moves:
            live.site.authority.move(table_id, move.seat, move.code, None)
            for told, found in zip(streams, heard, strict=True):
                found.append(next(told))
    for found in heard:
        assert [kind for kind, _number, _data in found] == ["table"] + ["change"] * game.ply
    return [*heard, [filmed(guest, table_id, layout) for layout in LAYOUTS[1:]]]


def filmed(guest: Guest, table_id: str, layout: str) -> Event:
    """The film of the whole game, as sent to a guest's page."""
    answer = guest.visitor.client.get(f"/t/{table_id}/film?since=0&layout={layout}")
    assert answer.status_code == 200
    return "film", 0, answer.text


@pytest.mark.parametrize(("seed", "watcher"), [(1, 0), (2, 1), (3, SPECTATOR)])
def test_hidden_moves_of_others_change_no_byte_that_is_pushed_to_a_page(
    quiet: Live, seed: int, watcher: int
) -> None:
    one, other, differences = twin_games(("ys", 0), seed, watcher, 40)
    assert differences > 0
    table_id, people = seat_down(quiet, "ys", one.players)
    deal_as(quiet, table_id, one)
    guest = guest_for(quiet, table_id, people, watcher)
    heard = [pushed(quiet, guest, table_id, world) for world in (one, other)]
    assert heard[0] == heard[1]
    both = zip(one.moves, other.moves, strict=True)
    mover = next(move.seat for move, another in both if move != another)
    theirs = [pushed(quiet, people[mover], table_id, world) for world in (one, other)]
    assert theirs[0] != theirs[1], "the worlds are the same"


@pytest.mark.parametrize("watcher", [0, 1])
def test_lots_still_to_come_change_no_byte_that_is_pushed_to_a_page(
    quiet: Live, monkeypatch: pytest.MonkeyPatch, watcher: int
) -> None:
    game = some_mykerinos(watcher, 30)
    table_id, people = seat_down(quiet, "mykerinos", game.players)
    deal_as(quiet, table_id, game)
    heard = []
    for world in (game, with_other_lots(game)):
        monkeypatch.setattr("kerys.server.owned_tables.deal", dealing(world))
        heard.append(pushed(quiet, people[watcher], table_id, world))
    assert heard[0] == heard[1]
    monkeypatch.undo()
    quiet.site.authority.drop(table_id)
