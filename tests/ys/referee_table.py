"""The referee's table: the deal, where things are, who is asked, who gets gems."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from kerys.games.ys.actions import Question
from kerys.games.ys.components import WHITE
from tests.ys import board as say

T = TypeVar("T")

TEAM = (0, 0, 1, 1, 1, 2, 3, 3, 3, 4, 4)  # YS-F3
EXPRESS_TEAM = (0, 0, 1, 1, 2, 3, 3, 4, 4)  # YS-12.1
NEUTRAL_TEAM = (0, 1, 2, 4)  # YS-11.2
STRONG_NEUTRAL_TEAM = (0, 1, 3, 4)  # YS-P14
NEUTRAL = 2
"""The owner number of the neutral; its agents are teams 2 and 3, one set for each player."""
COLOURS = range(4)
BOTTOM, START, TOP = 1, 8, 15  # YS-R15
MARKET = range(12, 24)
"""The market spaces: the four of line 1, of line 2, of line 3. Below them are the city areas."""
THRONE = 24
FIRST_THRONE_NUMBER = 32


@dataclass(frozen=True)
class Deal:
    """The options and everything that chance decides, fixed before the first question."""

    players: int
    quarters: int
    kings_favour: bool
    express: bool
    strong_neutral: bool
    order: tuple[int, ...]
    """The seats that hold order card 1, 2, ... at the start."""
    characters: tuple[int, ...]
    """Round by round, and in each round quarter by quarter."""
    ships: tuple[tuple[int, ...], ...]
    """Large, small and small gem of each ship, in drawing order."""

    @classmethod
    def of(cls, state: Any) -> Deal:
        """The deal of a game that the engine has just dealt."""
        deck: list[list[int]] = state.deck.tolist()
        players = int(state.players)
        return cls(
            players=players,
            quarters=int(state.quarters),
            kings_favour=bool(state.kings_favour),
            express=bool(state.express),
            strong_neutral=bool(state.strong_neutral),
            order=tuple(state.order.tolist()[:players]),
            characters=tuple(state.characters.tolist()),
            ships=tuple(tuple(deck[number]) for number in state.ships.tolist()),
        )


@dataclass(eq=False)
class Agent:
    """An agent on the board or in the throne room."""

    team: int
    value: int
    number: int
    place: int
    hidden: bool
    marked: bool = False
    looked_at_by: set[int] = field(default_factory=set)

    @property
    def counts(self) -> int:
        """Its value in phase 4 (YS-9.12)."""
        return 5 if self.marked else self.value


@dataclass(frozen=True)
class Ask:
    """A question, and what each legal answer means for every seat that is asked."""

    question: Question
    options: Mapping[int, Mapping[int, Any]]


Flow = Generator[Ask, dict[int, Any], T]


class Table:
    """Everything on the table, and how to ask and pay."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.seats = range(deal.players)
        self.owners = range(3 if deal.players == 2 else deal.players)
        team = EXPRESS_TEAM if deal.express else TEAM
        self.behind = [list(team) for _ in self.seats]
        if deal.players == 2:
            neutral_team = STRONG_NEUTRAL_TEAM if deal.strong_neutral else NEUTRAL_TEAM
            self.behind += [list(neutral_team) for _ in self.seats]
        self.front: list[list[int]] = [[] for _ in self.seats]
        self.agents: dict[int, Agent] = {}
        self.order = list(deal.order)
        self.round = 0
        self.points = [0 for _ in self.owners]
        self.gems = [[0] * 5 for _ in self.owners]
        self.prices = [START for _ in COLOURS]
        self.hands: list[set[int]] = [set() for _ in self.seats]
        self.won: list[set[int]] = [set() for _ in self.seats]
        self.cards_played = [0 for _ in self.seats]
        self.in_force: dict[int, int] = {}
        self.played: list[int] = []
        """Every character played in this game."""
        self.just_placed: list[Agent] = []
        self.looks_left = 0
        self.closed: int | None = None
        self.placed = 0
        self.ships = iter(deal.ships)
        self.ports: list[tuple[int, ...]] = []
        self.line_gems: dict[int, int] = {}
        self.ranks: list[int] | None = None
        """The rank of each owner once the game is over."""

    # --- Asking ----------------------------------------------------------------------------------

    def choose_together(
        self, question: Question, options: Mapping[int, Mapping[int, T]]
    ) -> Flow[dict[int, T]]:
        """The secret decisions of several seats; a seat without a choice isn't asked."""
        forced = {seat: next(iter(own.values())) for seat, own in options.items() if len(own) == 1}
        real = {seat: own for seat, own in options.items() if seat not in forced}
        answers = (yield Ask(question, real)) if real else {}
        return {**forced, **answers}

    def choose(self, seat: int, question: Question, options: Mapping[int, T]) -> Flow[T]:
        """The decision of one seat."""
        answers = yield from self.choose_together(question, {seat: options})
        return answers[seat]

    # --- Who and where ---------------------------------------------------------------------------

    def owner(self, agent: Agent) -> int:
        """The owner that an agent scores for."""
        return min(agent.team, len(self.owners) - 1)

    def is_neutral(self, owner: int) -> bool:
        """Whether an owner is the neutral."""
        return owner not in self.seats

    def standing(self, places: Iterable[int]) -> list[Agent]:
        """The agents at some places, ordered by number."""
        wanted = set(places)
        found = (agent for agent in self.agents.values() if agent.place in wanted)
        return sorted(found, key=lambda agent: agent.number)

    def areas(self) -> range:
        """The city areas in use (YS-R19, YS-P16)."""
        return range(3 * self.deal.quarters)

    def lines(self) -> range:
        """The open market lines, as printed (YS-1.9, YS-10.2)."""
        return range(1 if self.deal.players == 4 else 2, 4)

    @staticmethod
    def line(number: int) -> range:
        """The spaces of a market line."""
        first = MARKET.start + 4 * (number - 1)
        return range(first, first + 4)

    def free_places(self) -> list[int]:
        """Where an agent may be placed or moved to (YS-4.2, YS-4.3, YS-R28)."""
        areas = [place for place in self.areas() if place != self.closed]
        spaces = [place for number in self.lines() for place in self.line(number)]
        taken = {agent.place for agent in self.agents.values()}
        return areas + [place for place in spaces if place not in taken]

    def send_home(self, agents: Iterable[Agent]) -> None:
        """Return agents behind the screens (YS-5.10, YS-6.6, YS-R47)."""
        for agent in agents:
            self.behind[agent.team].append(agent.value)
            del self.agents[agent.number]

    # --- Gems ------------------------------------------------------------------------------------

    def dearest(self, colours: Iterable[int]) -> int:
        """The most expensive of some colours, leftmost on ties (YS-11.7, YS-R43)."""
        return min(colours, key=lambda colour: (-self.prices[colour], colour))

    def take_any_gem(self, owner: int) -> Flow[None]:
        """Choose a gem of any colour but black (YS-2.8, YS-11.7)."""
        if self.is_neutral(owner):
            gem = self.dearest(COLOURS)
        else:
            colours = {say.colour(colour): colour for colour in COLOURS}
            gem = yield from self.choose(owner, Question.CHOOSE_GEM, colours)
        self.gems[owner][gem] += 1

    def gain(self, owner: int, gem: int) -> Flow[None]:
        """Give an owner a gem; a white one becomes a colour at once (YS-2.8, YS-R10)."""
        if gem == WHITE:
            yield from self.take_any_gem(owner)
        else:
            self.gems[owner][gem] += 1
