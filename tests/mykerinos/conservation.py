"""Checks that cubes are in valid places, and that there are at most 25 of a colour.

The common reserve is computed from all other places, so a lost cube would only show up there as one
too many. The comparison with the referee at every node proves that the reserve is right.
"""

from __future__ import annotations

from typing import Any

from kerys.games.mykerinos import components as box

ROWS_BEFORE_LAST_SEASON = 6
REGIONS = (
    ((1 << box.COLUMNS * ROWS_BEFORE_LAST_SEASON) - 1, 0),
    (
        (1 << box.COLUMNS * ROWS_BEFORE_LAST_SEASON) - 1,
        (1 << box.COLUMNS * (box.ROWS - ROWS_BEFORE_LAST_SEASON)) - 1,
    ),
)
"""The spaces in use before the last season, and in it, as two words (MY-F10)."""


def check_cubes(state: Any) -> None:
    """Fails if a cube is in an impossible place, or if more cards are tilted than there are."""
    players = int(state.players)
    colours = 3 if players == 2 and not state.mini else players
    boards: list[list[int]] = state.cubes.tolist()
    rooms: list[int] = state.rooms.tolist()
    for colour in range(colours):
        check_reserves(state, colour, boards[colour], rooms[colour])
    for colour in range(colours, box.COLOURS):
        assert not any(boards[colour]), f"cubes of colour {colour} on the region, not in play"
        assert not rooms[colour], f"cubes of colour {colour} in the museum, not in play"
    if players == 2:
        assert not rooms[box.NEUTRAL], "the neutral is in the museum"
    check_places(boards, rooms, REGIONS[int(state.season) == box.SEASONS - 1])
    assert (state.tilted >= 0).all(), "fewer than no cards tilted"
    assert (state.tilted <= state.cards).all(), "more cards tilted than there are"
    assert int(state.cards.sum()) < box.LOTS, "more cards than lots with a patron"


def check_reserves(state: Any, colour: int, board: list[int], rooms: int) -> None:
    """Fails if the cubes of a colour don't add up to 25 (MY-1.2, MY-P12)."""
    if state.players == 2 and colour == box.NEUTRAL:
        hands = [int(state.neutral_held[seat]) for seat in range(2)]
    else:
        hands = [int(state.personal[colour])]
    assert min(hands) >= 0, f"fewer than no cubes of colour {colour} in hand: {hands}"
    on_table = sum(word.bit_count() for word in board) + rooms.bit_count()
    common = box.CUBES - sum(hands) - on_table
    assert 0 <= common <= box.CUBES, f"{common} cubes of colour {colour} in the common reserve"


def check_places(boards: list[list[int]], rooms: list[int], region: tuple[int, int]) -> None:
    """Fails if two cubes share a space or a room, or if one lies outside (MY-5.3, MY-F10)."""
    for part, inside in enumerate(region):
        taken = 0
        for colour, board in enumerate(boards):
            assert not board[part] & ~inside, f"cubes of colour {colour} outside the region"
            assert not board[part] & taken, f"a cube of colour {colour} on a taken space"
            taken |= board[part]
    taken = 0
    for colour, held in enumerate(rooms):
        assert 0 <= held < 1 << box.ROOMS, f"cubes of colour {colour} outside the museum"
        assert not held & taken, f"a cube of colour {colour} in a taken room"
        taken |= held
