"""`kerys join --plain`: a table of a site line by line."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from kerys.terminal.guest_keys import kept_key
from kerys.terminal.panel_text import panel_words
from kerys.terminal.remote import join
from tests.server.live import Live
from tests.server.programs import Program
from tests.server.tools import decide, log_of, view_of
from tests.terminal.remote_tools import open_table
from tests.terminal.tools import Done, kerys_command

MINI = {"mini": True}
ANY_MOVES = ["1"] * 300


def joined(live: Live, path: str, *arguments: str, lines: Any = (), **environment: str) -> Done:
    """Join a table in plain lines."""
    return kerys_command("join", live.url + path, "--plain", *arguments, lines=lines, **environment)


def test_a_whole_game_is_played_in_lines(live: Live, host: Program) -> None:
    table_id, links = open_table(host, "friend", "beginner", options=MINI)
    done = joined(live, links[0], "--name", "Bob", lines=ANY_MOVES)
    view = view_of(live.site.authority, table_id, 0)
    assert done.code == 0, done.output
    assert view.over
    assert f"At this table: Bob, {view.names[1]} (beginner)" in done.words
    told = live.site.authority.read(table_id, lambda game, _events: game.story(0))
    for sentence in (one for told_of in told for one in told_of.sentences):
        assert sentence in done.words
    ranks = view.rules.player_ranks(view.state, view.players)
    places = sorted(zip(ranks, view.names, view.scores[: view.players], strict=True))
    assert done.output.rstrip().splitlines()[-2:] == [
        f"{rank}. {name}: {points}" for rank, name, points in places
    ]


@pytest.mark.parametrize("game", ["ys", "mykerinos"])
def test_commands_are_answered_and_mistakes_change_nothing(
    live: Live, host: Program, game: str
) -> None:
    table_id, links = open_table(host, "me", "friend", game=game)
    sitting = asyncio.run(join(live.url + links[1], "Bob"))
    panel = next(iter(panel_words(sitting.view)))
    while 1 not in view_of(live.site.authority, table_id, 1).actors:
        decide(live.site.authority, table_id, random.Random(1))
    made = len(log_of(live.site.database, table_id))
    wrong = ["fly", "0", "9999", "undo", "moves nowhere", "say"]
    right = ["help", "moves", "board", "log", "", panel, "say Good luck", "quit"]
    done = joined(live, links[1], "--name", "Bob", lines=[*wrong, *right])
    assert done.code == 0, done.output
    for said in (
        "fly",
        "Moves are numbered from 1 to",
        "take back",
        "No move contains: nowhere",
        "The message is empty.",
        "one of these commands",
        f"Come back with: kerys join {live.url}/t/{table_id}",
    ):
        assert said in done.words, said
    assert len(log_of(live.site.database, table_id)) == made
    seen = host.get(f"/tables/{table_id}?moments=true").json()
    assert seen["messages"] == [{"name": "Bob", "text": "Good luck"}]


def test_who_comes_back_is_told_the_story_so_far(live: Live, host: Program) -> None:
    table_id, links = open_table(host, "friend", "beginner")
    joined(live, links[0], lines=["1", "1"])
    done = joined(live, f"/t/{table_id}", lines=["quit"])
    (first, *_rest) = live.site.authority.read(table_id, lambda game, _events: game.story(0))
    assert first.sentences[0] in done.words
    assert kept_key(live.url)


def test_the_key_can_come_from_the_environment(live: Live, host: Program) -> None:
    table_id, _links = open_table(host, "me", "beginner")
    done = joined(live, f"/t/{table_id}", lines=["quit"], KERYS_KEY=host.token)
    assert done.code == 0
    assert "At this table: Hilda" in done.words
    assert kept_key(live.url) == ""


def test_what_cannot_be_joined_is_refused_in_a_sentence(live: Live) -> None:
    done = joined(live, "/t/nowherexyz")
    assert done.code == 1
    assert "Error: " in done.output
    assert "no such table" in done.words
