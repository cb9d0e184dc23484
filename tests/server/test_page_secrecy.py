"""Secrets of a table on its pages: what is pushed is the same in all worlds that look alike."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from kerys.kernel.contract import SPECTATOR
from kerys.server.settings import Settings
from kerys.server.store import Table
from kerys.table.game import Game
from tests.server.live import Live
from tests.server.page_client import Event, events
from tests.server.test_secrecy import Guest, deal_as, put_in, seat_down, with_other_lots
from tests.server.tools import change_row
from tests.table.tools import choose, start
from tests.table.worlds import twin_games

LAYOUTS = ("", "wide", "narrow")


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A site where no bot moves."""
    file = tmp_path_factory.mktemp("page-secrecy") / "kerys.db"
    with Live(Settings(database=f"sqlite:///{file}")) as live:
        live.site.bot_workers.stop()
        yield live


def pushed(live: Live, guest: Guest, table_id: str, game: Game) -> list[list[Event]]:
    """All that pages of a guest hear while a game is played from its beginning, by layout."""
    put_in(live, table_id, Game(game.rules, game.before(0), game.names, game.secret))
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
    return heard


@pytest.mark.parametrize(("seed", "watcher"), [(1, 0), (2, 1), (3, SPECTATOR)])
def test_hidden_moves_of_others_change_no_byte_that_is_pushed_to_a_page(
    quiet: Live, seed: int, watcher: int
) -> None:
    one, other, differences = twin_games(("ys", 0), seed, watcher, 40)
    assert differences > 0
    table_id, people = seat_down(quiet, "ys", one.players)
    deal_as(quiet, table_id, one)
    guest = people[watcher]
    if watcher == SPECTATOR:
        change_row(quiet.site.authority, table_id, private=False)
        guest = seat_down(quiet, "ys", 2)[1][0]
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
    rng, game = random.Random(watcher), start(("mykerinos", 0), watcher)
    while game.ply < 30:
        game.push(*choose(game, rng))
    table_id, people = seat_down(quiet, "mykerinos", game.players)
    deal_as(quiet, table_id, game)
    heard = []
    for world in (game, with_other_lots(game)):

        def deal(_table: Table, world: Game = world) -> Game:
            return Game(world.rules, world.before(0), world.names, world.secret)

        monkeypatch.setattr("kerys.server.owned_tables.deal", deal)
        heard.append(pushed(quiet, people[watcher], table_id, world))
    assert heard[0] == heard[1]
    monkeypatch.undo()
    quiet.site.authority.drop(table_id)
