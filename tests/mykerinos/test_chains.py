"""Chains of cubes (MY-R3): the offered spaces, compared with all whole chains of a position."""

from __future__ import annotations

import random

import pytest

from kerys.games.mykerinos import MYKERINOS
from kerys.games.mykerinos import components as box
from kerys.games.mykerinos.actions import Kind, Question
from tests.mykerinos.board import Board, at, kind, space_name

Chain = tuple[str, ...]

LENGTH = {
    Kind.PLACE: 1,
    Kind.EXTEND: 2,
    Kind.VIOLET_PLACE: 1,
    Kind.VIOLET_EXTEND: 2,
    Kind.LEMON_PLACE: 1,
    Kind.LEMON_EXTEND: 2,
    Kind.BLACKMORE: 2,
    Kind.TANGERINE: 3,
}
EXTENSIONS = (Kind.EXTEND, Kind.VIOLET_EXTEND, Kind.LEMON_EXTEND, Kind.TANGERINE)
LEMONS = (Kind.LEMON_PLACE, Kind.LEMON_EXTEND)


def around(name: str) -> set[str]:
    column, row = "abcdefgh".index(name[0]), int(name[1])
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return {
        f"{'abcdefgh'[column + right]}{row + down}"
        for right, down in steps
        if 0 <= column + right < 8 and 1 <= row + down <= 9
    }


def position(seed: int, season: int) -> tuple[Board, set[str]]:
    """A random position in which seat 0 has every card, and its free spaces.

    The others have a card for the museum, so that they are always asked.
    """
    chance = random.Random(seed)
    board = Board.bare(season=season, players=3)
    crowd, stones = chance.uniform(0.2, 0.9), chance.uniform(0.0, 0.6)
    free = set()
    for name in map(space_name, range(72 if season == 4 else 48)):
        if chance.random() < stones:
            board.pyramids(name)
        if chance.random() < crowd:
            board.put(chance.choice((0, 1, 1, 2, 2)), name)
        else:
            free.add(name)
    for patron in range(box.PATRONS):
        board.give(0, patron)
    board.give(1, box.BROWN).give(2, box.BROWN)
    board.state.personal[0] = chance.randint(1, 4)
    return board.turn_of(0), free


def whole_chains(board: Board, free: set[str], one: Kind) -> set[Chain]:
    """Every chain that the printed rules allow, in order."""
    cubes = int(board.state.personal[0]) + (one in (Kind.VIOLET_PLACE, Kind.VIOLET_EXTEND))
    if cubes < LENGTH[one]:
        return set()
    chains: set[Chain] = {(name,) for name in free}
    if one in EXTENSIONS:
        chains = {c for c in chains if any(board.cube(name) == 0 for name in around(c[0]))}
    for _ in range(LENGTH[one] - 1):
        chains = {(*c, name) for c in chains for name in around(c[-1]) & free - set(c)}
    pyramids = board.pyramid_names()
    return {c for c in chains if len(pyramids & set(c)) == (one in LEMONS)}


def own(board: Board) -> set[str]:
    low, high = (int(word) for word in board.state.cubes[0])
    return {space_name(number) for number in range(72) if (low | high << 48) >> number & 1}


def reached(board: Board, before: set[str], chains: set[Chain]) -> set[frozenset[str]]:
    """The sets of cubes that can be reached; each question is compared with the chains."""
    laid = own(board) - before
    if board.question != Question.SPACE:
        return {frozenset(laid)}
    done = len(laid)
    last = space_name(int(board.state.last_space)) if done else ""
    going_on = {
        c[done] for c in chains if set(c[:done]) == laid and (not done or c[done - 1] == last)
    }
    assert board.spaces() == going_on
    found = set()
    for name in board.spaces():
        found |= reached(Board(MYKERINOS.copy(board.state)).answer(at(name)), before, chains)
    return found


@pytest.mark.rule(
    "MY-R3", "MY-R4", "MY-P7", "MY-P8", "MY-3.2", "MY-3.3", "MY-3.7", "MY-3.9", "MY-3.10"
)
@pytest.mark.parametrize("season", [2, 4])
@pytest.mark.parametrize("seed", range(25))
def test_exactly_the_whole_chains_can_be_laid(seed: int, season: int) -> None:
    board, free = position(seed, season)
    chains = {one: whole_chains(board, free, one) for one in LENGTH}
    possible = {one for one in LENGTH if chains[one]}
    assert board.kinds() == possible | {Kind.PASS, Kind.BROWN}
    for one in possible:
        begun = Board(MYKERINOS.copy(board.state)).answer(kind(one))
        found = reached(begun, own(board), chains[one])
        assert found == {frozenset(chain) for chain in chains[one]}


@pytest.mark.rule("MY-R3")
def test_random_positions_have_chains_of_every_kind_and_lack_them() -> None:
    offered = [position(seed, 2)[0].kinds() for seed in range(25)]
    for one in LENGTH:
        if one not in (Kind.PLACE, Kind.VIOLET_PLACE, Kind.LEMON_PLACE):
            assert 0 < sum(one in kinds for kinds in offered) < len(offered)
