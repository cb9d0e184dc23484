"""Where a replay can start: its rounds, and the decisions that changed most."""

from __future__ import annotations

import random
import re

import pytest

from kerys.kernel.contract import SPECTATOR
from kerys.server.pages.jumps import MOST_TURNS, jumps, key_moments
from kerys.table.game import Game, new
from tests.server.alike import deal_as, guest_for, put_in, seat_down
from tests.server.live import Live
from tests.server.tools import change_row, guests, play, table_for
from tests.table.tools import choose
from tests.table.worlds import twin_games

LINK = re.compile(r'<a class="plain" data-at="(\d+)".*?</a>')
BEGINNINGS = {"ys": ("Round", 4), "mykerinos": ("Season", 4)}


def played(game: str, players: int, seed: int) -> Game:
    """A whole random game."""
    rng, found = random.Random(seed), new(game, seed=seed, players=players)
    while not found.over:
        found.push(*choose(found, rng))
    return found


@pytest.mark.parametrize("name", BEGINNINGS)
@pytest.mark.parametrize("players", [2, 4])
def test_every_round_begins_where_its_heading_appears(name: str, players: int) -> None:
    game = played(name, players, 3)
    word, number = BEGINNINGS[name]
    found = jumps(game, 0).rounds
    assert [one.name for one in found] == [f"{word} {one + 1}" for one in range(number)]
    assert found[0].at == 0
    for one in found:
        assert game.view(0, one.at).heading().startswith(f"{one.name} of")
        if one.at:
            assert not game.view(0, one.at - 1).heading().startswith(f"{one.name} of")


def test_the_lead_changes_hands() -> None:
    points = [(0, 0), (1, 0), (1, 1), (1, 2), (1, 2), (4, 2)]
    turns = key_moments(points)
    assert [(one.at, one.owner, one.leads) for one in turns] == [(3, 1, True), (5, 0, True)]


def test_what_moves_the_points_most_comes_after_changes_of_the_lead() -> None:
    points = [(9, 0, 0), (11, 0, 0), (11, 8, 0), (11, 8, 1), (11, 12, 0), (8, 12, 0), (99, 102, 80)]
    turns = key_moments(points)
    assert [(one.at, one.owner, one.gained, one.leads) for one in turns] == [
        (1, 0, 2, False),
        (2, 1, 8, False),
        (4, 1, 4, True),
        (5, 0, -3, False),
        (6, 0, 91, False),
    ]


def test_there_are_few_and_the_small_ones_are_left_out() -> None:
    steps = [(n, 0) for n in range(20)]
    assert key_moments(steps) == [], "a point at a time changes nothing"
    seesaw = [(10 * (n % 2), 10 * (1 - n % 2) + n) for n in range(30)]
    turns = key_moments(seesaw)
    assert len(turns) == MOST_TURNS
    assert all(one.leads for one in turns)
    assert turns == sorted(turns)
    assert key_moments([(0, 0)]) == []


@pytest.mark.parametrize("name", BEGINNINGS)
def test_key_moments_are_told_with_the_points_of_then(name: str) -> None:
    game = played(name, 2, 11)
    found = jumps(game, SPECTATOR).turns
    assert 0 < len(found) <= MOST_TURNS
    for turn in found:
        view = game.view(SPECTATOR, turn.at)
        assert f"Decision {turn.at}: {turn.name} " in turn.about
        for owner, points in zip(view.owner_names(), view.scores, strict=True):
            assert f"{owner} {points}" in turn.about
        if turn.label == "leads":
            leader = view.owner_names().index(turn.name)
            assert view.scores[leader] == max(view.scores)
            assert view.scores.count(view.scores[leader]) == 1


def test_a_page_links_to_all_of_them(quiet: Live) -> None:
    table_id = table_for(quiet.site, guests(quiet.site, "Ann", "Bob"), "ys")
    play(quiet.site.authority, table_id, random.Random(4))
    change_row(quiet.site.authority, table_id, private=False)
    with quiet.site.authority.holding(table_id) as owned:
        found = jumps(owned.begun, SPECTATOR)
    moments = [one.at for one in found.rounds] + [one.at for one in found.turns]
    eve = quiet.visitor()
    text = eve.get(f"/t/{table_id}/replay?at=9&eyes=").text
    links = LINK.finditer(text)
    assert [int(one[1]) for one in links] == moments
    assert found.turns[0].about in text
    assert text.count('aria-current="step"') == 1
    for moment in moments:
        assert eve.get(f"/t/{table_id}/replay?at={moment}&eyes=").status_code == 200
        assert f'data-at="{moment}" data-film' in eve.page.text


@pytest.mark.parametrize(("seed", "watcher"), [(1, 0), (3, SPECTATOR)])
def test_hidden_moves_of_others_change_no_byte_of_a_replay_and_its_film(
    quiet: Live, seed: int, watcher: int
) -> None:
    one, other, differences = twin_games(("ys", 0), seed, watcher, 40)
    assert differences > 0
    table_id, people = seat_down(quiet, "ys", one.players)
    deal_as(quiet, table_id, one)
    guest = guest_for(quiet, table_id, people, watcher)
    seen = []
    for world in (one, other):
        put_in(quiet, table_id, world)
        change_row(quiet.site.authority, table_id, version=1000)
        paths = [
            f"replay{part}since={ply}&at={ply}&eyes={eyes}&layout={layout}"
            for part in ("?", "/film?")
            for ply in range(0, one.ply, 7)
            for eyes in ("", "0", "1", "open")
            for layout in ("wide", "narrow")
        ]
        answers = [guest.visitor.client.get(f"/t/{table_id}/{path}") for path in paths]
        seen.append([(answer.status_code, answer.content) for answer in answers])
    assert seen[0] == seen[1]
    assert {status for status, _content in seen[0]} == {200, 404, 409}
