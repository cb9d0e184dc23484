"""Who sits where: people, bots and their names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kerys.bots import BotError, bot_named, bot_names
from kerys.bots.cast import CASTS
from kerys.bots.levels import LEVELS
from kerys.table.errors import SeatError
from kerys.table.record import load
from kerys.terminal.seats import DEFAULT_BOT, seats
from tests.terminal.tools import Done, kerys_command

R = "random"
D = DEFAULT_BOT
DEAL = "the commitment of a deal"


def begun(folder: Path, *arguments: str | Path) -> Done:
    """A game that was started and left at once."""
    done = kerys_command("play", *arguments, "--file", folder / "game.kerys")
    assert done.code == 0, done.output[-300:]
    return done


@pytest.mark.parametrize(
    ("players", "seat", "bots", "who"),
    [
        (4, 0, None, ("", D, D, D)),
        (4, 2, None, (D, D, "", D)),
        (4, 3, [R], (R, "", "", "")),
        (4, 1, [R, R], ("", "", R, R)),
        (2, 0, [], ("", "")),
        (3, 2, [R, R], (R, R, "")),
    ],
)
def test_bots_fill_the_seats_after_the_first_person(
    players: int, seat: int, bots: list[str] | None, who: tuple[str, ...]
) -> None:
    names, found = seats("ys", players, seat, bots, None, DEAL)
    assert found == who
    for name, bot, letter in zip(names, who, "ABCD", strict=False):
        assert name in CASTS["ys"] if bot else name == f"Player {letter}"
    assert len(set(names)) == players


def test_names_go_to_people_in_the_order_of_seats() -> None:
    assert seats("ys", 3, 1, [R], ["Ann", "Bob"], DEAL)[0][:2] == ("Ann", "Bob")
    assert seats("ys", 2, 0, None, ["Zo\u00eb \U0001f409"], DEAL)[0][0] == "Zo\u00eb \U0001f409"


def test_no_bot_has_the_name_of_a_person_and_the_deal_decides_which_it_has() -> None:
    first = seats("ys", 2, 0, [R], None, "a")[0][1]
    assert seats("ys", 2, 0, [R], None, "a")[0][1] == first
    assert seats("ys", 2, 0, [R], [first.upper()], "a")[0][1] != first
    assert len({seats("ys", 2, 0, [R], None, str(deal))[0][1] for deal in range(40)}) > 5


def test_who_is_not_named_is_a_level_that_answers_at_once() -> None:
    level = next(level for level in LEVELS if level.name == DEFAULT_BOT)
    assert (level.milliseconds, level.heat) == (0, 0), "it neither thinks long nor slips"


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((3, 3, None, None), SeatError),
        ((3, -1, None, None), SeatError),
        ((3, 0, [R, R, R], None), SeatError),
        ((3, 0, ["Random"], None), BotError),
        ((3, 0, [""], None), BotError),
        ((3, 0, None, ["Ann", "Bob"]), SeatError),
        ((3, 0, None, []), SeatError),
        ((3, 0, None, [""]), SeatError),
        ((3, 0, None, [" Ann"]), SeatError),
        ((3, 0, None, ["A\nB"]), SeatError),
        ((3, 0, None, ["A\x1b[2J"]), SeatError),
        ((3, 0, None, ["x" * 41]), SeatError),
    ],
)
def test_seats_that_make_no_sense_are_refused(arguments: Any, error: type[Exception]) -> None:
    players, seat, bots, names = arguments
    with pytest.raises(error):
        seats("ys", players, seat, bots, names, DEAL)


def test_the_person_is_asked_at_the_chosen_seat(tmp_path: Path) -> None:
    done = begun(tmp_path, "ys", "--seat", "2", "--names", "Zo\u00eb", "--players", "3")
    assert done.output.splitlines()[-2].startswith("Zo\u00eb> ")
    record = load(tmp_path / "game.kerys")
    assert record.names[2] == "Zo\u00eb"
    assert set(record.names[:2]) < set(CASTS["ys"])
    assert f"{record.names[0]} ({D})" in done.output
    assert record.bots == (D, D, "")


def test_a_seat_without_a_bot_is_another_person(tmp_path: Path) -> None:
    done = begun(tmp_path, "mykerinos", "--players", "3", "--bots", R, "--names", "Ann,Bob")
    assert load(tmp_path / "game.kerys").bots == ("", R, "")
    assert "press Enter when nobody else is looking" in done.output


def test_who_sits_where_is_said_if_people_share_the_keyboard_with_bots(tmp_path: Path) -> None:
    shared = begun(tmp_path, "ys", "--players", "4", "--bots", "expert").output
    assert shared.startswith("Seat B: Expert; seats A, C, D: people at this keyboard\n")
    arguments = ("ys", tmp_path / "new.kerys", "--players", "3", "--bots", R, "--seat", "1")
    new = kerys_command("new", *arguments).output
    assert new.startswith("Seat C: Random; seats A, B: people at this keyboard\n")


@pytest.mark.parametrize("bots", ["", "random,random"])
def test_nothing_is_said_if_all_others_are_alike(bots: str, tmp_path: Path) -> None:
    output = begun(tmp_path, "ys", "--players", "3", "--bots", bots).output
    assert "at this keyboard" not in output


def test_bots_play_at_a_table_unless_they_see_what_they_should_not() -> None:
    """Cheating bots are for measurements only: they can't be chosen by name."""
    for name in bot_names():
        if bot_named(name).cheats:
            with pytest.raises(BotError):
                seats("ys", 2, 0, [name], None, DEAL)
        else:
            assert seats("ys", 2, 0, [name], None, DEAL)[1] == ("", name)
