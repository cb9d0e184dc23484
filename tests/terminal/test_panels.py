"""The panels beside the board, at the prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

from kerys.study.beliefs.panel import panels
from kerys.terminal.panel_text import panel_words
from tests.terminal.heard import Heard, answers
from tests.terminal.tools import PANELS, some, started


@pytest.mark.parametrize("game", PANELS)
def test_every_panel_of_a_game_has_a_word(game: str, tmp_path: Path) -> None:
    view = started(tmp_path / "game.kerys", game).game.view(0)
    assert tuple(panel_words(view)) == PANELS[game]
    assert list(panel_words(view).values()) == [one.title for one in panels(view)]


@pytest.mark.parametrize("game", PANELS)
def test_a_panel_is_shown_whole_and_as_this_seat_may_see_it(
    game: str, tmp_path: Path, heard: Heard
) -> None:
    saved = started(tmp_path / "game.kerys", game)
    said = answers(saved, PANELS[game], heard, after=some(8))
    for text, panel in zip(said, panels(saved.game.view(0)), strict=True):
        words = " ".join(text.split())
        assert words.startswith(panel.title)
        assert panel.note in words
        for row in panel.rows:
            assert set(row.heading.split()) <= set(words.split())
            for cell in row.cells:
                assert set(cell.text.split()) <= set(words.replace("!", "").split())


def test_prices_show_each_colour_with_its_price(tmp_path: Path, heard: Heard) -> None:
    said = answers(started(tmp_path / "game.kerys"), ["prices"], heard)[0]
    head, _rule, *rows = said.split("\n\n")[1].splitlines()
    assert head.split() == ["Price", "Agents", "Sum", "Place", "Step", "Then"]
    assert [row.split()[:3] for row in rows] == [
        [colour, "8", "0"] for colour in ("Blue", "Green", "Yellow", "Red")
    ]


@pytest.mark.parametrize(
    ("word", "title"), [("majorities", "Areas"), ("unseen", "Lots to come"), ("MAJ", "Areas")]
)
def test_the_usual_words_work_in_every_game_that_has_such_a_panel(
    word: str, title: str, tmp_path: Path, heard: Heard
) -> None:
    said = answers(started(tmp_path / "game.kerys", "mykerinos"), [word], heard)[0]
    assert said.splitlines()[0] == title


def test_a_panel_that_a_game_does_not_have_is_refused_with_those_it_has(
    tmp_path: Path, heard: Heard
) -> None:
    said = answers(started(tmp_path / "game.kerys", "mykerinos"), ["prices"], heard)[0]
    wanted = (
        "Mykerinos has no 'prices'. You can ask for: majorities, patrons, points, cubes, lots, "
        "beliefs.\n"
    )
    assert said == wanted


def test_commands_can_be_shortened_as_long_as_it_is_clear_which_is_meant(
    tmp_path: Path, heard: Heard
) -> None:
    saved = started(tmp_path / "game.kerys")
    short, whole, two = answers(saved, ["maj", "majorities", "m"], heard)
    assert short == whole
    assert two == "'m' could be moves or majorities.\n"


def test_a_shortened_command_never_hides_a_move(tmp_path: Path, heard: Heard) -> None:
    """`p` begins `prices` and `points`, but `place` and `play` too."""
    saved = started(tmp_path / "game.kerys")
    place, board = answers(saved, ["p", "bo"], heard)
    assert place.startswith("'p' isn't a move.")
    wanted = saved.game.view(0).text(width=100, compact=True)
    assert board.strip("\n") == wanted.strip("\n")
