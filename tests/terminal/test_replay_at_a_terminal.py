"""Stepping through a game with the keyboard in a real terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from kerys.kernel.contract import SPECTATOR
from kerys.table.record import load
from tests.terminal.screen import Screen
from tests.terminal.tools import RECORDS, running

RECORD = RECORDS / "mykerinos-3p.kerys"
FRAME = 5.0
"""Seconds for the rest of a page whose first line is already on the screen."""


def test_the_keys_step_within_the_game(tmp_path: Path) -> None:
    last = len(load(RECORD).decisions)
    with Screen("replay", RECORD, folder=tmp_path) as screen:
        screen.until(rf"Decision 0 of {last}, all screens down")
        for key, ply in [
            ("left", 0),
            ("right", 1),
            ("right", 2),
            ("left", 1),
            ("down", 11),
            ("up", 1),
            ("up", 0),
            ("end", last),
            ("right", last),
            ("down", last),
            ("left", last - 1),
            ("home", 0),
        ]:
            screen.press(key)
            screen.until(f"Decision {ply} of {last}, all screens down")
        screen.press("q")
        assert screen.ended() == 0


def test_s_changes_the_eyes_and_comes_round_again(tmp_path: Path) -> None:
    with Screen("replay", RECORD, folder=tmp_path) as screen:
        for eyes in ("all screens down", "as Player A", "as Player B", "as Player C"):
            screen.until(f"Decision 0 of .*, {eyes}")
            screen.press("s")
        screen.until("as a spectator")
        screen.press("s")
        screen.until("all screens down")
        screen.press("ctrl-c")
        assert screen.ended() == 0


def test_a_running_game_is_seen_with_its_persons_eyes_only(tmp_path: Path) -> None:
    path = tmp_path / "game.kerys"
    last = running(path, "ys", moves=6).game.ply
    with Screen("replay", path, folder=tmp_path) as screen:
        screen.until("Decision 0 of .*, as Player A")
        screen.press("end")
        screen.until(f"Decision {last} of {last}, as Player A")
        screen.press("s")
        screen.until("as a spectator")
        screen.press("s")
        screen.until("as Player A")
        assert "screens down" not in screen.text


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (160, 50)])
def test_the_shown_page_is_that_moment_as_the_seat_saw_it(
    size: tuple[int, int], tmp_path: Path
) -> None:
    view = load(RECORD).replay().view(1, 11)
    columns, lines = size
    options = ("--seat", "1")
    with Screen(
        "replay", RECORD, *options, folder=tmp_path, columns=columns, lines=lines
    ) as screen:
        screen.until("Decision 0 of .*, as Player B")
        screen.press("down", "right")
        screen.until(rf"Decision 11 of .*{view.heading()}")
        spaces = [
            "".join(text for text, _look, _name in row)[:33].rstrip()
            for row in view.board_cells(width=60)[:9]
        ]
        screen.until(lambda text: all(one in text for one in spaces), FRAME)


@pytest.mark.parametrize(
    ("record", "size"), [("ys-4p-quarters4", (100, 50)), ("mykerinos-3p", (80, 24))]
)
def test_what_has_just_happened_can_be_read_on_a_usual_terminal(
    record: str, size: tuple[int, int], tmp_path: Path
) -> None:
    """The board alone may be taller than the screen; the step's sentence must stay visible."""
    path = RECORDS / f"{record}.kerys"
    told = load(path).replay().story(SPECTATOR)[0]
    columns, lines = size
    with Screen("replay", path, folder=tmp_path, columns=columns, lines=lines) as screen:
        screen.until("Decision 0 of")
        for step in range(1, told.ply + 2):
            screen.press("right")
            screen.until(f"Decision {step} of")
        screen.until(lambda text: told.sentences[0] in " ".join(text.split()), FRAME)
