"""The options of Ys, and the messages for invalid ones (YS-10.3, YS-R36)."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from kerys.games.ys import YS
from kerys.kernel.contract import OptionsError
from tests.ys.board import Board

SWITCHES = ("kings_favour", "express", "strong_neutral", "peek_own")
QUARTERS = {4: (4,), 3: (4, 3), 2: (3,)}


def possible(players: int, quarters: int | None, **switches: bool) -> bool:
    """The printed rules, in one place."""
    if players not in QUARTERS or quarters not in (None, *QUARTERS[players]):
        return False
    if players == 2:
        return not (switches["kings_favour"] or switches["express"])
    return not switches["strong_neutral"]


def refusal(**options: Any) -> str:
    """The message for invalid options."""
    with pytest.raises(OptionsError) as refused:
        YS.configure(**options)
    return str(refused.value)


@pytest.mark.rule("YS-C8", "YS-C9", "YS-R36", "YS-10.3", "YS-4.7")
@pytest.mark.parametrize("players", range(7))
@pytest.mark.parametrize("quarters", [None, 0, 1, 2, 3, 4, 5])
def test_exactly_the_printed_combinations_can_be_agreed(players: int, quarters: int | None) -> None:
    for switches in product((False, True), repeat=len(SWITCHES)):
        chosen: dict[str, Any] = dict(zip(SWITCHES, switches, strict=True))
        if not possible(players, quarters, **chosen):
            assert len(refusal(players=players, quarters=quarters, **chosen)) > 20
            continue
        state = YS.new(seed=1, players=players, quarters=quarters, **chosen)
        assert int(state.players) == players
        assert int(state.quarters) == quarters or quarters is None
        assert {name: bool(getattr(state, name)) for name in SWITCHES} == chosen


@pytest.mark.rule("YS-C8", "YS-10.3")
@pytest.mark.parametrize(("players", "quarters"), [(4, 4), (3, 4), (2, 3)])
def test_number_of_quarters_when_nothing_is_said(players: int, quarters: int) -> None:
    assert int(YS.configure(players=players).quarters) == quarters


def test_plain_game_is_for_four_without_variants() -> None:
    state = YS.new(seed=1)
    assert (int(state.players), int(state.quarters), int(state.peek_own)) == (4, 4, 1)
    assert not any((state.kings_favour, state.express, state.strong_neutral))


@pytest.mark.rule("YS-C9", "YS-R36")
@pytest.mark.parametrize("options", YS.variants, ids=str)
def test_every_variant_can_be_played_to_the_end(options: dict[str, Any]) -> None:
    board = Board.dealt(1, **options)
    while not board.over:
        board.random()
    ranks = [int(YS.rank(board.state, seat)) for seat in range(len(board.points()))]
    assert min(ranks) == 1
    assert min(board.points()) > 0


def test_variants_are_all_different_and_complete() -> None:
    listed = {YS.configure(**options).tobytes() for options in YS.variants}
    every = set()
    for players, quarters in ((4, 4), (3, 4), (3, 3), (2, 3)):
        for switches in product((False, True), repeat=3):
            chosen = dict(zip(SWITCHES, switches, strict=False))
            if possible(players, quarters, **chosen):
                every.add(YS.configure(players=players, quarters=quarters, **chosen).tobytes())
    assert len(YS.variants) == len(listed)
    assert listed == every


@pytest.mark.rule("YS-C9")
@pytest.mark.parametrize("players", [-1, 0, 1, 5, 6, None, "four"])
def test_wrong_number_of_players_is_told_the_right_ones(players: Any) -> None:
    sentence = refusal(players=players)
    assert "2, 3 or 4 players" in sentence
    assert str(players) in sentence


@pytest.mark.rule("YS-R36")
@pytest.mark.parametrize(
    ("variant", "name"), [("express", "Ys Express"), ("kings_favour", "King's Favour")]
)
def test_variants_for_three_or_four_are_refused_with_two(variant: str, name: str) -> None:
    sentence = refusal(players=2, **{variant: True})
    assert name in sentence
    assert "3 or 4 players" in sentence


@pytest.mark.rule("YS-10.3", "YS-C8")
@pytest.mark.parametrize(
    ("players", "quarters", "what"),
    [(4, 3, "4 quarters"), (2, 4, "3 quarters"), (3, 2, "4 or 3 quarters"), (3, 5, "4 or 3")],
)
def test_wrong_number_of_quarters_is_told_the_right_one(
    players: int, quarters: int, what: str
) -> None:
    sentence = refusal(players=players, quarters=quarters)
    assert f"{players} players" in sentence
    assert what in sentence
    assert f"not {quarters}" in sentence


@pytest.mark.parametrize("players", [3, 4])
def test_strong_neutral_is_refused_where_there_is_none(players: int) -> None:
    sentence = refusal(players=players, strong_neutral=True)
    assert "2 players" in sentence
    assert str(players) in sentence


def test_unknown_option_is_named_beside_those_there_are() -> None:
    sentence = refusal(colour="blue")
    assert "'colour'" in sentence
    for known in ("players", "quarters", "ships", *SWITCHES):
        assert known in sentence


@pytest.mark.parametrize(
    "options",
    [
        {"kings_favour": "yes"},
        {"express": "no"},
        {"peek_own": None},
        {"players": 2, "strong_neutral": 300},
        {"ships": 5},
        {"ships": "a\0b"},
    ],
    ids=str,
)
def test_values_of_the_wrong_kind_are_refused_in_words(options: dict[str, Any]) -> None:
    assert refusal(**options)


def test_ship_file_goes_with_every_variant(tmp_path: Path) -> None:
    entry = '[[ship]]\nlarge = "red"\nsmall = ["blue", "green"]\n'
    path = tmp_path / "ships.toml"
    path.write_text(entry * 24)
    for options in YS.variants:
        for given in (path, str(path)):
            assert int(YS.configure(ships=given, **options).deck[:, 0].min()) == 3
