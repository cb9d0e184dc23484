"""Films: a drawing for every moment, from what was shown before to what is shown now."""

from __future__ import annotations

import random

import pytest

from kerys.kernel.contract import SPECTATOR
from kerys.server.pages.film import MOST_MOMENTS, frames, missed
from kerys.server.pages.table_parts import CUTS
from kerys.server.pages.table_view import LAYOUTS, play_pieces
from kerys.server.pages.text_delta import chunks_of
from kerys.table.errors import GameError
from tests.server.live import Live
from tests.server.page_client import changed
from tests.server.tools import actors_of, decide, guests, table_for


def played(live: Live, game: str, moves: int) -> str:
    """A table after some random moves."""
    table_id = table_for(live.site, guests(live.site, "Ann", "Bob", "Cleo"), game)
    rng = random.Random(8)
    for _move in range(moves):
        if actors_of(live.site.authority, table_id):
            decide(live.site.authority, table_id, rng)
    return table_id


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_film_ends_with_what_is_shown_now(live: Live, game: str, layout: str) -> None:
    table_id = played(live, game, 45)
    for seat in (SPECTATOR, 0, 1):
        with live.site.authority.holding(table_id) as owned:
            game_now = owned.begun
            since = game_now.ply - 6
            first, *others = frames(owned, seat, since, layout)
            moments = game_now.moments(seat, since)
            told = [moment.told.sentences for moment in moments]
            end = moments[-1].told.ply + 1  # there was nothing to tell about later ones
            before = play_pieces(game_now.view(seat, since), owned.known, (layout,))
            after = play_pieces(game_now.view(seat, end), owned.known, (layout,))
            story = [one.sentences for one in game_now.story(seat, since)]
        assert [one["say"] for one in others] == told == story
        board = first["board"][1:]
        assert board == list(chunks_of(before, CUTS["play"]))
        for one in others:
            board = changed(board, one["board"])
        assert "".join(board) == "".join(after)
        with live.site.authority.holding(table_id) as owned:
            bare, *same = frames(owned, seat, since, layout, whole=False)
        assert bare["board"] is None
        assert same == others


def test_a_round_of_ys_is_revealed_quarter_by_quarter(live: Live) -> None:
    table_id = played(live, "ys", 300)
    with live.site.authority.holding(table_id) as owned:
        game = owned.begun
        told = [
            moment.told.sentences[0]
            for ply in range(game.ply)
            for moment in game.moments(0, ply, ply + 1)
        ]
    revealed = [one for one in told if one.startswith(("Quarter 1 is", "Quarter 2 is"))]
    assert len(revealed) >= 4
    assert revealed[0].startswith("Quarter 1")


def test_a_long_film_shows_its_end(live: Live) -> None:
    table_id = played(live, "ys", 200)
    with live.site.authority.holding(table_id) as owned:
        found = frames(owned, 0, 0, "wide")
        last = owned.begun.moments(0)[-1].told.sentences
    assert len(found) == MOST_MOMENTS + 1
    assert found[-1]["say"] == last


@pytest.mark.parametrize("since", [-1, 1000])
def test_a_film_of_moments_that_never_were_is_refused(live: Live, since: int) -> None:
    table_id = played(live, "mykerinos", 3)
    with live.site.authority.holding(table_id) as owned, pytest.raises(GameError, match="3"):
        frames(owned, 0, since, "wide")
    answer = live.visitor().get(f"/t/{table_id}/film?since={since}")
    assert answer.status_code == 404, "a private table has nothing to show to strangers"


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_whoever_comes_back_is_offered_what_they_missed(live: Live, game: str) -> None:
    table_id = played(live, game, 30)
    layout = "narrow"
    with live.site.authority.holding(table_id) as owned:
        since = owned.begun.ply - 9
        revision = owned.begun.view(0, since).revision
        first, *others = missed(owned, 0, since, revision, layout)
        assert [{**first, "offer": None}, *others] == [
            {**one, "offer": None} if not at else one
            for at, one in enumerate(frames(owned, 0, since, layout))
        ]
        assert f"({len(others)} moments)" in first["offer"]


def test_what_was_taken_back_meanwhile_is_not_played(live: Live) -> None:
    table_id = played(live, "mykerinos", 6)
    authority = live.site.authority
    with authority.holding(table_id) as owned:
        ply, revision = owned.begun.ply, owned.begun.view(0).revision
        seat = next(one for one in range(3) if owned.begun.undoable(one) == ply - 1)
    authority.undo(table_id, seat, None)
    with authority.holding(table_id) as owned:
        assert missed(owned, 0, ply, revision, "wide") == [], "there is no such ply now"
    decide(authority, table_id, random.Random(1))
    decide(authority, table_id, random.Random(1))
    with authority.holding(table_id) as owned:
        assert owned.begun.ply > ply
        assert missed(owned, 0, ply, revision, "wide") == [], "it is another one"
        now = owned.begun.view(0, ply).revision
        assert missed(owned, 0, ply, now, "wide")
