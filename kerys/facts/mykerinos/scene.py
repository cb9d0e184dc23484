"""A view, read once into small Python values that all panels are drawn from.

Everything derived here follows from what the seat can see: who leads an area, what a card is
worth, which lots are still to come.
"""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

from kerys.games.mykerinos.actions import Moment
from kerys.games.mykerinos.components import DOORS, PATRONS, ROOMS, SEASON_LOTS
from kerys.games.mykerinos.state import STATE
from kerys.kernel.seats import NONE

FIELDS = STATE.names or ()
LOTS_A_SEASON: tuple[int, ...] = tuple(SEASON_LOTS.tolist())
DOOR_ROOMS: tuple[int, ...] = tuple(DOORS.tolist())


class Stage(IntEnum):
    """The stage an area has reached."""

    AHEAD = 0
    NOW = 1
    DONE = 2


class Lot(NamedTuple):
    """A lot on the region."""

    patron: int
    """NONE for the lot without a patron."""
    value: int


class Area(NamedTuple):
    """One area of the region; in its bitboards, bit 0 is the area's top-left space."""

    number: int
    """From 0, in the order of inspection."""
    stage: Stage
    owners: tuple[int, ...]
    """The token of each colour."""
    cubes: tuple[int, ...]
    """One bitboard per colour."""
    pyramids: int
    lots: tuple[Lot | None, ...]
    last: int
    """The bit of the last cube laid in the current action, or NONE."""
    passes: tuple[int, ...]
    """The pass space of each colour, or NONE."""
    place: int
    """The place in the ranking that acts now, or NONE."""


class Standing(NamedTuple):
    """A colour in the ranking of an area."""

    owner: int
    cubes: int
    ahead: bool
    """Certainly ahead of the next; otherwise tied until both have passed."""


class PlayerScene(NamedTuple):
    """What lies in front of a player."""

    seat: int
    name: str
    points: int
    personal: int
    common: int
    neutral: int
    """Neutral cubes held, or NONE where there is no neutral."""
    cards: tuple[int, ...]
    tilted: tuple[int, ...]
    worth: tuple[int, ...]
    """What a card of each patron is worth in the exhibition, given the rooms held now."""
    sets: int
    """What the sets of all patrons score in the exhibition."""
    exhibition: int
    """What the exhibition scores in total."""
    total: int
    """The points if the exhibition took place now; at the end, the final points."""
    place: int
    """The rank by these points."""
    starts: bool
    passed: int
    asked: bool
    mine: bool
    rank: int
    """NONE before the end."""


Counts = tuple[tuple[Lot, int], ...]
"""How many lots there are of each look."""
Track = tuple[int | None, ...]
"""The owner of the disc on each space of the pass track."""


class Scene(NamedTuple):
    """Everything that a drawing shows."""

    seat: int
    open: bool
    """All screens are down."""
    names: tuple[str, ...]
    season: int
    moment: int
    area: int
    """The area being inspected, or NONE."""
    asked: int
    """The seat that is asked, or NONE."""
    question: int
    kind: int
    laid: int
    last_action: bool
    place: int
    first: int
    owners: tuple[int, ...]
    """The token of each colour: with two players, the third colour is the neutral's."""
    areas: tuple[Area, ...]
    rooms: tuple[int, ...]
    """The set of museum rooms of each colour."""
    wings: tuple[int, ...]
    passes: tuple[int, ...]
    players: tuple[PlayerScene, ...]
    neutral_common: int
    """The neutral cubes in the common reserve, or NONE where there is no neutral."""
    to_come: Counts
    """How many lots of each look are still to come."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.moment == Moment.OVER

    @property
    def digging(self) -> bool:
        """Whether cubes are being laid."""
        return self.moment <= Moment.TURN_ENDS


@lru_cache(maxsize=64)
def lots_to_come(
    patrons: tuple[int, ...], values: tuple[int, ...], laid: tuple[int, ...]
) -> Counts:
    """The lots that haven't been laid out yet, counted by look, patron by patron (MY-R14)."""
    seen = set(laid)
    counts: dict[Lot, int] = {}
    for card, look in enumerate(map(Lot, patrons, values)):
        counts[look] = counts.get(look, 0) + (card not in seen)
    return tuple(sorted(counts.items(), key=lambda one: (one[0].patron % (PATRONS + 1), one[0])))


def lots_left(to_come: Counts) -> int:
    """How many lots are still to come."""
    return sum(count for _look, count in to_come)


def points_by_part(player: PlayerScene) -> tuple[int, ...]:
    """The points at the end: from lots, from the cards of each patron, and from sets."""
    cards = map(int.__mul__, player.cards, player.worth)
    return player.points - player.exhibition, *cards, player.sets


@lru_cache(maxsize=512)
def room_holders(rooms: tuple[int, ...], owners: tuple[int, ...]) -> tuple[int | None, ...]:
    """Who has a cube in each room of the museum."""
    holders: list[int | None] = [None] * ROOMS
    for owner, held in zip(owners, rooms, strict=True):
        for room in range(ROOMS):
            if held >> room & 1:
                holders[room] = owner
    return tuple(holders)


def ranking(area: Area) -> tuple[Standing, ...]:
    """The colours in an area, first to last: cubes, then pass order (MY-4.2, MY-4.3).

    Players who haven't passed yet may still get any free space of the pass track.
    """
    colours = len(area.cubes)
    free = [space for space in range(colours) if space not in area.passes]
    spans = [(at, at) if at != NONE else (free[0], free[-1]) for at in area.passes]
    counts = [cubes.bit_count() for cubes in area.cubes]
    present = [colour for colour in range(colours) if counts[colour]]
    present.sort(key=lambda colour: (-counts[colour], spans[colour]))
    standings = []
    for place, colour in enumerate(present):
        following = present[min(place + 1, len(present) - 1)]
        ahead = counts[colour] > counts[following] or spans[colour][1] < spans[following][0]
        standings.append(Standing(area.owners[colour], counts[colour], ahead))
    return tuple(standings)


def track_of(scene: Scene) -> Track:
    """The pass track."""
    there = dict(zip(scene.passes, scene.owners, strict=True))
    return tuple(there.get(space) for space in range(len(scene.passes)))
