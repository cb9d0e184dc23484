"""What a view of Ys leaves open: the values that unseen agents can still have."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from kerys.facts.ys.read import displayed, read
from kerys.facts.ys.words import owner_name
from kerys.games.ys.components import AGENTS, CITY, INTRIGUER, VALUES
from kerys.games.ys.state import counted_value, open_places, owner_of, owners, teams
from kerys.games.ys.tallies import TALLY_BITS, strength
from kerys.games.ys.wording.notation import place_text
from kerys.games.ys.worlds import fill_narrow, in_group, is_narrow, unplaced, ways_to_fill
from kerys.kernel.seats import NONE
from kerys.table.owners import NEUTRAL
from kerys.table.view import View

About = TypeVar("About")


class Filling(NamedTuple):
    """One way to assign values to the agents whose values are narrowed down."""

    values: dict[int, int]
    rest: tuple[int, ...]
    """The values left for all other agents, in ascending order."""


@dataclass(frozen=True)
class Unseen:
    """The agents of one team that a view doesn't show."""

    agents: frozenset[int]
    """The unseen agents on the board and in the throne room."""
    fillings: tuple[Filling, ...]
    behind: tuple[int, ...]
    """How many agents of each value are known to be behind the screen."""
    screen_is_open: bool
    """Whether everything behind the screen is known."""

    @cached_property
    def key(self) -> tuple[Any, ...]:
        """All fields, as a cache key."""
        fillings = [(tuple(filling.values.items()), filling.rest) for filling in self.fillings]
        return self.agents, tuple(fillings), self.behind, self.screen_is_open

    def span(self, agents: Collection[int]) -> tuple[int, int]:
        """The lowest and highest possible sum of some unseen agents."""
        lows, highs = zip(*(_span(filling, agents) for filling in self.fillings), strict=True)
        return min(lows), max(highs)

    def span_behind(self, value: int) -> tuple[int, int]:
        """How many agents of a value are behind the screen, at least and at most."""
        known = self.behind[value]
        if self.screen_is_open:
            return known, known
        lows, highs = [], []
        for values, rest in self.fillings:
            elsewhere = len(self.agents) - len(values)
            lows.append(max(rest.count(value) - elsewhere, 0))
            highs.append(min(rest.count(value), len(rest) - elsewhere))
        return known + min(lows), known + max(highs)


def _span(filling: Filling, agents: Collection[int]) -> tuple[int, int]:
    """The same with some values settled: the others get the lowest or highest of the rest."""
    settled = sum(filling.values.get(agent, 0) for agent in agents)
    free = sum(agent not in filling.values for agent in agents)
    high = sum(filling.rest[len(filling.rest) - free :])
    return settled + sum(filling.rest[:free]), settled + high


def unseen_of(state: Any, eyes: int, team: int) -> Unseen:
    """What a seat doesn't see of a team."""
    members, values = state.team.tolist(), state.value.tolist()
    unknown = [one for one in range(AGENTS) if members[one] == team and values[one] == NONE]
    narrow = [agent for agent in unknown if is_narrow(state, team, agent)]
    pool = int(unplaced(state, eyes, team))
    fillings = []
    for way in range(int(ways_to_fill(len(narrow)))):
        group = int(fill_narrow(state, team, pool, way))
        if group != NONE:
            settled = {agent: way // VALUES**at % VALUES for at, agent in enumerate(narrow)}
            rest = [value for value in range(VALUES) for _ in range(int(in_group(group, value)))]
            fillings.append(Filling(settled, tuple(rest)))
    is_open = bool(state.behind[team, 0] != NONE)
    behind = state.behind[team] if is_open else state.shown[team]
    return Unseen(frozenset(unknown), tuple(fillings), tuple(behind.tolist()), is_open)


class Total(NamedTuple):
    """What one owner, or all together, have at some places of the board."""

    agents: int
    known: int
    """The sum of the agents whose value is certain."""
    hidden: int
    """The number of other agents."""
    low: int
    high: int


NOBODY = Total(0, 0, 0, 0, 0)


class Standing(NamedTuple):
    """An agent on the board."""

    agent: int
    team: int
    owner: int
    counts: int
    """What it counts for, or NONE if this view doesn't know."""


class Sight:
    """A view of Ys, with everything that it leaves open worked out.

    Values that the table doesn't show the seat again are left out here too.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.state = displayed(view)
        self.table = read(self.state.tobytes(), view.seat, view.open)
        self.owners = range(int(owners(self.state)))
        self.teams = range(int(teams(self.state)))
        self.places = int(open_places(self.state))
        """The set of places in use; once the game is over, the market is no longer shown."""
        if self.table.over:
            self.places &= (1 << CITY) - 1
        self.tokens = tuple(one if one < view.players else NEUTRAL for one in self.owners)
        """The seat of each owner, or NEUTRAL."""
        self.names = tuple(owner_name(view.names, token) for token in self.tokens)
        """The name of each owner."""
        self._strengths: dict[tuple[int, int], int] = {}

    @cached_property
    def unseen(self) -> tuple[Unseen, ...]:
        """What the view doesn't show of each team."""
        return tuple(unseen_of(self.state, self.view.seat, team) for team in self.teams)

    @cached_property
    def _standing(self) -> dict[int, list[Standing]]:
        """The agents at every place of the board that isn't empty."""
        state = self.state
        owner = [int(owner_of(state, team)) for team in self.teams]
        members, values, marked = state.team.tolist(), state.value.tolist(), state.marked.tolist()
        found: dict[int, list[Standing]] = {}
        for agent, place in enumerate(state.place[: state.placed].tolist()):
            if place != NONE:
                counts = int(counted_value(state, agent)) if marked[agent] else values[agent]
                team = members[agent]
                one = Standing(agent, team, owner[team], counts)
                found.setdefault(place, []).append(one)
        return found

    @cached_property
    def ties(self) -> tuple[Any, ...]:
        """Everything that breaks ties: the Intriguer, the fronts and the order cards."""
        table = self.table
        return (
            table.played_by[INTRIGUER],
            table.order,
            tuple([player.front for player in table.players]),
        )

    def knowledge(self, places: Iterable[int]) -> tuple[Any, ...]:
        """Everything that `totals` of these places depend on."""
        here = tuple(self._here(places))
        hidden = sorted({one.team for one in here if one.counts == NONE})
        return here, tuple([(team, self.unseen[team].key) for team in hidden])

    def place_names(self, places: Iterable[int]) -> tuple[str, ...]:
        """The names of some places in the drawing, if in use."""
        return names_of_places(self.places, tuple(places))

    def totals(self, places: Iterable[int]) -> tuple[Total, ...]:
        """What every owner has at some places."""
        here: dict[int, list[Standing]] = {}
        for one in self._here(places):
            here.setdefault(one.owner, []).append(one)
        return tuple([self._sum(here[owner]) if owner in here else NOBODY for owner in self.owners])

    def total(self, places: Iterable[int]) -> Total:
        """What all owners together have at some places."""
        return self._sum(self._here(places))

    def _here(self, places: Iterable[int]) -> list[Standing]:
        """The agents at some places."""
        return [one for place in places for one in self._standing.get(place, ())]

    def _sum(self, here: list[Standing]) -> Total:
        """What some agents add up to; teams hide their agents independently."""
        known = 0
        hidden: dict[int, list[int]] = {}
        for agent, team, _owner, counts in here:
            if counts == NONE:
                hidden.setdefault(team, []).append(agent)
            else:
                known += counts
        low = high = known
        for team, agents in hidden.items():
            least, most = self.unseen[team].span(agents)
            low, high = low + least, high + most
        return Total(len(here), known, sum(map(len, hidden.values())), low, high)

    def strength(self, owner: int, points: int) -> int:
        """The strength of an owner with a sum of points, by the rules and their tie-breaks."""
        key = owner, points
        if key not in self._strengths:
            sums = 1 + points << TALLY_BITS * owner
            self._strengths[key] = int(strength(self.state, owner, sums))
        return self._strengths[key]


class Inquiry(Generic[About]):
    """A question about a view; the answer stays the same while its dependencies do.

    Functions that cache their results take it as an argument.
    """

    def __init__(self, sight: Sight, about: About, *depends: Hashable) -> None:
        self.about = about
        """The subject; usually the same object, so comparing it is cheap."""
        self._sight: Sight | None = sight
        self._depends = depends
        self._hash = hash(depends)

    def take_sight(self) -> Sight:
        """The view to find the answer in; can be taken once, so that the cache doesn't keep it."""
        sight, self._sight = self._sight, None
        assert sight is not None
        return sight

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Inquiry)
            and self._depends == other._depends
            and (self.about is other.about or self.about == other.about)
        )


@lru_cache(maxsize=256)
def names_of_places(used: int, places: tuple[int, ...]) -> tuple[str, ...]:
    """The names of some places in the drawing, if in use."""
    return tuple(place_text(place) for place in places if used >> place & 1)
