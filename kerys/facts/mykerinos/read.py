"""Reads the fields of a view's record once, into a scene."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from kerys.facts.mykerinos.scene import (
    FIELDS,
    LOTS_A_SEASON,
    Area,
    Lot,
    PlayerScene,
    Scene,
    Stage,
    lots_to_come,
)
from kerys.games.mykerinos.actions import Moment
from kerys.games.mykerinos.components import (
    AREA_WIDTH,
    AREAS_IN_LINE,
    COLUMNS,
    CUBES,
    LOT_HEIGHT,
    LOTS_IN_AREA,
    MINI_LOTS,
    NEUTRAL,
    PATRONS,
)
from kerys.games.mykerinos.ending import card_worth, end_game, rank, score, set_points
from kerys.games.mykerinos.region import AREA_ONES, LOW_SPACES
from kerys.games.mykerinos.state import STATE
from kerys.kernel.contract import SPECTATOR, State
from kerys.kernel.seats import NONE
from kerys.table.owners import NEUTRAL as NEUTRAL_OWNER
from kerys.table.view import View

OWNERS = {2: (0, 1, NEUTRAL_OWNER), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""The token of each colour: with two players, the third colour is the neutral's (MY-7.1)."""

Fields = dict[str, Any]
"""The record as plain Python numbers and lists."""


def read(view: View) -> Scene:
    """Everything that a view shows."""
    return scene_of(view.state.tobytes(), view.seat, view.open, view.names)


@lru_cache(maxsize=256)
def scene_of(record: bytes, own_seat: int, open_: bool, names: tuple[str, ...]) -> Scene:
    """Everything in a record, for one seat: all seats see the same."""
    scene = watched(record, names)
    return scene._replace(
        seat=own_seat, open=open_, players=players_around(scene.players, own_seat)
    )


def players_around(players: tuple[PlayerScene, ...], own_seat: int) -> tuple[PlayerScene, ...]:
    """The players as one of them sees them, or a spectator."""
    if own_seat == SPECTATOR:
        return players
    own = players[own_seat]._replace(mine=True)
    return (*players[:own_seat], own, *players[own_seat + 1 :])


@lru_cache(maxsize=256)
def watched(record: bytes, names: tuple[str, ...]) -> Scene:
    """Everything in a record, as a spectator sees it."""
    state = np.frombuffer(bytearray(record), STATE)[0]
    values = (one.tolist() if isinstance(one, np.ndarray) else one for one in state.tolist())
    fields: Fields = dict(zip(FIELDS, values, strict=True))
    moment = fields["moment"]
    over = moment == Moment.OVER
    digging = moment < Moment.AREA_OPENS
    inspecting = not (over or digging)
    boards = [low | high << LOW_SPACES for low, high in fields["cubes"]]
    if not over:
        end_game(state)  # a copy: from here on, the table as if the exhibition took place now
    owners = OWNERS[fields["players"]]
    colours = len(owners)
    return Scene(
        seat=SPECTATOR,
        open=False,
        names=names,
        season=fields["season"],
        moment=moment,
        area=fields["area"] if inspecting else NONE,
        asked=fields["pending"].bit_length() - 1,
        question=fields["question"],
        kind=fields["kind"],
        laid=fields["laid"],
        last_action=bool(fields["last_action"]),
        place=fields["cursor"] if inspecting else NONE,
        first=fields["first"],
        owners=owners,
        areas=areas_of(fields, boards[:colours], over, inspecting),
        rooms=tuple(fields["rooms"][:colours]),
        wings=tuple(fields["wings"]),
        passes=tuple(fields["pass_space"][:colours]),
        players=tuple(
            player_of(state, fields, boards, name, seat) for seat, name in enumerate(names)
        ),
        neutral_common=neutral_common(fields, boards),
        to_come=lots_to_come(
            tuple(fields["lot_patrons"]),
            tuple(fields["lot_values"]),
            tuple(fields["pile"][: fields["shown"]]),
        ),
    )


def areas_of(fields: Fields, boards: list[int], over: bool, inspecting: bool) -> tuple[Area, ...]:
    """The areas of the season."""
    lots = MINI_LOTS if fields["mini"] else LOTS_A_SEASON[fields["season"]]
    first_lot = fields["shown"] - lots
    pyramids = fields["pyramids"][0] | fields["pyramids"][1] << LOW_SPACES
    passes = tuple(fields["pass_space"][: len(boards)])
    owners = OWNERS[fields["players"]]
    areas = []
    for number in range(lots // LOTS_IN_AREA):
        shift = first_space(number)
        stage = stage_of(number, fields["area"], over, inspecting)
        left = fields["lots_left"] if stage == Stage.NOW else 3 * (stage == Stage.AHEAD)
        at = fields["last_space"] - shift
        areas.append(
            Area(
                number=number,
                stage=stage,
                owners=owners,
                cubes=tuple([board >> shift & AREA_ONES for board in boards]),
                pyramids=pyramids >> shift & AREA_ONES,
                lots=tuple(
                    lot_of(fields, first_lot + LOTS_IN_AREA * number + lot)
                    if left >> lot & 1
                    else None
                    for lot in range(LOTS_IN_AREA)
                ),
                last=at if at >= 0 and AREA_ONES >> at & 1 else NONE,
                passes=passes,
                place=fields["cursor"] if stage == Stage.NOW else NONE,
            )
        )
    return tuple(areas)


def first_space(area: int) -> int:
    """The top-left space of an area (MY-P5)."""
    line, side = divmod(area, AREAS_IN_LINE)
    return LOT_HEIGHT * COLUMNS * line + AREA_WIDTH * side


def stage_of(number: int, current: int, over: bool, inspecting: bool) -> Stage:
    """The stage an area has reached."""
    if over or (inspecting and number < current):
        return Stage.DONE
    return Stage.NOW if inspecting and number == current else Stage.AHEAD


def lot_of(fields: Fields, place: int) -> Lot:
    """The lot at a position in the pile."""
    card = fields["pile"][place]
    return Lot(fields["lot_patrons"][card], fields["lot_values"][card])


def player_of(ended: State, fields: Fields, boards: list[int], name: str, seat: int) -> PlayerScene:
    """What lies in front of a player; `ended` is the table as if the exhibition took place now."""
    rooms, personal = fields["rooms"][seat], fields["personal"][seat]
    cards = tuple(fields["cards"][seat])
    worths = [NONE] * PATRONS
    for wing, patron in enumerate(fields["wings"]):
        worths[patron] = int(card_worth(ended, seat, wing))
    sets = int(set_points(ended, seat))
    place = int(rank(ended, seat))
    return PlayerScene(
        seat=seat,
        name=name,
        points=fields["points"][seat],
        personal=personal,
        common=CUBES - personal - boards[seat].bit_count() - rooms.bit_count(),
        neutral=fields["neutral_held"][seat] if fields["players"] == 2 else NONE,
        cards=cards,
        tilted=tuple(fields["tilted"][seat]),
        worth=tuple(worths),
        sets=sets,
        exhibition=sum(map(int.__mul__, cards, worths)) + sets,
        total=int(score(ended, seat)),
        place=place,
        starts=seat == fields["first"],
        passed=fields["pass_space"][seat],
        asked=bool(fields["pending"] >> seat & 1),
        mine=False,
        rank=place if fields["moment"] == Moment.OVER else NONE,
    )


def neutral_common(fields: Fields, boards: list[int]) -> int:
    """The neutral's cubes in the common reserve (MY-7.1, MY-R11)."""
    if fields["players"] != 2:
        return NONE
    return CUBES - boards[NEUTRAL].bit_count() - sum(fields["neutral_held"])
