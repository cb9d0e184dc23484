"""What a view of Ys shows, as plain values.

Panels are drawn from small tuples of these, which also serve as cache keys.
"""

from __future__ import annotations

from typing import NamedTuple

from kerys.games.ys.actions import Moment
from kerys.games.ys.components import CHARACTERS
from kerys.kernel.seats import NONE

UNKNOWN = NONE
"""A value that this view doesn't show."""
BLUE_CARD = CHARACTERS
"""The prize of every palace in the last round."""

Groups = tuple[tuple[int, int], ...]
"""Agents of the same value: the value (or UNKNOWN) and their number, highest value first."""
Gems = tuple[tuple[int, int], ...]
"""Colours of gems, and how many of each."""


class Agent(NamedTuple):
    """An agent on the board or in the throne room."""

    name: str
    """Its name in the notation."""
    number: int
    """Its placement number, or its slot in the throne room."""
    owner: int
    """A seat, or NEUTRAL."""
    value: int
    hidden: bool
    public: bool
    """Everyone knows the value, hidden or not."""
    marked: bool
    seen_by: str
    """The letters of the seats whose Spy looked at it while hidden."""
    candidates: str
    """The values it can have, if it is unknown but narrowed down: `0/2`."""


class Ship(NamedTuple):
    """A ship in its harbour: whole, or with the gems left while its quarter is scored."""

    gems: Gems
    """The large gem comes first on a whole ship."""
    whole: bool


class PlayerScene(NamedTuple):
    """What lies in front of a player, or of the neutral merchant."""

    owner: int
    """A seat, or NEUTRAL."""
    points: int
    rank: int
    """The final rank, or NONE during the game."""
    parts: tuple[int, ...]
    """Where the final points come from (`points_by_part`); empty during the game."""
    order_card: int
    """From 1; 0 for none."""
    asked: bool
    answered: bool
    """Whether the player has chosen in secret while others still choose."""
    own: bool
    """Whether this is the viewer's own seat."""
    sealed: str
    """The viewer's own choice that isn't revealed yet."""
    front: tuple[int, ...]
    behind: Groups
    neutral_behind: Groups | None
    """The neutral agents a player holds, if the game has any."""
    gems: tuple[int, ...]
    hand: tuple[int, ...]
    won: tuple[int, ...]
    in_force: tuple[int, ...]


class Scene(NamedTuple):
    """Everything that a view of Ys shows."""

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
    """A character, BLUE_CARD, or NONE if nothing can be won there (any more)."""
    seen: tuple[int, ...]
    """The characters revealed so far."""
    to_come: tuple[int, ...]
    """The other characters in deal order, UNKNOWN unless all screens are down."""
    line_gems: tuple[int, ...]
    steps: tuple[int, ...]
    """How the settled part of the column order moves each price; 0 for not settled yet."""
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
        """The quarter being scored, or NONE."""
        if Moment.QUARTER_OPENS <= self.moment <= Moment.QUARTER_CLOSES:
            return self.cursor
        return NONE
