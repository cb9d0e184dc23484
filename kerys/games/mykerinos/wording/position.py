"""A position of Mykerinos in plain terms, from a redacted record alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

from kerys.games.mykerinos.actions import Moment, Question
from kerys.games.mykerinos.components import (
    CUBES,
    LOTS,
    LOTS_IN_AREA,
    MINI_LOTS,
    PATRON_NAMES,
    ROOMS,
    SEASON_LOTS,
    SEASONS,
    SPACES,
)
from kerys.games.mykerinos.ending import rank
from kerys.games.mykerinos.region import LOW_SPACES
from kerys.games.mykerinos.state import colours, neutral
from kerys.games.mykerinos.wording.json_form import plain_room
from kerys.games.mykerinos.wording.notation import LOT_NAMES, kind_text, room_text, space_text
from kerys.kernel.seats import NONE
from kerys.kernel.wording import Plain

PHASES = (
    (Moment.TURN_ENDS, "digging"),
    (Moment.AREA_CLOSES, "inspection"),
    (Moment.SEASON_ENDS, "end of season"),
    (Moment.OVER, "over"),
)
"""The last moment of each phase, and what the phase is called."""
AHEAD, NOW, DONE = "ahead", "now", "done"


def plain_state(state: Any, seat: int) -> Plain:
    """The position, the same for every seat: the lots to come are hidden."""
    return {
        "season": int(state.season) + 1,
        "seasons": SEASONS,
        "phase": next(name for last, name in PHASES if state.moment <= last),
        "question": Question(int(state.question)).name.lower() if state.pending else None,
        "asked": [one for one in range(int(state.players)) if int(state.pending) >> one & 1],
        "first_player": int(state.first),
        "action": _action(state),
        "players": [_player(state, owner) for owner in range(int(state.players))],
        "neutral": None if neutral(state) == NONE else _neutral(state),
        "pyramids": _spaces(state.pyramids),
        "areas": [_area(state, area) for area in range(_lots_laid(state) // LOTS_IN_AREA)],
        "museum": [_room(state, room) for room in range(ROOMS)],
        "pass_track": _pass_track(state),
        "lots_to_come": _lots_to_come(state),
    }


def _action(state: Any) -> Plain | None:
    """The action that is being carried out."""
    if state.kind == NONE:
        return None
    last = int(state.last_space)
    return {
        "action": kind_text(int(state.kind)),
        "cubes_laid": int(state.laid),
        "last_space": None if last == NONE else space_text(last),
    }


def _spaces(words: Any) -> list[str]:
    """The spaces of a board."""
    low, high = words.tolist()
    board = low | high << LOW_SPACES
    return [space_text(space) for space in range(SPACES) if board >> space & 1]


# --- Players -----------------------------------------------------------------------------------


def _player(state: Any, seat: int) -> Plain:
    """All that a player has."""
    cubes = _spaces(state.cubes[seat])
    personal = int(state.personal[seat])
    return {
        "owner": seat,
        "points": int(state.points[seat]),
        "rank": int(rank(state, seat)) if state.moment == Moment.OVER else None,
        "passed": bool(state.pass_space[seat] != NONE),
        "cubes": cubes,
        "personal_reserve": personal,
        "common_reserve": CUBES - len(cubes) - personal - int(state.rooms[seat]).bit_count(),
        "neutral_cubes": None if neutral(state) == NONE else int(state.neutral_held[seat]),
        "cards": dict(zip(PATRON_NAMES, state.cards[seat].tolist(), strict=True)),
        "used_cards": dict(zip(PATRON_NAMES, state.tilted[seat].tolist(), strict=True)),
    }


def _neutral(state: Any) -> Plain:
    """The neutral archaeologist."""
    owner = int(neutral(state))
    cubes = _spaces(state.cubes[owner])
    held = sum(state.neutral_held.tolist())
    return {
        "owner": owner,
        "cubes": cubes,
        "common_reserve": CUBES - len(cubes) - held - int(state.rooms[owner]).bit_count(),
    }


# --- Region and museum -------------------------------------------------------------------------


def _lots_laid(state: Any) -> int:
    """How many lots were laid this season."""
    return MINI_LOTS if state.mini else int(SEASON_LOTS[int(state.season)])


def _area(state: Any, area: int) -> Plain:
    """The lots of an area, and whether it was inspected."""
    stage = _stage(state, area)
    left = int(state.lots_left) if stage == NOW else 0b11 if stage == AHEAD else 0
    first = int(state.shown) - _lots_laid(state) + LOTS_IN_AREA * area
    return {
        "area": area + 1,
        "inspection": stage,
        "lots": {
            name: _lot(state, int(state.pile[first + side])) if left >> side & 1 else None
            for side, name in enumerate(LOT_NAMES)
        },
    }


def _stage(state: Any, area: int) -> str:
    """How far the inspection of an area is."""
    if state.moment == Moment.OVER:
        return DONE
    if state.moment <= Moment.TURN_ENDS or area > state.area:
        return AHEAD
    return NOW if area == state.area else DONE


def _lot(state: Any, card: int) -> Plain:
    """A lot: its patron, if it has one, and its points."""
    patron = int(state.lot_patrons[card])
    return {
        "patron": None if patron == NONE else PATRON_NAMES[patron],
        "value": int(state.lot_values[card]),
    }


def _room(state: Any, room: int) -> Plain:
    """A room of the museum and whose cube is in it."""
    held = [owner for owner in range(int(colours(state))) if int(state.rooms[owner]) >> room & 1]
    return {
        "room": room_text(room),
        **plain_room(state, room),
        "owner": held[0] if held else None,
    }


def _pass_track(state: Any) -> list[int | None]:
    """Whose disc lies on each space of the pass track."""
    discs = state.pass_space[: int(colours(state))].tolist()
    return [discs.index(space) if space in discs else None for space in range(len(discs))]


def _lots_to_come(state: Any) -> list[Plain]:
    """How many lots of each kind haven't been laid yet, which anyone can count."""
    laid = set(state.pile[: int(state.shown)].tolist())
    kinds = Counter(tuple(_lot(state, card).values()) for card in range(LOTS) if card not in laid)
    kinds_in_order = sorted(kinds.items(), key=lambda one: (str(one[0][0]), one[0][1]))
    return [
        {"patron": patron, "value": value, "number": number}
        for (patron, value), number in kinds_in_order
    ]
