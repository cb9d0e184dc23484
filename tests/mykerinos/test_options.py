"""The options of Mykerinos, and the messages for invalid ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kerys.games.mykerinos import MYKERINOS
from kerys.kernel.contract import OptionsError
from tests.mykerinos.board import Board


def refusal(**options: Any) -> str:
    """The message for invalid options."""
    with pytest.raises(OptionsError) as refused:
        MYKERINOS.configure(**options)
    return str(refused.value)


@pytest.mark.rule("MY-2.2", "MY-P12")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_three_or_four_play(players: int) -> None:
    board = Board.dealt(1, players=players)
    asked = set()
    while not board.over:
        asked.add(board.asked[0])
        board.random()
    assert asked == set(range(players))
    assert int(MYKERINOS.owners(board.state)) == players
    assert min(int(MYKERINOS.rank(board.state, seat)) for seat in range(players)) == 1


def test_plain_game_is_for_four() -> None:
    assert int(MYKERINOS.new(seed=1).players) == 4


@pytest.mark.parametrize("players", [-1, 0, 1, 5, 6, 2.0, 3.5, True, None, "four", "3", [3]])
def test_wrong_number_of_players_is_told_the_right_ones(players: Any) -> None:
    sentence = refusal(players=players)
    assert "2, 3 or 4 players" in sentence
    assert repr(players) in sentence


def test_unknown_option_is_named_beside_those_there_are() -> None:
    sentence = refusal(colour="blue")
    for word in ("Mykerinos", "'colour'", "players", "lots"):
        assert word in sentence


def test_every_unknown_option_is_named() -> None:
    sentence = refusal(colour="blue", express=True)
    assert "'colour'" in sentence
    assert "'express'" in sentence


@pytest.mark.parametrize("lots", [5, True, ["lots.toml"], b"lots.toml", {"lot": []}], ids=str)
def test_lots_of_the_wrong_kind_are_refused_in_words(lots: Any) -> None:
    sentence = refusal(lots=lots)
    assert "path of a TOML file" in sentence
    assert repr(lots) in sentence


@pytest.mark.parametrize("lots", ["", "a\0b", "no/such/file.toml", Path("nowhere.toml")], ids=repr)
def test_paths_that_lead_nowhere_are_refused_in_words(lots: str | Path) -> None:
    assert "cannot read the lot file" in refusal(lots=lots)


def test_variants_are_the_numbers_of_players() -> None:
    assert sorted(dict(options)["players"] for options in MYKERINOS.variants) == [2, 3, 4]
    assert len({MYKERINOS.configure(**options).tobytes() for options in MYKERINOS.variants}) == 3
