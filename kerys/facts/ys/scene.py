"""What a view of Ys shows, as plain values.

The panels are drawn from small tuples of these, which are also the keys of what is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kerys.games.ys.actions import Moment
from kerys.games.ys.components import CHARACTERS
from kerys.kernel.seats import NONE

UNKNOWN = NONE
"""A value that this view does not show."""
BLUE_CARD = CHARACTERS
"""The prize of every palace in the last round."""

Groups = tuple[tuple[int, int], ...]
"""Agents of the same value: the value (or UNKNOWN) and how many there are, the dearest first."""
Gems = tuple[tuple[int, int], ...]
"""Colours of gems, and how many there are of each."""


class Agent(NamedTuple):
    """An agent on the board or in the throne room."""

    name: str
    """The notation's name for it."""
    number: int
    """Its placement number, or its slot in the throne room."""
    owner: int
    """A seat, or NEUTRAL."""
    value: int
    hidden: bool
    public: bool
    """Everybody knows the value, hidden or not."""
    marked: bool
    seen_by: str
    """The letters of the seats whose Spy looked at it while it is hidden."""
    candidates: str
    """The values it can have, where it is unknown but not anything: `0/2`."""


class Ship(NamedTuple):
    """A ship in its harbour: whole, or what is left of it while its quarter is scored."""

    gems: Gems
    """The large gem comes first on a whole ship."""
    whole: bool


class PlayerScene(NamedTuple):
    """What lies in front of a player, or of the neutral merchant."""

    owner: int
    """A seat, or NEUTRAL."""
    points: int
    rank: int
    """The final place, or NONE while the game goes on."""
    parts: tuple[int, ...]
    """Where the final points come from (`points_by_part`); nothing while the game goes on."""
    order_card: int
    """From 1; 0 without one."""
    asked: bool
    answered: bool
    """Has chosen in secret while others still choose."""
    own: bool
    """The eyes of this view are this player's."""
    sealed: str
    """The own choice that is not revealed yet."""
    front: tuple[int, ...]
    behind: Groups
    neutral_behind: Groups | None
    """The neutral agents a player holds, where there are any in the game."""
    gems: tuple[int, ...]
    hand: tuple[int, ...]
    won: tuple[int, ...]
    in_force: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a view of Ys shows."""

    seat: int
    open: bool
    """All screens are down."""
    seats: int
    quarters: int
    kings_favour: bool
    express: bool
    strong_neutral: bool
    round_number: int
    moment: int
    question: int
    pending: int
    cursor: int
    turn: int
    faces: int
    card: int
    chosen: int
    looks: int
    owed: int
    closed: int
    played_by: tuple[int, ...]
    city: tuple[tuple[Agent, ...], ...]
    market: tuple[Agent | None, ...]
    throne: tuple[tuple[Agent, ...], ...]
    paired: tuple[int, ...]
    ships: tuple[Ship | None, ...]
    prizes: tuple[int, ...]
    """A character, BLUE_CARD, or NONE where nothing is to be won (any more)."""
    seen: tuple[int, ...]
    """The characters turned up so far."""
    to_come: tuple[int, ...]
    """The others in the order of the deal, UNKNOWN unless all screens are down."""
    line_gems: tuple[int, ...]
    steps: tuple[int, ...]
    """What the order of the columns, as far as it is settled, does to each price; 0: not yet."""
    prices: tuple[int, ...]
    order: tuple[int, ...]
    picks: tuple[int, ...]
    players: tuple[PlayerScene, ...]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.moment == Moment.OVER

    @property
    def scored_quarter(self) -> int:
        """The quarter that is being scored, or NONE."""
        if Moment.QUARTER_OPENS <= self.moment <= Moment.QUARTER_CLOSES:
            return self.cursor
        return NONE
