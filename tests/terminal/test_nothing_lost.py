"""Nothing is ever lost: killed processes, interrupts at any moment, failing disks."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from kerys.bots.base import RandomBot
from kerys.games import GAMES
from kerys.table.errors import GameError
from kerys.table.record import load
from kerys.terminal.saves import open_game
from tests.terminal.faults import REPLACE, Fault, Killed, own
from tests.terminal.screen import Screen
from tests.terminal.tools import (
    Done,
    Script,
    at_random,
    forever,
    kerys_command,
    on_disk,
    play,
    running,
    sealed_of,
    some,
    started,
)

# --- Killed processes ------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_no_decision_of_a_person_is_lost_when_the_process_is_killed_at_a_prompt(
    game: str, tmp_path: Path
) -> None:
    rng = random.Random(game)
    for number in range(20):
        path = tmp_path / f"{number}.kerys"
        saved = started(path, game, seed=str(number))
        decided = rng.randrange(12)
        with pytest.raises(Killed):
            play(saved, Script([*some(decided, number), _killed]))
        again = open_game(path)
        assert own(again.game.moves, again) == own(saved.game.moves, saved)


def _killed(_moves: object) -> str:
    raise Killed


@pytest.mark.parametrize("game", GAMES)
def test_a_killed_game_goes_on_at_the_decision_that_stood_on_the_screen(
    game: str, tmp_path: Path
) -> None:
    """What the bots did before the prompt is saved: they can't decide again."""
    for decided in range(8):
        path = tmp_path / f"{decided}.kerys"
        saved = started(path, game)
        with pytest.raises(Killed):
            play(saved, Script([*some(decided), _killed]))
        again = open_game(path)
        assert again.game.moves == saved.game.moves
        assert again.game.view(0).text() == saved.game.view(0).text()


def killed_at(call: int, monkeypatch: pytest.MonkeyPatch, playing: Callable[[], None]) -> None:
    """Kill the process at this call that replaces a file."""
    fault = Fault(os.replace, Killed())
    fault.failing = lambda number: number == call
    with monkeypatch.context() as patched:
        patched.setattr(REPLACE, fault)
        with pytest.raises(Killed):
            playing()


@pytest.mark.parametrize("game", GAMES)
def test_a_kill_between_any_two_writes_leaves_a_game_that_goes_on(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before and after each file is replaced."""
    for call in range(1, 13):
        path = tmp_path / f"{call}.kerys"
        saved, script = started(path, game), Script(some(8))
        killed_at(call, monkeypatch, lambda: play(saved, script))  # noqa: B023
        if not path.exists():
            assert call <= 2, "the first two writes make the two files"
            continue
        again = open_game(path)
        acknowledged = len(script.prompts) - 1
        assert len(own(again.game.moves, again)) >= acknowledged
        assert again.game.moves == saved.game.moves[: again.game.ply]


def test_a_kill_at_the_very_end_leaves_the_finished_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the record is written, but before the seal is removed."""
    path = tmp_path / "game.kerys"

    def killed(*_arguments: Any, **_named: Any) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", killed)
        with pytest.raises(Killed):
            play(started(path, "mykerinos"), Script(forever(at_random(0))))
    assert sealed_of(path).exists()
    assert kerys_command("verify", path).code == 0
    assert kerys_command("play", path).code == 0
    assert set(on_disk(tmp_path)) == {path.name}


@pytest.mark.parametrize("game", GAMES)
def test_kill_9_after_an_acknowledged_decision_loses_nothing(game: str, tmp_path: Path) -> None:
    """Real processes, killed at the prompt and while they compute."""
    rng = random.Random(f"kill {game}")
    arguments: list[str] = ["play", game, "--plain", "--seed", "7", "--file", "game.kerys"]
    acknowledged = 0
    for _sitting in range(2):
        with Screen(*arguments, folder=tmp_path) as screen:
            screen.prompt()
            for _decision in range(rng.randrange(1, 4)):
                screen.answer("1")
                acknowledged += 1
            screen.press("1", "enter")
            screen.kill()
        again = open_game(tmp_path / "game.kerys")
        made = len(own(again.game.moves, again))
        assert made in (acknowledged, acknowledged + 1)
        acknowledged = made
        arguments = ["play", "game.kerys", "--plain"]


def test_a_game_that_is_open_twice_loses_the_decisions_of_neither(tmp_path: Path) -> None:
    """The second terminal is refused, or the first one notices and doesn't overwrite the file."""
    path = tmp_path / "game.kerys"
    running(path, moves=2)
    elsewhere: list[Done] = []

    def meanwhile(_prompt: str) -> None:
        if not elsewhere:
            elsewhere.append(kerys_command("play", path, lines=["1", "1"]))

    here = open_game(path)
    with suppress(GameError):
        play(here, Script(some(1), before=meanwhile))
    if elsewhere[0].code == 0:
        kept = [text for seat, text in load(sealed_of(path)).decisions if seat == 0]
        assert len(kept) >= 4, "two at first, two elsewhere"


# --- Interrupts ------------------------------------------------------------------------------


def bots_fail(monkeypatch: pytest.MonkeyPatch, thought: int, error: BaseException) -> None:
    """Raise an error while a bot is thinking."""
    choose = Fault(RandomBot.choose, error)
    choose.failing = lambda number: number >= thought
    monkeypatch.setattr(RandomBot, "choose", lambda *arguments: choose(*arguments))


def test_ctrl_c_while_bots_think_keeps_what_they_have_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bots_fail(monkeypatch, 7, KeyboardInterrupt())
    path = tmp_path / "game.kerys"
    saved = started(path)
    play(saved, Script(forever(at_random(0))))
    assert "The game is saved" in capsys.readouterr().out
    assert open_game(path).game.moves == saved.game.moves != ()


@pytest.mark.parametrize("call", range(1, 9))
def test_ctrl_c_while_saving_saves_again(
    call: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = Fault(os.replace, KeyboardInterrupt())
    fault.failing = lambda number: number == call
    monkeypatch.setattr(REPLACE, fault)
    path = tmp_path / "game.kerys"
    saved = started(path)
    play(saved, Script(some(6)))
    assert open_game(path).game.moves == saved.game.moves
    assert set(on_disk(tmp_path)) == {path.name, sealed_of(path).name}


def test_a_bot_that_fails_loses_no_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots_fail(monkeypatch, 20, RuntimeError("no idea"))
    path = tmp_path / "game.kerys"
    saved = started(path)
    play(saved, Script(forever(at_random(0))))
    assert saved.game.over, "a stand-in has moved instead"
    assert open_game(path).game.moves == saved.game.moves
