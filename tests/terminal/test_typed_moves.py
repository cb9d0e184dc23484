"""What people type instead of the exact text of a move, and what it is taken for."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from kerys.games import GAMES
from kerys.table.errors import UnknownMove
from kerys.table.game import new
from kerys.table.view import View
from kerys.terminal.typed_moves import MOST_NAMED, check_clear, find_illegal, find_move
from tests.terminal.heard import Heard, answers
from tests.terminal.tools import Script, play, started

OPENING = ("bid 4+2", "1")
"""What the person in seat 0 does before placing agents."""
BIDS = ("bid 4+2", "bid 1+1", "bid 0+0", "order 1", "order 2")


@pytest.fixture(scope="module")
def placing() -> View:
    """A view of Ys whose seat places the first agent."""
    game = new("ys", seed="7", players=3)
    for move in BIDS:
        game.push(game.actors[0], move)
    return game.view(game.actors[0])


@pytest.mark.parametrize(
    "line",
    [
        "place 3 hidden 2-harbour",
        "3 hidden 2-harbour",
        "pl 3 hid 2-h",
        "2-harbour 3 hidden",
        "HID   2-Har 3",
        "h 3 2-h",
        "2-h hidden place 3",
    ],
)
def test_one_move_can_be_typed_in_many_ways(line: str, placing: View) -> None:
    assert find_move(placing, line) == "place 3 hidden 2-harbour"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "place",
        "3 hidden",
        "3 2-h",
        "2-harbour",
        "pl 3 x 2-h",
        "x" * 999,
    ],
)
def test_what_fits_no_move_or_several_is_none(line: str, placing: View) -> None:
    assert find_move(placing, line) is None


def test_a_whole_word_means_only_itself(placing: View) -> None:
    """`1` is a value here, and not the beginning of `1-harbour`."""
    assert find_move(placing, "1 hid 1") is None
    assert find_move(placing, "1 hid 1-h") == "place 1 hidden 1-harbour"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("3 hidden 1", "'3 hidden 1' isn't a move. Nearest: "),
        ("3 hid 2-", "'3 hid 2-' could be: 'place 3 hidden 2-harbour', 'place 3 hidden 2-shops'"),
        ("pl 3", "'pl 3' could be one of "),
    ],
)
def test_a_refusal_names_what_it_could_be(
    line: str, message: str, tmp_path: Path, heard: Heard
) -> None:
    saved = started(tmp_path / "game.kerys")
    said = " ".join(answers(saved, [line], heard, after=OPENING)[0].split())
    assert said.startswith(message)
    named = said.count("'place ")
    assert 1 <= named <= MOST_NAMED


@pytest.mark.parametrize("game", GAMES)
def test_words_in_any_order_are_that_move_and_never_another(game: str) -> None:
    chance = random.Random(game)
    table = new(game, seed=3, players=3)
    while not table.over:
        seat = chance.choice(table.actors)
        view = table.view(seat)
        texts = view.legal_texts()
        text = chance.choice(texts)
        words = text.split()
        chance.shuffle(words)
        assert find_move(view, " ".join(words)) == text
        short = [word[: chance.randint(1, len(word))] for word in words]
        found = find_move(view, " ".join(short))
        if found is not None:
            assert all(any(one.startswith(word) for one in found.split()) for word in short)
        table.push(seat, text)


def test_the_rest_of_a_line_is_left_as_it_is() -> None:
    game = new("mykerinos", seed=1, players=3)
    view = game.view(game.actors[0])
    assert find_move(view, "pl a1") == "place a1"
    assert find_move(view, "Pl  a1 then  nonsense") == "place a1 then nonsense"


def test_only_clear_lines_pass_the_check(placing: View) -> None:
    check_clear(placing, "nonsense")
    with pytest.raises(UnknownMove) as error:
        check_clear(placing, "open")
    assert len(error.value.nearest) == MOST_NAMED
    assert set(error.value.nearest) < set(placing.legal_texts())


def test_a_move_that_is_not_legal_is_refused_for_its_own_reason(
    tmp_path: Path, heard: Heard
) -> None:
    """The second agent of a turn has the other face."""
    saved = started(tmp_path / "game.kerys")
    lines = ["1-shops hidden 0", "place 0 hidden 1-shops"]
    mixed, exact = answers(saved, lines, heard, after=[*OPENING, "place 3 hidden 2-harbour"])
    assert find_illegal(saved.game.view(saved.game.actors[0]), lines[0]) == lines[1]
    assert mixed == exact
    assert mixed.startswith("'place 0 hidden 1-shops' can't be played: ")


def test_at_the_prompt_typed_words_are_played(tmp_path: Path) -> None:
    saved = started(tmp_path / "game.kerys")
    play(saved, Script([*OPENING, "h 3 2-h", "1-sh 0 op"]))
    wording = saved.game.rules.wording
    made = [wording.text(move.code) for move in saved.game.moves if move.seat == 0][2:4]
    assert made == ["place 3 hidden 2-harbour", "place 0 open 1-shops"]


def test_refusals_stay_within_the_width_of_the_terminal(
    tmp_path: Path, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    saved = started(tmp_path / "game.kerys")
    lines = ["pl 3", "nonsense", "place 4 open from front 1-palace", "undo", "help nothing"]
    for said in answers(saved, lines, heard, after=OPENING):
        assert max(map(len, said.splitlines())) <= 60
