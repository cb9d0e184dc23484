"""Asking the master at the prompt: in games of one's own and at tables of a site."""

from __future__ import annotations

from pathlib import Path

import pytest

from kerys.terminal.choosing import Chooser
from kerys.terminal.saves import open_game
from kerys.terminal.seats import usual_asks
from tests.server.live import Live
from tests.server.programs import Program
from tests.terminal.remote_tools import open_table
from tests.terminal.tools import Script, at_random, kerys_command, play, started


def test_answers_are_shown_and_questions_counted_in_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = started(tmp_path / "game.kerys", "mykerinos", players=2, names=["Ada"])
    saved.agree(1)
    play(saved, Script(["ask", "ask", at_random(1), "ask"]))
    said = " ".join(capsys.readouterr().out.split())
    assert said.count("What the master would do: 1. ") == 2, "again for nothing"
    assert said.count("Ada asked the master (0 of 1 left).") == 1
    assert "You have asked your only question." in said
    opened = open_game(saved.path)
    assert (opened.asks, opened.asked, opened.asks_left(0)) == (1, (1, 0), 0)


def test_nobody_asks_where_it_was_not_agreed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = started(tmp_path / "game.kerys", "mykerinos", players=2)
    saved.agree(0)
    play(saved, Script(["ask"]))
    assert "It wasn't agreed at this table" in " ".join(capsys.readouterr().out.split())
    assert "asks" not in saved.path.read_text("utf-8")


def test_a_game_against_bots_has_questions_unless_one_says_otherwise(tmp_path: Path) -> None:
    assert (usual_asks(["", "random"]), usual_asks(["", "", "random"])) == (3, 0)
    for arguments, asks in (((), 3), (("--ask", "10"), 10), (("--ask", "0"), 0)):
        file = tmp_path / f"{asks}.kerys"
        game = ("mykerinos", "--players", "2", "--bots", "random")
        done = kerys_command("play", *game, "--plain", "--file", file, *arguments, lines=["quit"])
        assert done.code == 0, done.output
        assert open_game(file).asks == asks
    wrong = kerys_command("play", "mykerinos", "--plain", "--ask", "11")
    assert (wrong.code, "0<=x<=10" in wrong.output) == (2, True)


def test_a_whole_move_is_filled_in_and_can_be_taken_back(tmp_path: Path) -> None:
    saved = started(tmp_path / "game.kerys", "mykerinos", players=2, bots=0)
    seat = saved.game.actors[0]
    chooser = Chooser(saved.game.view(seat))
    first = saved.game.view(seat).legal[0].text
    assert chooser.fill_in(first)
    assert chooser.move == first
    assert chooser.take_back()
    assert not chooser.move
    assert not chooser.fill_in("fly away")


def test_a_seat_at_a_site_asks_over_the_api(live: Live, host: Program) -> None:
    table_id, links = open_table(host, "friend", "beginner", asks=2)
    lines = ["ask", "quit"]
    done = kerys_command("join", live.url + links[0], "--plain", "--name", "Bob", lines=lines)
    assert done.code == 0, done.output
    assert "What the master would do: 1. " in done.words
    again = kerys_command("join", live.url + links[0], "--plain", "--name", "Bob", lines=["quit"])
    assert "Bob asked the master (1 of 2 left)." in again.words
    assert table_id
